"""Plain geometry of the table in whole numbers: shapes of the field, tiles, home places, input from outside.

A tile is stored by its rounded half diagonal u: its corners are c+u, c+v, c-u, c-v with v = u turned left, so
tile and core are exact squares and turning a table by a right angle changes nothing.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

import numpy as np

from branchline.games.string_railway.geometry.measures import MOST_POINTS, REACH, Ints, Measures, Point

Quad = tuple[Point, Point, Point, Point]


def segment_length(a: Point, b: Point) -> int:
    """Length in millionths of a centimetre."""
    return math.isqrt(1_000_000 * ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2))


def length_of(points: Sequence[Point], closed: bool = False) -> int:
    """Length of a string in millionths of a centimetre."""
    ends = points[1:] if not closed else [*points[1:], points[0]]
    return sum(segment_length(a, b) for a, b in zip(points, ends, strict=False))


def twice_area(polygon: Sequence[Point]) -> int:
    """Twice the signed area, positive when counter-clockwise."""
    n = len(polygon)
    return sum(
        polygon[i][0] * polygon[(i + 1) % n][1] - polygon[(i + 1) % n][0] * polygon[i][1] for i in range(n)
    )


def clockwise(points: object) -> bool:
    """Whether points from outside go round to the right."""
    line = points_of(points, fewest=3)
    return not isinstance(line, str) and twice_area([(int(x), int(y)) for x, y in line]) < 0


def is_convex(polygon: Sequence[Point]) -> bool:
    """Whether a counter-clockwise polygon has only left turns; a straight corner is no turn and allowed."""
    n = len(polygon)
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy) = polygon[i], polygon[(i + 1) % n], polygon[(i + 2) % n]
        if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0:
            return False
    return True


def points_of(raw: object, fewest: int = 2, most: int = MOST_POINTS) -> Ints | str:
    """Points from outside as an array, or the key of a word why they are none; cheap whatever comes in."""
    if isinstance(raw, np.ndarray):
        if raw.dtype != np.int64 or raw.ndim != 2 or raw.shape[1] != 2:
            return "pairs"
        if not fewest <= raw.shape[0] <= most:
            return "count" if fewest < 3 else "loop"
        if raw.min() <= -REACH or raw.max() >= REACH:
            return "reach"
        return np.array(raw, order="C")  # a view would make the kernels compile again
    if not isinstance(raw, list | tuple):
        return "pairs"
    if not fewest <= len(raw) <= most:
        return "count" if fewest < 3 else "loop"
    if not set(map(type, raw)) <= {list, tuple} or set(map(len, raw)) != {2}:
        return "pairs"
    flat = list(chain.from_iterable(raw))
    if set(map(type, flat)) != {int}:
        return "pairs"
    if min(flat) <= -REACH or max(flat) >= REACH:
        return "reach"
    return np.array(flat, dtype=np.int64).reshape(-1, 2)


@lru_cache(maxsize=1024)
def half_diagonal(size: int, degrees: float) -> Point:
    """From the centre of a square to its first corner; at 0 degrees the sides lie along the axes."""
    radius = size / math.sqrt(2)
    turn = math.radians(degrees + 45)
    return round(radius * math.cos(turn)), round(radius * math.sin(turn))


def square(x: int, y: int, diagonal: Point) -> Quad:
    """The corners of a square, counter-clockwise."""
    ux, uy = diagonal
    return (x + ux, y + uy), (x - uy, y + ux), (x - ux, y - uy), (x + uy, y - ux)


def tile_at(measures: Measures, x: int, y: int, degrees: int) -> tuple[Quad, Quad]:
    """Corners and core of a tile placed by a player, rounded once and for all."""
    return (
        square(x, y, half_diagonal(measures.tile, degrees)),
        square(x, y, half_diagonal(measures.tile - 2 * measures.graze, degrees)),
    )


def standard_field(measures: Measures, companies: int) -> list[Point]:
    """The field for 3, 4 or 5 companies, counter-clockwise; its corners are the marks.

    The pentagon lies round the origin, because it is wider than 1 m.
    """
    if companies == 4:
        side = measures.loop // 4
        return [(0, 0), (side, 0), (side, side), (0, side)]
    if companies == 3:
        side = measures.loop // (4 if measures.triangle == "literal" else 3)
        return [(0, 0), (side, 0), (round(side / 2), round(side * math.sqrt(3) / 2))]
    if companies == 5:
        radius = measures.loop / 5 / (2 * math.sin(math.pi / 5))
        turns = [math.radians(90 + 72 * k) for k in range(5)]
        return [(round(radius * math.cos(t)), round(radius * math.sin(t))) for t in turns]
    raise ValueError("a standard field has 3, 4 or 5 corners")


def _distance_squared(p: Point, a: Point, b: Point) -> tuple[int, int]:
    """Squared distance of a point from a segment as a fraction."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square_length = dx * dx + dy * dy
    along = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy
    if along <= 0:
        return (p[0] - a[0]) ** 2 + (p[1] - a[1]) ** 2, 1
    if along >= square_length:
        return (p[0] - b[0]) ** 2 + (p[1] - b[1]) ** 2, 1
    return (dx * (p[1] - a[1]) - dy * (p[0] - a[0])) ** 2, square_length


