"""Moves that cannot be listed, and worlds played out: a sampler, a validator and playouts, for every game."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER, AnyGame, shown

PLAYERS = ("quick", "random")  # of playouts
WHOLE = 1 << 20  # turns: to the end of any game


def sample(game: AnyGame, state: Any, count: int, rng: Random) -> list[Action]:
    """So many legal actions of the seat to move, each drawn by the game's own quick way.

    >>> import branchline
    >>> game = branchline.load("sncf-france")
    >>> state, rng = game.start(players=3), Random(1)
    >>> while state.to_move == branchline.CHANCE:
    ...     game.apply(state, game.draw(state, rng))
    >>> [refusal(game, state, action) for action in sample(game, state, 3, rng)]
    ['', '', '']
    """
    if state.to_move < 0:
        raise BranchlineError("no seat is to move")
    masked = game.mask(state, state.to_move)
    return [game.random_action(masked, rng) for _ in range(count)]


def refusal(game: AnyGame, state: Any, action: Action) -> str:
    """Why an action of the seat to move is not legal, in a sentence; empty if it is."""
    try:
        game.check(game.mask(state, state.to_move) if state.to_move >= 0 else state, action)
    except BranchlineError as error:
        return str(error)
    return ""


def playouts(game: AnyGame, state: Any, count: int, seed: int, by: str = "quick") -> NDArray[np.float64]:
    """This position played out so often: a row each, every seat's share of the win.

    `quick` players are the game's own, in kernels where it has them, and shares are softened by points where
    the game does so; `random` ones play to the end. Worlds are dealt by what the seat to move has seen.
    """
    if by not in PLAYERS:
        raise BranchlineError(f"playouts are by one of {', '.join(PLAYERS)}, not {shown(by)}")
    rng, seat = Random(seed), state.to_move if state.to_move >= 0 else None
    masked, rows = game.mask(state, seat), []
    for _ in range(count):
        world = game.guess(masked, seat, rng)
        if by == "quick":
            rows.append(game.mind.playout(world, rng, WHOLE))
            continue
        while world.to_move != OVER:
            game.apply(world, game.random_action(world, rng))
        rows.append(game.mind.outcome(world))
    return np.array(rows)
