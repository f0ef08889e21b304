"""Positions of random play, for every game whose moves can be listed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from branchline import CHANCE, GAMES, OVER, load
from branchline.core.game import AnyGame

LISTED = [game_id for game_id in GAMES if load(game_id).lists_all]
# every game as it is usually played, and the readings that have more to choose
VARIANTS: list[tuple[str, dict[str, str]]] = [
    *((game_id, {}) for game_id in LISTED),
    ("koplopers", {"variant": "advanced"}),
    ("bridgetown", {"streetcar": "free"}),
    ("sncf-france", {"hidden": "open", "end": "at-once"}),
]


def decisions(game: AnyGame, players: int, seed: int, options: dict[str, str]) -> Iterator[Any]:
    """Every position of a random game in which a seat decides; changed by what follows."""
    rng, state = Random(seed), game.start(players, **options)
    while state.to_move != OVER:
        if state.to_move != CHANCE:
            yield state
        game.apply(state, game.random_action(state, rng))
