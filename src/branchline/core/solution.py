"""Why the solution of a puzzle is the best turn, in sentences made of facts: ledgers, shares of the win, and
how the game ends. They are made when they are read, in the language that is spoken then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from branchline.core.game import OVER, AnyGame
from branchline.core.mind import Plan
from branchline.core.study import Line, Place
from branchline.core.told import Ledger, brings, percent, plan_text
from branchline.core.voice import say

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


def reasons(game: AnyGame, masked: Any, place: Place, people: Sequence[str] = ()) -> list[str]:
    """The best turn, what it brings beside the next best one, and what it does to the others."""
    seat = masked.to_move
    best, rival = (weight_of(place.sides[each]) for each in (0, first_wrong(place)))
    better, other = (ledger(game, masked, each.plan) for each in (best, rival))
    found = [say("review.puzzle-best", plan_text(game, masked, best.plan, people))]
    if ends(game, masked, best.plan):
        found.append(say("review.puzzle-ends"))
    found.append(say("review.puzzle-brings", brings(better)))
    found.append(say("review.puzzle-next", plan_text(game, masked, rival.plan, people), brings(other)))
    found.append(say("review.puzzle-instead", chance(best, seat), chance(rival, seat)))
    lost = hurt(seat, best, rival)
    if lost is not None:
        found.append(say("review.puzzle-hurt", lost, chance(best, lost), chance(rival, lost), people=people))
    looks = next((weight_of(side) for side in place.sides if side.places[-1].tempting), None)
    if looks is not None:
        said = plan_text(game, masked, looks.plan, people)
        brought = brings(ledger(game, masked, looks.plan))
        found.append(say("review.puzzle-tempting", said, brought, chance(looks, seat)))
    return found


def hints(game: AnyGame, masked: Any, place: Place, people: Sequence[str] = ()) -> list[str]:
    """What helps after a wrong try, the vaguest first."""
    best = weight_of(place.sides[0]).plan
    found = ledger(game, masked, best)
    if ends(game, masked, best):
        vague = say("review.hint-ends")
    else:
        vague = say("review.hint-points", worth(found)) if worth(found) else say("review.hint-no-points")
    return [
        vague,
        *([say("review.hint-ledger", brings(found))] if found else []),
        say("review.hint-begins", plan_text(game, masked, best[:1], people)),
    ]


def chance(weight: Weight, seat: int) -> str:
    return percent(weight.shares[seat] / 1000)
