"""`branchline migrate`: everything, both ways, compared; and what it refuses."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from branchline.core.errors import BranchlineError
from branchline.server import moving
from branchline.server.store import MIGRATIONS, PROBE, Write, store_for
from tests.server.conftest import fresh_database
from tests.server.databases import played
from tests.server.process import Process, branchline
from tests.server.test_store import row, table


def everything(path: Path) -> dict[str, list[Any]]:
    connection = sqlite3.connect(path)
    names = sorted(
        name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    )
    found = {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}
    connection.close()
    return found


async def test_everything_comes_along_there_and_back(postgres: str, tmp_path: Path) -> None:
    first, last = tmp_path / "first.db", tmp_path / "folder" / "last.db"
    ids = played(first, 2)
    store = store_for(str(first))
    await store.open()
    more = [Write("note", (ids[0], 0, "Zoë 🚂 'quoted' \\ \n")), Write("review", (ids[0], "{}"))]
    await store.save([*more, Write("plan", (ids[1], 1, 1, "{}")), PROBE])
    await store.close()
    async with fresh_database(postgres) as address:
        done = branchline("migrate", str(first), address)
        assert done.returncode == 0 and "2 tables" in done.stdout, done.stderr
        again = branchline("migrate", str(first), address)
        assert again.returncode == 2 and "not empty" in again.stderr and again.stderr.count("\n") == 1
        assert branchline("check-database", "--database", address).returncode == 0
        with Process(address):
            served = branchline("migrate", address, str(last))
            assert served.returncode == 2 and "a server is running" in served.stderr
        back = branchline("migrate", address, str(last))
        assert back.returncode == 0, back.stderr
    assert everything(first) == everything(last)
    assert len(everything(last)["rows"]) > 4


async def test_what_differs_when_it_is_read_back_is_not_kept(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_for(str(tmp_path / "t.db"))
    await store.open()
    await store.save([table("a"), row("a", 1)])
    await store.close()

    async def forgets(self: Any, name: str, columns: list[str], records: Any) -> None:
        await real(self, name, columns, [each for each in records if name != "rows"])

    real = moving.PostgresSide.put
    monkeypatch.setattr(moving.PostgresSide, "put", forgets)
    async with fresh_database(postgres) as address:
        with pytest.raises(BranchlineError, match="rows has 0 rows in PostgreSQL and 1 in"):
            await moving.migrate(str(tmp_path / "t.db"), address, lambda *_: None)
        connection = await asyncpg.connect(address)
        assert await connection.fetchval("SELECT COUNT(*) FROM tables") == 0
        await connection.close()


def test_what_cannot_be_moved_is_said_in_a_sentence(tmp_path: Path) -> None:
    database, other = tmp_path / "t.db", tmp_path / "other.db"
    missing = branchline("migrate", str(database), str(other))
    assert missing.returncode == 2 and "there is no database" in missing.stderr
    assert not other.exists() and not database.exists()
    with Process(database) as served:
        served.create("me", "me", "me")
        busy = branchline("migrate", str(database), str(other))
        assert busy.returncode == 2 and "is served already" in busy.stderr
    assert branchline("migrate", str(database), str(database)).returncode == 2
    connection = sqlite3.connect(database)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) - 1}")
    connection.close()
    old = branchline("migrate", str(database), str(other))
    assert old.returncode == 2 and "brings it to format" in old.stderr
    away = branchline("migrate", str(database), "postgresql://nobody@127.0.0.1:1/none")
    assert away.returncode == 2 and away.stderr.count("\n") == 1
