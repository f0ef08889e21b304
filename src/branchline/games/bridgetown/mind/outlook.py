"""Who is likely to win, by flags, colours, the way to what is missing, and the next turn order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from branchline.core.game import CHANCE, OVER
from branchline.core.mind import shares
from branchline.games.bridgetown.mind.weights import FAR, FITTED
from branchline.games.bridgetown.rules.state import BRIDGES, MODES, RACE, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.mind import Mind
    from branchline.games.bridgetown.rules.tables import Tables


def outlook(mind: Mind, state: BridgetownState) -> list[float]:
    """Each seat's share of the win, as it looks now."""
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
