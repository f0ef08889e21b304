"""The kernels that make a string out of a chain of stations or any way; the judge has the last word."""

import math

import numpy as np

from branchline.games.string_railway.geometry.columns import SCORE, TOLERANCE, Packed
from branchline.games.string_railway.geometry.judge_string import judge_string
from branchline.games.string_railway.geometry.measures import Floats, Ints
from branchline.games.string_railway.laying.chains import COUNT, LAYERS, TILES
from branchline.games.string_railway.laying.kernels import compiled
from branchline.games.string_railway.laying.rope import near_chunks, relax, resample, shortcut, span, trim
from branchline.games.string_railway.laying.waves import (
    FINE,
    LINK,
    beside,
    extend,
    fit_wave,
    normals,
    open_bends,
    spread,
)

TOO_LONG, NO_ROOM, MADE = 0, 1, 2
NOTHING = -1_000_000


@compiled
def judge_line(packed: Packed, line: Ints, target: int, head: Ints, entered: Ints, crossed: Ints) -> int:
    """The judge's answer to a string of the board's company."""
    return judge_string(
        line, target, packed.company, packed.field, packed.convex, packed.segments, packed.chunks,
        packed.strings, packed.tiles, packed.numbers, head, entered, crossed,
    )  # fmt: skip


@compiled
def farthest(line: Ints, stroke: Floats) -> float:
    """The largest distance of a point of the string from the stroke."""
    most = 0.0
    for i in range(line.shape[0]):
        near = 1e18
        for j in range(stroke.shape[0] - 1):
            dx = stroke[j + 1, 0] - stroke[j, 0]
            dy = stroke[j + 1, 1] - stroke[j, 1]
            px = line[i, 0] - stroke[j, 0]
            py = line[i, 1] - stroke[j, 1]
            part = (px * dx + py * dy) / (dx * dx + dy * dy + 1e-9)
            part = min(1.0, max(0.0, part))
            near = min(near, (px - part * dx) ** 2 + (py - part * dy) ** 2)
        most = max(most, near)
    return math.sqrt(most)


@compiled
def follow(
    packed: Packed, way: Floats, target: int, tries: int, stroke: Floats, best: Ints, head: Ints,
    entered: Ints,
    crossed: Ints,
) -> int:  # fmt: skip
    """The string of exact length nearest to a stroke; the way is the stroke, tagged with its tiles."""
    chunks = near_chunks(packed, way, 10_000.0)
    way = way.copy()
    relax(packed, chunks, way, 3, 0.0)
    most = target - 60.0
    for _ in range(40):
        if span(way) <= most:
            break
        relax(packed, chunks, way, 8, most)
    if span(way) > most:
        way = trim(packed, way)
        if span(way) + 40.0 > target:
            return NOTHING
    return fill(packed, chunks, way, target, 0, tries, best, head, entered, crossed, stroke)


