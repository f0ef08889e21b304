"""Passengers that each seat is likely to have in the end, by a formula that was fitted to greedy games.

The searches of the arena go by it, and the network is told of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.game import OVER
from branchline.core.mind import shares
from branchline.games.koplopers.mind.distances import BLOCKED, KEPT
from branchline.games.koplopers.mind.goals import Goals
from branchline.games.koplopers.mind.weights import AHEAD, LEAST_SPREAD, MOST_TURN, SPREAD, TURN
from branchline.games.koplopers.rules.driving import is_blocked
from branchline.games.koplopers.rules.state import POINTS, KoplopersState, capacity, own_trains, rounds_left

if TYPE_CHECKING:
    from branchline.games.koplopers.mind import Mind


def fitted(mind: Mind, state: KoplopersState) -> list[float]:
    """Each seat's share of the win."""
    if state.to_move == OVER:
        return mind.outcome(state)
    return shares(likely(mind, state), LEAST_SPREAD + SPREAD * rounds_left(state))


def likely(mind: Mind, state: KoplopersState) -> list[float]:
    """Passengers that each seat has delivered, and what each train may bring by its next stop."""
    tables, found = mind.game.tables, []
    left = rounds_left(state)
    for seat in range(state.players):
        total = float(state.delivered[seat])
        trains = own_trains(state, seat)
        soon = state.points if seat == state.active else to_come(state, seat)
        points = POINTS * left + soon
        total += soon / POINTS * min(MOST_TURN, TURN * (left + 1))
        goals = Goals(mind, state, points / max(1, len(trains)))
        for train in trains:
            room = capacity(state, train) - state.load[train]
            worth = goals.best(state.at[train], state.aboard[train], room, stages=1).worth
            if is_blocked(tables, state, train):
                worth *= KEPT[int(2 * BLOCKED)]
            total += AHEAD * worth
        found.append(total)
    return found


def to_come(state: KoplopersState, seat: int) -> int:
    """The points of this round for a seat that has not had its turn yet."""
    place, now = ((each - state.first) % state.players for each in (seat, state.active))
    return POINTS if place > now else 0
