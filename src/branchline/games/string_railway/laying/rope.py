"""Kernels that pull a way taut without changing what it crosses and which tiles it visits.

A way is rows x, y, tile: the tile whose core the point must keep to, or -1. Between two such points the way
belongs to a leg, and may touch only the two tiles of its leg.
"""

import math

import numpy as np

from branchline.games.string_railway.geometry.columns import Packed
from branchline.games.string_railway.geometry.exact import cross, crossing_on_quad, hits_quad, segments_near
from branchline.games.string_railway.geometry.judge_place import float_in_quad
from branchline.games.string_railway.geometry.measures import Floats, Ints
from branchline.games.string_railway.laying.kernels import compiled

BORDER = 100  # distance kept from the field string
OVERSHOOT = 130.0  # a point is pulled only where it could go so much further
CORE_INSET = 60.0


@compiled
def near_chunks(packed: Packed, way: Floats, margin: float) -> Ints:
    """The chunks that a string near this way can meet."""
    left, right = way[:, 0].min() - margin, way[:, 0].max() + margin
    low, high = way[:, 1].min() - margin, way[:, 1].max() + margin
    chunks = packed.chunks
    near = np.empty_like(chunks)
    count = 0
    for c in range(chunks.shape[0]):
        if chunks[c, 0] <= right and chunks[c, 2] >= left and chunks[c, 1] <= high and chunks[c, 3] >= low:
            near[count] = chunks[c]
            count += 1
    return near[:count]


@compiled
def probe(packed: Packed, chunks: Ints, x: float, y: float, x2: float, y2: float, one: int, two: int) -> int:
    """Points lost on the segment, or -1 where it leaves the field or touches a tile but the two allowed."""
    ax = math.floor(x + 0.5)
    ay = math.floor(y + 0.5)
    bx = math.floor(x2 + 0.5)
    by = math.floor(y2 + 0.5)
    left, right = min(ax, bx), max(ax, bx)
    low, high = min(ay, by), max(ay, by)
    field = packed.field
    n = field.shape[0]
    for e in range(n):
        f = e + 1 if e + 1 < n else 0
        if packed.convex:
            wide = float(abs(field[f, 0] - field[e, 0]) + abs(field[f, 1] - field[e, 1])) * BORDER
            if cross(field[e, 0], field[e, 1], field[f, 0], field[f, 1], ax, ay) < wide:
                return -1
            if cross(field[e, 0], field[e, 1], field[f, 0], field[f, 1], bx, by) < wide:
                return -1
        elif segments_near(ax, ay, bx, by, field[e, 0], field[e, 1], field[f, 0], field[f, 1], BORDER):
            return -1
    tiles = packed.tiles
    grown = packed.grown
    for t in range(tiles.shape[0]):
        if left > grown[t, 18] or right < grown[t, 16] or low > grown[t, 19] or high < grown[t, 17]:
            continue
        if t != one and t != two and hits_quad(grown, t, 0, ax, ay, bx, by):
            return -1
    lost = 0
    segments = packed.segments
    for c in range(chunks.shape[0]):
        if chunks[c, 0] > right or chunks[c, 2] < left or chunks[c, 1] > high or chunks[c, 3] < low:
            continue
        for s in range(chunks[c, 4], chunks[c, 5]):
            cx = segments[s, 0]
            cy = segments[s, 1]
            dx = segments[s, 2]
            dy = segments[s, 3]
            if (cx < left and dx < left) or (cx > right and dx > right):
                continue
            if (cy < low and dy < low) or (cy > high and dy > high):
                continue
            if (cross(ax, ay, bx, by, cx, cy) >= 0) == (cross(ax, ay, bx, by, dx, dy) >= 0):
                continue
            if (cross(cx, cy, dx, dy, ax, ay) >= 0) == (cross(cx, cy, dx, dy, bx, by) >= 0):
                continue
            if one >= 0 and crossing_on_quad(tiles, one, ax, ay, bx, by, cx, cy, dx, dy):
                continue
            if two >= 0 and crossing_on_quad(tiles, two, ax, ay, bx, by, cx, cy, dx, dy):
                continue
            lost += packed.costs[segments[s, 4]]
    return lost


@compiled
def leg_tiles(way: Floats, before: Ints, after: Ints) -> None:
    """For each point the last tagged tile up to it and the first from it on."""
    n = way.shape[0]
    tile = -1
    for i in range(n):
        if way[i, 2] >= 0:
            tile = int(way[i, 2])
        before[i] = tile
    tile = -1
    for i in range(n - 1, -1, -1):
        if way[i, 2] >= 0:
            tile = int(way[i, 2])
        after[i] = tile


