"""Who is likely to win: what the network says, and how often that came true."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from branchline.core.game import OVER
from branchline.core.network import Network, from_bytes, judged, softmax
from branchline.core.practice import phase_of
from branchline.games.koplopers.mind.features import VERSION, features, part_over
from branchline.games.koplopers.mind.likely import fitted
from branchline.games.koplopers.rules.state import KoplopersState

if TYPE_CHECKING:
    from branchline.games.koplopers.mind import Mind

WEIGHTS = "weights.npz"


@cache
def network() -> Network:
    path = files("branchline.games.koplopers.mind") / WEIGHTS
    return from_bytes(path.read_bytes(), VERSION, WEIGHTS)


def skill(mind: Mind) -> str:
    return network().skill()


def outlook(mind: Mind, state: KoplopersState) -> list[float]:
    """Each seat's share of the win, as it looks now."""
    players = state.players
    if state.to_move == OVER:
        return mind.outcome(state)
    if state.active < 0:  # tickets and cards are being dealt
        return [1 / players] * players
    if state.advanced:  # the network has not learned that game
        return fitted(mind, state)
    layers = network().layers
    things, holds, seats = (each.astype(np.float32) for each in features(mind, state))
    numbers = judged(layers, things, holds, seats)[:players].astype(np.float64)
    found: list[float] = softmax(numbers / layers.heat[players, phase_of(part_over(state))]).tolist()
    return found
