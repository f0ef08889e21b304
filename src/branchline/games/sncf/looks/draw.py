"""A position as SVG: an old railway poster with the map, the value track along two edges and a panel.

No two names meet, whatever the font. Colour is never alone: a railroad has its letter, a city its value.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from branchline.core import svg
from branchline.core.bits import bits
from branchline.core.game import Json, winners
from branchline.core.svg import BADGE, COLOURS, INK, MUTED, PANEL, SIGNAL, Box, around, escape, tag, text
from branchline.core.words import Words
from branchline.games.sncf.looks.text import LETTER
from branchline.games.sncf.rules.tables import VALUES

if TYPE_CHECKING:
    from branchline.games.sncf.looks import Looks
    from branchline.games.sncf.rules.game import Sncf

LAND, SEA, ABROAD, HAIR, COAST, SUBURB = "#f5ebd3", "#bcd6df", "#e7e6dc", "#d3c4a2", "#8fa9b0", "#e9d3bd"
# cities are pale beside the railroads, so that a red city and Red's city are never mixed up
CITY = {"yellow": "#f8e29a", "purple": "#d5b8e0", "red": "#efb3a6", "blue": "#b3cfec", "white": "#ffffff"}
RADIUS = {"yellow": 11.5, "purple": 13, "red": 14.5, "blue": 16, "white": 20, "suburb": 9}
# where the sea lies, as (across, down, radius) in parts of the map: a wash, not a coast line
SEAS = {
    "france": ((0.0, 0.1, 0.75), (0.0, 0.7, 0.5), (0.5, 0.0, 0.4), (0.85, 1.02, 0.42)),
    "germany": ((0.2, 0.0, 0.5), (0.75, 0.0, 0.5), (0.0, 0.1, 0.4)),
}
SIDE = 40.0  # of a hex, and from its centre to a corner
HALF = SIDE * sqrt(3) / 2  # from its centre to an edge
ROW = SIDE * 1.5  # from one row to the next
CORNERS = ((0, -SIDE), (HALF, -SIDE / 2), (HALF, SIDE / 2), (0, SIDE), (-HALF, SIDE / 2), (-HALF, -SIDE / 2))
MARGIN, EDGE, BAND, COLUMN = 24.0, 22.0, 54.0, 352.0  # of the page; coordinates, value track, panel
BESIDE = 7.5  # how far each of two railroads in one hex keeps from the middle


class Sheet:
    """Where everything lies on the page, and whose track is where."""

    def __init__(self, game: Sncf, view: Json | None) -> None:
        self.game, self.hexes = game, game.board.data["hexes"]
        self.railroads: list[Json] = view["railroads"] if view else []
        self.holders: dict[str, list[str]] = {}
        for railroad in self.railroads:
            for id in railroad["track"]:
                self.holders.setdefault(id, []).append(railroad["id"])
        first = min(each["row"] for each in self.hexes)
        rows = max(each["row"] for each in self.hexes) - first + 1
        columns = max(each["col"] for each in self.hexes) + 1
        width, height = (2 * columns + 1) * HALF, rows * ROW + SIDE / 2
        self.left = self.top = MARGIN + EDGE
        self.width, self.height = max(480.0, width + 36), max(420.0, height + 36)
        self.right, self.bottom = self.left + self.width, self.top + self.height
        self.x = self.left + (self.width - width) / 2 + HALF
        self.y = self.top + (self.height - height) / 2 + SIDE - first * ROW
        self.at = {
            each["id"]: (self.x + (2 * each["col"] + each["row"] % 2) * HALF, self.y + each["row"] * ROW)
            for each in self.hexes
        }
        self.ends = {game.board.data["goal"]} if "goal" in game.board.data else set[str]()
        if game.germany:
            self.ends = {each["id"] for each in self.hexes if each["kind"] == "purple"}
        self.labels = name_places(self)

    def frame(self, **attributes: str | float) -> str:
        """The map's whole rectangle."""
        return tag("rect", x=self.left, y=self.top, width=self.width, height=self.height, **attributes)

    def heavy_lines(self) -> Iterator[tuple[float, float, float, float, str]]:
        """From corner to corner of the edge that two hexes share, and what lies there."""
        ids = self.game.tables.ids
        for pair, because in self.game.tables.blocked.items():
            (a, b), (c, d) = (self.at[ids[index]] for index in sorted(pair))
            x, y, across, down = (a + c) / 2, (b + d) / 2, (d - b) / sqrt(12), (a - c) / sqrt(12)
            yield x - across, y - down, x + across, y + down, because


