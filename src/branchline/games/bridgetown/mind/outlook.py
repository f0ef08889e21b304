"""Who is likely to win: what the network says, and how often that came true. For the searches of the arena,
what was fitted to flags, colours, the way to what is missing, and the next turn order.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from branchline.core.game import CHANCE, OVER
from branchline.core.mind import shares
from branchline.core.network import Network, from_bytes, judged, softmax
from branchline.core.practice import phase_of
from branchline.games.bridgetown.mind.features import VERSION, features, part_over
from branchline.games.bridgetown.mind.weights import FAR, FITTED
from branchline.games.bridgetown.rules.state import BRIDGES, MODES, RACE, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.mind import Mind
    from branchline.games.bridgetown.rules.tables import Tables

WEIGHTS = "weights.npz"
TINY = 1e-12  # a share that is none


@cache
def network() -> Network:
    path = files("branchline.games.bridgetown.mind") / WEIGHTS
    return from_bytes(path.read_bytes(), VERSION, WEIGHTS)


def skill(mind: Mind) -> str:
    return network().skill()


def outlook(mind: Mind, state: BridgetownState) -> list[float]:
    """Each seat's share of the win, as it looks now."""
    players = state.players
    if state.to_move == OVER:
        return mind.outcome(state)
    if state.first < 0:
        return [1 / players] * players
    layers = network().layers
    if mind.prepared:  # the kernels find the same in a hundredth of the time
        from branchline.games.bridgetown.mind import learned

        numbers = np.log(np.maximum(learned.outlook(mind, state, learned.weights()), TINY))
    else:
        things, holds, seats = (each.astype(np.float32) for each in features(mind, state))
        numbers = judged(layers, things, holds, seats)[:players].astype(np.float64)
    heat = layers.heat[players, phase_of(part_over(mind.game, state.round))]
    found: list[float] = softmax(numbers / heat).tolist()
    return found


def fitted(mind: Mind, state: BridgetownState) -> list[float]:
    """The same by a formula."""
    if state.to_move == OVER:
        return mind.outcome(state)
    tables, players = mind.game.tables, state.players
    # a race of the kernel stops before the new round begins
    played = state.round if state.to_move == CHANCE and state.phase == RACE else state.round - 1
    flag, colour, close, later, fifth, sixth, seventh, way = FITTED[min(played, len(FITTED) - 1)]
    flags = [held.bit_count() for held in state.held]
    order = sorted(range(players), key=lambda seat: (flags[seat], (seat - state.first - 1) % players))
    worth = []
    for seat in range(players):
        card = state.cards[seat * MODES : seat * MODES + MODES]
        distance = tables.distance(state.at[seat])
        missing = [
            space for bridge, space in enumerate(tables.bridge_spaces) if not state.held[seat] >> bridge & 1
        ]
        near = sum(1 - distance[space] / FAR for space in missing if distance[space] < FAR)
        total = flag * flags[seat] + colour * (MODES - card.count(0)) + close * near
        total += later * order.index(seat) + way * _tour(tables, distance, missing) / FAR
        total += fifth * (flags[seat] >= BRIDGES - 3) + sixth * (flags[seat] >= BRIDGES - 2)
        worth.append(total + seventh * (flags[seat] >= BRIDGES - 1))
    return shares(worth, 1.0)


def _tour(tables: Tables, distance: list[int], missing: list[int]) -> int:
    """The steps to the nearer end of the missing bridges and along the river to the other."""
    if not missing:
        return 0
    along = sum(tables.distance(one)[other] for one, other in pairwise(missing))
    return along + min(distance[missing[0]], distance[missing[-1]])
