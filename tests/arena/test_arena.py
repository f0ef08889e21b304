"""The same table wherever games are played, and a file that survives everything."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from tests.processes import PATIENCE, started

from branchline import arena_command
from branchline.arena.backends import Here, play_all
from branchline.arena.results import Log, from_line, merged, read, set_up, to_line
from branchline.arena.selfplay import Match, play_match
from branchline.arena.series import Result, play_number, seats_of
from branchline.bots import BOTS
from branchline.cli import parser
from branchline.core.errors import BranchlineError
from branchline.core.record import last_state
from branchline.core.record import read as read_record
from branchline.games import load
from branchline.games.sncf.mind import Mind

Done = subprocess.CompletedProcess[str]
QUICK = ["bridgetown", "--bots", "greedy,random", "--players", "3"]
PROGRAM = """import json, sys
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "ask":
        print(ask["moves"][ask["seed"] % len(ask["moves"])], flush=True)
"""
MATCH = Match("bridgetown", ("greedy", "random", "random"), "0", rotate=True)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "branchline", "arena", *words]


def arena(folder: Path, *words: str, code: int = 0) -> Done:
    done = subprocess.run(
        command(*words),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "COLUMNS": "120"},
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def table(done: Done) -> str:
    """What was printed, without the times."""
    return "\n".join(line for line in done.stdout.splitlines() if not line.startswith("Time of a turn"))


def games(path: Path) -> dict[int, tuple[Any, Any]]:
    """Every game of a file without its times; none of them twice."""
    found: dict[int, tuple[Any, Any]] = {}
    head, *rest = path.read_bytes().splitlines()
    for line in rest:
        result = from_line(line, json.loads(head))
        assert result.number not in found
        found[result.number] = result.seats, result.scores
    return found


def test_one_process_two_and_ray_give_the_same_table(tmp_path: Path) -> None:
    """Between bots of one's own too: a function and a program."""
    (tmp_path / "mine.py").write_text(
        "def pick(game, state, rng):\n    return [game.mind.advise(state, rng)]\n"
    )
    (tmp_path / "bot").write_text(PROGRAM)
    own = ["--bots", f"mine:pick,any=cmd:{sys.executable} bot,random"]
    words = ["bridgetown", *own, "--games", "7", "--seed", "alike"]
    ways = {
        "one": ["--processes", "1"],
        "two": ["--processes", "2"],
        "ray": ["--ray", "auto", "--processes", "2"],
    }
    done = {name: arena(tmp_path, *words, *way, "--out", f"{name}.jsonl") for name, way in ways.items()}
    assert table(done["one"]) == table(done["two"]) == table(done["ray"])
    one, two, ray = (games(tmp_path / f"{name}.jsonl") for name in ways)
    assert sorted(one) == list(range(7))
    assert one == two == ray
    assert not done["ray"].stderr.strip(), "Ray has nothing to tell our users"
    again = arena(tmp_path, "--table", "two.jsonl")
    assert table(again) == table(done["one"])


def test_a_claim_stops_at_the_same_game_for_any_number_of_processes(tmp_path: Path) -> None:
    words = [*QUICK, "--games", "60", "--claim", "0.4"]
    one = arena(tmp_path, *words, "--processes", "1", "--out", "one.jsonl")
    two = arena(tmp_path, *words, "--processes", "2", "--out", "two.jsonl")
    assert table(one) == table(two)
    assert "The claim holds (evidence" in one.stdout
    assert 3 <= len(games(tmp_path / "one.jsonl")) < 30
    assert "no game" not in arena(tmp_path, *words, "--out", "two.jsonl").stderr, "nothing is left to play"
    turned = [*QUICK[:2], "random,greedy", *QUICK[3:], "--games", "60", "--claim", "0.4"]
    assert "The claim fails (evidence" in arena(tmp_path, *turned, code=1).stdout
    short = arena(tmp_path, *QUICK, "--games", "2", "--claim", "0.4")
    assert "holds by the share alone" in " ".join(short.stdout.split())


def test_everyone_sits_everywhere() -> None:
    match = Match("sncf-france", ("a", "b", "c", "c"), "0")
    first = [seats_of(match, number).index("a") for number in range(8)]
    assert first == [0, 1, 2, 3] * 2


def test_a_kill_in_the_middle_loses_and_repeats_nothing(tmp_path: Path) -> None:
    words = [*QUICK, "--games", "24", "--processes", "2", "--out", "games.jsonl"]
    path = tmp_path / "games.jsonl"
    kept = b""
    for least in (3, 9):
        with started(*command(*words), cwd=tmp_path, stdout=subprocess.DEVNULL) as process:
            while not path.exists() or path.read_bytes().count(b"\n") <= least:
                assert process.poll() is None, "it was done before it could be killed"
                time.sleep(0.01)
            process.kill()
            process.wait()
            gone(process.pid)
        now = path.read_bytes()
        assert now.startswith(kept)
        kept = now[: now.rfind(b"\n") + 1]
    assert len(kept.splitlines()) < 25
    done = arena(tmp_path, *words)
    assert path.read_bytes().startswith(kept)
    assert sorted(games(path)) == list(range(24))
    assert table(done) == table(arena(tmp_path, *QUICK, "--games", "24", "--processes", "1"))


