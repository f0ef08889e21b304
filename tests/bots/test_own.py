"""Bots of one's own: how they are named, what they are told, and what becomes of those that fail."""

from __future__ import annotations

import json
import os
import pickle
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console
from tests.processes import PATIENCE, started
from tests.test_cli import branchline

from branchline import GAMES, bots, key, load, new_record, terminal, write
from branchline.arena.selfplay import Match, play_match
from branchline.bots import program
from branchline.bots.own import Own, Seated, entered, function, read
from branchline.cli import parser
from branchline.core.action import to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.prompt import Reader
from branchline.table import loaded_table, new_table

MINE = """
import time

def pick(game, state, rng):
    return (game.random_action(state, rng),)

def crash(game, state, rng):
    return 1 / 0

def fly(game, state, rng):
    return (("fly", "away"),)

def late(game, state, rng):
    while True:
        try:
            time.sleep(60)
        except Exception:
            pass

number = 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that one is in, with bots; what is entered is forgotten afterwards, and no program runs on."""
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "broken.py").write_text("def pick(:\n")
    (tmp_path / "needy.py").write_text("import no_such_library\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    kept = dict(bots.BOTS)
    yield tmp_path
    program.end_all()
    bots.BOTS.clear()
    bots.BOTS.update(kept)
    function.cache_clear()
    for name in ("mine", "broken", "needy"):
        sys.modules.pop(name, None)


def script(folder: Path, body: str, name: str = "bot") -> str:
    """A program of the folder; `ask` is the next question, `answer` says something."""
    head = f"""#!{sys.executable}
import json, os, subprocess, sys, time
def ask():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "ask":
            return message
    sys.exit()
def answer(text):
    print(text, flush=True)
"""
    path = folder / name
    path.write_text(head + body)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"cmd:./{name}"


def begun(game: AnyGame, seed: str = "own", steps: int = 8) -> Any:
    """A state in which a seat is to decide."""
    rng, state, decided = Random(seed), game.start(game.seats[0]), 0
    while decided < steps or state.to_move == CHANCE:
        decided += state.to_move != CHANCE
        game.apply(state, game.random_action(state, rng))
        if state.to_move == OVER:  # it was short: from the beginning, with other luck
            state, decided = game.start(game.seats[0]), decided // 2
    return state


# --- names


def test_names_are_read_and_entered(folder: Path) -> None:
    assert entered("casual,mine:pick,quick=mine:pick") == ["casual", "mine:pick", "quick"]
    assert isinstance(bots.named("quick"), Own)
    assert read("cmd:node my-bot.mjs --deep").name == "cmd:node_my-bot.mjs_--deep"
    assert bots.enter("again=mine:pick") == "again"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("genius", "there is no bot 'genius'; there are beginner"),
        ("genius", "or one of your own: my_bot:pick or cmd:./my-bot"),
        ("nowhere:pick", "there is no module 'nowhere', neither in this folder nor among what is installed"),
        ("mine:fly_high", "the module 'mine' has no function 'fly_high'"),
        ("mine:number", "the module 'mine' has no function 'number'"),
        ("broken:pick", "the module 'broken' of a bot cannot be loaded: SyntaxError"),
        ("needy:pick", "the module 'needy' of a bot needs 'no_such_library', which is not installed"),
        ("casual=mine:pick", "'casual' is one of our bots: give yours another name"),
        ("9 lives=mine:pick", "the name of a bot is a letter and up to 23 letters"),
        ("a=mine:pick,a=mine:fly", "two bots are called 'a': give each a name of its own"),
        ("cmd: ", "is no command, such as cmd:./my-bot"),
        ("cmd:'", "is no command"),
        ("cmd:./absent", "'./absent' of the bot 'cmd:./absent' is no program that there is here"),
        (
            "cmd:./mine.py",
            "'./mine.py' of the bot 'cmd:./mine.py' is no program: it may not be run (chmod +x)",
        ),
    ],
)
def test_what_is_no_bot_is_refused_with_a_sentence(folder: Path, text: str, says: str) -> None:
    with pytest.raises(BranchlineError) as caught:
        entered(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nothing_but_a_command_or_python_enters_a_bot(folder: Path) -> None:
    """Names that come from records and from clients are looked up, never read as modules or commands."""
    for name in ("mine:pick", "cmd:./bot", "quick=mine:pick", "os:system"):
        with pytest.raises(BranchlineError, match="there is no bot"):
            bots.named(name)


# --- what is told


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


def test_a_function_is_given_the_masked_state_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seen = load("sncf-germany"), list[int]()

    def pick(game: AnyGame, state: Any, rng: Random) -> Any:
        seen.append(key(state))
        return (game.random_action(state, rng),)

    function("mine:pick")
    monkeypatch.setattr(sys.modules["mine"], "pick", pick)
    function.cache_clear()
    state = begun(game)
    world = game.guess(game.mask(state, state.to_move), state.to_move, Random(2))
    assert key(state) != key(world)
    bot = bots.named(bots.enter("mine:pick"))
    answers = [bots.choose(bot, game, each, Random(3)) for each in (state, world)]
    assert answers[0] == answers[1]
    assert seen[0] == seen[1] == key(game.mask(state, state.to_move))


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


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("mine:crash", "fails: ZeroDivisionError: division by zero (mine.py, line 8)"),
        ("mine:fly", "answers 'fly away', which is refused: Bridgetown Races has no action 'fly away'"),
        ("mine:late", "has not answered after 0.2 seconds"),
    ],
)
def test_a_function_that_fails_is_named_with_game_step_and_action(
    folder: Path, source: str, says: str
) -> None:
    bots.enter(f"own={source}", 0.2)
    match = Match("bridgetown", ("random", "own"), "0")
    with pytest.raises(bots.Fault) as caught:
        play_match(match, 3)
    assert str(caught.value).startswith("the bot 'own' in game 3 of bridgetown at step ")
    assert says in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


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
    monkeypatch.setattr(program, "STARTING", 0.0 if kind == "late" else 30.0)
    monkeypatch.setattr(program, "ENDING", 2.0)
    body, says = PROGRAMS[kind]
    bots.enter(f"own={script(folder, body)}", 1.0 if kind == "late" else 30.0)
    game, state = load("bridgetown"), begun(load("bridgetown"))
    with pytest.raises(bots.Fault) as caught:
        Seated(bots.named("own"), "game 3")(game, state, Random(1))  # type: ignore[arg-type]
    said = str(caught.value.at(12))
    assert said.startswith("the bot 'own' in game 3 of bridgetown at step 12 ")
    assert says in said and len(said.splitlines()) == 1
    if kind not in ("garbage", "no answer", "illegal", "binary"):
        assert not program._running


