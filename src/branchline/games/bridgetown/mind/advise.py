"""What a player with a plan does, who has no patience to compare many of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.errors import over
from branchline.core.game import OVER
from branchline.games.bridgetown.mind.foresight import Foresight, served, weighed
from branchline.games.bridgetown.mind.weights import BETTER, COLOUR
from branchline.games.bridgetown.rules import movement
from branchline.games.bridgetown.rules.rounds import unplaced
from branchline.games.bridgetown.rules.state import (
    ALL_SPECIALS,
    ASK,
    DOUBLE,
    MODES,
    PLACE,
    SWAP,
    BridgetownState,
)

if TYPE_CHECKING:
    from branchline.games.bridgetown.mind import Mind
    from branchline.games.bridgetown.rules.game import Bridgetown


def advise(mind: Mind, state: BridgetownState, rng: Random) -> Action:
    """Three modes that make the best plan together; then ride by the plan, planning anew each time."""
    game = mind.game
    if state.to_move == OVER:
        raise over()
    if state.phase == PLACE:
        return _place(game, state, rng)
    if state.phase == ASK:
        return ("first",) if _contested(game, state) else ("decline",)
    return _ride(game, state, rng)


def _place(game: Bridgetown, state: BridgetownState, rng: Random) -> Action:
    """Go for the best plans that what is placed already still allows."""
    seat = state.to_move
    ahead = Foresight(game, state, seat)
    space, placed = state.at[seat], state.modes[seat]
    to_come = unplaced(state, seat)
    worth = ahead.doubled if state.specials[seat] & DOUBLE else ahead.worth
    tops = served(((modes, worth(modes, space, 0)) for modes in _sets(placed, to_come)), placed)
    score = {mode: weighed(top) + rng.random() * 1e-3 for mode, top in tops.items()}
    best = max(score, key=lambda mode: score[mode])
    if to_come > 1 and ("place", "double") in game.legal_actions(state):
        twice = max(ahead.doubled(modes, space, 0) for modes in _sets(placed, to_come - 1))
        if twice > tops[best][0] + BETTER:
            return ("place", "double")
    return ("place", game.tables.mode_ids[best])


def _sets(placed: int, to_come: int) -> list[int]:
    """Every set of modes that holds those placed and so many more."""
    found = {placed}
    for _ in range(to_come):
        found = {modes | 1 << mode for modes in found for mode in range(MODES) if not modes >> mode & 1}
    return sorted(found)


def _ride(game: Bridgetown, state: BridgetownState, rng: Random) -> Action:
    """The ride that gains most, what the modes left will bring from its end included."""
    seat = state.to_move
    worth, found = _best_ride(game, state, rng)
    unused = state.specials[seat] & ~state.using & ALL_SPECIALS
    legal = game.legal_actions(state) if unused else []
    if unused & DOUBLE and ("double",) in legal:
        # with fewer rides than usual there is no reason to wait for a better one than this
        after = state.copy()
        game.apply(after, ("double",))
        twice, _ = _best_ride(game, after, rng)
        modes = state.modes[seat]
        later = Foresight(game, state, seat).doubled(modes, state.at[seat], 0) if modes & modes - 1 else 0.0
        if twice > worth and twice >= later - 1e-9:
            return ("double",)
    if unused & SWAP:
        best, swap = worth + BETTER, found
        for action in legal:
            if action[0] == "swap":
                after = state.copy()
                game.apply(after, action)
                swapped, _ = _best_ride(game, after, rng)
                if swapped > best:
                    best, swap = swapped, action
        return swap
    return found


def _best_ride(game: Bridgetown, state: BridgetownState, rng: Random) -> tuple[float, Action]:
    seat = state.to_move
    ahead = Foresight(game, state, seat)
    best, found = float("-inf"), None
    for mode in bits(state.modes[seat]):
        rest = state.modes[seat] & ~(1 << mode)
        for action in game.rides(state, mode):
            gained = 0.0
            if action[0] == "ride":
                end, free, exchanged = movement.outcome(game, state, action)
                gained = ahead.taking(mode, free, 0) if free else 0.0
                for bridge in bits(exchanged):
                    gained += ahead.taking(mode, 1 << bridge, 0) if bridge in ahead.gain[mode] else -COLOUR
            else:
                end = game.tables.index[action[2]] if action[0] == "walk" else state.at[seat]
            worth = gained + ahead.worth(rest, end, 1) + rng.random() * 1e-4
            if worth > best:
                best, found = worth, action
    assert found is not None
    return best, found


def _contested(game: Bridgetown, state: BridgetownState) -> bool:
    """Whether the flag that I ride for next may be gone if I wait."""
    after = state.copy()
    game.apply(after, ("first",))
    seat = state.to_move
    ahead = Foresight(game, state, seat)
    _, action = _best_ride(game, after, Random(0))
    if action[0] != "ride":
        return False
    mode = game.tables.mode[action[1]]
    _, free, _ = movement.outcome(game, after, action)
    return any(state.modes[other] >> mode & 1 for other in range(state.players) if other != seat) and bool(
        ahead.taking(mode, free, 0)
    )