def picture(looks: Looks, view: Json | None) -> str:
    """A position, or the bare board, as a whole SVG file that needs nothing else."""
    game = looks.game
    sheet = Sheet(game, view)
    panel = panel_of(sheet, view)
    width, height = panel.end + MARGIN, max(sheet.bottom + BAND, panel.y) + MARGIN
    parts = [
        tag("title", escape(f"{game.name}: {game.words.name(game.board.data.get('title', game.board.id))}")),
        tag("rect", width=width, height=height, fill=svg.PAPER),
        *ground_parts(sheet),
        *track_parts(sheet),
        *city_parts(sheet),
        *name_parts(sheet),
        *value_parts(sheet),
        *panel.parts,
    ]
    size = {"width": width, "height": height, "viewBox": f"0 0 {width:.1f} {height:.1f}"}
    style = {"xmlns": "http://www.w3.org/2000/svg", "font_family": svg.SANS, "fill": INK}
    return tag("svg", "\n", "\n".join(parts), "\n", **style, **size) + "\n"


# --- the ground


def outline(x: float, y: float) -> str:
    return "M" + "L".join(f"{x + across:.1f} {y + down:.1f}" for across, down in CORNERS) + "Z"


def ground_parts(sheet: Sheet) -> Iterator[str]:
    """Sea and land, hexes with their ids, heavy lines, row letters and column numbers at the border."""
    yield sheet.frame(fill=ABROAD)
    for number, (across, down, radius) in enumerate(SEAS[sheet.game.board.data["rules"]]):
        name = f"{sheet.game.board.id}-sea-{number}"  # its own, where a page shows several boards
        stops = [
            tag("stop", offset=f"{offset}", stop_color=SEA, stop_opacity=f"{opacity}")
            for offset, opacity in ((0, 1), (0.6, 0.95), (1, 0))
        ]
        x, y = sheet.left + across * sheet.width, sheet.top + down * sheet.height
        size = radius * max(sheet.width, sheet.height)
        yield tag("radialGradient", *stops, id=name, gradientUnits="userSpaceOnUse", cx=x, cy=y, r=size)
        yield sheet.frame(fill=f"url(#{name})")
    land = "".join(outline(*place) for place in sheet.at.values())
    for wide, opacity in ((22, "0.18"), (12, "0.25"), (4, "1")):
        yield tag("path", d=land, fill="none", stroke=COAST, stroke_width=wide, stroke_opacity=opacity)
    yield tag("path", d=land, fill=LAND, stroke=HAIR, stroke_width=0.8)
    for each in sheet.hexes:
        x, y = sheet.at[each["id"]]
        if each["kind"] in ("suburb", "paris"):
            fill = INK if each["kind"] == "paris" else SUBURB
            yield tag("path", d=outline(x, y), fill=fill, stroke=HAIR, stroke_width=0.8)
        elif each["kind"] == "rural":
            yield text(each["id"], x, y + 32, 7.5, "middle", fill="#94855f")
    for x1, y1, x2, y2, because in sheet.heavy_lines():
        yield heavy_line(x1, y1, x2, y2, sheet.game.words.name(because))
    yield sheet.frame(fill="none", stroke=INK, stroke_width=2)
    for column in sorted({each["col"] for each in sheet.hexes}):
        x = sheet.x + (2 * column + 0.5) * HALF
        yield text(f"{column + 1}", x, sheet.top - 7, 11, "middle", bold=True, fill=MUTED)
    for row in sorted({each["row"] for each in sheet.hexes}):
        y = sheet.y + row * ROW + 4
        yield text(chr(97 + row), sheet.left - 12, y, 12, "middle", bold=True, fill=MUTED)


def heavy_line(x1: float, y1: float, x2: float, y2: float, because: str = "") -> str:
    place = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke_width": 7}
    return tag("line", tag("title", escape(because)), **place, stroke=INK, stroke_linecap="round")


