"""Why a turn is the best, in sentences made of facts: ledgers, shares of the win, and how the game ends."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, NamedTuple

from branchline.core.action import Action
from branchline.core.game import OVER, AnyGame
from branchline.core.mind import Plan
from branchline.core.puzzle import brings
from branchline.core.study import Line, Place
from branchline.review.telling import Ledger, percent

OBVIOUS = "It looks best at once."  # said at the end of a wrong turn that a greedy player would take
NOTICED = 0.05  # of another's share, before it is worth a sentence


class Weight(NamedTuple):
    """A turn, and everybody's share of the win after it in thousandths."""

    plan: Plan
    shares: list[int]


def weight_of(side: Line) -> Weight:
    judgement = side.places[-1].judgement
    assert judgement is not None
    return Weight(tuple(action for _, action, _ in side.rows), [share for share, _ in judgement.shares])


def first_wrong(place: Place) -> int:
    return next(number for number, side in enumerate(place.sides) if not side.places[-1].right)


def tell(game: AnyGame, masked: Any, place: Place) -> None:
    """Write down at a puzzle what turns bring, why its solution is the best, and what helps to find it."""
    for side in place.sides:
        judgement = side.places[-1].judgement
        assert judgement is not None
        judgement.ledger = ledger(game, masked, tuple(action for _, action, _ in side.rows))
    best, rival = (weight_of(place.sides[each]) for each in (0, first_wrong(place)))
    looks = (weight_of(side) for side in place.sides if ("en", OBVIOUS) in side.places[-1].notes)
    told = sentences(game, masked, best, rival, next(looks, None))
    place.sides[0].places[-1].notes = [("en", each) for each in told]
    assert place.puzzle is not None
    place.puzzle.hints = [("en", each) for each in hints(game, masked, best)]


def ledger(game: AnyGame, masked: Any, plan: Plan) -> Ledger:
    return game.looks.foresee(masked.copy(), plan).ledger


def worth(found: Ledger) -> int:
    return sum(points for points, _ in found)


def ends(game: AnyGame, masked: Any, plan: Plan) -> bool:
    """The game is over with it."""
    return bool(game.looks.foresee(masked.copy(), plan).state.to_move == OVER)


def hurt(seat: int, best: Weight, rival: Weight) -> int | None:
    """The other seat that loses most by it, if that is worth a sentence."""
    lost = {
        other: before - now
        for other, (now, before) in enumerate(zip(best.shares, rival.shares, strict=True))
        if other != seat
    }
    other = max(lost, key=lambda each: lost[each])
    return other if lost[other] >= 1000 * NOTICED else None


def explained(game: AnyGame, masked: Any, best: Weight, rival: Weight) -> bool:
    """Is there a fact behind it that can be named: an end, more points, or a rival who gets less?"""
    better, other = (ledger(game, masked, each.plan) for each in (best, rival))
    if worth(better) > worth(other) or ends(game, masked, best.plan):
        return True
    return better != other and hurt(masked.to_move, best, rival) is not None


def sentences(game: AnyGame, masked: Any, best: Weight, rival: Weight, obvious: Weight | None) -> list[str]:
    """The best turn, what it brings beside the next best one, and what it does to the others."""
    seat = masked.to_move
    better, other = (ledger(game, masked, each.plan) for each in (best, rival))
    found = [f"The best turn: {turn_text(game, best.plan)}."]
    if ends(game, masked, best.plan):
        found.append("The game ends with it.")
    found.append(f"It brings {brings(better)} at once.")
    found.append(f"The next best, {turn_text(game, rival.plan)}, brings {brings(other)}.")
    found.append(f"Your chance of the win is {chance(best, seat)} instead of {chance(rival, seat)}.")
    lost = hurt(seat, best, rival)
    if lost is not None:
        found.append(f"Seat {lost + 1} has {chance(best, lost)} instead of {chance(rival, lost)}.")
    if obvious is not None:
        found.append(
            f"The turn that looks best at once, {turn_text(game, obvious.plan)}, brings"
            f" {brings(ledger(game, masked, obvious.plan))} and leaves you {chance(obvious, seat)}."
        )
    return found


def turn_text(game: AnyGame, plan: Plan) -> str:
    """A turn as it is typed, without the points of strings and places: what one verb does to one thing is
    said once."""
    parts: list[str] = []
    before: Action = ("",)
    for whole in plan:
        action = verb, *rest = tuple(takewhile(lambda part: isinstance(part, (str, int)), whole))
        names = [game.words.name(part) if isinstance(part, str) else str(part) for part in rest]
        if action[:-1] == before[:-1] and names:
            parts[-1] += f", {names[-1]}"
        else:
            long = len(names) > 3  # a way from place to place
            parts.append(" ".join([str(verb), *([f"{names[0]}: {', '.join(names[1:])}"] if long else names)]))
        before = action
    return "; ".join(part for part in parts if part != "done") or "done"


def hints(game: AnyGame, masked: Any, best: Weight) -> list[str]:
    """What helps after a wrong try, the vaguest first."""
    found = ledger(game, masked, best.plan)
    over = "It ends the game." if ends(game, masked, best.plan) else ""
    vague = over or f"It brings {worth(found) or 'no points'} at once."
    return [
        vague,
        *([f"What it brings: {brings(found)}."] if found else []),
        f"It begins so: {turn_text(game, best.plan[:1])}.",
    ]


def chance(weight: Weight, seat: int) -> str:
    return percent(weight.shares[seat] / 1000)
