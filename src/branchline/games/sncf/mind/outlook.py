"""Who is likely to win a game that is not over: what the network says, and how often that came true."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from branchline.core.game import OVER
from branchline.core.network import Network, from_bytes, judged, softmax
from branchline.core.practice import phase_of
from branchline.games.sncf.mind.features import VERSION, features, part_over
from branchline.games.sncf.mind.weights import HELD
from branchline.games.sncf.rules.hidden import masked_hands
from branchline.games.sncf.rules.state import PLAY, SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.mind import Mind


@cache
def network(game_id: str) -> Network:
    name = f"weights-{game_id.removeprefix('sncf-')}.npz"
    return from_bytes((files("branchline.games.sncf.mind") / name).read_bytes(), VERSION, name)


def skill(mind: Mind) -> str:
    return network(mind.game.id).skill()


def outlook(mind: Mind, state: SncfState) -> list[float]:
    """An end that a seat only thinks of is not known before the hands are: the network speaks of it too."""
    players = state.players
    if state.to_move == OVER and not masked_hands(state):
        return mind.outcome(state)
    if state.phase != PLAY:
        return [1 / players] * players
    layers = network(mind.game.id).layers
    things, holds, seats = (each.astype(np.float32) for each in features(mind, state))
    numbers = judged(layers, things, holds / np.float32(HELD), seats)[:players]
    phase = phase_of(part_over(sum(each.bit_count() for each in state.track)))
    found: list[float] = softmax(numbers / layers.heat[players, phase]).tolist()
    return found
