"""Every table that is awake: opened from the store when somebody asks, forgotten when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from branchline.server.boards import Boards
from branchline.server.live import Room
from branchline.server.match import Match, read_setup
from branchline.server.metrics import Metrics
from branchline.server.refusals import Denied
from branchline.server.seats import Seat, Setup, read_seat
from branchline.server.store import Row, Store, Unread, Unsaved
from branchline.server.warming import warm
from branchline.server.world import World

log = logging.getLogger("branchline.tables")
ID = re.compile(r"[A-Za-z0-9_-]{8,40}\Z")
IDLE = 600.0  # seconds after which a table that nobody looks at is forgotten


@dataclass(slots=True)
class Listing:
    """A table as lists show it, read without its log."""

    id: str
    setup: Setup
    status: str
    to_move: int
    changed: float
    seats: list[Seat]


class Tables:
    """The rooms by their id, and the store behind them."""

    def __init__(self, store: Store, world: World, metrics: Metrics) -> None:
        self.store, self.world, self.metrics = store, world, metrics
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self.boards = Boards()
        self._known: set[str] = set()  # games that have been loaded once
        self.on_change: Callable[[Room], None] = lambda room: None
        self.may_make: Callable[[str], None] = lambda address: None  # refuses one more table of an address

    async def room(self, id: str) -> Room:
        """The room of a table, or Denied when there is none."""
        room = self.rooms.get(id)
        if room is not None and not room.match.lost:
            room.used = self.world.elapsed()
            return room
        if not ID.match(id):
            raise Denied("unknown", "There is no such table.")
        opening = self._opening.get(id)
        if opening is None:
            opening = self._opening[id] = asyncio.create_task(self._open(id))
            opening.add_done_callback(lambda _: self._opening.pop(id))
        return await asyncio.shield(opening)  # whoever goes away does not take the others' answer along

    async def _open(self, id: str) -> Room:
        """Read a table from the store, once for everyone who asks meanwhile."""
        try:
            match = await self._read(id)
        except Denied as error:
            if error.kind == "unknown":
                self._drop(id)
            raise
        with contextlib.suppress(Denied, Unsaved):
            await match.begin()  # chance waits for nobody, also where a beginning was not stored
        room = self.rooms.get(id)
        if room is None:
            return self.admit(match)
        room.sit(match)
        room.tell()
        return room

    async def _read(self, id: str) -> Match:
        """A match from the store; whatever is wrong with it stays with its own table."""
        try:
            return await self.load(id)
        except (Denied, Unread):
            raise
        except Exception:
            log.exception("a table cannot be read", extra={"table": id})
            raise Denied(
                "unreadable", "This table cannot be read; whoever runs the server finds out why."
            ) from None

    async def load(self, id: str) -> Match:
        """A match as the store has it, beside any that is awake."""
        found = await self.store.read("table", id)
        if not found:
            raise Denied("unknown", "There is no such table.")
        setup = read_setup(found[0][1])
        seats = [read_seat(body) for _, body in await self.store.read("seats", id)]
        rows = [Row(*each) for each in await self.store.read("rows", id)]
        # once after a start: the checks may have become stricter since
        await self.boards.judge("", setup.game, setup.board)
        if setup.game not in self._known:
            await asyncio.to_thread(lambda: warm(setup.load()))  # the first time this may take a while
            self._known.add(setup.game)
        # a long log and a large board take their time
        return await asyncio.to_thread(Match, id, setup, seats, rows, self.store, self.world, found[0][7])

    def admit(self, match: Match) -> Room:
        """A room for a match that is new in memory."""
        room = self.rooms[match.id] = Room(match)
        room.used = self.world.elapsed()
        room.on_change = self._changed
        self.metrics.tables.set(len(self.rooms))
        return room

    def _drop(self, id: str) -> None:
        """A table that was deleted while people were at it."""
        room = self.rooms.pop(id, None)
        if room is not None:
            room.release()
            for listener in room.listeners:
                listener.end()

    def _changed(self, room: Room) -> None:
        self.on_change(room)

    def forget_idle(self) -> None:
        """Drop rooms without listeners; the store has everything."""
        limit = self.world.elapsed() - IDLE
        for id, room in list(self.rooms.items()):
            busy = room.listeners or room.waiters or room.thinking or room.match.lock.locked()
            if room.used < limit and not busy:
                del self.rooms[id]
        self.metrics.tables.set(len(self.rooms))

    async def listings(self, query: str, *values: object) -> list[Listing]:
        """Tables for a list, newest first."""
        found = []
        for id, setup, status, _, to_move, _, changed, _ in await self.store.read(query, *values):
            rows = await self.store.read("seats", id)
            try:
                seats = [read_seat(body) for _, body in rows]
                found.append(Listing(id, read_setup(setup), status, to_move, changed, seats))
            except msgspec.MsgspecError:
                log.exception("a table cannot be listed", extra={"table": id})
        return found
