"""Boards from outside are judged in a process that can be ended: none of them hangs or fills the server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import time
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from branchline.games import load
from branchline.server import boards, tables
from tests.processes import PATIENCE
from tests.server import hostile
from tests.server.house import House, house
from tests.server.process import Process

SEATS = [{"kind": "me"}] * 3


def our_own(mark: str) -> str:
    """A good board that is not ours: the same with another name."""
    data = hostile.data_of("sncf-france")
    data["id"] = f"mine-{mark}"
    return json.dumps(data)


async def posted(client: httpx.AsyncClient, game_id: str, board: str) -> httpx.Response:
    return await client.post("/api/tables", json={"game": game_id, "seats": SEATS, "board": board})


async def slowest_health(client: httpx.AsyncClient, stop: asyncio.Event) -> float:
    """Seconds of the slowest answer until then."""
    worst = 0.0
    while not stop.is_set():
        begun = time.perf_counter()
        assert (await client.get("/health")).is_success
        worst = max(worst, time.perf_counter() - begun)
        await asyncio.sleep(0.01)
    return worst


@pytest.mark.parametrize("kind", hostile.KINDS)
async def test_a_hostile_board_is_refused_with_a_sentence(tmp_path: Path, kind: str) -> None:
    game_id, make = hostile.KINDS[kind]
    with Process(tmp_path / "t.db") as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=PATIENCE) as client:
            assert (await client.get("/api/games")).is_success  # every game is loaded
            before = psutil.Process(served.process.pid).memory_info().rss
            stop = asyncio.Event()
            health = asyncio.create_task(slowest_health(client, stop))
            answer = await posted(client, game_id, make("once"))
            stop.set()
            assert (answer.status_code, answer.json()["error"]) == (400, "board")
            assert 0 < len(answer.json()["text"].splitlines()) <= 21
            assert "Traceback" not in answer.text and "nothing was changed" not in answer.text
            again = time.monotonic()
            assert (await posted(client, game_id, make("once"))).json() == answer.json()
            assert time.monotonic() - again < 3, "known by its hash"
            assert psutil.Process(served.process.pid).memory_info().rss < before + (50 << 20)
            assert await health < 1.0, "far above the proof's 100 ms, for a busy machine"


async def test_a_board_is_judged_once_and_kept_once(tmp_path: Path) -> None:
    async with house(tmp_path / "t.db") as served:
        judge = served.hall.tables.boards
        made = []
        for _ in range(3):
            found = await posted(served.client, "sncf-france", our_own("good"))
            assert found.status_code == 201, found.text
            made.append(found.json()["id"])
        assert judge.judged == 1
        first, *others = [served.hall.tables.rooms[each].match.game for each in made]
        assert all(game is first for game in others)
    async with house(tmp_path / "t.db") as served:  # a new server judges what it finds once more
        for each in made:
            assert (await served.table(each))["status"] == "playing"
        assert served.hall.tables.boards.judged == 1


async def test_a_board_is_kept_without_its_white_space(served: House) -> None:
    board = our_own("padded")
    for padded in (board, json.dumps(json.loads(board), indent=40), board + " " * 100_000):
        id = (await posted(served.client, "sncf-france", padded)).json()["id"]
        found = served.hall.tables.rooms[id].match.setup.board
        assert found == json.dumps(json.loads(board), separators=(",", ":"), ensure_ascii=False)
    assert served.hall.tables.boards.judged == 1


async def test_a_board_from_outside_is_marked_whatever_it_calls_itself(served: House) -> None:
    data = hostile.data_of("sncf-france")
    same = json.dumps(data)
    data["note"] = "just a little different"
    for board, title in (("", ""), (same, ""), (json.dumps(data), "Between Paris and Marseille")):
        me, free = {"kind": "me"}, {"kind": "anyone"}
        body = {"game": "sncf-france", "seats": [me, me, free], "board": board, "listed": True}
        made = (await served.client.post("/api/tables", json=body)).json()
        assert (await served.table(made["id"]))["board"] == title
        tables = (await served.get("/api/tables")).json()["tables"]
        assert [each["board"] for each in tables if each["id"] == made["id"]] == [title]
    tokens = [seat["token"] for seat in made["seats"]]
    sat = (await served.ask(made["id"], None, join=2, name="Ben")).json()
    for token in (*tokens, sat["token"]):
        assert (await served.ask(made["id"], token, agree="end")).is_success
    again = (await served.ask(made["id"], tokens[0], rematch=True)).json()["id"]
    assert (await served.table(again))["board"] == title
    served.hall.tables.rooms.clear()
    assert (await served.table(again))["board"] == title


async def test_a_table_says_its_words_with_the_names_of_its_own_board(served: House) -> None:
    data = hostile.data_of("sncf-france")
    city = next(each for each in data["hexes"] if each["id"] == data["goal"])
    city["name"] = "Atlantis"
    made = (await posted(served.client, "sncf-france", json.dumps(data))).json()
    words = (await served.get(f"/api/tables/{made['id']}/words")).json()
    assert (words["names"]["red"], words["names"][data["goal"]]) == ("Red", "Atlantis")
    assert words["ui"] == load("sncf-france").words.groups["ui"]
    french = (await served.get(f"/api/tables/{made['id']}/words", lang="fr")).json()
    assert (french["names"]["red"], french["names"][data["goal"]]) == ("Rouge", "Atlantis")
    assert french["ui"] == load("sncf-france", language="fr").words.groups["ui"]
    refused = await served.get(f"/api/tables/{made['id']}/words", lang="../en")
    assert refused.status_code == 400 and "it speaks en, fr, nl, de" in refused.json()["text"]
    rules = (await served.get("/api/games/sncf-france/rules", lang="nl")).json()
    assert rules["sections"][1]["chapter"] == "In één minuut"


async def test_a_record_is_judged_there_too(served: House) -> None:
    made = await served.create("random", "random", "random", board=our_own("record"))
    async with asyncio.timeout(PATIENCE):
        while (await served.table(made["id"]))["status"] != "over":
            await asyncio.sleep(0.05)
    record = (await served.get(f"/api/tables/{made['id']}/record")).text
    body: dict[str, Any] = {"game": "sncf-france", "seats": SEATS, "record": record}
    assert (await served.client.post("/api/tables", json=body)).status_code == 201
    body["record"] = record.replace("build", "biuld", 1)
    refused = (await served.client.post("/api/tables", json=body)).json()
    assert refused["error"] in ("record", "bad-action")
    assert served.hall.tables.boards.judged == 3


def neighbour(served: House, number: int) -> httpx.AsyncClient:
    """A client with an address of its own."""
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{number}")
    return httpx.AsyncClient(base_url=served.base, transport=transport, timeout=PATIENCE)


async def test_one_address_does_not_take_every_place(served: House) -> None:
    async with contextlib.AsyncExitStack() as present:
        for number in range(boards.OF_ADDRESS):
            made = (await posted(served.client, "sncf-france", our_own(f"m{number}"))).json()
            ear = await present.enter_async_context(served.listen(made["id"], made["seats"][0]["token"]))
            await ear.next("table")
        refused = await posted(served.client, "sncf-france", our_own("more"))
        assert (refused.status_code, refused.json()["error"]) == (503, "slow")
        assert "from one address" in refused.json()["text"]
        async with neighbour(served, 2) as other:
            assert (await posted(other, "sncf-france", our_own("more"))).status_code == 201
        assert (await served.create("me", "me", "me"))["id"], "our own boards are always there"


async def test_tables_that_nobody_is_at_make_way(served: House, monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    monkeypatch.setattr(boards, "IN_MEMORY", len(boards._loaded) + 2)
    made = [(await posted(served.client, "sncf-france", our_own(f"w{number}"))).json() for number in range(4)]
    for each in made:  # and each of them comes back when somebody asks
        assert (await served.table(each["id"]))["status"] == "playing"
    id, token = made[0]["id"], made[0]["seats"][0]["token"]
    async with served.listen(id, token) as ear:
        await ear.next("table")
        room = served.hall.tables.rooms[id]
        for each in made[1:]:
            assert (await served.table(each["id"]))["status"] == "playing"
        assert served.hall.tables.rooms[id] is room, "a game with people at it stays"


async def test_whoever_sits_in_every_place_makes_way(served: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async with neighbour(served, 3) as victim:
        theirs = (await posted(victim, "sncf-france", our_own("theirs"))).json()["id"]
    served.hall.tables.rooms.clear()
    gc.collect()
    monkeypatch.setattr(boards, "OF_ADDRESS", 1)
    monkeypatch.setattr(tables, "OF_ADDRESS", 1)
    monkeypatch.setattr(boards, "IN_MEMORY", len(boards._loaded) + 2)
    async with contextlib.AsyncExitStack() as present:
        for number in range(2):
            async with neighbour(served, 4 + number) as client:
                made = (await posted(client, "sncf-france", our_own(f"s{number}"))).json()
            ear = await present.enter_async_context(served.listen(made["id"], made["seats"][0]["token"]))
            await ear.next("table")
        async with neighbour(served, 3) as victim:
            found = await victim.get(f"/api/tables/{theirs}")
            assert found.status_code == 200, found.text


async def test_so_many_wait_for_the_judge(served: House) -> None:
    judge = served.hall.tables.boards
    async with judge._turn:  # it is busy with somebody's board
        posts = [posted(served.client, "koplopers", hostile.ring(f"n{n}")) for n in range(boards.OF_ONE)]
        waiting = asyncio.gather(*posts)
        while judge._waiting.total() < boards.OF_ONE:
            await asyncio.sleep(0.01)
        late = (await posted(served.client, "koplopers", hostile.ring("late"))).json()
        assert late["error"] == "slow"
        assert "try again" in late["text"]
    assert [answer.json()["error"] for answer in await waiting] == ["board"] * boards.OF_ONE


async def test_a_judge_that_dies_is_replaced(served: House) -> None:
    judge = served.hall.tables.boards
    assert (await posted(served.client, "sncf-france", our_own("a"))).status_code == 201
    assert judge._worker is not None
    judge._worker.process.kill()
    await judge._worker.process.wait()
    assert (await posted(served.client, "sncf-france", our_own("b"))).status_code == 201
