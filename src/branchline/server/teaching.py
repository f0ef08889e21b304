"""A table that is a lesson. Where its learner stands follows from study and log: nothing more is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.bots import USUAL
from branchline.core.action import Action, from_text
from branchline.core.lesson import Lesson
from branchline.core.puzzle import Puzzle
from branchline.core.study import said
from branchline.core.voice import say
from branchline.games.lessons import has_lesson, study_for
from branchline.server import puzzling
from branchline.server.answers import LessonNow
from branchline.server.names import shown
from branchline.server.questions import Create, Learn, NewSeat
from branchline.server.refusals import Denied

if TYPE_CHECKING:
    from branchline.server.match import Match


def followed(match: Match) -> Lesson | Puzzle | None:
    """The lesson or puzzle of this table after all that stands; None where it is none."""
    if match.setup.puzzle:
        return puzzling.followed(match)
    if not match.setup.lesson or not has_lesson(match.setup.game):
        return None
    lesson = Lesson(match.game, study_for(match.setup.game))
    return lesson.follow(from_text(row.body) for row in match.standing)


def drawn(match: Match, state: Any, lesson: Lesson | Puzzle | None) -> Action:
    """What chance draws: what is noted where it may be, else anything."""
    noted = lesson.noted(state) if lesson else None
    return match.game.draw(state, match.world.chance) if noted is None else noted


def judge(match: Match, action: Action) -> None:
    """Refuse what is not asked for now, in the language of whoever did it."""
    if match.lesson:
        match.lesson.heard(match.game).judge(match.state, action)


def seed_of(match: Match) -> str | None:
    """Others whose noted moves cannot be played play the same whenever the learner does the same."""
    return f"{match.setup.game} {len(match.standing)}" if match.lesson else None


def told(match: Match, viewer: int | None) -> LessonNow | None:
    """What the lesson says to its learner; it speaks of their hand, so nobody else hears it."""
    lesson = match.lesson
    if lesson is None or viewer != lesson.seat:
        return None
    step, study = lesson.heard(match.game).now([shown(seat.name) for seat in match.seats]), lesson.study
    return LessonNow(
        puzzling.title(match) or " ".join(said(study.titles)),
        " ".join(said(study.goals)),
        step.number,
        step.of,
        step.notes,
        step.hints,
        step.points,
        step.why,
        step.finished,
        match.setup.puzzle,
    )


def wanted_table(asked: Learn) -> Create:
    """A table for a lesson: the learner alone with bots, without a clock, as the study has it."""
    if not has_lesson(asked.game):
        raise Denied("unknown", say("server.no-lesson"))
    study = study_for(asked.game)
    seats = [NewSeat("bot", USUAL)] * study.record.players
    seats[study.eyes or 0] = NewSeat("me", name=asked.name)
    return Create(game=asked.game, seats=seats, options=study.record.options)
