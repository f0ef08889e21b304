"""One search for all games: the plans that the game proposes, compared in guessed worlds.

What the seat cannot know is guessed anew for each world, chance is drawn, and every plan is tried in the
same worlds with the same luck, so that plans differ by what they are worth. After each round the better
half goes on (sequential halving). Behind the plan the game's own playout follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from branchline.bots.compiling import is_compiling, prepare
from branchline.core.game import AnyGame
from branchline.core.mind import Plan, Sight


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is thought about a turn. The same iterations choose the same on every machine."""

    iterations: int = 0  # playouts in all; none: what the game advises
    width: int = 6  # plans that are compared
    turns: int = 1000  # how far a playout goes
    slips: float = 0.0  # how often any of the plans is taken instead of a good one
    seconds: float = float("inf")  # when to stop in any case
    sight: Sight | None = None  # of who learned the game, instead of all this


def search(game: AnyGame, state: Any, rng: Random, budget: Budget) -> Plan:
    """A plan for the seat to move of a masked state."""
    if budget.sight:
        if is_compiling(game.id):
            return (game.mind.advise(state, rng),)
        prepare(game)
        return game.mind.decide(state, rng, budget.sight)
    if budget.slips and (budget.slips == 1 or rng.random() < budget.slips):
        return game.mind.slip(state, rng, budget.width)
    if not budget.iterations:
        return (game.mind.advise(state, rng),)
    plans = game.mind.plans(state, rng, budget.width)
    return plans[0] if len(plans) == 1 else best_of(game, state, rng, budget, plans)


def best_of(game: AnyGame, state: Any, rng: Random, budget: Budget, plans: list[Plan]) -> Plan:
    """Sequential halving: the plan that is left when the worse half has gone as often as it can."""
    seat, until = state.to_move, perf_counter() + budget.seconds
    totals = [0.0] * len(plans)
    left = list(range(len(plans)))
    # with a playout for each plan and no more there is no second look
    rounds = (len(plans) - 1).bit_length() if budget.iterations > budget.width else 1
    for _ in range(rounds):
        for _ in range(max(1, budget.iterations // (rounds * len(left)))):
            world, luck = game.guess(state, seat, rng), rng.getrandbits(64)
            for number in left:
                after = world.copy()
                for action in plans[number]:
                    game.apply(after, action)
                totals[number] += game.mind.playout(after, Random(luck), budget.turns)[seat]
            if perf_counter() > until:
                break
        # all that are left were tried equally often; equal ones stay in the game's own order
        left.sort(key=lambda number: (-totals[number], number))
        left = left[: (len(left) + 1) // 2]
    return plans[left[0]]
