"""PostgreSQL through asyncpg: the same statements, everything waiting in one transaction.

The database may go away and come back at any moment. The writer has a connection of its own: whatever
happens on it, those who wait are answered, and the next ones get a new connection. Other processes may write
too: whoever stores something tells them which tables it changed, in the same transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import asyncpg

from branchline.core.errors import BranchlineError
from branchline.server.store import (
    READING,
    READS,
    SAVING,
    WRITES,
    Conflict,
    Gone,
    News,
    Row,
    Unread,
    Unsaved,
    Write,
    confirmed,
    dialect,
    pending,
    unchanged,
)
from branchline.server.store.channel import CHANNEL, Channel

log = logging.getLogger("branchline.store")
LOCK = 0x6272616E  # one migration at a time, whoever starts
PAUSE = 0.1  # seconds between two tries to reach a database that is away
REACHING = 3.0  # seconds that one try may take
OLDEST = 14  # the first PostgreSQL that ends sessions which say nothing
TOGETHER = 150  # tables that one notice names; a notice has at most 8,000 bytes

# where in its values a statement has the id of what it changes, if not at the beginning
ID_AT = {
    "turn": -1,
    "rematch": 1,
    "forget name": 1,
    "way is": 1,
    "looked": 1,
    "inherit ways": 1,
    "claim call": 2,
    "begin call": 1,
    "settle call": 5,
    "void call": 1,
}

# all that is new at some tables since a row of each; nothing but its id of a table that is gone
NEWER = """
SELECT w.id, t.driver, t.rematch,
  (SELECT json_agg(json_build_array(q.seat, q.body)) FROM plans q WHERE q.table_id = w.id AND q.n = 0),
  r.n, r.kind, r.seat, r.body, r.digest, r.key, r.at
