"""An independent judge for tests: shapely says what meets what, Fraction where exactly, Decimal how sharp.

Written from chapters 3.5 and 3.6, sharing no line with the kernels: tiles are clipped segment by segment,
distances and crossings are fractions, and whether two lines cross is seen by the order of their ways out.
"""

from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import pairwise
from math import isqrt

import shapely
from shapely import LineString, Point, Polygon

from branchline.games.string_railway.geometry.layout import Layout

getcontext().prec = 90

WORTH = {1: (3, 1), 2: (3, 3), 3: (0, 2), 4: (2, 2), 6: (2, 2), 7: (3, 3), 8: (1, 1), 9: (1, 1)}
LIMIT = {4: 3, 5: 3, 6: 2, 8: 1, 9: 2}
XY = tuple[int, int]


def distance_squared(p: XY, a: XY, b: XY) -> Fraction:
    """Squared distance from a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, dx * dx + dy * dy) if (dx or dy) else Fraction(0)
    t = min(Fraction(1), max(Fraction(0), t))
    return (a[0] + t * dx - p[0]) ** 2 + (a[1] + t * dy - p[1]) ** 2


def too_sharp(a: XY, b: XY, c: XY, radius: int) -> bool:
    """radius·tan(turn/2) > half the shorter neighbour, to ninety digits; equality is allowed."""
    u = (b[0] - a[0], b[1] - a[1])
    v = (c[0] - b[0], c[1] - b[1])
    lu, lv = Decimal(u[0] ** 2 + u[1] ** 2).sqrt(), Decimal(v[0] ** 2 + v[1] ** 2).sqrt()
    dot, cross = Decimal(u[0] * v[0] + u[1] * v[1]), Decimal(abs(u[0] * v[1] - u[1] * v[0]))
    if cross == 0:
        return dot < 0
    return radius * cross / (lu * lv + dot) - min(lu, lv) / 2 > Decimal(10) ** -40


def clip(a: XY, b: XY, quad: list[XY]) -> tuple[Fraction, Fraction] | None:
    """The part of the segment on the convex quadrilateral, as parameters."""
    low, high = Fraction(0), Fraction(1)
    for (ex, ey), (fx, fy) in zip(quad, quad[1:] + quad[:1], strict=True):
        at_a = (fx - ex) * (a[1] - ey) - (fy - ey) * (a[0] - ex)
        at_b = (fx - ex) * (b[1] - ey) - (fy - ey) * (b[0] - ex)
        if at_a == at_b:
            if at_a < 0:
                return None
            continue
        t = Fraction(at_a, at_a - at_b)
        if at_b > at_a:
            low = max(low, t)
        else:
            high = min(high, t)
    return (low, high) if low <= high else None


def inside_quad(x: Fraction, y: Fraction, quad: list[XY]) -> bool:
    """Closed."""
    return all(
        (fx - ex) * (y - ey) - (fy - ey) * (x - ex) >= 0
        for (ex, ey), (fx, fy) in zip(quad, quad[1:] + quad[:1], strict=True)
    )


Spot = tuple[Fraction, Fraction]


def common(a: XY, b: XY, c: XY, d: XY) -> list[Spot]:
    """What two segments that meet share: one point, or the two ends of a stretch."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    whole = ux * vy - uy * vx
    if whole:
        t = Fraction((c[0] - a[0]) * vy - (c[1] - a[1]) * vx, whole)
        return [(a[0] + t * ux, a[1] + t * uy)]
    low, high = max(min(a, b), min(c, d)), min(max(a, b), max(c, d))  # along one line points are in order
    return [(Fraction(x), Fraction(y)) for x, y in ([low, high] if low != high else [low])]


def ways_out(pieces: list[tuple[XY, XY]], x: Fraction, y: Fraction) -> list[Fraction]:
    """The directions in which these pieces leave a point, as fractions of four quarter turns."""
    found = []
    for a, b in pieces:
        if distance_squared_from(x, y, a, b):
            continue
        for end in (a, b):
            dx, dy = end[0] - x, end[1] - y
            if dx or dy:
                part = dy / (abs(dx) + abs(dy))
                found.append(2 - part if dx < 0 else part if dy >= 0 else 4 + part)
    return found


