"""Facts in words, for reviews, hints and puzzles alike: a turn, what it brings, a share of the win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.core.game import AnyGame
from branchline.core.mind import Plan
from branchline.core.voice import say
from branchline.core.words import signed

Ledger = list[tuple[int, str]]


def plan_text(game: AnyGame, state: Any, plan: Plan, people: Sequence[str] = ()) -> str:
    """A turn in the table's own sentences: what each action does, and what is done again to another thing
    is said once. What it brings, the ledger says."""
    seat, now = state.to_move, state.copy()
    done: list[tuple[Any, ...]] = []
    for action in plan:
        if now.to_move != seat:
            break
        events: list[tuple[Any, ...]] = []
        game.apply(now, action, lambda *event, events=events: events.append(event))
        if action[0] == "done":
            continue  # what the end of a turn brings is no choice of it
        told = events[0] if events else None
        both = joined(done[-1], told) if done and told else None
        if both:
            done[-1] = both
        elif told:
            done.append(told)
    said = " ".join(game.words.event(event, people) for event in done)
    return said or say("review.nothing-more", seat, people=people)


def joined(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Two events that differ in one thing alone as one with both of them, else nothing.

    >>> joined(("built", 0, "red", "d7"), ("built", 0, "red", "d8"))
    ('built', 0, 'red', ('d7', 'd8'))
    """
    if one[0] != other[0] or len(one) != len(other):
        return None
    places = [place for place, each in enumerate(one) if each != other[place]]
    if len(places) != 1 or not isinstance(other[places[0]], str):
        return None
    (place,) = places
    before = one[place] if isinstance(one[place], tuple) else (one[place],)
    return (*one[:place], (*before, other[place]), *one[place + 1 :])


def ledger_text(ledger: Ledger) -> str:
    """The sum, and what it is made of."""
    counted = [(points, what) for points, what in ledger if points]
    if not counted:
        return say("review.nothing")
    total = sum(points for points, _ in counted)
    return f"{signed(total)} ({', '.join(part(points, what) for points, what in counted)})"


def brings(ledger: Ledger) -> str:
    """The same with what brings no points as well.

    >>> brings([(3, "Lyon"), (0, "2 passengers aboard")]), brings([])
    ('+3 (Lyon: +3; 2 passengers aboard)', 'nothing')
    """
    if not ledger:
        return say("review.nothing")
    parts = [part(points, what) if points else what for points, what in ledger]
    total = sum(points for points, _ in ledger)
    sum_of_them = signed(total) if total else say("review.nothing")
    return f"{sum_of_them} ({say('review.between').join(parts)})"


def part(points: int, what: str) -> str:
    return say("review.part", what, points)


def percent(share: float) -> str:
    return say("review.percent", f"{100 * share:.0f}")
