"""What several turns are worth to a seat by what it knows, in the same worlds with the same luck."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

from branchline.bots.levels import learned
from branchline.core.game import AnyGame
from branchline.core.mind import Mind, Plan
from branchline.review.weigh import after


class Weighed:
    """Turns of the seat to move of a masked state, and what came of each in every world."""

    def __init__(self, game: AnyGame, masked: Any, plans: list[Plan], rng: Random) -> None:
        self.game, self.masked, self.plans, self.rng = game, masked, plans, rng
        self.seat: int = masked.to_move
        self.worlds: list[list[list[float]]] = []  # of each world, of each plan, everybody's share

    def play(self, worlds: int) -> Weighed:
        """In so many worlds more."""
        for _ in range(worlds):
            world, luck = self.game.guess(self.masked, self.seat, self.rng), self.rng.getrandbits(64)
            self.worlds.append([self._on(after(self.game, world, plan), Random(luck)) for plan in self.plans])
        return self

    def keep(self, plans: list[int]) -> None:
        """Go on with these plans only."""
        self.plans = [self.plans[each] for each in plans]
        self.worlds = [[world[each] for each in plans] for world in self.worlds]

    def order(self) -> list[int]:
        """The plans, the best for the seat first."""
        means = [self.shares(number)[self.seat] for number in range(len(self.plans))]
        return sorted(range(len(means)), key=lambda number: -means[number])

    def _on(self, state: Any, luck: Random) -> list[float]:
        """Two rounds by the network; a game without one is played to its end by its greedy player."""
        mind = self.game.mind
        if learned("expert", self.game.id):
            return mind.go_on(state, luck, mind.effort.rounds * self.masked.players)
        return Mind.playout(mind, state, luck, 10_000)

    def shares(self, plan: int) -> list[float]:
        """Everybody's share after a plan, on average."""
        return [
            sum(world[plan][seat] for world in self.worlds) / len(self.worlds)
            for seat in range(self.masked.players)
        ]

    def gap(self, one: int, other: int) -> tuple[float, float]:
        """By how much one plan is better than another for the seat, and the standard error of that."""
        found = [world[one][self.seat] - world[other][self.seat] for world in self.worlds]
        mean, count = sum(found) / len(found), len(found)
        return mean, sqrt(sum((each - mean) ** 2 for each in found) / (count - 1) / count)
