"""What a player with a plan but no patience does."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import Action
from branchline.games.sncf.mind.value import expected, value_later
from branchline.games.sncf.rules.state import SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.mind import Mind


def advise(mind: Mind, state: SncfState, rng: Random) -> Action:
    """The action with the best value; a build goes on while a further cube gains something."""
    game, seat = mind.game, state.to_move
    best, found = float("-inf"), None
    hands = expected(game, state)
    for action in game.legal_actions(state):
        after = state.copy()
        game.apply(after, action)
        worth = value_later(game, after, seat, hands) + rng.random() * 1e-3
        if worth > best:
            best, found = worth, action
    assert found is not None
    return found
