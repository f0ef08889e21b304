"""Bots in worker processes: every game to its end, slow and crashed workers, seats back and forth."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.core.record import last_state, read
from branchline.server import live
from branchline.server.hall import Settings
from branchline.server.workers import WARMING, Worker
from tests.processes import PATIENCE, until
from tests.server.house import GENEROUS, House, house

READY = """
import sys, time
def heard():
    return sys.stdin.buffer.read(int.from_bytes(sys.stdin.buffer.read(4), "big"))
def say(body):
    sys.stdout.buffer.write(len(body).to_bytes(4, "big") + body)
    sys.stdout.buffer.flush()
heard()
say(b'{"ready": true}')
heard()
"""
SLOW = READY + f"time.sleep({PATIENCE})"
CRASHING = READY + "sys.exit(3)"
LYING = READY + """say(b'{"actions": [["fly", "away"]]}')"""


async def over(served: House, id: str, seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while (await served.table(id))["status"] != "over":
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_table_with_only_bots_plays_to_its_end(served: House, game_id: str) -> None:
    game = load(game_id)
    made = await served.create(*["random"] * game.seats[0], game=game_id)
    await over(served, made["id"])
    text = (await served.get(f"/api/tables/{made['id']}/record")).text
    record = read(text)
    state = last_state(game, record)
    table = await served.table(made["id"])
    assert table["scores"] == [list(score) for score in game.scores(state)]
    assert table["step"] == len(record.rows)


async def test_bots_answer_people(served: House) -> None:
    made = await served.create("me", "greedy", "random")
    token = made["seats"][0]["token"]
    async with served.listen(made["id"], token) as ear:
        moved = 0
        while moved < 3:
            now = await ear.next("table")
            if now["to_move"] == 0 and now["choices"]:
                trade = next(each for each in now["choices"] if each[0] == "trade")
                await ear.send(do=trade, after=now["version"])
                moved += 1


async def waiting(lock: asyncio.Lock) -> None:
    """Until somebody waits for it."""
    while not lock._waiters:
        await asyncio.sleep(0.01)


async def test_a_game_that_ends_while_a_bot_thinks_is_no_fault(
    served: House, caplog: pytest.LogCaptureFixture
) -> None:
    made = await served.create("me", "random", "random")
    room = served.hall.tables.rooms[made["id"]]
    token = made["seats"][0]["token"]
    lock = room.match.lock
    async with asyncio.timeout(PATIENCE):
        while room.match.state.to_move != 0 or room.thinking is not None:
            await asyncio.sleep(0.01)
        now = await served.table(made["id"], token)
        async with lock:  # first the move, then the test, and then the bot that answers it
            trade = next(each for each in now["choices"] if each[0] == "trade")
            move = {"do": trade, "after": now["version"]}
            moved = asyncio.create_task(served.ask(made["id"], token, **move))
            await waiting(lock)
            mine = asyncio.create_task(lock.acquire())
            await asyncio.sleep(0)
        await mine
        assert (await moved).is_success
        assert room.match.mover() is room.match.seats[1]
        await waiting(lock)
        await room.match.note_rows([("end", -1, "agreed")])
        thinking = room.thinking
        assert thinking is not None
        lock.release()
        await asyncio.wait([thinking])
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    said = (await served.get(f"/api/tables/{made['id']}/log")).json()["chat"]
    assert not [each for each in said if "the rules do not allow" in each["text"]]


async def test_a_slow_worker_is_replaced_and_the_table_says_so(tmp_path: Path) -> None:
    async with house(tmp_path / "t.db", Settings(GENEROUS, bot_seconds=0.3)) as served:
        served.hall.thinkers.command = (sys.executable, "-c", SLOW)
        made = await served.create("random", "random", "random")
        lines: list[str] = []
        async with asyncio.timeout(PATIENCE):
            while len(lines) < 2:
                chat = (await served.get(f"/api/tables/{made['id']}/log")).json()["chat"]
                lines = [line["text"] for line in chat if line["seat"] is None]
                await asyncio.sleep(0.05)
        assert "took too long and has been replaced" in lines[0]
        assert "plays anything allowed now" in lines[1]
        served.hall.thinkers.command = (sys.executable, "-m", "branchline.server.worker")
        served.hall.thinkers.seconds = 20
        await over(served, made["id"])
        log = (await served.get(f"/api/tables/{made['id']}/log")).json()
        assert any("took too long" in line["text"] for line in log["chat"])
    assert served.hall.metrics.replaced._value.get() >= 2


@pytest.mark.parametrize("script", [CRASHING, LYING], ids=["crashing", "lying"])
async def test_a_broken_worker_stops_no_table(served: House, script: str) -> None:
    served.hall.thinkers.command = (sys.executable, "-c", script)
    made = await served.create("random", "random", "random")
    first = (await served.table(made["id"]))["step"]
    async with asyncio.timeout(PATIENCE):
        while (await served.table(made["id"]))["step"] < first + 2:
            await asyncio.sleep(0.02)
    log = (await served.get(f"/api/tables/{made['id']}/log")).json()
    assert any(line["text"].startswith("The bot ") for line in log["chat"])
    served.hall.thinkers.command = (sys.executable, "-m", "branchline.server.worker")
    await over(served, made["id"])


async def test_the_event_loop_goes_on_while_bots_think(tmp_path: Path) -> None:
    async with house(tmp_path / "t.db", Settings(GENEROUS, bot_seconds=PATIENCE)) as served:
        served.hall.thinkers.command = (sys.executable, "-c", SLOW)
        made = await served.create("random", "random", "random")
        async with served.listen(made["id"]):
            for _ in range(20):
                assert (await served.get("/health")).is_success
            assert served.hall.tables.rooms[made["id"]].thinking is not None


async def test_a_worker_gets_ready_outside_the_limit_of_a_turn(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every one, also one that replaces another: on a busy machine kernels load more slowly than a turn."""
    asked: dict[Worker, list[tuple[str, float]]] = {}
    ask = Worker.ask

    async def noted(self: Worker, question: tuple[Any, ...], seconds: float) -> dict[str, Any]:
        asked.setdefault(self, []).append((question[0], seconds))
        return await ask(self, question, seconds)

    monkeypatch.setattr(Worker, "ask", noted)
    made = await served.create("random", "random", "random")
    await over(served, made["id"])
    for first, *others in asked.values():
        assert first == ("warm", WARMING)
        assert set(others) == {("think", served.hall.thinkers.seconds)}


