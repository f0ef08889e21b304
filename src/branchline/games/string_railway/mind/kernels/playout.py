"""The kernel that looks ahead: what a company's next strings would bring if the table stayed as it is.

String after string it takes its best chain of stations and leaves its mark there. Nothing is laid and the
others wait, so a string takes a fraction of a millisecond and the answer does not hang on a thread.
"""

import numpy as np

from branchline.games.string_railway.geometry.measures import Floats, Ints
from branchline.games.string_railway.laying.chains import (
    CHAIN_COLUMNS,
    COUNT,
    KEY,
    TILES,
    list_chains,
    rate_stations,
    ways_apart,
)
from branchline.games.string_railway.mind.kernels import compiled

SURE = 0.9  # of an estimate; some chains cannot be laid as they are meant


@compiled
def next_string(
    leg_length: Ints, apart: Ints, start_x: Floats, start_y: Floats, end_x: Floats, end_y: Floats,
    kinds: Ints, high: Ints, owners: Ints, present: Ints, company: int, left: Ints, lengths: Ints,
    held_back: Floats, anchor_end: int, best: Ints, by_length: Floats,
) -> float:  # fmt: skip
    """What the company's best string brings; `best` becomes its chain, `by_length` what each length brings,
    and `present` and `left` change.
    """
    tiles, strings = kinds.shape[0], left[0] + left[1]
    usable, mine = np.zeros(tiles, np.int64), np.zeros(tiles, np.int64)
    terminal, worth = np.zeros(tiles, np.int64), np.zeros(tiles, np.int64)
    nothing = np.zeros(0, np.int64)
    chain = np.zeros((1, CHAIN_COLUMNS), np.int64)
    rate_stations(kinds, high, owners, present, company, usable, mine, terminal, worth)
    most, length, brings = -99.0, 0, 0.0
    for which in range(2):
        by_length[which] = 0.0
        if left[which] == 0:
            continue
        found = list_chains(
            leg_length, apart, start_x, start_y, end_x, end_y, usable, mine, terminal, worth, anchor_end,
            lengths[which], 8 if which else 6, nothing, chain,
        )  # fmt: skip
        gain = SURE * chain[0, KEY] / 1000.0 if found else 0.0
        by_length[which] = gain
        credit = held_back[min(strings, 5)] if which else 0.0
        if gain - credit > most:
            most, length, brings = gain - credit, which, gain
            best[:] = chain[0]
            if not found:
                best[COUNT] = 0
    for at in range(best[COUNT]):
        present[best[TILES + at]] |= 1 << company
    left[length] -= 1
    return brings


@compiled
def next_gains(
    leg_length: Ints, start_x: Floats, start_y: Floats, end_x: Floats, end_y: Floats, kinds: Ints,
    high: Ints, owners: Ints, present: Ints, company: int, left: Ints, lengths: Ints,
    held_back: Floats, anchor_end: int, gains: Floats,
) -> int:  # fmt: skip
    """Fill `gains` string by string and return how many there are; `present` and `left` change."""
    best, by_length = np.zeros(CHAIN_COLUMNS, np.int64), np.zeros(2)
    apart = ways_apart(leg_length)
    for turn in range(gains.shape[0]):
        if left[0] + left[1] == 0:
            return turn
        gains[turn] = next_string(
            leg_length, apart, start_x, start_y, end_x, end_y, kinds, high, owners, present, company, left,
            lengths, held_back, anchor_end, best, by_length,
        )  # fmt: skip
    return len(gains)
