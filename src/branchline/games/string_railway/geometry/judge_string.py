"""The kernel that judges a string against the table, from string.shape to string.limit, and scores it.

Besides yes or no it leaves witnesses: where the rule is broken, by what and by how much; where each tile was
entered and what that brings; where each string was crossed, numbered along the new string.
"""

import math

import numpy as np

from branchline.games.string_railway.geometry.columns import (
    ANCHOR_END,
    ARC_GAP,
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
    OTHER_COST,
    OWN_COST,
    OWNER,
    PRESENT,
    SCORE,
    TOLERANCE,
)  # fmt: skip
from branchline.games.string_railway.geometry.crossings import check_crossings
from branchline.games.string_railway.geometry.curve import (
    TOO_FEW,
    check_bends,
    check_length,
    check_self,
    check_within,
    measure,
    refuse,
)
from branchline.games.string_railway.geometry.exact import count_bits, cross, hits_quad, in_quad
from branchline.games.string_railway.geometry.kernels import compiled
from branchline.games.string_railway.geometry.measures import RAIL, Ints
from branchline.games.string_railway.geometry.rule_ids import Rule
from branchline.games.string_railway.rules.tables import (
    HOME,
    JUNCTION,
    LANDMARK,
    LANDMARK_IN_MOUNTAIN,
    LIMITS,
    OTHERS_POINTS,
    OWN_POINTS,
    OWNER_GAINS,
    TERMINAL,
    TOWN,
    TRANSFER,
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
        a, b = 2 * k, 2 * ((k + 1) % 4)
        side = cross(tiles[t, a], tiles[t, a + 1], tiles[t, b], tiles[t, b + 1], points[i, 0], points[i, 1])
        if side < 0:
            slope = (tiles[t, b] - tiles[t, a]) * dy - (tiles[t, b + 1] - tiles[t, a + 1]) * dx
            if slope > 0:
                first = max(first, -side / slope)
    first = min(first, 1.0)
    return math.floor(ax + first * dx + 0.5), math.floor(ay + first * dy + 0.5)


@compiled
def check_tiles(points: Ints, tiles: Ints, graze: int, head: Ints, entered: Ints) -> int:
    """string.twice, string.graze, string.ends, string.same-end; fills what is entered, and the two ends."""
    n = points.shape[0]
    left = right = points[0, 0]
    low = high = points[0, 1]
    for i in range(1, n):
        left = min(left, points[i, 0])
        right = max(right, points[i, 0])
        low = min(low, points[i, 1])
        high = max(high, points[i, 1])
    count, grazed, grazed_row = 0, -1, 0
    head[FIRST_END] = head[LAST_END] = -1
    for t in range(tiles.shape[0]):
        if left > tiles[t, 18] or right < tiles[t, 16] or low > tiles[t, 19] or high < tiles[t, 17]:
            continue
        runs, deep = 0, False
        for i in range(n - 1):
            ax, ay, bx, by = points[i, 0], points[i, 1], points[i + 1, 0], points[i + 1, 1]
            if not hits_quad(tiles, t, 0, ax, ay, bx, by):
                continue
            # a part goes on only through a vertex on the tile
            if runs == 0 or not in_quad(tiles, t, 0, ax, ay):
                runs += 1
                x, y = entry_place(points, i, tiles, t)
                if runs == 1:
                    entered[count, 0], entered[count, 1], entered[count, 2] = t, x, y
                else:
                    return refuse(head, Rule.STRING_TWICE, x, y, t, 0)
            if not deep and hits_quad(tiles, t, 8, ax, ay, bx, by):
                deep = True
        if runs:
            if not deep and grazed < 0:
                grazed, grazed_row = t, count
            if in_quad(tiles, t, 0, points[0, 0], points[0, 1]):
                head[FIRST_END] = t
            if in_quad(tiles, t, 0, points[n - 1, 0], points[n - 1, 1]):
                head[LAST_END] = t
            count += 1
    head[ENTERED] = count
    if graze and grazed >= 0:
        return refuse(head, Rule.STRING_GRAZE, entered[grazed_row, 1], entered[grazed_row, 2], grazed, 0)
    if head[FIRST_END] < 0:
        return refuse(head, Rule.STRING_ENDS, points[0, 0], points[0, 1], 0, 0)
    if head[LAST_END] < 0:
        return refuse(head, Rule.STRING_ENDS, points[n - 1, 0], points[n - 1, 1], 1, 0)
    if head[FIRST_END] == head[LAST_END]:
        return refuse(head, Rule.STRING_SAME_END, points[n - 1, 0], points[n - 1, 1], head[FIRST_END], 0)
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
    """string.network, string.terminal, string.limit."""
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
        return refuse(head, Rule.STRING_NETWORK, 0, 0, -1, 0)
    for e in range(count):
        t = entered[e, 0]
        if tiles[t, KIND] == TERMINAL and t != head[FIRST_END] and t != head[LAST_END]:
            return refuse(head, Rule.STRING_TERMINAL, entered[e, 1], entered[e, 2], t, 0)
    for e in range(count):
        t = entered[e, 0]
        if not tiles[t, PRESENT] & mine:
            limit = LIMITS[tiles[t, KIND]]
            if count_bits(tiles[t, PRESENT]) + 1 > limit:
                return refuse(head, Rule.STRING_LIMIT, entered[e, 1], entered[e, 2], t, limit)
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
        points = OWN_POINTS[JUNCTION] if kind == JUNCTION else 0
        entered[e, 4], entered[e, 5], entered[e, 6] = -1, 0, 0
        if not tiles[t, PRESENT] & mine:
            owner = tiles[t, OWNER]
            points += station_worth(kind, owner, tiles[t, IN_MOUNTAIN])
            if owner >= 0:
                entered[e, 4], entered[e, 5] = owner, OWNER_GAINS[kind]
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
    """Whether it is refused by the first rule that it breaks; head, entered and crossed are filled."""
    head[:] = 0
    if points.shape[0] < 2:
        return refuse(head, Rule.STRING_SHAPE, 0, 0, 0, TOO_FEW)
    arcs = np.empty(points.shape[0] + 1, np.int64)
    broken = (
        measure(points, False, arcs, head)
        or check_length(arcs[points.shape[0] - 1], target, numbers[TOLERANCE], Rule.STRING_LENGTH, head)
        or check_within(points, False, field, convex, Rule.STRING_FIELD, head)
        or check_bends(points, False, numbers[BEND], Rule.STRING_BEND, head)
        or check_self(points, False, arcs, numbers[CLEAR], numbers[ARC_GAP], Rule.STRING_SELF, head)
        or check_tiles(points, tiles, numbers[GRAZE], head, entered)
        or check_crossings(points, tiles, segments, chunks, head, entered, crossed)
        or check_company(tiles, company, numbers, head, entered)
    )
    if not broken:
        add_score(tiles, strings, company, numbers, head, entered, crossed)
    return broken
