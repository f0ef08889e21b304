"""Every table that is awake: opened from the store when somebody asks, forgotten when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from branchline.core.voice import say
from branchline.server import following, queueing
from branchline.server.boards import OF_ADDRESS, Boards, full, place_needed
from branchline.server.live import Room
from branchline.server.match import Match
from branchline.server.metrics import Metrics
from branchline.server.refusals import Denied
from branchline.server.seats import Seat, Setup, read_seat, read_setup
from branchline.server.spoken import Unsaid
from branchline.server.store import Row, Store, Unread, Unsaved
from branchline.server.warming import warm
from branchline.server.world import World

if TYPE_CHECKING:
    from branchline.server.spread import Spread

log = logging.getLogger("branchline.tables")
ID = re.compile(r"[A-Za-z0-9_-]{8,40}\Z")
IDLE = 600.0  # seconds after which a table that nobody looks at is forgotten


def busy(rooms: list[Room]) -> bool:
    """Somebody is at one of these tables, or something happens there."""
    return any(
        room.listeners or room.waiters or room.thinking or room.queueing or room.match.lock.locked()
        for room in rooms
    )


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
        self.delayed: dict[str, Room] = {}  # tables as they were, for links with a delay
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self.boards = Boards()
        self._known: set[str] = set()  # games that have been loaded once
        self.on_change: Callable[[Room], None] = lambda room: None
        self.may_make: Callable[[str], None] = lambda address: None  # refuses one more table of an address
        self.spread: Spread | None = None  # other processes, where there may be some

    async def room(self, id: str) -> Room:
        """The room of a table, or Denied when there is none."""
        room = self.rooms.get(id)
        if room is not None and not room.match.lost:
            room.used = self.world.elapsed()
            return room
        if not ID.match(id):
            raise Denied("unknown", Unsaid("server.no-table"))
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
        if self.spread is None or self.spread.drives(id, match.driver):
            with contextlib.suppress(Denied, Unsaved):
                await match.begin()  # chance waits for nobody, also where a beginning was not stored
        room = self.rooms.get(id)
        if room is None:
            room = self.admit(match)
            self.on_change(room)  # it may be a queued turn that it waited for
            return room
        following.resume(room, match)
        if self.spread is not None:
            self.spread.look_again(id)  # what was stored while it was read
        return room

    async def _read(self, id: str) -> Match:
        """A match from the store; whatever is wrong with it stays with its own table."""
        try:
            return await self.load(id)
        except (Denied, Unread):
            raise
        except Exception:
            log.exception("a table cannot be read", extra={"table": id})
            raise Denied("unreadable", Unsaid("server.unreadable")) from None

    async def load(self, id: str) -> Match:
        """A match as the store has it, beside any that is awake."""
        found = await self.store.read("table", id)
        if not found:
            raise Denied("unknown", Unsaid("server.no-table"))
        setup = read_setup(found[0][1])
        rows = [Row(*each) for each in await self.store.read("rows", id)]
        seats = [read_seat(body) for _, body in await self.store.read("seats", id)]
        queued = queueing.read(await self.store.read("queued", id))
        if await self.store.read("latest", id) != [(rows[-1].n if rows else 0,)]:
            return await self.load(id)  # somebody else has changed it between two of these
        # once after a start: the checks may have become stricter since
        await self.boards.judge("", setup.game, setup.board)
        self.make_place(setup.game, setup.board)
        if setup.game not in self._known:
            await asyncio.to_thread(lambda: warm(setup.load()))  # the first time this may take a while
            self._known.add(setup.game)
        # a long log and a large board take their time
        made = (id, setup, seats, rows, self.store, self.world, found[0][7], queued)
        match = await asyncio.to_thread(Match, *made)
        match.driver = found[0][8]
        return match

    async def renew(self, room: Room) -> bool:
        """Bring a table up to date with the store; was there anything new?"""
        if room.sealed or not room.match.lost:
            return await room.renew()
        await self.room(room.match.id)
        return True

    def admit(self, match: Match) -> Room:
        """A room for a match that is new in memory."""
        room = self.rooms[match.id] = Room(match)
        room.used = self.world.elapsed()
        room.on_change = self._changed
        if self.spread is not None:
            self.spread.admit(room)
        self.metrics.tables.set(len(self.rooms))
        return room

    def _drop(self, id: str) -> None:
        """A table that was deleted while people were at it, or whose place another needs."""
        room = self.rooms.pop(id, None)
        if room is not None:
            room.close()

    def make_place(self, game_id: str, board: str, address: str | None = None) -> None:
        """A place in memory for a board from outside, for a table that opens or a new one of an address.

        Tables that nobody is at make way first, and then those of an address that has more than its share.
        """
        if not place_needed(game_id, board):
            return
        if address is not None:
            mine = [place for place in self._places() if place[0].patron == address]
            if len(mine) >= OF_ADDRESS and not self._give_up([each for each in mine if not busy(each)]):
                raise Denied("slow", say("server.boards-of-one", OF_ADDRESS))
        while full():
            places = self._places()
            idle = [place for place in places if not busy(place)]
            (patron, number), *_ = Counter(place[0].patron for place in places).most_common(1) or [("", 0)]
            greedy = [place for place in places if place[0].patron == patron and number > OF_ADDRESS]
            if not self._give_up(idle or greedy):
                return  # loading it says so

    def _places(self) -> list[list[Room]]:
        """The tables on boards from outside, those on one board together."""
        found: dict[tuple[str, str], list[Room]] = {}
        for room in self.rooms.values():
            setup = room.match.setup
            if setup.board:
                found.setdefault((setup.game, setup.board), []).append(room)
        return list(found.values())

    def _give_up(self, places: list[list[Room]]) -> bool:
        """Forget the tables of the place that was used least lately; the store has everything."""
        if places:
            for room in min(places, key=lambda place: max(room.used for room in place)):
                self._drop(room.match.id)
        return bool(places)

    def _changed(self, room: Room) -> None:
        self.on_change(room)

    def forget_idle(self) -> None:
        """Drop rooms without listeners; the store has everything."""
        limit = self.world.elapsed() - IDLE
        for id, room in list(self.rooms.items()):
            if room.used < limit and not busy([room]):
                del self.rooms[id]
        self.metrics.tables.set(len(self.rooms))

    async def listings(self, query: str, *values: object) -> list[Listing]:
        """Tables for a list, newest first."""
        found = []
        rows = await self.store.read(query, *values)
        bodies: dict[str, list[str]] = {}
        for id, body in await self.store.read(f"seats of {query}", *values):
            bodies.setdefault(id, []).append(body)
        for id, setup, status, _, to_move, _, changed, _, _ in rows:
            try:
                seats = [read_seat(body) for body in bodies.get(id, [])]
                if seats:  # else it was changed between the two questions, and is in the next list
                    found.append(Listing(id, read_setup(setup), status, to_move, changed, seats))
            except msgspec.MsgspecError:
                log.exception("a table cannot be listed", extra={"table": id})
        return found
