"""Who is likely to win with a look at the strings to come, without a network: how searches compare turns."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import OVER
from branchline.games.string_railway.mind.likely import (
    BESIDE_SEEN,
    COARSE,
    LONG_BESIDE,
    TRUST,
    by_scores,
    fitted,
)
from branchline.games.string_railway.mind.ratings import foreseen
from branchline.games.string_railway.rules.state import PLAY, StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind


def playout(mind: Mind, state: StringState, rng: Random, turns: int) -> list[float]:
    """By what everybody's next strings promise on the table as it lies; nothing is drawn."""
    if state.to_move == OVER:
        return mind.outcome(state)
    if state.phase != PLAY:
        return [1 / state.players] * state.players
    if not turns:
        return fitted(state)
    game, companies = mind.game, len(state.score)
    finder, whole = game.positions.of(state).for_all(COARSE), []
    rounds = min(len(TRUST), max(1, turns // companies))
    for company in range(companies):
        short, long = state.short[company], state.long[company]
        gains = foreseen(game, state, finder, company, rounds)
        seen = sum(trust * gain for gain, trust in zip(gains, TRUST, strict=False))
        whole.append(state.score[company] + BESIDE_SEEN[min(5, short + long)] + LONG_BESIDE * long + seen)
    return by_scores(state, whole)
