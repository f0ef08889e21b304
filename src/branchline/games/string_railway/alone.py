"""Kernels for the rules that a string keeps or breaks by itself: LENGTH, FIELD, BEND, SELF of chapter 3.5.

Open strings and closed loops alike, so the river, the mountain and the railways are judged by the same lines.
"""

from branchline.games.string_railway.columns import AMOUNT, AT_X, AT_Y, LENGTH, RULE, THING
from branchline.games.string_railway.exact import bend_fits, cross, inside, length, meet, segments_near
from branchline.games.string_railway.jit import compiled
from branchline.games.string_railway.measures import REACH, Ints


@compiled
def refuse(head: Ints, rule: int, x: int, y: int, thing: int, amount: int) -> int:
    """Write down the refusal and return the rule."""
    head[RULE] = rule
    head[AT_X] = x
    head[AT_Y] = y
    head[THING] = thing
    head[AMOUNT] = amount
    return rule


@compiled
def measure(points: Ints, closed: bool, arcs: Ints, head: Ints) -> int:
    """Lengths up to each point into arcs; refuses coordinates out of reach and repeated points."""
    n = points.shape[0]
    arcs[0] = 0
    for i in range(n):
        if abs(points[i, 0]) >= REACH or abs(points[i, 1]) >= REACH:
            return refuse(head, 13, points[i, 0], points[i, 1], i, 0)
        j = i + 1
        if j == n:
            if not closed:
                break
            j = 0
        piece = length(points[i, 0], points[i, 1], points[j, 0], points[j, 1])
        if piece == 0:
            return refuse(head, 13, points[i, 0], points[i, 1], i, 1)
        arcs[i + 1] = arcs[i] + piece
    return 0


@compiled
def check_length(total: int, target: int, tolerance: int, head: Ints) -> int:
    """LENGTH: within so many per mille of the target; the amount is what is too much, below 0 missing."""
    head[LENGTH] = total
    over = total - 1000 * target
    if abs(over) > tolerance * target:
        return refuse(head, 1, 0, 0, -1, over)
    return 0


@compiled
def check_bends(points: Ints, closed: bool, radius: int, head: Ints) -> int:
    """BEND: the place is the vertex that is too sharp."""
    n = points.shape[0]
    for i in range(0 if closed else 1, n if closed else n - 1):
        h = i - 1 if i > 0 else n - 1
        j = i + 1 if i < n - 1 else 0
        if not bend_fits(
            points[h, 0], points[h, 1], points[i, 0], points[i, 1], points[j, 0], points[j, 1], radius
        ):
            return refuse(head, 3, points[i, 0], points[i, 1], i, 0)
    return 0


@compiled
def check_self(points: Ints, closed: bool, arcs: Ints, clear: int, arc_gap: int, head: Ints) -> int:
    """SELF: where the arc between two segments is short they must not meet, elsewhere they keep clear."""
    n = points.shape[0]
    segments = n if closed else n - 1
    total = arcs[segments]
    near = 1000 * arc_gap
    for i in range(segments - 2):
        ax = points[i, 0]
        ay = points[i, 1]
        bx = points[i + 1, 0]
        by = points[i + 1, 1]
        left = min(ax, bx) - clear
        right = max(ax, bx) + clear
        low = min(ay, by) - clear
        high = max(ay, by) + clear
        for j in range(i + 2, segments):
            cx = points[j, 0]
            if closed and j == segments - 1:
                if i == 0:
                    continue
                dx = points[0, 0]
                dy = points[0, 1]
            else:
                dx = points[j + 1, 0]
                dy = points[j + 1, 1]
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
                    return refuse(head, 4, cx, cy, i, 0)
            elif segments_near(ax, ay, bx, by, cx, cy, dx, dy, clear):
                return refuse(head, 4, cx, cy, i, 1)
    return 0


@compiled
def check_field(points: Ints, closed: bool, field: Ints, convex: int, head: Ints) -> int:
    """FIELD: strictly inside, no contact with the field string; the thing is the vertex or segment."""
    n = points.shape[0]
    k = field.shape[0]
    if convex:
        for i in range(n):
            px = points[i, 0]
            py = points[i, 1]
            for e in range(k):
                f = e + 1 if e + 1 < k else 0
                if cross(field[e, 0], field[e, 1], field[f, 0], field[f, 1], px, py) <= 0:
                    return refuse(head, 2, px, py, i, 0)
        return 0
    if not inside(field, points[0, 0], points[0, 1]):
        return refuse(head, 2, points[0, 0], points[0, 1], 0, 0)
    for i in range(n if closed else n - 1):
        j = i + 1 if i + 1 < n else 0
        for e in range(k):
            f = e + 1 if e + 1 < k else 0
            if meet(
                points[i, 0], points[i, 1], points[j, 0], points[j, 1],
                field[e, 0], field[e, 1], field[f, 0], field[f, 1],
            ):  # fmt: skip
                return refuse(head, 2, points[j, 0], points[j, 1], j, 1)
    return 0
