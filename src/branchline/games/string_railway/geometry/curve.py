"""Kernels for what a string keeps or breaks by itself: its length, its bends, itself, and the field.

Open strings and closed loops alike, so the river, the mountain and the railways are judged by the same lines;
the caller says by which rule.
A refusal tells where: the place of contact, which the rules do not depend on and which is therefore rounded.
"""

import math

from branchline.games.string_railway.geometry.columns import AMOUNT, AT_X, AT_Y, LENGTH, RULE, THING
from branchline.games.string_railway.geometry.exact import (
    bend_fits,
    cross,
    inside,
    length,
    meet,
    segments_near,
)
from branchline.games.string_railway.geometry.kernels import compiled
from branchline.games.string_railway.geometry.measures import REACH, Ints
from branchline.games.string_railway.geometry.rule_ids import Rule

OUT_OF_REACH, REPEATED, TOO_FEW = range(3)  # amounts of STRING_SHAPE, see `verdict`


@compiled
def refuse(head: Ints, rule: Rule, x: int, y: int, thing: int, amount: int) -> int:
    """Write down the refusal; returns 1, and who refuses nothing returns 0."""
    head[RULE], head[AT_X], head[AT_Y], head[THING], head[AMOUNT] = rule, x, y, thing, amount
    return 1


@compiled
def measure(points: Ints, closed: bool, arcs: Ints, head: Ints) -> int:
    """Lengths up to each point into arcs; refuses coordinates out of reach and repeated points."""
    n = points.shape[0]
    arcs[0] = 0
    for i in range(n):
        if abs(points[i, 0]) >= REACH or abs(points[i, 1]) >= REACH:
            return refuse(head, Rule.STRING_SHAPE, points[i, 0], points[i, 1], i, OUT_OF_REACH)
        j = i + 1
        if j == n:
            if not closed:
                break
            j = 0
        piece = length(points[i, 0], points[i, 1], points[j, 0], points[j, 1])
        if piece == 0:
            return refuse(head, Rule.STRING_SHAPE, points[i, 0], points[i, 1], i, REPEATED)
        arcs[i + 1] = arcs[i] + piece
    return 0


@compiled
def check_length(total: int, target: int, tolerance: int, rule: Rule, head: Ints) -> int:
    """Within so many per mille of the target; the amount is what is too much, below 0 missing."""
    head[LENGTH] = total
    over = total - 1000 * target
    if abs(over) > tolerance * target:
        return refuse(head, rule, 0, 0, -1, over)
    return 0


@compiled
def check_bends(points: Ints, closed: bool, radius: int, rule: Rule, head: Ints) -> int:
    """The place is the vertex that is too sharp."""
    n = points.shape[0]
    for i in range(0 if closed else 1, n if closed else n - 1):
        h = i - 1 if i > 0 else n - 1
        j = i + 1 if i < n - 1 else 0
        if not bend_fits(
            points[h, 0], points[h, 1], points[i, 0], points[i, 1], points[j, 0], points[j, 1], radius
        ):
            return refuse(head, rule, points[i, 0], points[i, 1], i, 0)
    return 0


@compiled
def check_self(
    points: Ints, closed: bool, arcs: Ints, clear: int, arc_gap: int, rule: Rule, head: Ints
) -> int:
    """Where the arc between two segments is short they must not meet, elsewhere they keep clear."""
    n = points.shape[0]
    segments = n if closed else n - 1
    total = arcs[segments]
    near = 1000 * arc_gap
    for i in range(segments - 2):
        ax, ay, bx, by = points[i, 0], points[i, 1], points[i + 1, 0], points[i + 1, 1]
        left, right = min(ax, bx) - clear, max(ax, bx) + clear
        low, high = min(ay, by) - clear, max(ay, by) + clear
        for j in range(i + 2, segments):
            cx = points[j, 0]
            if closed and j == segments - 1:
                if i == 0:
                    continue
                dx, dy = points[0, 0], points[0, 1]
            else:
                dx, dy = points[j + 1, 0], points[j + 1, 1]
            if (cx < left and dx < left) or (cx > right and dx > right):
                continue
            cy = points[j, 1]
            if (cy < low and dy < low) or (cy > high and dy > high):
                continue
            arc = arcs[j] - arcs[i + 1]
            if closed:
                arc = min(arc, total - arcs[j + 1] + arcs[i])
            if arc <= near:
                if meet(ax, ay, bx, by, cx, cy, dx, dy):
                    return self_witness(points, segments, i, j, rule, head)
            elif segments_near(ax, ay, bx, by, cx, cy, dx, dy, clear):
                return self_witness(points, segments, i, j, rule, head)
    return 0


