"""A position as SVG: a folded city map with river, streets, bridges and racers; the wheel is in wheel.py.

Colour is never alone: flags and racers carry letters, overpasses and bridges have shapes of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, hypot, sin
from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.core.svg import INK, PANEL, PAPER, SANS, escape, tag
from branchline.games.bridgetown.looks.labels import SIZE, box_of, place_names
from branchline.games.bridgetown.looks.tokens import flag_part, lettering, pawn
from branchline.games.bridgetown.looks.wheel import panel_parts, wheel_parts
from branchline.games.bridgetown.rules.board_file import letter_of

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks
    from branchline.games.bridgetown.rules.game import Bridgetown

LAND, FOLD, PARK, AREA = "#f4eedd", "#e3d9bf", "#d5e3c0", "#b9ab8a"
HALO = {"stroke_width": "3", "stroke_linejoin": "round", "paint_order": "stroke"}
WATER, SHORE, BARGE, BOAT = "#b5d6e4", "#8fb9cc", "#8a6a4a", "#b4432f"
STREET, KERB, DECK, RAILS = "#ffffff", "#b8b1a2", "#f2c14e", "#2767d1"
STEEL, BEAD = "#59636f", "#fffdf7"

MARGIN, COLUMN = 24.0, 380.0
Point = tuple[float, float]


class Sheet:
    """Where everything of one board lies."""

    def __init__(self, game: Bridgetown) -> None:
        name, nodes = game.words.name, game.board.data["nodes"]
        self.game = game
        self.data = game.board.data | {"nodes": [node | {"name": name(node["id"])} for node in nodes]}
        self.width, self.height = map(float, self.data["canvas"])
        self.nodes = {node["id"]: node for node in self.data["nodes"]}
        self.hex = {mode["color"]: mode["hex"] for mode in self.data["modes"]}

    def at(self, id: str) -> Point:
        return float(self.nodes[id]["x"]), float(self.nodes[id]["y"])


def picture(looks: Looks, view: Json | None) -> str:
    """A position, or the bare board, as a whole SVG file that needs nothing else."""
    game, sheet = looks.game, Sheet(looks.game)
    panel, bottom = panel_parts(game, view, sheet.width + 2 * MARGIN, MARGIN, COLUMN)
    width = sheet.width + COLUMN + 3 * MARGIN
    height = max(sheet.height + 2 * MARGIN, bottom + MARGIN)
    clip = f"{game.board.id}-map"  # so that several pictures on one page keep their own
    frame = {"width": sheet.width, "height": sheet.height, "rx": 6}
    city = [
        tag("clipPath", tag("rect", **frame), id=clip),
        tag(
            "g",
            *(f"\n{part}" for part in (*ground_parts(sheet, view), *street_parts(sheet))),
            clip_path=f"url(#{clip})",
        ),
        *space_parts(sheet),
        *name_parts(sheet),
        *flag_parts(sheet, view),
        *wheel_parts(game, view),
        *racer_parts(sheet, view),
        tag("rect", **frame, fill="none", stroke=INK, stroke_width=2),
    ]
    return tag(
        "svg",
        tag("title", escape(f"{game.name}: {game.words.name(game.board.data.get('title', game.board.id))}")),
        tag("rect", width=width, height=height, fill=PAPER),
        tag("g", *(f"\n{part}" for part in city), transform=f"translate({MARGIN:.0f} {MARGIN:.0f})"),
        *panel,
        "\n",
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width:.1f} {height:.1f}",
        font_family=SANS,
        fill=INK,
    )


# --- the ground


def smooth(points: list[Point]) -> str:
    """A path that runs through all points without a corner."""
    found = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for number in range(len(points) - 1):
        before, a = points[max(0, number - 1)], points[number]
        b, after = points[number + 1], points[min(len(points) - 1, number + 2)]
        one = a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6
        two = b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6
        found += f"C{one[0]:.1f} {one[1]:.1f} {two[0]:.1f} {two[1]:.1f} {b[0]:.1f} {b[1]:.1f}"
    return found


def ground_parts(sheet: Sheet, view: Json | None) -> Iterator[str]:
    """Land with the folds of the map, parks, the river with its barges, and faint names of quarters."""
    yield tag("rect", width=sheet.width, height=sheet.height, fill=LAND)
    for part in (1, 2, 3):
        x, y = sheet.width * part / 4, sheet.height * part / 4
        for line in (f"M{x:.0f} 0V{sheet.height:.0f}", f"M0 {y:.0f}H{sheet.width:.0f}"):
            yield tag("path", d=line, stroke=FOLD, stroke_width=3)
            yield tag("path", d=line, stroke=PANEL, stroke_width=1, transform="translate(2 2)")
    decor = sheet.data.get("decor", [])
    for each in decor:
        if each["type"] == "park":
            points = " ".join(f"{x},{y}" for x, y in each["points"])
            yield tag(
                "polygon", points=points, fill=PARK, stroke=PARK, stroke_width=6, stroke_linejoin="round"
            )
    river = smooth([(x, y) for x, y in sheet.data["river"]["center"]])
    wide = float(sheet.data["river"]["width"])
    style = {"d": river, "fill": "none", "stroke_linecap": "round"}
    yield tag("path", **style, stroke=SHORE, stroke_width=wide + 6)
    yield tag("path", **style, stroke=WATER, stroke_width=wide)
    for dash, aside in (("60 90", wide * 0.55), ("40 130", wide * 0.2)):
        yield tag(
            "path",
            **style,
            stroke=SHORE,
            stroke_width=1,
            stroke_dasharray=dash,
            transform=f"translate({aside - 30:.0f} 0)",
        )
    for each in decor:
        if each["type"] == "island":
            turn = f"rotate({each.get('rot', 0)} {each['cx']} {each['cy']})"
            place = {"cx": each["cx"], "cy": each["cy"], "rx": each["rx"], "ry": each["ry"]}
            yield tag("ellipse", **place, fill=PARK, stroke=SHORE, stroke_width=2, transform=turn)
    for barge in sheet.data["barges"]:
        yield barge_part(sheet, barge, bool(view and view["round"] == barge["round"]))
    for area in sheet.data.get("areas", []):
        turn = f"rotate({area.get('rot', 0)} {area['x']} {area['y']})"
        style = {"text_anchor": "middle", "fill": AREA, "font_style": "italic", "transform": turn}
        yield tag("text", escape(area["name"]), x=area["x"], y=area["y"], font_size=12, **style)


def barge_part(sheet: Sheet, barge: Json, here: bool) -> str:
    """A barge with its number; the boat lies at the one of this round (round.boat)."""
    x, y = float(barge["x"]), float(barge["y"])
    hull = f"M{x - 24} {y - 9}H{x + 24}L{x + 17} {y + 10}H{x - 17}Z"
    number = lettering(str(barge["round"]), x, y + 6, 14, PANEL)
    parts = [tag("path", d=hull, fill=BARGE, stroke=INK, stroke_width=1), number]
    if here:
        sail = f"M{x + 2} {y - 12}V{y - 40}L{x + 22} {y - 16}ZM{x - 2} {y - 12}V{y - 34}L{x - 16} {y - 16}Z"
        parts.insert(0, tag("path", d=sail, fill=BOAT, stroke=PANEL, stroke_width="1.5"))
    about = sheet.game.words.sentence("looks", "round", barge["round"])
    return tag("g", tag("title", escape(about)), *parts)


# --- streets, rails, bridges


def street_parts(sheet: Sheet) -> Iterator[str]:
    """Lower streets first, then what leads over them, so that one band is seen to lie on another."""
    edges = [edge for edge in sheet.data["edges"] if edge["kind"] in ("road", "bridge")]
    upper = {each["upper"] for each in sheet.data["overpasses"]}
    over = [edge for edge in edges if {edge["a"], edge["b"]} & upper]
    flat = [edge for edge in edges if edge not in over]
    for edge in sheet.data["edges"]:
        if edge["kind"] == "start":
            yield arrow(sheet, edge)
    for level, kerb in ((flat, KERB), (over, STEEL)):
        roads = "".join(line(sheet, edge) for edge in level if edge["kind"] == "road")
        bridges = "".join(line(sheet, edge) for edge in level if edge["kind"] == "bridge")
        yield tag("path", d=roads, stroke=kerb, stroke_width=21, stroke_linecap="round")
        yield tag("path", d=bridges, stroke=STEEL, stroke_width=26)
        yield tag("path", d=bridges, stroke=STREET, stroke_width=22, stroke_dasharray="2 5")
        yield tag("path", d=roads, stroke=STREET, stroke_width=16, stroke_linecap="round")
        yield tag("path", d=bridges, stroke=STREET, stroke_width=15, stroke_linecap="round")
        rails = "".join(line(sheet, edge) for edge in level if edge["rail"])
        if rails:
            yield tag("path", d=rails, stroke=RAILS, stroke_width=9, stroke_linecap="round")
            yield tag("path", d=rails, stroke=STREET, stroke_width=5, stroke_linecap="round")
            yield tag("path", d=rails, stroke=RAILS, stroke_width=5, stroke_dasharray="1.5 5")
    for each in sheet.data["overpasses"]:
        yield stairs(sheet, each)


def line(sheet: Sheet, edge: Json) -> str:
    (x1, y1), (x2, y2) = sheet.at(edge["a"]), sheet.at(edge["b"])
    return f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"


def arrow(sheet: Sheet, edge: Json) -> str:
    """The way in from the start."""
    (x1, y1), (x2, y2) = sheet.at(edge["a"]), sheet.at(edge["b"])
    long = hypot(x2 - x1, y2 - y1)
    shape = f"M-4 -9H{long - 34:.0f}V-19L{long - 10:.0f} 0L{long - 34:.0f} 19V9H-4Z"
    turn = f"translate({x1:.1f} {y1:.1f}) rotate({degrees(atan2(y2 - y1, x2 - x1)):.1f})"
    return tag("path", d=shape, fill=BOAT, stroke=PANEL, stroke_width=2, transform=turn)


def stairs(sheet: Sheet, overpass: Json) -> str:
    """Steps between the two decks, drawn beside the straight line so that the streets stay visible."""
    (x1, y1), (x2, y2) = sheet.at(overpass["upper"]), sheet.at(overpass["lower"])
    long = hypot(x2 - x1, y2 - y1)
    across = (y2 - y1) / long * 15, -(x2 - x1) / long * 15
    treads = ""
    for tread in range(6):
        part = tread / 5
        x, y = x1 + (x2 - x1) * part + across[0], y1 + (y2 - y1) * part + across[1]
        out = across[0] * 0.45, across[1] * 0.45
        treads += f"M{x - out[0]:.1f} {y - out[1]:.1f}L{x + out[0]:.1f} {y + out[1]:.1f}"
    about = sheet.game.words.sentence("ui", "stairs.rails" if overpass["rail_below"] else "stairs")
    ink = RAILS if overpass["rail_below"] else INK
    return tag("path", tag("title", escape(about)), d=treads, stroke=ink, stroke_width=2.5)


# --- spaces and names


def space_parts(sheet: Sheet) -> Iterator[str]:
    """Beads; rail spaces with a blue ring, overpasses as amber plates, bridges as steel ones."""
    for node in sheet.data["nodes"]:
        x, y = sheet.at(node["id"])
        about = tag("title", escape(f"{node['name']} ({node['id']})"))
        kind = node["kind"]
        if kind == "start":
            continue
        if kind == "overpass":
            square = {"x": x - 11, "y": y - 11, "width": 22, "height": 22, "rx": 3}
            shape = tag("rect", about, **square, fill=DECK, stroke=STEEL, stroke_width=3)
        elif kind.startswith("bridge:"):
            plate = {"x": x - 15, "y": y - 11, "width": 30, "height": 22, "rx": 11}
            ring = RAILS if node["rail"] else STEEL
            shape = tag("rect", about, **plate, fill=BEAD, stroke=ring, stroke_width=3)
        else:
            ring = RAILS if node["rail"] else KERB if kind == "road" else STEEL
            dash = "5 3" if node.get("deck") == "lower" else None  # partly hidden by what is above
            radius = 11 if kind == "junction" else 9
            style = {"fill": BEAD, "stroke": ring, "stroke_dasharray": dash}
            shape = tag("circle", about, cx=x, cy=y, r=radius, stroke_width=3, **style)
        yield shape


def name_parts(sheet: Sheet) -> Iterator[str]:
    places = place_names(sheet.data)
    for node in sheet.data["nodes"]:
        words = escape(node["name"])
        if node["kind"].startswith("bridge:"):
            x, y = sheet.at(node["id"])
            style = {"text_anchor": "middle", "font_weight": "bold", "stroke": WATER}
            yield tag("text", words, x=x, y=y + 28, font_size=12, **style, **HALO)
            continue
        anchor, x, y = places[node["id"]]
        box = box_of(node["name"], places[node["id"]])
        style = {"text_anchor": anchor, "lengthAdjust": "spacingAndGlyphs", "stroke": LAND}
        yield tag("text", words, x=x, y=y, font_size=SIZE, textLength=box.right - box.left, **style, **HALO)


# --- what a game adds


def flag_parts(sheet: Sheet, view: Json | None) -> Iterator[str]:
    """The flag of each bridge waves above its middle."""
    for bridge in view["bridges"] if view else ():
        node = next(each["node"] for each in sheet.data["bridges"] if each["id"] == bridge["id"])
        x, y = sheet.at(node)
        if bridge["flag"] is not None:
            yield flag_part(x, y, sheet.hex[bridge["flag"]], letter_of(bridge["flag"]))


def racer_parts(sheet: Sheet, view: Json | None) -> Iterator[str]:
    """Racers stand round the middle of a space that they share."""
    groups: dict[str, list[int]] = {}
    for number, seat in enumerate(view["seats"] if view else ()):
        groups.setdefault(seat["space"], []).append(number)
    for id, seats in groups.items():
        x, y = sheet.at(id)
        for place, number in enumerate(seats):
            turn = 6.283 * place / len(seats) - 2.4
            away = 0.0 if len(seats) == 1 else 13.0
            assert view is not None
            lit = view["to_move"] == number
            yield pawn(x + cos(turn) * away, y + sin(turn) * away, view["seats"][number]["color"], lit)
