"""One search for all games: the plans that the game proposes, compared in guessed worlds.

What the seat cannot know is guessed anew for each world, chance is drawn, and every plan is tried in the
same worlds with the same luck, so that plans differ by what they are worth. After each round the better
half goes on (sequential halving). Behind the plan the game's own playout follows, or first a tree of
`depth` decisions in which each seat prefers what has brought most to itself (max-n).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from branchline.core.action import Action
from branchline.core.game import CHANCE, OVER, AnyGame

Plan = tuple[Action, ...]
CURIOSITY = 0.5  # how much the tree tries what it has seldom tried


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is thought about a turn. The same iterations choose the same on every machine."""

    iterations: int = 0  # playouts in all; none: what the game advises
    width: int = 6  # plans that are compared; none: a slip is any legal action
    turns: int = 1000  # how far a playout goes
    depth: int = 0  # decisions behind the plan that the tree remembers
    replies: int = 3  # plans that are tried for each of these
    slips: float = 0.0  # how often any of the plans is taken instead of a good one
    seconds: float = float("inf")  # when to stop in any case


@dataclass(slots=True)
class Tried:
    """What is known of a plan at one place of the tree."""

    visits: int
    total: float  # of the shares of the seat that chose it


Tree = dict[tuple[Plan, ...], dict[Plan, Tried]]


def search(game: AnyGame, state: Any, rng: Random, budget: Budget) -> Plan:
    """A plan for the seat to move of a masked state."""
    if budget.slips and rng.random() < budget.slips:
        if not budget.width:
            return (game.random_action(state, rng),)
        return rng.choice(game.mind.plans(state, rng, budget.width))
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
    tree: Tree = {}
    for _ in range(rounds):
        for _ in range(max(1, budget.iterations // (rounds * len(left)))):
            world, luck = game.guess(state, seat, rng), rng.getrandbits(64)
            for number in left:
                after = world.copy()
                for action in plans[number]:
                    game.apply(after, action)
                share = follow(game, after, Random(luck), budget, tree, (plans[number],))
                totals[number] += share[seat]
            if perf_counter() > until:
                break
        # all that are left were tried equally often; equal ones stay in the game's own order
        left.sort(key=lambda number: (-totals[number], number))
        left = left[: (len(left) + 1) // 2]
    return plans[left[0]]


def follow(
    game: AnyGame, world: Any, rng: Random, budget: Budget, tree: Tree, path: tuple[Plan, ...]
) -> list[float]:
    """Everybody's share once this world was played on: down the tree, then by a playout."""
    if len(path) <= budget.depth:
        while world.to_move == CHANCE:
            game.apply(world, game.draw(world, rng))
    if len(path) > budget.depth or world.to_move == OVER:
        return game.mind.playout(world, rng, budget.turns)
    seat: int = world.to_move
    node = tree.setdefault(path, {})
    plan = curious(node, game.mind.plans(world, rng, budget.replies))
    for action in plan:
        game.apply(world, action)
    share = follow(game, world, rng, budget, tree, (*path, plan))
    tried = node[plan]
    tried.visits += 1
    tried.total += share[seat]
    return share


def curious(node: dict[Plan, Tried], plans: list[Plan]) -> Plan:
    """The plan that looks best with some credit for those seldom tried; new ones in the game's order."""
    for plan in plans:
        if plan not in node:
            node[plan] = Tried(0, 0.0)
            return plan
    seen = log(1 + sum(node[plan].visits for plan in plans))

    def worth(plan: Plan) -> float:
        tried = node[plan]
        visits = tried.visits or 1
        return tried.total / visits + CURIOSITY * sqrt(seen / visits)

    return max(plans, key=worth)
