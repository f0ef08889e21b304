"""What turns are worth to a seat by what it knows: at first sight, and when they are played on."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from branchline.core.game import AnyGame
from branchline.core.mind import Plan

OFTEN = 16  # games from a moment of the chart, if a review looks into as many worlds
SURE = 2.0  # standard errors
TO_THE_END = 10**6  # turns


def after(game: AnyGame, state: Any, plan: Plan) -> Any:
    """A copy on which the seat to move has done this."""
    found = state.copy()
    seat = found.to_move
    for action in plan:
        if found.to_move != seat:
            break
        game.apply(found, action)
    return found


def first_sight(game: AnyGame, masked: Any, plans: list[Plan]) -> list[float]:
    """The share of the win that each plan promises, by what the seat knows."""
    return [game.mind.outlook(after(game, masked, plan))[masked.to_move] for plan in plans]


def both(game: AnyGame, masked: Any, plans: tuple[Plan, Plan], rng: Random, turns: int) -> list[list[float]]:
    """Everybody's share after each of two plans, played on in the same dealt world with the same luck."""
    world, luck = game.guess(masked, masked.to_move, rng), rng.getrandbits(64)
    return [game.mind.go_on(after(game, world, plan), Random(luck), turns) for plan in plans]


def in_the_end(game: AnyGame, masked: Any, better: Plan, played: Plan, rng: Random, worlds: int) -> bool:
    """Whether one turn wins more than another by a standard error, if both are played to the end so often."""
    seat = masked.to_move
    pairs = [both(game, masked, (better, played), rng, TO_THE_END) for _ in range(worlds)]
    differences = [one[seat] - other[seat] for one, other in pairs]
    return not pairs or fmean(differences) > stdev(differences) / sqrt(worlds)


class Gap(NamedTuple):
    """By how much one turn was better than another for everybody, and how sure that is for who chose."""

    better: list[float]  # everybody's share after the one
    played: list[float]  # and after the other
    spread: float  # standard error of the difference for the seat


def played_on(game: AnyGame, masked: Any, better: Plan, played: Plan, rng: Random, least: float) -> Gap:
    """Both turns in the same dealt worlds with the same luck, played on for a round or two.

    They are played on until it is known whether they differ by at least so much, or often enough.
    """
    effort, seat, players = game.mind.effort, masked.to_move, masked.players
    turns = effort.rounds * players
    sums = [[0.0] * players, [0.0] * players]
    differences: list[float] = []
    while len(differences) < effort.most:
        pair = both(game, masked, (better, played), rng, turns)
        for total, shares in zip(sums, pair, strict=True):
            for each, share in enumerate(shares):
                total[each] += share
        differences.append(pair[0][seat] - pair[1][seat])
        count = len(differences)
        if count % effort.worlds == 0:
            mean = sum(differences) / count
            spread = sqrt(sum((each - mean) ** 2 for each in differences) / (count - 1) / count)
            if mean - SURE * spread > least or mean + spread < least:
                break
    means = [[each / count for each in total] for total in sums]
    return Gap(means[0], means[1], spread)


def band(game: AnyGame, seen: Any, rng: Random) -> tuple[list[float], list[float]]:
    """From where to where everybody's share may be by what all can see: the mean of games that are played on
    from there for a round or two in dealt worlds, give or take two standard errors."""
    players, effort = range(seen.players), game.mind.effort
    often, turns = min(OFTEN, effort.worlds), effort.rounds * seen.players
    ends = [
        game.mind.go_on(game.guess(seen, None, rng), Random(rng.getrandbits(64)), turns) for _ in range(often)
    ]
    means = [sum(shares[seat] for shares in ends) / often for seat in players]
    spreads = [
        sqrt(sum((shares[seat] - means[seat]) ** 2 for shares in ends) / (often - 1) / often)
        for seat in players
    ]
    low = [max(0.0, mean - SURE * spread) for mean, spread in zip(means, spreads, strict=True)]
    high = [min(1.0, mean + SURE * spread) for mean, spread in zip(means, spreads, strict=True)]
    return low, high
