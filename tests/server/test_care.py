"""Copies, restores and checks as commands; who may read the files; and a polite end."""

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

from branchline.server.store import MIGRATIONS
from tests.processes import PATIENCE
from tests.server.databases import ids, played, run
from tests.server.house import house
from tests.server.process import Process
from tests.server.test_store import old_sqlite

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
        assert [each.name for each in files] == [
            "copy.db",
            "tables.db",
            "tables.db-shm",
            "tables.db-wal",
            "tables.db.lock",
        ]
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
            answers.append(httpx.get(address, timeout=PATIENCE))

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
