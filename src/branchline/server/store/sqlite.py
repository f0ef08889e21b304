"""SQLite: one writer thread that commits everything waiting at once, one reader thread.

The file is for its owner alone: it holds hidden hands, names and what people said.

WAL and synchronous=FULL: what is saved survives a power cut. Measured: group commit costs 125 µs of
CPU a move where a transaction a move costs an fsync each.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from branchline.core.errors import BranchlineError
from branchline.server.store import (
    READS,
    SAVING,
    WRITES,
    Conflict,
    Gone,
    Unsaved,
    Write,
    confirmed,
    dialect,
    pending,
    unchanged,
)
from branchline.server.store.copies import backup, format_of, private, unused

log = logging.getLogger("branchline.store")
LARGEST_GROUP = 256
# seconds to wait for somebody else who holds the file; less than half of what a save may take, so that
# its caller is answered when it has failed, and not while it may still happen
HELD = 0.4 * SAVING
# seconds from one group to the next: whoever comes alone never waits, a crowd shares its fsync
BETWEEN = 0.008

Waiting = tuple["asyncio.Future[None]", Sequence[Write]]


def connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=HELD)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA secure_delete=ON")  # what is forgotten is overwritten
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to today's tables, one step a transaction."""
    found = format_of(connection)
    for number, statements in enumerate(pending(found), start=found + 1):
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")


class SqliteStore:
    """A file, or `:memory:`-like use through a temporary file."""

    name = ""  # one process at a time

    def __init__(self, path: str) -> None:
        self.path = path
        self.on_saved: Callable[[float], None] = lambda seconds: None
        self._writes = dialect(WRITES, lambda _: "?")
        self._reads = dialect(READS, lambda _: "?")
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()

    async def open(self, upgrade: bool = True) -> None:
        self._loop = asyncio.get_running_loop()
        if upgrade:
            Path(self.path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        elif not Path(self.path).exists():
            raise BranchlineError(f"there is no database {self.path}")
        try:
            private(self.path)
            self._writer = connect(self.path)
            self._grow(upgrade)
        except (sqlite3.DatabaseError, OSError) as error:
            raise BranchlineError(f"{self.path} cannot be used as a database: {error}") from None
        self._reader = connect(self.path)
        self._reading = ThreadPoolExecutor(1, "sqlite-reader")
        self._thread = threading.Thread(target=self._write_groups, name="sqlite-writer", daemon=True)
        self._thread.start()

    def _grow(self, upgrade: bool) -> None:
        """Bring an older database to today's format; what it was before is kept beside it."""
        found = format_of(self._writer)
        if not upgrade:
            unchanged(found, self.path)
        if found and pending(found):
            kept = unused(f"{self.path}.format-{found}")
            backup(self.path, kept)
            log.warning(f"the database had format {found}; as it was it is kept in {Path(kept).name}")
        migrate(self._writer)

    async def close(self) -> None:
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()

    async def save(self, change: Sequence[Write]) -> None:
        saved = self._loop.create_future()
        self._waiting.put((saved, change))
        await confirmed(saved, self.on_saved)

    async def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return await self._loop.run_in_executor(self._reading, self._fetch, query, values)

    def _fetch(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._reader.execute(self._reads[query], values).fetchall()

    # --- in the writer's thread

    def _write_groups(self) -> None:
        free = 0.0  # when the next group may be committed
        while True:
            time.sleep(max(0.0, free - time.monotonic()))  # before it looks: whoever comes wakes nobody
            first = self._waiting.get()
            if first is None:
                return
            group, last = [first], False
            while len(group) < LARGEST_GROUP:
                try:
                    another = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if another is None:
                    last = True
                    break
                group.append(another)
            free = time.monotonic() + BETWEEN
            outcomes = self._commit(group)
            if any(write.statement.startswith("forget") for _, change in group for write in change):
                with contextlib.suppress(sqlite3.Error):  # what is forgotten is not left in the -wal either
                    self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._loop.call_soon_threadsafe(_tell, group, outcomes)
            if last:
                return

    def _commit(self, group: list[Waiting]) -> list[Exception | None]:
        """Everything in one transaction; only if a statement fails, each change in its own.

        What nobody waits for any more is left out: its caller was told that it took too long.
        """
        awaited = [[] if saved.done() else change for saved, change in group]
        failure = self._transaction([write for change in awaited for write in change])
        held = failure is not None and isinstance(failure.__cause__, sqlite3.OperationalError)
        if failure is None or held or len(group) == 1:
            return [failure] * len(group)
        return [self._transaction(change) for change in awaited]

    def _transaction(self, change: Sequence[Write]) -> Exception | None:
        execute, writes = self._writer.execute, self._writes
        try:
            execute("BEGIN IMMEDIATE")
            for statement, values in change:
                execute(writes[statement], values)
            execute("COMMIT")
        except Exception as error:
            if self._writer.in_transaction:
                with contextlib.suppress(sqlite3.Error):  # this thread must live, whatever the disk does
                    execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                gone = error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_NOTNULL
                return Gone(str(error)) if gone else Conflict(str(error))
            log.exception("not saved")
            failure = Unsaved()
            failure.__cause__ = error
            return failure
        return None


def _tell(group: list[Waiting], outcomes: list[Exception | None]) -> None:
    for (saved, _), outcome in zip(group, outcomes, strict=True):
        if saved.done():
            continue
        if outcome is None:
            saved.set_result(None)
        else:
            saved.set_exception(outcome)
