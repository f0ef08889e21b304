"""Does a bot win at least the share that is claimed? A test that may stop as soon as it knows.

Two gamblers start with 1. One bets that the share is above the claim, the other that it is below; each
spreads its money over bets of many sizes and is paid so fairly that, were it wrong, its money would
not grow on average. Whoever is wrong reaches 20 with a chance of at most 1 in 20, however often one
looks (Ville's inequality), and nothing is assumed about scores, ties or how strong the others are.

Seats differ, so a look comes after each full rotation only: the mean of a product is largest where its
factors are equal, so what holds for a bot that wins alike from every seat holds for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ENOUGH = 20.0  # 1 / 0.05: how often a wrong answer may come
SIZES = 24  # bets of each gambler


@dataclass(frozen=True, slots=True)
class Verdict:
    """`decided` is "holds", "fails" or nothing yet, after that many games, with the money of both."""

    decided: str
    games: int
    above: float
    below: float


def judge(shares: Sequence[float], claim: float, rotation: int) -> Verdict:
    """Look at the games in their order until one of the gamblers has enough.

    >>> judge([1.0, 1.0, 1.0, 0.0] * 8, 0.4, 4)
    Verdict(decided='holds', games=16, above=25.7, below=0.1)
    """
    sizes = [(size + 1) / (SIZES + 1) for size in range(SIZES)]
    above, below = [1.0] * SIZES, [1.0] * SIZES
    looked = 0
    rich, poor = 1.0, 1.0
    for looked in range(rotation, len(shares) + 1, rotation):
        for share in shares[looked - rotation : looked]:
            for bet, size in enumerate(sizes):
                above[bet] *= 1 + size / claim * (share - claim)
                below[bet] *= 1 + size / (1 - claim) * (claim - share)
        rich, poor = sum(above) / SIZES, sum(below) / SIZES
        if rich >= ENOUGH or poor >= ENOUGH:
            return Verdict("holds" if rich >= poor else "fails", looked, round(rich, 1), round(poor, 1))
    return Verdict("", looked, round(rich, 1), round(poor, 1))
