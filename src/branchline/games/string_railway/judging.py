"""The kernel that judges a string against the table: the rules of chapter 3.5 in order, the score of 3.6.

Besides yes or no it leaves witnesses: where the rule is broken, by what and by how much; where each tile was
entered and what that brings; where each string was crossed, numbered along the new string.
"""

import math

import numpy as np

from branchline.games.string_railway.alone import (
    check_bends,
    check_field,
    check_length,
    check_self,
    measure,
    refuse,
)
from branchline.games.string_railway.columns import (
    ANCHOR_END,
    ARC_GAP,
    AT_X,
    AT_Y,
    BEND,
    CLEAR,
    COUNT_STRING,
    CROSSED,
    ENTERED,
    FIRST_END,
    GRAZE,
    IN_MOUNTAIN,
    KIND,
    LAST_END,
    MOST_CROSSED,
    OTHER_COST,
    OWN_COST,
    OWNER,
    PRESENT,
    SCORE,
    TOLERANCE,
)  # fmt: skip
from branchline.games.string_railway.exact import cross, crossing_on_quad, hits_quad, in_quad, meet
from branchline.games.string_railway.jit import compiled
from branchline.games.string_railway.measures import (
    HOME,
    JUNCTION,
    LANDMARK,
    LANDMARK_IN_MOUNTAIN,
    LIMITS,
    OTHERS_POINTS,
    OWN_POINTS,
    OWNER_GAINS,
    RAIL,
    REACH,
    TERMINAL,
    TOWN,
    TRANSFER,
    Ints,
)


@compiled
def entry_place(points: Ints, i: int, tiles: Ints, t: int) -> tuple[int, int]:
    """Where segment i first touches the tile, rounded: a witness only."""
    ax = float(points[i, 0])
    ay = float(points[i, 1])
    dx = points[i + 1, 0] - ax
    dy = points[i + 1, 1] - ay
    first = 0.0
    for k in range(4):
        a = 2 * k
        b = 2 * ((k + 1) % 4)
        side = cross(tiles[t, a], tiles[t, a + 1], tiles[t, b], tiles[t, b + 1], points[i, 0], points[i, 1])
        if side < 0:
            slope = (tiles[t, b] - tiles[t, a]) * dy - (tiles[t, b + 1] - tiles[t, a + 1]) * dx
            if slope > 0:
                first = max(first, -side / slope)
    first = min(first, 1.0)
    return math.floor(ax + first * dx + 0.5), math.floor(ay + first * dy + 0.5)


@compiled
def check_tiles(points: Ints, tiles: Ints, graze: int, head: Ints, entered: Ints) -> int:
    """TWICE, GRAZE, END, SAMEEND; fills the entered tiles and the tiles of the two ends."""
    n = points.shape[0]
    left = right = points[0, 0]
    low = high = points[0, 1]
    for i in range(1, n):
        left = min(left, points[i, 0])
        right = max(right, points[i, 0])
        low = min(low, points[i, 1])
        high = max(high, points[i, 1])
    count = 0
    grazed = -1
    grazed_row = 0
    head[FIRST_END] = -1
    head[LAST_END] = -1
    for t in range(tiles.shape[0]):
        if left > tiles[t, 18] or right < tiles[t, 16] or low > tiles[t, 19] or high < tiles[t, 17]:
            continue
        runs = 0
        deep = False
        for i in range(n - 1):
            ax = points[i, 0]
            ay = points[i, 1]
            bx = points[i + 1, 0]
            by = points[i + 1, 1]
            if not hits_quad(tiles, t, 0, ax, ay, bx, by):
                continue
            # a part goes on only through a vertex on the tile
            if runs == 0 or not in_quad(tiles, t, 0, ax, ay):
                runs += 1
                x, y = entry_place(points, i, tiles, t)
                if runs == 1:
                    entered[count, 0] = t
                    entered[count, 1] = x
                    entered[count, 2] = y
                else:
                    return refuse(head, 5, x, y, t, 0)
            if not deep and hits_quad(tiles, t, 8, ax, ay, bx, by):
                deep = True
        if runs:
            if not deep and grazed < 0:
                grazed = t
                grazed_row = count
            if in_quad(tiles, t, 0, points[0, 0], points[0, 1]):
                head[FIRST_END] = t
            if in_quad(tiles, t, 0, points[n - 1, 0], points[n - 1, 1]):
                head[LAST_END] = t
            count += 1
    head[ENTERED] = count
    if graze and grazed >= 0:
        return refuse(head, 6, entered[grazed_row, 1], entered[grazed_row, 2], grazed, 0)
    if head[FIRST_END] < 0:
        return refuse(head, 7, points[0, 0], points[0, 1], 0, 0)
    if head[LAST_END] < 0:
        return refuse(head, 7, points[n - 1, 0], points[n - 1, 1], 1, 0)
    if head[FIRST_END] == head[LAST_END]:
        return refuse(head, 8, points[n - 1, 0], points[n - 1, 1], head[FIRST_END], 0)
    return 0


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
def check_crossings(
    points: Ints, tiles: Ints, segments: Ints, chunks: Ints, head: Ints, entered: Ints, crossed: Ints
) -> int:
    """TOUCH; lists the proper crossings outside tiles, in the order of the new string."""
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
                    if first == 0 or second == 0 or third == 0 or fourth == 0:
                        if not contact_allowed(tiles, entered, visited, ax, ay, bx, by, cx, cy, dx, dy, head):
                            return refuse(head, 9, head[AT_X], head[AT_Y], segments[s, 4], 0)
                        continue
                    free = False
                    for e in range(visited):
                        if crossing_on_quad(tiles, entered[e, 0], ax, ay, bx, by, cx, cy, dx, dy):
                            free = True
                            break
                    if free:
                        continue
                    if count == MOST_CROSSED:
                        return refuse(head, 9, ax, ay, segments[s, 4], 1)
                    part = third / (third - fourth)
                    place = i + part
                    at = count
                    while at > 0 and along[at - 1] > place:
                        along[at] = along[at - 1]
                        crossed[at] = crossed[at - 1]
                        at -= 1
                    along[at] = place
                    crossed[at, 0] = segments[s, 4]
                    crossed[at, 2] = math.floor(ax + part * (bx - ax) + 0.5)
                    crossed[at, 3] = math.floor(ay + part * (by - ay) + 0.5)
                    crossed[at, 5] = i
                    count += 1
    head[CROSSED] = count
    return 0


