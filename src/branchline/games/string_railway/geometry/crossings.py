"""Kernels for what a new string does to those that lie there: it crosses them, or touches, which is refused.

Exact also where lines meet in a corner: there the ways out of both decide whether they change sides.
"""

import math

import numpy as np

from branchline.games.string_railway.geometry.columns import AT_X, AT_Y, CROSSED, ENTERED, MOST_CROSSED
from branchline.games.string_railway.geometry.curve import refuse
from branchline.games.string_railway.geometry.exact import cross, crosses_at, crossing_on_quad, in_quad, meet
from branchline.games.string_railway.geometry.kernels import compiled
from branchline.games.string_railway.geometry.measures import REACH, Ints

CROSSES, TOUCHES, ELSEWHERE = 0, 1, 2  # what two segments do in a corner; the last: others count it


@compiled
def on_tile(tiles: Ints, entered: Ints, count: int, x: int, y: int) -> int:
    """The entered tile that holds the point, or -1."""
    for e in range(count):
        if in_quad(tiles, entered[e, 0], 0, x, y):
            return int(entered[e, 0])
    return -1


@compiled
def contact_allowed(
    tiles: Ints, entered: Ints, count: int,
    ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int, head: Ints,
) -> bool:  # fmt: skip
    """Whether a meeting that is no proper crossing lies wholly on one tile: a vertex, or a shared stretch."""
    seen = -2
    for k in range(4):
        if k == 0:
            x, y, other = ax, ay, meet(ax, ay, ax, ay, cx, cy, dx, dy)
        elif k == 1:
            x, y, other = bx, by, meet(bx, by, bx, by, cx, cy, dx, dy)
        elif k == 2:
            x, y, other = cx, cy, meet(cx, cy, cx, cy, ax, ay, bx, by)
        else:
            x, y, other = dx, dy, meet(dx, dy, dx, dy, ax, ay, bx, by)
        if not other:
            continue
        head[AT_X] = x
        head[AT_Y] = y
        tile = on_tile(tiles, entered, count, x, y)
        if tile < 0 or (seen >= 0 and seen != tile):
            return False
        seen = tile
    return True


