"""A whole playout in one call, compiled: from a position in front of a turn to its end, or for some turns."""

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import OVER
from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.mind.kernels.player import (
    BEGIN,
    RUN,
    TRADE,
    Luck,
    choose,
    find_build,
    find_run,
    holding,
)
from branchline.games.sncf.mind.kernels.position import (
    AT_ONCE,
    BOX,
    ENDED,
    GOAL,
    HANDS,
    HEXES,
    LIMIT,
    LOW,
    NET,
    PLAYERS,
    SHARES,
    STILL,
    TO_MOVE,
    TOKEN,
    VALUE,
    Bytes,
    Floats,
    Ints,
    Position,
    allowed,
    ending,
    lay,
    unfold,
)
from branchline.games.sncf.rules.state import MOST_BOUGHT, MOST_CUBES

LAID, TRADED, STARTED = range(3)  # rows of a log
Words = NDArray[np.uint64]


@compiled
def spread(now: Position, words: Words, row: int, into: Bytes) -> None:
    """A set of bits as zeros and ones."""
    for hexagon in range(now.ints[HEXES]):
        place = now.bit[hexagon]
        into[hexagon] = (words[row, place >> 6] >> np.uint64(place & 63)) & np.uint64(1)


@compiled
def gather(now: Position, zeros_and_ones: Bytes, row: int, words: Words) -> None:
    """And back again."""
    words[row, :] = 0
    for hexagon in range(now.ints[HEXES]):
        if zeros_and_ones[hexagon]:
            words[row, now.bit[hexagon] >> 6] |= np.uint64(1) << np.uint64(now.bit[hexagon] & 63)


@compiled
def lay_out(now: Position, ints: Ints, words: Words) -> None:
    """Fill a blank position of this board; `words` holds the sets closed, once, startable and six tracks."""
    token = now.ints[TOKEN]
    now.ints[:] = ints
    now.ints[TOKEN] = token
    spread(now, words, 0, now.closed)
    spread(now, words, 1, now.once)
    spread(now, words, 2, now.startable)
    for railroad in range(6):
        spread(now, words, 3 + railroad, now.track[railroad])
    unfold(now)


@compiled
def copy_into(now: Position, other: Position) -> None:
    """`other` becomes this position, with room of its own to think."""
    token = other.ints[TOKEN]  # its marks are its own
    other.ints[:] = now.ints
    other.ints[TOKEN] = token
    other.track[:] = now.track
    other.open[:] = now.open
    other.closed[:] = now.closed
    other.once[:] = now.once
    other.startable[:] = now.startable
    other.ways[:] = now.ways
    other.lure[:] = now.lure
    other.fringes[:] = now.fringes
    for railroad in range(6):
        for i in range(now.fringes[railroad]):
            other.fringe[railroad, i] = now.fringe[railroad, i]
    other.dirty[:] = 1


@compiled
def play(now: Position, ints: Ints, words: Words, turns: int, seed: int, totals: Floats, log: Ints) -> int:
    """Play on for so many turns or to the end; `ints` becomes the last position, `totals` its points.

    Into `log` goes what was done; if it has room for nothing, `words` stays as it was. Returns the number of
    rows.
    """
    lay_out(now, ints, words)
    luck = np.empty(1, np.uint64)
    luck[0] = np.uint64(seed) | np.uint64(1)
    prospect, gain = np.zeros(6, np.float64), np.zeros(6, np.float64)
    path, choice, rows = np.zeros(8, np.int64), np.zeros(4, np.int64), 0
    while turns > 0 and now.ints[TO_MOVE] != OVER:
        rows = quick_turn(now, luck, prospect, gain, path, choice, log, rows)
        turns -= 1
    if log.shape[0]:
        gather(now, now.closed, 0, words)
        gather(now, now.once, 1, words)
        gather(now, now.startable, 2, words)
        for railroad in range(6):
            gather(now, now.track[railroad], 3 + railroad, words)
    ints[:] = now.ints
    if ints[TO_MOVE] == OVER:
        prospect[:] = ints[VALUE : VALUE + 6]
    for seat in range(ints[PLAYERS]):
        totals[seat] = holding(ints, seat, prospect)
    return rows


@compiled
def quick_turn(
    now: Position, luck: Luck, prospect: Floats, gain: Floats, path: Ints, choice: Ints, log: Ints, rows: int
) -> int:
    """A turn of the quick player, into `log` from this row on; returns the next free row."""
    ints, first, barred = now.ints, rows, 0
    seat = ints[TO_MOVE]
    while rows == first:
        choose(now, luck, prospect, gain, path, barred, choice)
        kind, railroad = choice[0], choice[1]
        if kind == TRADE:
            sold, bought, count = choice[1], choice[2], choice[3]
            trade(now, seat, sold, bought, count)
            rows = note(log, rows, TRADED, sold, bought, count)
        elif kind == BEGIN:
            lay(now, railroad, choice[2])
            rows = note(log, rows, STARTED, railroad, choice[2], 0)
        else:
            if kind == RUN:
                length = find_run(now, railroad, path)
            else:
                length = find_build(now, railroad, luck, path)
            for i in range(length):
                if not (now.open[railroad, path[i]] and allowed(now, railroad, path[i])):
                    break
                lay(now, railroad, path[i])
                rows = note(log, rows, LAID, railroad, path[i], 0)
                if ints[AT_ONCE] and path[i] == ints[GOAL]:
                    break
        barred |= 1 << railroad
    finish(now, kind != TRADE)
    return rows


@compiled
def finish(now: Position, placed: bool) -> None:
    """end.after-turn, turn.order"""
    ints = now.ints
    ended = ending(now, placed)
    if ended:
        ints[ENDED], ints[TO_MOVE] = ended, OVER
    else:
        ints[TO_MOVE] = (ints[TO_MOVE] + 1) % ints[PLAYERS]


@compiled
def trade(now: Position, seat: int, sold: int, bought: int, count: int) -> None:
    """trade.shares"""
    ints = now.ints
    hand, net = HANDS + seat * 6, NET + seat * 6
    ints[hand + sold] -= 1
    ints[hand + bought] += count
    ints[net + sold] -= 1
    ints[net + bought] += count
    ints[LOW + seat * 6 + sold] = min(ints[LOW + seat * 6 + sold], ints[net + sold])
    ints[BOX + sold] += 1
    ints[BOX + bought] -= count
    ints[SHARES + seat] += count - 1
    within = count == MOST_BOUGHT and ints[SHARES + seat] <= ints[LIMIT]
    ints[STILL] = 0 if within else ints[STILL] + 1  # end.stall
    if ints[BOX + sold] <= MOST_CUBES:
        now.dirty[sold] = 1
    if ints[BOX + bought] < MOST_CUBES:
        now.dirty[bought] = 1


@compiled
def note(log: Ints, rows: int, what: int, a: int, b: int, c: int) -> int:
    if rows < log.shape[0]:
        log[rows, 0], log[rows, 1], log[rows, 2], log[rows, 3] = what, a, b, c
    return rows + 1
