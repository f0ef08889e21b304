"""A view as text for the terminal: disruptions, chips by region, trains, seats.

Colour is never alone: seats and trains have letters, regions have names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from branchline.core.game import Json
from branchline.core.looks import unmarked

if TYPE_CHECKING:
    from branchline.games.koplopers.looks import Looks
    from branchline.games.koplopers.rules.game import Koplopers

INK = {
    "red": "bold white on red",
    "blue": "bold white on blue",
    "green": "bold black on green",
    "yellow": "bold black on yellow",
}
BAR = 8  # signs of a load bar
COLUMNS = 80  # of a terminal


def text(looks: Looks, view: Json | None) -> str:
    game = looks.game
    if view is None:
        return "\n".join(line_lines(game))
    return "\n".join(
        [
            *head_lines(game, view),
            "",
            *station_lines(game, view),
            "",
            *train_lines(game, view),
            "",
            *nearby_lines(game, view),
            *seat_lines(game, view),
            *now_lines(game, view),
        ]
    )


def line_lines(game: Koplopers) -> list[str]:
    """The bare board: every station with where its sections lead, and the yards."""
    tables, words = game.tables, game.words
    yards = {yard["station"]: yard for yard in game.board.data["yards"]}
    lines = [heading(game, "stations")]
    for region in game.board.data["regions"].values():
        lines.append(f"  {region['name']}")
        for id in region["stations"]:
            ends = [tables.nodes[tables.front[d ^ 1]] for d in tables.arrivals[tables.station_index[id]]]
            yard = yards.get(id)
            note = [words.typed("looks", "yard", yard["number"] or "–", yard["id"])] if yard else []
            name = words.typed("looks", "label", words.name(id))
            lines += wrapped([f"[bold]{id:<5}[/]{name}", *ends, *note])
    return lines


def heading(game: Koplopers, key: str) -> str:
    """What stands under it, and how to read that."""
    return f"[bold]{game.words.sentence('looks', key)}[/] ({game.words.sentence('looks', f'{key}.note')})"


def current(game: Koplopers, view: Json) -> str:
    """The round."""
    key = "round.last" if view["last_round"] else "round"
    return game.words.sentence("looks", key, view["round"], view["rounds"])


def repair_of(game: Koplopers, seat: Json) -> str:
    return game.words.sentence("looks", "repair.ready" if seat["repair"] else "repair.used")


def head_lines(game: Koplopers, view: Json) -> list[str]:
    said = game.words.sentence
    letters = "  ".join(
        f"[bold white on red]{letter}[/]{'▸' if view['pointer'] == letter else ' '}{station or '–'}"
        for letter, station in view["letters"].items()
    )
    return [
        f"{current(game, view)} · {said('looks', 'left', view['chips_left'])}",
        said("looks", "disruptions.now", letters),
    ]


def station_lines(game: Koplopers, view: Json) -> list[str]:
    """Where chips wait, by region; `✕A` is a disruption."""
    data = game.board.data
    disrupted = {station: letter for letter, station in view["letters"].items() if station}
    lines = [heading(game, "waiting")]
    for region in data["regions"].values():
        parts = [game.words.typed("looks", "label", region["name"])]
        for station in region["stations"]:
            barrier = f" [bold white on red]✕{disrupted[station]}[/]" if station in disrupted else ""
            waiting = " ".join(_chip(game.chip[id]) for id in view["waiting"].get(station, ()))
            if waiting or barrier:
                parts.append(f"[bold]{station}[/]{barrier} {waiting}".rstrip())
        lines += wrapped([*parts, game.words.sentence("looks", "nobody")] if len(parts) == 1 else parts)
    return lines


def _chip(chip: dict[str, Any]) -> str:
    return f"[dim]{chip['id']}[/] {chip['passengers']}→{chip['dest']}"


def wrapped(parts: list[str]) -> list[str]:
    """Parts side by side in lines that fit a terminal; none of them is broken."""
    lines = ["  " + parts[0]]
    for part in parts[1:]:
        longer = f"{lines[-1]}  {part}"
        if len(unmarked(longer)) <= COLUMNS:
            lines[-1] = longer
        else:
            lines.append("    " + part)
    return lines


def train_lines(game: Koplopers, view: Json) -> list[str]:
    lines, said = [heading(game, "trains")], game.words.sentence
    for train in view["trains"]:
        colour = view["seats"][train["seat"]]["colour"]
        filled = round(BAR * train["load"] / train["capacity"])
        bar = "█" * filled + "░" * (BAR - filled)
        where = f"{train['back']} ▶ {train['front']}"
        marks = [word for word in ("acted", "done", "blocked") if train[word]]
        if train["station"] is None:
            marks.append("yard" if train["in_yard"] else "track")
        if train["rested"]:
            marks.append("rested")
        units = "══" if train["units"] == 2 else "═"
        head = f"[{INK[colour]}]{train['id']}[/]{units} {where} {bar} {train['load']}/{train['capacity']}"
        aboard = [_chip(game.chip[id]) for id in train["chips"]]
        lines += wrapped([head, *aboard, *(f"[dim]{said('looks', f'mark.{mark}')}[/]" for mark in marks)])
    return lines if len(lines) > 1 else [*lines, f"  {said('looks', 'trains.none')}"]


def nearby_lines(game: Koplopers, view: Json) -> list[str]:
    """The lines around the trains of the viewer, or of whose turn it is, each train a block of its own."""
    seat = view["active"] if view["seat"] is None else view["seat"]
    lines: list[str] = []
    for train in view["trains"] if view["phase"] != "over" else ():
        if train["seat"] == seat:
            ahead, found = lines_ahead(game, view, train)
            key = "ahead" if ahead else "ahead.turned"
            front = _named(game, train["front"])
            lines += wrapped([game.words.typed("looks", key, f"[bold]{train['id']}[/]", front)])
            for line in found:
                lines += wrapped(_drawn(game, line))
            lines.append("")
    return lines


def seat_lines(game: Koplopers, view: Json) -> list[str]:
    names, said = game.words.names, game.words.sentence
    lines = [f"[bold]{said('looks', 'seats')}[/]"]
    for number, seat in enumerate(view["seats"]):
        mark = "▶" if view["to_move"] == number else " "
        who = said("looks", "seat.you" if view["seat"] == number else "seat", number)
        letter = seat["colour"][0].upper()
        facts = [
            f"{mark} [{INK[seat['colour']]}]{letter}[/] {who}",
            said("looks", "delivered", seat["points"], len(seat["box"])),
            said("looks", "aboard", seat["aboard"]),
            said("looks", "reserve", seat["reserve"]),
            repair_of(game, seat),
        ]
        if seat["hand"] is None:
            facts.append(said("looks", "cards", seat["cards"]))
        else:
            facts += [f"{id} {names[id]}" for id in seat["hand"]]
        lines += wrapped(facts)
    if view["scores"]:
        for number, score in enumerate(view["scores"]):
            lines.append(f"  {said('looks', 'seat.score', number, score[0])}")
    return lines


def now_lines(game: Koplopers, view: Json) -> list[str]:
    """What the turn has come to: points, an exchange under way, what is owed."""
    if view["active"] is None or view["phase"] == "over":
        return []
    words, said = game.words, game.words.sentence
    left = said("ui", "points", view["points"], view["points_a_turn"])
    lines = ["", said("looks", "seat.now", view["active"], left)]
    exchange = view["exchange"]
    if exchange:
        lines.append(words.typed("looks", "exchange", exchange["train"], exchange["other"]))
        for label, ids in (("over", exchange["gives"]), ("back", exchange["asks"])):
            moved = map(words.name, ids) if ids else [said("looks", "nobody")]
            lines += wrapped([said("looks", f"exchange.{label}"), *moved])
    for each in view["obligations"]:
        owed = said("ui", f"owed.{each['what']}", each["train"], each["cost"])
        lines.append(said("looks", "owed", owed))
    return lines


# --- the lines around a player's trains


class Line(NamedTuple):
    """One track to its next station, and what follows."""

    points: int
    station: str
    disrupted: list[str]  # letters
    trains: list[str]  # who stands on it
    chips: list[dict[str, Any]]  # who waits there
    further: list[str]


def lines_ahead(game: Koplopers, view: Json, train: dict[str, Any]) -> tuple[bool, list[Line]]:
    """The lines before a train; in a yard or a terminus (False) those that it has when turned round."""
    tables = game.tables
    direction = 2 * tables.section_index[train["section"]]
    if tables.nodes[tables.front[direction]] != train["front"]:
        direction ^= 1
    ahead = bool(tables.onward[direction])
    return ahead, [_line(game, view, end) for end in tables.onward[direction if ahead else direction ^ 1]]


def _line(game: Koplopers, view: Json, end: int) -> Line:
    tables = game.tables
    on_it, points = [end >> 1], 1
    while tables.station[end] < 0 and tables.onward[end]:
        end = tables.onward[end][0]
        on_it.append(end >> 1)
        points += 1
    station = tables.nodes[tables.front[end]]
    return Line(
        points,
        station,
        [letter for letter, where in view["letters"].items() if where == station],
        [each["id"] for each in view["trains"] if tables.section_index[each["section"]] in on_it],
        [game.chip[id] for id in view["waiting"].get(station, ())],
        list(dict.fromkeys(tables.nearest(each) for each in tables.onward[end])),
    )


def _drawn(game: Koplopers, line: Line) -> list[str]:
    """A line as its parts, none of which is broken."""
    parts = [f"  ─{line.points}─ {_named(game, line.station)}"]
    parts += [f"[bold white on red]✕{letter}[/]" for letter in line.disrupted]
    typed = game.words.typed
    if line.trains:
        parts.append(typed("looks", "line.past", " ".join(line.trains)))
    if line.chips:
        waiting = " ".join(f"{chip['passengers']}→{chip['dest']}" for chip in line.chips)
        parts.append(typed("looks", "line.waiting", waiting))
    if line.further:
        parts.append(f"[dim]{typed('looks', 'line.then', ' '.join(line.further))}[/]")
    return parts


def _named(game: Koplopers, place: str) -> str:
    name = game.words.name(place)
    return place if name == place else f"{place} {name}"
