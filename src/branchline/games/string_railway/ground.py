"""The ground: whether a river, a mountain or a tile may lie so; chapters 3.3 and 3.4."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from branchline.games.string_railway.columns import HEAD, THING
from branchline.games.string_railway.geometry import (
    Quad,
    half_diagonal,
    home_at,
    is_convex,
    length_of,
    points_of,
    strictly_inside,
    tile_at,
    ways_at,
)
from branchline.games.string_railway.measures import REACH, Ints, Measures, Point
from branchline.games.string_railway.table import Table, tile_row
from branchline.games.string_railway.verdict import Verdict, refusal

FINE = Verdict("")
LATTICE, LATTICE_DEGREES = 1_000, 15
NEAR_STEP, NEARBY = 250, 40  # a refused tile is moved by up to so many steps
MOST_CONTACTS = 4  # pairs of pieces that meet in one place: two pieces of each string


@lru_cache(maxsize=64)
def home_rows(measures: Measures, field: tuple[Point, ...], marks: tuple[Point, ...]) -> Ints | None:
    """The canonical home tiles of all marks as packed rows, or None where one has no place."""
    rows = []
    for mark in marks:
        home = home_at(measures, field, mark)
        if home is None:
            return None
        rows.append(tile_row(0, home[1], home[2], -1, 0, 0))
    return np.concatenate(rows)


def contact(points: Sequence[Point], closed: bool, quad: Sequence[Point]) -> tuple[Point, int]:
    """The place of a line that is nearest to a tile, and how far away the tile is (0: on it), rounded."""
    from branchline.games.string_railway.alone import nearest_place

    for point in points:
        if strictly_inside(quad, point):
            return point, 0
    best, place = 1 << 60, points[0]
    for a, b in zip(points, [*points[1:], points[0]] if closed else points[1:], strict=False):
        for k in range(4):
            x, y, away = nearest_place(*a, *b, *quad[k], *quad[(k + 1) % 4])
            if away < best:
                best, place = away, (x, y)
    return place, best


def _near_home(
    measures: Measures, line: Ints, closed: bool, field: Sequence[Point], marks: Sequence[Point]
) -> Verdict:
    """HOME: the string keeps its distance from all places of homes."""
    from branchline.games.string_railway.placing import string_near_tile

    homes = home_rows(measures, tuple(field), tuple(marks))
    head = np.zeros(HEAD, np.int64)
    if homes is None or not string_near_tile(line, closed, homes, measures.tile_string_gap, head):
        return FINE
    mark = int(head[THING])
    corners = [(int(homes[mark, k]), int(homes[mark, k + 1])) for k in range(0, 8, 2)]
    place, away = contact([(int(x), int(y)) for x, y in line], closed, corners)
    return Verdict("home", place, mark, away)


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
    from branchline.games.string_railway.placing import meets_field

    line = points_of(points)
    if isinstance(line, str):
        return Verdict("shape", why=line)
    head = np.zeros(HEAD, np.int64)
    if _check_curve(measures, line, False, measures.river, head):
        return refusal(head)
    border = np.array(field, dtype=np.int64)
    hits = np.zeros((MOST_CONTACTS, 2), np.int64)
    count = meets_field(line, False, border, hits)
    river = [(int(x), int(y)) for x, y in line]
    if count == 0:
        if not strictly_inside(field, river[0]):
            return Verdict("field", river[0], 0)
    else:
        refused = _outside_piece(measures, field, river, hits[:count].tolist(), count)
        if refused.rule:
            return refused
    return _near_home(measures, line, False, field, marks)


def _outside_piece(
    measures: Measures, field: Sequence[Point], river: list[Point], hits: list[list[int]], count: int
) -> Verdict:
    """Contacts with the field: they must be one place where the strings cross, with a short end outside."""
    spots = []
    for segment, edge in hits:
        a, b, c, d = river[segment], river[segment + 1], field[edge], field[(edge + 1) % len(field)]
        spots.append((segment, *_shared(a, b, c, d)))
    segment, place, corner = spots[0]
    for other, spot, _ in spots:
        if spot != place:
            return Verdict("field", spot, other)
    if count > MOST_CONTACTS or (corner and not _crosses_in(river, field, place)):
        return Verdict("field", place, segment)
    first_inside = strictly_inside(field, river[0])
    outside = length_of([place, *river[segment + 1 :]] if first_inside else [*river[: segment + 1], place])
    if outside > 1000 * measures.river_outside:
        return Verdict("outside", place, segment, outside - 1000 * measures.river_outside)
    return FINE


def _shared(a: Point, b: Point, c: Point, d: Point) -> tuple[Point, bool]:
    """Where two segments that meet do so (rounded if they cross), and whether that is a corner or an end."""
    from branchline.games.string_railway.alone import nearest_place
    from branchline.games.string_railway.exact import meet

    for (x, y), (p, q) in ((a, (c, d)), (b, (c, d)), (c, (a, b)), (d, (a, b))):
        if meet(x, y, x, y, *p, *q):
            return (x, y), True
    x, y, _ = nearest_place(*a, *b, *c, *d)
    return (x, y), False


def _crosses_in(river: list[Point], field: Sequence[Point], place: Point) -> bool:
    """Whether the river changes sides of the field string in this place, a corner of either."""
    from branchline.games.string_railway.exact import crosses_at

    ours, theirs = ways_at(river, False, place), ways_at(field, True, place)
    return (
        ours is not None
        and theirs is not None
        and bool(crosses_at(*place, *ours[0], *ours[1], *theirs[0], *theirs[1]))
    )


def check_mountain(
    measures: Measures, field: Sequence[Point], marks: Sequence[Point], points: object
) -> Verdict:
    """A loop strictly inside the field: LENGTH, BEND, SELF round the loop; clear of the home places."""
    from branchline.games.string_railway import alone

    line = points_of(points, fewest=3)
    if isinstance(line, str):
        return Verdict("shape", why=line)
    head = np.zeros(HEAD, np.int64)
    if _check_curve(measures, line, True, measures.mountain, head):
        return refusal(head)
    if alone.check_field(line, True, np.array(field, dtype=np.int64), int(is_convex(field)), head):
        return refusal(head)
    return _near_home(measures, line, True, field, marks)


def check_tile(
    table: Table, x: object, y: object, degrees: object
) -> tuple[Verdict, tuple[Quad, Quad] | None]:
    """Whether a tile may lie there, with its rounded corners and core."""
    from branchline.games.string_railway.placing import judge_tile

    if type(x) is not int or type(y) is not int or type(degrees) is not int:
        return Verdict("shape", why="a place is two whole numbers and an angle of whole degrees"), None
    if isinstance(points_of([(x, y)], fewest=1), str) or not 0 <= degrees < 90:
        return Verdict("shape", why="a place is on the table and an angle from 0 to 89"), None
    quad, core = tile_at(table.measures, x, y, degrees)
    if isinstance(points_of(list(quad)), str):
        return Verdict("shape", (x, y), why="the tile is out of reach"), None
    head = np.zeros(HEAD, np.int64)
    row = tile_row(0, quad, core, -1, 0, 0)
    if judge_tile(row, table.field, table.segments, table.chunks, table.tiles, table.numbers, head):
        return _tile_witness(table, quad, refusal(head)), None
    return FINE, (quad, core)


def _tile_witness(table: Table, quad: Quad, refused: Verdict) -> Verdict:
    """The same refusal with the place where the tile and the other thing are nearest, and how near."""
    if refused.rule == "tile-field":
        return refused
    if refused.rule == "tile-tile":
        line, closed = table.corners(refused.thing), True
    elif refused.thing < 0:
        line, closed = [(int(x), int(y)) for x, y in table.field], True
    else:
        rows = table.segments[table.segments[:, 4] == refused.thing]
        line, closed = [*map(_spot, rows[:, :2].tolist()), _spot(rows[-1, 2:4].tolist())], False
    place, away = contact(line, closed, quad)
    if refused.rule == "tile-tile" and any(strictly_inside(line, corner) for corner in quad):
        away = 0
    return replace(refused, place=place, amount=away)


def _spot(pair: list[int]) -> Point:
    return pair[0], pair[1]


def nearest_place_for(table: Table, x: int, y: int, degrees: int) -> Point | None:
    """The nearest place of a lattice round this one where the tile fits as it is turned, or None."""
    from branchline.games.string_railway.placing import legal_places

    steps = range(-NEARBY, NEARBY + 1)
    spots = sorted((dx * dx + dy * dy, dx, dy) for dx in steps for dy in steps)
    candidates = np.array(
        [(x + NEAR_STEP * dx, y + NEAR_STEP * dy, 0) for _, dx, dy in spots], dtype=np.int64
    )
    candidates = candidates[(abs(candidates[:, :2]) < REACH - 2 * table.measures.tile).all(axis=1)]
    found = np.zeros(1, np.int64)
    diagonal = np.array([half_diagonal(table.measures.tile, degrees)], dtype=np.int64)
    if not legal_places(
        candidates, diagonal, table.field, table.segments, table.chunks, table.tiles, table.numbers,
        np.zeros(HEAD, np.int64), found,
    ):  # fmt: skip
        return None
    return _spot(candidates[found[0], :2].tolist())


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
