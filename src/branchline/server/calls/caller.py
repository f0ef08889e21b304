"""Calls people to their tables: finds what is owed, sends it, and keeps what became of it.

Nothing hangs on this process: what is owed follows from the logs and the outbox is in the database, so a kill
loses no call, and of several processes one takes each. The last step cannot be both sure and single: between
the word that a message goes out now, which is stored first, and the word that it was taken, a kill leaves a
call that may have arrived. It is `unsure` then and not sent again: at most once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from branchline.core.errors import BranchlineError
from branchline.core.voice import say, speaking
from branchline.server.calls import senders
from branchline.server.calls.outgoing import Failed, Outgoing, Unsure, domain
from branchline.server.calls.owed import What, owed
from branchline.server.calls.telling import Told, told
from branchline.server.calls.ways import Wants, Way, after_quiet, read_way
from branchline.server.consent import connected
from branchline.server.live import Room
from branchline.server.refusals import Denied
from branchline.server.seats import among, derived, hashed
from branchline.server.spoken import aloud, later
from branchline.server.store import SEEN, Unread, Unsaved, Write
from branchline.server.tables import Tables
from branchline.server.world import token

log = logging.getLogger("branchline.calls")
TICK = 1.0  # seconds at most between two looks at the outbox, and at tables where something has happened
ROUNDS = 15.0  # and at those where it may have happened in another process
LEASE = 20.0  # seconds after which a call that a process has taken and not begun to send is free again
AT_ONCE = 64  # that are under way: one that does not answer takes twenty seconds
OF_ONE = 4  # of these for one person, and as many to one host, so that nobody takes all places
LETTERS = 16  # to the operator's mail server
MANY = 500  # that are looked at together
PAUSES = (30.0, 120.0, 600.0, 3600.0, 4 * 3600.0)  # seconds between tries; then it has failed
AFTER = 20.0  # seconds of a turn in which somebody may come by themselves
NOT_OWED = "not owed"
OVER = ("over", "ended")


@dataclass(frozen=True, slots=True)
class CallSettings:
    """What whoever runs a server may choose about calls."""

    smtp: str = ""
    mail_from: str = ""
    public_url: str = ""
    private: bool = False  # addresses in private networks may be called
    after: float = AFTER


def call_settings(public_url: str, smtp: str, mail_from: str, private: bool) -> CallSettings:
    """What was typed, judged."""
    found = urlsplit(public_url)
    if public_url and (
        found.scheme not in ("http", "https") or not found.netloc or found.query or found.fragment
    ):
        raise BranchlineError(say("server.public-url", "https://games.example.org", repr(public_url)))
    if smtp and not senders.has("aiosmtplib"):
        raise BranchlineError(say("server.smtp-extra"))
    if smtp:
        senders.Post(smtp, mail_from)
    return CallSettings(smtp, mail_from, public_url.rstrip("/"), private)


class Lost(Exception):
    """Somebody else has this call now."""


class Call(NamedTuple):
    """A row of the outbox."""

    id: str
    way: str
    table: str
    seat: int
    what: What
    turn: int
    due: float
    tries: int
    owner: str | None = None  # nobody: its way is gone
    body: str | None = None

    def takes(self) -> dict[str, int]:
        """Whose places it takes while it is under way, and how many these have."""
        if self.owner is None or self.body is None:
            return {}
        wants = msgspec.json.decode(self.body, type=Wants)
        to = {"mail": LETTERS} if wants.kind == "mail" else {f"to {domain(wants.to)}": OF_ONE}
        return {f"of {self.owner}": OF_ONE, **to}


class Caller:
    """One a server; `run` is its life."""

    def __init__(self, tables: Tables, settings: CallSettings, root: str = "") -> None:
        self.tables, self.store, self.world = tables, tables.store, tables.world
        self.settings, self.root = settings, root  # the path under which a proxy serves us
        self.outgoing = Outgoing(settings.private)
        self.post = senders.Post(settings.smtp, settings.mail_from) if settings.smtp else None
        self.secret = self.push_key = self.push_public = ""
        self._changed = True
        self._looked = -ROUNDS
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._places: Counter[str] = Counter()  # that are taken
        self._left = False  # something is due for which there was no place
        self._free = asyncio.Event()

    async def open(self) -> None:
        """What the server keeps to itself is made once, by whichever process comes first."""
        self.secret = await self._kept("calls", token())

    async def pushing(self) -> str:
        """What browsers know this server by; it is looked for when somebody first asks."""
        if not self.push_public and senders.has("pywebpush"):
            known = await self.store.read("secret", "push")
            fresh = "" if known else await asyncio.to_thread(senders.new_push_key)
            self.push_key = await self._kept("push", fresh)
            self.push_public = await asyncio.to_thread(senders.public_part, self.push_key)
        return self.push_public

    async def _kept(self, name: str, fresh: str) -> str:
        found = await self.store.read("secret", name)
        if not found:
            await self.store.save([Write("secret", (name, fresh))])
            found = await self.store.read("secret", name)
        return str(found[0][0])

    def offers(self) -> dict[str, str]:
        """For each kind of way nothing, or why this server has it not."""
        return {kind: aloud(self.missing(kind)) for kind in ("push", "mail", "hook", "discord")}

    def missing(self, kind: str) -> str:
        """Why this server has it not, to be said by `aloud`."""
        if kind == "mail":
            if self.post is None:
                return later("server.no-mail-server")
            if not self.settings.public_url:
                return later("server.no-public-url")
        needs = {"mail": "aiosmtplib", "push": "pywebpush"}.get(kind)
        return later("server.notify-extra") if needs and not senders.has(needs) else ""

    def changed(self) -> None:
        """Something has happened at a table of this process."""
        self._changed = True

    # --- the loop

    async def run(self) -> None:
        """Tables are looked at beside the sending: to load many of them takes a while."""
        await asyncio.gather(self._again(self.step, asyncio.Event()), self._again(self.take, self._free))

    async def _again(self, work: Callable[[], Awaitable[None]], sooner: asyncio.Event) -> None:
        while True:
            try:
                await work()
            except (Unread, Unsaved):
                log.warning("calls wait for the database")
            except Exception:
                log.exception("calls did not go out as they should")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(sooner.wait(), min(TICK, self.settings.after / 4))

    async def close(self) -> None:
        """What is under way is let go; what it was is in the outbox."""
        for task in [*self._under_way.values()]:
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        self.outgoing.close()

    async def step(self) -> None:
        """A look, if something has happened, or may have."""
        since = self.world.elapsed() - self._looked
        if self._changed or since >= ROUNDS:
            self._changed, self._looked = False, self.world.elapsed()
            await self.look()
            await self.store.save([Write("unsure calls", (self.world.now() - LEASE,))])

    async def look(self) -> None:
        """Put into the outbox what tables owe that have moved on."""
        for (table,) in await self.store.read("overlooked"):
            try:
                await self._look_at(table)
            except (Denied, Unread, Unsaved):  # deleted meanwhile, or the next look finds it
                continue
            except Exception:
                log.exception("a table's people were not called", extra={"table": table})

    async def _look_at(self, table: str) -> None:
        match = (await self.tables.room(table)).match
        if match.status in OVER:  # nothing is owed here any more
            await self.store.save([Write("all ways", (table,)), Write("all calls", (table,))])
            return
        ways = [read_way(row) for row in await self.store.read("ways", table)]
        number, now, change = match.number, self.world.now(), []
        for way in ways:
            found = owed(match, way.seat, way.wants, self.settings.after)
            for each in found if way.wants.confirmed else ():
                id = f"{way.id}:{each.what}:{each.turn}"
                change.append(Write("past calls", (way.id, each.turn)))
                values = (id, way.id, table, way.seat, each.what, each.turn, each.due, now)
                change.append(Write("call", values))
            change.append(Write("looked", (number, way.id, way.body)))
        if change:
            await self.store.save(change)

    async def take(self) -> None:
        """Begin with those that are due; who looks at the table here has seen what they would be told."""
        now = self.world.now()
        ahead = now + self.settings.after
        self._left = False
        self._free.clear()
        for row in await self.store.read("due calls", ahead, now - LEASE, MANY):
            call = Call(*row)
            if call.id in self._under_way:
                continue
            if self._looks(call):
                await self.store.save([Write("void call", (SEEN, call.id))])
            elif call.due <= now:
                takes = call.takes()
                if len(self._under_way) < AT_ONCE and all(
                    self._places[each] < most for each, most in takes.items()
                ):
                    self._start(call, list(takes), self._deliver(call))
                else:
                    self._left = True

    def _looks(self, call: Call) -> bool:
        room = self.tables.rooms.get(call.table)
        return room is not None and connected(room, call.seat)

    def _start(self, call: Call, takes: list[str], work: Coroutine[Any, Any, None]) -> None:
        def done(_: object) -> None:
            self._under_way.pop(call.id, None)
            self._places -= Counter(takes)  # which keeps none of those that are empty
            if self._left:
                self._free.set()

        self._places.update(takes)
        task = self._under_way[call.id] = asyncio.create_task(work)
        task.add_done_callback(done)

    # --- one call

    async def _deliver(self, call: Call) -> None:
        holder = token()  # by which this process knows that it has taken it
        now = self.world.now()
        try:
            await self.store.save([Write("claim call", (holder, now, call.id, now, now - LEASE))])
            if not await self.store.read("held call", call.id, holder):
                return  # another process has it
            state, due, tries, why = await self._outcome(call, holder)
            values = (state, due, tries, why, self.world.now(), call.id, holder)
            # what is void may be owed again already, which a look has passed over while it was held
            again = [Write("look again", (call.way,))] if why == NOT_OWED else []
            await self.store.save([Write("settle call", values), *again])
            self._changed = self._changed or bool(again)
        except Lost:
            return
        except (Unread, Unsaved):
            log.warning("a call waits for the database", extra={"table": call.table})
            return
        except Exception:
            log.exception("a call failed", extra={"table": call.table})
            return
        if state in ("sent", "failed", "unsure"):
            self.tables.metrics.calls.labels(state).inc()

    async def _outcome(self, call: Call, holder: str) -> tuple[str, float, int, str]:
        """What becomes of a call: its state, when it is due again, how often it was tried, and why."""
        found = await self.store.read("way", call.way)
        if not found:
            return "void", call.due, call.tries, "way gone"
        way = read_way(found[0])
        try:
            room = await self.tables.room(call.table)
        except Denied as error:
            return "void", call.due, call.tries, str(error)
        if not among(room.match.seats[call.seat].holders, way.owner):
            await self.store.save([Write("drop way", (way.id,)), Write("drop calls", (way.id,))])
            return "void", call.due, call.tries, "seat lost"
        now = self.world.now()
        fresh = next(
            (
                each
                for each in owed(room.match, call.seat, way.wants, self.settings.after)
                if (each.what, each.turn) == (call.what, call.turn)
            ),
            None,
        )
        if fresh is None or not way.wants.confirmed:
            why = NOT_OWED if fresh is None else "not confirmed"
            return "void", call.due, call.tries, why
        if self._looks(call):
            return "void", call.due, call.tries, SEEN
        later = max(after_quiet(way.wants, now), now if call.tries else fresh.due)
        if later > now:  # more time was given, or it has become night
            return "waiting", later, call.tries, ""

        async def last() -> None:
            await self.store.save([Write("begin call", (self.world.now(), call.id, holder))])
            if await self.store.read("held call", call.id, holder) != [("sending",)]:
                raise Lost

        try:
            await self.send(room, way, call.what, call.id, last)
        except Unsure as error:
            await self._note(way, error.why)
            return "unsure", call.due, call.tries + 1, str(error)
        except Failed as error:
            if error.gone:
                await self.store.save([Write("drop way", (way.id,)), Write("drop calls", (way.id,))])
                return "failed", call.due, call.tries + 1, str(error)
            await self._note(way, error.why)
            if error.final or call.tries >= len(PAUSES):
                return "failed", call.due, call.tries + 1, str(error)
            return "waiting", self.world.now() + PAUSES[call.tries], call.tries + 1, str(error)
        await self._note(way, "")
        return "sent", call.due, call.tries + 1, ""

    async def _note(self, way: Way, trouble: str) -> None:
        """The page tells of it."""
        found = await self.store.read("way", way.id)  # somebody may have changed it while it was used
        if found and (way := read_way(found[0])).wants.trouble != trouble:
            await self.store.save([way.becomes(msgspec.structs.replace(way.wants, trouble=trouble))])

    # --- what is sent

    async def send(self, room: Room, way: Way, what: What, id: str, last: Any) -> None:
        """A call by its way in the language of who asked for it, or Failed or Unsure."""
        with speaking(way.wants.language):
            await self._send(room, way, what, id, last)

    async def _send(self, room: Room, way: Way, what: What, id: str, last: Any) -> None:
        wants, now = way.wants, self.world.now()
        made = await asyncio.to_thread(told, room, way.seat, what, id, wants, now)
        made = await self._addressed(room, way, made)
        if wants.kind == "push":
            if not await self.pushing():
                raise Failed(later("server.notify-extra"), True)
            await senders.push(self.outgoing, wants, made, self.push_key, self._subject(), now, last)
        elif wants.kind == "mail":
            if self.post is None or self.missing("mail"):
                raise Failed(self.missing("mail"), True)
            letter = self.post.letter(
                wants.to, made.title, senders.mail_text(made), hashed(id), now, made.stop
            )
            await self.post.send(letter, wants.to, last)
        else:
            await senders.hook(self.outgoing, wants, made, last)

    async def _addressed(self, room: Room, way: Way, made: Told) -> Told:
        """With addresses. A mail opens the seat by a link; a webhook does not: many may read it."""
        base = self.root if way.wants.kind == "push" else self.base(way.wants)
        url = f"{base}/table/{way.table}"
        if way.wants.kind == "mail":
            url += f"#call={await self._link(room, way.seat)}"
        return replace(made, url=url, stop=f"{base}/calls/{way.id}?key={self.stop_key(way.id)}")

    def base(self, wants: Wants) -> str:
        return self.settings.public_url or f"{wants.origin}{self.root}"

    async def _link(self, room: Room, seat: int) -> str:
        """A fresh link to a seat, in the place of the last call's: the store knows hashes alone."""
        secret, match = token(), room.match
        try:
            async with match.lock:
                used = match.seats[seat].spent(match.seats[seat].calling)
                await match.reseat(seat, "called", calling=hashed(secret), used=used)
        except (Denied, Unsaved) as error:
            raise Failed(later("server.link-unstored", why=str(error))) from None
        return secret

    def _subject(self) -> str:
        """Whom a push service writes to if we are a nuisance."""
        if self.settings.public_url.startswith("https://"):
            return self.settings.public_url
        return f"mailto:{self.post.mail if self.post else 'branchline@example.com'}"

    def stop_key(self, way: str) -> str:
        return derived("stop", self.secret, way)

    def confirm_key(self, way: str, address: str) -> str:
        return derived("confirm", self.secret, way, address)
