"""Bots of one's own: how they are named, what a function is given, and what becomes of one that fails."""

from __future__ import annotations

import pickle
import sys
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console
from tests.bots.desk import begun

from branchline import bots, key, load, new_record, terminal, write
from branchline.arena.backends import Processes, play_all
from branchline.arena.results import Log, set_up
from branchline.arena.selfplay import Match, broken, play_match
from branchline.bots.own import Own, entered, function, read
from branchline.cli import parser
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER, AnyGame
from branchline.prompt import Reader
from branchline.table import loaded_table, new_table


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
        ("mine.py:pick", "nor among what is installed; did you mean mine:pick?"),
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


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("mine:crash", "fails: ZeroDivisionError: division by zero (mine.py, line 8)"),
        ("mine:fly", "answers 'fly away', which is refused: Bridgetown Races has no action 'fly away'"),
        ("mine:leave", "fails: SystemExit: 0 (mine.py, line 21)"),
        ("mine:interrupt", "fails: KeyboardInterrupt (mine.py, line 24)"),
        ("mine:bare", "an answer is a tuple of actions, and this is one action: return (('place', "),
        ("mine:late", "has not answered after 0.2 seconds"),
    ],
)
def test_a_function_that_fails_is_named_with_game_step_and_action(
    folder: Path, source: str, says: str
) -> None:
    bots.enter(f"own={source}", 0.2 if source == "mine:late" else 60)
    match = Match("bridgetown", ("random", "own"), "0")
    with pytest.raises(bots.Fault) as caught:
        play_match(match, 3)
    assert str(caught.value).startswith("the bot 'own' in game 3 of bridgetown at step ")
    assert says in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("source", ["mine:pick", "cmd:python3 mine.py"])
def test_a_file_of_a_bot_that_was_changed_is_refused(folder: Path, source: str) -> None:
    bots.enter(f"own={source}")
    match = Match("bridgetown", ("random", "own"), "0")
    Log("games.jsonl", set_up(match)).file.close()
    Log("games.jsonl", set_up(match)).file.close()
    with Path("mine.py").open("a") as file:
        file.write("# another idea\n")
    with pytest.raises(BranchlineError) as caught:
        Log("games.jsonl", set_up(match))
    assert str(caught.value) == (
        f"games.jsonl holds games of another set-up (the bot 'own', {source}, was another then: its files"
        " have changed): name another file with --out"
    )


def test_a_function_is_entered_as_it_is(folder: Path) -> None:
    def eager(game: AnyGame, state: Any, rng: Random) -> Any:
        return (game.random_action(state, rng),)

    assert bots.enter(eager) == "eager" and bots.enter(function("mine:fly")) == "fly"
    assert play_match(Match("bridgetown", ("eager", "random"), "0"), 0).result != "unfinished"
    assert pickle.loads(pickle.dumps(bots.named("fly"))) == read("fly=mine:fly")
    with pytest.raises(BranchlineError, match="a bot is a name, module:function, cmd:PROGRAM or a function"):
        bots.enter(7)  # type: ignore[arg-type]
    assert "'eager'" in str(broken(Match("bridgetown", ("eager", "random"), "0"), [3]))


def test_a_process_that_a_bot_ends_is_told_with_the_bot(folder: Path) -> None:
    bots.enter("own=mine:vanish")
    with pytest.raises(BranchlineError) as caught:
        list(play_all(Processes(2), Match("bridgetown", ("own", "random"), "0"), [4]))
    assert str(caught.value) == (
        "a process that played game 4 was ended from outside or by a bot in it, 'own' (os._exit?);"
        " the same command goes on where it was"
    )


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
