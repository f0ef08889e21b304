"""Records: what is read, what is refused, and where a lie is found."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline import load
from branchline.core.errors import RecordError
from branchline.core.record import last_state, new_record, play_out, read, write


def random_record() -> str:
    game, rng = load("sncf-france"), Random("record")
    record = new_record(game, 3, {})
    play_out(game, game.start(3), lambda state: game.random_action(state, rng), record)
    return write(record)


TEXT = random_record()
GAME = load("sncf-france")


def test_a_record_replays() -> None:
    record = read(TEXT)
    assert last_state(GAME, record).to_move == -2
    assert write(record) == TEXT


def test_a_record_says_how_much_of_it_was_played_elsewhere() -> None:
    record = read(lied("result ", "imported 40\nresult "))
    assert record.imported == 40
    assert "\nimported 40\nresult " in write(record)
    assert read(TEXT).imported == 0


def test_a_record_says_how_often_chance_was_drawn_anew() -> None:
    record = read(lied("result ", "redrawn 2\nresult "))
    assert record.redrawn == 2
    assert "\nredrawn 2\nresult " in write(record)
    assert read(TEXT).redrawn == 0


def lied(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


LINES = TEXT.splitlines()
ROW = next(line for line in LINES if " build " in line)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a line 'format'"),
        ("noise\n", "begins with 'format 1'"),
        ("format 2\n", "begins with 'format 1'"),
        ("format 1\ngame sncf-france\n", "has a line 'board'"),
        (lied("players 3", "players many"), "whole number"),
        (lied("result ", "imported some\nresult "), "that is a whole number below 1000000"),
        (lied("result ", "imported ٣\nresult "), "that is a whole number below 1000000"),
        (lied("result ", "imported 9999\nresult "), "the record has"),
        (lied("players 3", "players 9"), "is for 3 to 6 players"),
        (lied("hidden=strict", "hidden=maybe"), "is one of"),
        (lied("hidden=strict", "hidden"), "not name=value"),
        (lied("hidden=strict", "colour=red"), "no option"),
        (lied("result ", "result 1"), "the game comes to"),
        (lied(ROW, ROW[:-8] + "00000000"), "the digest is"),
        (lied(ROW, "5" + ROW[1:]), "is to act here"),
        (lied(ROW, ROW.replace("build", "bild")), "no verb 'bild'"),
        (lied(ROW, "what is this"), "a row is"),
        (lied(ROW, f"{ROW[0]} build a,b ~00000000"), "neither an id"),
        (TEXT + ROW + "\n", "was over before"),
        (TEXT.replace(LINES[-1] + "\n", ""), "the game comes to 'unfinished'"),
        (lied("board france-1", "board france-2"), "was played on board"),
        (lied("players 3", "players 3\nplayers 3"), "must stand once"),
    ],
)
def test_a_lying_record_is_refused_with_the_place(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        last_state(GAME, read(text))


@given(st.text(max_size=200))
def test_noise_is_refused_and_never_crashes(noise: str) -> None:
    for text in (noise, "format 1\n" + noise, TEXT[:400] + noise):
        try:
            last_state(GAME, read(text))
        except RecordError as error:
            assert str(error)


@given(st.integers(0, len(TEXT) - 1), st.characters())
def test_a_changed_character_is_noticed_or_changes_nothing(place: int, character: str) -> None:
    changed = TEXT[:place] + character + TEXT[place + 1 :]
    try:
        record = read(changed)
        if record.game != GAME.id:
            return
        last_state(GAME, record)
    except RecordError as error:
        assert str(error)
    else:
        kept = read(TEXT)
        assert (record.rows, record.result, record.players) == (kept.rows, kept.result, kept.players)


def test_a_record_of_another_game_is_refused_by_its_name() -> None:
    with pytest.raises(RecordError, match="the record is one of sncf-france, not of sncf-germany"):
        last_state(load("sncf-germany"), read(TEXT))
