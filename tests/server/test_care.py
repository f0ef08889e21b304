"""Copies, restores, checks and deletions as commands; who may read the files; and a polite end."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sqlite3
import stat
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from branchline.server.care import check, delete
from branchline.server.clocks import DAY
from branchline.server.hall import Settings
from branchline.server.store import MIGRATIONS
from tests.server.house import GENEROUS, Time, bearer, fixed_world, house
from tests.server.process import Process, branchline
from tests.server.test_store import old_sqlite


def played(database: Path, tables: int = 1) -> list[str]:
    """Tables in a database, with two moves at each; their ids."""
    with Process(database) as served:
        made = [served.create("me", "me", "me") for _ in range(tables)]
        for each in made * 2:
            path = f"{served.base}/api/tables/{each['id']}"
            to_move = httpx.get(path).json()["to_move"]
            headers = bearer(each["seats"][to_move]["token"])
            now = httpx.get(path, headers=headers).json()
            done = httpx.post(path, json={"do": now["choices"][0], "after": now["version"]}, headers=headers)
            assert done.is_success, done.text
    return [each["id"] for each in made]


def ids(database: Path) -> list[str]:
    connection = sqlite3.connect(database)
    found = [id for (id,) in connection.execute("SELECT id FROM tables")]
    connection.close()
    return found


def run(*arguments: str, database: Path | str) -> tuple[int, str]:
    """A command's exit status and all that it said."""
    done = branchline(*arguments, "--database", str(database))
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


# --- restore


