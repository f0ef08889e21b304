"""What a host does with a table that waits: a bot into a free seat, or no game at all."""

from __future__ import annotations

from branchline.bots import named
from branchline.core.voice import say
from branchline.server.live import Room
from branchline.server.names import engineer, usual
from branchline.server.refusals import Denied
from branchline.server.seats import Visitor
from branchline.server.sitting import changed, others, spoken
from branchline.server.spoken import later


async def fill(room: Room, visitor: Visitor, number: int, bot: str, mark: str) -> None:
    """A bot sits down where nobody does; links to that seat are void."""
    named(bot)
    match = room.match
    async with match.lock:
        match.first(mark)
        if not visitor.hosts(match.setup):
            raise Denied("not-yours", say("server.fill-host"))
        if number >= len(match.seats) or match.seats[number].joined:
            raise Denied("not-yours", say("server.seat-not-free"))
        if match.status not in ("waiting", "playing"):
            raise Denied("over", say("server.fill-over"))
        seat = match.seats[number]
        name = engineer(number, others(match, number)) if seat.name == usual(number) else seat.name
        used = seat.spent(seat.link, seat.device)
        notes = spoken(match, number, later("server.filled", name=name))
        await changed(
            room, number, "fill", *notes, mark=mark,
            kind="bot", bot=bot, name=name, joined=True, link="", device="", used=used,
        )  # fmt: skip


async def cancel(room: Room, visitor: Visitor, mark: str) -> None:
    """The end of a table that has not begun."""
    match = room.match
    async with match.lock:
        match.first(mark)
        if not visitor.hosts(match.setup):
            raise Denied("not-yours", say("server.cancel-host"))
        if match.status != "waiting":
            raise Denied("over", say("server.cancel-begun"))
        room.say(
            await match.note_rows(
                [("say", -1, later("server.called-off")), ("end", -1, "cancelled")], mark=mark
            )
        )
        room.tell()
