"""Playouts: a race run by the kernel to the end of its round, and who is likely to win then."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from branchline.core.game import CHANCE, OVER
from branchline.games.bridgetown.mind.kernels import foresight
from branchline.games.bridgetown.mind.kernels.playout import race
from branchline.games.bridgetown.mind.kernels.position import SEATS, row_of, take_row
from branchline.games.bridgetown.mind.outlook import fitted
from branchline.games.bridgetown.rules.state import COORDINATORS, TURNS, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.mind import Mind

# nobody is sure what the others do: a round holds no other chance
PLAYERS = np.array([(*foresight.WEIGHTS[: foresight.NOISE], 0.01)] * SEATS)
NO_LOG = np.zeros((0, 6), np.int64)


def played_on(mind: Mind, state: BridgetownState, rng: Random, turns: int) -> BridgetownState:
    """The state at the end of this round, or of later ones if so many turns reach further."""
    game = mind.game
    while state.to_move != OVER and (state.first < 0 or state.using or state.owing):
        if state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        else:
            game.apply(state, mind.advise(state, rng))
    if state.to_move == OVER:
        return state
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    row, luck = row_of(state), np.array([rng.getrandbits(63) | 1], np.uint64)
    rounds = turns // ((COORDINATORS + TURNS) * state.players)
    race(mind.arrays, row, luck, PLAYERS, rounds, NO_LOG)
    take_row(state, row)
    return state


def playout(mind: Mind, state: BridgetownState, rng: Random, turns: int) -> list[float]:
    return fitted(mind, played_on(mind, state, rng, turns))
