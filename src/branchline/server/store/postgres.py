"""PostgreSQL through asyncpg: the same statements, everything waiting in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import asyncpg

from branchline.core.errors import BranchlineError
from branchline.server.store import READS, WRITES, Conflict, Write, dialect, pending

LOCK = 0x6272616E  # one migration at a time, whoever starts


class PostgresStore:
    """A database by its address."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._writes = dialect(WRITES, lambda n: f"${n}")
        self._reads = dialect(READS, lambda n: f"${n}")
        self._waiting: list[tuple[asyncio.Future[None], Sequence[Write]]] = []
        self._wake = asyncio.Event()
        self._closing = False

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(self.address, min_size=1, max_size=4)
        except (OSError, asyncpg.PostgresError) as error:
            raise BranchlineError(f"the database does not answer: {error}") from None
        async with self._pool.acquire() as connection:
            await migrate(connection)
        self._task = asyncio.create_task(self._write_groups())

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        await self._task
        await self._pool.close()

    async def save(self, change: Sequence[Write]) -> None:
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((saved, change))
        self._wake.set()
        await saved

    async def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return [tuple(found) for found in await self._pool.fetch(self._reads[query], *values)]

    async def _write_groups(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            group, self._waiting = self._waiting, []
            failure = await self._transaction([write for _, change in group for write in change])
            for saved, change in group:
                outcome = failure
                if failure is not None and len(group) > 1:
                    outcome = await self._transaction(change)
                if saved.done():
                    continue
                if outcome is None:
                    saved.set_result(None)
                else:
                    saved.set_exception(outcome)

    async def _transaction(self, change: Sequence[Write]) -> Exception | None:
        """Statements of one kind go together, in the order of `WRITES`: a round trip a kind."""
        values: dict[str, list[tuple[Any, ...]]] = {name: [] for name in self._writes}
        for statement, each in change:
            values[statement].append(each)
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                for statement, all_values in values.items():
                    if all_values:
                        await connection.executemany(self._writes[statement], all_values)
        except asyncpg.UniqueViolationError as error:
            return Conflict(str(error))
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            return error
        return None


async def migrate(connection: Any) -> None:
    """Bring the database to today's tables; several servers may start at once."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version(number INTEGER NOT NULL)")
        found = await connection.fetchval("SELECT number FROM schema_version")
        if found is None:
            await connection.execute("INSERT INTO schema_version VALUES(0)")
        for statements in pending(found or 0):
            for statement in statements:
                await connection.execute(statement)
        await connection.execute(
            "UPDATE schema_version SET number = $1", (found or 0) + len(pending(found or 0))
        )
