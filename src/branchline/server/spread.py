"""Several processes on one PostgreSQL: each follows what the others store, and each table has one driver.

Whatever changes a game is stored under the number of its row, so the database decides every race, and the
others hear which table has changed and read what is new. The process that changed a table last sees to its
bots, clocks and queued turns; when it is gone, the one of the others that a hash chooses does. Two who think
so at once do no harm: what both want to store, one stores.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

import msgspec

from branchline.core.errors import BranchlineError
from branchline.server import following
from branchline.server.live import Room
from branchline.server.metrics import Metrics
from branchline.server.store import News, Shared, Store
from branchline.server.tables import Tables
from branchline.server.watch_answers import Led

if TYPE_CHECKING:
    from branchline.server.store.channel import Channel

log = logging.getLogger("branchline.spread")
MOMENT = 0.3  # seconds between two looks at the database while nothing can be heard
Heard = Callable[[str, str, str], None]


class Spread:
    """This process among those that share its database."""

    def __init__(self, store: Store, tables: Tables, metrics: Metrics) -> None:
        self.tables, self.metrics = tables, metrics
        self._store = cast("Shared", store)
        self._channel: Channel | None = self._store.channel if store.name else None
        self.on_change: Callable[[], None] = lambda: None  # somebody has come or gone
        self.on_gone: Callable[[str], None] = lambda process: None
        self.on_wake: Callable[[Room], None] = lambda room: None  # somebody looks on elsewhere
        self.others: dict[str, Heard] = {}  # by kind, what is no business of a room
        self._behind: set[str] = set()  # tables of which somebody else has stored something
        self._stir = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        if self._channel is not None:
            tables.spread = self
            self._channel.hear, self._channel.on_gap = self._hear, self._gap
            self._channel.on_change = self._came_or_went

    async def open(self) -> None:
        if self._channel is not None:
            await self._channel.open()
            self._begin(self._follow())
        self.metrics.processes.set(len(self.living))
        self.on_change()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._channel is not None:
            await self._channel.close()

    # --- who does what

    @property
    def living(self) -> frozenset[str]:
        return self._channel.living if self._channel else frozenset([""])

    def drives(self, id: str, driver: str) -> bool:
        """Do we see to this table, which that process changed last?"""
        if self._channel is None:
            return True
        return self._channel.name == (driver if driver in self.living else chosen(id, self.living))

    def _came_or_went(self, gone: frozenset[str]) -> None:
        self.metrics.processes.set(len(self.living))
        for process in gone:
            for room in self.tables.rooms.values():
                room.hear_there(process, ([], 0))
                room.together.gone(process)
            self.on_gone(process)
        self.on_change()

    # --- what others store

    def _gap(self) -> None:
        """Something may have been missed, by us and of us."""
        self._all_behind()
        for room in self.tables.rooms.values():
            room.elsewhere.tell("who")
            room.answer_who()

    def _all_behind(self) -> None:
        self._behind.update(self.tables.rooms)
        self._stir.set()

    def _behind_at(self, ids: Iterable[str]) -> None:
        known = [id for id in ids if id in self.tables.rooms]
        if known:
            self._behind.update(known)
            self._stir.set()

    def look_again(self, id: str) -> None:
        self._behind_at([id])

    async def _follow(self) -> None:
        """All that is new, as soon as it is heard of; where nothing can be heard, every moment."""
        assert self._channel is not None
        while True:
            try:
                async with asyncio.timeout(MOMENT):
                    await self._stir.wait()
            except TimeoutError:
                if self._channel.deaf():
                    self._all_behind()
            self._stir.clear()
            ids, self._behind = self._behind, set()
            try:
                await self._look([self.tables.rooms[id] for id in ids if id in self.tables.rooms])
            except BranchlineError:  # the database is away: nobody stores anything there either
                self._behind |= ids
                await asyncio.sleep(MOMENT)
            except Exception:
                log.exception("others were not followed")

    async def _look(self, rooms: list[Room]) -> None:
        """Read what is new at these tables."""
        rooms = [room for room in rooms if not room.match.lost]
        if not rooms:
            return
        known = {room.match.id: (room.match, room.match.saves) for room in rooms}
        found = await self._store.newer({id: match.number for id, (match, _) in known.items()})
        for room in rooms:
            match, saves = known[room.match.id]
            news = found.get(match.id)
            if match is not room.match or match.lost:
                continue
            if match.lock.locked() or match.saves != saves:  # our own hand was at it meanwhile
                self._begin(self._later(room))
            elif self._taken(room, news) is None:
                match.lost = True
                self._begin(self._again(match.id))

    def _taken(self, room: Room, news: News | None) -> bool | None:
        """Was there anything new? None: the table must be read anew, whatever is the matter with it."""
        try:
            return None if news is None else following.take(room, news)
        except Exception:  # the others are followed
            log.exception("a table was not followed", extra={"table": room.match.id})
            return None

    async def _later(self, room: Room) -> None:
        async with room.match.lock:
            pass
        self._behind_at([room.match.id])

    async def _again(self, id: str) -> None:
        try:
            await self.tables.room(id)
        except BranchlineError as error:
            log.info("a table was not read anew", extra={"table": id, "error": error.kind})

    async def renew(self, room: Room) -> bool:
        """Bring a table up to date; was there anything new?"""
        match = room.match
        async with match.lock:
            news = (await self._store.newer({match.id: match.number})).get(match.id)
            taken = self._taken(room, news) if room.match is match else None
        if taken is None:
            match.lost = True
            await self.tables.room(match.id)
        return taken is not False

    # --- what others say

    def admit(self, room: Room) -> None:
        """A room that is new here: others say who is at its table there."""
        id = room.match.id

        def say(kind: str, data: Any) -> None:
            self.say(id, kind, data)

        room.elsewhere.say = say
        room.drives = lambda: self.drives(room.match.id, room.match.driver)
        room.renew = lambda: self.renew(room)
        say("who", None)
        self.look_again(id)  # what was stored while it was read

    def say(self, id: str, kind: str, data: Any) -> None:
        if self._channel is not None:
            self._channel.say(kind, f"{id} {msgspec.json.encode(data).decode()}")

    def _hear(self, sender: str, kind: str, body: str) -> None:
        if kind == "did":
            self._behind_at(body.split())
            return
        id, _, data = body.partition(" ")
        room = self.tables.rooms.get(id)
        try:
            if kind in self.others:
                self.others[kind](sender, id, data)
            elif kind == "wake":
                if self._channel is not None and msgspec.json.decode(data) == self._channel.name:
                    self._begin(self._wake(id))
            elif room is not None:
                self._hear_at(room, sender, kind, data)
        except Exception:
            log.exception("another process was not understood", extra={"table": id, "kind": kind})

    def _hear_at(self, room: Room, sender: str, kind: str, data: str) -> None:
        if kind == "who":
            room.answer_who()
        elif kind == "here":
            room.hear_there(sender, msgspec.json.decode(data, type=tuple[list[int], int]))
        elif kind == "sign":
            now = room.match.world.now()
            room.seen |= dict.fromkeys(msgspec.json.decode(data, type=list[int]), now)
        elif kind == "led":
            room.together.heard(sender, msgspec.json.decode(data, type=Led))

    async def _wake(self, id: str) -> None:
        """Somebody looks at a table elsewhere whose bots are ours."""
        try:
            room = await self.tables.room(id)
        except BranchlineError:
            return
        room.looked = monotonic()
        self.on_wake(room)

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def chosen(id: str, living: Iterable[str]) -> str:
    """Who takes over a table: the same for everyone who knows the same living ones, and others elsewhere.

    >>> chosen("a table", {"0000000a", "0000000b"}) in ("0000000a", "0000000b")
    True
    """
    return max(living, key=lambda name: hashlib.blake2b(f"{name} {id}".encode(), digest_size=8).digest())
