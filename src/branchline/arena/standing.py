"""How bots stand after some games: shares of the win with their intervals, ratings, scores, time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from branchline.arena.series import Result


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's line in the table. A share is per seat, so that par is one part of the seats for all."""

    bot: str
    games: int
    seats: int
    wins: float
    low: float
    high: float
    rating: float
    deviation: float
    score: tuple[float, ...]  # the mean of each part

    @property
    def share(self) -> float:
        return self.wins / self.seats


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def standings(results: Iterable[Result]) -> list[Standing]:
    """All bots, the best first. Ratings depend on the order of the games, so that is by number."""
    played = sorted(results, key=lambda each: each.number)
    rated = ratings(played)
    found = []
    for bot in rated:
        mine = [
            (share, score)
            for result in played
            for name, share, score in zip(result.seats, result.shares(), result.scores, strict=True)
            if name == bot
        ]
        games, seats, wins = (
            sum(bot in each.seats for each in played),
            len(mine),
            sum(each[0] for each in mine),
        )
        score = tuple(sum(part) / seats for part in zip(*(each[1] for each in mine), strict=True))
        found.append(Standing(bot, games, seats, wins, *wilson(wins, seats), *rated[bot], score))
    return sorted(found, key=lambda each: (-each.share, each.bot))


def ratings(results: Sequence[Result]) -> dict[str, tuple[float, float]]:
    """Plackett–Luce: each bot's rating and its deviation after the games in this order.

    A bot in several seats of a game plays there as several equals and takes the mean of what they get.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now = {bot: (model.mu, model.sigma) for result in results for bot in sorted(set(result.seats))}
    for result in results:
        order = sorted(set(result.scores), reverse=True)
        ranks = [float(order.index(score)) for score in result.scores]
        teams = [[model.rating(*now[bot])] for bot in result.seats]
        after = [team[0] for team in model.rate(teams, ranks=ranks)]
        for bot in set(result.seats):
            mine = [each for each, name in zip(after, result.seats, strict=True) if name == bot]
            now[bot] = sum(each.mu for each in mine) / len(mine), sum(each.sigma for each in mine) / len(mine)
    return now


def pace(times: Iterable[float]) -> tuple[float, float]:
    """The mean, and what 95 of 100 stay below.

    >>> pace([1, 3, 2])
    (2.0, 3)
    """
    ordered = sorted(times)
    return sum(ordered) / len(ordered), ordered[95 * len(ordered) // 100]


def paces(results: Iterable[Result]) -> dict[str, tuple[float, float]]:
    """Each bot's seconds for a turn: the mean, and what 95 of 100 turns stay below."""
    turns: dict[str, list[int]] = {}
    for result in results:
        for bot, each in zip(result.seats, result.milliseconds, strict=True):
            turns.setdefault(bot, []).extend(each)
    found = {bot: pace(each) for bot, each in sorted(turns.items()) if each}
    return {bot: (mean / 1000, most / 1000) for bot, (mean, most) in found.items()}


def shares_of(bot: str, results: Iterable[Result]) -> list[float]:
    """The bot's share per seat in each game, in the order of the games."""
    found = []
    for result in results:
        mine = [share for name, share in zip(result.seats, result.shares(), strict=True) if name == bot]
        found.append(sum(mine) / len(mine))
    return found
