"""Kernels that use up what a string is longer than its way: into the end tiles, and in waves to both sides.

A wave is as high as the room beside the way allows; its height is found by halving, so that the rounded
string has its exact length.
"""

import math

import numpy as np

from branchline.games.string_railway.geometry.columns import Packed
from branchline.games.string_railway.geometry.exact import length
from branchline.games.string_railway.geometry.judge_place import float_in_quad, free_way, way_to
from branchline.games.string_railway.geometry.measures import Floats, Ints
from branchline.games.string_railway.laying.kernels import compiled

FINE = 300.0  # spacing of the way under a wave
AWAY = 130.0  # distance kept from strings, tiles and the field
LINK = 500.0  # longest segment of a string
WIDEST = 9_000.0  # most room that is looked for


@compiled
def way_out(packed: Packed, tile: int, at: int, x: float, y: float, dx: float, dy: float) -> float:
    """How far it is from a point in a tile to its border."""
    best = 20_000.0
    tiles = packed.tiles
    for k in range(4):
        i = at + 2 * k
        j = at + 2 * ((k + 1) % 4)
        best = min(
            best,
            way_to(
                x, y, dx, dy, tiles[tile, i], tiles[tile, i + 1], tiles[tile, j], tiles[tile, j + 1], best
            ),
        )
    return best


@compiled
def extend(packed: Packed, way: Floats, spare: float, share: float) -> Floats:
    """The way with its ends driven straight into the end tiles, by no more than the spare length."""
    n = way.shape[0]
    longer = np.empty((n + 2, 3))
    longer[1 : n + 1] = way
    for side in range(2):
        at = 1 if side == 0 else n
        to = 2 if side == 0 else n - 1
        new = 0 if side == 0 else n + 1
        dx = longer[at, 0] - longer[to, 0]
        dy = longer[at, 1] - longer[to, 1]
        size = math.hypot(dx, dy)
        dx /= size
        dy /= size
        tile = int(longer[at, 2])
        room = way_out(packed, tile, 8, longer[at, 0], longer[at, 1], dx, dy)
        if room >= 20_000.0:
            room = 0.0
        go = max(5.0, min(room * share, 0.5 * spare - 5.0))
        longer[new, 0] = longer[at, 0] + dx * go
        longer[new, 1] = longer[at, 1] + dy * go
        longer[new, 2] = tile
    return longer


@compiled
def spread(way: Floats, count: int) -> Floats:
    """Count + 1 points at equal distances along a way."""
    n = way.shape[0]
    arcs = np.empty(n)
    arcs[0] = 0.0
    for i in range(1, n):
        arcs[i] = arcs[i - 1] + math.hypot(way[i, 0] - way[i - 1, 0], way[i, 1] - way[i - 1, 1])
    even = np.empty((count + 1, 2))
    i = 1
    for k in range(count + 1):
        want = arcs[n - 1] * k / count
        while i < n - 1 and arcs[i] < want:
            i += 1
        piece = arcs[i] - arcs[i - 1]
        part = min(1.0, (want - arcs[i - 1]) / piece) if piece > 0 else 0.0
        even[k, 0] = way[i - 1, 0] + part * (way[i, 0] - way[i - 1, 0])
        even[k, 1] = way[i - 1, 1] + part * (way[i, 1] - way[i - 1, 1])
    return even


@compiled
def open_bends(base: Floats, rounds: int) -> None:
    """Push neighbours of a sharp point apart until the way bends no more than a string can.

    A hairpin gets the width of the string's clearance; points are FINE apart.
    """
    n = base.shape[0]
    step = math.hypot(base[1, 0] - base[0, 0], base[1, 1] - base[0, 1])
    least = (1.8 * step, 2.3 * step, 2.3 * step, 2.1 * step)
    for _ in range(rounds):
        moved = False
        for k in range(1, 5):
            for i in range(k, n - k):
                dx = base[i + k, 0] - base[i - k, 0]
                dy = base[i + k, 1] - base[i - k, 1]
                far = math.hypot(dx, dy)
                if far >= least[k - 1]:
                    continue
                moved = True
                if far < 1.0:  # folded flat: open it across the way
                    dx = base[i, 1] - base[i - k, 1]
                    dy = base[i - k, 0] - base[i, 0]
                    far = math.hypot(dx, dy) + 1e-9
                    push = 0.25 * least[k - 1] / far
                else:
                    push = 0.3 * (least[k - 1] - far) / far
                base[i + k, 0] += push * dx
                base[i + k, 1] += push * dy
                base[i - k, 0] -= push * dx
                base[i - k, 1] -= push * dy
        if not moved:
            return


@compiled
def normals(base: Floats) -> Floats:
    """The unit vector to the left of each point, over two points either side."""
    n = base.shape[0]
    turned = np.empty((n, 2))
    for i in range(n):
        a = max(0, i - 2)
        b = min(n - 1, i + 2)
        dx = base[b, 0] - base[a, 0]
        dy = base[b, 1] - base[a, 1]
        size = math.hypot(dx, dy) + 1e-9
        turned[i, 0] = -dy / size
        turned[i, 1] = dx / size
    return turned


