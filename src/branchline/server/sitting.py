"""Sitting at a table: join, hand over, leave, let a bot drive, give up, mute.

Nobody is shown a hidden hand unseen: whoever takes a seat over in a running game is told of at the table,
sees nothing of its past, and takes a bot's seat only as the others have agreed.
"""

from __future__ import annotations

from typing import Any

from branchline.bots import USUAL, named
from branchline.core.game import Game
from branchline.core.voice import say
from branchline.server.answers import Sat
from branchline.server.consent import people
from branchline.server.live import Room
from branchline.server.match import Match, Note
from branchline.server.names import chosen, inside, usual
from branchline.server.pace import paced
from branchline.server.questions import Hand, Join
from branchline.server.refusals import Denied, used
from branchline.server.seats import Seat, Visitor, among, derived, hashed, own, same
from branchline.server.spoken import later, mentions
from branchline.server.store import Write
from branchline.server.world import World

SECRET_KEY = 16  # a key of so many letters is thought to be a secret of its sender
DEVICES = 8  # so many hold one seat; a further one takes the place of the oldest


def given_up() -> Denied:
    return Denied("over", say("server.given-up"))


async def changed(room: Room, seat: int, what: str, *notes: Note, **more: Any) -> None:
    """Store a change of a seat and tell everyone; the caller holds the lock."""
    rows = await room.match.reseat(seat, what, *notes, **more)
    room.seats_changed()
    room.say(rows)


# --- sitting down


async def join(world: World, room: Room, visitor: Visitor, asked: Join) -> Sat:
    """Sit down. A link is worth nothing afterwards; the same cookie or key gets the same answer again."""
    match = room.match
    async with match.lock:
        number, way = chair(match, visitor, asked)
        token = None if visitor.owner else new_token(world, match, number, asked)
        seat = match.seats[number]
        if way == "again":
            return Sat(number, token if token and among(seat.holders, hashed(token)) else None)
        if seat.conceded:
            raise given_up()
        if match.ended and not match.full():
            raise Denied("over", say("server.was-called-off"))
        rivals(match, visitor, number)
        given = "" if asked.token is None else hashed(asked.token)
        holder = visitor.owner or hashed(str(token))
        more: dict[str, Any] = {"used": seat.spent(given), "link": "" if way == "link" else seat.link}
        if asked.name != "Player" or way in ("free", "link"):
            plain = asked.name == "Player"
            name = usual(number) if plain else chosen(asked.name, number, others(match, number))
            more |= {"name": name, "colour": asked.colour or seat.colour}
        if way in ("own", "device", "calling"):
            kept = [each for each in seat.holders if each not in (given, holder)]
            more |= {"called": called(match, number), "holders": [*kept, holder][-DEVICES:]}
            if way != "own":
                more |= {way: ""}
            text = later("server.one-more-device", name=seat.name)
            new = way == "device" or (way == "calling" and not visitor.holds(seat))
            notes = spoken(match, number, text, new)
            heirs = [Write("inherit ways", (holder, match.id, given))] if way == "own" else []
            await changed(room, number, way, *notes, writes=heirs, **more)
        else:
            await take(room, visitor, number, holder, more)
    return Sat(number, token)


def chair(match: Match, visitor: Visitor, asked: Join) -> tuple[int, str]:
    """Which seat, and by which right: a link, a second device's, one's own token, a free seat, or again."""
    wanted = range(len(match.seats)) if asked.join is None else [asked.join]
    for number in wanted:
        if number >= len(match.seats):
            break
        seat = match.seats[number]
        mine = visitor.holds(seat) or among(seat.holders, known_token(match, number, asked))
        if asked.token is None:
            if seat.kind == "anyone" and not seat.joined and asked.join is not None:
                return number, "free"
            if mine and asked.join is not None:
                return number, "again"
            continue
        given = hashed(asked.token)
        if same(seat.link, given):
            return number, "link"
        if same(seat.device, given):
            return number, "device"
        if same(seat.calling, given):
            return number, "calling"
        if among(seat.holders, given):
            return number, "own"
        if among(seat.used, given):
            if mine:
                return number, "again"
            raise used()
    if asked.token is None:
        raise Denied("not-yours", say("server.ask-for-link"))
    raise Denied("not-yours", say("server.link-nowhere"))


def known_token(match: Match, number: int, asked: Join) -> str | None:
    """The hash of the token that this question was answered with, if its key is a secret."""
    if asked.key is None or len(asked.key) < SECRET_KEY:
        return None
    return hashed(derived("join", asked.token or "", match.id, str(number), asked.key))


