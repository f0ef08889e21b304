"""Who is likely to win: what the network says, and how often that came true."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from branchline.core.game import OVER
from branchline.core.network import Layers, Network, from_bytes, judged, softmax
from branchline.core.practice import phase_of
from branchline.games.string_railway.mind.features import VERSION, features, part_over
from branchline.games.string_railway.rules.state import PLAY, StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind

WEIGHTS = "weights.npz"
# how often each seat won of 800 games of mixed bots, and ten games more that each of them won: who lays later
# sees what the others did
BY_SEAT = {
    2: (0.435, 0.565),
    3: (0.256, 0.320, 0.424),
    4: (0.191, 0.254, 0.260, 0.295),
    5: (0.160, 0.187, 0.222, 0.209, 0.222),
}


@cache
def network() -> Network:
    path = files("branchline.games.string_railway.mind") / WEIGHTS
    return from_bytes(path.read_bytes(), VERSION, WEIGHTS)


def skill(mind: Mind) -> str:
    """Turns are compared by chances as they are said, so that the heat counts."""
    return network().digest()


def outlook(mind: Mind, state: StringState) -> list[float]:
    """Each seat's share of the win, as it looks now."""
    return outlook_of(mind, state, network().layers)


def outlook_of(mind: Mind, state: StringState, layers: Layers) -> list[float]:
    """The same by these weights."""
    players = state.players
    if state.to_move == OVER:
        return mind.outcome(state)
    if state.phase != PLAY:
        return list(BY_SEAT[players])
    things, holds, seats = (each.astype(np.float32) for each in features(mind, state))
    numbers = judged(layers, things, holds, seats)[:players].astype(np.float64)
    found: list[float] = softmax(numbers / layers.heat[players, phase_of(part_over(state))]).tolist()
    return found
