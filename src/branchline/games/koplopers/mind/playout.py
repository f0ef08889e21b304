"""Playing on, turn by turn, with the goals of the trains thought out once a turn."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import CHANCE, OVER
from branchline.games.koplopers.mind.likely import fitted
from branchline.games.koplopers.mind.plans import play_turn
from branchline.games.koplopers.rules.state import PLAY, KoplopersState

if TYPE_CHECKING:
    from branchline.games.koplopers.mind import Mind


def playout(mind: Mind, state: KoplopersState, rng: Random, turns: int) -> list[float]:
    """The outlook after so many turns, or at the end of the game."""
    game = mind.game
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        elif state.phase != PLAY:  # somebody has still to answer an offer
            game.apply(state, mind.advise(state, rng))
        elif turns <= 0:
            break
        else:
            play_turn(mind, state, rng, {})
            turns -= 1
    return fitted(mind, state)
