"""A view as text for the terminal: the map by rows of hexes, then boxes, values and seats.

Colour is never alone: each railroad has a letter, each kind of hex a sign.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING

from branchline.core.game import Json

if TYPE_CHECKING:
    from branchline.games.sncf.looks import Looks
    from branchline.games.sncf.rules.game import Sncf

LETTER = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "purple": "P", "black": "K"}
INK = {
    "red": "bold white on red", "blue": "bold white on blue", "green": "bold black on green",
    "yellow": "bold black on yellow", "purple": "bold white on magenta", "black": "bold white on grey23",
}  # fmt: skip
CITY = {"yellow": "yellow", "purple": "magenta", "red": "red", "blue": "bold blue", "white": "bold"}


def letter(colour: str) -> str:
    return f"[{INK[colour]}]{LETTER[colour]}[/]"


def text(looks: Looks, view: Json | None) -> str:
    game = looks.game
    blocks = [name_lines(game), map_lines(game, view)]
    if view is not None:
        blocks += [railroad_lines(game, view), seat_lines(game, view)]
    return "\n\n".join(map("\n".join, blocks))


def name_lines(game: Sncf) -> list[str]:
    """What never changes: where the cities lie, and where no track leads across."""
    rows: dict[str, list[str]] = {}
    goal = game.board.data.get("goal")
    for each in game.board.data["hexes"]:
        if "name" in each:
            worth = f" {each['value']}" if "value" in each else ""
            mark = "★" if each["id"] == goal else ""
            rows.setdefault(each["id"][0], []).append(f"[bold]{each['id']}[/] {mark}{each['name']}{worth}")
    lines = [
        game.words.sentence("looks", "places"),
        *(" " + "  ".join(places) for _, places in sorted(rows.items())),
    ]
    heavy = [
        " – ".join(f"{id} {game.words.name(id)}".strip() if id in game.tables.names else id for id in pair)
        for pair in (each["between"] for each in game.board.data["blocked"])
    ]
    if heavy:
        lines.append(
            game.words.sentence(
                "looks", "heavy", reduce(partial(game.words.sentence, "looks", "joined"), heavy)
            )
        )
    if goal:
        lines.append(game.words.sentence("looks", "goal", f"★ {game.words.name(goal)}"))
    return lines


def map_lines(game: Sncf, view: Json | None) -> list[str]:
    """Rows of cells four characters wide, odd rows shifted by half a cell; columns are numbered."""
    hexes = game.board.data["hexes"]
    holders: dict[str, list[str]] = {}
    for railroad in view["railroads"] if view else ():
        for id in railroad["track"]:
            holders.setdefault(id, []).append(railroad["id"])
    goal = game.board.data.get("goal")
    walls = {frozenset(each["between"]) for each in game.board.data["blocked"]}
    rows = {each["row"] for each in hexes}
    columns = max(each["col"] for each in hexes) + 1
    lines = ["    " + "".join(f"{column + 1:^4}" for column in range(columns))]
    for row in range(min(rows), max(rows) + 1):
        cells = {}
        for each in hexes:
            if each["row"] == row:
                drawn = cell(each, holders.get(each["id"], []), each["id"] == goal)
                wall = frozenset((each["id"], f"{chr(97 + row)}{each['col'] + 2}")) in walls
                cells[each["col"]] = f"{drawn[:-1]}[bold]┃[/]" if wall else drawn
        shift = "  " if row % 2 else ""
        letter_of_row = chr(97 + row)
        line = "".join(cells.get(column, "    ") for column in range(columns))
        lines.append(f" {letter_of_row}  {shift}{line}")
    lines.append("    " + game.words.sentence("looks", "map.signs"))
    if not game.germany:
        lines.append("    " + game.words.sentence("looks", "map.france"))
    return lines


def cell(each: Json, holders: list[str], goal: bool) -> str:
    """One hex, four characters wide."""
    kind = each["kind"]
    if kind == "paris":
        return " [bold]■■[/] "
    if kind == "rural":
        if not holders:
            return " [dim]·[/]  "
        return " " + "".join(map(letter, holders)) + " " * (3 - len(holders))
    if kind == "suburb":
        return f"[dim]s[/]{letter(holders[0])}[dim]s[/] " if holders else "[dim] S [/] "
    ink = CITY[kind]
    inside = letter(holders[0]) if holders else f"[{ink}]{each['value']}[/]"
    left, right = "★★" if goal else "()"
    return f"[{ink}]{left}[/]{inside}[{ink}]{right}[/] "


def railroad_lines(game: Sncf, view: Json) -> list[str]:
    said = partial(game.words.sentence, "looks")
    first, value, box, track = (said(f"column.{each}") for each in ("railroad", "value", "box", "track"))
    wide = max(12, len(first) + 2)
    lines = [f"{first:<{wide}}{value}   {box}   {track}"]
    for each in view["railroads"]:
        name, left = game.words.name(each["id"]).lower(), "?" if each["box"] is None else each["box"]
        lines.append(
            f"{letter(each['id'])} {name:<{wide - 2}}{each['value']:>{len(value) - 1}}"
            f"{left:>{len(box) + 4}}{len(each['track']):>{len(track) + 2}}"
        )
    if view["purple_left"] is not None:
        left = [game.words.name(id) for id in view["purple_left"]]
        lines.append(said("purple-left", ", ".join(left) or said("none")))
    if view["build"]:
        lines.append(said("building", view["build"]["railroad"], view["build"]["left"]))
    return lines


def seat_lines(game: Sncf, view: Json) -> list[str]:
    said = partial(game.words.sentence, "looks")
    lines = [said("shares", game.words.sentence("ui", "limit", view["limit"], view["penalty"]))]
    for number, seat in enumerate(view["seats"]):
        mark = "▶" if view["to_move"] == number else " "
        engine = f" {said('locomotive')}" if view["locomotive"] == number else ""
        who = said("seat.you" if view["seat"] == number else "seat", number)
        lines.append(f"{mark} {said('seat.shares', who, seat['shares'])}{engine}{_holdings(game, seat)}")
    if view["scores"]:
        for number, score in enumerate(view["scores"]):
            lines.append("  " + said("seat.score", number, score[0]))
    return lines


def _holdings(game: Sncf, seat: Json) -> str:
    said, parts = partial(game.words.sentence, "looks"), []
    if seat["hand"] is not None:
        held = " ".join(f"{letter(c)}×{n}" for c, n in seat["hand"].items() if n)
        parts.append(f"{held} = {said('points', seat['points'])}")
    elif seat["tally"] is not None:
        net = " ".join(f"{letter(c)}{n:+d}" for c, n in seat["tally"].items() if n)
        parts.append(said("since-deal", net or said("nothing")))
    if seat["penalty"]:
        parts.append(said("over", seat["penalty"]))
    return "".join(f" · {part}" for part in parts)
