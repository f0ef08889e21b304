"""Turns that a seat has queued: played at once when its turn comes, if they bring then what they were to.

The condition is exact: every action is legal, and its events and its ledger, on what the seat knows, are
those that were foreseen when it was queued. Else it is cancelled, and a sentence says what differs. All of it
is the seat's own business: nothing of it is a row of the log before it is played, and nobody else is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from branchline.core.action import Action, from_text, to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame
from branchline.core.languages import ENGLISH
from branchline.core.voice import say, speaking
from branchline.games import here
from branchline.server.names import shown
from branchline.server.plan_answers import Queued
from branchline.server.refusals import Denied
from branchline.server.spoken import aloud, in_all, later
from branchline.server.store import Row, Unread, Unsaved, Write

if TYPE_CHECKING:
    from branchline.server.live import Room
    from branchline.server.match import Match

log = logging.getLogger("branchline.queueing")
Ledger = list[tuple[int, str]]


class Foreseen(Struct, frozen=True):
    """An action, and what it was to bring: in English, whoever asked, so that it can be compared; what a
    person reads of it is in every language."""

    action: str
    events: list[Any]
    ledger: Ledger
    brings: dict[str, str] = {}


class Queue(Struct, frozen=True):
    """A turn that waits for its seat to be to move, or why it was not played."""

    turn: list[Foreseen]
    begun: bool = False  # its first action is played
    why: str = ""  # to be said by `aloud`

    def rest(self) -> Queue | None:
        return Queue(self.turn[1:], True) if len(self.turn) > 1 else None


Change = Mapping[int, Queue | None]
_decode = msgspec.json.Decoder(Queue).decode


def read(rows: list[tuple[Any, ...]]) -> dict[int, Queue]:
    """The queues of a table, as the store has them."""
    return {seat: _decode(body) for seat, body in rows}


def foreseen(game: AnyGame, masked: Any, turn: list[Action]) -> list[Foreseen]:
    """What each action of a turn brings to who knows this, or the refusal of the first that is not legal."""
    seat, found = masked.to_move, []
    for action in turn:
        if masked.to_move != seat:
            raise Denied("plan", say("server.turn-over-before", to_text(action)))
        legal = here(game).accept(masked, action)
        brings = in_all(partial(_brought, game, masked, legal))
        with speaking(ENGLISH):
            one = here(game).looks.foresee(masked, [legal])
        masked = one.state
        events = msgspec.json.decode(msgspec.json.encode(one.events))
        found.append(Foreseen(to_text(action), events, one.ledger, brings))
    return found


def changed(game: AnyGame, people: list[str], then: list[Foreseen], now: list[Foreseen]) -> str:
    """What differs, as a sentence to be said; nothing where it is the same."""
    for before, after in zip(then, now, strict=True):
        if before.ledger != after.ledger:
            return later("server.unplayed-brings", now=_brings(after), before=_brings(before))
        if before.events != after.events:
            old, new = (in_all(partial(_told, game, people, each)) for each in (before, after))
            return later("server.unplayed-otherwise", now=new, before=old)
    return ""


def _brought(game: AnyGame, masked: Any, action: Action) -> str:
    return _points(here(game).looks.foresee(masked.copy(), [action]).ledger)


def _brings(each: Foreseen) -> dict[str, str]:
    return each.brings or {ENGLISH: _points(each.ledger)}


def _points(ledger: Ledger) -> str:
    return ", ".join(f"{points:+d} ({why})" for points, why in ledger) or say("server.no-points")


def _told(game: AnyGame, people: list[str], one: Foreseen) -> str:
    return " ".join(_lines(here(game), list(map(shown, people)), [one]))


def _lines(game: AnyGame, people: list[str], turn: list[Foreseen]) -> list[str]:
    return [game.words.event(tuple(event), people) for each in turn for event in each.events]


def told(room: Room, seat: int) -> Queued:
    """What the seat's own screens say of it."""
    match, queue = room.match, room.match.queued.get(seat)
    if queue is None:
        return Queued(seat, [], [])
    if queue.why:
        return Queued(seat, [], [], aloud(queue.why))
    if match.status != "playing":
        return Queued(seat, [], [], say("server.unplayed-over"))
    turn = [from_text(each.action) for each in queue.turn]
    return Queued(seat, turn, _lines(match.game, room.names(), queue.turn))


# --- what becomes of it, with the rows that are stored


