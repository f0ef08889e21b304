"""Played games as tables: `branchline.read`, what draws itself, Parquet files, the notebook of the docs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pandas
import pytest
from pyarrow import parquet

import branchline
from branchline import cli
from branchline.core.action import to_text
from branchline.core.errors import BranchlineError, RecordError
from branchline.core.record import Record, last_state, new_record, play_row, read, result_text
from branchline.games import GAMES, load
from tests.notebook import PAGE, ran

STEPS = 40


def begun(game_id: str, steps: int = STEPS) -> Record:
    """A game of random players, or the beginning of one."""
    game, rng = load(game_id), Random(game_id)
    players = game.seats[0]
    state, record = game.start(players), new_record(game, players)
    while len(record.rows) < steps and state.to_move != branchline.OVER:
        play_row(game, record, state, game.random_action(state, rng))
    return record


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_is_read_as_a_table(game_id: str) -> None:
    record = begun(game_id)
    played = branchline.read(record)
    table: Any = pandas.DataFrame(played)
    assert list(table.step) == list(range(len(record.rows) + 1))
    assert list(table.seat)[1:] == [seat for seat, _, _ in record.rows]
    assert list(table.digest)[1:] == [digest for _, _, digest in record.rows]
    state = last_state(played.game, record)
    assert [table[f"points_{seat}"].iloc[-1] for seat in range(state.players)] == played.game.looks.points(
        state
    )
    assert table.to_move.iloc[-1] == state.to_move and played[-1].state == state
    assert len(played[3:5]) == 2 and played[-1]["step"] == len(record.rows)


def test_a_finished_game_says_who_won() -> None:
    record = begun("bridgetown", 10_000)
    played = branchline.read(record)
    end = played[-1]
    assert sum(end[f"won_{seat}"] for seat in range(record.players)) == 1
    assert record.result == result_text(played.game.scores(end.state))
    assert record.result in repr(played)
    assert pandas.DataFrame(branchline.read(begun("bridgetown"))).won_0.max() == 0  # nobody, before the end


def test_chances_are_shares_of_the_win() -> None:
    played = branchline.read(begun("sncf-germany", 50), chances=True)
    for row in played[::10]:
        assert abs(sum(row[f"chance_{seat}"] for seat in range(3)) - 1) < 1e-4


def test_a_record_is_read_from_text_and_from_a_file(tmp_path: Path) -> None:
    record = begun("sncf-france")
    text = branchline.write(record)
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    found = [branchline.read(source) for source in (record, text, file, str(file))]
    assert all(each.record == record and list(each) == list(found[0]) for each in found)


def test_what_is_no_record_is_refused_with_a_sentence(tmp_path: Path) -> None:
    record = begun("sncf-france")
    seat, action, _ = record.rows[-1]
    record.rows[-1] = (seat, action, "00000000")
    file = tmp_path / "game.txt"
    file.write_text(branchline.write(record), "utf-8")
    with pytest.raises(RecordError, match=r"game.txt: action 40 .*: the digest is"):
        branchline.read(file)
    with pytest.raises(BranchlineError, match=r"there is no file nowhere\.txt"):
        branchline.read("nowhere.txt")
    with pytest.raises(BranchlineError, match="not int"):
        branchline.read(7)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="line 1"):
        branchline.read("format 7\n")


@pytest.mark.parametrize("game_id", GAMES)
def test_boards_and_positions_draw_themselves(game_id: str) -> None:
    played = branchline.read(begun(game_id, 40))
    assert played.game._repr_svg_().startswith("<svg")
    assert played[-1]._repr_svg_().startswith("<svg")
    assert "<svg" in played._repr_html_()
    game, state = played.game, played[-1].state
    assert repr(played[-1].show(seat=0)) == repr(game.show(state, 0))


def test_a_seat_is_shown_no_other_hand() -> None:
    end = branchline.read(begun("sncf-france"))[-1]
    open_hands = end._repr_svg_()
    assert end.show(seat=0)._repr_svg_() != open_hands != end.show()._repr_svg_()


# --- Parquet


OPTIONS = "hidden=open possible=ever stall=3"  # those that nobody chose too, as in a record


def test_self_play_becomes_a_parquet_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, folder = tmp_path / "games.parquet", tmp_path / "records"
    command = ["selfplay", "sncf-germany", "--players", "3", "--games", "3", "--bots", "random"]
    command += ["--option", "hidden=open", "--processes", "1", "--seed", "7"]
    assert cli.main([*command, "--parquet", str(file), "--out", str(folder)]) == 0
    assert f"Every position is in {file}" in capsys.readouterr().out.replace("\n", "")
    table: Any = pandas.read_parquet(file)
    facts = {name.decode(): value.decode() for name, value in parquet.read_schema(file).metadata.items()}
    assert (facts["game"], facts["options"], facts["seed"]) == ("sncf-germany", OPTIONS, "7")
    records = [read(each.read_text("utf-8")) for each in sorted(folder.iterdir())]
    for number, record in enumerate(records):
        one = table[table.game == number]
        assert list(one.action)[1:] == [to_text(action) for _, action, _ in record.rows]
        assert list(one.bot_0.unique()) == ["random"]
    assert set(table.columns) == {"game", "bot_0", "bot_1", "bot_2"} | set(branchline.read(records[0])[0]) - {
        "said"
    }


def test_without_pyarrow_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert cli.main(["selfplay", "bridgetown", "--games", "1", "--parquet", str(tmp_path / "x")]) == 2
    assert "pip install 'branchline[parquet]'" in capsys.readouterr().err


# --- the notebook


def test_the_notebook_of_the_docs_runs(tmp_path: Path) -> None:
    """From its first cell to its last; what is kept in it was shown by such a run."""
    kept = json.loads(PAGE.read_text("utf-8"))["cells"]
    found = ran(str(tmp_path)).cells
    assert (tmp_path / "games.parquet").is_file()
    for before, now in zip(kept, found, strict=True):
        kinds = [sorted(each.get("data", {})) for each in now.get("outputs", [])]
        assert [sorted(each.get("data", {})) for each in before.get("outputs", [])] == kinds, now["source"]
    shown = {kind for cell in found for each in cell.get("outputs", []) for kind in each.get("data", {})}
    assert {"image/svg+xml", "image/png", "text/html"} <= shown
