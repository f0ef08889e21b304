"""Rounds of Bridgetown Races as one kernel: the rules of a race between players who plan by `foresight.py`.

The rules are those of `rules.py` and `rounds.py`, and a test compares the two step by step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.core.game import CHANCE, OVER
from branchline.games.bridgetown.foresight import (
    GAIN,
    NEW,
    NOISE,
    bonus,
    doubled_worth,
    gained,
    key_of,
    mark,
    modes_worth,
    network_of,
    ones,
    plan_of,
    rest_worth,
    unplaced,
)
from branchline.games.bridgetown.jit import (
    AT,
    BAG,
    BLUE,
    BRIDGED,
    CARDS,
    ENDS,
    FLAGS,
    HELD,
    HOLDER,
    MOVED,
    OWING,
    PHASE,
    PLACED,
    PLACES,
    PLAYERS,
    RAIL_BRIDGE,
    RAILS_ON,
    ROUND,
    ROUNDS,
    SEATS,
    SPECIALS,
    SPECIALS_ON,
    SPEED,
    STEPS,
    TO_MOVE,
    TURN,
    USING,
    Board,
    Row,
    compiled,
)
from branchline.games.bridgetown.state import (
    ALL_BRIDGES,
    ASK,
    BRIDGES,
    DOUBLE,
    FIRST,
    MODES,
    PLACE,
    RACE,
    TURNS,
)
from branchline.games.bridgetown.tables import WALK

DOUBTFUL = 0.25  # what Double is worth while it is kept
BETTER = 0.15  # by how much a plan with Double must beat the plan without
SERVED, OPEN = 4, 0.05  # so many good sets of modes count, and how much they do beside the best
MODE, END, TAKES, DOUBLED, STUCK = range(5)  # of a move


@compiled
def chosen(luck: Any, most: int) -> int:
    """A number below `most`, by xorshift."""
    x = luck[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    luck[0] = x
    return int((x >> np.uint64(11)) % np.uint64(most))


@compiled
def place(board: Board, row: Row, luck: Any, weights: Any) -> int:
    """The mode to place on, or MODES for Double: what `hints.py` advises.

    A mode is as good as the best sets of modes that it belongs to.
    """
    seat = row[TO_MOVE]
    placed, hand = row[PLACED + seat], unplaced(row, seat)
    rides, doubling = ones(placed) + hand, row[SPECIALS + seat] & DOUBLE
    if doubling and rides <= 2:
        worth = doubled_worth(board, row, seat, rides, placed, weights)
    else:
        worth = modes_worth(board, row, seat, rides, placed, weights)
    best, found, most = -1.0, -1, -1.0
    for mode in range(MODES):
        if placed >> mode & 1:
            continue
        top = np.full(SERVED, -1.0)
        for modes in range(1 << MODES):
            if modes >> mode & 1 and worth[modes] > top[SERVED - 1]:
                at = SERVED - 1
                while at > 0 and worth[modes] > top[at - 1]:
                    top[at] = top[at - 1]
                    at -= 1
                top[at] = worth[modes]
        if top[0] < 0:
            continue
        total, count = 0.0, 0
        for each in top:
            if each >= 0:
                total += each
                count += 1
        now = top[0] + OPEN * total / count + weights[NOISE] * chosen(luck, 1024) / 1024
        if now > best:
            best, found, most = now, mode, top[0]
    if row[SPECIALS_ON] and hand > 1 and rides <= 3 and not row[OWING]:
        for other in range(row[PLAYERS]):
            if row[SPECIALS + other] & DOUBLE:
                return found
        twice = doubled_worth(board, row, seat, rides - 1, placed, weights).max()
        if twice + weights[NOISE] * chosen(luck, 1024) / 1024 > most + BETTER:
            return MODES
    return found


@compiled
def ride(board: Board, row: Row, luck: Any, weights: Any, move: Row) -> float:
    """Into `move`: the mode, its end, the bridges whose flags it takes, doubled or not, stuck or not."""
    seat = row[TO_MOVE]
    modes, space = row[PLACED + seat], row[AT + seat]
    rides, size = ones(modes), board[STEPS].shape[0]
    plan = plan_of(board, row, seat, weights)
    best = -1.0
    for mode in range(MODES):
        if not modes >> mode & 1:
            continue
        near = np.zeros(size, np.bool_)
        twice, plain = 2 * board[SPEED][mode], board[SPEED][mode] + bonus(row, seat, mode)
        may_double = row[SPECIALS + seat] & DOUBLE
        mark(board, row, space, mode, plain, near)
        if may_double:
            mark(board, row, space, mode, twice, near)
        after = rest_worth(board, row, plan, modes & ~(1 << mode), near)
        network = network_of(board, row, mode)
        for doubled in range(2 if may_double else 1):
            key = key_of(network, space, twice if doubled else plain, size)
            stuck = board[PLACES][key] == board[PLACES][key + 1]
            if stuck and doubled:
                continue
            if stuck:
                key = key_of(WALK, space, 1, size)
            for way in range(board[PLACES][key], board[PLACES][key + 1]):
                end = board[ENDS][way]
                takes = 0 if stuck else board[BRIDGED][way] & row[FLAGS + mode]
                worth = after[end] + 0.3 * weights[NOISE] * chosen(luck, 1024) / 1024
                if takes:
                    worth += gained(plan, 0, mode, takes)
                if doubled and rides > 1:
                    worth -= DOUBTFUL
                if worth > best:
                    best = worth
                    free = takes & ~row[HELD + seat]
                    for bridge in range(BRIDGES):
                        if (
                            takes >> bridge & 1
                            and plan[GAIN][0, mode, bridge] + plan[NEW][0, mode, bridge] > 0
                        ):
                            free |= 1 << bridge
                    move[MODE], move[END], move[TAKES], move[DOUBLED], move[STUCK] = (
                        mode,
                        end,
                        free,
                        doubled,
                        stuck,
                    )
    return best


# --- the rules


@compiled
def next_placer(row: Row) -> None:
    """place.turn"""
    for step in range(1, row[PLAYERS] + 1):
        seat = (row[TO_MOVE] + step) % row[PLAYERS]
        if unplaced(row, seat):
            row[TO_MOVE] = seat
            return
    row[TURN] = 0
    next_turn(row)


@compiled
def next_turn(row: Row) -> None:
    """race.turns, first.asked; the end of the round is left to `end_round`."""
    row[TURN] += 1
    row[MOVED] = 0
    row[PHASE] = RACE
    if row[TURN] <= TURNS:
        for seat in range(row[PLAYERS]):
            if row[SPECIALS + seat] & FIRST and seat != row[HOLDER] and row[PLACED + seat]:
                row[PHASE], row[TO_MOVE] = ASK, seat
                return


@compiled
def next_mover(row: Row) -> None:
    """Who moves now, in this turn or the next; CHANCE when the round is over."""
    while row[TURN] <= TURNS:
        for step in range(row[PLAYERS]):
            seat = (row[HOLDER] + step) % row[PLAYERS]
            if row[PLACED + seat] and not row[MOVED] >> seat & 1:
                row[TO_MOVE] = seat
                return
        next_turn(row)
        if row[PHASE] == ASK:
            return
    row[TO_MOVE] = CHANCE


@compiled
def move_on(board: Board, row: Row, move: Row) -> None:
    """move.outcome, flag.card, flag.exchange, end.eight, race.return."""
    seat, mode, takes = row[TO_MOVE], move[MODE], move[TAKES]
    row[AT + seat] = move[END]
    if takes:
        full = takes & row[HELD + seat]
        if full:
            for colour in range(MODES):
                back = row[CARDS + seat * MODES + colour] & full
                row[CARDS + seat * MODES + colour] ^= back
                row[BAG + colour] += ones(back)
        row[FLAGS + mode] &= ~takes
        row[CARDS + seat * MODES + mode] |= takes
        row[HELD + seat] |= takes
        if row[HELD + seat] == ALL_BRIDGES:
            row[TO_MOVE], row[USING] = OVER, 0
            return
    row[PLACED + seat] &= ~(1 << mode)
    using = row[USING] | (DOUBLE if move[DOUBLED] else 0)
    row[SPECIALS + seat] &= ~using
    row[USING] = 0
    row[MOVED] |= 1 << seat
    next_mover(row)


@compiled
def end_round(board: Board, row: Row, luck: Any) -> None:
    """round.boat, round.first, round.blue, round.refill."""
    players = row[PLAYERS]
    row[MOVED] = row[TURN] = 0
    row[SPECIALS : SPECIALS + SEATS] = 0
    if row[ROUND] == board[ROUNDS]:
        row[TO_MOVE] = OVER
        return
    row[ROUND] += 1
    fewest, holder = BRIDGES + 1, 0
    for step in range(1, players + 1):
        seat = (row[HOLDER] + step) % players
        if ones(row[HELD + seat]) < fewest:
            fewest, holder = ones(row[HELD + seat]), seat
    row[HOLDER] = holder
    lying = 0
    for colour in range(MODES):
        lying |= row[FLAGS + colour]
    blue = board[BLUE]
    if row[RAILS_ON] and not row[FLAGS + blue] >> board[RAIL_BRIDGE] & 1:
        row[FLAGS + blue] |= 1 << board[RAIL_BRIDGE]
        row[BAG + blue] -= 1
        lying |= 1 << board[RAIL_BRIDGE]
    for bridge in range(BRIDGES):
        if not lying >> bridge & 1:
            draw(row, bridge, -1 if not row[RAILS_ON] else blue, luck)
    row[PHASE], row[TO_MOVE] = PLACE, holder


@compiled
def draw(row: Row, bridge: int, blue: int, luck: Any) -> None:
    total = 0
    for colour in range(MODES):
        if colour != blue:
            total += row[BAG + colour]
    ticket = chosen(luck, total)
    for colour in range(MODES):
        if colour != blue:
            ticket -= row[BAG + colour]
            if ticket < 0:
                row[BAG + colour] -= 1
                row[FLAGS + colour] |= 1 << bridge
                return


@compiled
def race(board: Board, row: Row, luck: Any, weights: Any, rounds: int, log: Row) -> int:
    """Play to the end of this round and so many more, or of the game; the log takes moves as it has room."""
    move = np.zeros(5, np.int64)
    made = 0
    while row[TO_MOVE] != OVER:
        seat = row[TO_MOVE]
        if seat == CHANCE:
            if rounds == 0 and row[ROUND] < board[ROUNDS]:
                break
            rounds -= 1
            end_round(board, row, luck)
            continue
        if row[PHASE] == PLACE:
            move[:] = 0
            move[0] = place(board, row, luck, weights[seat])
            if move[0] == MODES:
                row[SPECIALS + seat] |= DOUBLE
                row[OWING] = 1
            else:
                row[PLACED + seat] |= 1 << move[0]
                row[OWING] = 0
                next_placer(row)
                if row[PHASE] == RACE:
                    next_mover(row)
        elif row[PHASE] == ASK:
            row[PHASE], row[USING] = RACE, FIRST
            continue
        else:
            ride(board, row, luck, weights[seat], move)
            move_on(board, row, move)
        if made < log.shape[0]:
            log[made, 0] = seat
            log[made, 1:] = move
        made += 1
    return made
