"""Bots that the operator brought, in seats, with real processes; nobody waits for one that fails."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from branchline.bots import BOTS
from branchline.bots.own import Own
from branchline.core.errors import BranchlineError
from branchline.server import guests
from branchline.server.hall import Settings
from tests.processes import PATIENCE, until
from tests.server.house import GENEROUS, House, house
from tests.server.process import branchline

BOT = """
import os

def pick(game, state, rng):
    return (game.random_action(state, rng),)

def crash(game, state, rng):
    raise RuntimeError("my hand is " + repr(game.legal_actions(state)[0]))

def fly(game, state, rng):
    return (("fly", "away"),)

def vanish(game, state, rng):
    os._exit(0)

def late(game, state, rng):
    while True:
        pass
"""
PROGRAM = """
import json, os, sys
open("pids", "a").write(f"{os.getpid()}\\n")
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "hello":
        print(ask["table"], ask["game"], ask["options"], file=sys.stderr, flush=True)
    else:
        print(ask["moves"][0], flush=True)
        if "--once" in sys.argv:
            sys.exit(5)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the server runs; what it was given is forgotten afterwards."""
    (tmp_path / "brought.py").write_text(BOT)
    (tmp_path / "bot.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    kept = dict(BOTS)
    yield tmp_path
    BOTS.clear()
    BOTS.update(kept)


def settings(*own: Own) -> Settings:
    return Settings(GENEROUS, bots=own)


def program(*words: str, seconds: float = 30.0) -> Own:
    return Own("mine", " ".join([f"cmd:{sys.executable} bot.py", *words]), seconds)


async def lines(served: House, id: str) -> list[str]:
    return [line["text"] for line in (await served.get(f"/api/tables/{id}/log")).json()["chat"]]


FAILING = {
    "crash": (Own("mine", "brought:crash"), "fails: RuntimeError: my hand is"),
    "gone": (Own("mine", "brought:vanish"), "ended (status "),
    "late": (Own("mine", "brought:late", 0.3), "has not answered after 0.3 seconds"),
    "dead": (program("--once"), "ended with status 5 instead of an answer"),
}


@pytest.mark.parametrize("kind", FAILING)
async def test_a_guest_that_fails_loses_its_seat_and_only_the_log_knows_why(
    folder: Path, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    own, says = FAILING[kind]
    async with house(folder / "t.db", settings(own)) as served:
        made = await served.create("mine", "random", "random", game="sncf-germany")
        room = served.hall.tables.rooms[made["id"]]
        await until(lambda: room.match.seats[0].bot == "casual")
        (said,) = await lines(served, made["id"])
        assert said == "The bot Stephenson (mine) failed; casual plays on."
        why = [each.why for each in caplog.records if each.name == "branchline.guests"]  # type: ignore[attr-defined]
    assert len(why) == 1 and says in why[0]
    assert why[0].startswith("the bot 'mine' in table ") and " of sncf-germany at step " in why[0]


async def test_the_game_goes_on_to_its_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(guests, "USUAL", "random")
    own = program(), Own("other", "brought:fly"), Own("third", "nowhere:pick")
    async with house(folder / "t.db", settings(*own)) as served:
        assert (await served.get("/api/games")).json()["bots"][-3:] == ["mine", "other", "third"]
        made = await served.create("mine", "other", "third", game="sncf-germany")
        async with asyncio.timeout(PATIENCE):
            while (now := await served.table(made["id"]))["status"] != "over":
                await asyncio.sleep(0.05)
        assert [seat["bot"] for seat in now["seats"]] == ["mine", "random", "random"]
    why = " ".join(each.why for each in caplog.records if each.name == "branchline.guests")  # type: ignore[attr-defined]
    assert "answers 'fly away', which is refused: SNCF Germany has no " in why
    assert "cannot play: there is no module 'nowhere'" in why
    pids = (folder / "pids").read_text().split()
    await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids) or sys.platform != "linux")
    assert 1 <= len(pids) <= served.hall.settings.workers, "one process in each worker"


async def test_a_server_without_the_bot_gives_its_seats_to_another(folder: Path) -> None:
    async with house(folder / "t.db", settings(Own("mine", "brought:late", 600))) as served:
        made = await served.create("mine", "mine", "mine", game="sncf-germany")
    del BOTS["mine"]
    async with house(folder / "t.db") as served:
        await served.table(made["id"])
        room = served.hall.tables.rooms[made["id"]]
        await until(lambda: "casual" in [seat.bot for seat in room.match.seats])
        assert "(mine) failed; casual plays on." in (await lines(served, made["id"]))[0]


async def test_what_a_client_makes_up_is_refused_wherever_it_names_a_bot(folder: Path) -> None:
    async with house(folder / "t.db", settings(Own("mine", "brought:pick"))) as served:
        made = await served.create("me", "friend", "mine", game="sncf-germany")
        token = made["seats"][0]["token"]
        for name in ("brought:pick", "cmd:touch pwned", "mine=brought:pick"):
            seats = [{"kind": "bot", "bot": name}] * 3
            answers = [
                await served.client.post("/api/tables", json={"game": "sncf-germany", "seats": seats}),
                await served.ask(made["id"], made["host"], fill=1, bot=name),
                await served.ask(made["id"], token, drive=0, bot=name),
                await served.ask(made["id"], token, leave=0, bot=name),
            ]
            for found in answers:
                assert found.status_code == 400
                assert found.json()["text"].startswith(f"there is no bot {name!r}; there are beginner, ")
        assert (await served.ask(made["id"], made["host"], fill=1, bot="mine")).is_success
    assert not (folder / "pwned").exists()


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ("brought:pick", "a bot of a server has a name, as in --bots mine=brought:pick"),
        ("mine=nowhere:pick", "there is no module 'nowhere'"),
        ("mine=brought:run", "the module 'brought' has no function 'run'"),
        ("mine=cmd:./absent", "is no program that there is here"),
        ("casual=brought:pick", "'casual' is one of our bots"),
        ("mine=brought:pick,mine=brought:fly", "two bots are called 'mine'"),
        ("mine", "a bot of your own is package.module:function or cmd:PROGRAM"),
    ],
)
def test_what_the_operator_names_must_be_there(folder: Path, bots: str, says: str) -> None:
    with pytest.raises(BranchlineError) as caught:
        guests.guests(bots, 1.0)
    assert says in str(caught.value) and len(str(caught.value).splitlines()) == 1
    assert "brought" not in sys.modules, "its code runs in no process that serves people"


def test_the_command_refuses_in_one_sentence(folder: Path) -> None:
    words = ["serve", "--port", "0", "--database", str(folder / "t.db")]
    done = branchline(*words, "--bots", "mine=nowhere:pick")
    assert done.returncode == 2 and done.stderr.startswith("branchline: there is no module 'nowhere'")
    assert len(done.stderr.splitlines()) == 1
    assert not (folder / "t.db").exists()
