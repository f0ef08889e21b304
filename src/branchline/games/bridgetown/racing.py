"""Races run by the kernel, for playouts."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from branchline.core.game import CHANCE, OVER
from branchline.games.bridgetown import foresight, jit, kernel
from branchline.games.bridgetown.state import COORDINATORS, MODES, TURNS, BridgetownState
from branchline.games.bridgetown.streets import kernel_row

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules import Bridgetown

# nobody is sure what the others do: a round holds no other chance
WEIGHTS = np.array([(*foresight.WEIGHTS[: foresight.NOISE], 0.01)] * jit.SEATS)
NO_LOG = np.zeros((0, 6), np.int64)


def played_on(game: Bridgetown, state: BridgetownState, rng: Random, turns: int) -> BridgetownState:
    """The state at the end of this round, or of later ones if so many turns reach further."""
    while state.to_move != OVER and (state.first < 0 or state.using or state.owing):
        if state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        else:
            game.apply(state, game.advise(state, rng))
    if state.to_move == OVER:
        return state
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    row, luck = kernel_row(state), np.array([rng.getrandbits(63) | 1], np.uint64)
    rounds = turns // ((COORDINATORS + TURNS) * state.players)
    kernel.race(game.kernel_board, row, luck, WEIGHTS, rounds, NO_LOG)
    take_row(state, row)
    return state


def take_row(state: BridgetownState, row: jit.Row) -> None:
    """Read a position back from a row."""
    ints, seats = row.tolist(), state.players
    state.to_move, state.phase, state.round, state.turn, state.first, state.moved = (
        ints[each]
        for each in (
            jit.TO_MOVE,
            jit.PHASE,
            jit.ROUND,
            jit.TURN,
            jit.HOLDER,
            jit.MOVED,
        )
    )
    state.using, state.owing = ints[jit.USING], ints[jit.OWING]
    state.flags = ints[jit.FLAGS : jit.FLAGS + MODES]
    state.bag = ints[jit.BAG : jit.BAG + MODES]
    state.at = ints[jit.AT : jit.AT + seats]
    state.modes = ints[jit.PLACED : jit.PLACED + seats]
    state.specials = ints[jit.SPECIALS : jit.SPECIALS + seats]
    state.held = ints[jit.HELD : jit.HELD + seats]
    state.cards = ints[jit.CARDS : jit.CARDS + seats * MODES]