FROM unnest($1::text[], $2::int[]) AS w(id, n) LEFT JOIN tables t ON t.id = w.id
LEFT JOIN LATERAL (SELECT * FROM rows WHERE table_id = t.id AND n > w.n) r ON true ORDER BY w.id, r.n
"""

# moves, and nothing else, in one round trip: an error for a table that is deleted meanwhile, or a row that is
# there, and then each change is stored for itself
MOVES = """
WITH added AS (
  INSERT INTO rows(table_id, n, kind, seat, body, digest, key, at) SELECT * FROM unnest($1::text[],
    $2::int[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::float8[])
), turned AS (
  UPDATE tables SET status = w.status, to_move = w.to_move, deadline = w.deadline, changed = w.changed,
    driver = w.driver
  FROM unnest($9::text[], $10::int[], $11::float8[], $12::float8[], $13::text[], $14::text[])
    AS w(status, to_move, deadline, changed, driver, id)
  WHERE tables.id = w.id RETURNING 1
), told AS MATERIALIZED (SELECT pg_notify($15, notice) FROM unnest($16::text[]) AS notice)
SELECT 1 / (CASE WHEN (SELECT COUNT(*) FROM turned) = cardinality($14::text[]) THEN 1 ELSE 0 END), COUNT(*)
FROM told
"""

Waiting = tuple["asyncio.Future[None]", Sequence[Write]]


def away(error: BaseException) -> bool:
    """The database is gone or going, which is no fault of the statement."""
    if isinstance(error, asyncpg.DataError):
        return False
    gone = asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError, asyncpg.TooManyConnectionsError
    return isinstance(error, gone) or not isinstance(error, asyncpg.PostgresError)


class PostgresStore:
    """A database by its address."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.on_saved: Callable[[float], None] = lambda seconds: None
        self.channel = Channel(address)
        self.name = self.channel.name
        self._writes = dialect(WRITES, lambda n: f"${n}", " FOR KEY SHARE")
        self._reads = dialect(READS, lambda n: f"${n}")
        self._waiting: list[Waiting] = []
        self._wake = asyncio.Event()
        self._closing = False

    async def open(self, upgrade: bool = True) -> None:
        try:
            self._pool = await asyncpg.create_pool(self.address, min_size=1, max_size=4, reset=as_it_is)
            self._writer = await asyncpg.connect(self.address)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise BranchlineError(f"the database does not answer: {error}") from None
        try:
            new_enough(self._writer)
            await migrate(self._writer, upgrade)
        except BaseException:
            self._writer.terminate()
            self._pool.terminate()
            raise
        self._task = asyncio.create_task(self._write_groups())

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        await self._task
        self._writer.terminate()  # nobody waits on it, and a database that is away would not say goodbye
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._pool.close(), REACHING)

    async def save(self, change: Sequence[Write]) -> None:
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((saved, change))
        self._wake.set()
        await confirmed(saved, self.on_saved)

    async def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return await self._ask(self._reads[query], *values)

    async def newer(self, known: Mapping[str, int]) -> dict[str, News | None]:
        """What others have stored at tables since the last row that is known of each; None: it is gone."""
        found: dict[str, News | None] = {}
        for id, driver, rematch, queued, *row in await self._ask(NEWER, list(known), list(known.values())):
            if driver is None:
                found[id] = None
                continue
            news = found.get(id)
            if news is None:
                news = found[id] = News(driver, rematch, json.loads(queued or "[]"), [])
            if row[0] is not None:
                news.rows.append(Row(*row))
        return found

    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Asked again when the database went away meanwhile: reading twice changes nothing."""
        try:
            async with asyncio.timeout(READING):
                while True:
                    try:
                        async with self._pool.acquire(timeout=REACHING) as connection:
                            found = await connection.fetch(query, *values)
                            return [tuple(each) for each in found]
                    except Exception as error:
                        if not away(error):
                            raise
                    await asyncio.sleep(PAUSE)
        except TimeoutError:
            raise Unread from None

    # --- writing

    async def _write_groups(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            group = [each for each in self._waiting if not each[0].done()]
            self._waiting = []
            if not await self._reached(group):
                continue  # everyone in it has been told that it took too long
            for (saved, _), outcome in zip(group, await self._commit(group), strict=True):
                if saved.done():
                    continue
                if outcome is None:
                    saved.set_result(None)
                else:
                    saved.set_exception(outcome)

    async def _reached(self, group: list[Waiting]) -> bool:
        """Is there a connection? A new one is made as long as anyone waits for it."""
        while any(not saved.done() for saved, _ in group):
            if not self._writer.is_closed():
                return True
            try:
                self._writer = await asyncpg.connect(self.address, timeout=REACHING)
                log.warning("the database is there again")
            except Exception as error:
                log.warning("the database is away", extra={"error": type(error).__name__})
                await asyncio.sleep(PAUSE)
        return False

    async def _commit(self, group: list[Waiting]) -> list[Exception | None]:
        """Everything in one transaction; only if a statement fails, each change in its own."""
        changes = [change for _, change in group]
        if all(map(is_move, changes)):
            outcome = await self._moved([write for change in changes for write in change])
            if not isinstance(outcome, Conflict):
                return [outcome] * len(group)
        failure = await self._transaction([write for change in changes for write in change])
        if failure is None or len(group) == 1 or self._writer.is_closed():
            return [failure] * len(group)
        return [await self._transaction(change) for _, change in group]

    async def _moved(self, moves: list[Write]) -> Exception | None:
        """Store moves alone, in one round trip; Conflict where anything is in the way of any of them."""
        rows = sorted(values for statement, values in moves if statement == "row")
        turns = [values for statement, values in moves if statement == "turn"]
        turns.sort(key=lambda each: str(each[-1]))
        notices = [notice for _, notice in self._notices(moves)]
        connection = self._writer
        watch = asyncio.get_running_loop().call_later(SAVING, connection.terminate)
        try:
            await connection.fetch(MOVES, *_columns(rows), *_columns(turns), CHANNEL, notices)
        except Exception as error:
            if not away(error):
                return Conflict(str(error))
            connection.terminate()
            log.exception("not saved")
            return Unsaved()
        finally:
            watch.cancel()
        return None

    async def _transaction(self, change: Sequence[Write]) -> Exception | None:
        """Statements of one kind go together, in the order of `WRITES`: a round trip a kind."""
        values: dict[str, list[tuple[Any, ...]]] = {name: [] for name in self._writes}
        for statement, each in change:
            values[statement].append(each)
        for statement, all_values in values.items():  # in one order everywhere: nobody waits in a circle
            at = ID_AT.get(statement, 0)
            all_values.sort(key=lambda each: str(each[at]))
        connection = self._writer
        # a database that says nothing is hung up on, which ends whatever waits for it
        watch = asyncio.get_running_loop().call_later(SAVING, connection.terminate)
        try:
            async with connection.transaction():
                for statement, all_values in values.items():
                    if all_values:
                        await connection.executemany(self._writes[statement], all_values)
                if notices := self._notices(change):
                    await connection.executemany("SELECT pg_notify($1, $2)", notices)
        except asyncpg.UniqueViolationError as error:
            return Conflict(str(error))
        except asyncpg.NotNullViolationError as error:
            return Gone(str(error))
        except Exception as error:
            if away(error):
                connection.terminate()
            log.exception("not saved")
            return Unsaved()
        finally:
            watch.cancel()
        return None

    def _notices(self, change: Sequence[Write]) -> list[tuple[str, str]]:
        """Which tables have changed, for the other processes."""
        ids = sorted({id for write in change if (id := changed_by(write))})
        return [
            (CHANNEL, f"{self.name} did {' '.join(ids[first : first + TOGETHER])}")
            for first in range(0, len(ids), TOGETHER)
        ]


async def as_it_is(connection: Any) -> None:
    """Nothing that we read changes a connection: there is nothing to put back after it."""


def is_move(change: Sequence[Write]) -> bool:
    """Rows of one table and its turn, and nothing else."""
    return {write.statement for write in change} == {"row", "turn"} and change[-1].statement == "turn"


def _columns(values: list[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*values, strict=True)]


def new_enough(connection: Any) -> None:
    if connection.get_server_version().major < OLDEST:
        raise BranchlineError(f"PostgreSQL {OLDEST} or newer is needed")


def changed_by(write: Write) -> str:
    """The table that others see changed by this; nothing where it is private, or a part of a change."""
    statement, values = write
    if statement in ("row", "rematch", "delete table") or (statement.endswith("plan") and values[2] == 0):
        return str(values[ID_AT.get(statement, 0)])
    return ""


async def migrate(connection: Any, upgrade: bool) -> None:
    """Bring the database to today's tables in one transaction; several servers may start at once."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version(number INTEGER NOT NULL)")
        found = await connection.fetchval("SELECT number FROM schema_version")
        if not upgrade:
            unchanged(found or 0, "the database")
        if found is None:
            await connection.execute("INSERT INTO schema_version VALUES(0)")
        for statements in pending(found or 0):
            for statement in statements:
                await connection.execute(statement)
        await connection.execute(
            "UPDATE schema_version SET number = $1", (found or 0) + len(pending(found or 0))
        )
