"""The kernel that lists chains of stations: which tiles a string could visit in which order, best first."""

import math

import numpy as np

from branchline.games.string_railway.geometry.exact import count_bits
from branchline.games.string_railway.geometry.judge_string import station_worth
from branchline.games.string_railway.geometry.measures import Floats, Ints
from branchline.games.string_railway.laying.kernels import compiled
from branchline.games.string_railway.rules.tables import JUNCTION, LIMITS, OWN_POINTS, TERMINAL

MOST_STATIONS = 8
# columns of a chain: number of tiles, estimated score, estimated length, key, tiles, layers of the legs
COUNT, WORTH, SPAN, KEY, TILES, LAYERS = 0, 1, 2, 3, 4, 4 + MOST_STATIONS
CHAIN_COLUMNS = 4 + 2 * MOST_STATIONS
FAR_AWAY = 1 << 30
TAUT = 0.96  # a taut string is so much shorter than its way on the grid


@compiled
def rate_stations(
    kinds: Ints, high: Ints, owners: Ints, present: Ints, company: int, usable: Ints, mine: Ints,
    terminal: Ints, worth: Ints,
) -> None:  # fmt: skip
    """What each tile is to the company: usable, already its own, a terminal, worth so much."""
    for t in range(kinds.shape[0]):
        mine[t] = present[t] >> company & 1
        usable[t] = mine[t] or count_bits(present[t]) < LIMITS[kinds[t]]
        terminal[t] = kinds[t] == TERMINAL
        worth[t] = 0
        if kinds[t] == JUNCTION:
            worth[t] = OWN_POINTS[JUNCTION]
        elif not mine[t]:
            worth[t] = station_worth(kinds[t], owners[t], high[t])


@compiled
def misfit(span: float, target: float) -> int:
    """How badly a way of this length suits the string: too long, or with much string to spare."""
    ratio = TAUT * span / target
    if ratio > 0.97:
        return int(min(600.0, (ratio - 0.97) * 6000.0))
    if ratio < 0.6:
        return int((0.6 - ratio) * 500.0)
    return 0


@compiled
def ways_apart(leg_length: Ints) -> Ints:
    """How far it is from each tile to each other over any tiles between, at least."""
    tiles, layers = leg_length.shape[0], leg_length.shape[2]
    apart = np.full((tiles, tiles), FAR_AWAY, np.int64)
    for s in range(tiles):
        for t in range(tiles):
            for k in range(layers):
                if leg_length[s, t, k] >= 0:
                    apart[s, t] = min(apart[s, t], leg_length[s, t, k])
    for m in range(tiles):
        for s in range(tiles):
            if apart[s, m] < FAR_AWAY:
                for t in range(tiles):
                    apart[s, t] = min(apart[s, t], apart[s, m] + apart[m, t])
    return apart


@compiled
def still_to_gain(order: Ints, worth: Ints, apart: Ints, visited: int, more: int, left: float) -> int:
    """The most points that so many stations bring which are not visited yet and not too far."""
    gain = 0
    for at in range(order.shape[0]):
        tile = order[at]
        if more == 0 or worth[tile] <= 0:
            break
        if not visited >> tile & 1 and apart[tile] <= left:
            gain += worth[tile]
            more -= 1
    return gain