@compiled
def beside(packed: Packed, chunks: Ints, base: Floats, left: Floats, visited: Ints) -> Floats:
    """Room to the left and right of each point: to strings, tiles, the field, and half to the way itself."""
    n = base.shape[0]
    raw = np.empty((n, 2))
    skip = 8
    for i in range(n):
        here = -1
        for v in range(visited.shape[0]):
            if float_in_quad(packed.tiles, visited[v], 0, base[i, 0], base[i, 1], -AWAY):
                here = visited[v]
        for side in range(2):
            sign = 1.0 if side == 0 else -1.0
            dx = sign * left[i, 0]
            dy = sign * left[i, 1]
            if here >= 0:
                room = way_out(packed, here, 0, base[i, 0], base[i, 1], dx, dy) - AWAY
                room = min(room, 1200.0)
            else:
                room = (
                    free_way(
                        base[i, 0],
                        base[i, 1],
                        dx,
                        dy,
                        WIDEST,
                        packed.field,
                        packed.segments,
                        chunks,
                        packed.tiles,
                        -1,
                        -1,
                    )
                    - AWAY
                )
            for j in range(n - 1):
                if abs(j - i) > skip:
                    far = way_to(
                        base[i, 0], base[i, 1], dx, dy, base[j, 0], base[j, 1], base[j + 1, 0], base[j + 1,
                        1],
                        2.0 * room + 500.0,
                    )  # fmt: skip
                    room = min(room, 0.5 * far - 220.0)
            a = max(0, i - 4)
            b = min(n - 1, i + 4)
            turn = sign * (left[a, 0] * left[b, 1] - left[a, 1] * left[b, 0])
            if turn > 0.05:  # this is the inner side of a bend
                room = min(room, 0.7 * (b - a) * FINE / turn)
            raw[i, side] = max(0.0, room)
    low = np.empty((n, 2))
    for i in range(n):
        for side in range(2):
            value = raw[i, side]
            for j in range(max(0, i - 2), min(n, i + 3)):
                value = min(value, raw[j, side])
            low[i, side] = value
    smooth = np.empty((n, 2))
    for i in range(n):
        for side in range(2):
            total = 0.0
            weight = 0
            for j in range(max(0, i - 2), min(n, i + 3)):
                total += low[j, side]
                weight += 1
            smooth[i, side] = min(total / weight, raw[i, side])
    return smooth


@compiled
def wave(
    base: Floats,
    left: Floats,
    room: Floats,
    height: float,
    count: float,
    phase: float,
    cap: float,
    bent: Floats,
) -> None:
    """The way bent by this many half waves, softly limited by the room."""
    n = base.shape[0]
    for i in range(n):
        value = height * math.sin(math.pi * count * i / (n - 1) + phase)
        limit = min(cap, room[i, 0] if value > 0 else room[i, 1])
        if limit <= 1.0:
            value = 0.0
        else:
            ratio = value / limit
            value = value / math.sqrt(1.0 + ratio * ratio)
        bent[i, 0] = base[i, 0] + value * left[i, 0]
        bent[i, 1] = base[i, 1] + value * left[i, 1]


@compiled
def rounded(way: Floats, target: int, line: Ints) -> int:
    """The string along a way in equal links of whole numbers; returns its length in millionths of a cm."""
    even = spread(way, line.shape[0] - 1)
    total = 0
    for i in range(line.shape[0]):
        line[i, 0] = math.floor(even[i, 0] + 0.5)
        line[i, 1] = math.floor(even[i, 1] + 0.5)
        if i:
            total += length(line[i - 1, 0], line[i - 1, 1], line[i, 0], line[i, 1])
    return total


@compiled
def fit_wave(
    base: Floats, left: Floats, room: Floats, target: int, tolerance: int, count: float, phase: float,
    cap: float,
    line: Ints,
) -> bool:  # fmt: skip
    """Find the height at which the string has its length; False where the room does not suffice."""
    bent = np.empty_like(base)
    want = 1000 * target
    slip = tolerance * target // 2
    low = 0.0
    high = 40_000.0
    wave(base, left, room, high, count, phase, cap, bent)
    if rounded(bent, target, line) < want - slip:
        return False
    high = 1_000.0
    while high < 40_000.0:
        wave(base, left, room, high, count, phase, cap, bent)
        if rounded(bent, target, line) >= want:
            break
        low = high
        high *= 2.0
    for _ in range(24):
        height = 0.5 * (low + high)
        wave(base, left, room, height, count, phase, cap, bent)
        got = rounded(bent, target, line)
        if abs(got - want) <= slip:
            return True
        if got < want:
            low = height
        else:
            high = height
    return False
