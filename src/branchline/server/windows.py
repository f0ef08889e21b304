"""Links for watching: later than it happens, or through one seat's eyes. Rows of the log keep them.

A link leads to an address of its own. Behind a delay stands a table that was made from the log as it was
then, without the table's own address: nothing newer is in it, so no message can tell it. Through a seat's
eyes one looks only as long as everybody at the table agrees, and everybody sees that it is so; alone with
bots there is nobody to ask.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from branchline.core.game import OVER
from branchline.core.voice import say
from branchline.server import takebacks
from branchline.server.live import Room
from branchline.server.match import Match, Note
from branchline.server.names import inside
from branchline.server.panes import Pane
from branchline.server.questions import Tempo, Window
from branchline.server.refusals import Denied
from branchline.server.seats import Seat, Visitor, derived, hashed, own
from branchline.server.store import Row, Write
from branchline.server.tables import Tables
from branchline.server.world import World

log = logging.getLogger("branchline.windows")
MOST = 20  # links of a table
MINUTE = 60.0


def watching() -> Denied:
    return Denied("not-yours", say("server.link-watches"))


# --- making one


def address_of(world: World, match: Match, visitor: Visitor, asked: Window) -> str:
    """With a key it follows from what the asker alone knows: a repeated question gets it again."""
    if asked.window == "closed":
        return ""
    if asked.key is None or not visitor.secret:
        return world.token()
    return derived("window", visitor.secret, match.id, asked.window, str(asked.by), asked.key)


async def open_window(world: World, room: Room, visitor: Visitor, asked: Window, mark: str) -> str:
    """An address that shows less than the table's own, or what a seat sees where all have agreed.

    To close those that show it later opens none: its address is empty.
    """
    match = room.match
    address = address_of(world, match, visitor, asked)
    async with match.lock:
        match.first(mark)
        panes, notes = match.panes, list[Note]()
        if asked.window == "eyes":
            seat = own(visitor, match.seats, asked.by)
            if asked.by not in panes.eyes:
                if not takebacks.alone(match, asked.by):
                    raise Denied("consent", say("server.eyes-agree-first", inside(seat.name)))
                notes.append(("eyes", asked.by, "open"))  # nobody else is here who would have to agree
        elif not room.seats_of(visitor) and not visitor.hosts(match.setup):
            raise Denied("not-yours", say("server.window-who"))
        elif asked.window == "closed":
            await match.note_rows([("window", -1, "closed")], mark=mark)
            return ""
        elif not asked.by:
            raise Denied("bad-message", say(f"server.delay-{asked.window}"))
        if len(panes.links) >= MOST:
            raise Denied("too-many", say("server.many-windows", MOST))
        body = f"{hashed(address)} {asked.window} {asked.by}"
        seat_number = asked.by if asked.window == "eyes" else -1
        notes.append(("window", seat_number, body))
        await match.note_rows(notes, Write("holder", (hashed(address), match.id)), mark=mark)
        if len(notes) > 1:
            room.seats_changed()  # everyone sees whose eyes are lent
    return address


# --- looking through one


async def enter(tables: Tables, id: str) -> tuple[Room, int | None]:
    """The room behind an address, and whose eyes it lends to who comes."""
    try:
        return await tables.room(id), None
    except Denied as error:
        held = await tables.store.read("held", hashed(id)) if error.kind == "unknown" else []
        if not held:
            raise
    room = await tables.room(held[0][0])
    pane = room.match.panes.links.get(hashed(id))
    if pane is None:
        raise Denied("unknown", say("server.link-closed"))
    if pane.what == "eyes":
        return room, pane.by
    return await behind(tables, id, room.match, pane), None


async def behind(tables: Tables, id: str, match: Match, pane: Pane) -> Room:
    """The table as it was then, kept up to its time."""
    room = tables.delayed.get(id)
    rows = match.rows[: shown_rows(match, pane)]
    if room is None or room.match.rows != rows:
        past = await asyncio.to_thread(as_it_was, id, match, rows)
        room = tables.delayed.get(id)
        if room is None:
            room = tables.delayed[id] = Room(past)
            room.sealed = True
        elif room.match.rows != rows:
            known = len(room.match.rows)
            room.sit(past)
            room.tell()
            room.say(rows[known:])
    room.used = tables.world.elapsed()
    return room


async def go_on(tables: Tables) -> None:
    """Time passes behind the delays that somebody looks through; the others are forgotten."""
    for id, room in list(tables.delayed.items()):
        if not room.listeners and not room.waiters:
            del tables.delayed[id]
            continue
        try:
            await enter(tables, id)
        except Denied:
            room.close()
            tables.delayed.pop(id, None)
        except Exception:  # the database may be away for a moment: who looks on sees what was there
            log.exception("a link for watching could not go on")


def shown_rows(match: Match, pane: Pane) -> int:
    """How many rows of the log are old enough."""
    rows = match.rows
    if pane.what == "minutes":
        latest = match.world.now() - MINUTE * pane.by
        return next((place for place, row in enumerate(rows) if row.at > latest), len(rows))
    if match.state.to_move == OVER or match.ended:
        return len(rows)  # no turn will come: nothing is left to wait for
    turns, mover = 0, -1
    for row in reversed(match.standing):  # what was taken back is no turn
        if row.seat >= 0 and row.seat != mover:
            if turns == pane.by:
                return after_turn(rows, bisect(rows, row.n, key=lambda each: each.n) - 1)
            turns, mover = turns + 1, row.seat
    first = next((place for place, row in enumerate(rows) if row.kind == "act"), 0)
    return after_turn(rows, first - 1)  # what was dealt before anybody acted


def after_turn(rows: Sequence[Row], place: int) -> int:
    """The place after an action and what chance drew in the same moment."""
    place += 1
    while place < len(rows) and rows[place].kind == "act" and rows[place].seat < 0:
        place += 1
    return place


class Sealed:
    """A store into which nothing goes, and out of which nothing comes."""

    name = ""
    on_saved: Callable[[float], None] = staticmethod(lambda seconds: None)

    async def open(self, upgrade: bool = True) -> None:
        raise watching()

    async def close(self) -> None:
        pass

    async def save(self, change: Sequence[Write]) -> None:
        raise watching()

    async def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        raise watching()


def as_it_was(id: str, match: Match, rows: list[Row]) -> Match:
    """A match from an earlier log, without clocks, and without anybody who could act in it."""
    setup = msgspec.structs.replace(match.setup, tempo=Tempo(), host="", lesson=False)
    seats = [
        Seat(each.kind, each.name, each.colour, each.bot if each.kind == "bot" else "", joined=True)
        for each in match.seats
    ]
    return Match(id, setup, seats, rows, Sealed(), match.world)