def new_token(world: World, match: Match, number: int, asked: Join) -> str:
    if asked.key is None or len(asked.key) < SECRET_KEY:
        return world.token()
    return derived("join", asked.token or "", match.id, str(number), asked.key)


async def take(room: Room, visitor: Visitor, number: int, holder: str, more: dict[str, Any]) -> None:
    """A person sits down; in a running game the others hear whose seat it was."""
    match = room.match
    seat, before = match.seats[number], match.status
    over = before == "playing" and (seat.held or seat.kind == "bot" or bool(seat.since))
    if over and seat.kind == "bot":
        agreed(match, visitor, number)
    kind = "friend" if seat.kind == "bot" else seat.kind
    more |= {
        "kind": kind,
        "joined": True,
        "bot": "",
        "open": False,
        "muted": False,
        "device": "",
        "calling": "",
        "called": [],
    }
    more |= {"holders": [holder], "since": match.number + 1 if over else seat.since}
    text = later("server.taken-over", name=more["name"], whose=seat.name)
    writes = private(match, number) if over or seat.held else []
    what = "takeover" if over else "join"
    await changed(room, number, what, *spoken(match, number, text, over), writes=writes, **more)


def private(match: Match, seat: int) -> list[Write]:
    """Note and plans were private to whoever made them: the next one does not find them, nor calls them."""
    plans = Write("forget plans", (match.id, seat))
    return [Write("note", (match.id, seat, "")), plans, *uncalled(match, seat)]


def uncalled(match: Match, seat: int) -> list[Write]:
    """Nobody is called for this seat any more."""
    return [Write("forget ways", (match.id, seat)), Write("forget calls", (match.id, seat))]


def spoken(match: Match, seat: int, text: str, aloud: bool = True) -> list[Note]:
    """What the table says of a seat, while there is a game that it matters to."""
    return [("say", seat, text)] if aloud and match.status == "playing" else []


def agreed(match: Match, visitor: Visitor, number: int) -> None:
    """A bot's hidden hand goes to a person only as the others have agreed."""
    seat = match.seats[number]
    others = [other for other in people(match) if not visitor.holds(match.seats[other])]
    if others and not seat.open and match.hides(number):
        raise Denied("consent", say("server.hand-agree-first", inside(seat.name)))


def rivals(match: Match, visitor: Visitor, number: int) -> None:
    """Who plays at a table does not get another's hidden hand, unless nobody else is there to mind.

    Before the deal too. Who shares a screen makes the table so, and everyone sees which seats that are.
    """
    mine = [seat for seat in range(len(match.seats)) if visitor.holds(match.seats[seat])]
    others = [
        seat
        for seat, each in enumerate(match.seats)
        if seat not in (*mine, number) and each.kind != "bot" and not each.conceded
    ]
    secrets = type(match.game).shown is not Game.shown
    if mine and number not in mine and others and secrets and match.status in ("waiting", "playing"):
        raise Denied("consent", say("server.rivals"))


# --- links


async def hand(world: World, room: Room, visitor: Visitor, asked: Hand, mark: str) -> Sat:
    """A link that works once: to one's own seat, or as host to a bot's or an empty one."""
    match, number = room.match, asked.hand
    token = link_token(world, match, visitor, asked)
    async with match.lock:
        match.first(mark)
        if number >= len(match.seats):
            raise Denied("not-yours", say("server.no-seat", number))
        seat = match.seats[number]
        holds = visitor.holds(seat)
        if seat.conceded:
            raise given_up()
        if asked.device and not holds:
            raise Denied("not-yours", say("server.device-holder"))
        if not holds and not may_invite(match, visitor, seat):
            raise Denied("not-yours", say("server.hand-who"))
        if not holds and seat.kind == "bot" and match.status == "playing":
            agreed(match, visitor, number)
        field = "device" if asked.device else "link"
        more: dict[str, Any] = {field: hashed(token), "used": seat.spent(getattr(seat, field))}
        if seat.kind == "anyone" and not seat.joined:
            more["kind"] = "friend"
        await changed(room, number, "hand", mark=mark, **more)
    return Sat(number, token)


def may_invite(match: Match, visitor: Visitor, seat: Seat) -> bool:
    """The host, or anyone at the table where all have agreed."""
    plays = any(visitor.holds(each) for each in match.seats)
    return (visitor.hosts(match.setup) or (seat.open and plays)) and (seat.kind == "bot" or not seat.joined)


def link_token(world: World, match: Match, visitor: Visitor, asked: Hand) -> str:
    """With a key it follows from what the asker alone knows, so that a repeated question gets it again."""
    if asked.key is None or not visitor.secret:
        return world.token()
    return derived("hand", visitor.secret, match.id, str(asked.hand), str(asked.device), asked.key)


