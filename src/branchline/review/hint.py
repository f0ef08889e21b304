"""What a seat could do now: the turns that promise most at first sight, by what it knows and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from branchline.core.game import AnyGame
from branchline.core.mind import Plan
from branchline.core.told import Ledger, plan_text
from branchline.review.telling import sign
from branchline.review.weigh import after, first_sight

TURNS, WIDTH = 3, 12  # that are told, and that are compared


class Hint(NamedTuple):
    """A turn in words with signs for names, what it brings at once, and the share of the win it promises."""

    plan: Plan
    text: str
    chance: float
    ledger: Ledger


def hints(game: AnyGame, masked: Any) -> list[Hint]:
    """The best first; turns that lead to the same position are one."""
    plans: list[tuple[Plan, Any]] = []
    for plan in game.mind.considered(masked.copy(), Random(0), WIDTH):
        then = after(game, masked, plan)
        if not any(then == other for _, other in plans):
            plans.append((plan, then))
    worth = first_sight(game, masked, [plan for plan, _ in plans])
    people = [sign(seat) for seat in range(masked.players)]
    best = sorted(range(len(plans)), key=lambda number: -worth[number])[:TURNS]
    return [
        Hint(
            plan,
            plan_text(game, masked, plan, people),
            worth[number],
            game.looks.foresee(masked.copy(), plan).ledger,
        )
        for number in best
        for plan in [plans[number][0]]
    ]