def ways_at(line: Sequence[Point], closed: bool, place: Point) -> tuple[Point, Point] | None:
    """The points towards which a line leaves a place on it, or None at its end."""
    n = len(line)
    if place in line:
        at = line.index(place)
        return (line[at - 1], line[(at + 1) % n]) if closed or 0 < at < n - 1 else None
    for a, b in zip(line, [*line[1:], line[0]] if closed else line[1:], strict=False):
        if _distance_squared(place, a, b)[0] == 0:
            return a, b
    return None


def strictly_inside(polygon: Sequence[Point], p: Point) -> bool:
    """Whether the point is inside and not on the border."""
    odd = False
    n = len(polygon)
    for i in range(n):
        (ax, ay), (bx, by) = polygon[i], polygon[(i + 1) % n]
        if ay < p[1] > by or ay > p[1] < by:
            continue  # above or below
        side = (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)
        if side == 0 and min(ax, bx) <= p[0] <= max(ax, bx) and min(ay, by) <= p[1] <= max(ay, by):
            return False
        if (ay > p[1]) != (by > p[1]) and (side > 0) == (by > ay):
            odd = not odd
    return odd


def _side(a: Point, b: Point, p: Point) -> int:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _clears_field(field: Sequence[Point], quad: Quad, gap: int) -> bool:
    if not all(strictly_inside(field, p) for p in quad):
        return False
    n = len(field)
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    left, right, low, high = min(xs) - gap, max(xs) + gap, min(ys) - gap, max(ys) + gap
    for i in range(n):
        a, b = field[i], field[(i + 1) % n]
        if (
            max(a[0], b[0]) < left
            or min(a[0], b[0]) > right
            or max(a[1], b[1]) < low
            or min(a[1], b[1]) > high
        ):
            continue
        for k in range(4):
            c, d = quad[k], quad[(k + 1) % 4]
            if _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0:
                return False
            for p, s, t in ((c, a, b), (a, c, d), (b, c, d)):
                over, under = _distance_squared(p, s, t)
                if over < gap * gap * under:
                    return False
    return True


def inward(field: Sequence[Point], mark: Point) -> tuple[float, float] | None:
    """The unit direction of the bisector at a mark on the border, into the field."""
    n = len(field)
    for i in range(n):
        a, b = field[i], field[(i + 1) % n]
        over, under = _distance_squared(mark, a, b)
        if over > 4 * under or mark == b:  # a mark on an edge may be rounded off it by up to 2 units
            continue
        back = field[i - 1] if mark == a else a
        p = (back[0] - mark[0], back[1] - mark[1])
        q = (b[0] - mark[0], b[1] - mark[1])
        pl, ql = math.hypot(*p), math.hypot(*q)
        x, y = p[0] / pl + q[0] / ql, p[1] / pl + q[1] / ql
        turn = q[0] * p[1] - q[1] * p[0]
        size = math.hypot(x, y)
        if size < 1e-6:
            return -q[1] / ql, q[0] / ql
        sign = 1.0 if turn > 0 else -1.0
        return sign * x / size, sign * y / size
    return None


def home_at(measures: Measures, field: Sequence[Point], mark: Point) -> tuple[Point, Quad, Quad] | None:
    """`find_home`, which is slow, with a memory."""
    return find_home(measures.tile, measures.graze, measures.home_gap, tuple(field), mark)


@lru_cache(maxsize=256)
def find_home(
    tile: int, graze: int, home_gap: int, field: tuple[Point, ...], mark: Point
) -> tuple[Point, Quad, Quad] | None:
    """The canonical home place at a mark: centre, corners, core; None where no tile fits within 20 cm.

    One corner points to the mark along the bisector; the nearest place that is 0.2 cm clear of the field.
    """
    way = inward(field, mark)
    if way is None:
        return None
    radius = tile / math.sqrt(2)
    core_radius = (tile - 2 * graze) / math.sqrt(2)
    u = round(radius * way[0]), round(radius * way[1])
    v = round(core_radius * way[0]), round(core_radius * way[1])

    def centre(away: int) -> Point:
        return round(mark[0] + way[0] * (radius + away)), round(mark[1] + way[1] * (radius + away))

    def fits(away: int) -> bool:
        return _clears_field(field, square(*centre(away), u), home_gap)

    for far in range(0, 20_001, 100):
        if fits(far):
            near = far - 100
            while near >= 0 and far - near > 1:
                middle = (near + far) // 2
                near, far = (near, middle) if fits(middle) else (middle, far)
            x, y = centre(far)
            return (x, y), square(x, y, u), square(x, y, v)
    return None
