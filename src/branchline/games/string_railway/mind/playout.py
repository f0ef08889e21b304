"""The outlook with a look at the strings to come."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import OVER
from branchline.games.string_railway.laying.finder import Finder, Quality
from branchline.games.string_railway.mind.outlook import BESIDE_SEEN, LONG_BESIDE, TRUST, by_scores
from branchline.games.string_railway.mind.ratings import foreseen
from branchline.games.string_railway.rules.state import PLAY, StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind

COARSE = Quality(step=1600, layers=2, chains=1, tries=0, sweeps=0, reach=30_000, detours=0)


def playout(mind: Mind, state: StringState, rng: Random, turns: int) -> list[float]:
    """The outlook with what everybody's next strings promise on the table as it lies; nothing is drawn."""
    if state.to_move == OVER or state.phase != PLAY or not turns:
        return mind.outlook(state)
    game, companies = mind.game, len(state.score)
    finder, whole = Finder(game.positions.of(state).layout, -1, COARSE), []
    rounds = min(len(TRUST), max(1, turns // companies))
    for company in range(companies):
        short, long = state.short[company], state.long[company]
        gains = foreseen(game, state, finder, company, rounds)
        seen = sum(trust * gain for gain, trust in zip(gains, TRUST, strict=False))
        whole.append(state.score[company] + BESIDE_SEEN[min(5, short + long)] + LONG_BESIDE * long + seen)
    return by_scores(state, whole)
