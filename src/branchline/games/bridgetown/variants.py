"""Several ways to go on: where to place, which ride, with or without a special; the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.games.bridgetown import foresight, kernel, specials, trace
from branchline.games.bridgetown.foresight import doubled_worth, modes_worth
from branchline.games.bridgetown.rounds import unplaced
from branchline.games.bridgetown.state import ASK, DOUBLE, MODES, PLACE, SWAP, BridgetownState
from branchline.games.bridgetown.streets import kernel_row

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules import Bridgetown

Ranked = list[tuple[float, tuple[Action, ...]]]

WEIGHTS = np.array(foresight.WEIGHTS)
# what First and Swap are worth beside the modes; what Double is worth, the plan says
SPECIAL = {"first": -0.1, "swap": 0.05, "double": -0.15}
SWAPS = 3  # pairs of flags that are looked at
LOST = 0.5  # what an exchange costs that brings no colour, but may vex others
SPENT = 0.25  # what Double and Swap are worth while they are kept


def ways_on(game: Bridgetown, state: BridgetownState, width: int) -> list[tuple[Action, ...]]:
    """At most so many plans for the seat to move."""
    if state.phase == ASK:
        return [(action,) for action in game.legal_actions(state)[:width]]
    if state.phase == PLACE:
        found = _placements(game, state)
    else:
        found = _rides(game, state, (), 0.0)
        held = state.specials[state.to_move] & ~state.using
        if held & DOUBLE and specials.can_double(game, state):
            found += _with(game, state, ("double",))
        if held & SWAP:
            found += _swaps(game, state)
        if not found:
            found = [(0.0, (action,)) for action in game.legal_actions(state)]
    found.sort(key=lambda each: -each[0])
    return [plan for _, plan in found[:width]]


# --- placing


def _placements(game: Bridgetown, state: BridgetownState) -> Ranked:
    seat, row = state.to_move, kernel_row(state)
    placed, hand = state.modes[seat], unplaced(state, seat)
    rides = placed.bit_count() + hand
    doubling = state.specials[seat] & DOUBLE
    judge = doubled_worth if doubling and rides <= 2 else modes_worth
    worth = judge(game.kernel_board, row, seat, rides, placed, WEIGHTS)
    found: Ranked = [(value, (action,)) for value, action in _by_mode(game, worth, placed)]
    for action in game.legal_actions(state):
        if action[1] not in SPECIAL:
            continue
        extra = SPECIAL[action[1]]
        if hand == 1:
            found.append((_without(game, state, row) + extra, (action,)))
            continue
        twice = action[1] == "double" or doubling
        judge = doubled_worth if twice and rides <= 3 else modes_worth
        worth = judge(game.kernel_board, row, seat, rides - 1, placed, WEIGHTS)
        best = _by_mode(game, worth, placed)[:2]
        found += [(value + extra, (action, then)) for value, then in best]
    return found


def _by_mode(game: Bridgetown, worth: Any, placed: int) -> list[tuple[float, Action]]:
    """The modes by the best set that each belongs to; a little more for several good ones."""
    sets: list[list[float]] = [[] for _ in range(MODES)]
    for modes, value in enumerate(worth.tolist()):
        if value >= 0:
            for mode in bits(modes & ~placed):
                sets[mode].append(value)
    found: list[tuple[float, Action]] = []
    for mode, values in enumerate(sets):
        if values:
            values.sort(reverse=True)
            top = values[:4]
            found.append((top[0] + 0.05 * sum(top) / len(top), ("place", game.tables.mode_ids[mode])))
    found.sort(key=lambda each: -each[0])
    return found


def _without(game: Bridgetown, state: BridgetownState, row: Any) -> float:
    """What the modes placed already bring by themselves."""
    seat = state.to_move
    placed = state.modes[seat]
    worth = modes_worth(game.kernel_board, row, seat, placed.bit_count(), placed, WEIGHTS)
    return float(worth[placed])


# --- riding


def _rides(game: Bridgetown, state: BridgetownState, before: tuple[Action, ...], cost: float) -> Ranked:
    """Every ride of every mode left, by what it gains and what the modes left bring from its end."""
    seat, row, board = state.to_move, kernel_row(state), game.kernel_board
    modes = state.modes[seat]
    plan = foresight.plan_of(board, row, seat, WEIGHTS)
    gain, new = plan[foresight.GAIN][0].tolist(), plan[foresight.NEW][0].tolist()
    everywhere = np.ones(game.tables.size, np.bool_)
    found: Ranked = []
    for mode in bits(modes):
        after = foresight.rest_worth(board, row, plan, modes & ~(1 << mode), everywhere).tolist()
        for action in game.rides(state, mode):
            worth = -cost
            if action[0] == "ride":
                end, free, exchanged = trace.outcome(game, state, action)
                worth += after[end]
                colour = 0.0
                for bridge in (*bits(free), *exchanged):
                    worth += gain[mode][bridge]
                    colour = max(colour, new[mode][bridge])
                    if bridge in exchanged and not new[mode][bridge]:
                        worth -= LOST
                worth += colour
            else:
                worth += after[game.tables.index[action[2]] if action[0] == "walk" else state.at[seat]]
            found.append((worth, (*before, action)))
    return found


def _with(game: Bridgetown, state: BridgetownState, special: Action) -> Ranked:
    """The same once a special is used; the last ride is the last chance for it."""
    after = state.copy()
    game.apply(after, special)
    last = state.modes[state.to_move].bit_count() == 1
    return _rides(game, after, (special,), 0.0 if last else SPENT)


def _swaps(game: Bridgetown, state: BridgetownState) -> Ranked:
    """The swaps of two flags that serve the next rides best."""
    luck, move = np.ones(1, np.uint64), np.zeros(5, np.int64)
    tried = []
    for action in specials.swaps(game, state):
        after = state.copy()
        game.apply(after, action)
        tried.append((kernel.ride(game.kernel_board, kernel_row(after), luck, WEIGHTS, move), action))
    tried.sort(key=lambda each: -each[0])
    found: Ranked = []
    for _, action in tried[:SWAPS]:
        found += _with(game, state, action)
    return found
