"""Playing in the terminal: prompts, refusals, undo, save and load, and secrets at one screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from branchline.games.sncf.rules.state import COLOURS
from tests.processes import PATIENCE, started
from tests.test_cli import branchline  # the same command, asked the same way


def play(typed: str, folder: Path, *arguments: str) -> str:
    done = branchline("play", *arguments, typed=typed, folder=folder)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout


FRANCE = ("sncf-france", "--players", "3", "--bots", "random", "--seed", "7")


def test_the_menu_leads_to_a_game(tmp_path: Path) -> None:
    out = play("chess\n1\n9\n3\ngenius\nrandom\nquit\n", tmp_path, "--terminal")
    assert "Which game?" in out
    assert "There is no game 'chess'" in out
    assert "SNCF France is for 3 to 6 players." in out
    assert "There is no bot 'genius'" in out
    assert "Saved. Go on with:" in out


def test_the_position_is_told_in_words(tmp_path: Path) -> None:
    out = play("position\nquit\n", tmp_path, *FRANCE)
    for heading in ("Now", "Your shares", "The other seats", "Railroads"):
        assert f"{heading}\n  " in out
    assert "You are to move." in out


def test_the_end_of_input_at_the_menu_is_no_fault(tmp_path: Path) -> None:
    assert "Which game?" in play("", tmp_path, "--terminal")
    assert list(tmp_path.iterdir()) == []


def test_garbage_at_the_prompt_gets_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    garbage = [
        *("", "   ", "fly me", "build", "build red", "build red zz9", "trade red red 1", "3 4 5"),
        *("build 1,2", "\x00\x07", "x" * 5000, "undo", "load", "load absent", "rules nosuch", "save /"),
    ]
    out = play("\n".join([*garbage, "quit", ""]), tmp_path, *FRANCE)
    assert "has no verb 'fly'" in out
    assert "should be 'build RAILROAD HEX'" in out
    assert "there is no hex 'zz9'" in out
    assert "[trade.other]" in out
    assert "there is no file absent" in out
    assert "there is no rule 'nosuch'" in out
    assert "Saved. Go on with:" in out


def test_legal_moves_preview_and_rules_are_one_question_away(tmp_path: Path) -> None:
    out = play(
        "?\n? trade red\ntry trade red blue 2\nhelp\nrules build.city\nlog\nmap\nquit\n", tmp_path, *FRANCE
    )
    assert "Sell one share, buy one or two of another railroad" in out
    assert "trade red blue|green" in out
    assert "If you trade Red Blue 2:" in out
    assert "build.city" in out
    assert out.count("Railroad    value   box") == 2


def test_undo_takes_back_and_save_and_load_go_on(tmp_path: Path) -> None:
    out = play("trade red blue 1\nundo\nundo\nsave kept.txt\nquit\n", tmp_path, *FRANCE)
    assert "Taken back: trade red blue 1" in out
    assert "you have done nothing yet that could be taken back" in out
    kept = (tmp_path / "kept.txt").read_text()
    assert "trade red blue 1" not in kept.split("locomotive")[1].split("\n", 1)[1]
    assert branchline("check", "kept.txt", folder=tmp_path).returncode == 0
    assert "Player>" in play("quit\n", tmp_path, "--load", "kept.txt")
    assert "Loaded." in play("load kept.txt\nquit\n", tmp_path, *FRANCE)


def test_a_failed_load_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "noise.txt").write_text("what is this?")
    with_noise = play("load noise.txt\nload absent\nquit\n", tmp_path, *FRANCE)
    assert "begins with 'format 1'" in with_noise and "there is no file absent" in with_noise
    assert len(list(tmp_path.glob("sncf-france-*.txt"))) == 1, "only quitting saves"


def test_the_first_prompt_tells_how_to_get_help_once_and_only_what_changed_is_drawn_again(
    tmp_path: Path,
) -> None:
    out = play("HELP\ntrade red blue 1\nmap\nquit\n", tmp_path, *FRANCE)
    assert out.count("'?' lists what you may do, 'help' shows how to say it.") == 1
    assert "take your last action back" in out
    turns = out.split("> ")
    board = next(line for line in turns[0].splitlines() if " b " in line or "b  " in line)
    assert board in turns[0] and board in turns[-2], "the map is there at first, and when it is asked for"


def test_try_understands_what_the_prompt_does_and_help_is_of_this_game(tmp_path: Path) -> None:
    out = play("help\n? build purple\ntry build purple le havre caen\nquit\n", tmp_path, *FRANCE)
    assert "? build red" in out
    assert "If you build purple Le Havre, build purple Caen:" in out or "[build." in out
    out = play("help\nquit\n", tmp_path, "bridgetown", "--players", "2", "--bots", "random", "--seed", "7")
    assert "? build red" not in out and "? place " in out


def test_a_save_of_another_game_is_not_taken_for_this_one(tmp_path: Path) -> None:
    play("save kept.txt\nquit\n", tmp_path, *FRANCE)
    done = branchline("play", "koplopers", "--load", "kept.txt", folder=tmp_path)
    assert done.returncode == 2
    assert "kept.txt is a game of sncf-france, not of koplopers" in done.stderr


def test_save_does_not_overwrite_what_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    assert "is no saved game; choose another name" in play("save thesis.txt\nquit\n", tmp_path, *FRANCE)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_hands_are_hidden_when_the_screen_is_handed_over(tmp_path: Path) -> None:
    people = ("sncf-france", "--people", "Anna,Ben,Cleo", "--players", "3", "--seed", "7")
    out = play("\nbuild red 0\ntrade red blue 1\n\nquit\n", tmp_path, *people)
    screens = out.split("Press Enter when only you can see the screen.")
    assert len(screens) == 3
    assert "points" not in screens[0]
    for screen in screens[1:]:
        assert screen.count("(you)") == screen.count("= 0 points") == 1


def test_a_whole_game_can_be_played_from_a_pipe(tmp_path: Path) -> None:
    pairs = [(a, b) for a in COLOURS for b in COLOURS if a != b]
    out = play("".join(f"trade {a} {b} 1\n" for a, b in pairs) * 20, tmp_path, *FRANCE)
    assert "The game ends" in out


def test_only_bots_play_to_the_end(tmp_path: Path) -> None:
    out = play("", tmp_path, "sncf-germany", "--seats", "greedy,random,random", "--seed", "5")
    assert "The game ends" in out
    assert "wins." in out
    assert len(list(tmp_path.glob("*.txt"))) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are a thing of POSIX")
def test_ctrl_c_in_a_real_terminal_saves_the_game(tmp_path: Path) -> None:
    """A real process in a real pseudo-terminal: completion is asked for, then Ctrl-C."""
    controller, worker = pty.openpty()
    environment = {**os.environ, "BRANCHLINE_SAVES": str(tmp_path), "TERM": "xterm", "COLUMNS": "100"}
    with started(
        sys.executable, "-m", "branchline", "play", *FRANCE,
        stdin=worker, stdout=worker, stderr=worker, env=environment,
    ) as process:  # fmt: skip
        os.close(worker)
        seen = wait_for(controller, "Player>")
        os.write(controller, b"tra\t")
        seen = wait_for(controller, "trade")
        os.write(controller, b"\x03")
        seen = wait_for(controller, "Saved. Go on with:")
        assert process.wait(PATIENCE) == 0
    os.close(controller)
    assert "Traceback" not in seen
    assert len(list(tmp_path.glob("sncf-france-*.txt"))) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP", "closed"])
def test_leaving_in_any_way_saves_the_game(tmp_path: Path, how: str) -> None:
    """The window is closed, the machine shuts down: the process ends by itself, and the game is there."""
    controller, worker = pty.openpty()
    environment = {**os.environ, "BRANCHLINE_SAVES": str(tmp_path), "TERM": "xterm", "COLUMNS": "100"}
    with started(
        sys.executable, "-m", "branchline", "play", *FRANCE,
        stdin=worker, stdout=worker, stderr=worker, env=environment,
        preexec_fn=lambda: fcntl.ioctl(worker, termios.TIOCSCTTY, 0),  # its own terminal, as a window is
    ) as process:  # fmt: skip
        os.close(worker)
        wait_for(controller, "Player>")
        if how == "closed":
            os.close(controller)
        else:
            process.send_signal(getattr(signal, how))
        process.wait(PATIENCE)
        if how != "closed":
            os.close(controller)
    assert len(list(tmp_path.glob("sncf-france-*.txt"))) == 1


def wait_for(controller: int, text: str) -> str:
    """Read until the screen has shown that text. A word may be drawn in parts with the cursor moved in
    between, so neither what moves a cursor nor white space counts."""
    seen, end = "", time.monotonic() + PATIENCE
    while plain(text) not in plain(seen):
        assert time.monotonic() < end, f"never saw {text!r} in {seen[-400:]!r}"
        if select.select([controller], [], [], 0.2)[0]:
            seen += os.read(controller, 65536).decode("utf-8", "replace")
            # a terminal answers the question where its cursor is
            if "\x1b[6n" in seen:
                os.write(controller, b"\x1b[1;1R")
                seen = seen.replace("\x1b[6n", "")
    return seen


def plain(drawn: str) -> str:
    return "".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x08", "", drawn).split())


def test_a_killed_process_leaves_no_half_written_save(tmp_path: Path) -> None:
    with started(
        sys.executable, "-m", "branchline", "play", *FRANCE,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "BRANCHLINE_SAVES": str(tmp_path)},
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout
        process.stdin.write("save kept.txt\n".replace("kept", str(tmp_path / "kept")))
        process.stdin.flush()
        while "Saved in" not in process.stdout.readline():
            assert process.poll() is None
        process.kill()
    assert branchline("check", str(tmp_path / "kept.txt")).returncode == 0


def test_a_string_is_entered_by_naming_its_stations_and_shown_before_it_is_laid(tmp_path: Path) -> None:
    kinds = (
        "town",
        "central",
        "transfer",
        "local",
        "junction",
        "suburban",
        "terminal",
        "countryside",
        "landmark",
    )
    place = "".join(f"place {kind}\nyes\n" for kind in kinds) * 3  # what is not in hand is refused
    typed = f"corner 0\n{place}lay short home-red nosuch\ntry lay short\nlay short\nno\nlay short\n\nquit\n"
    out = play(typed, tmp_path, "string-railway", "--players", "3", "--bots", "random", "--seed", "7")
    assert "Getting the geometry of String Railway ready" in out
    assert "Player places" in out
    assert "there is no station 'nosuch' on the table" in out
    assert out.count("If you lay short") == 3
    assert out.count("Player lays a short string of Red") == 4
    assert out.count("Do it?") >= 4
