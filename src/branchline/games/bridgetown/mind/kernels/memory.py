"""What a look ahead remembers of the positions that it has met, compiled.

A round draws nothing, so worlds that differ by what one player does meet many positions again. What follows
from a position alone is found once; only the greedy player's wavering is drawn each time.
"""

import numpy as np

from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.mind.kernels.desk import KEPT_POSITIONS, Desk, Ints

NOTHING, TURN_OF, PLACES_OF, SHARE_OF = range(4)  # what is remembered of a position
MIX = np.uint64(0x9E3779B97F4A7C15)
FOLD = np.uint64(32)
SHIFT = np.uint64(64 - (KEPT_POSITIONS - 1).bit_length())


@compiled
def forget_positions(desk: Desk) -> None:
    """They are of no use to another network or another manner."""
    desk.met_as[:] = NOTHING


@compiled
def room_for(row: Ints, what: int) -> int:
    """Where this is remembered of a position."""
    found = np.uint64(what)
    for each in row:
        found = (found ^ np.uint64(each)) * MIX
        found ^= found >> FOLD
    return int((found * MIX) >> SHIFT)


@compiled
def remembered(desk: Desk, at: int, row: Ints, what: int) -> bool:
    """Is it? If not, it is to be found now, and will be."""
    met, known = desk.met[at], desk.met_as[at] == what
    for i in range(row.shape[0]):
        known = known and met[i] == row[i]
    if not known:
        met[:] = row
        desk.met_as[at] = what
    return bool(known)
