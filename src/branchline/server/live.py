"""Who listens at a table, and what each of them is told: whole views, made once for each viewer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from time import monotonic
from typing import Any, cast

import msgspec

from branchline.core.game import OVER
from branchline.core.looks import unmarked
from branchline.core.voice import language, speaking
from branchline.server import queueing, takebacks, teaching
from branchline.server.answers import Forgot, Person, Present, Said, TableNow, Welcome, Wish, encode
from branchline.server.elsewhere import Elsewhere, There
from branchline.server.listener import Listener
from branchline.server.match import Match
from branchline.server.names import shown
from branchline.server.refusals import used
from branchline.server.seats import Visitor, among
from branchline.server.spoken import aloud
from branchline.server.store import Row
from branchline.server.together import Together, spoken_to
from branchline.server.watch_answers import Led

log = logging.getLogger("branchline.live")
MOMENT = 60.0  # seconds for which a look counts as watching
BREATH = 0.25  # seconds between two times that everybody is told who is there


class Room:
    """A match and everyone who looks at it."""

    def __init__(self, match: Match) -> None:
        self.listeners: set[Listener] = set()
        self.waiters: list[asyncio.Future[None]] = []  # scripts that wait for the next version
        self.on_change: Callable[[Room], None] = lambda room: None
        self.used = 0.0
        self.seen: dict[int, float] = {}  # when a seat's person was last heard of here
        self.thinking: asyncio.Task[None] | None = None
        self.queueing: asyncio.Task[None] | None = None  # a queued turn is looked at and played
        self.planning = asyncio.Lock()  # one plan of a table at a time is worked on
        self.patron = ""  # the address of whoever last sat down to play here; bots think on its account
        self.looked = 0.0
        self._counted = 0.0  # when everybody was last told who is there
        self._counting = False  # they will be in a moment
        self.elsewhere = Elsewhere()
        self.drives: Callable[[], bool] = lambda: True  # do we see to its bots, clocks and queued turns?
        self.renew: Callable[[], Awaitable[bool]] = _nothing_new
        self.together = Together(self._lead)
        self.sealed = False  # a table as it was: one can only look at it
        self.sit(match)

    def sit(self, match: Match) -> None:
        """Take a match, also in place of one that must be made again."""
        self.match = match
        match.tell, match.tell_queued = self.tell, self.tell_queued
        self._frames: dict[tuple[int | None, bool, str], bytes] = {}  # by whose eyes, and the language
        self._shared: dict[str, dict[str, Any]] = {}  # by the language
        self._people: dict[str, list[Person]] = {}  # by the language

    # --- who

    def look(self, visitor: Visitor, seats: list[int]) -> None:
        """Somebody asks for the table."""
        self.looked = monotonic()
        if seats or visitor.hosts(self.match.setup):
            self.patron = visitor.address

    def watched(self) -> bool:
        """Somebody listens, or has asked for the table a moment ago."""
        here = self.listeners or self.waiters or self.elsewhere.there
        return bool(here) or monotonic() < self.looked + MOMENT

    def call_driver(self) -> None:
        """Somebody looks on here, and the process that has the bots may not know."""
        self.elsewhere.sign("wake", self.match.driver)

    def seats_of(self, visitor: Visitor) -> list[int]:
        return [number for number, seat in enumerate(self.match.seats) if visitor.holds(seat)]

    def admitted(self, visitor: Visitor) -> list[int]:
        """The seats of somebody who comes or asks; whoever brings a used link is shown nothing."""
        seats, now = self.seats_of(visitor), self.match.world.now()
        if not seats and any(among(seat.used, visitor.token) for seat in self.match.seats):
            raise used()
        self.seen |= dict.fromkeys(seats, now)
        if seats:
            self.elsewhere.sign("sign", seats)
        return seats

    def viewer(self, seats: list[int]) -> int | None:
        """Whose eyes: with several seats at one screen, those of the one to move."""
        if self.match.state.to_move in seats:
            return int(self.match.state.to_move)
        return seats[0] if seats else None

    def sees(self, listener: Listener) -> int | None:
        """Whose eyes a listener looks through; lent ones only as long as their own link stands."""
        if listener.link and not listener.seats:
            pane = self.match.panes.links.get(listener.link)
            return pane.by if pane else None
        return self.viewer(listener.seats)

    def names(self) -> list[str]:
        return [shown(seat.name) for seat in self.match.seats]

    def people(self) -> list[Person]:
        return [seat.person() for seat in self.match.seats]

    def present(self) -> Present:
        seats, watching = self._here()
        return Present(sorted({*seats, *self.elsewhere.seats}), watching + self.elsewhere.watching)

    def _here(self) -> There:
        seats = {seat for listener in self.listeners for seat in listener.seats}
        return sorted(seats), sum(not listener.seats for listener in self.listeners)

    # --- what they see

    def frame(self, viewer: int | None, text: bool = False) -> bytes:
        """The table message for a viewer, encoded once for a language until something changes."""
        spoken = language()
        found = self._frames.get((viewer, text, spoken))
        if found is None:
            if spoken not in self._shared:
                self._shared[spoken] = self._same_for_all()
            found = self._frames[viewer, text, spoken] = encode(
                self._table(viewer, text, self._shared[spoken])
            )
        return found

    def table_now(self, viewer: int | None, text: bool = False) -> TableNow:
        return self._table(viewer, text, self._same_for_all())

    def _same_for_all(self) -> dict[str, Any]:
        """What a table message tells everyone alike: nothing in it depends on who looks."""
        match = self.match
        mover, began = match.last_move(len(match.standing))
        if language() not in self._people:
            # encoded once for all viewers; to msgspec that is as good as the list itself
            self._people[language()] = cast(list[Person], msgspec.Raw(encode(self.people())))
        return {
            "version": match.version,
            "step": len(match.standing),
            "status": match.status,
            "complete": match.game.lists_all,
            "events": match.events,
            "lines": self.lines(match.events),
            "mover": mover,
            "began": began,
            "clock": match.clocks.now(match.state.to_move),
            "seats": self._people[language()],
            "rematch": match.rematch,
            "watched": sorted(match.panes.eyes),
            "wishes": [asked(match, wish) for wish in match.wishes.now()],
            "waits": match.waits(),
        }

    def _table(self, viewer: int | None, text: bool, shared: dict[str, Any]) -> TableNow:
        match = self.match
        game, state = match.game, match.state
        masked = game.mask(state, viewer)
        deciding = viewer is not None and viewer == state.to_move and shared["status"] == "playing"
        choices = game.legal_actions(masked) if deciding and game.lists_all else []
        shared = {**shared, "choices": choices, "takeback": match.earliest(viewer)}
        shared |= {"consent": takebacks.whom(match, viewer), "lesson": teaching.told(match, viewer)}
        return self.told(masked, viewer, text, **shared)

    def lines(self, events: list[Any]) -> list[str]:
        """What happened, in sentences."""
        return [self.match.game.words.event(event, self.names()) for event in events]

    def told(self, masked: Any, viewer: int | None, text: bool, **more: Any) -> TableNow:
        """A position through the eyes of a viewer, now or at a past step, and what more there is to say."""
        match, game = self.match, self.match.game
        view = game.looks.view(masked, viewer)
        scores = [list(score) for score in game.scores(masked)] if masked.to_move == OVER else None
        return TableNow(
            id=match.id,
            game=game.id,
            seat=viewer,
            to_move=masked.to_move,
            view=view,
            scores=scores,
            ranks=[sum(other > score for other in scores) for score in scores] if scores else None,
            points=game.looks.points(masked) if scores else None,
            imported=match.setup.imported,
            redrawn=match.redrawn,
            board=match.setup.title,
            curtain=self.curtain(masked, viewer),
            hints=match.setup.hints,
            late=self.sealed,
            text=unmarked(game.looks.text(view)) if text else None,
            **more,
        )

    def curtain(self, masked: Any, viewer: int | None) -> bool:
        """A screen is passed on behind a curtain where this seat sees something that a watcher does not."""
        if viewer is None or all(seat.kind != "screen" for seat in self.match.seats):
            return False
        return bool(self.match.game.mask(masked, None) != masked)

    def welcome(self, listener: Listener, note: str) -> bytes:
        present = self.present()
        return encode(
            Welcome(
                id=self.match.id,
                name=self.match.game.name,
                seats=listener.seats,
                host=listener.visitor.hosts(self.match.setup),
                present=present.seats,
                watching=present.watching,
                note=note,
                chat=self.chat(),
                queued=[queueing.told(self, seat) for seat in listener.seats if seat in self.match.queued],
                now=self.match.world.now(),
            )
        )

    def chat(self, last: int = 100) -> list[Said]:
        found = [said(row) for row in self.match.rows if row.kind in ("chat", "say") and row.body]
        return found[-last:]

    # --- telling

    def tell(self) -> None:
        """Everybody gets their own whole view. Called when something has been stored, so it never fails."""
        self._frames.clear()
        self._shared.clear()
        for listener in [*self.listeners]:
            try:
                with speaking(listener.language):
                    listener.put(self.frame(self.sees(listener), listener.text), view=True)
            except Exception:
                self._give_up(listener)
        self.release()
        try:
            self.on_change(self)
        except Exception:
            log.exception("nobody was woken", extra={"table": self.match.id})

    def release(self) -> None:
        """Let everyone who waits for the next version look now."""
        waiters, self.waiters = self.waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def close(self) -> None:
        """This room is not used any more: whoever is at it comes back to another."""
        self.release()
        for listener in self.listeners:
            listener.end()
        self.match.lost = True  # and writes nothing: the next one that is read does
        self.match.tell_queued = lambda seat: None
        self.match.tell = lambda: None  # so that nothing holds the match, and its board goes at once

    def _give_up(self, listener: Listener) -> None:
        """One who cannot be told keeps nobody else from hearing; they may come back."""
        log.exception("a listener was given up", extra={"table": self.match.id})
        self.listeners.discard(listener)
        listener.end()

    def seats_changed(self) -> None:
        """Somebody has sat down, got up or changed their name."""
        self._people = {}
        for listener in self.listeners:
            listener.seats = self.seats_of(listener.visitor)
        self.tell()

    def tell_queued(self, seat: int) -> None:
        """What is queued for a seat: its holders alone hear of it."""
        self._tell(
            [each for each in self.listeners if seat in each.seats], partial(queueing.told, self, seat)
        )

    def tell_all(self, message: Callable[[], Any]) -> None:
        """What `message` makes, made once for each language that somebody listens in."""
        self._tell(self.listeners, message)

    def _tell(self, listeners: Iterable[Listener], message: Callable[[], Any]) -> None:
        listeners, data = [*listeners], {}
        for each in {listener.language for listener in listeners}:
            with speaking(each):
                data[each] = encode(message())
        for listener in listeners:
            try:
                listener.put(data[listener.language])
            except Exception:
                self._give_up(listener)

    def say(self, rows: list[Row]) -> None:
        """Pass on what somebody or the table has said."""
        for row in rows:
            if row.kind in ("chat", "say"):
                self.tell_all(partial(said, row))

    def arrive(self, listener: Listener, note: str) -> None:
        """Welcome somebody with the table as it is, and tell the others that they are there."""
        view = self.frame(self.sees(listener), listener.text)  # who has none is not let in
        others = self.listeners
        self.listeners = {*others, listener}
        listener.put(self.welcome(listener, note))
        listener.put(view, view=True)
        if self.together.now.name is not None:
            listener.put(encode(spoken_to(self.together.now)))
        self._count(others)

    def depart(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.together.leave(listener)
        self.seen |= dict.fromkeys(listener.seats, self.match.world.now())
        self._count(self.listeners)

    def _count(self, listeners: set[Listener]) -> None:
        """Tell them who is there, and other processes; while many come and go, only every now and then."""
        if self._counting or not (listeners or self.elsewhere.say):
            return
        wait = self._counted + BREATH - monotonic()
        if wait > 0:
            self._counting = True
            asyncio.get_running_loop().call_later(wait, self._recount)
        else:
            self._counted = monotonic()
            self.elsewhere.tell("here", self._here())
            self._tell(listeners, self.present)

    def _recount(self) -> None:
        self._counting = False
        self._counted = monotonic()
        self.elsewhere.tell("here", self._here())
        self.tell_all(self.present)

    # --- other processes

    def answer_who(self) -> None:
        """Another process has opened this table: who is at it here?"""
        if self.listeners:
            self.elsewhere.tell("here", self._here())
        if self.together.leader is not None:
            self.elsewhere.tell("led", self.together.now)

    def hear_there(self, process: str, there: There) -> None:
        """So many are at this table there."""
        before = self.present()
        self.seen |= dict.fromkeys(self.elsewhere.heard(process, there), self.match.world.now())
        if self.present() != before:
            self.tell_all(self.present)

    def _lead(self, led: Led, ours: bool) -> None:
        self.tell_all(partial(spoken_to, led))
        if ours:
            self.elsewhere.tell("led", led)


async def _nothing_new() -> bool:
    return False


def asked(match: Match, wish: Wish) -> Wish:
    """A wish to go back with those who have yet to agree: they alone are asked."""
    if wish.what != "back":
        return wish
    missing = [seat for seat in takebacks.whom(match, wish.seat) if seat not in wish.agreed]
    return msgspec.structs.replace(wish, asked=missing)


def forgot(room: Room, seat: int) -> Forgot:
    return Forgot(seat, room.chat())


def said(row: Row) -> Said:
    if row.kind == "chat":
        return Said(row.n, row.seat, row.body, row.at)
    return Said(row.n, None, aloud(row.body), row.at)