@compiled
def station_worth(kind: int, owner: int, in_mountain: int) -> int:
    """Points for newly entering a station of this owner, or of nobody (-1). A junction pays apart."""
    if kind == JUNCTION:
        return 0
    if kind == LANDMARK and in_mountain:
        return LANDMARK_IN_MOUNTAIN
    return OTHERS_POINTS[kind] if owner >= 0 else OWN_POINTS[kind]


@compiled
def check_company(tiles: Ints, company: int, numbers: Ints, head: Ints, entered: Ints) -> int:
    """NETWORK, TERMINAL, LIMIT."""
    count = head[ENTERED]
    mine = 1 << company
    joined = False
    for e in range(count):
        t = entered[e, 0]
        if tiles[t, PRESENT] & mine and (
            not numbers[ANCHOR_END] or t == head[FIRST_END] or t == head[LAST_END]
        ):
            joined = True
    if not joined:
        return refuse(head, 10, 0, 0, -1, 0)
    for e in range(count):
        t = entered[e, 0]
        if tiles[t, KIND] == TERMINAL and t != head[FIRST_END] and t != head[LAST_END]:
            return refuse(head, 11, entered[e, 1], entered[e, 2], t, 0)
    for e in range(count):
        t = entered[e, 0]
        if not tiles[t, PRESENT] & mine:
            others = 0
            left = tiles[t, PRESENT]
            while left:
                left &= left - 1
                others += 1
            if others + 1 > LIMITS[tiles[t, KIND]]:
                return refuse(head, 12, entered[e, 1], entered[e, 2], t, LIMITS[tiles[t, KIND]])
    return 0


@compiled
def add_score(
    tiles: Ints, strings: Ints, company: int, numbers: Ints, head: Ints, entered: Ints, crossed: Ints
) -> None:
    """Points of each entered tile and of each crossing, and their sum."""
    mine = 1 << company
    score = 0
    for e in range(head[ENTERED]):
        t = entered[e, 0]
        kind = tiles[t, KIND]
        points = 1 if kind == JUNCTION else 0
        entered[e, 4] = -1
        entered[e, 5] = 0
        entered[e, 6] = 0
        if not tiles[t, PRESENT] & mine:
            owner = tiles[t, OWNER]
            points += station_worth(kind, owner, tiles[t, IN_MOUNTAIN])
            if owner >= 0:
                entered[e, 4] = owner
                entered[e, 5] = OWNER_GAINS[kind]
            elif kind in (TOWN, TRANSFER, HOME):
                entered[e, 6] = 1
        entered[e, 3] = points
        score += points
    times = np.zeros(strings.shape[0], np.int64)
    for c in range(head[CROSSED]):
        s = crossed[c, 0]
        times[s] += 1
        crossed[c, 1] = times[s]
        cost = 1
        if strings[s, 0] == RAIL:
            cost = numbers[OWN_COST] if strings[s, 1] == company else numbers[OTHER_COST]
        if numbers[COUNT_STRING] and times[s] > 1:
            cost = 0
        crossed[c, 4] = -cost
        score -= cost
    head[SCORE] = score


@compiled
def judge_string(
    points: Ints, target: int, company: int, field: Ints, convex: int, segments: Ints, chunks: Ints,
    strings: Ints, tiles: Ints, numbers: Ints, head: Ints, entered: Ints, crossed: Ints,
) -> int:  # fmt: skip
    """The first rule that the string breaks, or 0; head, entered and crossed are filled."""
    head[:] = 0
    arcs = np.empty(points.shape[0] + 1, np.int64)
    if points.shape[0] < 2:
        return refuse(head, 13, 0, 0, 0, 2)
    broken = measure(points, False, arcs, head)
    if broken:
        return broken
    broken = check_length(arcs[points.shape[0] - 1], target, numbers[TOLERANCE], head)
    if broken:
        return broken
    broken = check_field(points, False, field, convex, head)
    if broken:
        return broken
    broken = check_bends(points, False, numbers[BEND], head)
    if broken:
        return broken
    broken = check_self(points, False, arcs, numbers[CLEAR], numbers[ARC_GAP], head)
    if broken:
        return broken
    broken = check_tiles(points, tiles, numbers[GRAZE], head, entered)
    if broken:
        return broken
    broken = check_crossings(points, tiles, segments, chunks, head, entered, crossed)
    if broken:
        return broken
    broken = check_company(tiles, company, numbers, head, entered)
    if broken:
        return broken
    add_score(tiles, strings, company, numbers, head, entered, crossed)
    return 0