# --- track and cities


def network(game: Sncf, track: list[str]) -> list[tuple[str, str]]:
    """Pairs of neighbours that join a railroad's hexes without a ring, so that it reads as a line."""
    tables = game.tables
    hexes = sorted((tables.index[id] for id in track), key=lambda i: (not tables.suburbs >> i & 1, i))
    seen: set[int] = set()
    found = []
    for start in hexes:
        front = [] if start in seen else [start]
        seen.add(start)
        for index in front:  # grows while it is walked: the nearest hexes come first
            for other in bits(tables.neighbours[index]):
                if other in hexes and other not in seen:
                    seen.add(other)
                    front.append(other)
                    found.append((tables.ids[index], tables.ids[other]))
    return found


def track_parts(sheet: Sheet) -> Iterator[str]:
    """Each railroad as segments from centre to centre, with its letter at the ends in open country."""

    def place(id: str, colour: str) -> tuple[float, float]:
        (x, y), both = sheet.at[id], sheet.holders[id]
        return (x, y) if len(both) == 1 else (x, y + (BESIDE if both.index(colour) else -BESIDE))

    badges: list[str] = []
    for railroad in sheet.railroads:
        colour, pairs = railroad["id"], network(sheet.game, railroad["track"])
        path = ""
        for one, other in pairs:
            (x1, y1), (x2, y2) = place(one, colour), place(other, colour)
            path += f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
        if path:
            style = {"d": path, "fill": "none", "stroke_linecap": "round"}
            yield tag("path", **style, stroke=PANEL, stroke_width=10)
            yield tag("path", **style, stroke=COLOURS[colour], stroke_width=7, class_=f"track {colour}")
        for id in railroad["track"]:
            rural = sheet.game.tables.rural >> sheet.game.tables.index[id] & 1
            if rural and sum(id in pair for pair in pairs) < 2:
                badges.append(letter(colour, *place(id, colour)))
    yield from badges


def letter(colour: str, x: float, y: float, half: float = BADGE) -> str:
    return svg.badge(LETTER[colour], colour, x, y, half)


def city_parts(sheet: Sheet) -> Iterator[str]:
    """Discs with values, stations and Paris; a city with track shows whose by its ring and a letter."""
    for each in sheet.hexes:
        id, kind, (x, y) = each["id"], each["kind"], sheet.at[each["id"]]
        holder = sheet.holders[id][0] if id in sheet.holders else None
        if kind == "paris":
            name = each.get("name", "").upper()
            yield text(name, x, y + 5, 15, "middle", room=2 * HALF - 12, bold=True, fill=PANEL)
        elif kind == "suburb":
            yield station(x, y) + (letter(holder, x, y, 8) if holder else "")
        elif kind != "rural":
            yield disc(kind, x, y, holder, id in sheet.ends)
            if holder:
                yield letter(holder, *sheet.labels[id].badge)


def station(x: float, y: float) -> str:
    return tag("rect", x=x - 9, y=y - 9, width=18, height=18, rx=2, fill=PANEL, stroke=INK, stroke_width=2)


def disc(kind: str, x: float, y: float, holder: str | None, ends: bool) -> str:
    """A city; a second ring in signal red marks one whose track is missing for the end of the game."""
    radius, place = RADIUS[kind], {"cx": x, "cy": y}
    wide, ring = (4.5, COLOURS[holder]) if holder else (3 if kind == "white" else 1.5, INK)
    parts = [tag("circle", **place, r=radius - wide / 4, fill=CITY[kind], stroke=ring, stroke_width=wide)]
    if ends and not holder:
        parts.insert(0, tag("circle", **place, r=radius + 3.5, fill=PANEL, stroke=SIGNAL, stroke_width=2.5))
    parts.append(text(f"{VALUES[kind]}", x, y + radius * 0.38, radius * 1.05, "middle", bold=True))
    return "".join(parts)


# --- names


