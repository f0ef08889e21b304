"""A position as SVG: a table top from above, strings as strings, stations as square cards, and a panel.

Colour is never alone: a company has its letter, a station its icon and its name where a pointer rests.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING

from branchline.core import svg
from branchline.core.game import Json, winners
from branchline.core.svg import COLOURS, INK, MUTED, PANEL, SIGNAL, badge, escape, tag, text
from branchline.games.string_railway.looks.view import station
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.setup import standard
from branchline.games.string_railway.rules.state import COMPANIES
from branchline.games.string_railway.rules.tables import STATIONS

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks

FELT, FIELD, EDGE, SHADE, WATER, STONE, CARD = (
    "#3f4a3c", "#efe6cf", "#1c1c1c", "#d8cfb8", "#7fb8d8", "#8d8a84", "#fffdf7"
)  # fmt: skip
SCALE = 0.011  # a unit of 0.001 cm on the page
MARGIN, RIM, COLUMN = 24.0, 28.0, 320.0
WIDE = 3.9  # of a string, 0.35 cm
HALF = 27.5  # of a card, from its middle to its side
# icons in a box from -10 to 10, filled with ink
ICONS = {
    "home": "M-9 1L0 -8L9 1H6V8H-6V1Z",
    "town": "M-9 8V-2H-4V-8H3V-4H9V8Z",
    "central": "M0 -9L2.6 -3L9 -2.6L4 1.6L5.6 8L0 4.4L-5.6 8L-4 1.6L-9 -2.6L-2.6 -3Z",
    "transfer": "M-9 -5H3V-8L9 -3.5L3 1V-2H-9ZM9 5H-3V2L-9 6L-3 9V7H9Z",
    "local": "M0 -7A7 7 0 1 0 0.1 -7ZM0 -3A3 3 0 1 1 -0.1 -3Z",
    "junction": "M-2 -9H2V-2H9V2H2V9H-2V2H-9V-2H-2Z",
    "suburban": "M-9 8V1L-4.5 -4L0 1V8ZM1.5 8V1L5.5 -3.5L9.5 1V8Z",
    "terminal": "M-9 -2H3V-8H8V8H3V2H-9Z",
    "countryside": "M0 -9L7 2H2V8H-2V2H-7Z",
    "landmark": "M-10 8L-2 -8L2 0L4 -4L10 8Z",
}


class Sheet:
    """Where the table lies on the page; y goes up on the table and down on the page."""

    def __init__(self, field: list[list[int]]) -> None:
        xs, ys = [x for x, _ in field], [y for _, y in field]
        self.left, self.top = min(xs), max(ys)
        self.width, self.height = SCALE * (max(xs) - self.left), SCALE * (self.top - min(ys))
        self.right, self.bottom = MARGIN + 2 * RIM + self.width, MARGIN + 2 * RIM + self.height

    def at(self, x: float, y: float) -> tuple[float, float]:
        return MARGIN + RIM + SCALE * (x - self.left), MARGIN + RIM + SCALE * (self.top - y)

    def path(self, points: list[list[int]], closed: bool = False) -> str:
        places = [self.at(x, y) for x, y in points]
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places) + ("Z" if closed else "")


def picture(looks: Looks, view: Json | None) -> str:
    """A position, or the bare table with the stations of the deck, as a whole SVG file."""
    game = looks.game
    field = view["field"] if view and view["field"] else None
    if field is None:
        measures = game.positions.measures(tuple(0 for _ in game.options))
        field = [list(point) for point in standard(measures, 4)]
    sheet = Sheet(field)
    panel = panel_of(game, sheet, view)
    width, height = panel.end + MARGIN, max(sheet.bottom, panel.y) + MARGIN
    parts = [
        tag(
            "title", escape(f"{game.name}: {game.words.printed(game.board.data.get('title', game.board.id))}")
        ),
        tag("rect", width=width, height=height, fill=svg.PAPER),
        *ground_parts(game, sheet, field, view),
        *(card_parts(game, sheet, view) if view else deck_parts(game, sheet)),
        *(string_parts(game, sheet, view) if view else ()),
        *panel.parts,
    ]
    size: dict[str, str | float] = {
        "width": width,
        "height": height,
        "viewBox": f"0 0 {width:.1f} {height:.1f}",
    }
    style = {"xmlns": "http://www.w3.org/2000/svg", "font_family": svg.SANS, "fill": INK}
    return tag("svg", "\n", "\n".join(parts), "\n", **style, **size) + "\n"


# --- the table


def ground_parts(
    game: StringRailway, sheet: Sheet, field: list[list[int]], view: Json | None
) -> Iterator[str]:
    """Felt, the field with its string and marks, the mountain shaded inside, the river."""
    wide, high = sheet.right - MARGIN, sheet.bottom - MARGIN
    yield tag("rect", x=MARGIN, y=MARGIN, width=wide, height=high, rx=14, fill=FELT)
    yield tag("path", d=sheet.path(field, True), fill=FIELD)
    if view and view["mountain"]:
        outline = sheet.path(view["mountain"], True)
        yield tag("path", d=outline, fill=SHADE)
        yield from string(outline, STONE, game.words.name("mountain"))
    if view and view["river"]:
        yield from string(sheet.path(view["river"]), WATER, game.words.name("river"))
    yield from string(sheet.path(field, True), EDGE, game.words.sentence("looks", "field"))
    for x, y in view["marks"] if view else field:
        across, down = sheet.at(x, y)
        yield tag("circle", cx=across, cy=down, r=4, fill=PANEL, stroke=EDGE, stroke_width=1.5)


def string(path: str, colour: str, about: str) -> Iterator[str]:
    """A string: a small shadow, a dark casing, the colour, and a twist in it."""
    style = {"d": path, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    shadow = {**style, "transform": "translate(1.2 1.8)"}
    yield tag("path", **shadow, stroke="#000000", stroke_opacity="0.25", stroke_width=WIDE + 1.5)
    yield tag("path", **style, stroke=INK, stroke_width=WIDE + 1.8)
    yield tag("path", tag("title", escape(about)), **style, stroke=colour, stroke_width=WIDE)
    twist = {**style, "stroke_linecap": "butt", "stroke_dasharray": "2 4"}
    yield tag("path", **twist, stroke="#ffffff", stroke_opacity="0.45", stroke_width=1.4)


def string_parts(game: StringRailway, sheet: Sheet, view: Json) -> Iterator[str]:
    """The railways in the order in which they were laid, each with its letter at both ends."""
    for each in view["strings"]:
        yield from string(sheet.path(each["points"]), COLOURS[each["company"]], game.words.name(each["id"]))
    for each in view["strings"]:
        for x, y in (each["points"][0], each["points"][-1]):
            yield badge(each["company"][0].upper(), each["company"], *sheet.at(x, y), 5)


# --- cards


def card(game: StringRailway, kind: str, x: float, y: float, turn: float, tile: Json) -> str:
    """A station: icon in the middle, points at the upper left, the limit at the lower right."""
    about = game.words.name(tile["id"])
    if tile["owner"] and kind != "home":
        about = game.words.sentence("looks", "owned", about, tile["owner"])
    owner = COLOURS[tile["owner"]] if tile["owner"] else INK
    then = tile["inside"] or tile["others"]
    worth = f"{tile['points']}" if tile["points"] == then else f"{tile['points']}/{then}"
    limit = f"≤{tile['limit']}" if tile["limit"] else game.words.sentence("looks", "limit.all")
    parts = [
        tag("title", escape(about)),
        tag(
            "rect",
            x=-HALF,
            y=-HALF,
            width=2 * HALF,
            height=2 * HALF,
            rx=4,
            fill=CARD,
            stroke=owner,
            stroke_width=4 if tile["owner"] else 1.4,
        ),
        tag("path", d=ICONS[kind], fill=owner, transform="translate(0 1)", fill_rule="evenodd"),
        text(worth, -HALF + 5, -HALF + 14, 12, bold=True),
        text(limit, HALF - 5, HALF - 6, 10, "end", fill=MUTED),
        text(tile["id"].removeprefix(kind).lstrip("-")[:1].upper(), -HALF + 5, HALF - 6, 10, fill=MUTED),
    ]
    for number, company in enumerate(tile["present"]):
        parts.append(
            tag("circle", cx=HALF - 6 - 7 * number, cy=-HALF + 7, r=3, fill=COLOURS[company], stroke=INK)
        )
    return tag("g", *parts, transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})")


def turned(tile: Json) -> float:
    """How a card is turned on the page, at most an eighth either way so that it can be read."""
    x, y = tile["corners"][0]
    turn = -(math.degrees(math.atan2(y - tile["y"], x - tile["x"])) - 45) % 90
    return turn - 90 if turn > 45 else turn


def card_parts(game: StringRailway, sheet: Sheet, view: Json) -> Iterator[str]:
    for tile in view["tiles"]:
        x, y = sheet.at(tile["x"], tile["y"])
        half = SCALE * math.dist(tile["corners"][0], tile["corners"][1]) / 2
        drawn = card(game, tile["kind"], x, y, turned(tile), tile)
        if abs(half - HALF) > 1:  # a board of its own may have other tiles
            zoom = half / HALF
            about = f"translate({x:.1f} {y:.1f}) scale({zoom:.3f}) translate({-x:.1f} {-y:.1f})"
            drawn = tag("g", drawn, transform=about)
        yield drawn


def deck_parts(game: StringRailway, sheet: Sheet) -> Iterator[str]:
    """The bare table: one card of each station, with its name and how many there are."""
    for number, kind in enumerate(STATIONS):
        row, column = divmod(number, 4)
        x, y = MARGIN + RIM + 130 + column * 205, MARGIN + RIM + 180 + row * 210
        tile = station(number) | {"id": kind, "owner": None, "present": []}
        count = game.deck[number] or len(COMPANIES)
        yield tag("g", card(game, kind, 0, 0, 0, tile), transform=f"translate({x:.1f} {y:.1f}) scale(2)")
        yield text(f"{count} × {game.words.name(kind)}", x, y + 78, 16, "middle", bold=True)


# --- the panel


def panel_of(game: StringRailway, sheet: Sheet, view: Json | None) -> svg.Panel:
    """Title, whose turn it is, the companies, and what is drawn and left in the deck."""
    data, words, said = game.board.data, game.words, game.words.sentence
    panel = svg.Panel(sheet.right + MARGIN, MARGIN, COLUMN)
    panel.title(game.name, *(words.printed(data.get(each, "")) for each in ("title", "note")))
    if view is None:
        return panel
    best = winners([tuple(score) for score in view["scores"]]) if view["scores"] else []
    left = said("looks", "cards.left", sum(view["deck"].values()))
    panel.heading(said("looks", "companies"), left)
    for each in view["companies"]:
        acts = view["company"] == each["id"] and view["to_move"] == each["seat"]
        won = each["seat"] in best
        high = 46
        top = panel.y
        who = said("looks", "seat.you" if view["seat"] == each["seat"] else "seat", each["seat"])
        panel.strip(who, said("looks", "points", each["score"]), acts or won, high=high)
        panel.parts.append(badge(each["id"][0].upper(), each["id"], panel.x + 22, top + 32))
        left = said("looks", "strings.left", each["id"], each["short"], each["long"])
        panel.parts.append(text(left, panel.x + 36, top + 36, 12, room=COLUMN - 50, fill=MUTED))
    panel.lines(status(game, view, best), 14, bold=True, fill=INK if best else SIGNAL)
    if view["drawn"]:
        panel.lines(said("looks", "place", view["drawn"]), 13)
    return panel


def status(game: StringRailway, view: Json, best: list[int]) -> str:
    """Whose turn it is and what for, or who has won."""
    said = game.words.sentence
    if best:
        seats = [said("looks", "seat", seat) for seat in best]
        return said("looks", "won", reduce(lambda before, each: said("looks", "and", before, each), seats))
    if view["to_move"] < 0:
        return said("looks", "chance")
    who = said("looks", "who" if view["company"] else "seat", view["to_move"], view["company"])
    return said("looks", f"task.{view['step']}", who)
