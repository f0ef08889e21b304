"""A study as a lesson: where its learner stands, what is asked now, and what the others do.

All of it follows from the study and from what was done, so nothing more need be kept. The learner does tasks;
whoever else is to act does what is noted, as long as that is legal. After another action that fulfils a task
the lesson goes on from there: what is noted for the others is tried, and a task that cannot be done any more
is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Self

from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER, AnyGame
from branchline.core.record import digest
from branchline.core.study import Place, Study, said
from branchline.core.task import fulfils, leads, possible
from branchline.core.voice import say


class Astray(BranchlineError):
    """A legal action that is not what a lesson asks for now."""

    kind = "lesson"


@dataclass(frozen=True, slots=True)
class Step:
    """What a lesson says now; when it is finished, what was learnt."""

    number: int  # 1 is the first
    of: int
    notes: list[str]
    hints: list[str]
    points: list[str]
    why: str
    finished: bool


class Course:
    """Somebody's way through a study, a lesson or a puzzle.

    `settle` is told every position, `passed` every action just before it is applied.
    """

    game: AnyGame
    study: Study

    def follow(self, actions: Iterable[Action]) -> Self:
        """Go through all that was done so far, from the beginning."""
        record = self.study.record
        state = self.game.start(record.players, **record.options)
        for action in actions:
            self.settle(state)
            self.passed(state, action)
            self.game.apply(state, action)
        self.settle(state)
        return self

    def heard(self, game: AnyGame) -> Self:
        """The same, told and judged by its game in another language."""
        found = copy(self)
        found.game = game
        return found

    def settle(self, state: Any) -> None:
        raise NotImplementedError

    def passed(self, state: Any, action: Action) -> None:
        raise NotImplementedError


class Lesson(Course):
    """A learner's way through a study, row by row."""

    def __init__(self, game: AnyGame, study: Study) -> None:
        self.game, self.study = game, study
        self.seat = study.eyes or 0
        self.rows, self.places = study.line.rows, study.line.places
        self.tasks = [number for number, place in enumerate(self.places) if place.task]
        self.step = 0  # how many tasks are done or passed over
        self.begun = False  # the learner is on the way to the next one
        self.cursor = 0  # the next noted row
        self.astray = False  # something else was done than is noted

    @property
    def finished(self) -> bool:
        return self.step >= len(self.tasks)

    @property
    def place(self) -> Place:
        return self.places[-1 if self.finished else self.tasks[self.step]]

    def _bound(self) -> int:
        """The noted rows before this one may be played now."""
        step = self.step + self.begun
        return self.tasks[step] if step < len(self.tasks) else len(self.rows)

    # --- what is done

    def again(self) -> Lesson:
        """The same from its beginning."""
        return Lesson(self.game, self.study)

    def settle(self, state: Any) -> None:
        """Where the learner decides, rows that were noted before are left behind, and tasks that cannot be
        done any more are passed over."""
        if state.to_move == OVER:
            self.step, self.begun, self.cursor = len(self.tasks), False, len(self.rows)
        while state.to_move == self.seat and not self.finished:
            at, task = self.tasks[self.step], self.place.task
            assert task is not None
            self.cursor = max(self.cursor, at)
            as_noted = at > 0 and self.rows[at - 1][2] == digest(state)
            if not self.astray or as_noted or possible(self.game, task, state):
                return
            self.step, self.begun = self.step + 1, False

    def passed(self, state: Any, action: Action) -> None:
        """This legal action is done now, by whoever is to move."""
        learns = state.to_move == self.seat and not self.finished
        self.begun = self.begun or learns
        row = self._noted_row(state.to_move)
        as_noted = row is not None and self.rows[row][1] == action
        if as_noted:
            assert row is not None
            self.cursor = row + 1
        elif self.cursor < len(self.rows):
            self.astray = True
        task = self.place.task
        if learns and task is not None and fulfils(self.game, task, state, action):
            own = [row for row in range(self.cursor, self._bound()) if self.rows[row][0] == self.seat]
            self.cursor = own[-1] + 1 if own else self.cursor  # noted for the learner, and not needed
            self.step, self.begun = self.step + 1, False

    def _noted_row(self, seat: int) -> int | None:
        return next((row for row in range(self.cursor, self._bound()) if self.rows[row][0] == seat), None)

    # --- what comes

    def noted(self, state: Any) -> Action | None:
        """What chance or another seat is noted to do now, where that is legal."""
        row = None if state.to_move == self.seat else self._noted_row(state.to_move)
        if row is None:
            return None
        action = self.rows[row][1]
        try:
            self.game.check(state, action)
        except BranchlineError:
            return None
        return action

    def judge(self, state: Any, action: Action) -> None:
        """Raise Astray where this legal action of the learner's is not what is asked for."""
        task = self.place.task
        if self.finished or task is None or state.to_move != self.seat:
            return
        if not leads(task, action) and not fulfils(self.game, task, state, action):
            raise Astray(say("review.astray"))

    def now(self, people: Sequence[str] = ()) -> Step:
        """What is said now, in the language that is spoken here."""
        place = self.place
        return Step(
            min(self.step + 1, len(self.tasks)),
            len(self.tasks),
            said(place.notes),
            said(place.task.hints) if place.task and not self.finished else [],
            place.points,
            place.why,
            self.finished,
        )