@compiled
def shortcut(packed: Packed, chunks: Ints, way: Floats) -> Floats:
    """The way with points left out wherever the straight line loses no more points."""
    n = way.shape[0]
    before = np.empty(n, np.int64)
    after = np.empty(n, np.int64)
    leg_tiles(way, before, after)
    lost = np.zeros(n, np.int64)
    for i in range(n - 1):
        cost = probe(
            packed, chunks, way[i, 0], way[i, 1], way[i + 1, 0], way[i + 1, 1], before[i], after[i + 1]
        )
        lost[i + 1] = lost[i] + max(0, cost)
    keep = np.empty((n, way.shape[1]))
    keep[0] = way[0]
    count = 1
    i = 0
    while i < n - 1:
        last = i + 1
        while last < n - 1 and way[last, 2] < 0:
            last += 1
        j = last
        while j > i + 1:
            cost = probe(packed, chunks, way[i, 0], way[i, 1], way[j, 0], way[j, 1], before[i], after[j])
            if 0 <= cost <= lost[j] - lost[i]:
                break
            j = i + max(1, (3 * (j - i)) // 4)
        keep[count] = way[j]
        count += 1
        i = j
    return keep[:count]


@compiled
def resample(way: Floats, spacing: float) -> Floats:
    """The way with points at most this far apart; its own points stay."""
    n = way.shape[0]
    total = 1
    for i in range(n - 1):
        total += max(1, math.ceil(math.hypot(way[i + 1, 0] - way[i, 0], way[i + 1, 1] - way[i, 1]) / spacing))
    fine = np.empty((total, 3))
    count = 0
    for i in range(n - 1):
        pieces = max(1, math.ceil(math.hypot(way[i + 1, 0] - way[i, 0], way[i + 1, 1] - way[i, 1]) / spacing))
        for k in range(pieces):
            part = k / pieces
            fine[count, 0] = way[i, 0] + part * (way[i + 1, 0] - way[i, 0])
            fine[count, 1] = way[i, 1] + part * (way[i + 1, 1] - way[i, 1])
            fine[count, 2] = way[i, 2] if k == 0 else -1.0
            count += 1
    fine[count] = way[n - 1]
    return fine


@compiled
def span(way: Floats) -> float:
    """Length of a way in units."""
    total = 0.0
    for i in range(way.shape[0] - 1):
        total += math.hypot(way[i + 1, 0] - way[i, 0], way[i + 1, 1] - way[i, 1])
    return total


@compiled
def relax(packed: Packed, chunks: Ints, way: Floats, sweeps: int, stop_at: float) -> None:
    """Move each point between its neighbours where that loses no more points and enters no other tile.

    Ends when the way is no longer than stop_at; tagged points stay in their tile's core.
    """
    n = way.shape[0]
    before = np.empty(n, np.int64)
    after = np.empty(n, np.int64)
    leg_tiles(way, before, after)
    cost = np.empty(n, np.int64)
    for i in range(n - 1):
        cost[i] = max(
            0,
            probe(
                packed, chunks, way[i, 0], way[i, 1], way[i + 1, 0], way[i + 1, 1], before[i], after[i + 1]
            ),
        )
    for sweep in range(sweeps):
        moved = 0.0
        for step in range(1, n - 1):
            i = step if sweep % 2 == 0 else n - 1 - step
            x = 0.5 * (way[i - 1, 0] + way[i + 1, 0])
            y = 0.5 * (way[i - 1, 1] + way[i + 1, 1])
            far = math.hypot(x - way[i, 0], y - way[i, 1])
            if far < 4.0:
                continue
            for _ in range(2):
                tile = int(way[i, 2])
                ok = tile < 0 or float_in_quad(packed.tiles, tile, 8, x, y, CORE_INSET)
                if ok:
                    ox = x + (x - way[i, 0]) / far * OVERSHOOT
                    oy = y + (y - way[i, 1]) / far * OVERSHOOT
                    first = probe(
                        packed, chunks, way[i - 1, 0], way[i - 1, 1], ox, oy, before[i - 1], after[i]
                    )
                    second = -1
                    if 0 <= first <= cost[i - 1] + cost[i]:
                        second = probe(
                            packed, chunks, ox, oy, way[i + 1, 0], way[i + 1, 1], before[i], after[i + 1]
                        )
                    if second >= 0 and first + second <= cost[i - 1] + cost[i]:
                        way[i, 0] = x
                        way[i, 1] = y
                        cost[i - 1] = first
                        cost[i] = second
                        moved = max(moved, far)
                        break
                x = 0.5 * (x + way[i, 0])
                y = 0.5 * (y + way[i, 1])
                far *= 0.5
        if moved < 12.0 or (stop_at > 0.0 and span(way) <= stop_at):
            break


@compiled
def trim(packed: Packed, way: Floats) -> Floats:
    """The way with both ends drawn back to the border of their tiles' cores."""
    n = way.shape[0]
    first = 0
    tile = int(way[0, 2])
    while first < n - 2 and float_in_quad(
        packed.tiles, tile, 8, way[first + 1, 0], way[first + 1, 1], CORE_INSET
    ):
        first += 1
    last = n - 1
    other = int(way[n - 1, 2])
    while last > first + 1 and float_in_quad(
        packed.tiles, other, 8, way[last - 1, 0], way[last - 1, 1], CORE_INSET
    ):
        last -= 1
    short = way[first : last + 1].copy()
    short[0, 2] = tile
    short[-1, 2] = other
    for side in range(2):
        at = 0 if side == 0 else short.shape[0] - 1
        to = 1 if side == 0 else short.shape[0] - 2
        low = 0.0
        high = 1.0
        for _ in range(10):
            part = 0.5 * (low + high)
            x = short[at, 0] + part * (short[to, 0] - short[at, 0])
            y = short[at, 1] + part * (short[to, 1] - short[at, 1])
            if float_in_quad(packed.tiles, int(short[at, 2]), 8, x, y, CORE_INSET):
                low = part
            else:
                high = part
        low = min(low, 0.95)
        short[at, 0] += low * (short[to, 0] - short[at, 0])
        short[at, 1] += low * (short[to, 1] - short[at, 1])
    return short
