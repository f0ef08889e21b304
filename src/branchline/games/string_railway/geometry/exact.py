"""Exact predicates on whole numbers, as kernels.

Ties: a quadrilateral is closed, its border belongs to the tile; two segments that share one point meet; a
distance equal to the asked one is far enough; a bend of exactly the smallest radius is allowed; a crossing
exactly on a tile's border is on the tile; two lines that change sides at a corner cross.
Coordinates are below 10^5, so every determinant is below 2^37.
Products of two determinants do not fit 64 bits: `sum_sign` splits them, `compare` uses 24-bit limbs.
"""

import math

import numpy as np

from branchline.games.string_railway.geometry.kernels import compiled
from branchline.games.string_railway.geometry.measures import Ints


@compiled
def cross(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> int:
    """Positive when p lies left of a→b, zero on its line."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


@compiled
def root(n: int) -> int:
    """The whole part of the square root."""
    guess = int(math.sqrt(float(n)))
    while guess * guess > n:
        guess -= 1
    while (guess + 1) * (guess + 1) <= n:
        guess += 1
    return guess


@compiled
def length(ax: int, ay: int, bx: int, by: int) -> int:
    """Length of a segment in millionths of a centimetre; the same in both directions."""
    return root(1_000_000 * ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)))


@compiled
def sum_sign(a: int, b: int, c: int, d: int) -> int:
    """The sign of a·b + c·d, each below 2^40 in size."""
    high = (a >> 20) * b + (c >> 20) * d
    low = (a & 0xFFFFF) * b + (c & 0xFFFFF) * d
    high += low >> 20
    if high < 0:
        return -1
    return 1 if high > 0 or low & 0xFFFFF else 0


@compiled
def _times(limbs: Ints, factor: int) -> None:
    carry = 0
    for i in range(limbs.shape[0]):
        value = limbs[i] * factor + carry
        limbs[i] = value & 0xFFFFFF
        carry = value >> 24


@compiled
def compare(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int) -> int:
    """The sign of a·b·c·d - e·f·g·h, all of them from 0 to 2^38."""
    left = np.zeros(8, np.int64)
    right = np.zeros(8, np.int64)
    left[0] = 1
    right[0] = 1
    _times(left, a)
    _times(left, b)
    _times(left, c)
    _times(left, d)
    _times(right, e)
    _times(right, f)
    _times(right, g)
    _times(right, h)
    for i in range(7, -1, -1):
        if left[i] != right[i]:
            return 1 if left[i] > right[i] else -1
    return 0


@compiled
def meet(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether the closed segments ab and cd share a point."""
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx):
        return False
    if max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False
    first = cross(ax, ay, bx, by, cx, cy)
    second = cross(ax, ay, bx, by, dx, dy)
    if (first > 0 and second > 0) or (first < 0 and second < 0):
        return False
    third = cross(cx, cy, dx, dy, ax, ay)
    fourth = cross(cx, cy, dx, dy, bx, by)
    # with overlapping boxes this is right for collinear segments too
    return not ((third > 0 and fourth > 0) or (third < 0 and fourth < 0))


@compiled
def between(px: int, py: int, qx: int, qy: int, rx: int, ry: int) -> bool:
    """Whether the way r lies strictly in the sector that one sweeps turning left from the way p to q."""
    after = px * ry - py * rx
    before = rx * qy - ry * qx
    turn = px * qy - py * qx
    if turn > 0 or (turn == 0 and px * qx + py * qy > 0):
        return after > 0 and before > 0
    if turn == 0:
        return after > 0
    return after > 0 or before > 0


@compiled
def crosses_at(
    x: int, y: int, ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int
) -> bool:
    """Whether the lines a-p-b and c-p-d, which meet in p, change sides there: their ways out alternate."""
    px = ax - x
    py = ay - y
    qx = bx - x
    qy = by - y
    rx = cx - x
    ry = cy - y
    sx = dx - x
    sy = dy - y
    return (between(px, py, qx, qy, rx, ry) and between(qx, qy, px, py, sx, sy)) or (
        between(px, py, qx, qy, sx, sy) and between(qx, qy, px, py, rx, ry)
    )


@compiled
def point_near(px: int, py: int, ax: int, ay: int, bx: int, by: int, gap: int) -> bool:
    """Whether p is nearer than gap to the segment ab."""
    dx = bx - ax
    dy = by - ay
    square = dx * dx + dy * dy
    along = (px - ax) * dx + (py - ay) * dy
    if along <= 0:
        return (px - ax) * (px - ax) + (py - ay) * (py - ay) < gap * gap
    if along >= square:
        return (px - bx) * (px - bx) + (py - by) * (py - by) < gap * gap
    across = abs(dx * (py - ay) - dy * (px - ax))
    left = float(across) * float(across)
    right = float(gap * gap) * float(square)
    if left < right * (1 - 1e-12):
        return True
    if left > right * (1 + 1e-12):
        return False
    return compare(across, across, 1, 1, gap * gap, square, 1, 1) < 0


