"""Bots that are programs: what they are told, what they may answer, and that each of them ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.bots.desk import begun, script
from tests.processes import PATIENCE, started
from tests.test_cli import branchline

from branchline import GAMES, bots, load
from branchline.arena.selfplay import Match, play_match
from branchline.bots import program
from branchline.bots.own import Seated
from branchline.core.action import to_text
from branchline.core.errors import BranchlineError


@pytest.mark.parametrize("game_id", GAMES)
def test_a_program_is_told_what_its_seat_knows_and_no_more(game_id: str) -> None:
    """Two worlds that differ only in what a seat cannot know are the same to it, byte by byte."""
    game = load(game_id)
    for number in range(3):
        state = begun(game, f"secret {number}", 4 + 9 * number if game.lists_all else number)
        seat = state.to_move
        world = game.guess(game.mask(state, seat), seat, Random(number))
        told = []
        for each in (state, world):
            masked = game.mask(each, seat)
            said = [
                program.hello(game, masked, seat, "t", {}),
                program.question(game, masked, Random(1), "t", 2.0),
            ]
            told.append(json.dumps(said))
        assert told[0] == told[1]


@pytest.mark.parametrize("game_id", [each for each in GAMES if load(each).lists_all])
def test_every_move_that_is_offered_can_be_answered_as_it_is_typed(game_id: str) -> None:
    game = load(game_id)
    for number in range(4):
        state = begun(game, f"typed {number}", 3 + 11 * number)
        masked = game.mask(state, state.to_move)
        told = program.question(game, masked, Random(1), "t", 1.0)
        assert told["complete"] and len(told["moves"]) == len(game.legal_actions(masked))
        for text, action in zip(told["moves"], game.legal_actions(masked), strict=True):
            assert program.understood(game, masked, text) == [action], text


def test_string_railway_offers_samples_and_says_so() -> None:
    game = load("string-railway")
    state = begun(game)
    told = program.question(game, state, Random(1), "t", 1.0)
    assert told["complete"] is False and 1 <= len(told["moves"]) <= program.SAMPLES
    for text in told["moves"]:
        (action,) = program.understood(game, state, text)
        assert to_text(action) == text
        game.check(state, action)


def test_an_answer_may_be_typed_or_json_one_action_or_a_turn() -> None:
    game = load("sncf-france")
    state = begun(game, steps=0)
    action = next(each for each in game.legal_actions(state) if each[0] == "build")
    for line in (to_text(action), json.dumps(to_text(action)), json.dumps(action), json.dumps([action])):
        assert program.understood(game, state, line + "\n") == [action]
    assert program.understood(game, state, json.dumps([action, ["done"]])) == [action, ("done",)]
    for line in ("", "[]", "7", '{"do": "done"}', "[1, 2]", "null", "[[]]"):
        with pytest.raises(BranchlineError):
            program.understood(game, state, line)


# --- what goes wrong

DEAD = "ask(); print('no idea', file=sys.stderr); sys.exit(3)"
PROGRAMS = {
    "dead": (DEAD, "ended with status 3 instead of an answer; it wrote: no idea"),
    "dead at once": ("sys.exit(1)", "ended with status 1 instead of an answer"),
    "garbage": ("ask(); answer('%&!')", "answers '%&!', which is refused: "),
    "no answer": ("ask(); answer('{}')", "answers '{}', which is refused: an answer is one line: a move"),
    "illegal": (
        "ask(); answer('[\"fly\"]')",
        "answers 'fly', which is refused: Bridgetown Races has no action",
    ),
    "late": ("ask(); time.sleep(600)", "has not answered after "),
    "binary": ("ask(); sys.stdout.buffer.write(bytes(range(256)) * 9 + b'\\n'); time.sleep(9)", "answers '"),
    "endless": ("ask(); answer('x' * 2_000_000)", "answers with a line of more than 1,000,000 letters"),
    "deaf": ("os.close(0); os.close(1); time.sleep(600)", "has closed its standard output"),
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_program_that_fails_is_named_and_ended(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = kind == "late"
    monkeypatch.setattr(program, "STARTING", 0.0 if late else 30.0)
    monkeypatch.setattr(program, "ENDING", 2.0)
    body, says = PROGRAMS[kind]
    bots.enter(f"own={script(folder, body)}", 1.0 if late else 30.0)
    game, state = load("bridgetown"), begun(load("bridgetown"))
    with pytest.raises(bots.Fault) as caught:
        Seated(bots.named("own"), "game 3")(game, state, Random(1))  # type: ignore[arg-type]
    said = str(caught.value.at(12))
    assert said.startswith("the bot 'own' in game 3 of bridgetown at step 12 ")
    assert says in said and len(said.splitlines()) == 1
    if kind not in ("garbage", "no answer", "illegal", "binary"):
        assert not program._running


def answered(folder: Path, body: str, seconds: float) -> Callable[[], object]:
    """A program has answered and gone on by itself; called, it is asked a second time."""
    bots.enter(f"own={script(folder, body)}", seconds)
    game, state = load("bridgetown"), begun(load("bridgetown"))
    own = bots.named("own")
    own(game, state, Random(1))
    end = time.monotonic() + PATIENCE
    while program.running("./bot").answers.empty():
        assert time.monotonic() < end
        time.sleep(0.01)
    return lambda: own(game, state, Random(1))


def test_who_speaks_without_being_asked_is_told_where_that_belongs(folder: Path) -> None:
    body = "while m := ask():\n    answer(m['moves'][0] + '\\nthinking')\n"
    ask = answered(folder, body, 30.0)
    with pytest.raises(bots.Fault, match="wrote 'thinking', though nobody asked; standard error is for that"):
        ask()


def test_one_that_ends_between_two_questions_is_not_waited_for(folder: Path) -> None:
    ask = answered(folder, "answer(ask()['moves'][0]); sys.exit(4)", 600)
    with pytest.raises(bots.Fault, match="ended with status 4 instead of an answer"):
        ask()


def test_one_process_hears_of_every_game_and_how_it_ended(folder: Path) -> None:
    body = """
