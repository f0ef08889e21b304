"""Lessons: to their end as noted, by any action that fulfils, with wrong tries, and off the noted way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline.bots import choose, named
from branchline.core.action import Action, to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.core.languages import ENGLISH, LANGUAGES
from branchline.core.lesson import Astray, Lesson
from branchline.core.study import Study, read, said, write
from branchline.core.study_check import check
from branchline.core.task import Text, fulfils, leads
from branchline.core.voice import speaking
from branchline.games import GAMES, load
from branchline.games.lessons import has_lesson, lesson_for, study_for
from branchline.games.rules_text import rule_ids
from tests.lessons import path_of, renewed
from tests.test_cli import branchline

LESSONS = [game_id for game_id in GAMES if has_lesson(game_id)]
LONG = 30  # words of a sentence
Pick = Callable[[Lesson, Any], Any]


def as_noted(lesson: Lesson, state: Any) -> Any:
    return next(action for seat, action, _ in lesson.rows[lesson.cursor :] if seat == lesson.seat)


def played(game_id: str, pick: Pick, seed: str = "others") -> tuple[Lesson, Any, list[int]]:
    """The lesson to its end, the learner by `pick`, the others as noted; and which steps were asked for."""
    lesson, rng = lesson_for(game_id), Random(seed)
    asked: list[int] = []
    game, record = lesson.game, lesson.study.record
    state = game.start(record.players, **record.options)
    while True:
        lesson.settle(state)
        if state.to_move == OVER or (lesson.finished and lesson.noted(state) is None):
            return lesson, state, asked
        if state.to_move == lesson.seat and not lesson.finished:
            if asked[-1:] != [lesson.step]:
                asked.append(lesson.step)
            action = pick(lesson, state)
            lesson.judge(state, action)
        elif (noted := lesson.noted(state)) is not None:
            action = noted
        elif state.to_move == CHANCE:
            action = game.draw(state, rng)
        else:
            action = choose(named("greedy"), game, state, rng)[0]
        game.check(state, action)
        lesson.passed(state, action)
        game.apply(state, action)
        assert len(asked) < 100


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_lesson_that_tells_the_truth(game_id: str) -> None:
    game, study = load(game_id), study_for(game_id)
    check(game, study, rule_ids(game_id))
    text = path_of(game_id).read_text("utf-8")
    assert write(read(text)) == text == renewed(text), "python -m tests.lessons"
    assert study.eyes is not None and study.titles and study.goals
    turns = {
        sum(seat not in (study.eyes, CHANCE) for seat, _, _ in study.line.rows[:at])
        for at, place in enumerate(study.line.places)
        if place.task
    }
    assert 5 <= len(turns) <= 8
    assert len(said(study.line.places[-1].notes)) == 5, "aim, a turn, points, a tactic, a trap"
    for place in study.line.places:
        if place.task:
            assert place.notes and place.why and place.points and place.task.hints
        for _, sentence in [*place.notes, *(place.task.hints if place.task else [])]:
            assert len(sentence.split()) <= LONG, sentence


def groups_of(study: Study) -> Iterator[list[Text]]:
    """All that is said somewhere, in every language."""
    yield study.titles
    yield study.goals
    for place in study.line.places:
        yield place.notes
        yield place.task.hints if place.task else []


def lacking(texts: list[Text]) -> list[str]:
    """In which languages a line is missing, is one too many, or has other figures than in English."""
    english = [text for tongue, text in texts if tongue == ENGLISH]
    found = [f"{tongue}: {text}" for tongue, text in texts if tongue not in LANGUAGES]
    for language in LANGUAGES:
        lines = [text for tongue, text in texts if tongue == language]
        if len(lines) != len(english):
            found.append(f"{language} has {len(lines)} lines, not {len(english)}: {english}")
        found += [
            f"{language}: {line}"
            for line, same in zip(lines, english, strict=False)
            if figures(line) != figures(same) or (line == same and language != ENGLISH)
        ]
    return found


def figures(text: str) -> list[str]:
    """All numbers of a sentence; languages have them in any order."""
    return sorted(re.findall(r"\d+", text))


@pytest.mark.parametrize("game_id", LESSONS)
def test_every_line_of_a_lesson_is_there_in_every_language_with_the_same_figures(game_id: str) -> None:
    assert [fault for texts in groups_of(study_for(game_id)) for fault in lacking(texts)] == []
    for texts in groups_of(study_for(game_id)):  # French keeps its signs beside their words
        assert not [text for tongue, text in texts if tongue == "fr" and re.search(r" [:;!?»]|« |'", text)]


def test_a_line_that_is_missing_or_has_another_figure_is_named() -> None:
    texts = [(language, f"{language}: 3 of 20") for language in LANGUAGES]
    assert lacking(texts) == []
    assert lacking(texts[:-1]) == ["de has 0 lines, not 1: ['en: 3 of 20']"]
    assert lacking([*texts[:-1], ("de", "de: 3 von 21")]) == ["de: de: 3 von 21"]
    assert lacking([*texts[:-1], ("de", "en: 3 of 20")]) == ["de: en: 3 of 20"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", LESSONS)
def test_a_lesson_speaks_the_language_of_its_learner(game_id: str, language: str) -> None:
    lesson = lesson_for(game_id)
    mine = [text for tongue, text in lesson.place.notes if tongue == language]
    with speaking(language):
        assert lesson.now().notes == mine and mine
        assert lesson_for(game_id).game is load(game_id, language=language)
        assert said([("en", "Only English.")]) == ["Only English."]


@pytest.mark.parametrize("game_id", LESSONS)
def test_the_noted_moves_lead_to_the_end(game_id: str) -> None:
    lesson, _, asked = played(game_id, as_noted)
    assert lesson.finished and not lesson.astray and lesson.cursor == len(lesson.rows)
    assert asked == list(range(len(lesson.tasks)))
    assert lesson.now().finished and len(lesson.now().notes) == 5


def allowed(game: AnyGame, state: Any, action: Action) -> bool:
    try:
        game.check(state, action)
    except BranchlineError:
        return False
    return True


def any_that_fulfils(rng: Random) -> Pick:
    """What fulfils the task, else what leads to it, by chance."""

    def pick(lesson: Lesson, state: Any) -> Any:
        task, game = lesson.place.task, lesson.game
        assert task is not None
        masked = game.mask(state, lesson.seat)
        legal = game.legal_actions(masked)
        if not game.lists_all:
            legal = [*legal, *game.propose(masked, ()), ("forfeit", "short")]
            legal = [each for each in legal if allowed(game, state, each)]
        found = [each for each in legal if fulfils(game, task, state, each)]
        return rng.choice(found or [each for each in legal if leads(task, each)])

    return pick


def typed(game_id: str) -> list[str]:
    study = study_for(game_id)
    return [to_text(action) for seat, action, _ in study.line.rows if seat == study.eyes]


@pytest.mark.parametrize("game_id", LESSONS)
def test_the_terminal_runs_the_lesson_in_words(game_id: str, tmp_path: Path) -> None:
    wrong = ["fly away", "undo"]
    done = branchline("learn", game_id, typed="\n".join([*wrong, *typed(game_id), ""]), folder=tmp_path)
    assert done.returncode == 0 and "Traceback" not in done.stdout + done.stderr, done.stderr
    lesson = lesson_for(game_id)
    for number, at in enumerate(lesson.tasks, start=1):
        assert f"Step {number} of {len(lesson.tasks)}" in done.stdout
        assert squeezed(lesson.places[at].notes[0][1]) in squeezed(done.stdout)
    assert "Hint: " in done.stdout and "What you have learnt" in done.stdout
    assert squeezed(said(lesson.places[-1].notes)[-1]) in squeezed(done.stdout)
    assert f"play {game_id}" in done.stdout


def squeezed(text: str) -> str:
    """Without line breaks, which depend on the width of the screen."""
    return "".join(text.split())


@pytest.mark.prove("lessons")
@pytest.mark.parametrize("game_id", LESSONS)
def test_any_action_that_fulfils_leads_to_the_end(game_id: str, count: Callable[[int, int], int]) -> None:
    for seed in range(count(3, 100)):
        lesson, _, asked = played(game_id, any_that_fulfils(Random(seed)), f"others {seed}")
        assert lesson.finished
        assert len(asked) >= len(lesson.tasks) / 2, f"seed {seed}: only steps {asked} were asked for"


@pytest.mark.parametrize("game_id", LESSONS)
def test_wrong_tries_change_nothing_and_are_explained(game_id: str) -> None:
    rng, tried = Random(game_id), []

    def pick(lesson: Lesson, state: Any) -> Any:
        game, task = lesson.game, lesson.place.task
        assert task is not None
        legal = game.legal_actions(game.mask(state, lesson.seat))
        wrong = [each for each in legal if not leads(task, each) and not fulfils(game, task, state, each)]
        before = (lesson.step, lesson.cursor, state.copy())
        if wrong:
            with pytest.raises(Astray, match="not what this step asks for"):
                lesson.judge(state, rng.choice(wrong))
            tried.append(lesson.step)
        with pytest.raises(BranchlineError):
            game.accept(state, ("fly", "away"))
        assert before == (lesson.step, lesson.cursor, state)
        assert lesson.now().hints
        return as_noted(lesson, state)

    lesson, _, _ = played(game_id, pick)
    assert lesson.finished and not lesson.astray
    assert tried or not lesson.game.lists_all, "no task of this lesson leaves room for a wrong try"
