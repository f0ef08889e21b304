"""The server as one object: store, tables, workers, limits, and what happens by the clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass, field

from branchline.server import lobby
from branchline.server.metrics import Metrics
from branchline.server.proxies import Proxies
from branchline.server.security import Gate, Limits
from branchline.server.store import Store
from branchline.server.tables import Tables
from branchline.server.thinking import Thinkers
from branchline.server.world import World

log = logging.getLogger("branchline.hall")
TICK = 1.0
TICKS_TO_FORGET = 60


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs a server may choose."""

    limits: Limits = field(default_factory=Limits)
    workers: int = 2  # of which one address never has all
    bot_seconds: float = 10.0
    world: World = field(default_factory=World)
    proxies: Proxies = field(default_factory=Proxies)


class Hall:
    """Everything that lives as long as the server does."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.settings = settings
        self.store = store
        self.metrics = Metrics()
        self.gate = Gate(settings.limits, settings.proxies)
        self.tables = Tables(store, settings.world, self.metrics)
        self.thinkers = Thinkers(self.metrics, settings.workers, settings.bot_seconds)
        self.tables.on_change = self.thinkers.wake
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self.store.open()
        self._tasks = [asyncio.create_task(self._go_on()), asyncio.create_task(self._tick())]

    async def close(self) -> None:
        thinking = [room.thinking for room in self.tables.rooms.values() if room.thinking]
        for task in (*self._tasks, *thinking):
            task.cancel()
        await asyncio.gather(*self._tasks, *thinking, return_exceptions=True)
        await self.thinkers.close()
        await self.tables.boards.close()
        await self.store.close()

    async def _go_on(self) -> None:
        """After a start: tables where a bot is to move, or chance has not begun, wait for nobody."""
        for (id,) in await self.store.read("unattended"):
            await self._safely(self._attend(id))

    async def _attend(self, id: str) -> None:
        await lobby.start(await self.tables.room(id))

    async def _tick(self) -> None:
        ticks = 0
        while True:
            await asyncio.sleep(TICK)
            ticks += 1
            await self._safely(self.pass_time())
            if ticks % TICKS_TO_FORGET == 0:
                self.tables.forget_idle()

    async def pass_time(self) -> None:
        """Let bots step in where a deadline has passed, and read tables anew that have lost the store."""
        now = self.settings.world.now()
        for id, room in list(self.tables.rooms.items()):
            if room.match.lost:
                await self.tables.room(id)
        for (id,) in await self.store.read("due", now):
            room = await self.tables.room(id)
            await lobby.stand_in(room, room.match.state.to_move, now)

    async def _safely(self, step: Awaitable[None]) -> None:
        """One table that cannot be read must not stop the others."""
        try:
            await step
        except Exception:
            log.exception("a table was passed over")
