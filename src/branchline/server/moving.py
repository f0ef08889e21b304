"""Everything from one database into another: SQLite to PostgreSQL, back, or between two of a kind.

Which tables and columns there are, the databases say themselves. The source is read as it is at one moment,
the target is written in one transaction, and before it is kept everything is read back and compared.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from branchline.core.errors import BranchlineError
from branchline.core.voice import say
from branchline.server.store import is_postgres, store_for
from branchline.server.store.claim import claimed
from branchline.server.store.sqlite import connect

TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
BATCH = 1000  # rows that are carried at once
Records = list[tuple[Any, ...]]
Columns = dict[str, list[str]]  # of every table
NOT_OURS = ("schema_version",)  # a database's own, and the same in both


@dataclass(slots=True)
class Sum:
    """How many rows, and a digest of them in any order."""

    rows: int = 0
    digest: int = 0

    def add(self, records: Iterable[tuple[Any, ...]]) -> None:
        for each in records:
            found = hashlib.blake2b(repr(each).encode(errors="surrogatepass"), digest_size=16).digest()
            self.rows += 1
            self.digest = (self.digest + int.from_bytes(found, "big")) % 2**128


class Side(Protocol):
    """One of the two databases, inside a transaction."""

    name: str

    async def columns(self) -> Columns: ...

    async def count(self, table: str) -> int: ...

    def records(self, table: str, columns: list[str]) -> AsyncIterator[Records]: ...

    async def put(self, table: str, columns: list[str], records: Records) -> None: ...

    async def clear_probe(self) -> None: ...


class SqliteSide:
    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self.connection, self.name = connection, name

    async def columns(self) -> Columns:
        names = [
            name for (name,) in self.connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {
            name: [each[1] for each in self.connection.execute(f"PRAGMA table_info({name})")]
            for name in sorted(names)
            if name not in NOT_OURS and not name.startswith("sqlite_")
        }

    async def count(self, table: str) -> int:
        return int(self.connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])

    async def records(self, table: str, columns: list[str]) -> AsyncIterator[Records]:
        cursor = self.connection.execute(f"SELECT {', '.join(columns)} FROM {table}")
        while found := cursor.fetchmany(BATCH):
            yield found

    async def put(self, table: str, columns: list[str], records: Records) -> None:
        places = ", ".join("?" * len(columns))
        self.connection.executemany(f"INSERT INTO {table}({', '.join(columns)}) VALUES({places})", records)

    async def clear_probe(self) -> None:
        self.connection.execute("DELETE FROM notes WHERE table_id = ''")


class PostgresSide:
    name = "PostgreSQL"

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    async def columns(self) -> Columns:
        rows = await self.connection.fetch(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
        )
        found: Columns = {}
        for table, column in rows:
            if table not in NOT_OURS:
                found.setdefault(table, []).append(column)
        return found

    async def count(self, table: str) -> int:
        return int(await self.connection.fetchval(f"SELECT COUNT(*) FROM {table}"))

    async def records(self, table: str, columns: list[str]) -> AsyncIterator[Records]:
        cursor = await self.connection.cursor(f"SELECT {', '.join(columns)} FROM {table}")
        while found := await cursor.fetch(BATCH):
            yield [tuple(each) for each in found]

    async def put(self, table: str, columns: list[str], records: Records) -> None:
        import asyncpg

        try:
            await self.connection.copy_records_to_table(table, records=records, columns=columns)
        except asyncpg.PostgresError as error:
            raise BranchlineError(say("server.move-unwritten", table, str(error))) from None

    async def clear_probe(self) -> None:
        await self.connection.execute("DELETE FROM notes WHERE table_id = ''")


@contextlib.asynccontextmanager
async def opened(database: str, source: bool) -> AsyncIterator[Side]:
    """One side: a source as it is, a target in today's format; nobody may serve either meanwhile."""
    store = store_for(database)
    if is_postgres(database):
        await store.open(upgrade=not source)
        await store.close()
        async with postgres_side(database) as found:
            yield found
        return
    if source and not Path(database).exists():
        raise BranchlineError(say("server.no-database", database))
    with claimed(database):
        await store.open(upgrade=not source)
        await store.close()
        with contextlib.closing(connect(database)) as connection:
            connection.execute("BEGIN" if source else "BEGIN IMMEDIATE")
            yield SqliteSide(connection, database)
            connection.execute("COMMIT")  # else it is rolled back when it is closed


@contextlib.asynccontextmanager
async def postgres_side(address: str) -> AsyncIterator[Side]:
    import asyncpg

    from branchline.server.store.channel import KIND, LIVING

    connection = await asyncpg.connect(address)
    try:
        if await connection.fetch(LIVING, KIND):
            raise BranchlineError(say("server.move-running"))
        async with connection.transaction(isolation="repeatable_read"):
            yield PostgresSide(connection)
    finally:
        await connection.close()


async def migrate(source: str, target: str, tell: Callable[[str, int, int], None]) -> dict[str, int]:
    """Move everything; rows by table. `tell` hears what is done, with how many rows, and of how many."""
    if source == target:
        raise BranchlineError(say("server.move-itself"))
    async with opened(source, True) as old, opened(target, False) as new:
        tables = await new.columns()
        if await old.columns() != tables:
            raise BranchlineError(say("server.move-different", old.name, new.name))  # formats were compared
        await new.clear_probe()
        full = [table for table in tables if await new.count(table)]
        if full:
            raise BranchlineError(say("server.move-full", new.name, ", ".join(full)))
        every = 2 * sum([await old.count(table) for table in tables])
        sums, done = {table: Sum() for table in tables}, 0
        for table, columns in tables.items():
            async for records in old.records(table, columns):
                await new.put(table, columns, records)
                sums[table].add(records)
                done += len(records)
                tell(say("server.moving", table), done, every)
        for table, columns in tables.items():
            found = Sum()
            async for records in new.records(table, columns):
                found.add(records)
                done += len(records)
                tell(say("server.comparing", table), done, every)
            if found != sums[table]:
                rows = (found.rows, new.name, sums[table].rows, old.name)
                raise BranchlineError(say("server.move-differs", table, *rows))
    return {table: each.rows for table, each in sums.items()}