def test_who_speaks_without_being_asked_is_told_where_that_belongs(folder: Path) -> None:
    body = "while m := ask():\n    answer(m['moves'][0] + '\\nthinking')\n"
    bots.enter(f"own={script(folder, body)}", 30.0)
    game, state = load("bridgetown"), begun(load("bridgetown"))
    own = bots.named("own")
    own(game, state, Random(1))
    end = time.monotonic() + PATIENCE
    while program.running("./bot").answers.empty():
        assert time.monotonic() < end
        time.sleep(0.01)
    with pytest.raises(bots.Fault, match="wrote 'thinking', though nobody asked; standard error is for that"):
        own(game, state, Random(1))


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


# --- at the command line


def test_the_arena_says_what_a_bot_did_and_shows_what_it_wrote(folder: Path) -> None:
    source = script(folder, "print('first', file=sys.stderr); " + DEAD)
    words = ["--players", "2", "--games", "4", "--bots", f"own={source},random", "--processes", "2"]
    done = branchline("arena", "bridgetown", *words, folder=folder)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    sentence, *wrote = done.stderr.strip().splitlines()
    assert sentence.startswith("branchline: the bot 'own' in game ")
    assert sentence.endswith("ended with status 3 instead of an answer; it wrote: no idea")
    assert wrote == ["  | first"]


def test_the_time_for_an_answer_is_a_number_of_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "bridgetown", "--bot-seconds"]
    assert parser().parse_args([*words, "2.5"]).bot_seconds == 2.5
    for wrong in ("soon", "0", "-1", "nan"):
        with pytest.raises(SystemExit):
            parser().parse_args([*words, wrong])
        assert "seconds are a number above 0, such as 2.5, not" in capsys.readouterr().err


def test_at_a_table_another_plays_on_where_one_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "USUAL", "random")
    game, console = load("bridgetown"), Console(file=StringIO(), width=200)
    seats = [f"bot:{name}" for name in entered("mine:pick,own=mine:crash")]
    table = new_table(game, seats, {}, console, Reader(console), "3")
    while table.state.to_move != OVER:
        terminal.take_turn(table)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert text.count("The bot 'own' in this game of bridgetown at step ") == 1
    assert "fails: ZeroDivisionError: division by zero (mine.py, line 8). Random plays on.\n" in text
    assert table.record.seats == ["bot:mine:pick", "bot:random"]


def test_a_saved_game_names_its_bots_but_brings_none(folder: Path) -> None:
    """Whoever goes on with it names them again; a record from elsewhere runs nothing."""
    console = Console(file=StringIO())
    record = new_record(load("bridgetown"), 2, {}, [f"bot:{bots.enter('mine:pick')}", "Player"])
    Path("saved.txt").write_text(write(record))
    assert loaded_table("saved.txt", console, Reader(console)).record.seats[0] == "bot:mine:pick"
    del bots.BOTS["mine:pick"]
    with pytest.raises(BranchlineError, match="there is no bot 'mine:pick'"):
        loaded_table("saved.txt", console, Reader(console))
