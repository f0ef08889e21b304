"""What a position is worth to a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.core.game import OVER
from branchline.games.koplopers.mind.distances import KEPT
from branchline.games.koplopers.rules.state import KoplopersState, own_trains

if TYPE_CHECKING:
    from branchline.games.koplopers.mind import Mind


def value(mind: Mind, state: KoplopersState, seat: int) -> float:
    """Passengers delivered and those on their way, less those of the best other seat."""
    totals = []
    for other in range(state.players):
        total = float(state.delivered[other])
        for train in own_trains(state, other):
            total += _on_the_way(mind, state, train)
        totals.append(total)
    mine = totals.pop(seat)
    return mine - max(totals)


def _on_the_way(mind: Mind, state: KoplopersState, train: int) -> float:
    if state.to_move == OVER:
        return -float(state.load[train]) if state.advanced else 0.0
    tables, costs = mind.game.tables, mind.distances.cost[state.at[train]]
    return sum(
        tables.passengers[chip] * KEPT[int(2 * costs[tables.destination[chip]])]
        for chip in bits(state.aboard[train])
    )
