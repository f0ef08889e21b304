"""The kernel that looks ahead: what a company's next strings would bring if the table stayed as it is.

String after string it takes its best chain of stations and leaves its mark there. Nothing is laid and the
others wait, so a string takes a fraction of a millisecond and the answer does not hang on a thread.
"""

import numpy as np

from branchline.games.string_railway.geometry.judge_string import station_worth
from branchline.games.string_railway.geometry.measures import Floats, Ints
from branchline.games.string_railway.laying.chains import CHAIN_COLUMNS, COUNT, KEY, TILES, list_chains
from branchline.games.string_railway.mind.kernels import compiled
from branchline.games.string_railway.rules.tables import JUNCTION, LIMITS, TERMINAL

SURE = 0.9  # of an estimate; some chains cannot be laid as they are meant


@compiled
def next_gains(
    leg_length: Ints, start_x: Floats, start_y: Floats, end_x: Floats, end_y: Floats, kinds: Ints,
    high: Ints, owners: Ints, present: Ints, company: int, companies: int, left: Ints, lengths: Ints,
    held_back: Floats, anchor_end: int, gains: Floats,
) -> int:  # fmt: skip
    """Fill `gains` string by string and return how many there are; `present` and `left` change."""
    tiles = kinds.shape[0]
    usable, mine = np.zeros(tiles, np.int64), np.zeros(tiles, np.int64)
    terminal, worth = np.zeros(tiles, np.int64), np.zeros(tiles, np.int64)
    nothing = np.zeros(0, np.int64)
    chain, best = np.zeros((1, CHAIN_COLUMNS), np.int64), np.zeros(CHAIN_COLUMNS, np.int64)
    for turn in range(gains.shape[0]):
        strings = left[0] + left[1]
        if strings == 0:
            return turn
        for t in range(tiles):
            kind, visitors = kinds[t], 0
            for other in range(companies):
                visitors += present[t] >> other & 1
            mine[t] = present[t] >> company & 1
            usable[t] = mine[t] or visitors < LIMITS[kind]
            terminal[t] = kind == TERMINAL
            worth[t] = 0
            if kind == JUNCTION:
                worth[t] = 1
            elif not mine[t]:
                worth[t] = station_worth(kind, owners[t], high[t])
        most, length = -99.0, 0
        for which in range(2):
            if left[which] == 0:
                continue
            found = list_chains(
                leg_length, start_x, start_y, end_x, end_y, usable, mine, terminal, worth, anchor_end,
                lengths[which], 8 if which else 6, nothing, chain,
            )  # fmt: skip
            gain = SURE * chain[0, KEY] / 1000.0 if found else 0.0
            credit = held_back[min(strings, 5)] if which else 0.0
            if gain - credit > most:
                most, length = gain - credit, which
                gains[turn] = gain
                best[:] = chain[0]
                if not found:
                    best[COUNT] = 0
        for at in range(best[COUNT]):
            present[best[TILES + at]] |= 1 << company
        left[length] -= 1
    return len(gains)
