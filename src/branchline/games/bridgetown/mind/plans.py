"""Several ways to go on: where to place, which ride, with or without a special; the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.mind import Plan
from branchline.games.bridgetown.mind.foresight import served, weighed
from branchline.games.bridgetown.mind.kernels import foresight, player
from branchline.games.bridgetown.mind.kernels.foresight import doubled_worth, modes_worth
from branchline.games.bridgetown.mind.kernels.position import row_of
from branchline.games.bridgetown.mind.weights import EXTRA_DOUBLE, EXTRA_FIRST, EXTRA_SWAP, KEPT, LOST
from branchline.games.bridgetown.rules import movement, specials
from branchline.games.bridgetown.rules.rounds import unplaced
from branchline.games.bridgetown.rules.state import ASK, DOUBLE, PLACE, SWAP, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.mind import Mind

Ranked = list[tuple[float, Plan]]

WEIGHTS = np.array(foresight.WEIGHTS)
SPECIAL = {"first": EXTRA_FIRST, "swap": EXTRA_SWAP, "double": EXTRA_DOUBLE}
SWAPS = 3  # pairs of flags that are looked at


def plans(mind: Mind, state: BridgetownState, width: int) -> list[Plan]:
    """At most so many plans for the seat to move."""
    if state.phase == ASK:
        return [(action,) for action in mind.game.legal_actions(state)[:width]]
    if state.phase == PLACE:
        found = _placements(mind, state)
    else:
        found = _rides(mind, state, (), 0.0)
        held = state.specials[state.to_move] & ~state.using
        if held & DOUBLE and specials.can_double(mind.game, state):
            found += _with(mind, state, ("double",))
        if held & SWAP:
            found += _swaps(mind, state)
        if not found:
            found = [(0.0, (action,)) for action in mind.game.legal_actions(state)]
    found.sort(key=lambda each: -each[0])
    return [plan for _, plan in found[:width]]


# --- placing


def _placements(mind: Mind, state: BridgetownState) -> Ranked:
    seat, row = state.to_move, row_of(state)
    placed, hand = state.modes[seat], unplaced(state, seat)
    rides = placed.bit_count() + hand
    doubling = state.specials[seat] & DOUBLE
    worth_of = doubled_worth if doubling and rides <= 2 else modes_worth
    worth = worth_of(mind.arrays, row, seat, rides, placed, WEIGHTS)
    found: Ranked = [(value, (action,)) for value, action in _by_mode(mind, worth, placed)]
    for action in mind.game.legal_actions(state):
        if action[1] not in SPECIAL:
            continue
        extra = SPECIAL[action[1]]
        if hand == 1:
            found.append((_without(mind, state, row) + extra, (action,)))
            continue
        twice = action[1] == "double" or doubling
        worth_of = doubled_worth if twice and rides <= 3 else modes_worth
        worth = worth_of(mind.arrays, row, seat, rides - 1, placed, WEIGHTS)
        best = _by_mode(mind, worth, placed)[:2]
        found += [(value + extra, (action, then)) for value, then in best]
    return found


def _by_mode(mind: Mind, worth: Any, placed: int) -> list[tuple[float, Action]]:
    """The modes by the best sets that each belongs to."""
    sets = [(modes, value) for modes, value in enumerate(worth.tolist()) if value >= 0]
    ids = mind.game.tables.mode_ids
    found: list[tuple[float, Action]] = [
        (weighed(top), ("place", ids[mode])) for mode, top in served(sets, placed).items()
    ]
    found.sort(key=lambda each: -each[0])
    return found


def _without(mind: Mind, state: BridgetownState, row: Any) -> float:
    """What the modes placed already bring by themselves."""
    seat = state.to_move
    placed = state.modes[seat]
    worth = modes_worth(mind.arrays, row, seat, placed.bit_count(), placed, WEIGHTS)
    return float(worth[placed])


# --- riding


def _rides(mind: Mind, state: BridgetownState, before: Plan, cost: float) -> Ranked:
    """Every ride of every mode left, by what it gains and what the modes left bring from its end."""
    seat, row, board = state.to_move, row_of(state), mind.arrays
    modes = state.modes[seat]
    ahead = foresight.foresight_of(board, row, seat, WEIGHTS)
    gain, new = ahead.gain[0].tolist(), ahead.new[0].tolist()
    everywhere = np.ones(mind.game.tables.size, np.bool_)
    found: Ranked = []
    for mode in bits(modes):
        after = foresight.rest_worth(board, row, ahead, modes & ~(1 << mode), everywhere).tolist()
        for action in mind.game.rides(state, mode):
            worth = -cost
            if action[0] == "ride":
                end, free, exchanged = movement.outcome(mind.game, state, action)
                worth += after[end]
                colour = 0.0
                for bridge in (*bits(free), *bits(exchanged)):
                    worth += gain[mode][bridge]
                    colour = max(colour, new[mode][bridge])
                    if exchanged >> bridge & 1 and not new[mode][bridge]:
                        worth -= LOST
                worth += colour
            else:
                worth += after[mind.game.tables.index[action[2]] if action[0] == "walk" else state.at[seat]]
            found.append((worth, (*before, action)))
    return found


def _with(mind: Mind, state: BridgetownState, special: Action) -> Ranked:
    """The same once a special is used; the last ride is the last chance for it."""
    after = state.copy()
    mind.game.apply(after, special)
    last = state.modes[state.to_move].bit_count() == 1
    return _rides(mind, after, (special,), 0.0 if last else KEPT)


def _swaps(mind: Mind, state: BridgetownState) -> Ranked:
    """The swaps of two flags that serve the next rides best."""
    luck, move = np.ones(1, np.uint64), np.zeros(5, np.int64)
    tried = []
    for action in specials.swaps(mind.game, state):
        after = state.copy()
        mind.game.apply(after, action)
        tried.append((player.ride(mind.arrays, row_of(after), luck, WEIGHTS, move), action))
    tried.sort(key=lambda each: -each[0])
    found: Ranked = []
    for _, action in tried[:SWAPS]:
        found += _with(mind, state, action)
    return found