def distance_squared_from(x: Fraction, y: Fraction, a: XY, b: XY) -> Fraction:
    """Squared distance from any point to a segment; 0 is on it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = min(Fraction(1), max(Fraction(0), ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)))
    return (a[0] + t * dx - x) ** 2 + (a[1] + t * dy - y) ** 2


class Oracle:
    """The table as shapely geometries."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.measures = layout.measures
        self.field = Polygon(layout.field.tolist())
        self.quads = [[(int(r[2 * k]), int(r[2 * k + 1])) for k in range(4)] for r in layout.tiles]
        self.cores = [[(int(r[8 + 2 * k]), int(r[9 + 2 * k])) for k in range(4)] for r in layout.tiles]
        self.others = [((int(a), int(b)), (int(c), int(d)), int(s)) for a, b, c, d, s in layout.segments]
        self.tree = shapely.STRtree([LineString(pair[:2]) for pair in self.others])

    def judge(self, company: int, target: int, points: list[XY]) -> tuple[str, int, int]:
        """Rule, score, number of crossings."""
        rule, entered, ends = self._shape(target, points)
        if rule:
            return rule, 0, 0
        crossings, touch = self._meetings(points, entered)
        if touch:
            return "touch", 0, 0
        return self._company(company, entered, ends, crossings)

    def _shape(self, target: int, points: list[XY]) -> tuple[str, list[int], tuple[int, int]]:
        m = self.measures
        none: list[int] = []
        pieces = [isqrt(10**6 * ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)) for a, b in pairwise(points)]
        if 0 in pieces:
            return "shape", none, (-1, -1)
        if abs(Fraction(sum(pieces), 1000) - target) > Fraction(m.tolerance, 1000) * target:
            return "length", none, (-1, -1)
        line = LineString(points)
        if not shapely.contains_properly(self.field, line):
            return "field", none, (-1, -1)
        if any(too_sharp(a, b, c, m.bend) for a, b, c in zip(points, points[1:], points[2:], strict=False)):
            return "bend", none, (-1, -1)
        if self._self(points, pieces):
            return "self", none, (-1, -1)
        entered = [t for t, quad in enumerate(self.quads) if line.intersects(Polygon(quad))]
        for t in entered:
            parts = [clip(a, b, self.quads[t]) for a, b in pairwise(points)]
            spans = [(i + part[0], i + part[1]) for i, part in enumerate(parts) if part]
            if any(after[0] != before[1] for before, after in pairwise(spans)):
                return "twice", none, (-1, -1)
        if m.graze and any(not line.intersects(Polygon(self.cores[t])) for t in entered):
            return "graze", none, (-1, -1)
        ends = [
            next((t for t in entered if Polygon(self.quads[t]).covers(Point(p))), -1)
            for p in (points[0], points[-1])
        ]
        if -1 in ends:
            return "end", none, (-1, -1)
        if ends[0] == ends[1]:
            return "sameend", none, (-1, -1)
        return "", entered, (ends[0], ends[1])

    def _self(self, points: list[XY], pieces: list[int]) -> bool:
        m = self.measures
        segments = [LineString(pair) for pair in pairwise(points)]
        start = [sum(pieces[:i]) for i in range(len(pieces) + 1)]
        for i in range(len(segments)):
            later = segments[i + 2 :]
            if not later:
                break
            far = shapely.distance(segments[i], later)
            for j, d in enumerate(far, start=i + 2):
                if d > m.clear + 1:
                    continue
                if start[j] - start[i + 1] <= 1000 * m.arc_gap:
                    if segments[i].intersects(segments[j]):
                        return True
                elif d < m.clear - 1 or segments[i].intersects(segments[j]):
                    return True
                else:
                    a, b, c, e = points[i], points[i + 1], points[j], points[j + 1]
                    if min(
                        distance_squared(a, c, e), distance_squared(b, c, e),
                        distance_squared(c, a, b), distance_squared(e, a, b),
                    ) < m.clear**2:  # fmt: skip
                        return True
        return False

    def _meetings(self, points: list[XY], entered: list[int]) -> tuple[list[int], bool]:
        """The strings crossed outside tiles, once for each place; whether there is any other contact there.

        A crossing is a place where the two lines change sides: seen from it, the four ways out alternate.
        """
        mine = list(pairwise(points))
        places: set[tuple[int, Fraction, Fraction]] = set()
        for a, b in mine:
            for index in self.tree.query(LineString([a, b]), predicate="intersects"):
                c, d, string = self.others[index]
                shared = common(a, b, c, d)
                if len(shared) == 2:
                    if not any(all(inside_quad(x, y, quad) for x, y in shared) for quad in self.quads):
                        return [], True
                    continue
                ((x, y),) = shared
                if not any(inside_quad(x, y, self.quads[k]) for k in entered):
                    places.add((string, x, y))
        for string, x, y in places:
            ours = ways_out(mine, x, y)
            theirs = ways_out([(c, d) for c, d, of in self.others if of == string], x, y)
            turns = sorted([(turn, "ours") for turn in ours] + [(turn, "theirs") for turn in theirs])
            if len({turn for turn, _ in turns}) != 4 or [w for _, w in turns[::2]] not in (
                ["ours"] * 2,
                ["theirs"] * 2,
            ):
                return [], True
        return [string for string, _, _ in places], False

    def _company(
        self, company: int, entered: list[int], ends: tuple[int, int], crossings: list[int]
    ) -> tuple[str, int, int]:
        m = self.measures
        tiles = {t: self.layout.tile(t) for t in entered}
        mine = {t for t in entered if tiles[t][2] >> company & 1}
        if not (mine & set(ends) if m.anchor == "end" else mine):
            return "network", 0, 0
        if any(tiles[t][0] == 7 and t not in ends for t in entered):
            return "terminal", 0, 0
        if any(tiles[t][2].bit_count() + 1 > LIMIT.get(tiles[t][0], 99) for t in entered if t not in mine):
            return "limit", 0, 0
        score = 0
        for t in entered:
            kind, owner, _, high = tiles[t]
            if kind == 5:
                score += 1
            elif t not in mine:
                if kind == 0:
                    score += 2
                elif kind == 9 and high:
                    score += 3
                else:
                    score += WORTH[kind][owner >= 0]
        for s in set(crossings):
            kind, of = (int(c) for c in self.layout.strings[s])
            weight = 1
            if kind == 2 and (m.rail_cost == "two" or (m.rail_cost == "others" and of != company)):
                weight = 2
            score -= weight * (1 if m.count == "string" else crossings.count(s))
        return "", score, len(crossings)