@compiled
def shares_stretch(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether two segments that meet lie along each other for more than a point."""
    if cross(ax, ay, bx, by, cx, cy) != 0 or cross(ax, ay, bx, by, dx, dy) != 0:
        return False
    wide = min(max(ax, bx), max(cx, dx)) - max(min(ax, bx), min(cx, dx))
    high = min(max(ay, by), max(cy, dy)) - max(min(ay, by), min(cy, dy))
    return wide > 0 or high > 0


@compiled
def neighbour(segments: Ints, s: int, step: int) -> int:
    """The segment before (-1) or after (1) this one on its string, or -1 at an end; a loop goes on."""
    string = segments[s, 4]
    t = s + step
    if 0 <= t < segments.shape[0] and segments[t, 4] == string:
        return t
    while 0 <= s - step < segments.shape[0] and segments[s - step, 4] == string:
        s -= step
    here = 0 if step < 0 else 2
    same_x = segments[s, 2 - here] == segments[t - step, here]
    return s if same_x and segments[s, 3 - here] == segments[t - step, here + 1] else -1


@compiled
def corner_contact(points: Ints, i: int, segments: Ints, s: int, x: int, y: int) -> int:
    """What segments i and s do in their one common point, a corner or an end of either.

    Both strings are looked at on either side of it. Segments that meet in a corner all see it: it counts
    for those that begin there.
    """
    ax, ay, bx, by = points[i, 0], points[i, 1], points[i + 1, 0], points[i + 1, 1]
    if x == bx and y == by:
        return ELSEWHERE if i + 2 < points.shape[0] else TOUCHES
    if x == ax and y == ay:
        if i == 0:
            return TOUCHES
        ax, ay = points[i - 1, 0], points[i - 1, 1]
    cx, cy, dx, dy = segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3]
    if x == dx and y == dy:
        return ELSEWHERE if neighbour(segments, s, 1) >= 0 else TOUCHES
    if x == cx and y == cy:
        before = neighbour(segments, s, -1)
        if before < 0:
            return TOUCHES
        cx, cy = segments[before, 0], segments[before, 1]
    return CROSSES if crosses_at(x, y, ax, ay, bx, by, cx, cy, dx, dy) else TOUCHES


@compiled
def check_crossings(
    points: Ints, tiles: Ints, segments: Ints, chunks: Ints, head: Ints, entered: Ints, crossed: Ints
) -> int:
    """TOUCH; lists the crossings outside tiles, in the order of the new string."""
    n = points.shape[0]
    blocks = (n + 6) // 8
    boxes = np.empty((blocks, 4), np.int64)
    for b in range(blocks):
        boxes[b, 0] = boxes[b, 1] = REACH
        boxes[b, 2] = boxes[b, 3] = -REACH
        for i in range(8 * b, min(8 * b + 9, n)):
            boxes[b, 0] = min(boxes[b, 0], points[i, 0])
            boxes[b, 1] = min(boxes[b, 1], points[i, 1])
            boxes[b, 2] = max(boxes[b, 2], points[i, 0])
            boxes[b, 3] = max(boxes[b, 3], points[i, 1])
    count = 0
    visited = head[ENTERED]
    along = np.empty(MOST_CROSSED)
    for b in range(blocks):
        left, low, right, high = boxes[b, 0], boxes[b, 1], boxes[b, 2], boxes[b, 3]
        for c in range(chunks.shape[0]):
            if chunks[c, 0] > right or chunks[c, 2] < left or chunks[c, 1] > high or chunks[c, 3] < low:
                continue
            for i in range(8 * b, min(8 * b + 8, n - 1)):
                ax = points[i, 0]
                ay = points[i, 1]
                bx = points[i + 1, 0]
                by = points[i + 1, 1]
                if min(ax, bx) > chunks[c, 2] or max(ax, bx) < chunks[c, 0]:
                    continue
                if min(ay, by) > chunks[c, 3] or max(ay, by) < chunks[c, 1]:
                    continue
                for s in range(chunks[c, 4], chunks[c, 5]):
                    cx = segments[s, 0]
                    cy = segments[s, 1]
                    dx = segments[s, 2]
                    dy = segments[s, 3]
                    if max(cx, dx) < min(ax, bx) or min(cx, dx) > max(ax, bx):
                        continue
                    if max(cy, dy) < min(ay, by) or min(cy, dy) > max(ay, by):
                        continue
                    first = cross(ax, ay, bx, by, cx, cy)
                    second = cross(ax, ay, bx, by, dx, dy)
                    if (first > 0 and second > 0) or (first < 0 and second < 0):
                        continue
                    third = cross(cx, cy, dx, dy, ax, ay)
                    fourth = cross(cx, cy, dx, dy, bx, by)
                    if (third > 0 and fourth > 0) or (third < 0 and fourth < 0):
                        continue
                    corner = first == 0 or second == 0 or third == 0 or fourth == 0
                    if corner:
                        if contact_allowed(tiles, entered, visited, ax, ay, bx, by, cx, cy, dx, dy, head):
                            continue
                        x, y = head[AT_X], head[AT_Y]
                        if shares_stretch(ax, ay, bx, by, cx, cy, dx, dy):
                            return refuse(head, 9, x, y, segments[s, 4], 1)
                        found = corner_contact(points, i, segments, s, x, y)
                        if found == TOUCHES:
                            return refuse(head, 9, x, y, segments[s, 4], 0)
                        if found == ELSEWHERE:
                            continue
                        part = (abs(x - ax) + abs(y - ay)) / (abs(bx - ax) + abs(by - ay))
                    else:
                        free = False
                        for e in range(visited):
                            if crossing_on_quad(tiles, entered[e, 0], ax, ay, bx, by, cx, cy, dx, dy):
                                free = True
                                break
                        if free:
                            continue
                        part = third / (third - fourth)
                        x = math.floor(ax + part * (bx - ax) + 0.5)
                        y = math.floor(ay + part * (by - ay) + 0.5)
                    if count == MOST_CROSSED:
                        return refuse(head, 9, x, y, segments[s, 4], 0)
                    place = i + part
                    at = count
                    while at > 0 and along[at - 1] > place:
                        along[at] = along[at - 1]
                        crossed[at] = crossed[at - 1]
                        at -= 1
                    along[at] = place
                    crossed[at, 0] = segments[s, 4]
                    crossed[at, 2] = x
                    crossed[at, 3] = y
                    crossed[at, 5] = i
                    count += 1
    head[CROSSED] = count
    return 0
