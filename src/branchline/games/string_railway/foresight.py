"""The kernel that looks ahead: what everybody's next strings would bring if the table stayed as it is.

Every company in turn takes its best chain of stations. Ways between stations are those of the table at
the beginning, so a turn takes a fraction of a millisecond; nothing is laid, only points and presence change.
"""

import numpy as np

from branchline.games.string_railway.chains import CHAIN_COLUMNS, COUNT, KEY, TILES, list_chains
from branchline.games.string_railway.jit import compiled
from branchline.games.string_railway.judging import station_worth
from branchline.games.string_railway.measures import JUNCTION, LIMITS, OWNER_GAINS, TERMINAL, Floats, Ints

SURE = 0.9  # of an estimate; some chains cannot be laid as they are meant


@compiled
def foresee(
    leg_length: Ints, start_x: Floats, start_y: Floats, end_x: Floats, end_y: Floats, kinds: Ints,
    high: Ints, owners: Ints, present: Ints, left: Ints, lengths: Ints, held_back: Floats,
    anchor_end: int, company: int, turns: int, score: Floats,
) -> int:  # fmt: skip
    """Play that many turns from this company on and return how many there were; the last arrays change."""
    tiles, companies = kinds.shape[0], score.shape[0]
    usable, mine = np.zeros(tiles, np.int64), np.zeros(tiles, np.int64)
    terminal, worth = np.zeros(tiles, np.int64), np.zeros(tiles, np.int64)
    nothing = np.zeros(0, np.int64)
    chain, best = np.zeros((1, CHAIN_COLUMNS), np.int64), np.zeros(CHAIN_COLUMNS, np.int64)
    for turn in range(turns):
        strings = left[company, 0] + left[company, 1]
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
        most, length = -9.0, -1
        for which in range(2):
            if left[company, which] == 0:
                continue
            found = list_chains(
                leg_length, start_x, start_y, end_x, end_y, usable, mine, terminal, worth, anchor_end,
                lengths[which], 8 if which else 6, nothing, chain,
            )  # fmt: skip
            gain = SURE * chain[0, KEY] / 1000.0 if found else 0.0
            credit = held_back[min(strings, 5)] if which else 0.0
            if gain - credit > most:
                most, length = gain - credit, which
                best[:] = chain[0]
                if not found:
                    best[COUNT] = 0
        score[company] += most + (held_back[min(strings, 5)] if length else 0.0)
        for at in range(best[COUNT]):
            t = best[TILES + at]
            if not mine[t]:
                kind = kinds[t]
                if OWNER_GAINS[kind]:
                    if owners[t] < 0:
                        owners[t] = company
                    else:
                        score[owners[t]] += OWNER_GAINS[kind]
                present[t] |= 1 << company
        left[company, length] -= 1
        company = (company + 1) % companies
    return turns
