"""Positions of a game where one turn is clearly better than the next best.

Turns are suspected at first sight by the network and played on as reviews do. Where turns cannot be listed
only a seat's last one is looked at, where all that it still gets can be counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Any

from branchline.core.game import AnyGame
from branchline.core.mind import Plan
from branchline.core.record import Record, digest
from branchline.core.solution import Weight, ends, explained, first_wrong, ledger, weight_of, worth
from branchline.core.study import Judgement, Line, Place, Posed
from branchline.puzzles.weighing import Weighed
from branchline.review.turns import Turn, turns_of
from branchline.review.weigh import after, first_sight

WIDTH, SEEN, PLAYED = 240, 16, 6  # turns that there may be, that are looked at, and that are played on
FEWEST = 6  # different turns, before there is something to choose
MARGIN, SURE = 0.06, 3.0  # of the share of the win, and standard errors, by which the best is ahead
SUSPECTED = 0.15  # by which it is ahead at first sight
FOLLOWED = 2  # turns that are clearly worse, and are played on all the same
EQUALS = 2  # turns at most that are not clearly worse: all of them are right
BATCH, MOST = 12, 72  # worlds
# without a network: points ahead that are enough, turns, worlds, and which part of the turns may be right
COUNTED, COUNTED_PLANS, FEW, COUNTED_WORLDS, RARE = 2, 32, 4, 20, 0.75
KEPT = 5  # turns that are kept with a puzzle, the solution among them
GREEDY = 24  # of the greedy player's turns that are looked at to see how far down the solution is


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle: where it is, and what it is about."""

    step: int
    place: Place
    theme: str
    players: int
    part: int  # of the game, from 0 to 2
    margin: float


def puzzles_in(game: AnyGame, record: Record, seed: str) -> Iterator[Found]:
    """All puzzles of a finished game."""
    turns, _ = turns_of(game, record)
    last = {turn.seat: turn.step for turn in turns}
    for number, turn in enumerate(turns):
        rng = Random(f"{seed}/{turn.step}")
        part = 3 * number // len(turns)
        if game.lists_all:
            place = by_network(game, turn, rng)
        else:
            place = by_counting(game, turn, rng) if last[turn.seat] == turn.step else None
        if place is not None:
            yield found(game, turn, place, part)


def found(game: AnyGame, turn: Turn, place: Place, part: int) -> Found:
    masked = game.mask(turn.state, turn.seat)
    best, rival = (weight_of(place.sides[each]) for each in (0, first_wrong(place)))
    return Found(
        turn.step, place, theme(game, masked, best, rival), masked.players, part,
        (best.shares[turn.seat] - rival.shares[turn.seat]) / 1000,
    )  # fmt: skip


def theme(game: AnyGame, masked: Any, best: Weight, rival: Weight) -> str:
    """What a puzzle is about, so that not all are about the same."""
    gains = [worth(ledger(game, masked, each.plan)) for each in (best, rival)]
    kind = (
        "end" if ends(game, masked, best.plan)
        else "more" if gains[0] > gains[1]
        else "less" if gains[0] < gains[1]
        else "same"
    )  # fmt: skip
    return f"{kind} {best.plan[0][0]}"


def different(game: AnyGame, masked: Any, plans: list[Plan]) -> list[Plan]:
    """The same plans, once for each position that they lead to."""
    seen: dict[str, Plan] = {}
    for plan in plans:
        then = after(game, masked, plan)
        if then.to_move != masked.to_move:  # a whole turn
            seen.setdefault(digest(then), plan)
    return list(seen.values())


# --- by the network


