"""A view as text for the terminal: disruptions, chips by region, trains, seats.

Colour is never alone: seats and trains have letters, regions have names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.game import Json

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers

INK = {
    "red": "bold white on red",
    "blue": "bold white on blue",
    "green": "bold black on green",
    "yellow": "bold black on yellow",
}
BAR = 10  # signs of a load bar


def text(game: Koplopers, view: Json | None) -> str:
    if view is None:
        return "\n".join(line_lines(game))
    return "\n".join(
        [
            *head_lines(view),
            "",
            *station_lines(game, view),
            "",
            *train_lines(game, view),
            "",
            *seat_lines(game, view),
            *now_lines(game, view),
        ]
    )


def line_lines(game: Koplopers) -> list[str]:
    """The bare board: every station with where its sections lead, and the yards."""
    tables = game.tables
    yards = {yard["station"]: yard for yard in game.board.data["yards"]}
    lines = ["[bold]Stations[/] (where one section leads; GN-LW.1 is a joint on the line GN-LW)"]
    for region in game.board.data["regions"].values():
        lines.append(f"  {region['name']}")
        for id in region["stations"]:
            ends = [tables.nodes[tables.front[d ^ 1]] for d in tables.arrivals[tables.station_index[id]]]
            yard = yards.get(id)
            note = f", yard {yard['number'] or 'without number'} ({yard['id']})" if yard else ""
            lines.append(f"    [bold]{id:<5}[/]{tables.names[id]}: {', '.join(ends)}{note}")
    return lines


def head_lines(view: Json) -> list[str]:
    last = " [bold]the last[/]" if view["last_round"] else ""
    letters = "  ".join(
        f"[bold white on red]{letter}[/]{'▸' if view['pointer'] == letter else ' '}{station or '–'}"
        for letter, station in view["letters"].items()
    )
    return [
        f"Round {view['round']} of {view['rounds']}{last} · {view['chips_left']} chips on the board",
        f"Disruptions (▸ goes next): {letters}",
    ]


def station_lines(game: Koplopers, view: Json) -> list[str]:
    """Where chips wait, by region; `✕A` is a disruption."""
    data = game.board.data
    chips = {chip["id"]: chip for chip in data["chips"]}
    disrupted = {station: letter for letter, station in view["letters"].items() if station}
    lines = ["[bold]Passengers waiting[/] (chip passengers→destination)"]
    for region in data["regions"].values():
        parts = []
        for station in region["stations"]:
            barrier = f" [bold white on red]✕{disrupted[station]}[/]" if station in disrupted else ""
            waiting = " ".join(_chip(chips[id]) for id in view["waiting"].get(station, ()))
            if waiting or barrier:
                parts.append(f"[bold]{station}[/]{barrier} {waiting}".rstrip())
        lines.append(f"  {region['name']}: " + (" · ".join(parts) or "nobody"))
    return lines


def _chip(chip: dict[str, Any]) -> str:
    return f"[dim]{chip['id']}[/] {chip['passengers']}→{chip['dest']}"


def train_lines(game: Koplopers, view: Json) -> list[str]:
    chips = {chip["id"]: chip for chip in game.board.data["chips"]}
    lines = ["[bold]Trains[/] (back ▶ front)"]
    for train in view["trains"]:
        colour = view["seats"][train["seat"]]["colour"]
        filled = round(BAR * train["load"] / train["capacity"])
        bar = "█" * filled + "░" * (BAR - filled)
        where = f"{train['back']} ▶ {train['front']}"
        marks = [word for word in ("acted", "done", "blocked") if train[word]]
        if train["station"] is None:
            marks.append("in the yard" if train["in_yard"] else "open track")
        if train["rested"]:
            marks.append("no free action here")
        units = "══" if train["units"] == 2 else "═"
        aboard = " ".join(_chip(chips[id]) for id in train["chips"]) or "empty"
        lines.append(
            f"  [{INK[colour]}]{train['id']}[/]{units} {where} {bar} {train['load']}/{train['capacity']}"
            f" {aboard}" + (f" [dim]({', '.join(marks)})[/]" if marks else "")
        )
    return lines if len(lines) > 1 else [*lines, "  none yet"]


def seat_lines(game: Koplopers, view: Json) -> list[str]:
    names = game.words.names
    lines = ["[bold]Seats[/]"]
    for number, seat in enumerate(view["seats"]):
        mark = "▶" if view["to_move"] == number else " "
        you = " (you)" if view["seat"] == number else ""
        letter = seat["colour"][0].upper()
        if seat["hand"] is None:
            hand = f"{seat['cards']} cards"
        else:
            hand = "cards " + (", ".join(f"{id} {names[id]}" for id in seat["hand"]) or "none")
        repair = "repair ready" if seat["repair"] else "repair used"
        lines.append(
            f"{mark} [{INK[seat['colour']]}]{letter}[/] Seat {number + 1}{you}: {seat['delivered']} delivered"
            f" in {len(seat['box'])} chips, {seat['aboard']} aboard, {seat['reserve']} in reserve,"
            f" {repair}, {hand}"
        )
    if view["scores"]:
        for number, score in enumerate(view["scores"]):
            lines.append(f"  Seat {number + 1}: {score[0]} points")
    return lines


def now_lines(game: Koplopers, view: Json) -> list[str]:
    """What the turn has come to: points, an exchange under way, what is owed."""
    if view["active"] is None or view["phase"] == "over":
        return []
    lines = ["", f"Seat {view['active'] + 1} has {view['points']} action points left."]
    exchange = view["exchange"]
    if exchange:
        gives = ", ".join(map(game.words.name, exchange["gives"])) or "nothing"
        asks = ", ".join(map(game.words.name, exchange["asks"])) or "nothing"
        lines.append(f"Exchange {exchange['train']} and {exchange['other']}: gives {gives}; takes {asks}.")
    for each in view["obligations"]:
        price = f" (from {each['cost']} points)" if each["cost"] else ""
        lines.append(f"Before the turn ends: {each['train'] or 'a train'} must {each['what']}{price}.")
    return lines
