"""The command line: what it does, and one clear sentence with exit code 2 for bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from branchline import load
from branchline.arena.selfplay import Match, play_match
from branchline.core.record import write
from tests.processes import PATIENCE

RECORD = write(play_match(Match("sncf-france", ("random",) * 3, "cli"), 0))


Done = subprocess.CompletedProcess[str]


def branchline(*arguments: str, typed: str = "", folder: Path | None = None) -> Done:
    return subprocess.run(
        [sys.executable, "-m", "branchline", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        cwd=folder,
        env={**os.environ, "BRANCHLINE_SAVES": str(folder or "saves"), "COLUMNS": "100"},
    )


def refused(done: Done, *says: str) -> None:
    """One sentence, exit code 2, no traceback."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    assert len(done.stderr.strip().splitlines()) == 1
    for text in says:
        assert text in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "String_Railway"], "there is no game 'String_Railway'; did you mean string-railway?"),
        (["play", "nosuchgame"], "there is no game 'nosuchgame'; there are sncf-france"),
        (["play", "sncf-france", "--players", "9"], "is for 3 to 6 players, not for 9"),
        (["play", "sncf-france", "--players", "-3"], "whole number from 1 on, not '-3'"),
        (["play", "sncf-france", "--players", "many"], "whole number"),
        (
            ["play", "sncf-france", "--players", "9" * 5000],
            "whole number from 1 on, not '99999999999999999999'",
        ),
        (["play", "sncf-france", "--bots", "genius"], "there is no bot 'genius'; there are beginner"),
        (["play", "sncf-france", "--players", "5", "--bots", "greedy,random"], "give one name for all"),
        (
            ["play", "sncf-france", "--people", "A,B,C,D", "--players", "3"],
            "4 people do not fit into 3 seats",
        ),
        (["play", "sncf-france", "--people", "Anna,Anna"], "two people have the same name"),
        (["play", "sncf-france", "--people", ",,"], "a name is one word of up to 24 letters, not ''"),
        (["board", "sncf-france", "wrong.json"], "a purple hex is worth 2, not 5"),
        (["play", "sncf-france", "--option", "hidden"], "an option is NAME=VALUE"),
        (["play", "sncf-france", "--option", "hidden=maybe"], "is one of strict, tally, open"),
        (["play", "sncf-france", "--option", "speed=fast"], "has no option 'speed'"),
        (["play", "sncf-france", "--board", "absent.json"], "there is no file absent.json"),
        (["play", "--load", "absent.txt"], "there is no file absent.txt"),
        (["replay", "absent.txt"], "there is no file absent.txt"),
        (["replay", "."], "is a folder, not a file"),
        (["replay", "noise.txt"], "begins with 'format 1'"),
        (["replay", "binary.txt"], "is not a text file"),
        (["replay", "lie.txt"], "the digest is"),
        (["replay", "good.txt", "--at", "99999"], "so --at goes up to"),
        (["replay", "good.txt", "--at", "-1"], "whole number from 0 on"),
        (["replay", "good.txt", "--at", "3", "--out", "x.gif"], "an .svg or a .png file"),
        (["selfplay", "sncf-france", "--games", "-1"], "whole number from 1 on, not '-1'"),
        (["selfplay", "sncf-france", "--games", "0"], "whole number from 1 on"),
        (["selfplay", "sncf-france", "--players", "2"], "is for 3 to 6 players, not for 2"),
        (["selfplay", "sncf-france", "--bots", "a,b,c"], "there is no bot 'a'"),
        (["selfplay", "sncf-france", "--bots", "random,random", "--players", "3"], "2 bots for 3 seats"),
        (["selfplay", "nosuchgame"], "there is no game 'nosuchgame'"),
        (["arena", "nosuchgame"], "there is no game 'nosuchgame'"),
        (["arena"], "which game? branchline arena GAME --bots a,b, or --table FILE"),
        (["arena", "sncf-france", "--bots", "genius"], "there is no bot 'genius'"),
        (["arena", "sncf-france", "--players", "2"], "is for 3 to 6 players, not for 2"),
        (
            ["arena", "bridgetown", "--bots", "random,random,random", "--players", "2"],
            "3 bots do not fit into 2",
        ),
        (["arena", "sncf-france", "--games", "0"], "whole number from 1 on"),
        (
            ["arena", "sncf-france", "--claim", "40"],
            "a share is a number between 0 and 1, such as 0.4, not '40'",
        ),
        (["arena", "sncf-france", "--claim", "much"], "a share is a number between 0 and 1"),
        (["arena", "sncf-france", "--option", "speed=fast"], "has no option 'speed'"),
        (["arena", "sncf-france", "--out", "noise.txt"], "noise.txt is not a file of the arena"),
        (["arena", "--table", "absent.jsonl"], "there is no file absent.jsonl"),
        (["arena", "bridgetown", "--records", __file__], f"nothing can be written to {__file__}: "),
        (["arena", "bridgetown", "--out", f"{__file__}/a"], f"nothing can be written to {__file__}/a"),
        (["selfplay", "bridgetown", "--out", __file__], f"nothing can be written to {__file__}: File exists"),
        (["review", "absent.txt", "--out", f"{__file__}/a"], f"nothing can be written to {__file__}/a"),
        (["arena", "sncf-france", "--table", "absent.jsonl"], "it takes files and no game"),
        (["arena", "sncf-france", "--ray", "127.0.0.1:9"], "there is no Ray cluster at 127.0.0.1:9"),
        (["board", "nosuchgame"], "there is no game 'nosuchgame'"),
        (["board", "check"], "needs a file"),
        (["board", "check", "absent.json"], "there is no file absent.json"),
        (["board", "check", "noise.txt"], "noise.txt: line 1, column 1: this is not JSON"),
        (["board", "check", "wrong.json"], "wrong.json: hexes[0].value: a purple hex is worth 2, not 5"),
        (["fly"], "invalid choice: 'fly'"),
        ([], "required: COMMAND"),
    ],
    ids=lambda words: " ".join(words)[:80] if isinstance(words, list) else "",
)
def test_bad_input_gets_one_sentence(arguments: list[str], says: str, tmp_path: Path) -> None:
    (tmp_path / "noise.txt").write_text("what is this?\n")
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)))
    (tmp_path / "good.txt").write_text(RECORD)
    (tmp_path / "lie.txt").write_text(lie())
    data = json.loads(json.dumps(load("sncf-france").board.data))
    data["hexes"][0]["value"] = 5
    (tmp_path / "wrong.json").write_text(json.dumps(data))
    before = sorted(tmp_path.iterdir())
    refused(branchline(*arguments, folder=tmp_path), says)
    assert sorted(tmp_path.iterdir()) == before


