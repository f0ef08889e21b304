"""Who is likely to win, by flags, colours, the way to what is missing, and the next turn order."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from branchline.core.game import CHANCE
from branchline.games.bridgetown.plan import FAR
from branchline.games.bridgetown.state import BRIDGES, MODES, RACE, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules import Bridgetown

# fitted to games of the kernel's players, by rounds played: a flag, a colour, missing bridges close by, a
# later place in the next round, and what the fifth, sixth and seventh flag are worth on top
FITTED = (
    (0.30, 0.20, 0.00, 0.05, 0.00, 0.00, 0.00),
    (0.30, 0.20, 0.05, 0.05, 0.00, 0.00, 0.00),
    (1.00, 0.17, 0.25, -0.15, 0.00, 0.00, 0.80),
    (0.83, 0.30, 0.58, -0.02, 0.26, 0.55, 0.75),
    (0.75, 0.60, 1.23, -0.17, 0.11, 0.66, 1.36),
)


def shares(game: Bridgetown, state: BridgetownState) -> list[float]:
    """Each seat's share of the win, as it looks now."""
    tables, players = game.tables, state.players
    # a race of the kernel stops before the new round begins
    played = state.round if state.to_move == CHANCE and state.phase == RACE else state.round - 1
    flag, colour, close, later, fifth, sixth, seventh = FITTED[min(played, len(FITTED) - 1)]
    flags = [held.bit_count() for held in state.held]
    order = sorted(range(players), key=lambda seat: (flags[seat], (seat - state.first - 1) % players))
    worth = []
    for seat in range(players):
        card = state.cards[seat * MODES : seat * MODES + MODES]
        distance = tables.distance(state.at[seat])
        near = sum(
            1 - distance[space] / FAR
            for bridge, space in enumerate(tables.bridge_spaces)
            if not state.held[seat] >> bridge & 1 and distance[space] < FAR
        )
        total = flag * flags[seat] + colour * (MODES - card.count(0)) + close * near
        total += later * order.index(seat)
        total += fifth * (flags[seat] >= BRIDGES - 3) + sixth * (flags[seat] >= BRIDGES - 2)
        worth.append(total + seventh * (flags[seat] >= BRIDGES - 1))
    most = max(worth)
    odds = [exp(each - most) for each in worth]
    return [each / sum(odds) for each in odds]
