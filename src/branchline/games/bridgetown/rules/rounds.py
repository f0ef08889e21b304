"""Whose turn it is, what is drawn, and the end of a round: chapters "Round" and "End"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import Action
from branchline.core.game import CHANCE, OVER, Say
from branchline.games.bridgetown.rules.state import (
    ALL_BRIDGES,
    ASK,
    COORDINATORS,
    DISC,
    FIRST,
    FLAGS,
    PLACE,
    RACE,
    TURNS,
    BridgetownState,
)

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules.game import Bridgetown


def empty_bridge(state: BridgetownState) -> int:
    """The empty bridge nearest to the top of the river, -1 if every bridge has a flag."""
    lying = 0
    for bridges in state.flags:
        lying |= bridges
    empty = ALL_BRIDGES & ~lying
    return (empty & -empty).bit_length() - 1


def drawn(game: Bridgetown, state: BridgetownState, action: Action, say: Say) -> None:
    """What chance has drawn: a flag for a bridge, or the first player."""
    if action[0] == "begin":
        state.first = action[1]
        say("begins", action[1])
        begin_round(state, say)
        return
    colour = game.tables.colour[action[2]]
    state.bag[colour] -= 1
    state.flags[colour] |= 1 << game.tables.bridge[action[1]]
    say("flag", action[1], action[2])
    if empty_bridge(state) < 0:
        if state.first < 0:
            state.phase = DISC
        else:
            begin_round(state, say)


def begin_round(state: BridgetownState, say: Say) -> None:
    """place.turn: the first player places the first coordinator."""
    state.phase, state.to_move = PLACE, state.first
    say("round", state.round, state.first)


def unplaced(state: BridgetownState, seat: int) -> int:
    """Coordinators still in hand, while they are placed."""
    return COORDINATORS - state.modes[seat].bit_count() - state.specials[seat].bit_count()


def next_placer(game: Bridgetown, state: BridgetownState, say: Say) -> None:
    """place.turn: clockwise; who has no coordinator left is skipped."""
    seat = state.to_move
    for _ in range(state.players):
        seat += 1
        if seat == state.players:
            seat = 0
        if unplaced(state, seat):
            state.to_move = seat
            return
    state.turn = 0
    next_turn(game, state, say)


def next_turn(game: Bridgetown, state: BridgetownState, say: Say) -> None:
    """race.turns: three times round the table. first.asked: the holder of First speaks first."""
    state.turn += 1
    if state.turn > TURNS:
        end_round(game, state, say)
        return
    state.moved = 0
    state.phase = RACE
    for seat, specials in enumerate(state.specials):
        # first.own: nothing to ask the first player himself, who begins anyway
        if specials & FIRST and seat != state.first and state.modes[seat]:
            state.phase, state.to_move = ASK, seat
            return
    next_mover(game, state, say)


def next_mover(game: Bridgetown, state: BridgetownState, say: Say) -> None:
    """From the first player clockwise, without those who have moved or have no mode left."""
    seat = state.first
    for _ in range(state.players):
        if state.modes[seat] and not state.moved >> seat & 1:
            state.to_move = seat
            return
        seat += 1
        if seat == state.players:
            seat = 0
    next_turn(game, state, say)


def end_of_move(game: Bridgetown, state: BridgetownState, mode: int | None, say: Say) -> None:
    """race.return: the coordinator of the mode, and of each special used, comes back."""
    seat = state.to_move
    if mode is not None:
        state.modes[seat] &= ~(1 << mode)
        state.specials[seat] &= ~state.using
    state.using = 0
    state.moved |= 1 << seat
    next_mover(game, state, say)


def end_round(game: Bridgetown, state: BridgetownState, say: Say) -> None:
    """round.boat, round.first, round.blue, round.refill, in this order; end.last: not after the last."""
    tables = game.tables
    state.specials = [0] * state.players  # special.return
    state.moved = state.turn = 0
    if state.round == tables.rounds:
        state.to_move = OVER
        say("last-round", state.round)
        return
    state.round += 1
    state.first = next_first(state)
    rail_bridge = 1 << tables.rail_bridge
    if state.with_rails and not state.flags[tables.streetcar] & rail_bridge:
        state.flags[tables.streetcar] |= rail_bridge
        state.bag[tables.streetcar] -= 1
        say("flag", tables.bridge_ids[tables.rail_bridge], tables.colours[tables.streetcar])
    if empty_bridge(state) < 0:
        begin_round(state, say)
    else:
        state.to_move = CHANCE
        state.phase = FLAGS


def next_first(state: BridgetownState) -> int:
    """round.first: fewest flags; among equals the first clockwise after the one who had the disc."""
    order = [(state.first + step) % state.players for step in range(1, state.players + 1)]
    return min(order, key=lambda seat: state.held[seat].bit_count())