@compiled
def fill(
    packed: Packed, chunks: Ints, way: Floats, target: int, hoped: int, tries: int, best: Ints, head: Ints,
    entered: Ints, crossed: Ints, stroke: Floats,
) -> int:  # fmt: skip
    """Lay a string of the target length along a way that is shorter; returns the best score, NOTHING if none.

    Longest waves first, because they look best; the first string that scores what was hoped for is taken.
    With a stroke, the string nearest to it is best: its score is minus its largest distance from the stroke.
    """
    found = NOTHING
    visited = np.empty(way.shape[0], np.int64)
    known = 0
    for i in range(way.shape[0]):
        if way[i, 2] >= 0:
            visited[known] = int(way[i, 2])
            known += 1
    line = np.empty_like(best)
    done = 0
    # open sharp turns first: that takes string, and only the rest may go into the end tiles
    opened = np.empty((max(8, int(span(way) / FINE)) + 1, 3))
    opened[:, 0:2] = spread(way, opened.shape[0] - 1)
    opened[:, 2] = -1.0
    opened[0, 2] = way[0, 2]
    opened[-1, 2] = way[-1, 2]
    open_bends(opened, 40)
    spare = target - span(opened)
    if spare < 20.0:
        return found
    for ends in range(2):
        share = 0.9 if ends == 0 else 0.35
        longer = extend(packed, opened, spare, share)
        total = span(longer)
        base = spread(longer, max(8, int(total / FINE)))
        open_bends(base, 6)
        left = normals(base)
        room = beside(packed, chunks, base, left, visited[:known])
        for k in range(9):
            if k < 3:
                count = 1.0 + k
                cap = 9_000.0
            else:
                long = 11_000.0 * 0.8 ** (k - 3)
                count = max(3.0, 2.0 * total / long)
                cap = 0.1 * long * long / 1_000.0
            for turn in range(2):
                if done >= tries:
                    return found
                if not fit_wave(
                    base, left, room, target, packed.numbers[TOLERANCE], count, math.pi * turn, cap, line
                ):
                    continue
                done += 1
                if judge_line(packed, line, target, head, entered, crossed):
                    continue
                score = head[SCORE] if stroke.shape[0] == 0 else -int(farthest(line, stroke))
                if score > found:
                    found = score
                    best[:] = line
                    if found >= hoped:
                        return found
        if ends == 0 and total - span(opened) < 600.0:
            break
    return found


@compiled
def chain_way(
    chain: Ints, frame: Ints, slots: Ints, parents: Ints, leg_states: Ints, middle: int, via: Ints
) -> Floats:
    """The way of a chain on the grid; leg number `middle` goes over the grid points of `via` instead."""
    columns, step = frame[2], frame[4]
    nodes = columns * frame[3]
    way = np.empty((4096, 3))
    count = 0
    for leg in range(chain[COUNT] - 1):
        a = chain[TILES + leg]
        b = chain[TILES + leg + 1]
        if leg == middle:
            size = via.shape[0]
        else:
            state = leg_states[slots[a], b, chain[LAYERS + leg]]
            size = 1
            walk = state
            while parents[slots[a], walk] >= 0:
                walk = parents[slots[a], walk]
                size += 1
        for k in range(size):
            if leg == middle:
                node = via[k]
                at = count + k
            else:
                node = state % nodes
                at = count + size - 1 - k
                state = parents[slots[a], state]
            way[at, 0] = frame[0] + (node % columns) * step
            way[at, 1] = frame[1] + (node // columns) * step
            way[at, 2] = -1.0
        way[count, 2] = a
        way[count + size - 1, 2] = b
        count += size
    return way[:count]


@compiled
def realise(
    packed: Packed, way: Floats, target: int, hoped: int, tries: int, sweeps: int, best: Ints, head: Ints,
    entered: Ints, crossed: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Make a string along this way: what became of it, and its score."""
    chunks = near_chunks(packed, way, 10_000.0)
    detour = sweeps < 0  # a way round is rounded off, not pulled taut
    taut = way
    if not detour:
        # few points first: a coarse way gets taut in few sweeps
        for spacing in (4_000.0, 1_600.0):
            taut = resample(shortcut(packed, chunks, taut), spacing)
            relax(packed, chunks, taut, sweeps, 0.0)
            taut = trim(packed, taut)
        if span(taut) > 1.08 * target:
            return TOO_LONG, NOTHING
        taut = shortcut(packed, chunks, taut)
    taut = resample(taut, 700.0)
    relax(packed, chunks, taut, abs(sweeps) // 2, 0.0)
    taut = trim(packed, taut)
    most = target * (1.0 + packed.numbers[TOLERANCE] / 2000.0)
    if span(taut) + 40.0 > most:
        relax(packed, chunks, taut, 4 * abs(sweeps), most - 60.0)
        taut = trim(packed, taut)
        if span(taut) + 40.0 > most:
            return TOO_LONG, NOTHING
    score = fill(packed, chunks, taut, target, hoped, tries, best, head, entered, crossed, np.empty((0, 2)))
    return (MADE if score > NOTHING else NO_ROOM), score


@compiled
def links(target: int) -> int:
    """How many points a string of this length has."""
    return math.ceil(target / LINK) + 1
