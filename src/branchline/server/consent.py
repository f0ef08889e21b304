"""What people at a table ask each other for, and when it is granted.

An end without a result, more time, a bot for an absent person, a person in a bot's place, a way back. All
who are asked must agree, and one no is enough. Who is absent cannot block an end for ever, nor is it over
before they could have seen it.
"""

from __future__ import annotations

import contextlib

from branchline.bots import USUAL
from branchline.core.voice import say
from branchline.server import takebacks
from branchline.server.clocks import DAY, HOUR
from branchline.server.live import Room
from branchline.server.match import Match, Note
from branchline.server.names import inside
from branchline.server.pace import paced
from branchline.server.questions import Agree
from branchline.server.refusals import Denied
from branchline.server.seats import Visitor
from branchline.server.spoken import later
from branchline.server.store import Row, Unsaved
from branchline.server.wishes import Subject, subject_text

# --- who is there


def people(match: Match) -> list[int]:
    """Seats that a person holds, also while a bot plays for them."""
    return [number for number, seat in enumerate(match.seats) if seat.held]


def connected(room: Room, seat: int) -> bool:
    return seat in room.present().seats


def last_written(match: Match, seat: int) -> float:
    """When a seat's person was last heard of, as far as the log knows."""
    bot = match.seats[seat].bot
    return next((row.at for row in reversed(match.rows) if row.seat == seat and is_sign(row, bot)), 0.0)


def last_sign(room: Room, seat: int) -> float:
    """When a seat's person was last heard of, as far as the log and this room know."""
    return max(last_written(room.match, seat), room.seen.get(seat, 0.0), room.match.setup.created)


async def looked(room: Room, visitor: Visitor) -> None:
    """Whoever looks while something is asked has seen it: the log keeps that, once an hour and a question."""
    match = room.match
    if not match.wishes.now() or match.status != "playing":
        return
    async with match.lock:
        asked = [wish.until - match.wishes.notice for wish in match.wishes.now()]
        since = max(*asked, match.world.now() - HOUR) if asked else 0.0
        silent = [seat for seat in room.seats_of(visitor) if last_written(match, seat) < since]
        if silent:
            with contextlib.suppress(Denied, Unsaved):  # they get to see the table all the same
                await match.note_rows([("look", seat, "") for seat in silent])


def strangers(match: Match, seat: int) -> list[int]:
    """The seats of people who are not this seat's."""
    mine = set(match.seats[seat].holders)
    return [other for other in people(match) if mine.isdisjoint(match.seats[other].holders)]


def absent(room: Room, seat: int, now: float) -> bool:
    """Not connected, and no sign of them for as long as this tempo is patient."""
    match = room.match
    since = last_sign(room, seat)
    if seat == match.state.to_move and not match.seats[seat].bot:
        since = max(since, match.clocks.since)  # nobody is late before it is their turn
    return not connected(room, seat) and now - since >= match.clocks.patience()


def is_sign(row: Row, bot: str) -> bool:
    """A row of a seat that its person has written: not a bot in their place, nor others about them."""
    if row.kind in ("act", "back"):
        return not bot
    return row.kind in ("chat", "wish", "look") or (
        row.kind == "seat" and row.body not in ("away", "mute", "open", "called")
    )


def voters(room: Room, now: float, besides: int | None = None) -> list[int]:
    """Whose consent is asked for: every person who is there."""
    return [seat for seat in people(room.match) if seat != besides and not absent(room, seat, now)]


# --- asking and agreeing


async def agree(room: Room, visitor: Visitor, asked: Agree, mark: str) -> None:
    """Say yes or no for one's seats; what has been granted by that happens at once."""
    match = room.match
    subject: Subject = (asked.agree, None if asked.agree == "end" else asked.seat)
    async with match.lock:
        match.first(mark)
        now = match.world.now()
        host = visitor.hosts(match.setup) and asked.agree == "bot"  # whom a host replaces, needs no vote
        mine = [seat for seat in room.seats_of(visitor) if match.seats[seat].held]
        if asked.agree == "eyes" and not asked.yes and mine and asked.seat in match.panes.eyes:
            await blind(room, asked.seat, mine[0], mark)  # at any time
            return
        if match.status != "playing":
            raise Denied("over", say("server.agree-running"))
        if not mine and not host:
            raise Denied("not-yours", say("server.agree-players"))
        fits(room, asked, now, mine)
        if not asked.yes and not match.wishes.agreed(subject):
            raise Denied("consent", say("server.agree-nobody"))
        answer = "yes" if asked.yes else "no"
        notes: list[Note] = [("wish", seat, f"{answer} {subject_text(subject)}") for seat in mine]
        agreed = {*match.wishes.agreed(subject), *mine}
        if asked.yes and (host or agreed >= set(needed(room, asked, now))):
            await grant(room, subject, notes, mark)
        elif not asked.yes and mine and not match.wishes.agreed(subject) & set(mine):
            await refuse(room, subject, mine[0], mark)
        elif notes:
            if asked.agree == "back" and not match.wishes.agreed(subject):
                notes.append(("say", mine[0], question(room, mine[0])))
                paced(match, mine[0])
            room.say(await match.note_rows(notes, mark=mark))
            room.tell()


def needed(room: Room, asked: Agree, now: float) -> list[int]:
    """Who must agree. What cannot be undone needs every person: an end, and eyes on a hidden hand."""
    if asked.agree in ("end", "person", "eyes"):
        return people(room.match)
    if asked.agree == "back":
        return takebacks.whom(room.match, asked.seat)
    return voters(room, now, asked.seat)


def question(room: Room, seat: int) -> str:
    """What the log says when somebody asks to go back."""
    seats = room.match.seats
    names = [seats[each].name for each in takebacks.whom(room.match, seat)]
    return later("server.asks-back", name=seats[seat].name, names=names)