# --- getting up


async def leave(room: Room, visitor: Visitor, number: int, bot: str | None, mark: str) -> None:
    """A bot plays on, and must where a hand is hidden: else the next who comes would be shown it."""
    if bot is not None:
        named(bot)
    match = room.match
    async with match.lock:
        match.first(mark)
        seat = own(visitor, room.match.seats, number)
        more: dict[str, Any] = {
            "holders": [],
            "link": "",
            "device": "",
            "calling": "",
            "used": seat.spent(seat.link, seat.device, seat.calling),
        }
        if match.status == "playing":
            more["since"] = match.number + 1
        if bot is None and (seat.conceded or match.hides(number)):
            bot = seat.bot or match.setup.absent or USUAL
        if bot is not None:
            more |= {"kind": "bot", "bot": bot, "open": False}
        else:
            more |= {"kind": "anyone", "joined": False, "bot": ""}
        text = later("server.left-to-bot" if bot else "server.left", name=seat.name)
        writes = private(match, number)
        await changed(room, number, "leave", *spoken(match, number, text), writes=writes, mark=mark, **more)


async def drive(room: Room, visitor: Visitor, number: int, bot: str | None, mark: str = "") -> None:
    """A bot for one's seat, or oneself again."""
    if bot is not None:
        named(bot)
    async with room.match.lock:
        room.match.first(mark)
        seat = own(visitor, room.match.seats, number)
        if seat.conceded:
            raise given_up()
        if bot is None and room.match.setup.tempo.kind == "live" and room.match.clocks.left[number] <= 0:
            raise Denied("over", say("server.out-of-time"))
        notes: list[Note] = []
        if bot is not None:  # who reads the hand is a person as before: nobody shall take them for a bot
            paced(room.match, number)
            notes = [("say", number, later("server.bot-for", name=seat.name))]
        await changed(room, number, "drive", *notes, mark=mark, bot=bot or "")


async def concede(room: Room, visitor: Visitor, number: int, mark: str) -> None:
    async with room.match.lock:
        room.match.first(mark)
        seat = own(visitor, room.match.seats, number)
        if room.match.status != "playing":
            raise Denied("over", say("server.concede-running"))
        bot = seat.bot or room.match.setup.absent or USUAL
        await changed(room, number, "concede", mark=mark, conceded=True, bot=bot)


# --- names and voices


async def rename(room: Room, visitor: Visitor, number: int, name: str, colour: str, mark: str) -> None:
    match = room.match
    async with match.lock:
        match.first(mark)
        seat = own(visitor, match.seats, number)
        name = chosen(name, number, others(match, number))
        notes: list[Note] = []
        if name != seat.name:
            notes = spoken(match, number, later("server.renamed", name=seat.name, new=name))
        if notes:
            paced(match, number)
        more: dict[str, Any] = {"name": name, "colour": colour or seat.colour}
        more["called"] = called(match, number, bool(notes))
        await changed(room, number, "name", *notes, mark=mark, **more)


def others(match: Match, number: int) -> list[str]:
    """The names that a seat cannot have, with those that others have when they say none."""
    rest = [(other, seat.name) for other, seat in enumerate(match.seats) if other != number]
    return [name for other, mine in rest for name in (mine, usual(other))]


def called(match: Match, number: int, speaks: bool = False) -> list[str]:
    """The names by which the table has spoken of a seat's person, or speaks now that they change theirs."""
    seat = match.seats[number]
    told = speaks or any(
        row.kind == "say" and row.seat == number and mentions(row.body, seat.name) for row in match.rows
    )
    return [*seat.called, seat.name] if told and seat.name not in seat.called else seat.called


async def mute(room: Room, visitor: Visitor, number: int, yes: bool, mark: str) -> None:
    """The host silences a seat, for everyone to see."""
    match = room.match
    async with match.lock:
        match.first(mark)
        if not visitor.hosts(match.setup):
            raise Denied("not-yours", say("server.mute-host"))
        if number >= len(match.seats) or match.seats[number].kind == "bot":
            raise Denied("not-yours", say("server.mute-nobody"))
        await changed(room, number, "mute", mark=mark, muted=yes)


async def stand_in(room: Room, seat: int, now: float) -> None:
    """The mover's time has run out: the table's bot plays until they return."""
    match = room.match
    async with match.lock:
        deadline = match.clocks.deadline(match.state.to_move)
        late = deadline is not None and deadline < now and match.state.to_move == seat
        bot = match.stand_in()
        if late and bot and match.mover() is not None and not match.seats[seat].bot:
            await changed(room, seat, "away", bot=bot)
