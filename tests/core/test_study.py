"""Studies: what is written is read again, what is wrong is refused with its line, and all is replayed."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline import load
from branchline.core import record as records
from branchline.core.errors import RecordError
from branchline.core.game import CHANCE
from branchline.core.record import Record, new_record, play_row
from branchline.core.study import Judgement, Line, Place, Study, read, said, study_of, write
from branchline.core.study_check import check
from branchline.core.task import Goal, Task, fits

GAME = load("sncf-france")
RULES = {"score.city", "build.adjacent"}


def played(rows: int) -> Record:
    """The first rows of a game in which seat 0 begins."""
    for seed in range(100):
        record, state, rng = new_record(GAME, 3, {}), GAME.start(3), Random(seed)
        while state.to_move == CHANCE:
            play_row(GAME, record, state, GAME.draw(state, rng))
        if state.to_move == 0:
            while len(record.rows) < rows:
                play_row(GAME, record, state, GAME.random_action(state, rng))
            return record
    raise AssertionError


def first_turn(record: Record) -> int:
    return next(step for step, (seat, _, _) in enumerate(record.rows) if seat == 0)


# --- there and back

sentences = st.tuples(st.sampled_from(["en", "de", "pt-BR"]), st.text(min_size=1, max_size=20)).filter(
    lambda each: each[1] == each[1].strip() and len(each[1].splitlines()) == 1
)
words = st.sampled_from(["build", "red|blue", "*", ">=2", "<=-3", "f12", "1,2", "1,2;3,4"])
patterns = st.lists(words, min_size=1, max_size=4).map(tuple)
goals = st.builds(
    Goal, patterns, st.lists(patterns, max_size=2), st.none() | st.integers(0, 99), st.booleans()
)
tasks = st.builds(
    Task,
    st.lists(goals, min_size=1, max_size=2),
    st.lists(patterns, max_size=2),
    st.lists(sentences, max_size=2),
)
judgements = st.builds(
    Judgement,
    st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 1000)), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(-99, 99), sentences.map(lambda each: each[1])), max_size=2),
)
rows = st.tuples(
    st.integers(-1, 5),
    st.sampled_from([("done",), ("build", "red", "f12"), ("lay", "short", ((0, 5), (30, 5)))]),
    st.sampled_from(["", "0123abcd"]),
)


@st.composite
def places(draw: Any, deep: int = 0) -> Place:
    sides = []
    if deep < 2:
        for _ in range(draw(st.integers(0, 1))):
            side = draw(st.lists(rows, min_size=1, max_size=2))
            sides.append(Line(side, [draw(places(deep + 1)) for _ in range(len(side) + 1)]))
    return Place(
        draw(st.lists(sentences, max_size=2)),
        draw(st.sampled_from(["", "score.city", "build.heavy-line"])),
        draw(st.lists(st.sampled_from(["d6", "red", "panel"]), max_size=2)),
        draw(st.none() | tasks),
        draw(st.none() | judgements),
        sides,
    )


PLAYED = played(50)


@given(st.data())
def test_what_is_written_is_read_again(data: st.DataObject) -> None:
    study = study_of(PLAYED)
    for step in data.draw(st.sets(st.integers(0, len(PLAYED.rows)), max_size=3)):
        study.line.places[step] = data.draw(places())
    study.titles, study.goals = (
        data.draw(st.lists(sentences, max_size=2)),
        data.draw(st.lists(sentences, max_size=1)),
    )
    study.eyes = data.draw(st.none() | st.integers(0, 2))
    text = write(study)
    assert read(text) == study
    assert write(read(text)) == text


def test_a_plain_record_is_a_study_without_notes() -> None:
    text = records.write(PLAYED)
    study = read(text)
    assert study == study_of(PLAYED)
    assert write(study) == text


@pytest.mark.parametrize("text", ["two\nlines", "", " before", "after ", "a\x1cb", "a\u2028b"])
def test_a_sentence_that_is_no_single_line_is_not_written(text: str) -> None:
    study = study_of(PLAYED)
    study.goals = [("en", text)]
    with pytest.raises(RecordError, match="one line"):
        write(study)


def test_a_language_without_sentences_gets_the_english_ones() -> None:
    texts = [("en", "Build."), ("de", "Baue."), ("en", "Now.")]
    assert said(texts, "de") == ["Baue."]
    assert said(texts, "fr") == said(texts) == ["Build.", "Now."]


# --- what is refused

PLAIN = records.write(played(50))
HEAD = len(PLAIN.splitlines())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("note Look.", "a sentence is a language and words"),
        ("note EN Look.", "a sentence is a language and words"),
        ("note en", "a sentence is a language and words"),
        ("title en Late", "'title' must stand once, above the first row"),
        ("eyes 0", "'eyes' must stand once, above the first row"),
        ("why the city", "'why' names one rule"),
        ("why score.city\nwhy score.city", "'why' names one rule, once"),
        ("point", "'point' names ids"),
        ("point a\npoint b", "'point' names ids, once"),
        ("task", "this one is empty"),
        ("task build ** red", "the last word"),
        ("task build red|", "empty alternative"),
        ("task build\nevent city >=two", "no bound"),
        ("event city *", "'event' belongs to a task"),
        ("gain 3", "'gain' belongs to a task"),
        ("task build **\ngain many", "a gain is a whole number"),
        ("ends", "'ends' belongs to a task"),
        ("task build **\nends now", "'ends' stands alone"),
        ("right now", "'right' stands alone"),
        ("tempting twice", "'tempting' stands alone"),
        ("way build", "'way' belongs to a task"),
        ("hint en No.", "'hint' belongs to a task"),
        ("task build **\nhint en No.\ntask trade **", "above its ways and hints"),
        ("judgement 1200±3", "in thousandths"),
        ("judgement 500", "in thousandths"),
        ("judgement", "in thousandths"),
        ("ledger +3 Lyon", "follows its judgement"),
        ("judgement 500±3 300±2 200±1\nledger 3 Lyon", "points and what for"),
        ("(\n)", "at least one row"),
        (")", "no side line that"),
        ("(\n0 done", "')' is missing"),
        ("(\n" * 21, "deep at most"),
        ("noise", "a row is 'seat action ~digest'"),
        ("0 done", "a row is 'seat action ~digest'"),
        ("(\nplayers 3", "'players' must stand once"),
    ],
)
def test_bad_lines_are_refused_with_their_number(line: str, says: str) -> None:
    with pytest.raises(RecordError, match=re.escape(says)) as error:
        read(PLAIN + line + "\n")
    assert str(error.value) == f"line {HEAD + len(line.splitlines())}: " + str(error.value).split(": ", 1)[1]


def test_eyes_are_those_of_a_seat() -> None:
    with pytest.raises(RecordError, match="the record has 3 seats"):
        read(PLAIN.replace("players 3\n", "players 3\neyes 3\n"))
    with pytest.raises(RecordError, match="line 1: a record begins"):
        read("note en Hello.\n")


@given(st.text(max_size=120), st.sampled_from(["", "note ", "task ", "(\n", "judgement ", "point "]))
def test_noise_is_refused_and_never_crashes(noise: str, key: str) -> None:
    try:
        check(GAME, read(PLAIN + key + noise), RULES)
    except RecordError as error:
        assert str(error)


# --- what is checked


def marked(**marks: Any) -> Study:
    """A study with marks where seat 0 first decides."""
    study = study_of(played(50))
    study.eyes = 0
    at = first_turn(study.record)
    study.line.places[at] = Place(**marks)
    return read(write(study))


def verb() -> str:
    return str(PLAYED.rows[first_turn(PLAYED)][1][0])


def test_a_good_study_is_checked_with_its_side_lines() -> None:
    state = GAME.start(3)
    for _, action, _ in PLAYED.rows[: first_turn(PLAYED)]:
        GAME.apply(state, action)
    other = next(each for each in reversed(GAME.legal_actions(state)) if each[0] == "build")
    side = Line([(0, other, "")], [Place(), Place(judgement=Judgement([(400, 9), (300, 9), (300, 9)]))])
    check(GAME, marked(why="score.city", task=Task([Goal((verb(), "**"))]), sides=[side]), RULES)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"why": "score.moon"}, "there is no rule 'score.moon'"),
    ({"judgement": Judgement([(500, 1)])}, "a share for each of 3 seats"),
    ({"task": Task([Goal(("fly", "**"))])}, "does not do what the task asks"),
    ({"task": Task([Goal(("fly", "**"))], ways=[("**",)])}, "the noted rows do not do"),
    (
        {"sides": [Line([(0, ("build", "red", "o12"), "")], [Place(), Place()])]},
        r"side line, action 1 .*touch",
    ),
    ({"sides": [Line([(2, ("done",), "")], [Place(), Place()])]}, "seat 0 acts here, not seat 2"),
    (
        {"sides": [Line([(0, PLAYED.rows[first_turn(PLAYED)][1], "00000000")], [Place(), Place()])]},
        "the digest is",
    ),
]


@pytest.mark.parametrize(("marks", "says"), WRONG)
def test_a_lying_study_is_refused_with_its_place(marks: dict[str, Any], says: str) -> None:
    with pytest.raises(RecordError, match=says) as error:
        check(GAME, marked(**marks), RULES)
    assert str(error.value).startswith("line ")


def test_a_lying_row_is_named_by_its_line() -> None:
    lines = PLAIN.splitlines()
    lines[-3] = lines[-3][:-8] + "00000000"
    with pytest.raises(RecordError, match=f"line {len(lines) - 2}: action .* the digest is"):
        check(GAME, read("\n".join(lines)))


def test_a_task_is_for_the_seat_of_the_study() -> None:
    study = marked(task=Task([Goal((verb(), "**"))]))
    study.eyes = 1
    with pytest.raises(RecordError, match="for the seat that the study is made for"):
        check(GAME, study)


def test_bounds_and_alternatives_fit() -> None:
    city = ("city", "red", "f12", 3)
    assert fits(("city", "red|blue", "*", ">=3"), city)
    assert fits(("city", "**"), city)
    assert fits(("**",), city)
    for pattern in (
        ("city", "*", "*", "<=2"),
        ("city", "*", "*"),
        ("city", "r|ed", "*", "*"),
        ("city", ">=1", "*", "*"),
    ):
        assert not fits(pattern, city)
