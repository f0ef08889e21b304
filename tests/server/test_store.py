"""What every store must do, on SQLite and on PostgreSQL, and how databases of older formats grow."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import asyncpg
import pytest

from branchline.core.errors import BranchlineError
from branchline.server.hall import Settings
from branchline.server.seats import Seat, Setup, encoded_setup, read_seat
from branchline.server.store import MIGRATIONS, Conflict, Store, Write, store_for
from tests.processes import PATIENCE
from tests.server.house import GENEROUS, house


def table(id: str, listed: int = 0, status: str = "playing", deadline: float | None = None) -> Write:
    setup = encoded_setup(Setup("sncf-france", 3, {}))
    return Write("table", (id, setup, status, listed, 0, deadline, 5.0, None))


def row(id: str, n: int, body: str = "done") -> Write:
    return Write("row", (id, n, "act", 0, body, "", "", 1.5))


async def test_what_is_saved_is_read_back(store: Store) -> None:
    seat = Seat("me", "Zoë 🚂", holders=["o", "t"], link="l", used=["u"])
    await store.save([table("a"), *seat.write("a", 0), row("a", 1), row("a", 2, "build red f12")])
    assert [each[:1] + each[2:] for each in await store.read("table", "a")] == [
        ("a", "playing", 0, 0, None, 5.0, None, "")
    ]
    assert await store.read("rows", "a") == [
        (1, "act", 0, "done", "", "", 1.5),
        (2, "act", 0, "build red f12", "", "", 1.5),
    ]
    ((number, body),) = await store.read("seats", "a")
    assert (number, read_seat(body)) == (0, seat)
    assert await store.read("table", "b") == []


async def test_a_change_is_saved_whole_or_not_at_all(store: Store) -> None:
    await store.save([table("a"), row("a", 1)])
    with pytest.raises(Conflict):
        await store.save([row("a", 2), row("a", 1)])
    with pytest.raises(Conflict):
        await store.save([table("a")])
    assert [each[0] for each in await store.read("rows", "a")] == [1]


async def test_one_bad_change_does_not_take_its_neighbours_along(store: Store) -> None:
    await store.save([table("a")])
    changes = [[row("a", 1 + number % 40, str(number))] for number in range(80)]
    outcomes = await asyncio.gather(*(store.save(each) for each in changes), return_exceptions=True)
    assert sum(outcome is None for outcome in outcomes) == 40
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 40
    assert [each[0] for each in await store.read("rows", "a")] == list(range(1, 41))


async def test_what_cannot_be_written_is_an_error_and_the_store_lives(store: Store) -> None:
    with pytest.raises(Exception, match=r".+"):
        await store.save([Write("note", ("a", "no number \ud800", object()))])
    await store.save([table("a")])
    assert await store.read("ids") == [("a",)]


async def test_seats_notes_and_turns_are_replaced(store: Store) -> None:
    await store.save([table("a"), *Seat("me", "One", holders=["x"]).write("a", 0)])
    await store.save([*Seat("me", "Two", holders=["y"]).write("a", 0), Write("note", ("a", 0, "first"))])
    await store.save([Write("note", ("a", 0, "second")), Write("turn", ("over", -2, None, 9.0, "", "a"))])
    await store.save([Write("rematch", ("b", "a"))])
    ((_, body),) = await store.read("seats", "a")
    assert read_seat(body) == Seat("me", "Two", holders=["y"])
    assert await store.read("note", "a", 0) == [("second",)]
    assert (await store.read("table", "a"))[0][2:] == ("over", 0, -2, None, 9.0, "b", "")


async def test_lists_hold_what_they_should(store: Store) -> None:
    await store.save([table("a", listed=1), table("b"), table("c", 1, "over"), table("d", deadline=10.0)])
    await store.save(
        [*Seat("me", "x", holders=["me"]).write("b", 0), *Seat("bot", "x", bot="random").write("d", 0)]
    )
    await store.save(Seat("me", "x").write("a", 0))
    assert [each[0] for each in await store.read("listed", 10)] == ["a"]
    assert [each[0] for each in await store.read("owned", "me", 10)] == ["b"]
    assert await store.read("due", 10.0) == []
    assert await store.read("due", 10.5) == [("d", "")]
    assert await store.read("unattended", "one,two") == [], "bots alone wait for somebody who looks"
    await store.save(Seat("me", "x").write("d", 1))
    assert await store.read("unattended", "one,two") == [("d", "")]


async def test_it_is_there_after_closing(database: str) -> None:
    for expected in ([], [("a",)]):
        store = store_for(database)
        await store.open()
        assert await store.read("ids") == expected
        if not expected:
            await store.save([table("a")])
        await store.close()


async def test_a_game_is_played_through_the_server(database: str) -> None:
    async with house(database, Settings(GENEROUS)) as served:
        made = await served.create("random", "random", "random", listed=True)
        async with asyncio.timeout(PATIENCE):
            while (found := await served.table(made["id"]))["status"] != "over":
                await asyncio.sleep(0.1)
        assert found["scores"]
    async with house(database, Settings(GENEROUS)) as served:
        assert await served.table(made["id"]) == found


# --- formats


OLD = (
    "INSERT INTO tables VALUES('a', '{}', 'over', 0, 0, NULL, 1, NULL)",
    *(
        f"INSERT INTO seats VALUES('a', {seat}, '"
        + f'{{"kind":"me","name":"x","joined":{joined}}}'
        + f"', {owner}, {token})"
        for seat, joined, owner, token in (
            (0, "true", "'o'", "'t'"),
            (1, "true", "'o'", "NULL"),
            (2, "true", "NULL", "'t'"),
            (3, "false", "NULL", "'t'"),
            (4, "false", "NULL", "NULL"),
        )
    ),
)


async def old_sqlite(path: str, data: bool = True) -> None:
    connection = sqlite3.connect(path)
    for statement in MIGRATIONS[0]:
        connection.execute(statement)
    if data:
        for statement in OLD:
            connection.execute(statement)
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()


async def old_postgres(address: str) -> None:
    connection = await asyncpg.connect(address)
    for statement in MIGRATIONS[0]:
        await connection.execute(statement)
    for statement in OLD:
        await connection.execute(statement)
    await connection.execute("CREATE TABLE schema_version(number INTEGER NOT NULL)")
    await connection.execute("INSERT INTO schema_version VALUES(1)")
    await connection.close()


async def test_a_database_of_an_older_format_grows(database: str) -> None:
    await (old_postgres(database) if "://" in database else old_sqlite(database))
    for _ in range(2):
        store = store_for(database)
        await store.open()
        assert await store.read("ids") == [("a",)]
        await store.save([Write("note", ("a", 0, "new table"))])
        seats = [read_seat(body) for _, body in await store.read("seats", "a")]
        assert [seat.holders for seat in seats] == [["o", "t"], ["o"], ["t"], [], []]
        assert [seat.link for seat in seats] == ["", "", "", "t", ""]
        assert [each[0] for each in await store.read("owned", "o", 10)] == ["a"]
        assert await store.read("overlooked") == []
        await store.save([Write("way", ("w", "a", 0, "o", "{}")), Write("secret", ("s", "first"))])
        await store.save([Write("secret", ("s", "second"))])
        assert await store.read("overlooked") == [("a",)] and await store.read("secret", "s") == [("first",)]
        await store.save([Write("drop way", ("w",))])
        await store.close()


async def test_a_database_of_a_newer_format_is_left_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(BranchlineError, match="use a newer one"):
        await store_for(path).open()


async def test_a_file_that_somebody_else_holds_keeps_nobody_waiting(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    async with house(path) as served:
        id, tokens = await served.people()
        seat, now = await served.mover(id, tokens)
        move = {"do": now["choices"][0], "after": now["version"], "key": "a"}
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        asked = asyncio.create_task(served.ask(id, tokens[seat], **move))
        async with asyncio.timeout(PATIENCE):
            while (ill := await served.get("/health")).status_code == 200:
                await asyncio.sleep(0.05)
            refused = await asked
        assert ill.json()["status"] == "cannot write"
        assert (refused.status_code, refused.json()["error"]) == (503, "unsaved")
        assert (await served.table(id, tokens[seat]))["version"] == now["version"]
        holder.execute("ROLLBACK")
        holder.close()
        async with asyncio.timeout(PATIENCE):
            while (await served.get("/health")).status_code != 200:
                await asyncio.sleep(0.05)
        first = (await served.ask(id, tokens[seat], **move)).json()
        assert (await served.ask(id, tokens[seat], **move)).json() == first
        assert (await served.table(id))["version"] == first["version"]


async def test_a_postgres_that_does_not_answer_is_named() -> None:
    with pytest.raises(BranchlineError, match="does not answer"):
        await store_for("postgresql://nobody@127.0.0.1:1/none").open()
