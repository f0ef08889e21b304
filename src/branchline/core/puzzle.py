"""A puzzle: a position of a game, and one turn that is clearly better than all others.

It is asked the same questions as a lesson (`lesson.py`). What is done is judged when the turn is whole, by
what its seat knows: right is a turn that leads where a solution leads or brings the same for the same; where
points decide, any that brings as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

from branchline.core.action import Action
from branchline.core.game import AnyGame
from branchline.core.lesson import Astray, Course, Step
from branchline.core.looks import Foreseen
from branchline.core.solution import hints, reasons
from branchline.core.study import Line, Place, Posed, Study, said
from branchline.core.told import brings, percent
from branchline.core.voice import say

Turn = tuple[Action, ...]


class Puzzle(Course):
    """A solver's way to the solution of the puzzle at a step of a study."""

    def __init__(self, game: AnyGame, study: Study, step: int) -> None:
        self.game, self.study, self.start = game, study, step
        place = study.line.places[step]
        assert place.puzzle is not None, f"there is no puzzle at step {step}"
        self.place: Place = place
        self.posed: Posed = place.puzzle
        self.seat: int = self.solution.rows[0][0]
        self.at = 0  # so many actions stand
        self.begun: Turn = ()  # what its solver has done of the turn
        self.finished = False

    @property
    def step(self) -> int:
        """How many tasks are done: there is one."""
        return int(self.finished)

    @property
    def solution(self) -> Line:
        return next(side for side in self.place.sides if side.places[-1].right)

    @cached_property
    def position(self) -> Any:
        """Where the solver begins, as the seat knows it."""
        state = self.game.start(self.study.record.players, **self.study.record.options)
        for _, action, _ in self.study.record.rows[: self.start]:
            self.game.apply(state, action)
        return self.game.mask(state, self.seat)

    def turn_of(self, side: Line) -> Turn:
        return tuple(action for _, action, _ in side.rows)

    def foresee(self, turn: Turn) -> Foreseen[Any]:
        """Where a turn leads from here, as far as the seat knows."""
        return self.game.looks.foresee(self.position.copy(), turn)

    # --- what is done

    def again(self) -> Puzzle:
        """The same from its beginning."""
        return Puzzle(self.game, self.study, self.start)

    def settle(self, state: Any) -> None:
        """The turn is over when somebody else has a say."""
        if self.begun and state.to_move != self.seat:
            self.finished = True

    def passed(self, state: Any, action: Action) -> None:
        """This legal action is done now, by whoever is to move."""
        if self.at >= self.start and not self.finished:
            self.begun = (*self.begun, action)
        self.at += 1

    def noted(self, state: Any) -> Action | None:
        """Others play as they like."""
        return None

    def judge(self, state: Any, action: Action) -> None:
        """Raise Astray where this legal action ends a turn that is not the best; any may be begun."""
        if self.finished or state.to_move != self.seat:
            return
        turn = (*self.begun, action)
        foreseen = self.foresee(turn)
        if foreseen.state.to_move != self.seat and not self.right(foreseen):
            raise Astray(self.missing(foreseen))

    def right(self, foreseen: Foreseen[Any]) -> bool:
        if self.posed.gain is not None and gain_of(foreseen) >= self.posed.gain:
            return True
        good = [self.foresee(self.turn_of(side)) for side in self.place.sides if side.places[-1].right]
        return any(same(each, foreseen) for each in good)

    # --- what is said

    def missing(self, foreseen: Foreseen[Any]) -> str:
        """What a turn brings, and how far it is from the best: never which that is."""
        best, gain = gain_of(self.foresee(self.turn_of(self.solution))), gain_of(foreseen)
        text = [say("review.puzzle-wrong")]
        side = self.known(foreseen)
        weighed = side and side.places[-1].judgement, self.solution.places[-1].judgement
        if weighed[0] and weighed[1]:
            shares = (percent(each.shares[self.seat][0] / 1000) for each in weighed if each)
            text.append(say("review.puzzle-chance", *shares))
        brought = brings(foreseen.ledger)
        if gain < best:
            text.append(say("review.puzzle-less", brought, best - gain))
        elif gain > best:
            text.append(say("review.puzzle-more", brought))
        else:
            text.append(say("review.puzzle-same", brought))
        return " ".join(text)

    def known(self, foreseen: Foreseen[Any]) -> Line | None:
        """The side line that leads there, if somebody has weighed it."""
        return next(
            (side for side in self.place.sides if self.foresee(self.turn_of(side)).state == foreseen.state),
            None,
        )

    def heard(self, game: AnyGame) -> Self:
        _ = self.position  # found once, and not in every language anew
        return super().heard(game)

    def now(self, people: Sequence[str] = ()) -> Step:
        """What is asked; at the end why it is so. What nobody has written down is told by the facts."""
        if self.finished:
            notes = said(self.solution.places[-1].notes) or reasons(
                self.game, self.position, self.place, people
            )
            return Step(1, 1, notes, [], [], self.place.why, True)
        asked = said(self.place.notes) or [say("review.puzzle-asked")]
        helps = said(self.posed.hints) or hints(self.game, self.position, self.place, people)
        return Step(1, 1, asked, helps, [], self.place.why, False)


def same(one: Foreseen[Any], other: Foreseen[Any]) -> bool:
    """Do both lead to the same position, or bring the same for the same?"""
    brought = sorted(one.ledger)
    return bool(one.state == other.state) or (bool(brought) and brought == sorted(other.ledger))


def gain_of(foreseen: Foreseen[Any]) -> int:
    return sum(points for points, _ in foreseen.ledger)