def by_network(game: AnyGame, turn: Turn, rng: Random) -> Place | None:
    """The puzzle at a turn, if there is one: the best turns at first sight, played on."""
    masked = game.mask(turn.state, turn.seat)
    plans = different(game, masked, game.mind.considered(masked.copy(), rng, WIDTH))
    if len(plans) < FEWEST:
        return None
    sight = first_sight(game, masked, plans[: EQUALS + 2])  # they come with the best first
    if not stands_out(sight):
        return None
    sight += first_sight(game, masked, plans[EQUALS + 2 : SEEN])
    order = sorted(range(len(sight)), key=lambda number: -sight[number])
    top = sight[order[0]]
    if not stands_out(sight):
        return None
    ledgers = [sorted(ledger(game, masked, plan)) for plan in plans]
    # a turn has many equals, which bring the same: so no other that brings the same may be worse
    near = [number < len(sight) and top - sight[number] < MARGIN for number in range(len(plans))]
    best = ledgers[order[0]]
    if (not best and len(plans[order[0]]) > 1) or not all(
        near[number] for number, each in enumerate(ledgers) if each == best
    ):
        return None
    obvious = different(game, masked, game.mind.plans(masked.copy(), rng, 1))
    tried = [plans[each] for each in order[:PLAYED]]
    tried += [each for each in obvious if len(different(game, masked, [*tried, each])) > len(tried)]
    first = Weighed(game, masked, tried[: EQUALS + 1], rng).play(BATCH)
    if not_clear(first):
        return None
    weighed = Weighed(game, masked, tried, rng)
    split = settled(weighed, obvious)
    if split is None or any(top - sight[each] < MARGIN for each in order[PLAYED:]):
        return None
    good, worse = split
    best_ones = [weighed.plans[each] for each in good]
    right = [sorted(ledger(game, masked, plan)) for plan in best_ones]
    wrong = [sorted(ledger(game, masked, plan)) for plan in tried if plan not in best_ones]
    wrong += [each for number, each in enumerate(ledgers) if not near[number] and plans[number] not in tried]
    if any(each in wrong for each in right if each) or (not right[0] and len(best_ones[0]) > 1):
        return None
    enough = min(map(worth, right))
    by_points = enough > max(0, *map(worth, wrong))
    gap = weighed.gap(good[0], worse[0])[0]
    hard = difficulty(game, masked, best_ones[0], gap, len(plans), rng)
    place = posed(game, masked, weighed, good, worse, obvious[0] if obvious else None, hard)
    if place and place.puzzle and by_points:
        place.puzzle.gain = enough
    return place


def stands_out(sight: list[float]) -> bool:
    """Are at most so many turns about as good at first sight, and all others worse?"""
    ordered = sorted(sight, reverse=True)
    return ordered[0] - ordered[EQUALS] >= SUSPECTED


def parted(weighed: Weighed) -> tuple[list[int], list[int]] | None:
    """The best turn with those that are not clearly worse, and those that are, the best first; nothing while
    there are too many of the former."""
    order = weighed.order()
    worse = clearly_worse(weighed, order)
    good = [each for each in order if each not in worse]
    return (good, worse) if worse and len(good) <= EQUALS else None


def clearly_worse(weighed: Weighed, order: list[int]) -> list[int]:
    """Those of an order that are behind its first by enough, and surely."""
    gaps = {other: weighed.gap(order[0], other) for other in order[1:]}
    return [each for each, (gap, error) in gaps.items() if gap >= MARGIN and gap >= SURE * error]


def settled(weighed: Weighed, obvious: list[Plan]) -> tuple[list[int], list[int]] | None:
    """Play on until it is known which turns are right, without those that are known to be far behind."""
    while len(weighed.worlds) < MOST:
        weighed.play(BATCH)
        split = parted(weighed)
        if split is not None and (len(split[0]) == 1 or len(weighed.worlds) >= MOST):
            return split
        if not_clear(weighed):
            return None
        order = weighed.order()
        worse = clearly_worse(weighed, order)[FOLLOWED:]
        weighed.keep([each for each in order if each not in worse or weighed.plans[each] in obvious])
    return None


def not_clear(weighed: Weighed) -> bool:
    """Too many turns are so near to the best that they will hardly become clearly worse."""
    order = weighed.order()
    return sum(not promising(weighed, order[0], other) for other in order[1:]) >= EQUALS


def promising(weighed: Weighed, best: int, other: int) -> bool:
    """If it goes on so, will this turn be clearly worse in the end?"""
    gap, error = weighed.gap(best, other)
    return gap >= 0.8 * MARGIN and gap >= SURE * error * sqrt(len(weighed.worlds) / MOST)


# --- by counting


