"""An independent judge for tests: shapely says what meets what, Fraction where exactly, Decimal how sharp.

Written from chapters 3.5 and 3.6, sharing no line with the kernels: tiles are clipped segment by segment, and
distances and crossings are fractions.
"""

from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import pairwise
from math import isqrt

import shapely
from shapely import LineString, Point, Polygon

from branchline.games.string_railway.table import Table

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


class Oracle:
    """The table as shapely geometries."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.measures = table.measures
        self.field = Polygon(table.field.tolist())
        self.quads = [[(int(r[2 * k]), int(r[2 * k + 1])) for k in range(4)] for r in table.tiles]
        self.cores = [[(int(r[8 + 2 * k]), int(r[9 + 2 * k])) for k in range(4)] for r in table.tiles]
        self.others = [((int(a), int(b)), (int(c), int(d)), int(s)) for a, b, c, d, s in table.segments]
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
        """The strings properly crossed outside tiles; whether there is any other contact there."""
        crossings: list[int] = []
        for a, b in pairwise(points):
            segment = LineString([a, b])
            for index in self.tree.query(segment, predicate="intersects"):
                c, d, string = self.others[index]
                other = LineString([c, d])
                if segment.crosses(other) and not any(
                    s.intersects(Point(p)) for s, p in ((segment, c), (segment, d), (other, a), (other, b))
                ):
                    whole = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
                    t = Fraction((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]), whole)
                    x, y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
                    if not any(inside_quad(x, y, self.quads[k]) for k in entered):
                        crossings.append(string)
                else:
                    shared = [p for p in (c, d) if segment.intersects(Point(p))]
                    shared += [p for p in (a, b) if other.intersects(Point(p))]
                    if not any(
                        all(inside_quad(Fraction(x), Fraction(y), q) for x, y in shared) for q in self.quads
                    ):
                        return [], True
        return crossings, False

    def _company(
        self, company: int, entered: list[int], ends: tuple[int, int], crossings: list[int]
    ) -> tuple[str, int, int]:
        m = self.measures
        tiles = {t: self.table.tile(t) for t in entered}
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
            kind, of = (int(c) for c in self.table.strings[s])
            weight = 1
            if kind == 2 and (m.rail_cost == "two" or (m.rail_cost == "others" and of != company)):
                weight = 2
            score -= weight * (1 if m.count == "string" else crossings.count(s))
        return "", score, len(crossings)
