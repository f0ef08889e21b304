"""A view as text for the terminal: the table in characters, the stations, then companies and seats.

Colour is never alone: a string is its company's small letter, a station its own two signs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.refusals import cm
from branchline.games.string_railway.rules.state import COMPANIES
from branchline.games.string_railway.rules.tables import LIMITS, NO_LIMIT, OTHERS_POINTS, OWN_POINTS, STATIONS

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks

WIDE, HIGH = 66, 34  # characters; one is twice as high as wide
MARGIN = 7  # for the scale at the left
TICK = 10_000  # units between two numbers of the scale
LETTER = {"red": "r", "blue": "b", "yellow": "y", "green": "g", "purple": "p"}
INK = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green", "purple": "magenta"}
CARD = {
    None: "bold black on white", "red": "bold black on red", "blue": "bold black on blue",
    "yellow": "bold black on yellow", "green": "bold black on green", "purple": "bold black on magenta",
}  # fmt: skip
SIGN = {
    "home": "H", "town": "W", "central": "C", "transfer": "X", "local": "L", "junction": "J",
    "suburban": "S", "terminal": "T", "countryside": "Y", "landmark": "M",
}  # fmt: skip


def text(looks: Looks, view: Json | None) -> str:
    if view is None:
        return "\n".join(station_list(looks.game))
    game = looks.game
    lines = table_lines(game, view) if view["field"] else [game.words.sentence("looks", "no-field")]
    return "\n".join([*lines, "", *tile_lines(game, view), "", *company_lines(game, view)])


def prompt(looks: Looks, view: Json) -> str:
    """What is left to do in this turn."""
    sentence = looks.game.words.sentence
    if view["step"] == "place":
        return sentence("ui", "prompt.place", drawn=view["drawn"])
    if view["step"] != "lay" or view["company"] is None:
        return ""
    mine = next(each for each in view["companies"] if each["id"] == view["company"])
    return sentence("ui", "prompt.lay", short=mine["short"], long=mine["long"])


def station_list(game: StringRailway) -> list[str]:
    """The deck as printed: how many of each station, and what it is worth."""
    said = game.words.sentence
    lines = [said("looks", "deck.head")]
    for kind, station in enumerate(STATIONS):
        count = game.deck[kind] or len(COMPANIES)
        own, others = OWN_POINTS[kind], OTHERS_POINTS[kind]
        limit = LIMITS[kind] if LIMITS[kind] < NO_LIMIT else said("looks", "deck.all")
        row = f"{SIGN[station]}  {station:<12}{count:>4}{own:>9}{others:>9}{limit:>10}"
        name = game.words.name(station)
        lines.append(row if name.lower() == station else f"{row}  {name}")
    measures, kinds = game.board.data["measures"], ("short", "long", "loop", "river", "mountain", "tile")
    return [*lines, said("looks", "sizes", *(cm(game, measures[kind]) for kind in kinds))]


class Sheet:
    """Characters on a grid over the field."""

    def __init__(self, field: list[list[int]]) -> None:
        xs, ys = [x for x, _ in field], [y for _, y in field]
        self.left, self.top = min(xs), max(ys)
        self.step = max((max(xs) - self.left) / (WIDE - 1), (self.top - min(ys)) / (2 * HIGH - 2))
        self.high = int((self.top - min(ys)) / self.step / 2) + 1
        self.cells: dict[tuple[int, int], str] = {}

    def at(self, x: float, y: float) -> tuple[int, int]:
        return round((x - self.left) / self.step), round((self.top - y) / self.step / 2)

    def line(self, points: list[list[int]], sign: str, closed: bool = False) -> None:
        """Draw along a string; what comes later lies on top."""
        pairs = zip(points, points[1:] + points[:1] if closed else points[1:], strict=False)
        for (x, y), (u, v) in pairs:
            steps = max(1, int(max(abs(u - x), abs(v - y)) / self.step) + 1)
            for n in range(steps + 1):
                self.cells[self.at(x + (u - x) * n / steps, y + (v - y) * n / steps)] = sign

    def write(self, x: int, y: int, words: str, ink: str) -> None:
        column, row = self.at(x, y)
        for n, letter in enumerate(words):
            self.cells[column - len(words) // 2 + n, row] = f"[{ink}]{letter}[/]"

    def lines(self) -> list[str]:
        """The sheet with its scale: what one types as y at the left, as x below, every 10 cm."""
        wide = max(column for column, _ in self.cells)
        low = self.top - 2 * self.high * self.step
        heights = {self.at(0, y)[1]: y for y in range(_up(low), self.top + 1, TICK)}
        found = []
        for row in range(self.high + 1):
            number = f"{heights[row]:>{MARGIN - 1}} " if row in heights else " " * MARGIN
            body = "".join(self.cells.get((column, row), " ") for column in range(wide + 2)).rstrip()
            found.append(f"[dim]{number}[/]{body}")
        below = " " * (MARGIN + wide + 8)
        for x in range(_up(self.left), self.left + round(wide * self.step) + 1, TICK):
            at = MARGIN + self.at(x, 0)[0]
            below = below[:at] + f"|{x}".ljust(7) + below[at + 7 :]
        return [
            *found,
            f"[dim]{below.rstrip()}[/]",
        ]


def _up(number: float) -> int:
    """The next number of the scale."""
    return -int(-number // TICK) * TICK


def table_lines(game: StringRailway, view: Json) -> list[str]:
    sheet = Sheet(view["field"])
    sheet.line(view["field"], "[dim]#[/]", closed=True)
    if view["mountain"]:
        sheet.line(view["mountain"], "[dim]^[/]", closed=True)
    if view["river"]:
        sheet.line(view["river"], "[cyan]~[/]")
    for string in view["strings"]:
        colour = string["company"]
        sheet.line(string["points"], f"[{INK[colour]}]{LETTER[colour]}[/]")
    for number, (x, y) in enumerate(view["marks"] if not view["tiles"] else ()):
        sheet.write(x, y, str(number), "bold")
    for tile in view["tiles"]:
        sheet.write(tile["x"], tile["y"], label(tile), CARD[tile["owner"]])
    return [*sheet.lines(), f"[dim]{game.words.sentence('looks', 'scale')}[/]"]


def label(tile: Json) -> str:
    """A station in two or three signs: HR is Red's home, L3 local3."""
    number = str(tile["id"]).removeprefix(tile["kind"])
    return SIGN[tile["kind"]] + (number[1].upper() if tile["kind"] == "home" else number)


