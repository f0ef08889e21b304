"""How the processes on one PostgreSQL hear of each other: one connection of each, which listens.

It holds a lock with the process's name for as long as it lives, so that the locks say who is there. Every
moment it asks for them; PostgreSQL ends a session that has asked nothing for some seconds, and with it the
lock, whether its process was killed, hangs or lost its machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

import asyncpg

from branchline.core.errors import BranchlineError

log = logging.getLogger("branchline.store")
CHANNEL = "branchline"
KIND = 0x6272  # of our locks, among any others in the database
BEAT = 0.4  # seconds between two questions who is there
DEAF = 0.6  # seconds without an answer, and others are not relied on to say what they change
LEASE = "3s"  # without a question, and a process counts as gone
OPENING = 15.0  # seconds until a server that cannot listen says so
REACHING = 2.0  # seconds that an answer may take; then the connection is made anew

LIVING = (
    "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2"
    " AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)

Hear = Callable[[str, str, str], None]


class Channel:
    """Who shares the database with us, and what they say. Nobody needs it who only looks into a database."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._number = 1 + secrets.randbelow(2**31 - 1)
        self.name = named(self._number)
        self.living: frozenset[str] = frozenset([self.name])
        self.hear: Hear = lambda sender, kind, body: None
        self.on_change: Callable[[frozenset[str]], None] = lambda gone: None  # somebody has come or gone
        self.on_gap: Callable[[], None] = lambda: None  # something may have been missed
        self._outbox: list[tuple[str, str]] = []
        self._wake = asyncio.Event()
        self._why = "no answer"
        self._asked = 0.0  # when the connection last answered
        self._task: asyncio.Task[None] | None = None

    def deaf(self) -> bool:
        """What others say may not arrive: whoever wants to know looks for themselves."""
        return time.monotonic() - self._asked > DEAF

    def say(self, kind: str, body: str) -> None:
        """Tell all others something that is not stored; whoever is away does not hear it."""
        self._outbox.append((CHANNEL, f"{self.name} {kind} {body}"))
        self._wake.set()

    async def open(self) -> None:
        """Returns when the others know of us."""
        there = asyncio.Event()
        self._task = asyncio.create_task(self._live(there))
        try:
            async with asyncio.timeout(OPENING):
                await there.wait()
        except TimeoutError:
            await self.close()
            raise BranchlineError(
                f"the database lets nobody listen: {self._why}; a pooler must be in session mode"
                " (docs/host.md)"
            ) from None

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _live(self, there: asyncio.Event) -> None:
        while True:
            connection = None
            try:
                connection = await asyncpg.connect(self.address, timeout=REACHING)
                await self._begin(connection)
                there.set()
                while True:
                    async with asyncio.timeout(REACHING):
                        await self._beat(connection)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._wake.wait(), BEAT)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                self._why = str(error) or type(error).__name__
                log.warning("not heard from the database", extra={"error": type(error).__name__})
                await asyncio.sleep(BEAT / 4)
            except Exception:  # whatever it was, a process that hears nothing any more is worse
                log.exception("others were not heard")
                await asyncio.sleep(BEAT)
            finally:
                if connection is not None:
                    connection.terminate()

    async def _begin(self, connection: Any) -> None:
        async with asyncio.timeout(REACHING):
            # said here and not while connecting, where a pooler would refuse it
            await connection.execute(f"SET idle_session_timeout = '{LEASE}'")
            await connection.execute(f"SET application_name = 'branchline {self.name}'")
            await connection.add_listener(CHANNEL, self._heard)
            await connection.execute("SELECT pg_advisory_lock($1, $2)", KIND, self._number)
        self._outbox.clear()  # who has missed something says all of it again
        self.on_gap()

    async def _beat(self, connection: Any) -> None:
        """Say what is to be said, and ask who is there."""
        self._wake.clear()
        said, self._outbox = self._outbox, []
        if said:
            await connection.executemany("SELECT pg_notify($1, $2)", said)
        found = await connection.fetch(LIVING, KIND)
        self._asked = time.monotonic()
        self._know(frozenset([self.name, *(named(number) for (number,) in found)]))

    def _know(self, living: frozenset[str]) -> None:
        if living != self.living:
            gone, self.living = self.living - living, living
            self.on_change(gone)

    def _heard(self, connection: Any, pid: int, channel: str, payload: object) -> None:
        sender, kind, body = str(payload).split(" ", 2)
        if sender != self.name:
            if sender not in self.living:  # come since we last asked
                self._know(self.living | {sender})
            self.hear(sender, kind, body)


def named(number: int) -> str:
    """
    >>> named(255)
    '000000ff'
    """
    return f"{number:08x}"
