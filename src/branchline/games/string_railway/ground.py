"""The ground: whether a field, a river, a mountain or a tile may lie so; chapters 3.3 and 3.4."""

from collections.abc import Sequence

import numpy as np

from branchline.games.string_railway.columns import HEAD
from branchline.games.string_railway.geometry import (
    Quad,
    half_diagonal,
    home_at,
    inward,
    is_convex,
    length_of,
    points_of,
    segment_length,
    strictly_inside,
    tile_at,
    twice_area,
)
from branchline.games.string_railway.measures import Ints, Measures, Point
from branchline.games.string_railway.table import Table, tile_row
from branchline.games.string_railway.verdict import Verdict, refusal

FINE = Verdict("")
AREA = 900_000_000  # square units per company
LATTICE, LATTICE_DEGREES = 1_000, 15


def home_rows(measures: Measures, field: Sequence[Point], marks: Sequence[Point]) -> Ints | None:
    """The canonical home tiles of all marks as packed rows, or None where one has no place."""
    rows = []
    for mark in marks:
        home = home_at(measures, field, mark)
        if home is None:
            return None
        rows.append(tile_row(0, home[1], home[2], -1, 0, 0))
    return np.concatenate(rows)


def check_field(measures: Measures, companies: int, field: object, marks: object) -> Verdict:
    """A free field: a simple counter-clockwise polygon as long as the loop, with room and home places."""
    from branchline.games.string_railway.placing import polygon_simple

    line = points_of(field, fewest=3)
    if isinstance(line, str):
        return Verdict("shape", why=line)
    corners = points_of(marks, fewest=companies, most=companies)
    if isinstance(corners, str):
        return Verdict("corners", why=corners)
    polygon = [(int(x), int(y)) for x, y in line]
    if any(a == b for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True)):
        return Verdict("shape", why="a point is repeated")
    edge = int(polygon_simple(line))
    if edge >= 0:
        return Verdict("simple", polygon[edge], edge)
    if twice_area(polygon) < 0:
        return Verdict("shape", why="the points go round clockwise")
    total = length_of(polygon, closed=True)
    over = total - 1000 * measures.loop
    if abs(over) > measures.field_tolerance * measures.loop:
        return Verdict("length", amount=over, length=total)
    if twice_area(polygon) < 2 * AREA * companies:
        return Verdict("area", amount=AREA * companies - twice_area(polygon) // 2)
    places = [(int(x), int(y)) for x, y in corners]
    apart = 3 * measures.tile
    for i, mark in enumerate(places):
        if inward(polygon, mark) is None:
            return Verdict("corners", mark, i, why="the mark is not on the field string")
        for other in places[:i]:
            if (mark[0] - other[0]) ** 2 + (mark[1] - other[1]) ** 2 < apart * apart:
                return Verdict("corners", mark, i, why="two marks are too near to each other")
        if home_at(measures, polygon, mark) is None:
            return Verdict("corners", mark, i, why="no home fits at this mark")
    return FINE


def _check_curve(measures: Measures, line: Ints, closed: bool, target: int, head: Ints) -> int:
    from branchline.games.string_railway import alone

    arcs = np.empty(len(line) + 1, np.int64)
    return (
        alone.measure(line, closed, arcs, head)
        or alone.check_length(arcs[len(line) - (not closed)], target, measures.tolerance, head)
        or alone.check_bends(line, closed, measures.bend, head)
        or alone.check_self(line, closed, arcs, measures.clear, measures.arc_gap, head)
    )


def check_river(
    measures: Measures, field: Sequence[Point], marks: Sequence[Point], points: object
) -> Verdict:
    """LENGTH, BEND, SELF; inside, or one end sticking out a little; clear of the home places."""
    from branchline.games.string_railway.placing import meets_field, string_near_tile

    line = points_of(points)
    if isinstance(line, str):
        return Verdict("shape", why=line)
    head = np.zeros(HEAD, np.int64)
    if _check_curve(measures, line, False, measures.river, head):
        return refusal(head)
    border = np.array(field, dtype=np.int64)
    hits = np.zeros((2, 2), np.int64)
    count = meets_field(line, False, border, hits)
    river = [(int(x), int(y)) for x, y in line]
    if count == 0:
        if not strictly_inside(field, river[0]):
            return Verdict("field", river[0], 0)
    elif count > 1:
        return Verdict("field", river[int(hits[1, 0])], int(hits[1, 0]), 2)
    else:
        refused = _outside_piece(measures, field, river, int(hits[0, 0]), int(hits[0, 1]))
        if refused.rule:
            return refused
    homes = home_rows(measures, field, marks)
    if homes is not None and string_near_tile(line, False, homes, measures.tile_string_gap, head):
        return refusal(head)
    return FINE


def _outside_piece(
    measures: Measures, field: Sequence[Point], river: list[Point], segment: int, edge: int
) -> Verdict:
    """One contact with the field: it must be a proper crossing with a short end outside."""
    a, b = river[segment], river[segment + 1]
    c, d = field[edge], field[(edge + 1) % len(field)]
    third = (d[0] - c[0]) * (a[1] - c[1]) - (d[1] - c[1]) * (a[0] - c[0])
    fourth = (d[0] - c[0]) * (b[1] - c[1]) - (d[1] - c[1]) * (b[0] - c[0])
    first = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    second = (b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0])
    if not third or not fourth or not first or not second:
        return Verdict("field", a, segment, 1)
    if strictly_inside(field, river[0]):
        outside = length_of(river[segment + 1 :])
        part, whole = abs(fourth), abs(third) + abs(fourth)
    else:
        outside = length_of(river[: segment + 1])
        part, whole = abs(third), abs(third) + abs(fourth)
    outside = outside * whole + segment_length(a, b) * part
    if outside > 1000 * measures.river_outside * whole:
        return Verdict("outside", a, segment, outside // whole - 1000 * measures.river_outside)
    return FINE


def check_mountain(
    measures: Measures, field: Sequence[Point], marks: Sequence[Point], points: object
) -> Verdict:
    """A loop strictly inside the field: LENGTH, BEND, SELF round the loop; clear of the home places."""
    from branchline.games.string_railway import alone
    from branchline.games.string_railway.placing import string_near_tile

    line = points_of(points, fewest=3)
    if isinstance(line, str):
        return Verdict("shape", why=line)
    head = np.zeros(HEAD, np.int64)
    if _check_curve(measures, line, True, measures.mountain, head):
        return refusal(head)
    if alone.check_field(line, True, np.array(field, dtype=np.int64), int(is_convex(field)), head):
        return refusal(head)
    homes = home_rows(measures, field, marks)
    if homes is not None and string_near_tile(line, True, homes, measures.tile_string_gap, head):
        return refusal(head)
    return FINE


def check_tile(
    table: Table, x: object, y: object, degrees: object
) -> tuple[Verdict, tuple[Quad, Quad] | None]:
    """Whether a tile may lie there, with its rounded corners and core."""
    from branchline.games.string_railway.placing import judge_tile

    if type(x) is not int or type(y) is not int or type(degrees) is not int:
        return Verdict("shape", why="a place is two whole numbers and an angle of whole degrees"), None
    if isinstance(points_of([(x, y)], fewest=1), str) or not 0 <= degrees < 90:
        return Verdict("shape", (0, 0), why="a place is on the table and an angle from 0 to 89"), None
    quad, core = tile_at(table.measures, x, y, degrees)
    if isinstance(points_of(list(quad)), str):
        return Verdict("shape", why="the tile is out of reach"), None
    head = np.zeros(HEAD, np.int64)
    row = tile_row(0, quad, core, -1, 0, 0)
    if judge_tile(row, table.field, table.segments, table.chunks, table.tiles, table.numbers, head):
        return refusal(head), None
    return FINE, (quad, core)


def lattice_place(table: Table) -> tuple[int, int, int] | None:
    """The first legal place on the lattice of 1 cm and 15 degrees, or None: then a tile may be discarded."""
    from branchline.games.string_railway.placing import first_place

    degrees = range(0, 90, LATTICE_DEGREES)
    diagonals = np.array([half_diagonal(table.measures.tile, d) for d in degrees], dtype=np.int64)
    found = np.zeros(3, np.int64)
    head = np.zeros(HEAD, np.int64)
    if first_place(
        diagonals,
        LATTICE,
        0,
        table.field,
        table.segments,
        table.chunks,
        table.tiles,
        table.numbers,
        head,
        found,
    ):
        return int(found[0]), int(found[1]), LATTICE_DEGREES * int(found[2])
    return None