def tile_lines(game: StringRailway, view: Json) -> list[str]:
    if not view["tiles"]:
        return []
    said = game.words.sentence
    heads = [said("looks", f"column.{each}") for each in ("station", "points", "companies", "place")]
    lines = [
        f"    {heads[0]:<13} {heads[1]:>6}  {heads[2]:<10}{heads[3]}",
        f"[dim]    {said('looks', 'columns')}[/]",
    ]
    for tile in view["tiles"]:
        worth = (
            str(tile["points"]) if tile["points"] == tile["others"] else f"{tile['points']}/{tile['others']}"
        )
        if tile["kind"] == "junction":
            worth = said("looks", "each", tile["points"])
        limit = f"{len(tile['present'])}/{tile['limit']}" if tile["limit"] else f"{len(tile['present'])}"
        here = "".join(LETTER[company] for company in tile["present"])
        place = f"{tile['x']},{tile['y']}{' ^' if tile['mountain'] else ''}"
        if tile["owner"]:
            place = said("looks", "owned", place, tile["owner"])
        lines.append(f"{label(tile):>3} {tile['id']:<13} {worth:>6}  {limit:<4}{here:<6}{place}")
    return lines


def to_type(game: StringRailway, station: str) -> str:
    """A station of the deck by its id, and by its name where that is another word."""
    name = game.words.name(station)
    return station if name.lower() == station else f"{station} ({name})"


def company_lines(game: StringRailway, view: Json) -> list[str]:
    said = game.words.sentence
    lines = []
    for company in view["companies"]:
        turn = view["company"] == company["id"] and view["to_move"] == company["seat"]
        mark = "▶" if turn else " "
        who = said("looks", "seat.you" if view["seat"] == company["seat"] else "seat", company["seat"])
        colour = company["id"]
        has = said("looks", "seat.has", who, company["score"], company["short"], company["long"])
        lines.append(f"{mark} [{INK[colour]}]{LETTER[colour]} {game.words.name(colour):<7}[/] {has}")
    if view["drawn"]:
        lines.append(
            game.words.typed("looks", "place", ", ".join(to_type(game, each) for each in view["drawn"]))
        )
    lines.append(said("looks", "deck.count", sum(view["deck"].values())))
    for number, score in enumerate(view["scores"] or ()):
        key = "seat.score" if len(score) == 1 else "seat.scores"  # with two players each has two companies
        lines.append(f"  {said('looks', key, number, *score)}")
    return lines
