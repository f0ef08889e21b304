"""Free fields: whether a loop of string may be the field, with marks for the homes and room for all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from branchline.games.string_railway.geometry.columns import HEAD, STRING_GAP
from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import Ints, Measures, Point
from branchline.games.string_railway.geometry.ovals import fitted_mountain, fitted_river
from branchline.games.string_railway.geometry.place import LATTICE
from branchline.games.string_railway.geometry.shapes import (
    half_diagonal,
    home_at,
    inward,
    length_of,
    points_of,
    tile_at,
    twice_area,
)
from branchline.games.string_railway.geometry.terrain import home_rows
from branchline.games.string_railway.geometry.verdict import FINE, Verdict
from branchline.games.string_railway.rules.tables import CENTRAL, HOME

AREA = 900_000_000  # square units per company
TILES = 4  # for each company that find room beside the homes


def check_field(measures: Measures, companies: int, field: object, marks: object) -> Verdict:
    """A free field: a simple counter-clockwise polygon as long as the loop, with marks, homes and room."""
    line = points_of(field, fewest=3)
    if isinstance(line, str):
        return Verdict("shape", why=line)
    polygon = tuple((int(x), int(y)) for x, y in line)
    shape = _check_shape(measures, companies, line, polygon)
    if shape.rule:
        return shape
    if not isinstance(marks, list | tuple) or len(marks) != companies:
        return Verdict("corners", why="count", amount=len(marks) if isinstance(marks, list | tuple) else 0)
    corners = points_of(marks, fewest=companies)
    if isinstance(corners, str):
        return Verdict("shape", why=corners)
    places = tuple((int(x), int(y)) for x, y in corners)
    return _check_marks(measures, polygon, places) or _check_room(measures, companies, polygon, places)


def _check_shape(measures: Measures, companies: int, line: Ints, polygon: tuple[Point, ...]) -> Verdict:
    from branchline.games.string_railway.geometry.curve import nearest_place
    from branchline.games.string_railway.geometry.judge_place import polygon_simple

    edges = list(zip(polygon, polygon[1:] + polygon[:1], strict=True))
    if any(a == b for a, b in edges):
        return Verdict("shape", why="a point is repeated")
    total = length_of(polygon, closed=True)
    over = total - 1000 * measures.loop
    if abs(over) > measures.field_tolerance * measures.loop:
        return Verdict("length", amount=over, length=total)
    edge = int(polygon_simple(line))
    if edge >= 0:
        a, b = edges[edge]
        spots = [nearest_place(*a, *b, *c, *d) for c, d in edges if not {a, b} & {c, d}]
        x, y, away = min(spots, key=lambda spot: spot[2], default=(*a, 0))
        return Verdict("simple", (x, y) if not away else a, edge)
    if twice_area(polygon) < 0:
        return Verdict("shape", why="the points of a field go round to the left, and these go to the right")
    if twice_area(polygon) < 2 * AREA * companies:
        return Verdict("area", amount=AREA * companies - twice_area(polygon) // 2)
    return FINE


def _check_marks(measures: Measures, field: tuple[Point, ...], marks: tuple[Point, ...]) -> Verdict | None:
    from branchline.games.string_railway.geometry.judge_place import judge_tile

    apart = 3 * measures.tile
    for i, (x, y) in enumerate(marks):
        if inward(field, (x, y)) is None:
            return Verdict("corners", (x, y), i, why="off")
        if any((x - u) ** 2 + (y - v) ** 2 < apart * apart for u, v in marks[:i]):
            return Verdict("corners", (x, y), i, why="near")
        if home_at(measures, field, (x, y)) is None:
            return Verdict("corners", (x, y), i, why="home")
    rows = home_rows(measures, field, marks)
    assert rows is not None
    numbers = measures.numbers()
    numbers[STRING_GAP] = 0  # what a home keeps from the field string was seen to
    line = np.array(field, dtype=np.int64)
    none, head = np.zeros((0, 6), np.int64), np.zeros(HEAD, np.int64)
    for i in range(1, len(marks)):
        if judge_tile(rows[i : i + 1], line, none[:, :5].copy(), none, rows[:i], numbers, head):
            return Verdict("corners", marks[i], i, why="homes")
    return None


def _check_room(
    measures: Measures, companies: int, field: tuple[Point, ...], marks: tuple[Point, ...]
) -> Verdict:
    """Room for a mountain, a river and some tiles: what has none now would have none later either."""
    if fitted_mountain(measures, field, marks) is None:
        return Verdict("room", why="mountain", amount=measures.mountain)
    if fitted_river(measures, field, marks) is None:
        return Verdict("room", why="river", amount=measures.river)
    if _tiles_beside_homes(measures, field, marks, TILES * companies) < TILES * companies:
        return Verdict("room", why="tiles", amount=TILES * companies)
    return FINE


def _tiles_beside_homes(
    measures: Measures, field: Sequence[Point], marks: Sequence[Point], wanted: int
) -> int:
    """How many upright tiles find room, each at the first place of the lattice; no more than are wanted."""
    from branchline.games.string_railway.geometry.judge_place import first_place

    layout = Layout(measures, field)
    for mark in marks:
        home = home_at(measures, field, mark)
        assert home is not None
        layout.add_tile(HOME, home[1], home[2])
    upright = np.array([half_diagonal(measures.tile, 0)], dtype=np.int64)
    found, head = np.zeros(3, np.int64), np.zeros(HEAD, np.int64)
    left, right = int(layout.field[:, 0].min()), int(layout.field[:, 0].max())
    low, columns = int(layout.field[:, 1].min()), (right - left) // LATTICE + 1
    start = 0
    for count in range(wanted):
        if not first_place(
            upright, LATTICE, start, layout.field, layout.segments, layout.chunks, layout.tiles,
            layout.numbers, head, found,
        ):  # fmt: skip
            return count
        x, y = int(found[0]), int(found[1])
        layout.add_tile(CENTRAL, *tile_at(measures, x, y, 0))
        start = (y - low) // LATTICE * columns + (x - left) // LATTICE + 1
    return wanted
