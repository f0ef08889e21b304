"""A whole review: chances along the game, the turns that cost each seat most, and what was better.

A turn is suspected at first sight, by what its player could know; it is called a mistake only if playing both
turns on says so too. What others did and what chance drew never makes a turn a mistake.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from branchline.bots.levels import learned
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER, AnyGame
from branchline.core.mind import Plan
from branchline.core.record import Record
from branchline.core.voice import say
from branchline.review.turns import Turn, turns_of
from branchline.review.weigh import SURE, Gap, after, band, first_sight, in_the_end, played_on

WIDTH = 12  # plans that a turn is compared with
SUSPECTED, LEAST = 4, 0.02  # turns of a seat that are played on, and what they must cost at first sight
BANDS = 16  # moments of a game that are played on for the chart
MISTAKES = 3  # of a seat that are told


@dataclass(frozen=True, slots=True)
class Mistake:
    turn: Turn
    better: Plan
    gap: Gap

    @property
    def cost(self) -> float:
        """Of the share of the win, to who made it."""
        return self.gap.better[self.turn.seat] - self.gap.played[self.turn.seat]


@dataclass(slots=True)
class Review:
    """What is known about a game afterwards."""

    record: Record
    turns: list[Turn]
    # after so many rows, everybody's share of the win by what all could see
    chances: list[tuple[int, list[float]]] = field(default_factory=list)
    # at some of these moments, from where to where everybody's share may be: `band`
    bands: list[tuple[int, list[float], list[float]]] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)  # the costliest first
    luck: list[float] = field(default_factory=list)  # of the share, what chance brought each seat
    # and what its own turns cost it: those that were played on by that, all others at first sight
    skill: list[float] = field(default_factory=list)


Tell = Callable[[float], None]
Suspect = tuple[float, Turn, Plan]  # what it costs at first sight, and the best that could have been done


def review(game: AnyGame, record: Record, seed: str = "review", tell: Tell = lambda part: None) -> Review:
    """Look at a finished game again; `tell` hears which part of the work is done."""
    if not learned("expert", game.id):
        raise BranchlineError(say("review.not-learned", game.name))
    turns, last = turns_of(game, record)
    if last is None or last.to_move != OVER:
        raise BranchlineError(say("review.not-over"))
    found = Review(record, turns, luck=[0.0] * record.players, skill=[0.0] * record.players)
    suspects: list[Suspect] = []
    for number, turn in enumerate(turns):
        tell(0.5 * number / len(turns))
        seen = game.mask(turn.state, None)
        found.chances.append((turn.step, game.mind.outlook(seen)))
        if number in moments(len(turns)):
            found.bands.append((turn.step, *band(game, seen, Random(f"{seed}/{turn.step}/band"))))
        cost, better = seen_at_once(game, turn, Random(f"{seed}/{turn.step}"))
        found.skill[turn.seat] -= cost
        if cost >= LEAST:
            suspects.append((cost, turn, better))
    how = game.mind.outcome(last)
    found.chances.append((len(record.rows), how))
    found.bands.append((len(record.rows), how, how))
    found.luck = luck_of(game, record, turns)
    effort = game.mind.effort
    chosen = worst(suspects, SUSPECTED, record.players)
    for number, (cost, turn, better) in enumerate(chosen):
        tell(0.5 + 0.5 * number / len(chosen))
        masked, rng = game.mask(turn.state, turn.seat), Random(f"{seed}/{turn.step}/on")
        gap = played_on(game, masked, better, turn.plan, rng, effort.cost)
        mistake = Mistake(turn, better, gap)
        found.skill[turn.seat] += cost - max(0.0, mistake.cost)
        if mistake.cost < max(effort.cost, SURE * gap.spread):
            continue
        if in_the_end(game, masked, better, turn.plan, rng, effort.ends):
            found.mistakes.append(mistake)
    found.mistakes.sort(key=lambda each: -each.cost)
    found.mistakes = [
        each for seat in range(record.players) for each in of_seat(found.mistakes, seat)[:MISTAKES]
    ]
    found.mistakes.sort(key=lambda each: -each.cost)
    tell(1.0)
    return found


def moments(turns: int) -> set[int]:
    """The turns, evenly along a game, from which it is played on for the chart."""
    return {round(part * (turns - 1) / (BANDS - 1)) for part in range(BANDS)}


def of_seat(mistakes: list[Mistake], seat: int) -> list[Mistake]:
    return [each for each in mistakes if each.turn.seat == seat]


def worst(suspects: list[Suspect], most: int, players: int) -> list[Suspect]:
    """The costliest of each seat."""
    ordered = sorted(suspects, key=lambda each: (-each[0], each[1].step))
    return [
        each for seat in range(players) for each in [one for one in ordered if one[1].seat == seat][:most]
    ]


def seen_at_once(game: AnyGame, turn: Turn, rng: Random) -> tuple[float, Plan]:
    """What a turn costs at first sight by what its seat knows, and the best that it could have done."""
    masked = game.mask(turn.state, turn.seat)
    plans = [plan for plan in game.mind.considered(masked, rng, WIDTH) if not same(game, masked, plan, turn)]
    if not plans:
        return 0.0, turn.plan
    worth = first_sight(game, masked, [turn.plan, *plans])
    best = max(range(len(plans)), key=lambda number: worth[number + 1])
    return max(0.0, worth[best + 1] - worth[0]), plans[best]


def same(game: AnyGame, masked: Any, plan: Plan, turn: Turn) -> bool:
    """Do both lead to the same position?"""
    return plan == turn.plan or bool(after(game, masked, plan) == after(game, masked, turn.plan))


def luck_of(game: AnyGame, record: Record, turns: list[Turn]) -> list[float]:
    """How everybody's share moved when chance drew, in the middle of the game."""
    found = [0.0] * record.players
    for before, turn in pairwise(turns):
        if not turn.chance:
            continue
        was, now = (
            game.mind.outlook(game.mask(state, None))
            for state in (after(game, before.state, before.plan), turn.state)
        )
        for seat in range(record.players):
            found[seat] += now[seat] - was[seat]
    return found