def name_places(sheet: Sheet) -> dict[str, svg.Label]:
    """Names keep off discs, letters, ids and each other, and off heavy lines where they can."""
    sides = (sheet.left - EDGE, sheet.right)
    fixed = [Box(side, sheet.top, side + EDGE, sheet.bottom) for side in sides]
    spots, soft = {}, []
    for each in sheet.hexes:
        id, (x, y) = each["id"], sheet.at[each["id"]]
        if each["kind"] == "paris":
            fixed.append(around(x, y, HALF, SIDE / 2))
        elif each["kind"] == "rural":
            fixed += [around(x, y, 10, BESIDE + BADGE), around(x, y + 29, 9, 4)]
        else:
            radius = RADIUS[each["kind"]] + (4.5 if id in sheet.ends else 0)
            fixed.append(around(x, y, radius + 2, radius + 2))
            spots[id] = svg.Spot(each.get("name", id), x, y, radius)
    for x1, y1, x2, y2, _ in sheet.heavy_lines():
        soft += [around(x1 + (x2 - x1) * n / 6, y1 + (y2 - y1) * n / 6, 4, 4) for n in range(7)]
    return svg.place_names(spots, 2 * HALF - 6, fixed, soft)


def name_parts(sheet: Sheet) -> Iterator[str]:
    for id, label in sheet.labels.items():
        about = f"{sheet.game.tables.names.get(id, id)} ({id})"
        yield label.svg(about, stroke=LAND, stroke_width=2.5, stroke_linejoin="round", paint_order="stroke")


# --- the value track


def cells(sheet: Sheet) -> list[Box]:
    """The value track from 0 at the lower left along the lower edge, then up the right one.

    Its last cell is the most that a share could ever be worth on this board.
    """
    last = sheet.game.tables.top
    below = round(last * sheet.width / (sheet.width + sheet.height))
    left, right, bottom = sheet.left, sheet.right, sheet.bottom
    wide, high = sheet.width / max(1, below), sheet.height / max(1, last - below)
    found = [Box(left + wide * n, bottom, left + wide * (n + 1), bottom + BAND) for n in range(below)]
    found.append(Box(right, bottom, right + BAND, bottom + BAND))
    for n in range(last - below):
        found.append(Box(right, bottom - high * (n + 1), right + BAND, bottom - high * n))
    return found


def value_parts(sheet: Sheet) -> Iterator[str]:
    """The cells, and in them each railroad's marker; six find room in one cell."""
    track = cells(sheet)
    for value, box in enumerate(track):
        place = {"x": box.left, "y": box.top, "width": box.right - box.left, "height": box.bottom - box.top}
        yield tag("rect", **place, fill=PANEL if value % 5 else HAIR, stroke=INK, stroke_width=0.7)
    for value, box in enumerate(track):
        (x, y), upright = box.middle(), box.left >= sheet.right
        if value % 5 == 0 or min(box.right - box.left, box.bottom - box.top) > 14:
            where = (box.right - 9, y + 3) if upright else (x, box.bottom - 4)
            yield text(f"{value}", *where, 9, "middle", room=14, fill=MUTED if value % 5 else INK)
        here = [each["id"] for each in sheet.railroads if each["value"] == value]
        half = 6 if len(here) > 2 else 8
        for number, colour in enumerate(here):
            deep, aside = divmod(number, 2) if len(here) > 2 else (number, 0.5)
            out, along = 3 + half * (1 + 2 * deep), (aside - 0.5) * 2 * half
            where = (box.left + out, y + along) if upright else (x + along, box.top + out)
            yield letter(colour, *where, half)


# --- the panel


def panel_of(sheet: Sheet, view: Json | None) -> svg.Panel:
    """Title, whose turn it is, boxes, seats and the legend."""
    data, words = sheet.game.board.data, sheet.game.words
    panel = svg.Panel(sheet.right + BAND + MARGIN, MARGIN, COLUMN)
    panel.title(sheet.game.name, words.name(data.get("title", "")), words.name(data.get("note", "")))
    if view:
        panel.heading(words.sentence("looks", "now"))
        panel.lines(status(sheet.game, view), 14, bold=True, fill=SIGNAL)
        panel.heading(words.sentence("looks", "railroads"), words.sentence("looks", "railroads.columns"))
        for railroad in view["railroads"]:
            railroad_row(words, panel, railroad)
        limit = words.sentence("ui", "limit", view["limit"], view["penalty"])
        panel.heading(words.sentence("looks", "picture.seats"), limit)
        best = winners([tuple(score) for score in view["scores"]]) if view["scores"] else []
        for number in range(view["players"]):
            seat_row(words, panel, view, number, number in best)
    legend(panel, sheet)
    return panel


