"""Where one says how one wants to be called: the questions about it, and the two pages that mails lead to."""

from __future__ import annotations

import logging
from html import escape
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from branchline.core.voice import language, say, speak
from branchline.server.call_answers import Calls
from branchline.server.call_questions import Call
from branchline.server.calls import senders
from branchline.server.calls.caller import OVER, Caller
from branchline.server.calls.outgoing import Failed, Unsure
from branchline.server.calls.telling import plain
from branchline.server.calls.ways import Wants, Way, read_way, zone_of
from branchline.server.refusals import Denied
from branchline.server.seats import Visitor, among, hashed, same
from branchline.server.security import Bucket, too_many
from branchline.server.store import Write
from branchline.server.world import token

if TYPE_CHECKING:
    from branchline.server.live import Room

log = logging.getLogger("branchline.calls")
MOST = 6  # ways of one seat
HOUR, DAY = 3600.0, 86_400.0
# how much there is at once, and how much more each second
LETTERS = 3.0, 3 / DAY  # to one address that has not confirmed
WRITTEN = 12.0, 12 / HOUR  # such letters from one visitor
NEW = 30.0, 60 / HOUR  # ways from one visitor
TRIED = 3.0, 1 / 60  # calls to try a way
TRIES = 12.0, 1 / 30  # and from one visitor
BUCKETS = 50_000  # of all of these; a full one need not be known


class Budget:
    """How much is left of each, by its name."""

    def __init__(self) -> None:
        self._buckets: dict[str, tuple[Bucket, float, float]] = {}

    def take(self, name: str, now: float, amount: tuple[float, float]) -> bool:
        burst, rate = amount
        if name not in self._buckets and len(self._buckets) >= BUCKETS:
            self._buckets = {
                each: found
                for each, found in self._buckets.items()
                if found[0].left + (now - found[0].at) * found[1] < found[2]
            }
            if len(self._buckets) >= BUCKETS:
                return False  # what somebody else has left is not forgotten for it
        bucket, rate, burst = self._buckets.setdefault(name, (Bucket(burst, now), rate, burst))
        return bucket.take(now, rate, burst)


