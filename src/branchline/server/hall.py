"""The server as one object: store, tables, workers, limits, and what happens by the clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from branchline.bots.own import Own, add
from branchline.server import lobby, queueing, windows
from branchline.server.calls.caller import Caller, CallSettings
from branchline.server.calls.desk import Desk
from branchline.server.live import Room
from branchline.server.metrics import Metrics
from branchline.server.proxies import Proxies
from branchline.server.pulse import Pulse
from branchline.server.refusals import Denied
from branchline.server.reviews import Reviews
from branchline.server.security import Gate, Limits
from branchline.server.spread import Spread
from branchline.server.store import Store, Unread, Unsaved
from branchline.server.tables import Tables
from branchline.server.thinking import Thinkers
from branchline.server.world import World

log = logging.getLogger("branchline.hall")
TICK = 1.0
TICKS_TO_FORGET = 60
REST = 60.0  # seconds for which a table that cannot be read is left alone


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs a server may choose."""

    limits: Limits = field(default_factory=Limits)
    workers: int = 2  # of which one address never has all
    bot_seconds: float = 10.0
    world: World = field(default_factory=World)
    proxies: Proxies = field(default_factory=Proxies)
    host: str = "127.0.0.1"  # what it listens on
    bots: tuple[Own, ...] = ()  # that are not ours
    calls: CallSettings = field(default_factory=CallSettings)


class Hall:
    """Everything that lives as long as the server does."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.settings = settings
        add(settings.bots)
        self.store = store
        self.metrics = Metrics()
        store.on_saved = self.metrics.saving.observe
        self.gate = Gate(settings.limits, settings.proxies)
        self.pulse = Pulse(store, settings.world)
        self.tables = Tables(store, settings.world, self.metrics)
        self.thinkers = Thinkers(self.metrics, settings.workers, settings.bot_seconds)
        self.reviews = Reviews(self.tables)
        self.spread = Spread(store, self.tables, self.metrics)
        self.spread.on_change, self.spread.on_wake = self._others_changed, self._wake
        self.reviews.hear_from(self.spread)
        self.caller = Caller(self.tables, settings.calls, settings.proxies.root)
        self.desk = Desk(self.caller)
        self.tables.on_change = self._wake
        self.tables.may_make = lambda address: self.gate.new_table(address, settings.world.elapsed())
        self.drawing = asyncio.Lock()  # held while a picture is drawn
        self.leaving = False
        self._tasks: list[asyncio.Task[None]] = []
        self._going_on: asyncio.Task[None] | None = None
        self._resting: dict[str, float] = {}  # tables that failed, and until when they are passed over

    def _wake(self, room: Room) -> None:
        """Something has happened at a table: a bot thinks, a queued turn is played, somebody is called."""
        self.thinkers.wake(room)
        queueing.wake(room)
        self.caller.changed()

    async def open(self) -> None:
        await self.store.open()
        await self.spread.open()
        await self.caller.open()
        self._tasks = [asyncio.create_task(each) for each in (self._tick(), self.caller.run())]

    def _others_changed(self) -> None:
        """We have come, or another process has come or gone: tables may have nobody who sees to them."""
        if self._going_on is not None:
            self._going_on.cancel()
        self._going_on = asyncio.create_task(self._go_on())

    def farewell(self) -> None:
        """Before the end: everyone who waits for the next version gets the table as it is."""
        self.leaving = True
        for room in (*self.tables.rooms.values(), *self.tables.delayed.values()):
            room.release()

    async def close(self) -> None:
        rooms = self.tables.rooms.values()
        thinking = [task for room in rooms for task in (room.thinking, room.queueing) if task]
        tasks = [*self._tasks, *thinking, *([self._going_on] if self._going_on else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.caller.close()
        await self.reviews.close()
        await self.pulse.close()
        await self.thinkers.close()
        await self.tables.boards.close()
        await self.spread.close()
        await self.store.close()

    async def _go_on(self) -> None:
        """Tables where a bot is to move, or chance has not begun, wait for nobody: those whose process is
        gone, and after a start that may be all."""
        while not await self._each("unattended", self._attend, ",".join(self.spread.living)):
            await asyncio.sleep(TICK)

    async def _attend(self, id: str) -> None:
        room = await self.tables.room(id)
        if room.drives():
            await lobby.start(room)

    async def _call_time(self, id: str) -> None:
        room = await self.tables.room(id)
        await lobby.stand_in(room, room.match.state.to_move, self.settings.world.now())

    async def _tick(self) -> None:
        ticks = 0
        while True:
            await asyncio.sleep(TICK)
            ticks += 1
            try:
                await self.pass_time()
            except Exception:  # time goes on for everybody
                log.exception("a second did not pass as it should")
            if ticks % TICKS_TO_FORGET == 0:
                self.tables.forget_idle()

    async def pass_time(self) -> None:
        """Let bots step in where a deadline has passed, and read tables anew that have lost the store."""
        for id in [id for id, room in self.tables.rooms.items() if room.match.lost]:
            await self._safely(id, self._attend)
        await self._each("due", self._call_time, self.settings.world.now())
        await windows.go_on(self.tables)

    async def _each(self, query: str, step: Callable[[str], Awaitable[None]], *values: object) -> bool:
        """A step at each of our tables that a query finds; false while the database is away."""
        try:
            found = await self.store.read(query, *values)
        except Exception:
            log.exception("the clocks wait for the database")
            return False
        for id, driver in found:
            if self.spread.drives(id, driver):
                await self._safely(id, step)
        return True

    async def _safely(self, id: str, step: Callable[[str], Awaitable[None]]) -> None:
        """A step at one table: if it fails the others go on, and this one is tried again in a while."""
        elapsed = self.settings.world.elapsed()
        if self._resting.get(id, elapsed) > elapsed:
            return
        try:
            await step(id)
            self._resting.pop(id, None)
        except Exception as error:
            if isinstance(error, Denied) and error.kind == "unknown":
                return  # it was deleted meanwhile
            if not isinstance(error, Unread | Unsaved):  # a database that is away may be back at once
                self._resting[id] = elapsed + REST
            log.exception("a table was passed over", extra={"table": id})