def gone(group: int) -> None:
    """Nobody of that process group plays on."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    raise AssertionError("a worker lives on without its parent")


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_says_how_to_go_on(tmp_path: Path, processes: str) -> None:
    words = [*QUICK, "--games", "4000", "--processes", processes, "--out", "games.jsonl"]
    with started(
        *command(*words),
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        # tests that run in the background of a shell are deaf to it, and so would be their children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        path = tmp_path / "games.jsonl"
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        _, says = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "kept in games.jsonl: the same command goes on." in says
    assert "Traceback" not in says
    gone(process.pid)


def test_each_game_leaves_its_record(tmp_path: Path) -> None:
    words = [*QUICK, "--games", "4", "--out", "games.jsonl", "--records", "records"]
    arena(tmp_path, *words, "--processes", "2")
    for number, (seats, scores) in games(tmp_path / "games.jsonl").items():
        text = (tmp_path / "records" / f"bridgetown-greedy-random-0-{number:05}.txt").read_text("utf-8")
        record = read_record(text)
        state = last_state(load("bridgetown"), record)
        assert tuple(map(tuple, load("bridgetown").scores(state))) == scores
        assert record.seats == [f"bot:{name}" for name in seats]


def test_a_round_robin_seats_everyone_among_everyone_and_goes_on(tmp_path: Path) -> None:
    words = ["bridgetown", "--bots", "greedy,casual,random", "--players", "3", "--round-robin"]
    words += ["--out", "all"]
    done = arena(tmp_path, *words, "--games", "3", "--processes", "1")
    best = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("│")]
    assert best[-1] == "random"
    pairs = {path.stem for path in (tmp_path / "all").iterdir()}
    assert pairs == {f"{one}-{other}" for one, other in permutations(("greedy", "casual", "random"), 2)}
    (tmp_path / "all" / "greedy-random.jsonl").unlink()
    assert arena(tmp_path, *words, "--games", "3", "--processes", "1").stdout == done.stdout
    assert "has no first" in arena(tmp_path, *words, "--claim", "0.4", code=2).stderr
    assert "different bots" in arena(tmp_path, *words, "--bots", "greedy,greedy", code=2).stderr


# --- the file


def lines(count: int) -> list[Result]:
    return [play_number(MATCH, number) for number in range(count)]


def test_half_a_line_is_cut_off_and_the_game_played_again(tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", set_up(MATCH)
    played = lines(2)
    with Log(str(path), wanted) as log:
        for result in played:
            log.append(result)
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    for cut in (head, head + 5, len(whole) - 30, len(whole) - 2):
        path.write_bytes(whole[:cut])
        with Log(str(path), wanted) as log:
            missing = [each for each in played if each.number not in log.results]
            for result in missing:
                log.append(result)
        assert path.read_bytes() == whole
    path.write_bytes(whole[:-1])  # all there but the end of the line
    with Log(str(path), wanted) as log:
        assert len(log.results) == 2
    assert path.read_bytes() == whole
    path.write_bytes(whole[: head - 9])  # torn in its first line
    with Log(str(path), wanted) as log:
        assert not log.results


def ended(number: int, points: int) -> Result:
    """A game that nobody played."""
    return Result(number, MATCH.bots, ((points,), (0,), (0,)), ((1,), (1,), (1,)))


def test_files_of_others_are_refused_and_left_alone(tmp_path: Path) -> None:
    path, wanted = tmp_path / "games.jsonl", set_up(MATCH)
    with Log(str(path), wanted) as log:
        log.append(ended(0, 1))
        with pytest.raises(BranchlineError, match="another arena is writing"):
            Log(str(path), wanted)
    kept = path.read_bytes()
    with pytest.raises(BranchlineError, match=r"another set-up \(seed 0, not 1\): name another file"):
        Log(str(path), {**wanted, "seed": "1"})
    assert path.read_bytes() == kept
    for content, says in (
        (b"my diary\n", "is not a file of the arena"),
        (b"[1]\n", "is not a file of the arena"),
        (b'{"arena":1,"game":"bridgetown"}\n', "is not a file of the arena"),
        (b'{"arena":1,"game":"bridgetown","bots":[],"seed":"0"}\n', "is not a file of the arena"),
        (kept + b"noise\n" + to_line(ended(1, 1)), "line 3 is not a result"),
        (kept + to_line(ended(-7, 1)) + to_line(ended(1, 1)), "line 3 is not a result"),
        (kept + to_line(replace(ended(1, 1), seats=("greedy",))) + to_line(ended(2, 1)), "line 3 is not a"),
        (kept + to_line(replace(ended(1, 1), seats=("a",) * 3)) + to_line(ended(2, 1)), "line 3 is not a"),
        (kept + to_line(replace(ended(1, 1), scores=((),) * 3)) + to_line(ended(2, 1)), "line 3 is not a"),
        (kept + to_line(replace(ended(1, 1), milliseconds=())) + to_line(ended(2, 1)), "line 3 is not a"),
        (kept + to_line(ended(0, 2)), "line 3: game 0 went another way before"),
    ):
        path.write_bytes(content)
        with pytest.raises(BranchlineError, match=says):
            Log(str(path), wanted)
        assert path.read_bytes() == content


def test_a_wrong_file_is_refused_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    Log(str(path), set_up(MATCH)).file.close()
    monkeypatch.setattr(arena_command, "warm", lambda *words: pytest.fail("compiled"))
    chosen = parser().parse_args(["arena", *QUICK, "--seed", "1", "--out", str(path)])
    with pytest.raises(BranchlineError, match="another set-up"):
        arena_command.arena(chosen)


def test_where_no_file_can_be_is_said_with_its_whole_path(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = str(tmp_path / "file" / "games.jsonl")
    with pytest.raises(BranchlineError, match=f"nothing can be written to {path}: "):
        Log(path, set_up(MATCH))


def test_a_folder_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(BranchlineError, match="is a folder, not a file of the arena"):
        read(str(tmp_path))


def test_games_by_another_network_are_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match("sncf-france", ("strong", "greedy", "greedy"), seed="1")
    path, wanted = tmp_path / "games.jsonl", set_up(match)
    assert wanted["network"] == load("sncf-france").mind.skill()
    Log(str(path), wanted).file.close()
    monkeypatch.setattr(Mind, "skill", lambda mind: "c0ffee")
    with pytest.raises(BranchlineError, match="network"):
        Log(str(path), set_up(match))
    assert "network" not in set_up(Match("sncf-france", ("greedy", "random", "random"), seed="1"))


def test_files_of_one_set_up_are_shown_together(tmp_path: Path) -> None:
    played = lines(4)
    for name, some in (("a", played[:3]), ("b", played[2:])):
        with Log(str(tmp_path / name), set_up(MATCH)) as log:
            for result in some:
                log.append(result)
    found, results = merged([str(tmp_path / "a"), str(tmp_path / "b")])
    assert found == set_up(MATCH)
    assert sorted(results) == [0, 1, 2, 3]
    with Log(str(tmp_path / "c"), {**set_up(MATCH), "seed": "2"}):
        pass
    with pytest.raises(BranchlineError, match="another set-up than"):
        merged([str(tmp_path / "a"), str(tmp_path / "c")])
    with pytest.raises(BranchlineError, match="there is no file"):
        read(str(tmp_path / "absent"))


def test_a_game_depends_on_its_number_alone() -> None:
    backwards = {each.number: each for each in play_all(Here(), MATCH, [3, 1])}
    for number, result in backwards.items():
        alone = play_number(MATCH, number)
        assert (alone.seats, alone.scores) == (result.seats, result.scores)
    assert json.loads(to_line(backwards[1]))["number"] == 1
    assert from_line(to_line(backwards[1]), set_up(MATCH)) == backwards[1]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (("done",), "answers ('done',); an answer is a tuple of actions"),
        (None, "answers None; an answer is a tuple of actions"),
        ((), "an answer is a tuple of actions"),
        ((("ride", "rocket"),), "answers 'ride rocket', which is refused: "),
        (((1, 2),), "answers '1 2', which is refused: an action is a JSON list that begins with a verb"),
    ],
)
def test_a_bot_that_is_not_ours_is_judged_at_every_answer(
    answer: Any, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "mine", lambda game, state, rng: answer)
    match = Match("bridgetown", ("random", "mine"), "0")
    for play in (play_number, play_match):
        with pytest.raises(BranchlineError) as caught:
            play(match, 3)
        assert "the bot 'mine' in game 3 of bridgetown " in str(caught.value)
        assert says in str(caught.value)


def test_a_bot_may_spoil_its_state_and_answer_with_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoils(game: Any, state: Any, rng: Any) -> Any:
        action = game.random_action(state, rng)
        game.apply(state, action)
        return [list(action)]

    monkeypatch.setitem(BOTS, "mine", spoils)
    ours = play_number(Match("bridgetown", ("random", "random"), "0"), 3)
    assert play_number(Match("bridgetown", ("mine", "mine"), "0"), 3).scores == ours.scores


def test_an_honest_bot_that_is_not_ours_plays_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "mine", lambda game, state, rng: (game.random_action(state, rng),))
    mine = play_number(Match("bridgetown", ("mine", "mine"), "0"), 3)
    ours = play_number(Match("bridgetown", ("random", "random"), "0"), 3)
    assert mine.scores == ours.scores
