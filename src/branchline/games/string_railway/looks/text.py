"""A view as text for the terminal: the table in characters, the stations, then companies and seats.

Colour is never alone: a string is its company's small letter, a station its own two signs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.core.words import plural
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.tables import LIMITS, OTHERS_POINTS, OWN_POINTS, STATIONS

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks

WIDE, HIGH = 66, 34  # characters; one is twice as high as wide
MARGIN = 7  # for the scale at the left
TICK = 10_000  # units between two numbers of the scale
LETTER = {"red": "r", "blue": "b", "yellow": "y", "green": "g", "purple": "p"}
INK = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green", "purple": "magenta"}
SIGN = {
    "home": "H", "town": "W", "central": "C", "transfer": "X", "local": "L", "junction": "J",
    "suburban": "S", "terminal": "T", "countryside": "Y", "landmark": "M",
}  # fmt: skip


def text(looks: Looks, view: Json | None) -> str:
    if view is None:
        return "\n".join(station_list(looks.game))
    lines = table_lines(view) if view["field"] else ["The field is not laid yet."]
    return "\n".join([*lines, "", *tile_lines(view), "", *company_lines(view)])


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
    lines = ["Station        tiles   points   others   companies"]
    for kind, station in enumerate(STATIONS):
        count = game.deck[kind] or 5
        own, others = OWN_POINTS[kind], OTHERS_POINTS[kind]
        limit = LIMITS[kind] if LIMITS[kind] < 99 else "all"
        lines.append(f"{SIGN[station]}  {station:<12}{count:>4}{own:>9}{others:>9}{limit:>10}")
    measures = game.board.data["measures"]
    sizes = ", ".join(f"{name} {measures[name] / 1000:g}" for name in ("loop", "river", "mountain", "tile"))
    return [
        *lines,
        f"Strings of {measures['short'] / 1000:g} and {measures['long'] / 1000:g} cm; {sizes} cm.",
    ]


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
            "[dim]Numbers are thousandths of a centimetre: 10000 is 10 cm.[/]",
        ]


def _up(number: float) -> int:
    """The next number of the scale."""
    return -int(-number // TICK) * TICK


def table_lines(view: Json) -> list[str]:
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
        ink = f"bold black on {INK[tile['owner']]}" if tile["owner"] else "bold black on white"
        sheet.write(tile["x"], tile["y"], label(tile), ink)
    return sheet.lines()


def label(tile: Json) -> str:
    """A station in two or three signs: HR is Red's home, L3 local3."""
    number = str(tile["id"]).removeprefix(tile["kind"])
    return SIGN[tile["kind"]] + (number[1].upper() if tile["kind"] == "home" else number)


def tile_lines(view: Json) -> list[str]:
    if not view["tiles"]:
        return []
    lines = [
        f"    {'Station':<13} {'Points':>6}  {'Companies':<10}Place",
        "[dim]    Points: its owner's/others'. Companies: there/most. ^: on the mountain.[/]",
    ]
    for tile in view["tiles"]:
        worth = (
            str(tile["points"]) if tile["points"] == tile["others"] else f"{tile['points']}/{tile['others']}"
        )
        if tile["kind"] == "junction":
            worth = "1 each"
        limit = f"{len(tile['present'])}/{tile['limit']}" if tile["limit"] else f"{len(tile['present'])}"
        here = "".join(LETTER[company] for company in tile["present"])
        owner = f", {tile['owner']}'s" if tile["owner"] else ""
        high = " ^" if tile["mountain"] else ""
        lines.append(
            f"{label(tile):>3} {tile['id']:<13} {worth:>6}  {limit:<4}{here:<6}"
            f"{tile['x']},{tile['y']}{high}{owner}"
        )
    return lines


def company_lines(view: Json) -> list[str]:
    lines = []
    for company in view["companies"]:
        turn = view["company"] == company["id"] and view["to_move"] == company["seat"]
        mark = "▶" if turn else " "
        you = " (you)" if view["seat"] == company["seat"] else ""
        colour = company["id"]
        lines.append(
            f"{mark} [{INK[colour]}]{LETTER[colour]} {colour.capitalize():<7}[/] "
            f"seat {company['seat'] + 1}{you}: "
            f"{plural(company['score'], '# point', '# points')}, "
            f"{company['short']} short and {company['long']} long left"
        )
    if view["drawn"]:
        lines.append(f"To place: {', '.join(view['drawn'])}")
    lines.append(f"In the deck: {sum(view['deck'].values())}")
    if view["scores"]:
        for number, score in enumerate(view["scores"]):
            points = plural(score[-1], "# point", "# points")
            lines.append(f"  Seat {number + 1}: {' and '.join([*map(str, score[:-1]), points])}")
    return lines
