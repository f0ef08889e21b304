"""A race as a kernel, between the players of `player.py`.

The rules are those of `rules/game.py` and `rules/rounds.py`, and a test compares the two step by step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.core.game import CHANCE, OVER
from branchline.core.luck_kernels import chance_of
from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.mind.kernels.player import (
    DOUBLED,
    END,
    MODE,
    TAKES,
    place,
    ride,
    weigh_places,
)
from branchline.games.bridgetown.mind.kernels.position import (
    AT,
    BAG,
    CARDS,
    FLAGS,
    HELD,
    HOLDER,
    MOVED,
    OWING,
    PHASE,
    PLACED,
    PLAYERS,
    RAILS_ON,
    ROUND,
    SEATS,
    SPECIALS,
    TO_MOVE,
    TURN,
    USING,
    Board,
    Row,
    ones,
    unplaced,
)
from branchline.games.bridgetown.rules.state import (
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
from branchline.games.bridgetown.rules.state import FLAGS as NEW_FLAGS


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
def move_on(row: Row, move: Row) -> None:
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
def close_round(row: Row, rounds: int, blue: int, rail_bridge: int) -> None:
    """round.boat, round.first, round.blue; what is drawn is left to `refill`."""
    players = row[PLAYERS]
    row[MOVED] = row[TURN] = 0
    row[SPECIALS : SPECIALS + SEATS] = 0
    if row[ROUND] == rounds:
        row[TO_MOVE] = OVER
        return
    row[ROUND] += 1
    fewest, holder = BRIDGES + 1, 0
    for step in range(1, players + 1):
        seat = (row[HOLDER] + step) % players
        if ones(row[HELD + seat]) < fewest:
            fewest, holder = ones(row[HELD + seat]), seat
    row[HOLDER] = holder
    if row[RAILS_ON] and not row[FLAGS + blue] >> rail_bridge & 1:
        row[FLAGS + blue] |= 1 << rail_bridge
        row[BAG + blue] -= 1
    if lying(row) == ALL_BRIDGES:
        row[PHASE], row[TO_MOVE] = PLACE, holder
    else:
        row[PHASE], row[TO_MOVE] = NEW_FLAGS, CHANCE


@compiled
def lying(row: Row) -> int:
    """The bridges that have a flag."""
    found = 0
    for colour in range(MODES):
        found |= row[FLAGS + colour]
    return found


@compiled
def refill(row: Row, blue: int, luck: Any) -> None:
    """round.refill"""
    full = lying(row)
    for bridge in range(BRIDGES):
        if not full >> bridge & 1:
            draw(row, bridge, -1 if not row[RAILS_ON] else blue, luck)
    row[PHASE], row[TO_MOVE] = PLACE, row[HOLDER]


@compiled
def end_round(board: Board, row: Row, luck: Any) -> None:
    """The whole end of a round, new flags included."""
    close_round(row, board.rounds, board.blue, board.rail_bridge)
    if row[TO_MOVE] == CHANCE:
        refill(row, board.blue, luck)


@compiled
def draw(row: Row, bridge: int, blue: int, luck: Any) -> None:
    total = 0
    for colour in range(MODES):
        if colour != blue:
            total += row[BAG + colour]
    ticket = chance_of(luck, total)
    for colour in range(MODES):
        if colour != blue:
            ticket -= row[BAG + colour]
            if ticket < 0:
                row[BAG + colour] -= 1
                row[FLAGS + colour] |= 1 << bridge
                return


@compiled
def put(row: Row, mode: int) -> None:
    """place.once, place.then-mode: MODES is Double, and a mode has to follow."""
    seat = row[TO_MOVE]
    if mode == MODES:
        row[SPECIALS + seat] |= DOUBLE
        row[OWING] = 1
        return
    row[PLACED + seat] |= 1 << mode
    row[OWING] = 0
    next_placer(row)
    if row[PHASE] == RACE:
        next_mover(row)


@compiled
def step(board: Board, row: Row, luck: Any, weights: Any, move: Row) -> None:
    """What the seat to move does, in the order of `player.py` into `move`; First is used at once."""
    if row[PHASE] == PLACE:
        worths = np.empty(2 * MODES + 1)
        weigh_places(board, row, weights, worths)
        move[:] = 0
        move[0] = place(worths, luck, weights)
        put(row, move[0])
    else:
        if row[PHASE] == ASK:
            row[PHASE], row[USING] = RACE, FIRST
        ride(board, row, luck, weights, move)
        move_on(row, move)


@compiled
def race(board: Board, row: Row, luck: Any, weights: Any, rounds: int, log: Row) -> int:
    """Play to the end of this round and so many more, or of the game; the log takes moves as it has room."""
    move = np.zeros(5, np.int64)
    made = 0
    while row[TO_MOVE] != OVER:
        seat = row[TO_MOVE]
        if seat == CHANCE:
            if rounds == 0 and row[ROUND] < board.rounds:
                break
            rounds -= 1
            end_round(board, row, luck)
            continue
        step(board, row, luck, weights[seat], move)
        if made < log.shape[0]:
            log[made, 0] = seat
            log[made, 1:] = move
        made += 1
    return made