def by_counting(game: AnyGame, turn: Turn, rng: Random) -> Place | None:
    """The puzzle at a seat's last turn: not all bring as many points as the best, and the win hangs on it, or
    two points are at stake."""
    masked = game.mask(turn.state, turn.seat)
    plans = different(game, masked, game.mind.considered(masked.copy(), rng, COUNTED_PLANS))
    if len(plans) < FEWEST:
        return None
    gains = [worth(ledger(game, masked, plan)) for plan in plans]
    order = sorted(range(len(plans)), key=lambda number: -gains[number])
    most = gains[order[0]]
    good = [each for each in order if gains[each] == most]
    worse = [each for each in order if gains[each] < most]
    if not worse or len(good) > RARE * len(plans):
        return None
    weighed = Weighed(game, masked, [plans[good[0]], plans[worse[0]]], rng)
    stake = most - gains[worse[0]]
    if stake >= COUNTED:
        weighed.play(FEW)  # it is enough by itself; what it does to the win is told
    elif not hangs_on_it(weighed):
        return None
    gap = weighed.gap(0, 1)[0]
    missed = worth(ledger(game, masked, greedy_turn(game, masked, rng))) < most
    rare = 1 - len(good) / len(plans)
    hard = round(500 * missed + 300 * rare + 200 * narrow(gap))
    place = posed(game, masked, weighed, [0], [1], None, hard)
    if place and place.puzzle:
        place.puzzle.gain = most
    return place


def hangs_on_it(weighed: Weighed) -> bool:
    """Is the first of two turns clearly better for the win? By a glance, then by playing on."""
    game, masked = weighed.game, weighed.masked
    then = (after(game, masked, plan) for plan in weighed.plans)
    glance = [game.mind.playout(each, weighed.rng, 2 * masked.players)[weighed.seat] for each in then]
    if glance[0] - glance[1] < MARGIN / 2:
        return False
    while len(weighed.worlds) < COUNTED_WORLDS:
        gap, error = weighed.play(FEW).gap(0, 1)
        if gap >= MARGIN and gap >= SURE * error:
            return True
        if gap < MARGIN or gap < SURE * error * sqrt(len(weighed.worlds) / COUNTED_WORLDS):
            return False
    return False


def greedy_turn(game: AnyGame, masked: Any, rng: Random) -> Plan:
    """What the greedy player would do, to the end of its turn."""
    state, done = masked.copy(), list[Any]()
    while state.to_move == masked.to_move:
        done.append(game.mind.advise(state, rng))
        game.apply(state, done[-1])
    return tuple(done)


# --- the puzzle


def posed(
    game: AnyGame, masked: Any, weighed: Weighed, good: list[int], worse: list[int],
    obvious: Plan | None, hard: int,
) -> Place | None:  # fmt: skip
    """The place with its side lines; None where nobody could say why."""
    seat = masked.to_move
    weights = [
        Weight(plan, [round(1000 * share) for share in weighed.shares(number)])
        for number, plan in enumerate(weighed.plans)
    ]
    best, rival = weights[good[0]], weights[worse[0]]
    if not explained(game, masked, best, rival):
        return None
    tempting = None
    if obvious is not None and obvious in weighed.plans:
        at = weighed.plans.index(obvious)
        tempting = at if at in worse and at != worse[0] else None
    chosen = [*good, *worse][:KEPT]
    if tempting is not None and tempting not in chosen:
        chosen[-1] = tempting
    place = Place(puzzle=Posed(hard))
    for number in chosen:
        error = weighed.gap(good[0], number)[1]
        shares = [(share, round(1000 * error)) for share in weights[number].shares]
        end = Place(judgement=Judgement(shares), right=number in good, tempting=number == tempting)
        rows = [(seat, action, "") for action in weights[number].plan]
        place.sides.append(Line(rows, [*(Place() for _ in rows), end]))
    return place


def difficulty(game: AnyGame, masked: Any, best: Plan, gap: float, choices: int, rng: Random) -> int:
    """In thousandths: how far down a greedy player has it, how narrow it is, how many turns and steps."""
    ranked = different(game, masked, game.mind.plans(masked.copy(), rng, GREEDY))
    solved = digest(after(game, masked, best))
    rank = next(
        (number for number, plan in enumerate(ranked) if digest(after(game, masked, plan)) == solved), GREEDY
    )
    many = min(1.0, log(choices) / log(WIDTH))
    return round(550 * rank / GREEDY + 200 * narrow(gap) + 150 * many + 100 * min(1.0, len(best) / 8))


def narrow(gap: float) -> float:
    """From 1, as near as a puzzle may be, to 0: nothing else is worth anything."""
    return max(0.0, 1 - gap / 0.5)
