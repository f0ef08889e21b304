"""Who is likely to win without a network: by points, strings that are left and what is foreseen for them."""

from __future__ import annotations

from branchline.core.mind import shares
from branchline.games.string_railway.laying.finder import Quality
from branchline.games.string_railway.rules.state import StringState

# fitted to 966 positions of greedy games: what the strings that are left bring, by their number (one more if
# the long one is among them), and beside what is foreseen for the next three
ALONE, LONG_ALONE = (0.0, 5.0, 10.2, 15.0, 18.6, 21.2), 2.1
BESIDE_SEEN, LONG_BESIDE = (0.0, 3.5, 7.6, 12.2, 17.2, 22.5), 0.5
TRUST = (0.56, 0.59, 0.43)  # how much of what is foreseen for the next strings comes true
SPREAD = 1.2  # how far it comes otherwise, for the root of the strings that a company has left
COARSE = Quality(step=1600, layers=2, chains=1, tries=0, sweeps=0, reach=30_000, detours=0)


def fitted(state: StringState) -> list[float]:
    """By points and strings that are left."""
    return by_scores(
        state,
        [
            score + ALONE[min(5, short + long)] + LONG_ALONE * long
            for score, short, long in zip(state.score, state.short, state.long, strict=True)
        ],
    )


def by_scores(state: StringState, whole: list[float]) -> list[float]:
    """Likely shares of the win by likely scores: the more strings are left, the less a lead is worth."""
    mine = [[whole[c] for c in range(len(whole)) if state.seat(c) == seat] for seat in range(state.players)]
    worth = [min(each) + (0.25 * max(each) if len(each) > 1 else 0.0) for each in mine]
    return shares(worth, SPREAD * max(0.1, (sum(state.short) + sum(state.long)) / len(whole)) ** 0.5)
