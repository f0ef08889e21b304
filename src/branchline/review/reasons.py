"""Why a bot did that: its turn beside the next best ones, by what whoever asks may know and nothing else.

Where hands are hidden from the asker, worlds are dealt that fit what they have seen and in which the turn
could be done; what is said is the mean over those.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame
from branchline.core.mind import Plan
from branchline.core.told import Ledger, ledger_text, percent, plan_text
from branchline.core.voice import say
from branchline.review.hint import TURNS, WIDTH, Hint
from branchline.review.telling import NOTICED, sign
from branchline.review.weigh import after

WORLDS, TRIES = 8, 200  # that are looked into, and that are dealt until so many fit
BELOW = 0.005  # of a share: so close, and it is the same


class Reasons(NamedTuple):
    """The turn that was done and the next best, and what there is to say; signs stand for names."""

    turns: list[Hint]
    lines: list[str]


def reasons(game: AnyGame, seen: Any, asker: int | None, plan: Plan) -> Reasons:
    """Of the seat to move, which did this, by what the asker has seen before it."""
    seat, people = seen.to_move, [sign(each) for each in range(seen.players)]
    worlds = fitting(game, seen, asker, plan)
    weighed = {each: weigh(game, worlds, each) for each in compared(game, worlds, plan)}
    chosen = weighed.pop(plan)
    assert chosen is not None, "worlds in which it could not be done do not fit"
    others = [(each, found) for each, found in weighed.items() if found is not None]
    others.sort(key=lambda each: -each[1][seat])
    turns = [
        Hint(each, plan_text(game, worlds[0], each, people), shares[seat], told_by(game, worlds, each))
        for each, shares in [(plan, chosen), *others[: TURNS - 1]]
    ]
    before = mean([game.mind.outlook(world) for world in worlds])
    return Reasons(turns, lines_of(people, seat, turns, before, chosen, len(worlds)))


def fitting(game: AnyGame, seen: Any, asker: int | None, plan: Plan) -> list[Any]:
    """What the seat to move would know in worlds that fit; one, if nothing of it is hidden from the asker."""
    rng, found = Random(0), list[Any]()
    for _ in range(TRIES):
        world = game.guess(seen, asker, rng)
        known = game.mask(world, world.to_move)
        if known not in found and can(game, known, plan):
            found.append(known)
        if len(found) == WORLDS or known == seen:
            break
    if not found:
        raise BranchlineError(say("review.no-world"))
    return found


def can(game: AnyGame, state: Any, plan: Plan) -> bool:
    """Could the seat to move do all of it?"""
    now, seat = state.copy(), state.to_move
    try:
        for action in plan:
            if now.to_move != seat:
                return False
            game.check(now, action)
            game.apply(now, action)
    except BranchlineError:
        return False
    return True


def compared(game: AnyGame, worlds: list[Any], plan: Plan) -> list[Plan]:
    """The turn, and what is worth a thought in these worlds; turns that lead to the same position are one."""
    found = [plan]
    ends = [after(game, worlds[0], plan)]
    for world in worlds:
        for each in game.mind.considered(world.copy(), Random(0), WIDTH):
            if each in found or not can(game, worlds[0], each):
                continue
            end = after(game, worlds[0], each)
            if end not in ends:
                found.append(each)
                ends.append(end)
    return found


def weigh(game: AnyGame, worlds: list[Any], plan: Plan) -> list[float] | None:
    """Everybody's share after a turn, over the worlds in which it can be done; None: those are too few."""
    able = [world for world in worlds if can(game, world, plan)]
    if 2 * len(able) < len(worlds):
        return None
    return mean([game.mind.outlook(after(game, world, plan)) for world in able])


def mean(shares: Sequence[Sequence[float]]) -> list[float]:
    return [sum(each) / len(shares) for each in zip(*shares, strict=True)]


def told_by(game: AnyGame, worlds: list[Any], plan: Plan) -> Ledger:
    """What it brings at once: as it is where all worlds say the same, else the mean of them."""
    ledgers = [game.looks.foresee(world.copy(), plan).ledger for world in worlds if can(game, world, plan)]
    if all(ledger == ledgers[0] for ledger in ledgers):
        return ledgers[0]
    total = sum(points for ledger in ledgers for points, _ in ledger) / len(ledgers)
    return [(round(total), say("review.average"))]


def lines_of(
    people: list[str], seat: int, turns: list[Hint], before: list[float], then: list[float], worlds: int
) -> list[str]:
    """The same facts in sentences."""
    chosen, *others = turns
    who, mine = people[seat], percent(chosen.chance)
    found = []
    if not others:
        found.append(say("review.alone", who, mine))
    elif others[0].chance > chosen.chance + BELOW:
        found.append(say("review.another", who, percent(others[0].chance), mine))
    else:
        found.append(say("review.most", who, mine, percent(others[0].chance)))
    if others:
        brought, next_best = ledger_text(chosen.ledger), ledger_text(others[0].ledger)
        found.append(
            say("review.next-best", who, brought, next_best)
            if brought != next_best
            else say("review.both", who, brought)
        )
    lost = min(range(len(people)), key=lambda each: then[each] - before[each])
    if lost != seat and before[lost] - then[lost] >= NOTICED:
        found.append(say("review.hurts", people[lost], percent(before[lost]), percent(then[lost])))
    if worlds > 1:
        found.append(say("review.hidden", who, worlds))
    return found
