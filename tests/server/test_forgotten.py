"""What is deleted or taken away goes, all of it, and nothing else does."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from branchline.server.care import check, delete
from branchline.server.clocks import DAY
from branchline.server.hall import Settings
from tests.server.databases import ids, played, run
from tests.server.house import GENEROUS, Time, fixed_world, house


async def test_old_tables_are_counted_and_then_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, clock = str(tmp_path / "tables.db"), Time(1000 * DAY)
    world = fixed_world(time=clock)
    async with house(database, Settings(GENEROUS, world=world)) as served:
        ended, tokens = await served.people(2, game="koplopers")
        for token in tokens:
            assert (await served.ask(ended, token, agree="end")).is_success
        talking, others = await served.people()
        waiting = (await served.create("me", "friend", "anyone"))["id"]
        slow, _ = await served.people(tempo={"kind": "days", "days": 60}, absent="random")
        clock.now += 40 * DAY
        assert (await served.ask(talking, others[0], chat="I am still here")).is_success
        young, _ = await served.people()
    everything = {ended, talking, waiting, slow, young}
    await delete(database, 30, False, world)
    said = capsys.readouterr().out
    assert "2 tables (1 ended by agreement, 1 never begun)" in said and "--yes" in said
    assert set(ids(tmp_path / "tables.db")) == everything
    await delete(database, 30, True, world)
    assert "Deleted: 2 tables." in capsys.readouterr().out
    assert set(ids(tmp_path / "tables.db")) == everything - {ended, waiting}
    connection = sqlite3.connect(database)
    for name in ("rows", "seats", "notes"):
        left = {id for (id,) in connection.execute(f"SELECT table_id FROM {name}")}
        assert left.isdisjoint({ended, waiting})
    connection.close()
    clock.now += 100 * DAY
    await delete(database, 30, True, world)
    assert ids(tmp_path / "tables.db") == []


@pytest.mark.parametrize("given", [[], ["--older-than", "0"], ["--older-than", "soon"]])
def test_a_deletion_needs_a_number_of_days(given: list[str], tmp_path: Path) -> None:
    code, said = run("delete", *given, database=tmp_path / "nosuch.db")
    assert code == 2 and "--older-than" in said


async def test_every_database_is_checked_and_cleared_alike(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Time(1000 * DAY)
    world = fixed_world(time=clock)
    async with house(database, Settings(GENEROUS, world=world)) as served:
        old, _ = await served.people()
        clock.now += 2 * DAY
        young, _ = await served.people()
    assert await check(database) == 0
    assert "2 of 2 tables" in capsys.readouterr().out
    await delete(database, 1, True, world)
    assert "Deleted: 1 table." in capsys.readouterr().out
    assert await check(database) == 0
    async with house(database) as served:
        assert (await served.get(f"/api/tables/{old}")).status_code == 404
        assert (await served.table(young))["status"] == "playing"


async def test_a_deleted_table_that_is_open_keeps_nothing_and_says_so(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Time(1000 * DAY)
    world = fixed_world(time=clock)
    async with house(database, Settings(GENEROUS, world=world)) as served:
        id, tokens = await served.people()
        other, others = await served.people()
        clock.now += 100 * DAY
        seat, now = await served.mover(id, tokens)
        async with served.listen(id) as ear:
            await ear.next("table")
            await delete(database, 90, True, world)
            assert "Deleted: 2 tables." in capsys.readouterr().out
            moved = await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
            assert (moved.status_code, moved.json()["error"]) == (404, "unknown")
            for question in ({"chat": "does anybody hear me"}, {"note": "mine"}, {"name": "Ada"}):
                refused = await served.ask(other, others[0], **question)
                assert (refused.status_code, refused.json()["error"]) == (404, "unknown")
            assert (await served.get(f"/api/tables/{id}")).status_code == 404
            with pytest.raises(ConnectionClosed):
                await ear.next("nothing more")
    assert await check(database) == 0, capsys.readouterr().err


def test_what_a_deletion_left_behind_goes_with_the_next(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    first, second = played(database, 2)
    connection = sqlite3.connect(database)
    connection.execute("DELETE FROM tables WHERE id = ?", (first,))
    connection.commit()
    connection.close()
    assert run("check-database", database=database)[0] == 2
    assert "say the same with --yes" in run("delete", "--older-than", "90", database=database)[1]
    assert run("check-database", database=database)[0] == 2
    assert "the remains of 1 table." in run("delete", "--older-than", "90", "--yes", database=database)[1]
    assert run("check-database", database=database)[0] == 0
    assert ids(database) == [second]


async def test_a_person_takes_their_name_and_their_words_away(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    async with house(database) as served:
        id, tokens = await served.people()
        await served.ask(id, tokens[1], name="Zacharias")
        for text in ("my telephone number", "and my street"):
            await served.ask(id, tokens[1], chat=text)
        await served.ask(id, tokens[1], note="what I think of Ben")
        await served.ask(id, tokens[0], chat="what others say stays")
        seat, now = await served.mover(id, tokens)
        await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
        refused = await served.ask(id, tokens[0], forget=1)
        assert (refused.status_code, refused.json()["error"]) == (403, "not-yours")
        async with served.listen(id) as ear:
            await ear.next("table")
            assert (await served.ask(id, tokens[1], forget=1)).is_success
            assert (await ear.next("forgot"))["seat"] == 1
            before = await ear.next("table")
            assert before["seats"][1]["name"] == "Player 2"
    async with house(database) as served:  # and so it is for whoever comes later
        assert await served.table(id) == before
        async with served.listen(id, tokens[1]) as ear:
            welcome = await ear.next("welcome")
            assert [line["text"] for line in welcome["chat"]] == ["what others say stays"]
            assert welcome["note"] == "" and welcome["seats"] == [1]
        log = (await served.get(f"/api/tables/{id}/log")).json()
        assert [line["text"] for line in log["chat"]] == ["what others say stays"]
    assert await check(str(database)) == 0
    left = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert b"what others say stays" in left
    for word in (b"Zacharias", b"telephone", b"street", b"think of Ben"):
        assert word not in left, "not even in a corner of the file that is free"


async def test_whoever_takes_over_takes_only_their_own_words_away(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    async with house(database) as served:
        id, tokens = await served.people()
        await served.ask(id, tokens[0], name="Xenia")
        await served.ask(id, tokens[0], chat="said by Xenia")
        link = (await served.ask(id, tokens[0], hand=0)).json()["token"]
        zed = (await served.ask(id, None, join=None, token=link, name="Zedekiah")).json()["token"]
        await served.ask(id, zed, chat="unique words")
        await served.ask(id, zed, name="Obadiah")
        async with served.listen(id) as ear:
            await ear.next("table")
            assert (await served.ask(id, zed, forget=0)).is_success
            told = [line["text"] for line in (await ear.next("forgot"))["chat"]]
        expected = [
            "Player 1 is now called Xenia.",
            "said by Xenia",
            "Player 1 has taken over the seat of Xenia.",
        ]
        assert told == expected
        left = b"".join(each.read_bytes() for each in tmp_path.iterdir())  # while the server runs
        assert b"said by Xenia" in left
        for word in (b"Zedekiah", b"Obadiah", b"unique words"):
            assert word not in left
        assert (await served.ask(id, zed, note="still here")).is_success
    async with house(database) as served:
        log = (await served.get(f"/api/tables/{id}/log")).json()
        assert [line["text"] for line in log["chat"]] == expected
    assert await check(str(database)) == 0


# --- files