def test_a_copy_is_put_in_the_databases_place(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    (first,) = played(database)
    assert run("backup", str(copy), database=database)[0] == 0
    (second,) = played(database)
    assert set(ids(database)) == {first, second}
    code, said = run("restore", str(copy), database=database)
    assert code == 2 and "with --yes" in said
    assert set(ids(database)) == {first, second}
    code, said = run("restore", str(copy), "--yes", database=database)
    assert code == 0, said
    assert ids(database) == [first]
    assert set(ids(tmp_path / "tables.db.before-restore")) == {first, second}
    assert run("check-database", database=database)[0] == 0
    assert run("restore", str(copy), database=tmp_path / "new.db")[0] == 0
    assert ids(tmp_path / "new.db") == [first]


def test_nothing_is_restored_beside_a_leftover_wal(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    played(database)
    assert run("backup", str(copy), database=database)[0] == 0
    kept = ids(copy)
    with Process(database) as served:
        later = served.create("me", "me", "me")["id"]
        code, said = run("restore", str(copy), "--yes", database=database)
        assert code == 2 and "stop its server first" in said
        served.kill()
    wal = Path(f"{database}-wal")
    assert wal.stat().st_size > 0, "kill -9 leaves it behind"
    shutil.copy(wal, tmp_path / "lost.db-wal")
    code, said = run("restore", str(copy), database=tmp_path / "lost.db")
    assert code == 2 and "lost.db-wal was left behind" in said
    assert not (tmp_path / "lost.db").exists()
    code, said = run("restore", str(copy), "--yes", database=database)
    assert code == 0, said
    assert not wal.exists()
    assert ids(database) == kept
    assert later in ids(tmp_path / "tables.db.before-restore"), "what was in the -wal is kept with its own"


def test_a_damaged_database_can_be_replaced(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    made = played(database)
    assert run("backup", str(copy), database=database)[0] == 0
    database.write_bytes(b"this is no database any more" * 1000)
    assert run("restore", str(copy), "--yes", database=database)[0] == 0
    assert ids(database) == made


def test_what_is_no_copy_of_ours_is_not_restored(tmp_path: Path) -> None:
    (tmp_path / "noise.db").write_text("no database at all\n" * 100)
    sqlite3.connect(tmp_path / "empty.db").close()
    newer = tmp_path / "newer.db"
    played(newer)
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    for name, statements in (("other.db", ["CREATE TABLE tables(x)"]), ("bare.db", MIGRATIONS[0])):
        connection = sqlite3.connect(tmp_path / name)
        for statement in statements:
            connection.execute(statement)
        connection.close()
    target = tmp_path / "tables.db"
    for name, reason in (
        ("noise.db", "no database"),
        ("empty.db", "no database"),
        ("newer.db", "use a newer one"),
        ("nosuch.db", "there is no database"),
        ("other.db", "no database of Branchline's"),
        ("bare.db", "none of our formats"),
    ):
        code, said = run("restore", str(tmp_path / name), database=target)
        assert code == 2 and reason in said, said
        assert not target.exists()
    code, said = run("backup", str(tmp_path / "copy.db"), database=tmp_path / "noise.db")
    assert code == 2 and "cannot be copied" in said
    assert not list(tmp_path.glob("copy.db*"))


def test_a_folder_is_not_moved_away_for_a_copy(tmp_path: Path) -> None:
    copy, folder = tmp_path / "copy.db", tmp_path / "everything"
    played(copy)
    folder.mkdir()
    (folder / "letters.txt").write_text("dear Ada")
    code, said = run("restore", str(copy), "--yes", database=folder)
    assert code == 2 and "is no file" in said
    assert (folder / "letters.txt").read_text() == "dear Ada"
    assert not list(tmp_path.glob("everything.*"))


@pytest.mark.parametrize(("command", "tool"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_a_postgres_is_referred_to_its_own_tools(command: str, tool: str, tmp_path: Path) -> None:
    code, said = run(command, str(tmp_path / "copy"), database="postgresql://nobody@127.0.0.1:1/none")
    assert code == 2 and tool in said


# --- check-database


def test_a_check_names_the_tables_that_are_damaged(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    good, *bad = played(database, 5)
    code, said = run("check-database", database=database)
    assert code == 0 and "5 of 5 tables" in said
    connection = sqlite3.connect(database)
    with connection:
        connection.execute("UPDATE rows SET digest = 'x' WHERE table_id = ? AND n = 1", bad[:1])
        connection.execute("UPDATE seats SET body = '{' WHERE table_id = ?", bad[1:2])
        connection.execute("UPDATE tables SET status = 'over' WHERE id = ?", bad[2:3])
        connection.execute("DELETE FROM tables WHERE id = ?", bad[3:])
    connection.close()
    code, said = run("check-database", database=database)
    assert code == 2 and "1 of 4 tables" in said, said
    for id in bad:
        assert f"table {id}" in said
    assert f"table {good}" not in said


def test_a_check_changes_nothing_and_makes_nothing(tmp_path: Path) -> None:
    code, said = run("check-database", database=tmp_path / "nosuch.db")
    assert code == 2 and "there is no database" in said
    assert not (tmp_path / "nosuch.db").exists()
    asyncio.run(old_sqlite(str(tmp_path / "old.db")))
    code, said = run("check-database", database=tmp_path / "old.db")
    assert code == 2 and "has format 1" in said
    assert sqlite3.connect(tmp_path / "old.db").execute("PRAGMA user_version").fetchone()[0] == 1


# --- delete


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


async def test_a_copy_is_kept_before_the_format_changes(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    await old_sqlite(str(database))
    for _ in range(2):
        async with house(database):
            pass
    (kept,) = tmp_path.glob("tables.db.format-*")
    assert kept.name == "tables.db.format-1"
    connection = sqlite3.connect(kept)
    assert connection.execute("PRAGMA user_version").fetchone()[0] == 1
    assert connection.execute("SELECT id FROM tables").fetchall() == [("a",)]
    connection.close()
    now = sqlite3.connect(database)
    assert now.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
    now.close()


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    database = tmp_path / "folder" / "tables.db"
    with Process(database) as served:
        served.create("me", "me", "me")
        assert run("backup", str(tmp_path / "folder" / "copy.db"), database=database)[0] == 0
        files = sorted(database.parent.iterdir())
        assert [each.name for each in files] == ["copy.db", "tables.db", "tables.db-shm", "tables.db-wal"]
        for each in files:
            assert stat.S_IMODE(each.stat().st_mode) == 0o600, each.name
    database.chmod(0o644)
    with Process(database):
        assert stat.S_IMODE(database.stat().st_mode) == 0o600


# --- the end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_stopped_answers_those_who_wait(tmp_path: Path, number: int) -> None:
    answers: list[Any] = []
    with Process(tmp_path / "t.db") as served:
        id = served.create("me", "me", "me")["id"]
        version = httpx.get(f"{served.base}/api/tables/{id}").json()["version"]

        def wait() -> None:
            address = f"{served.base}/api/tables/{id}?after={version}&wait=30"
            answers.append(httpx.get(address, timeout=40))

        waiting = [threading.Thread(target=wait) for _ in range(5)]
        for each in waiting:
            each.start()
        while "branchline_polls 5.0" not in httpx.get(f"{served.base}/metrics").text:
            assert all(each.is_alive() for each in waiting)
            time.sleep(0.05)
        served.process.send_signal(number)
        assert served.process.wait(20) == 0
        for each in waiting:
            each.join(20)
        out = served.out()
    assert [answer.status_code for answer in answers] == [200] * 5
    assert {answer.json()["version"] for answer in answers} == {version}
    assert "Stopped. Every table is kept." in out and "Traceback" not in out