@compiled
def segments_near(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int, gap: int) -> bool:
    """Whether the segments ab and cd are nearer than gap."""
    if max(ax, bx) + gap < min(cx, dx) or max(cx, dx) + gap < min(ax, bx):
        return False
    if max(ay, by) + gap < min(cy, dy) or max(cy, dy) + gap < min(ay, by):
        return False
    return (
        point_near(ax, ay, cx, cy, dx, dy, gap)
        or point_near(bx, by, cx, cy, dx, dy, gap)
        or point_near(cx, cy, ax, ay, bx, by, gap)
        or point_near(dx, dy, ax, ay, bx, by, gap)
        or meet(ax, ay, bx, by, cx, cy, dx, dy)
    )


@compiled
def bend_fits(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, radius: int) -> bool:
    """Whether radius·tan(turn/2) is at most half the shorter of the segments ab and bc.

    With S=|ab||bc|, m the shorter squared: 4r²(S-dot) <= m(S+dot), that is S(4r²-m) <= dot(4r²+m), squared.
    """
    ux = bx - ax
    uy = by - ay
    vx = cx - bx
    vy = cy - by
    dot = ux * vx + uy * vy
    u = ux * ux + uy * uy
    v = vx * vx + vy * vy
    shorter = min(u, v)
    wide = 4 * radius * radius
    less = wide - shorter
    more = wide + shorter
    if less <= 0 and dot >= 0:
        return True
    if less > 0 and dot < 0:
        return False
    left = float(u) * float(v) * float(less) * float(less)
    right = float(dot) * float(dot) * float(more) * float(more)
    if abs(left - right) > 1e-12 * (left + right):
        smaller = left < right
        equal = False
    else:
        order = compare(u, v, abs(less), abs(less), abs(dot), abs(dot), more, more)
        smaller = order < 0
        equal = order == 0
    return equal or (smaller if less > 0 else not smaller)


@compiled
def in_quad(tiles: Ints, t: int, at: int, px: int, py: int) -> bool:
    """Whether p is in the closed quadrilateral at column `at` (0 tile, 8 core) of row t."""
    for k in range(4):
        i = at + 2 * k
        j = at + 2 * ((k + 1) % 4)
        if cross(tiles[t, i], tiles[t, i + 1], tiles[t, j], tiles[t, j + 1], px, py) < 0:
            return False
    return True


@compiled
def hits_quad(tiles: Ints, t: int, at: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether the segment ab shares a point with the closed quadrilateral."""
    if max(ax, bx) < tiles[t, 16] or min(ax, bx) > tiles[t, 18]:
        return False
    if max(ay, by) < tiles[t, 17] or min(ay, by) > tiles[t, 19]:
        return False
    if in_quad(tiles, t, at, ax, ay) or in_quad(tiles, t, at, bx, by):
        return True
    for k in range(4):
        i = at + 2 * k
        j = at + 2 * ((k + 1) % 4)
        if meet(ax, ay, bx, by, tiles[t, i], tiles[t, i + 1], tiles[t, j], tiles[t, j + 1]):
            return True
    return False


@compiled
def crossing_on_quad(
    tiles: Ints, t: int, ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int
) -> bool:
    """Whether the proper crossing of ab and cd lies on the closed tile; no rounding."""
    whole = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    part = (cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)
    if whole < 0:
        whole = -whole
        part = -part
    for k in range(4):
        i = 2 * k
        j = 2 * ((k + 1) % 4)
        ex = tiles[t, i]
        ey = tiles[t, i + 1]
        fx = tiles[t, j]
        fy = tiles[t, j + 1]
        side = cross(ex, ey, fx, fy, ax, ay)
        slope = (fx - ex) * (by - ay) - (fy - ey) * (bx - ax)
        if sum_sign(side, whole, part, slope) < 0:
            return False
    return True


@compiled
def inside(polygon: Ints, px: int, py: int) -> bool:
    """Whether p is strictly inside the polygon, which need not be convex."""
    odd = False
    n = polygon.shape[0]
    for i in range(n):
        ax = polygon[i, 0]
        ay = polygon[i, 1]
        bx = polygon[(i + 1) % n, 0]
        by = polygon[(i + 1) % n, 1]
        if meet(ax, ay, bx, by, px, py, px, py):
            return False
        if (ay > py) != (by > py):
            side = cross(ax, ay, bx, by, px, py)
            if (side > 0) == (by > ay):
                odd = not odd
    return odd
