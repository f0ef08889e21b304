"""How the greedy player likes turns, compiled: as `mind/plans.py` ranks them."""

from typing import Any

import numpy as np

from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.mind.kernels.desk import KIND, ONE, OTHER, RIDE, SPECIAL, Desk, Ints
from branchline.games.bridgetown.mind.kernels.foresight import (
    Foresight,
    doubled_worth,
    foresight_of,
    modes_worth,
    rest_worth,
)
from branchline.games.bridgetown.mind.kernels.player import DOUBLED, END, MODE, TAKES, served_worth
from branchline.games.bridgetown.mind.kernels.position import (
    HELD,
    PHASE,
    PLACED,
    SPECIALS,
    TO_MOVE,
    Board,
    ones,
    unplaced,
)
from branchline.games.bridgetown.mind.kernels.turns import RIDES, exchange
from branchline.games.bridgetown.mind.weights import EXTRA_DOUBLE, EXTRA_FIRST, EXTRA_SWAP, KEPT, LOST
from branchline.games.bridgetown.rules.state import BRIDGES, DOUBLE, FIRST, PLACE

LATER = 0.05  # by how much waiting is liked less than the best ride


@compiled
def like_places(board: Board, row: Ints, desk: Desk, count: int, weights: Any) -> None:
    seat = row[TO_MOVE]
    placed, hand, doubling = row[PLACED + seat], unplaced(row, seat), row[SPECIALS + seat] & DOUBLE > 0
    rides = ones(placed) + hand
    if doubling and rides <= 2:
        plain = doubled_worth(board, row, seat, rides, placed, weights)
    else:
        plain = modes_worth(board, row, seat, rides, placed, weights)
    fewer = twice = plain
    if desk.turns[count - 1, SPECIAL]:
        fewer = modes_worth(board, row, seat, rides - 1, placed, weights)
        twice = doubled_worth(board, row, seat, rides - 1, placed, weights)
    for i in range(count):
        turn = desk.turns[i]
        mode, special = turn[RIDE + MODE], turn[SPECIAL]
        if not special:
            desk.liking[i] = served_worth(plain, mode)
            continue
        extra = EXTRA_FIRST if special == FIRST else EXTRA_DOUBLE if special == DOUBLE else EXTRA_SWAP
        worth = twice if special == DOUBLE or doubling else fewer
        desk.liking[i] = extra + (fewer[placed] if mode < 0 else served_worth(worth, mode))


@compiled
def like_ride(row: Ints, desk: Desk, ahead: Foresight, after: Any, i: int) -> float:
    """What a ride gains, and what the modes left bring from its end."""
    turn, seat = desk.turns[i], row[TO_MOVE]
    mode, takes = turn[RIDE + MODE], turn[RIDE + TAKES]
    worth, colour = after[turn[RIDE + END]], 0.0
    for bridge in range(BRIDGES):
        if takes >> bridge & 1:
            worth += ahead.gain[0, mode, bridge]
            colour = max(colour, ahead.new[0, mode, bridge])
            if row[HELD + seat] >> bridge & 1 and ahead.new[0, mode, bridge] == 0:
                worth -= LOST
    last = ones(row[PLACED + seat]) == 1
    if not last and (turn[RIDE + DOUBLED] or turn[ONE] >= 0):
        worth -= KEPT
    return float(worth + colour)


@compiled
def like(board: Board, row: Ints, desk: Desk, count: int, weights: Any) -> None:
    """How much the greedy player likes each of the listed turns, into `desk.liking`."""
    if row[PHASE] == PLACE:
        like_places(board, row, desk, count, weights)
        return
    seat, best, one, other, mode = row[TO_MOVE], -1e9, -2, -2, -1
    everywhere = np.ones(board.steps.shape[0], np.bool_)
    now = row.copy()
    ahead = foresight_of(board, row, seat, weights)
    after = ahead.resting
    for i in range(count):
        turn = desk.turns[i]
        if turn[KIND] != RIDES:
            continue
        swapped = turn[ONE] != one or turn[OTHER] != other
        if swapped:
            one, other = turn[ONE], turn[OTHER]
            now[:] = row
            if one >= 0:
                exchange(now, one, other)
            ahead = foresight_of(board, now, seat, weights)
        if swapped or turn[RIDE + MODE] != mode:
            mode = turn[RIDE + MODE]
            rest = row[PLACED + seat] & ~(1 << mode)
            after = rest_worth(board, now, ahead, rest, everywhere)
        desk.liking[i] = like_ride(row, desk, ahead, after, i)
        best = max(best, desk.liking[i])
    for i in range(count):
        if desk.turns[i, KIND] != RIDES:
            desk.liking[i] = best - LATER
