"""A whole playout in one call, compiled: from a position in front of a turn to its end, or for some turns."""

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import OVER
from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.mind.kernels.player import (
    BEGIN,
    RUN,
    TRADE,
    choose,
    find_build,
    find_run,
)
from branchline.games.sncf.mind.kernels.position import (
    AT_ONCE,
    BOX,
    ENDED,
    GOAL,
    HANDS,
    LIMIT,
    PLAYERS,
    SHARES,
    STILL,
    TO_MOVE,
    VALUE,
    Board,
    Bytes,
    Floats,
    Ints,
    Position,
    allowed,
    ending,
    lay,
    unfold,
)
from branchline.games.sncf.rules.state import MOST_BOUGHT, MOST_CUBES, PENALTY

LAID, TRADED, STARTED = range(3)  # rows of a log
Words = NDArray[np.uint64]


@compiled
def spread(words: Words, row: int, bit: Ints, into: Bytes) -> None:
    """A set of bits as zeros and ones."""
    for hexagon in range(bit.shape[0]):
        place = bit[hexagon]
        into[hexagon] = (words[row, place >> 6] >> np.uint64(place & 63)) & np.uint64(1)


@compiled
def gather(zeros_and_ones: Bytes, bit: Ints, row: int, words: Words) -> None:
    """And back again."""
    words[row, :] = 0
    for hexagon in range(bit.shape[0]):
        if zeros_and_ones[hexagon]:
            words[row, bit[hexagon] >> 6] |= np.uint64(1) << np.uint64(bit[hexagon] & 63)


@compiled
def laid_out(board: Board, ints: Ints, words: Words) -> tuple[Position, Bytes]:
    """The position, and its sets as rows of zeros and ones."""
    bit, near, points, too_near, _ = board
    size = near.shape[0]
    sets = np.zeros((9, size), np.uint8)
    for row in range(9):
        spread(words, row, bit, sets[row])
    rails = np.zeros((2, 6, size), np.uint8)
    lists = np.zeros((6, size + 8), np.int64)
    scratch = np.zeros((8, 2 * size + 64), np.int64)  # a flow has two nodes a hex
    now = Position(
        near, points, too_near, ints, sets[3:9], rails[0], sets[0], sets[1], sets[2], rails[1],
        lists, np.zeros(6, np.int64), scratch[0], np.zeros(6, np.int64), scratch[1], scratch[2], scratch[3],
        scratch[4], scratch[5], scratch[6], np.empty(size + 64, np.float64),
    )  # fmt: skip
    unfold(now)
    return now, sets


@compiled
def play(board: Board, ints: Ints, words: Words, turns: int, seed: int, totals: Floats, log: Ints) -> int:
    """Play on for so many turns or to the end; `ints` becomes the last position, `totals` its points.

    `words` holds the sets closed, once, startable and six tracks. Into `log` goes what was done; if it has
    room for nothing, `words` stays as it was. Returns the number of rows.
    """
    now, sets = laid_out(board, ints, words)
    luck = np.empty(1, np.uint64)
    luck[0] = np.uint64(seed) | np.uint64(1)
    prospect, gain = np.zeros(6, np.float64), np.zeros(6, np.float64)
    path, choice, rows, barred = np.zeros(8, np.int64), np.zeros(4, np.int64), 0, 0
    while turns > 0 and ints[TO_MOVE] != OVER:
        seat = ints[TO_MOVE]
        choose(now, luck, prospect, gain, path, barred, choice)
        kind, railroad = choice[0], choice[1]
        first = rows
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
        if rows == first:
            barred |= 1 << railroad
            continue
        turns, barred = turns - 1, 0
        ended = ending(now, kind != TRADE)
        if ended:
            ints[ENDED], ints[TO_MOVE] = ended, OVER
        else:
            ints[TO_MOVE] = (seat + 1) % ints[PLAYERS]
    if log.shape[0]:
        for row in range(9):
            gather(sets[row], board.bit, row, words)
    going = ints[TO_MOVE] != OVER
    for seat in range(ints[PLAYERS]):
        total = float(-PENALTY * max(0, ints[SHARES + seat] - ints[LIMIT]))
        for railroad in range(6):
            worth = prospect[railroad] if going else float(ints[VALUE + railroad])
            total += ints[HANDS + seat * 6 + railroad] * worth
        totals[seat] = total
    return rows


@compiled
def trade(now: Position, seat: int, sold: int, bought: int, count: int) -> None:
    """trade.shares"""
    ints = now.ints
    ints[HANDS + seat * 6 + sold] -= 1
    ints[HANDS + seat * 6 + bought] += count
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