def status(game: Sncf, view: Json) -> str:
    """Whose turn it is, or why there is none."""
    if view["ended"]:
        return game.words.event(("ends", f"end.{view['ended']}"))
    if view["to_move"] < 0:
        return game.words.sentence("looks", f"set-up.{view['phase']}")
    seat, build = view["to_move"], view["build"]
    if build:
        return game.words.sentence("looks", "to-move.building", seat, build["railroad"], build["left"])
    return game.words.sentence("looks", "to-move", seat)


def railroad_row(words: Words, panel: svg.Panel, railroad: Json) -> None:
    colour, box, y = railroad["id"], railroad["box"], panel.y + 12
    panel.parts += [
        letter(colour, panel.x + 10, y, 9),
        text(words.name(colour), panel.x + 28, y + 5, 14),
        text(f"{railroad['value']}", panel.x + 128, y + 5, 16, "end", bold=True),
        text("?" if box is None else f"{box}", panel.end, y + 5, 14, "end"),
    ]
    for number in range(box or 0):
        x, down = panel.end - 168 + 8 * (number % 16), 8 * (number // 16)
        panel.parts.append(tag("rect", x=x, y=y - 7 + down, width=6, height=6, fill=COLOURS[colour]))
    panel.y += 25


def seat_row(words: Words, panel: svg.Panel, view: Json, number: int, wins: bool) -> None:
    """Who, how many shares, and what the viewer may know of them."""
    seat, y = view["seats"][number], panel.y
    said = partial(words.sentence, "looks")
    notes = {"you": view["seat"] == number, "locomotive": view["locomotive"] == number, "winner": wins}
    who = " · ".join([said("seat", number), *(said(note) for note, holds in notes.items() if holds)])
    shares = said("some-shares", seat["shares"]) + (f", −{seat['penalty']}" if seat["penalty"] else "")
    held, sign = (seat["tally"], "+d") if seat["hand"] is None else (seat["hand"], "d")
    lit = wins or view["to_move"] == number
    panel.strip(who, shares, lit, seat["penalty"] > 0, 26 if held is None else 50)
    known = [(colour, count) for colour, count in (held or {}).items() if count]
    for place, (colour, count) in enumerate(known):
        x = panel.x + 22 + 40 * place
        panel.parts.append(letter(colour, x, y + 36, 7.5))
        panel.parts.append(text(f"{count:{sign}}".replace("-", "−"), x + 10, y + 41, 13))
    if seat["points"] is not None:
        panel.parts.append(
            text(said("points", seat["points"]), panel.end - 10, y + 41, 13, "end", room=84, bold=True)
        )


def legend(panel: svg.Panel, sheet: Sheet) -> None:
    """What the signs mean, as far as this board has them."""
    tables = sheet.game.tables
    panel.heading(sheet.game.words.sentence("looks", "legend"))
    for number, kind in enumerate(kind for kind in VALUES if tables.kinds[kind]):
        panel.parts.append(disc(kind, panel.x + 20 + 54 * number, panel.y + 22, None, False))
    panel.y += 46
    said = sheet.game.words.sentence
    panel.lines(said("ui", "sign.city"), 12, fill=MUTED)
    panel.y += 8
    ending = next((each for each in sheet.hexes if each["id"] in sheet.ends), None)
    if ending:
        why = said("ui", "sign.purple" if sheet.game.germany else "sign.goal", "end.goal")
        panel.sign(lambda x, y: disc(ending["kind"], x, y, None, True), why)
    if tables.blocked:
        panel.sign(lambda x, y: heavy_line(x - 14, y, x + 14, y), said("ui", "sign.heavy-line"))
    if tables.suburbs:
        panel.sign(station, said("ui", "sign.suburb"))
    panel.y += 6
    panel.lines(said("looks", "typed"), 12, fill=MUTED)
