"""The judge of a river and of a mountain: whether they may lie so."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from branchline.games.string_railway.geometry.columns import HEAD, THING
from branchline.games.string_railway.geometry.layout import tile_row
from branchline.games.string_railway.geometry.measures import Ints, Measures, Point
from branchline.games.string_railway.geometry.rule_ids import Rule
from branchline.games.string_railway.geometry.shapes import (
    home_at,
    is_convex,
    length_of,
    points_of,
    strictly_inside,
    ways_at,
)
from branchline.games.string_railway.geometry.verdict import FINE, Verdict, read_refusal

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
    from branchline.games.string_railway.geometry.curve import nearest_place

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
    """terrain.home: the string keeps its distance from all places of homes."""
    from branchline.games.string_railway.geometry.judge_place import string_near_tile

    homes = home_rows(measures, tuple(field), tuple(marks))
    head = np.zeros(HEAD, np.int64)
    if homes is None or not string_near_tile(line, closed, homes, measures.tile_string_gap, head):
        return FINE
    mark = int(head[THING])
    corners = [(int(homes[mark, k]), int(homes[mark, k + 1])) for k in range(0, 8, 2)]
    place, away = contact([(int(x), int(y)) for x, y in line], closed, corners)
    return Verdict("terrain.home", place, mark, away)


def _check_curve(measures: Measures, line: Ints, closed: bool, target: int, head: Ints) -> int:
    from branchline.games.string_railway.geometry import curve

    arcs, last = np.empty(len(line) + 1, np.int64), len(line) - (not closed)
    return (
        curve.measure(line, closed, arcs, head)
        or curve.check_length(arcs[last], target, measures.tolerance, Rule.TERRAIN_LENGTH, head)
        or curve.check_bends(line, closed, measures.bend, Rule.TERRAIN_BEND, head)
        or curve.check_self(line, closed, arcs, measures.clear, measures.arc_gap, Rule.TERRAIN_SELF, head)
    )


def check_river(
    measures: Measures, field: Sequence[Point], marks: Sequence[Point], points: object
) -> Verdict:
    """Its curve; inside, or one end sticking out a little; clear of the home places."""
    from branchline.games.string_railway.geometry.judge_place import meets_field

    line = points_of(points)
    if isinstance(line, str):
        return Verdict("string.shape", why=line)
    head = np.zeros(HEAD, np.int64)
    if _check_curve(measures, line, False, measures.river, head):
        return read_refusal(head)
    border = np.array(field, dtype=np.int64)
    hits = np.zeros((MOST_CONTACTS, 2), np.int64)
    count = meets_field(line, False, border, hits)
    river = [(int(x), int(y)) for x, y in line]
    if count == 0:
        if not strictly_inside(field, river[0]):
            return Verdict("river.inside", river[0], 0)
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
            return Verdict("river.inside", spot, other)
    if count > MOST_CONTACTS or (corner and not _crosses_in(river, field, place)):
        return Verdict("river.inside", place, segment)
    first_inside = strictly_inside(field, river[0])
    outside = length_of([place, *river[segment + 1 :]] if first_inside else [*river[: segment + 1], place])
    if outside > 1000 * measures.river_outside:
        return Verdict("river.end", place, segment, outside - 1000 * measures.river_outside)
    return FINE


def _shared(a: Point, b: Point, c: Point, d: Point) -> tuple[Point, bool]:
    """Where two segments that meet do so (rounded if they cross), and whether that is a corner or an end."""
    from branchline.games.string_railway.geometry.curve import nearest_place
    from branchline.games.string_railway.geometry.exact import meet

    for (x, y), (p, q) in ((a, (c, d)), (b, (c, d)), (c, (a, b)), (d, (a, b))):
        if meet(x, y, x, y, *p, *q):
            return (x, y), True
    x, y, _ = nearest_place(*a, *b, *c, *d)
    return (x, y), False


def _crosses_in(river: list[Point], field: Sequence[Point], place: Point) -> bool:
    """Whether the river changes sides of the field string in this place, a corner of either."""
    from branchline.games.string_railway.geometry.exact import crosses_at

    ours, theirs = ways_at(river, False, place), ways_at(field, True, place)
    return (
        ours is not None
        and theirs is not None
        and bool(crosses_at(*place, *ours[0], *ours[1], *theirs[0], *theirs[1]))
    )


def check_mountain(
    measures: Measures, field: Sequence[Point], marks: Sequence[Point], points: object
) -> Verdict:
    """A loop strictly inside the field: its curve, round the loop; clear of the home places."""
    from branchline.games.string_railway.geometry import curve

    line = points_of(points, fewest=3)
    if isinstance(line, str):
        return Verdict("string.shape", why=line)
    head = np.zeros(HEAD, np.int64)
    if _check_curve(measures, line, True, measures.mountain, head):
        return read_refusal(head)
    border, convex = np.array(field, dtype=np.int64), int(is_convex(field))
    if curve.check_within(line, True, border, convex, Rule.MOUNTAIN_INSIDE, head):
        return read_refusal(head)
    return _near_home(measures, line, True, field, marks)