@compiled
def self_witness(points: Ints, segments: int, i: int, j: int, rule: Rule, head: Ints) -> int:
    """Segments i and j meet: where they are nearest, and how near; but a crossing comes first."""
    n = points.shape[0]
    for k in range(i, segments - 2):
        ax, ay, bx, by = points[k, 0], points[k, 1], points[k + 1, 0], points[k + 1, 1]
        for m in range(k + 2, segments):
            after = m + 1 if m + 1 < n else 0
            if (k, after) != (0, 0) and meet(
                ax, ay, bx, by, points[m, 0], points[m, 1], points[after, 0], points[after, 1]
            ):
                x, y, _ = nearest_place(
                    ax, ay, bx, by, points[m, 0], points[m, 1], points[after, 0], points[after, 1]
                )
                return refuse(head, rule, x, y, k, 0)
    after = j + 1 if j + 1 < n else 0
    x, y, away = nearest_place(
        points[i, 0], points[i, 1], points[i + 1, 0], points[i + 1, 1],
        points[j, 0], points[j, 1], points[after, 0], points[after, 1],
    )  # fmt: skip
    return refuse(head, rule, x, y, i, max(1, away))


@compiled
def nearest_place(
    ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int
) -> tuple[int, int, int]:
    """The place on ab that is nearest to cd, and how far that is, rounded: a witness only."""
    third = cross(cx, cy, dx, dy, ax, ay)
    fourth = cross(cx, cy, dx, dy, bx, by)
    if third != fourth and meet(ax, ay, bx, by, cx, cy, dx, dy):
        part = third / (third - fourth)
        return math.floor(ax + part * (bx - ax) + 0.5), math.floor(ay + part * (by - ay) + 0.5), 0
    x, y, best = float(ax), float(ay), 1e18
    for k in range(4):
        if k < 2:
            px, py = (ax, ay) if k == 0 else (bx, by)
            ex, ey, fx, fy = cx, cy, dx, dy
        else:
            px, py = (cx, cy) if k == 2 else (dx, dy)
            ex, ey, fx, fy = ax, ay, bx, by
        square = (fx - ex) * (fx - ex) + (fy - ey) * (fy - ey)
        part = ((px - ex) * (fx - ex) + (py - ey) * (fy - ey)) / max(1, square)
        part = min(1.0, max(0.0, part))
        qx = ex + part * (fx - ex)
        qy = ey + part * (fy - ey)
        away = math.hypot(qx - px, qy - py)
        if away < best:
            best = away
            x, y = (float(px), float(py)) if k < 2 else (qx, qy)
    return math.floor(x + 0.5), math.floor(y + 0.5), math.floor(best + 0.5)


@compiled
def check_within(points: Ints, closed: bool, field: Ints, convex: int, rule: Rule, head: Ints) -> int:
    """Strictly inside, no contact with the field string; the thing is the vertex or segment."""
    n = points.shape[0]
    k = field.shape[0]
    if convex:
        for i in range(n):
            for e in range(k):
                f = e + 1 if e + 1 < k else 0
                if cross(field[e, 0], field[e, 1], field[f, 0], field[f, 1], points[i, 0], points[i, 1]) <= 0:
                    return field_witness(points, i - 1, field, rule, head)
        return 0
    if not inside(field, points[0, 0], points[0, 1]):
        return field_witness(points, -1, field, rule, head)
    for i in range(n if closed else n - 1):
        j = i + 1 if i + 1 < n else 0
        for e in range(k):
            f = e + 1 if e + 1 < k else 0
            if meet(
                points[i, 0], points[i, 1], points[j, 0], points[j, 1],
                field[e, 0], field[e, 1], field[f, 0], field[f, 1],
            ):  # fmt: skip
                return field_witness(points, i, field, rule, head)
    return 0


@compiled
def field_witness(points: Ints, i: int, field: Ints, rule: Rule, head: Ints) -> int:
    """Segment i leaves the field, or the first point (-1): where the string first meets the field string."""
    if i < 0:
        return refuse(head, rule, points[0, 0], points[0, 1], 0, 0)
    j = i + 1 if i + 1 < points.shape[0] else 0
    ax, ay, bx, by = points[i, 0], points[i, 1], points[j, 0], points[j, 1]
    x, y, least = bx, by, 1 << 60
    k = field.shape[0]
    for e in range(k):
        f = e + 1 if e + 1 < k else 0
        if meet(ax, ay, bx, by, field[e, 0], field[e, 1], field[f, 0], field[f, 1]):
            u, v, _ = nearest_place(ax, ay, bx, by, field[e, 0], field[e, 1], field[f, 0], field[f, 1])
            away = (u - ax) * (u - ax) + (v - ay) * (v - ay)
            if away < least:
                x, y, least = u, v, away
    return refuse(head, rule, x, y, j, 0)
