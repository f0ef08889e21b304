"""Whether a study tells the truth: every row is legal, side lines too, and noted rows do what tasks ask."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from branchline.core.action import to_text
from branchline.core.errors import BranchlineError, RecordError
from branchline.core.game import OVER, AnyGame
from branchline.core.record import digest, replay
from branchline.core.study import Line, Place, Posed, Study
from branchline.core.task import Task, fulfils, leads


def check(game: AnyGame, study: Study, rules: Collection[str] | None = None) -> None:
    """Replay all of it, side lines included, and judge what is said; RecordError says what is wrong where.

    `rules` are the ids that `why` may name.
    """
    judge, steps, step = _Judge(game, study, rules), replay(game, study.record), -1
    while True:
        try:
            step, state = next(steps)
        except StopIteration:
            return
        except RecordError as error:
            later = study.line.places[step + 1 : step + 2]
            where = f"line {later[0].number}: " if later and later[0].number else ""
            raise RecordError(f"{where}{error}") from None
        judge.place(study.line, step, state)


class _Judge:
    def __init__(self, game: AnyGame, study: Study, rules: Collection[str] | None) -> None:
        self.game, self.study, self.rules = game, study, rules

    def place(self, line: Line, step: int, state: Any) -> None:
        place = line.places[step]
        try:
            self.said(place, state)
            if place.task:
                self.task(line, step, place.task, state.copy())
            if place.puzzle:
                self.puzzle(place, place.puzzle, state)
        except RecordError as error:
            raise RecordError(f"{self.where(line, step)}: {error}") from None
        for side in place.sides:
            self.side(side, state.copy())

    def where(self, line: Line, step: int) -> str:
        number = line.places[step].number
        after = to_text(line.rows[step - 1][1])[:60] if step else "the beginning"
        return f"line {number}, at {after}" if number else f"at {after}"

    def said(self, place: Place, state: Any) -> None:
        if place.why and self.rules is not None and place.why not in self.rules:
            raise RecordError(f"there is no rule {place.why!r} in this game")
        if place.judgement and len(place.judgement.shares) != state.players:
            raise RecordError(f"a judgement has a share for each of {state.players} seats")

    def task(self, line: Line, step: int, task: Task, state: Any) -> None:
        """The noted rows must do what is asked."""
        seat = state.to_move
        if seat < 0 or (self.study.eyes is not None and seat != self.study.eyes):
            raise RecordError("a task is for the seat that the study is made for, in its own turn")
        for place, (mover, action, _) in zip(line.places[step:], line.rows[step:], strict=False):
            if place.task not in (None, task):
                break
            if mover == seat:
                if fulfils(self.game, task, state, action):
                    return
                if not leads(task, action):
                    raise RecordError(f"'{to_text(action)[:60]}' does not do what the task asks")
            self.game.apply(state, action)
        raise RecordError("the noted rows do not do what the task asks")

    def puzzle(self, place: Place, posed: Posed, state: Any) -> None:
        """Its side lines are whole turns of the seat to move, and what is right brings what is asked for."""
        seat = state.to_move
        if seat < 0 or not any(side.places[-1].right for side in place.sides):
            raise RecordError("a puzzle is for a seat to move, and a side line that is 'right' solves it")
        good: list[list[tuple[int, str]]] = []
        for side in sorted(place.sides, key=lambda side: not side.places[-1].right):
            foreseen = self.game.looks.foresee(self.game.mask(state, seat), [row[1] for row in side.rows])
            if foreseen.steps < len(side.rows) or foreseen.state.to_move == seat:
                raise RecordError("a side line from a puzzle is one whole turn of the seat to move")
            gain, right = sum(points for points, _ in foreseen.ledger), side.places[-1].right
            if posed.gain is not None and (gain >= posed.gain) != right:
                raise RecordError(f"a turn that brings {gain} is {'' if right else 'not '}right here")
            brought = sorted(foreseen.ledger)
            if not right and brought and brought in good:
                raise RecordError("a turn that brings the same as one that is 'right' is right, too")
            good += [brought] if right else []

    def side(self, line: Line, state: Any) -> None:
        for step, (seat, action, expected) in enumerate(line.rows, start=1):
            self.place(line, step - 1, state)
            number = line.places[step].number
            where = f"line {number}: " if number else ""
            where += f"side line, action {step} ({to_text(action)[:60]})"
            if state.to_move == OVER or seat != state.to_move:
                raise RecordError(f"{where}: {_mover(state.to_move)} here, not {_mover(seat)}")
            try:
                self.game.check(state, action)
            except BranchlineError as error:
                raise RecordError(f"{where}: {error}") from None
            self.game.apply(state, action)
            found = digest(state)
            if expected and found != expected:
                raise RecordError(f"{where}: the digest is {found}, the study says {expected}")
        self.place(line, len(line.rows), state)


def _mover(seat: int) -> str:
    return "nobody acts" if seat == OVER else "chance draws" if seat < 0 else f"seat {seat} acts"
