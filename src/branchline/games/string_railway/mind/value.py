"""What a position is worth to a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.games.string_railway.rules.state import StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind


def value(mind: Mind, state: StringState, seat: int) -> float:
    """Points ahead of the best other seat; a string that is left counts like an average one."""
    worth = []
    for each in range(state.players):
        own = [
            state.score[company] + 3.5 * state.short[company] + 5.5 * state.long[company]
            for company in range(len(state.score))
            if state.seat(company) == each
        ]
        worth.append(min(own) + 0.25 * max(own))
    return worth[seat] - max(other for each, other in enumerate(worth) if each != seat)