heard = open("heard", "a")
for line in sys.stdin:
    message = json.loads(line)
    print(os.getpid(), message["type"], message["table"], message["seat"], file=heard, flush=True)
    if message["type"] == "ask":
        answer(message["moves"][message["seed"] % len(message["moves"])])
"""
    bots.enter(f"own={script(folder, body)}")
    records = [play_match(Match("bridgetown", ("own", "own"), "0"), number) for number in (0, 1)]
    program.end_all()
    lines = [line.split(" ", 1) for line in (folder / "heard").read_text().splitlines()]
    assert len({pid for pid, _ in lines}) == 1
    told = [said for _, said in lines if not said.startswith("ask")]
    for number in (0, 1):
        assert sorted(each for each in told if f"game {number}" in each) == [
            *(f"end game {number} {seat}" for seat in (0, 1)),
            *(f"hello game {number} {seat}" for seat in (0, 1)),
        ]
    assert [play_match(Match("bridgetown", ("own", "own"), "0"), n) for n in (0, 1)] == records


def gone(pid: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    raise AssertionError("a bot lives on")


STUBBORN = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open("pids", "w").write(f"{os.getpid()} {child.pid}")
while True:
    try:
        answer(ask()["moves"][0])
    except SystemExit:
        time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are a thing of POSIX")
@pytest.mark.parametrize("how", ["closed", "killed"])
def test_a_program_and_its_children_end_with_whoever_asks(folder: Path, how: str) -> None:
    """Also one that does not listen, and also when the asking process is killed."""
    source = script(folder, STUBBORN)
    asking = f"""
import time, branchline
from random import Random
from branchline import bots
game, rng = branchline.load("bridgetown"), Random(1)
state = game.start(2)
while state.to_move < 0:
    game.apply(state, game.draw(state, rng))
bots.choose(bots.named(bots.enter("own={source}", 60)), game, state, rng)
print("asked", flush=True)
time.sleep({0 if how == "closed" else 600})
"""
    with started(sys.executable, "-c", asking, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline() == "asked\n"
        if how == "killed":
            process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    for pid in map(int, (folder / "pids").read_text().split()):
        gone(pid)


def test_nobody_waits_for_a_program_that_does_not_read(folder: Path) -> None:
    """More than a pipe holds is told to it, and it is late as any other."""
    source = script(folder, "time.sleep(600)")
    asleep = program.Program(source.removeprefix("cmd:"))
    asleep.fresh = False
    with pytest.raises(bots.Fault, match=r"has not answered after 0\.2 seconds"):
        asleep.ask({"type": "ask", "view": "x" * 1_000_000}, 0.2)
    assert asleep.process.returncode is not None
    assert not any(thread.is_alive() for thread in asleep._threads)


def test_the_arena_says_what_a_bot_did_and_shows_what_it_wrote(folder: Path) -> None:
    source = script(folder, "print('first', file=sys.stderr); " + DEAD)
    words = ["--players", "2", "--games", "4", "--bots", f"own={source},random", "--processes", "2"]
    done = branchline("arena", "bridgetown", *words, folder=folder)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    sentence, *wrote = done.stderr.strip().splitlines()
    assert sentence.startswith("branchline: the bot 'own' in game ")
    assert sentence.endswith("ended with status 3 instead of an answer; it wrote: no idea")
    assert wrote == ["  | first"]
