"""What goes wrong stays where it went wrong: at one table, with one listener, after the commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from branchline.server.clocks import DAY
from branchline.server.hall import Settings
from branchline.server.listener import DROPPED, Listener
from branchline.server.refusals import Denied
from branchline.server.seats import Visitor
from branchline.server.store import Unsaved
from tests.processes import PATIENCE, until
from tests.server.house import GENEROUS, House, Time, fixed_world, house


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[tuple[House, Time]]:
    time = Time()
    async with house(tmp_path / "tables.db", Settings(GENEROUS, world=fixed_world(time=time))) as served:
        yield served, time


def spoil(tmp_path: Path, statement: str, *values: str) -> None:
    """What a disk, a careless hand or a fault of ours may do to one table."""
    connection = sqlite3.connect(tmp_path / "tables.db")
    with connection:
        assert connection.execute(statement, values).rowcount > 0
    connection.close()


BROKEN = (
    "UPDATE rows SET digest = 'no digest' WHERE table_id = ?",
    "UPDATE rows SET body = 'fly to the moon' WHERE table_id = ?",
    "UPDATE tables SET setup = 'no setup' WHERE id = ?",
    "UPDATE seats SET body = '{' WHERE table_id = ?",
)


async def test_tables_that_cannot_be_read_stop_no_other_clock(
    timed: tuple[House, Time], tmp_path: Path
) -> None:
    served, time = timed
    tables, movers = [], {}
    for _ in range(2 * len(BROKEN) + 1):
        id, tokens = await served.people(tempo={"kind": "days", "days": 1}, absent="random", listed=True)
        tables.append(id)
        movers[id], _ = await served.mover(id, tokens)
    for id, statement in zip(tables[1::2], BROKEN, strict=True):
        spoil(tmp_path, statement, id)
    served.hall.tables.rooms.clear()
    time.now += 2 * DAY
    for _ in range(2):  # nor at the next tick
        await served.hall.pass_time()
    for id in tables[::2]:
        assert (await served.table(id))["seats"][movers[id]]["bot"] == "random"
    for id in tables[1::2]:
        found = await served.get(f"/api/tables/{id}")
        assert (found.status_code, found.json()["error"]) == (500, "unreadable")
    listed = await served.get("/api/tables")
    assert {each["id"] for each in listed.json()["tables"]} >= set(tables[::2])


async def test_tables_that_are_not_there_leave_nothing_behind(served: House) -> None:
    for number in range(100):
        assert (await served.get(f"/api/tables/nosuchtable{number}")).status_code == 404
    await asyncio.sleep(0)
    assert not served.hall.tables._opening and not served.hall.tables.rooms


async def test_a_table_is_opened_once_for_everyone_who_asks(served: House) -> None:
    id, _ = await served.people()
    tables = served.hall.tables
    tables.rooms.clear()
    rooms = await asyncio.gather(*(tables.room(id) for _ in range(20)))
    assert set(rooms) == {tables.rooms[id]}


class Deaf(Listener):
    """Fails whenever it is told something."""

    def put(self, message: bytes, view: bool = False) -> None:
        raise OSError("gone")


async def test_a_listener_that_fails_is_given_up_and_the_move_stands(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    room = await served.hall.tables.room(id)
    async with served.listen(id) as ear:
        await ear.next("table")
        deaf = Deaf(Visitor("local"), [], False)
        room.listeners.add(deaf)
        done = await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
        assert done.is_success, done.text
        assert (await ear.next("table"))["version"] == done.json()["version"]
        assert deaf not in room.listeners
        room.listeners.add(deaf)
        assert (await served.ask(id, tokens[seat], chat="hello")).is_success
        assert (await ear.next("said"))["text"] == "hello"
        assert deaf not in room.listeners


async def test_a_view_that_fails_costs_its_viewer_the_connection_and_nobody_else(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    room, unlucky = await served.hall.tables.room(id), (seat + 1) % 3
    real = room.match.game.looks.view

    def view(state: Any, viewer: int | None) -> Any:
        if viewer == unlucky:
            raise ZeroDivisionError("a fault in a game")
        return real(state, viewer)

    async with served.listen(id, tokens[unlucky]) as lost, served.listen(id, tokens[seat]) as ear:
        await lost.next("table")
        await ear.next("table")
        monkeypatch.setattr(room.match.game.looks, "view", view)
        done = await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
        assert done.is_success, done.text
        assert (await ear.next("table"))["version"] == done.json()["version"]
        with pytest.raises(ConnectionClosed):
            while True:
                await lost.next("nothing")
        with pytest.raises(ConnectionClosed):  # nor is it let in half
            async with served.listen(id, tokens[unlucky]) as again:
                await again.next("table")
        await until(lambda: len(room.listeners) <= 1)
    monkeypatch.undo()
    async with served.listen(id, tokens[unlucky]) as back:
        assert (await back.next("table"))["version"] == done.json()["version"]


async def test_a_listener_that_takes_nothing_is_hung_up_on() -> None:
    listener, sent = Listener(Visitor("local"), [], False), []
    begun, taken = asyncio.Event(), asyncio.Event()

    async def send(data: bytes) -> None:
        begun.set()
        await taken.wait()
        sent.append(data)

    delivering = asyncio.create_task(listener.deliver(send))
    listener.put(b"first")
    await begun.wait()
    for number in range(10 * DROPPED):
        listener.put(str(number).encode())
    taken.set()
    await asyncio.wait_for(delivering, 20)
    assert len(sent) <= DROPPED


async def test_a_match_that_may_differ_from_the_store_writes_nothing_any_more(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    match = (await served.hall.tables.room(id)).match
    match.lost = True  # a save failed, and somebody was waiting for the lock behind it
    with pytest.raises(Denied, match="look again"):
        await match.do(seat, tuple(now["choices"][0]), now["version"])
    done = await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
    assert done.is_success, done.text


async def test_after_a_commit_no_answer_says_that_nothing_was_changed(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    room = await served.hall.tables.room(id)

    def fails(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(room, "on_change", fails)
    done = await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
    assert done.is_success, done.text
    # a fault that we have not foreseen, behind a commit: the answer promises nothing
    monkeypatch.setattr(room, "tell_all", fails)
    async with served.listen(id, tokens[seat]) as ear:
        await ear.next("table")
        await ear.send(chat="stored", key="a")
        told = [(await ear.next("refused"))["text"]]
    told.append((await served.ask(id, tokens[seat], chat="stored too")).json()["text"])
    assert [row.body for row in room.match.rows if row.kind == "chat"] == ["stored", "stored too"]
    assert not any("nothing was changed" in text for text in told)


async def test_who_has_sat_down_is_told_so_even_if_the_beginning_is_not_stored(served: House) -> None:
    made = await served.create("me", "me", "anyone")
    saves = 0
    real = served.hall.store.save

    async def failing_after_one(change: Any) -> None:
        nonlocal saves
        saves += 1
        if saves > 1:
            raise Unsaved
        await real(change)

    served.hall.store.save = failing_after_one  # type: ignore[method-assign]
    found = await served.ask(made["id"], None, join=2, name="Ben")
    assert found.is_success, found.text
    served.hall.store.save = real  # type: ignore[method-assign]
    async with asyncio.timeout(PATIENCE):  # and the table begins by itself
        while (await served.table(made["id"]))["to_move"] < 0:
            await asyncio.sleep(0.05)
