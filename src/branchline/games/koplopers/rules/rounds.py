"""How turns begin and end, and how the game does. Chapters "Rounds" and "The end" of RULES.md."""

from __future__ import annotations

from branchline.core.game import CHANCE, OVER, Say
from branchline.games.koplopers.rules.driving import forget_turn
from branchline.games.koplopers.rules.state import (
    BY_ROUNDS,
    DROVE,
    EARLY,
    ENDINGS,
    FEW_CHIPS,
    HAND,
    PLAY,
    POINTS,
    REFILL,
    ROUNDS,
    STOPPED,
    TURNED,
    UNITS,
    KoplopersState,
    own_trains,
)
from branchline.games.koplopers.rules.stops import call, free_station
from branchline.games.koplopers.rules.tables import Tables


def begin_turn(state: KoplopersState, seat: int, say: Say) -> None:
    """round.black-train: it moves on whenever the first player's turn begins."""
    state.phase, state.active, state.to_move = PLAY, seat, seat
    if seat == state.first:
        state.round += 1
        say("round", state.round, ROUNDS[state.players])
        if state.round == ROUNDS[state.players]:  # end.rounds
            state.last = BY_ROUNDS
            say("last-round")
    state.points = POINTS
    state.must_build = int(state.round == 1)
    state.card_played = state.offers = state.left = state.exchanged = 0
    forget_turn(state, seat)


def end_turn(tables: Tables, state: KoplopersState, say: Say) -> None:
    """Call out the stops at which nobody moved, look for the end, then fill up the hand."""
    seat = state.active
    for train in own_trains(state, seat):
        moved = state.flags[train] & (TURNED | DROVE)
        if moved and not state.flags[train] & STOPPED and free_station(tables, state, train) >= 0:
            call(tables, state, train, say)
    if state.points:
        say("lapsed", seat, state.points)  # points.lapse
        state.points = 0
    if not state.last and state.chips_left < FEW_CHIPS and _somebody_empty(state):  # end.early
        state.last = EARLY
        say("last-round")
    if state.last and (seat + 1) % state.players == state.first:
        state.ended, state.to_move = state.last, OVER
        say("ends", ENDINGS[state.ended])
    elif state.held[seat] < HAND[state.players]:  # disrupt.refill
        state.phase, state.to_move = REFILL, CHANCE
    else:
        begin_turn(state, (seat + 1) % state.players, say)


def _somebody_empty(state: KoplopersState) -> bool:
    """A player without passengers aboard; one without trains has none either."""
    return any(not any(state.aboard[seat * UNITS : seat * UNITS + UNITS]) for seat in range(state.players))
