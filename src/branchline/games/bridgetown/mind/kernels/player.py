"""Where the players of the kernels place a coordinator and what they ride."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.core.luck_kernels import chance_of
from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.mind.kernels.foresight import (
    NOISE,
    doubled_worth,
    foresight_of,
    gained,
    mark,
    modes_worth,
    rest_worth,
)
from branchline.games.bridgetown.mind.kernels.position import (
    AT,
    FLAGS,
    HELD,
    OWING,
    PLACED,
    PLAYERS,
    SPECIALS,
    SPECIALS_ON,
    TO_MOVE,
    Board,
    Row,
    bonus,
    key_of,
    network_of,
    ones,
    unplaced,
)
from branchline.games.bridgetown.mind.weights import BETTER, KEPT, OPEN, SERVED
from branchline.games.bridgetown.rules.state import BRIDGES, DOUBLE, MODES
from branchline.games.bridgetown.rules.tables import WALK

MODE, END, TAKES, DOUBLED, STUCK = range(5)  # of a move


@compiled
def best_set(worth: Any, mode: int) -> float:
    """The most that a set of modes with this one is worth."""
    best = -1.0
    for modes in range(1 << MODES):
        if modes >> mode & 1:
            best = max(best, worth[modes])
    return best


@compiled
def served_worth(worth: Any, mode: int) -> float:
    """A mode by the best sets that it belongs to, by what each is worth; -1 if there are none."""
    top = np.full(SERVED, -1.0)
    for modes in range(1 << MODES):
        if modes >> mode & 1 and worth[modes] > top[SERVED - 1]:
            at = SERVED - 1
            while at > 0 and worth[modes] > top[at - 1]:
                top[at] = top[at - 1]
                at -= 1
            top[at] = worth[modes]
    total, count = 0.0, 0
    for each in top:
        if each >= 0:
            total += each
            count += 1
    return top[0] + OPEN * total / count if count else -1.0


@compiled
def weigh_places(board: Board, row: Row, weights: Any, into: Any) -> None:
    """What the greedy player thinks of each mode, of the best set with each, and of Double; -1: not possible.

    A mode is as good as the best sets of modes that it belongs to. There is no chance in it.
    """
    seat = row[TO_MOVE]
    placed, hand = row[PLACED + seat], unplaced(row, seat)
    rides, doubling = ones(placed) + hand, row[SPECIALS + seat] & DOUBLE
    if doubling and rides <= 2:
        worth = doubled_worth(board, row, seat, rides, placed, weights)
    else:
        worth = modes_worth(board, row, seat, rides, placed, weights)
    for mode in range(MODES):
        into[mode] = -1.0 if placed >> mode & 1 else served_worth(worth, mode)
        into[MODES + mode] = best_set(worth, mode)
    may_double = row[SPECIALS_ON] and hand > 1 and rides <= 3 and not row[OWING]
    for other in range(row[PLAYERS]):
        if row[SPECIALS + other] & DOUBLE:
            may_double = False
    into[2 * MODES] = -1.0
    if may_double:
        into[2 * MODES] = doubled_worth(board, row, seat, rides - 1, placed, weights).max()


@compiled
def place(worths: Any, luck: Any, weights: Any) -> int:
    """The mode to place on, or MODES for Double, as `mind/advise.py` advises."""
    best, found = -1.0, -1
    for mode in range(MODES):
        if worths[mode] < 0:
            continue
        now = worths[mode] + weights[NOISE] * chance_of(luck, 1024) / 1024
        if now > best:
            best, found = now, mode
    twice = worths[2 * MODES]
    if twice >= 0 and twice + weights[NOISE] * chance_of(luck, 1024) / 1024 > worths[MODES + found] + BETTER:
        return MODES
    return found


@compiled
def ride(board: Board, row: Row, luck: Any, weights: Any, move: Row) -> float:
    """Into `move`: the mode, its end, the bridges whose flags it takes, doubled or not, stuck or not."""
    seat = row[TO_MOVE]
    modes, space = row[PLACED + seat], row[AT + seat]
    rides, size = ones(modes), board.steps.shape[0]
    ahead = foresight_of(board, row, seat, weights)
    best = -1.0
    for mode in range(MODES):
        if not modes >> mode & 1:
            continue
        near = np.zeros(size, np.bool_)
        twice, plain = 2 * board.speed[mode], board.speed[mode] + bonus(row, seat, mode)
        may_double = row[SPECIALS + seat] & DOUBLE
        mark(board, row, space, mode, plain, near)
        if may_double:
            mark(board, row, space, mode, twice, near)
        after = rest_worth(board, row, ahead, modes & ~(1 << mode), near)
        network = network_of(board, row, mode)
        for doubled in range(2 if may_double else 1):
            key = key_of(network, space, twice if doubled else plain, size)
            stuck = board.places[key] == board.places[key + 1]
            if stuck and doubled:
                continue
            if stuck:
                key = key_of(WALK, space, 1, size)
            for way in range(board.places[key], board.places[key + 1]):
                end = board.ends[way]
                takes = 0 if stuck else board.bridges[way] & row[FLAGS + mode]
                worth = after[end] + 0.3 * weights[NOISE] * chance_of(luck, 1024) / 1024
                if takes:
                    worth += gained(ahead, 0, mode, takes)
                if doubled and rides > 1:
                    worth -= KEPT
                if worth > best:
                    best = worth
                    free = takes & ~row[HELD + seat]
                    for bridge in range(BRIDGES):
                        pays = ahead.gain[0, mode, bridge] + ahead.new[0, mode, bridge] > 0
                        if takes >> bridge & 1 and pays:
                            free |= 1 << bridge
                    move[MODE], move[END], move[TAKES] = mode, end, free
                    move[DOUBLED], move[STUCK] = doubled, stuck
    return best