@compiled
def list_chains(
    leg_length: Ints, apart: Ints, start_x: Floats, start_y: Floats, end_x: Floats, end_y: Floats,
    usable: Ints, mine: Ints, terminal: Ints, worth: Ints, anchor_end: int, target: int, longest: int,
    wanted: Ints, chains: Ints,
) -> int:  # fmt: skip
    """Fill the rows with the best chains and return how many; only of the `wanted` tiles if there are any."""
    tiles = leg_length.shape[0]
    layers = leg_length.shape[2]
    room = chains.shape[0]
    count = 0
    most = target / 10.0 * 1.06 / TAUT
    options = np.empty((tiles, tiles * layers, 2), np.int64)
    option_count = np.zeros(tiles, np.int64)
    shortest = 1.0e9
    for s in range(tiles):
        for t in range(tiles):
            fewest = 1 << 30
            for k in range(layers):
                span = leg_length[s, t, k]
                if span < 0 or span > most or span >= fewest or not usable[s] or not usable[t]:
                    continue
                fewest = span
                options[s, option_count[s], 0], options[s, option_count[s], 1] = t, k
                option_count[s] += 1
                shortest = min(shortest, float(span))
    gains = worth * usable
    by_gain = np.argsort(-gains)
    scratch = np.zeros((5, MOST_STATIONS), np.int64)
    path, taken, pointer, score, own = scratch[0], scratch[1], scratch[2], scratch[3], scratch[4]
    spans = np.zeros(MOST_STATIONS)
    worst = -(1 << 40)
    asked = wanted.shape[0]
    for first in range(tiles):
        if not usable[first] or (asked and first != wanted[0]):
            continue
        depth = 0
        path[0], pointer[0], spans[0] = first, 0, 0.0
        score[0], own[0] = worth[first], mine[first]
        visited = 1 << first
        while depth >= 0:
            here = path[depth]
            if pointer[depth] == option_count[here]:
                visited &= ~(1 << here)
                depth -= 1
                continue
            there = options[here, pointer[depth], 0]
            layer = options[here, pointer[depth], 1]
            pointer[depth] += 1
            if visited >> there & 1:
                continue
            if asked and there != wanted[depth + 1]:
                continue
            span = spans[depth] + leg_length[here, there, layer]
            if span > most:
                continue
            if depth > 0:
                before = path[depth - 1]
                gone = taken[depth - 1]
                span += 0.1 * math.hypot(
                    end_x[before, here, gone] - start_x[here, there, layer],
                    end_y[before, here, gone] - start_y[here, there, layer],
                )
            if span > most:
                continue
            points = score[depth] + worth[there] - layer
            depth += 1
            path[depth] = there
            taken[depth - 1] = layer
            spans[depth] = span
            score[depth] = points
            own[depth] = own[depth - 1] | mine[there]
            joined = (mine[first] or mine[there]) if anchor_end else own[depth]
            whole = depth + 1 == asked if asked else first < there
            if joined and whole:
                key = 1000 * points - misfit(span * 10.0, float(target)) - 3 * depth
                if key > worst or count < room:
                    at = count
                    if count == room:
                        at = 0
                        for c in range(1, room):
                            if chains[c, KEY] < chains[at, KEY]:
                                at = c
                    else:
                        count += 1
                    chains[at, COUNT], chains[at, WORTH] = depth + 1, points
                    chains[at, SPAN], chains[at, KEY] = int(span * 10.0), key
                    for m in range(depth + 1):
                        chains[at, TILES + m] = path[m]
                        chains[at, LAYERS + m] = taken[m] if m < depth else 0
                    if count == room:
                        worst = chains[0, KEY]
                        for c in range(1, room):
                            worst = min(worst, chains[c, KEY])
            stop = (
                depth + 1 >= min(longest, MOST_STATIONS) or terminal[there] or (asked and depth + 1 == asked)
            )
            if not stop:
                more = min(longest - depth - 1, int((most - span) / shortest))
                if more <= 0:
                    stop = not asked
                elif not asked:
                    # a longer chain misses the string's length by no less once this one is too long
                    over = misfit(span * 10.0, float(target)) if TAUT * span * 10.0 > 0.97 * target else 0
                    hoped = points + still_to_gain(
                        by_gain, gains, apart[there], visited | 1 << there, more, most - span
                    )
                    stop = 1000 * hoped - over - 3 * (depth + 1) <= worst
            if stop:
                depth -= 1
            else:
                visited |= 1 << there
                pointer[depth] = 0
    order = np.argsort(-chains[:count, KEY], kind="mergesort")
    chains[:count] = chains[:count][order]
    return count