def written(match: Match, queued: Change, guarded: bool = True) -> list[Write]:
    """How it is stored; guarded: not if somebody has changed it elsewhere meanwhile."""
    found = []
    for seat, queue in queued.items():
        before = match.queued.get(seat)
        if guarded and before is not None:
            found.append(Write("still queued", (match.id, seat, encoded(before))))
        if queue is None:
            found.append(Write("drop plan", (match.id, seat, 0)))
        else:
            found.append(Write("plan", (match.id, seat, 0, encoded(queue))))
    return found


def encoded(queue: Queue) -> str:
    return msgspec.json.encode(queue).decode()


def keep(match: Match, queued: Change) -> None:
    """What was stored is now so, and who holds the seats is told."""
    for seat, queue in queued.items():
        match.queued.pop(seat, None)
        if queue is not None:
            match.queued[seat] = queue
        match.tell_queued(seat)


def acted(match: Match, seat: int, rest: Queue | None) -> Change:
    """A seat acts: what is left of its queued turn, if it is that."""
    queue = match.queued.get(seat)
    if queue is None:
        return {}
    if match.seats[seat].bot:  # its person reads why when they are back
        return {} if queue.why else {seat: cancelled(later("server.unplayed-bot"))}
    return {seat: rest}


def gone_back(match: Match) -> Change:
    """The game goes back: what was queued after it belongs to another game."""
    return {
        seat: cancelled(later("server.unplayed-back"))
        for seat, queue in match.queued.items()
        if not queue.why
    }


def cancelled(why: str) -> Queue:
    return Queue([], why=why)


async def put(match: Match, seat: int, queue: Queue | None) -> None:
    """Queue a turn, or none. The caller holds the lock."""
    change = {seat: queue}
    await match.save(written(match, change, guarded=False))
    keep(match, change)


# --- the turn has come


def wake(room: Room) -> None:
    """If the seat to move has queued its turn, play it or say why not.

    By a task of its own: whoever moved before has their answer as soon as if nothing were queued.
    """
    if room.drives() and waiting(room.match) is not None and room.queueing is None:
        room.queueing = asyncio.create_task(_play(room))
        room.queueing.add_done_callback(lambda task: _rest(room, task))


def waiting(match: Match) -> tuple[int, Queue] | None:
    """The seat to move and what it has queued, if its person drives it."""
    mover, seat = match.mover(), match.state.to_move
    queue = match.queued.get(seat)
    return (seat, queue) if queue and not queue.why and mover and not mover.bot and not match.lost else None


def _rest(room: Room, task: asyncio.Task[None]) -> None:
    room.queueing = None
    error = None if task.cancelled() else task.exception()
    if error is None or isinstance(error, Denied | Unsaved | Unread):
        wake(room)  # what has happened since is looked at anew; a table that is lost is read anew
    else:
        log.error("a queued turn failed", exc_info=error)


async def _play(room: Room) -> None:
    while room.drives() and (found := waiting(room.match)) is not None:
        match, (seat, queue) = room.match, found
        version, masked, names = match.version, match.eyes(seat), [each.name for each in match.seats]
        why = await asyncio.to_thread(_judged, match.game, masked, names, queue)
        if why:
            async with match.lock:
                if match.queued.get(seat) is queue:
                    await put(match, seat, cancelled(why))
            continue
        try:
            room.say(await _do(match, seat, queue, version))
        except Denied:  # another process may have moved the table on, or heard that it is not queued any more
            if not await room.renew():
                raise


def _judged(game: AnyGame, masked: Any, people: list[str], queue: Queue) -> str:
    """Why it is not played, as a sentence to be said; nothing where it is."""
    turn = [from_text(each.action) for each in queue.turn]
    try:
        return changed(game, people, queue.turn, foreseen(game, masked.copy(), turn))
    except BranchlineError:
        return later("server.unplayed-refused", why=in_all(partial(_refusal, game, masked, turn)))


def _refusal(game: AnyGame, masked: Any, turn: list[Action]) -> str:
    try:
        foreseen(game, masked.copy(), turn)
    except BranchlineError as error:
        why = str(error)
        return why if why.endswith((".", "!", "?")) else f"{why}."
    return ""


async def _do(match: Match, seat: int, queue: Queue, after: int) -> list[Row]:
    """The next action of the turn, which leaves the queue in the transaction that plays it, so that it is
    never played twice; what the table says of it. Nothing, where it is not queued any more."""
    async with match.lock:
        if match.queued.get(seat) is not queue or match.seats[seat].bot:
            return []
        match.awaits(seat, after)
        action = match.game.accept(match.state, from_text(queue.turn[0].action))
        said = []
        if not queue.begun:
            text = later("server.queued-played", name=match.seats[seat].name)
            said = [Row(match.number + 1, "say", seat, text, "", "", match.world.now())]
        await match.advance(action, "", said, queue.rest())
        return said