def lie() -> str:
    """A record in which one digest in the middle is wrong."""
    lines = RECORD.splitlines()
    lines[100] = lines[100][:-8] + "00000000"
    return "\n".join(lines) + "\n"


def test_check_replays_everything_and_names_the_liar(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(RECORD)
    (tmp_path / "lie.txt").write_text(lie())
    done = branchline("check", "good.txt", folder=tmp_path)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    assert "1 of 1 records" in done.stdout
    done = branchline("check", "good.txt", "lie.txt", folder=tmp_path)
    refused(done, "lie.txt: line 101: action", "the digest is")
    assert "1 of 2 records" in done.stdout


def test_check_replays_the_side_lines_of_a_study(tmp_path: Path) -> None:
    lines = RECORD.splitlines()
    first = next(number for number, line in enumerate(lines) if line[0].isdigit())
    side = ["note en What if?", "(", lines[first].partition(" ~")[0], ")"]
    (tmp_path / "study.txt").write_text("\n".join([*lines[:first], *side, *lines[first:]]) + "\n")
    assert branchline("check", "study.txt", folder=tmp_path).returncode == 0
    side[2] = f"{lines[first][0]} done"
    (tmp_path / "lie.txt").write_text("\n".join([*lines[:first], *side, *lines[first:]]) + "\n")
    refused(
        branchline("check", "lie.txt", folder=tmp_path), f"lie.txt: line {first + 3}: side line, action 1"
    )


def test_replay_tells_the_game_and_draws_one_position(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(RECORD)
    whole = branchline("replay", "good.txt", folder=tmp_path)
    assert whole.returncode == 0
    assert "The game ends" in whole.stdout and "Result: " in whole.stdout
    one = branchline("replay", "good.txt", "--at", "60", "--out", "at.svg", folder=tmp_path)
    assert one.returncode == 0
    assert "Result" not in one.stdout
    assert (tmp_path / "at.svg").read_text().lstrip().startswith("<svg")


def test_replay_shows_the_beginning_of_a_string_and_not_all_of_its_points() -> None:
    record = Path(__file__).parent / "games/string_railway/records/discard.txt"
    told = branchline("replay", str(record)).stdout
    (laid,) = [line for line in told.splitlines() if line.startswith("  10 ")]
    assert laid.split()[2:4] == ["lay", "long"] and laid.endswith("…")
    assert "\n".join(told.splitlines()[:30]).count(";") < 100


def test_replay_draws_the_whole_game_as_a_moving_picture(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(RECORD)
    done = branchline("replay", "good.txt", "--out", "game.webp", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    with Image.open(tmp_path / "game.webp") as film:
        frames = getattr(film, "n_frames", 0)
        assert 1 < frames <= 30
        first = film.convert("RGB")
        film.seek(frames - 1)
        assert ImageChops.difference(first, film.convert("RGB")).getbbox() is not None


def test_selfplay_gives_the_same_records_whatever_the_number_of_processes(tmp_path: Path) -> None:
    for processes in ("1", "2"):
        done = branchline(
            "selfplay", "sncf-germany", "--players", "3", "--games", "4", "--seed", "s", "--bots", "random",
            "--processes", processes, "--out", processes, folder=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    one, two = ({p.name: p.read_text() for p in (tmp_path / n).iterdir()} for n in ("1", "2"))
    assert len(one) == 4
    assert one == two
    assert branchline("check", *(str(p) for p in (tmp_path / "1").iterdir())).returncode == 0


@pytest.mark.parametrize("game_id", ["sncf-france", "sncf-germany"])
def test_board_shows_text_svg_and_png(game_id: str, tmp_path: Path) -> None:
    done = branchline("board", game_id, folder=tmp_path)
    assert done.returncode == 0 and "of our own" in done.stdout
    assert branchline("board", game_id, "--out", "b.svg", folder=tmp_path).returncode == 0
    assert branchline("board", game_id, "--out", "b.png", folder=tmp_path).returncode == 0
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_a_board_file_may_begin_with_a_mark_of_its_editor(tmp_path: Path) -> None:
    text = json.dumps({**load("sncf-germany").board.data, "id": "mine"})
    (tmp_path / "mine.json").write_text(text, "utf-8-sig")
    assert branchline("board", "check", "mine.json", folder=tmp_path).returncode == 0
    assert "(mine " in branchline("board", "sncf-germany", "mine.json", folder=tmp_path).stdout


def test_board_check_praises_a_good_board(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps({**load("sncf-germany").board.data, "id": "mine"}))
    done = branchline("board", "check", "mine.json", folder=tmp_path)
    assert done.returncode == 0
    assert "mine is a good board for sncf-germany" in done.stdout
    done = branchline("play", "sncf-germany", "--board", "mine.json", "--seed", "1", folder=tmp_path)
    assert done.returncode == 0 and "Saved." in done.stdout
    saved = next(tmp_path.glob("sncf-germany-*.txt"))
    assert branchline("check", str(saved)).returncode == 0
    assert branchline("play", "--load", str(saved), folder=tmp_path).returncode == 0


def test_warm_compiles_what_the_bots_of_a_game_need() -> None:
    done = branchline("warm", "bridgetown")
    assert done.returncode == 0 and done.stdout.startswith("Bridgetown Races: ready after")
    refused(branchline("warm", "chess"), "chess")


def test_help_has_examples() -> None:
    done = branchline("--help")
    assert done.returncode == 0
    assert "branchline play sncf-france --players 4 --bots strong" in done.stdout
