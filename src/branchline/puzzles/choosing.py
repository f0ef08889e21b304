"""Of all puzzles that were found, a varied few: of all themes, numbers of seats and parts of a game."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from branchline.core.record import UNFINISHED
from branchline.core.study import Line, Place, Study

OF_GAME = 3  # puzzles of one game at most
OF_THEME = 0.45  # of all puzzles
APART = 3  # rows between two puzzles of one game


class Kept(NamedTuple):
    """A puzzle that was found: in which game, where, and what it is about."""

    number: int
    step: int
    theme: str
    players: int
    part: int
    margin: float
    difficulty: int


def chosen(found: list[Kept], count: int) -> list[Kept]:
    """So many of them: always one of the kind that there is least of yet; the widest margin first."""
    taken = added([], found, count, OF_THEME)
    taken = added(taken, found, count, 1.0)  # rather more of a theme than too few
    return sorted(taken, key=lambda each: (each.difficulty, each.number, each.step))


def added(taken: list[Kept], found: list[Kept], count: int, of_theme: float) -> list[Kept]:
    taken = list(taken)
    left = sorted(set(found) - set(taken), key=lambda each: (-each.margin, each.number, each.step))
    while left and len(taken) < count:
        themes = Counter(each.theme for each in taken)
        kinds = Counter((each.theme, each.players, each.part) for each in taken)
        levels = Counter(level(each) for each in taken)
        left = [each for each in left if fits(each, taken) and themes[each.theme] < of_theme * count]
        if not left:
            break
        best = min(
            left,
            key=lambda each: (
                kinds[each.theme, each.players, each.part], themes[each.theme] + levels[level(each)]
            ),
        )  # fmt: skip
        taken.append(best)
        left.remove(best)
    return taken


def level(each: Kept) -> int:
    return each.difficulty // 150


def fits(each: Kept, taken: list[Kept]) -> bool:
    """It is none of a game that has given enough, nor right beside another."""
    same = [other for other in taken if other.number == each.number]
    return len(same) < OF_GAME and all(abs(other.step - each.step) >= APART for other in same)


def cut(study: Study, steps: list[int]) -> Study:
    """The game up to the last of these steps, with the puzzles at them alone."""
    last = max(steps)
    places = [each if step in steps else Place() for step, each in enumerate(study.line.places[: last + 1])]
    study.record.rows, study.record.result = study.record.rows[:last], UNFINISHED
    return Study(study.record, Line(study.record.rows, places), study.titles, study.goals, study.eyes)