async def test_a_bots_seat_is_taken_by_a_person_and_given_back(served: House) -> None:
    made = await served.create("me", "random", "random")
    id, me = made["id"], made["seats"][0]["token"]
    stranger = await served.ask(id, me, hand=1)
    assert stranger.json()["error"] == "not-yours"
    secret = await served.ask(id, made["host"], hand=1)
    assert (secret.status_code, secret.json()["error"]) == (403, "consent")
    assert (await served.ask(id, me, agree="person", seat=1)).is_success
    link = (await served.ask(id, made["host"], hand=1)).json()["token"]
    assert (await served.table(id))["seats"][1]["bot"] == "random"  # it drives until somebody comes
    sat = (await served.ask(id, None, join=None, token=link, name="Anna")).json()
    assert sat["seat"] == 1
    assert (await served.table(id))["seats"][1]["bot"] is None
    assert (await served.ask(id, sat["token"], drive=1, bot="greedy")).is_success
    assert (await served.table(id))["seats"][1]["bot"] == "greedy"
    assert (await served.ask(id, sat["token"], drive=1)).is_success
    assert (await served.table(id))["seats"][1]["bot"] is None


async def test_who_concedes_is_played_to_the_end(served: House) -> None:
    id, tokens = await served.people()
    for seat, token in enumerate(tokens):
        assert (await served.ask(id, token, concede=seat)).is_success
    back = await served.ask(id, tokens[0], drive=0)
    assert back.json()["error"] == "over"
    await over(served, id)
    assert all(seat["conceded"] for seat in (await served.table(id))["seats"])


async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path / "t.db", Settings(GENEROUS, bot_seconds=60)) as served:
        served.hall.thinkers.command = (sys.executable, "-c", SLOW)
        alone = await served.create("random", "random", "random")
        made = await served.create("random", "random", "me")
    async with house(tmp_path / "t.db") as served:
        # nobody asks for the table: it wakes by itself, because a person plays there
        async with asyncio.timeout(PATIENCE):
            while (await served.hall.store.read("table", made["id"]))[0][4] != 2:
                await asyncio.sleep(0.1)
        assert alone["id"] not in served.hall.tables.rooms, "bots alone sleep until somebody looks"
        await over(served, alone["id"])


async def test_bots_alone_pause_while_nobody_watches(served: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOMENT", 1.0)
    made = await served.create("greedy", "greedy", "greedy")
    room = served.hall.tables.rooms[made["id"]]
    await until(lambda: not (room.thinking or room.watched()))
    paused_at = room.match.version
    assert room.match.status == "playing"
    with_a_person = await served.create("greedy", "me", "greedy")
    async with asyncio.timeout(PATIENCE):
        while (await served.table(with_a_person["id"]))["to_move"] != 1:
            await asyncio.sleep(0.05)
    assert room.match.version == paused_at and room.thinking is None
    async with served.listen(made["id"]):
        await over(served, made["id"])


PLANNING = """
import sys
import msgspec, pickle
from branchline.server import worker
def think(game, state, bot):
    actions = [game.random_action(state, worker.Random())]
    return {"actions": [*actions, ("fly", "away")] if actions[0][0] != "build" else actions}
worker.think = think
worker.main()
"""


async def test_a_plan_ends_with_the_turn_and_each_action_is_stored_by_itself(served: House) -> None:
    """What a bot planned beyond its own turn is dropped, not refused: the table says nothing."""
    served.hall.thinkers.command = (sys.executable, "-c", PLANNING)
    made = await served.create("random", "random", "random")
    await over(served, made["id"])
    assert not (await served.get(f"/api/tables/{made['id']}/log")).json()["chat"]


async def test_a_level_gets_ready_and_plays_whole_turns(served: House) -> None:
    made = await served.create("strong", "greedy", "beginner")
    await over(served, made["id"])
    record = read((await served.get(f"/api/tables/{made['id']}/record")).text)
    last_state(load("sncf-france"), record)
    assert not (await served.get(f"/api/tables/{made['id']}/log")).json()["chat"]
