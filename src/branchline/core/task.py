"""What a study asks somebody to do, and whether an action does it.

A task is fulfilled by any action of one of its goals: a pattern of the action (`build red|blue *`), events
that follow (`event city * * >=2`), points that it brings (`gain 3`) and whether it ends the turn (`ends`).
What is allowed on the way to it (`way build red *`) is done, too, and the task stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from branchline.core.action import Action, to_text
from branchline.core.errors import RecordError
from branchline.core.game import CHANCE, AnyGame

Pattern = tuple[str, ...]
Text = tuple[str, str]  # a language and a sentence in it

_BOUND = re.compile(r"([<>]=)(-?[0-9]{1,9})\Z")


@dataclass(slots=True)
class Goal:
    """One way to fulfil a task: all that stands here must be so."""

    action: Pattern
    events: list[Pattern] = field(default_factory=list)
    gain: int | None = None  # so many points at least, by the game's ledger
    ends: bool = False  # the turn is over then


@dataclass(slots=True)
class Task:
    """What is to be done at a position, and what helps whoever does something else."""

    goals: list[Goal]
    ways: list[Pattern] = field(default_factory=list)
    hints: list[Text] = field(default_factory=list)


def read_pattern(text: str) -> Pattern:
    """The pattern that a text says, or RecordError.

    >>> read_pattern("build red|blue *")
    ('build', 'red|blue', '*')
    """
    words = tuple(text.split())
    if not words:
        raise RecordError("a pattern is a verb and its arguments, such as 'build red *'; this one is empty")
    if "**" in words[:-1]:
        raise RecordError("'**' stands for all that follows, so it is the last word of a pattern")
    for word in words:
        if word[:2] in (">=", "<=") and not _BOUND.match(word):
            raise RecordError(f"{word[:20]!r} is no bound: it is '>=' or '<=' and a whole number")
        if word not in ("*", "**") and not all(word.split("|")):
            raise RecordError(f"{word[:20]!r} has an empty alternative: it is 'red|blue'")
    return words


def fits(pattern: Pattern, said: tuple[Any, ...]) -> bool:
    """Whether an action or an event has that form.

    >>> fits(("build", "red|blue", "*"), ("build", "blue", "f12")), fits(("city", "**"), ("city", "red", 3))
    (True, True)
    >>> fits(("city", "*", ">=2"), ("city", "red", 1))
    False
    """
    if pattern[-1] == "**":
        pattern, said = pattern[:-1], said[: len(pattern) - 1]
    return len(pattern) == len(said) and all(map(_word_fits, pattern, said))


def _word_fits(word: str, element: Any) -> bool:
    if word == "*":
        return True
    bound = _BOUND.match(word)
    if bound:
        number = element if type(element) is int else None
        most = int(bound[2])
        return number is not None and (number >= most if bound[1] == ">=" else number <= most)
    return to_text((element,)) in word.split("|")


def fulfils(game: AnyGame, task: Task, state: Any, action: Action) -> bool:
    """Whether this legal action of the seat to move does what is asked; on what that seat knows."""
    meant = [goal for goal in task.goals if fits(goal.action, action)]
    if not meant:
        return False
    seat = state.to_move
    foreseen = game.looks.foresee(game.mask(state, seat), [action])
    gain = sum(points for points, _ in foreseen.ledger)
    over = foreseen.state.to_move not in (seat, CHANCE)
    return any(
        all(any(fits(event, said) for said in foreseen.events) for event in goal.events)
        and (goal.gain is None or gain >= goal.gain)
        and (over or not goal.ends)
        for goal in meant
    )


def leads(task: Task, action: Action) -> bool:
    """Whether this action is allowed on the way."""
    return any(fits(way, action) for way in task.ways)


def possible(game: AnyGame, task: Task, state: Any) -> bool:
    """Whether the seat to move could still do what is asked.

    Where moves cannot be listed, one that begins as the task wants it is enough.
    """
    legal = game.legal_actions(game.mask(state, state.to_move))
    if not game.lists_all:
        verbs = {word for goal in task.goals for word in goal.action[0].split("|")}
        return any(action[0] in verbs for action in legal)
    return any(leads(task, action) or fulfils(game, task, state, action) for action in legal)