class Desk:
    """Ways are asked for here, tried and given up."""

    def __init__(self, caller: Caller) -> None:
        self.caller, self.store, self.world = caller, caller.store, caller.world
        self._budget = Budget()

    async def now(self, room: Room, seats: list[int]) -> Calls:
        """How these seats are called, and what is offered."""
        found = map(read_way, await self.store.read("ways", room.match.id))
        mine = [way.told() for way in found if way.seat in seats]
        return Calls(mine, self.caller.offers(), await self.caller.pushing())

    async def call(self, room: Room, visitor: Visitor, seat: int, asked: Call) -> None:
        """A way, new or changed. Mail goes to an address when whoever reads it has said so."""
        offered = self.caller.offers()[asked.call]
        if offered:
            raise Denied("refused", offered)
        zone_of(asked.zone)
        if room.match.status in OVER:
            raise Denied("over", say("server.calls-over"))
        ways = [read_way(row) for row in await self.store.read("ways", room.match.id)]
        mine = [way for way in ways if way.seat == seat]
        known = next((way for way in mine if (way.wants.kind, way.wants.to) == (asked.call, asked.to)), None)
        if known is None and len(mine) >= MOST:
            raise Denied("too-many", say("server.many-ways", MOST))
        if known is None and not self._budget.take(f"new {visitor.address}", self.world.elapsed(), NEW):
            raise too_many()
        await self._judged(asked, known)
        keys = known.wants.keys if known and asked.keys is None else asked.keys
        holders = room.match.seats[seat].holders
        owner = str(visitor.owner if among(holders, visitor.owner) else visitor.token)
        confirmed = await self._confirmed(asked, known, owner)
        if known and among(holders, known.owner):
            owner = known.owner
        wants = Wants(
            asked.call, asked.to, keys, asked.began, asked.waiting, asked.remind, asked.quiet, asked.zone,
            confirmed, visitor.origin, language=language(),
        )  # fmt: skip
        way = Way(known.id if known else token(), room.match.id, seat, owner, -1, wants)
        # asked for the same again, they have not found the letter
        writes = not wants.confirmed and (known is None or same_but_language(known.wants, wants))
        if writes:
            self._may_write(visitor.address, asked.to)
        async with room.match.lock:
            if not visitor.holds(room.match.seats[seat]):
                raise Denied("not-yours", say("server.not-your-seat"))
            await room.match.save([way.written()])
        if writes:
            await self._ask(room, way)
        self.caller.changed()

    async def _judged(self, asked: Call, known: Way | None) -> None:
        """Refuse at once what would be refused when it is sent."""
        if asked.call == "mail":
            if not senders.is_mail(asked.to):
                raise Denied("bad-message", say("server.no-mail-address", "anna@example.org"))
            return
        if asked.call == "push" and asked.keys is None and known is None:
            raise Denied("bad-message", say("server.push-needs-keys"))
        if known:
            return  # and it is judged again whenever it is used
        try:
            await self.caller.outgoing.target(asked.to)
        except Failed as error:
            raise Denied("bad-message", str(error)) from None

    async def _confirmed(self, asked: Call, known: Way | None, owner: str) -> bool:
        """Only mail needs it, once for each device of its reader."""
        if asked.call != "mail" or (known and known.wants.confirmed):
            return True
        others = map(read_way, await self.store.read("ways of", owner)) if owner else ()
        return any(
            each.wants.kind == "mail" and each.wants.to == asked.to and each.wants.confirmed
            for each in others
        )

    def _may_write(self, address: str, to: str) -> None:
        """Nobody's letter box is filled from here by somebody else."""
        now = self.world.elapsed()
        if not self._budget.take(f"by {address}", now, WRITTEN):
            raise too_many()
        box, _, host = to.lower().partition("@")
        if not self._budget.take(f"to {box.partition('+')[0]}@{host}", now, LETTERS):
            raise Denied("too-many", say("server.asked-enough"))

    async def _ask(self, room: Room, way: Way) -> None:
        caller, wants = self.caller, way.wants
        assert caller.post is not None
        match = room.match
        link = f"{caller.base(wants)}/calls/{way.id}?key={caller.confirm_key(way.id, wants.to)}"
        name = plain(room.names()[way.seat])
        text = say("server.letter", match.game.name, name, link)
        try:
            letter = caller.post.letter(
                wants.to, say("server.letter-title", match.game.name), text, hashed(link), self.world.now()
            )
            await caller.post.send(letter, wants.to, _go)
        except (Failed, Unsure) as error:
            await self.store.save([Write("drop way", (way.id,))])
            raise Denied("slow", say("server.letter-lost", str(error))) from None

    async def uncall(self, room: Room, seats: list[int], id: str) -> None:
        way = await self._own(room, seats, id)
        await self.store.save(given_up(way))

    async def ring(self, room: Room, visitor: Visitor, seats: list[int], id: str) -> None:
        """A call now, to try it."""
        way = await self._own(room, seats, id)
        if not way.wants.confirmed:
            raise Denied("waiting", say("server.unconfirmed"))
        now = self.world.elapsed()
        if not self._budget.take(f"rings {visitor.address}", now, TRIES) or not self._budget.take(
            f"ring {id}", now, TRIED
        ):
            raise too_many()
        try:
            await self.caller.send(room, way, "test", f"{way.id}:test:{token()}", _go)
        except (Failed, Unsure) as error:
            raise Denied("slow", say("server.call-lost", str(error))) from None

    async def _own(self, room: Room, seats: list[int], id: str) -> Way:
        found = await self.store.read("way", id)
        if not found or found[0][1] != room.match.id or found[0][2] not in seats:
            raise Denied("unknown", say("server.no-way"))
        return read_way(found[0])

    # --- by a link

    async def page(self, request: Request) -> Response:
        """What a link in a call leads to: it does nothing before somebody presses its button, since programs
        that look through mail open every link."""
        id, key = request.path_params["id"], request.query_params.get("key", "")
        found = await self.store.read("way", id)
        way = read_way(found[0]) if found else None
        caller = self.caller
        stopping = same(caller.stop_key(id), key)
        confirming = way is not None and same(caller.confirm_key(id, way.wants.to), key)
        if way is None and stopping:
            return plain_page(say("server.no-calls"), say("server.no-calls-nobody"))
        if way is None or not (stopping or confirming):
            return plain_page(say("server.nowhere"), say("server.nowhere-why"), 404)
        speak(way.wants.language)  # as the letter that led here
        if request.method == "POST" and stopping:
            await self.store.save(given_up(way))
            return plain_page(say("server.no-calls"), say("server.no-calls-you"))
        if request.method == "POST":
            if not await self._confirm(way):
                return plain_page(say("server.not-yet"), say("server.not-yet-why"), 503)
            return plain_page(say("server.thanks"), say("server.thanks-calls", way.wants.to))
        if stopping:
            return plain_page(
                say("server.no-calls-sure"), say("server.no-calls-this"), button=say("server.no-calls")
            )
        return plain_page(
            say("server.mail-sure"), say("server.mail-when", way.wants.to), button=say("server.mail-yes")
        )

    async def _confirm(self, way: Way) -> bool:
        """Its reader has said so; whatever else is changed meanwhile stays as it is."""
        for _ in range(3):
            wants = msgspec.structs.replace(way.wants, confirmed=True)
            await self.store.save([way.becomes(wants), Write("look again", (way.id,))])
            found = await self.store.read("way", way.id)
            if not found:
                return False
            way = read_way(found[0])
            if way.wants.confirmed:
                self.caller.changed()
                return True
        return False


async def _go() -> None:
    """What is sent while somebody waits for it needs no outbox."""


def same_but_language(one: Wants, other: Wants) -> bool:
    return msgspec.structs.replace(one, language=other.language) == other


def given_up(way: Way) -> list[Write]:
    return [Write("drop way", (way.id,)), Write("drop calls", (way.id,))]


def plain_page(title: str, text: str, status: int = 200, button: str = "") -> HTMLResponse:
    """A page without scripts: a sentence, and at most one button."""
    form = f'<form method="post"><button>{escape(button)}</button></form>' if button else ""
    return HTMLResponse(
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="../static/plain.css"></head>'
        f"<body><main><h1>{escape(title)}</h1><p>{escape(text)}</p>{form}"
        f'<p><a href="../">{escape(say("server.to-lobby"))}</a></p></main></body></html>',
        status,
        {"referrer-policy": "same-origin"},  # else the button's own request would name no origin
    )