def fits(room: Room, asked: Agree, now: float, mine: list[int]) -> None:
    """Can this be wished for here and now?"""
    match, about = room.match, asked.seat
    if asked.agree == "end":
        return
    if about is None or about >= len(match.seats):
        raise Denied("bad-message", say("server.agree-seat", asked.agree))
    seat = match.seats[about]
    name = inside(seat.name)
    if asked.agree == "person":
        if seat.kind != "bot" or seat.conceded:
            raise Denied("consent", say("server.person-no-bot", name))
    elif asked.agree == "eyes":
        if about in match.panes.eyes:
            raise Denied("consent", say("server.eyes-already", name))
        if not seat.held or (about not in mine and not match.wishes.agreed(("eyes", about))):
            raise Denied("consent", say("server.eyes-not-asked", name))
    elif asked.agree == "back":
        open = match.wishes.agreed(("back", about))
        if not open and about not in mine:
            raise Denied("consent", say("server.back-not-asked", name))
        if not takebacks.whom(match, about):
            raise Denied("consent", say("server.back-nothing", name))
    elif not seat.held:
        raise Denied("consent", say("server.no-person", name))
    elif asked.agree == "time":
        if match.setup.tempo.kind == "none":
            raise Denied("consent", say("server.time-no-clock"))
        if seat.bot:
            raise Denied("consent", say("server.time-bot", name))
        others = strangers(match, about)
        if asked.yes and others and all(absent(room, other, now) for other in others):
            raise Denied("consent", say("server.time-nobody"))
    elif asked.yes and not replaceable(room, about, now):
        minutes = round(match.clocks.patience() / 60)
        raise Denied("consent", say("server.bot-too-soon", name, minutes))


def replaceable(room: Room, seat: int, now: float) -> bool:
    """The table waits for somebody who is not there, or who has the page open and does nothing for a day."""
    match = room.match
    waits = match.state.to_move == seat and not match.seats[seat].bot
    idle = now - match.clocks.since >= max(DAY, match.clocks.patience())
    return waits and (idle or absent(room, seat, now))


async def grant(room: Room, subject: Subject, notes: list[Note], mark: str = "") -> None:
    """It happens, and the table says so. The caller holds the lock."""
    match, (what, about) = room.match, subject
    name = "" if about is None else match.seats[about].name
    if what == "back" and about is not None:
        room.say(await go_back(room, about, notes, mark))
        return
    notes = [
        *notes,
        ("wished", -1, subject_text(subject)),
        ("say", -1 if about is None else about, later(f"server.granted-{what}", name=name)),
    ]
    if about is None:
        rows = await match.note_rows([*notes, ("end", -1, "agreed")], mark=mark)
    elif what == "time":
        rows = await match.note_rows([*notes, ("time", about, f"{match.clocks.portion():g}")], mark=mark)
    elif what == "bot":
        rows = await match.reseat(about, "away", *notes, mark=mark, bot=match.setup.absent or USUAL)
    elif what == "eyes":
        rows = await match.note_rows([*notes, ("eyes", about, "open")], mark=mark)
    else:
        rows = await match.reseat(about, "open", *notes, mark=mark, open=True)
    room.seats_changed()
    room.say(rows)


async def blind(room: Room, about: int, seat: int, mark: str) -> None:
    """Somebody no longer agrees that a link shows what a seat sees. The caller holds the lock."""
    who, whose = (room.match.seats[each].name for each in (seat, about))
    text = later("server.blinded", name=who, whose=whose)
    room.say(await room.match.note_rows([("say", seat, text), ("eyes", about, "closed")], mark=mark))
    room.tell()


async def go_back(room: Room, seat: int, notes: list[Note], mark: str) -> list[Row]:
    """To before the last action of a seat, by consent, which the log keeps. The caller holds the lock."""
    match = room.match
    step = takebacks.last_own(match, seat)
    assert step is not None, "who asks has done something"
    text = takebacks.told(match, seat, step, [match.seats[each].name for each in takebacks.whom(match, seat)])
    written = [*notes, ("say", seat, text), ("back", seat, str(takebacks.version(match, step)))]
    now = match.world.now()
    rows = [
        Row(number, kind, about, body, "", "", now)
        for number, (kind, about, body) in enumerate(written, start=match.number + 1)
    ]
    rows[-1] = rows[-1]._replace(key=mark)
    return await match.go_back(step, rows)


async def refuse(room: Room, subject: Subject, seat: int, mark: str) -> None:
    """One no, and it is over: whatever is asked for here needs everyone. The caller holds the lock."""
    paced(room.match, seat)  # the table speaks because of them
    text = later("server.disagrees", name=room.match.seats[seat].name)
    notes: list[Note] = [("wish", seat, f"no {subject_text(subject)}"), ("say", seat, text)]
    room.say(await room.match.note_rows([*notes, ("wished", -1, subject_text(subject))], mark=mark))
    room.tell()


async def due(room: Room, now: float) -> None:
    """A wish's time has passed: an end takes place if only absent people have not agreed; all else lapses."""
    match = room.match
    async with match.lock:
        for wish in match.wishes.now():
            if wish.until >= now or match.status != "playing":
                continue
            silent = [seat for seat in people(match) if seat not in wish.agreed]
            asked = wish.until - match.wishes.notice  # whoever has given a sign since has seen it
            away = all(last_sign(room, seat) <= asked and absent(room, seat, now) for seat in silent)
            if wish.what == "end" and away:
                await grant(room, ("end", None), [])
            else:
                await match.note_rows([("wished", -1, subject_text((wish.what, wish.seat)))])
                room.tell()
