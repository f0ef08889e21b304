"""One answer for every question, whether it came over a WebSocket or over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from branchline.core.action import from_json
from branchline.server import answers as a
from branchline.server import consent, history, hosting, lobby, puzzling, sitting, takebacks
from branchline.server import questions as q
from branchline.server.live import Room
from branchline.server.match import Match, Repeated
from branchline.server.pace import paced
from branchline.server.refusals import Denied
from branchline.server.review_answers import Hinted, HintedTurn, Reviewing
from branchline.server.reviews import Reviews
from branchline.server.seats import Visitor
from branchline.server.store import Write
from branchline.server.tables import Tables
from branchline.server.thinking import Thinkers
from branchline.server.worker import meant


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks what, where."""

    tables: Tables
    thinkers: Thinkers
    reviews: Reviews
    room: Room
    visitor: Visitor

    @property
    def seats(self) -> list[int]:
        """Those that the visitor holds now. Whoever has waited since, for the lock too, asks again."""
        return self.room.seats_of(self.visitor)

    def seat(self, wanted: int | None = None) -> int:
        """The seat that is meant: the named one, or the first of the asker's own."""
        if not self.seats or (wanted is not None and wanted not in self.seats):
            raise Denied("not-yours", "That seat is not yours." if self.seats else "You only watch here.")
        return self.seats[0] if wanted is None else wanted

    def mark(self, question: q.Ask) -> str:
        """Who asks what under which key, as a row keeps it; no key: nothing."""
        return f"{self.visitor.who} {q.fingerprint(question)} {question.key}" if question.key else ""

    def acting(self) -> int:
        """The seat that acts: of several at one screen, the one to move."""
        match = self.room.match
        to_move: int = match.state.to_move
        mine = to_move >= 0 and self.visitor.holds(match.seats[to_move])
        return to_move if mine else self.seat()


async def do(asked: Asked, question: q.Do) -> a.Done:
    seat, room = asked.acting(), asked.room
    action, mark = from_json(question.do), asked.mark(question)
    room.match.first(mark)
    if room.match.seats[seat].bot and room.match.state.to_move == seat:
        await sitting.drive(room, asked.visitor, seat, None)  # they are back
    version = await room.match.do(seat, action, question.after, mark, asked.visitor)
    asked.tables.metrics.moves.inc()
    return a.Done(version)


async def attempt(asked: Asked, question: q.Try) -> a.Tried:
    actions = [from_json(action) for action in question.actions]
    if question.at is not None:
        room, viewer = asked.room, asked.room.viewer(asked.seats)
        return await asyncio.to_thread(history.aside, room, viewer, question.at, actions)
    return asked.room.match.attempt(asked.acting(), actions, asked.room.names())


async def propose(asked: Asked, question: q.Propose) -> a.Proposed:
    partial = from_json(question.propose) if question.propose else ()
    version = asked.room.match.version
    found = await asked.thinkers.propose(asked.room, asked.acting(), partial)
    return a.Proposed(version, [a.Proposal(action, ledger) for action, ledger in found])


async def hint(asked: Asked, question: q.Hint) -> Hinted:
    match, seat = asked.room.match, asked.acting()
    version = match.version
    match.eyes(seat)  # in one's own turn
    if not takebacks.alone(match, seat):
        raise Denied("consent", "Hints are for tables against bots alone: other people play here.")
    if puzzling.unsolved(match):
        raise Denied("consent", "What bots would do gives the puzzle away; its own hints come with tries.")
    found = await asked.thinkers.hint(asked.room, seat)
    return Hinted(version, [HintedTurn(*each) for each in found])


async def show(asked: Asked, question: q.Show) -> a.Done:
    return a.Done(await puzzling.show(asked.room.match, asked.visitor, asked.acting(), asked.mark(question)))


async def typed(asked: Asked, question: q.Typed) -> a.Understood:
    match, seat = asked.room.match, asked.acting()
    version = match.version
    if match.game.lists_all:
        return a.Understood(version, meant(match.game, match.eyes(seat), question.typed))
    return a.Understood(version, await asked.thinkers.understand(asked.room, seat, question.typed))


async def takeback(asked: Asked, question: q.Takeback) -> a.Done:
    match = asked.room.match
    mine = (row.seat for row in reversed(match.standing) if row.seat in asked.seats)
    seat = next(mine, None)
    if seat is None:
        seat = asked.seat()
    mark = asked.mark(question)
    asked.room.say(await match.takeback(asked.visitor, seat, question.takeback, question.after, mark))
    return a.Done(match.version)


async def chat(asked: Asked, question: q.Chat) -> a.Done:
    match, seat, mark = asked.room.match, asked.acting(), asked.mark(question)
    async with match.lock:
        match.first(mark, asked.visitor, seat)
        if match.seats[seat].muted:
            raise Denied("muted", "The host has muted you: what you say is not passed on.")
        paced(match, seat)
        row = await match.note_row("chat", seat, question.chat, mark)
    asked.room.say([row])
    return a.Done(match.version)


async def note(asked: Asked, question: q.Note) -> a.Done:
    match = asked.room.match
    async with match.lock:
        await match.save([Write("note", (match.id, asked.seat(), question.note))])
    return a.Done(match.version)


async def rename(asked: Asked, question: q.Rename) -> a.Done:
    seat, mark = asked.seat(question.seat), asked.mark(question)
    await sitting.rename(asked.room, asked.visitor, seat, question.name, question.colour, mark)
    return a.Done(asked.room.match.version)


async def join(asked: Asked, question: q.Join) -> a.Sat:
    return await lobby.join(asked.tables, asked.room, asked.visitor, question)


async def hand(asked: Asked, question: q.Hand) -> a.Sat:
    return await sitting.hand(asked.tables.world, asked.room, asked.visitor, question, asked.mark(question))


async def leave(asked: Asked, question: q.Leave) -> a.Done:
    await sitting.leave(asked.room, asked.visitor, question.leave, question.bot, asked.mark(question))
    return a.Done(asked.room.match.version)


async def drive(asked: Asked, question: q.Drive) -> a.Done:
    await sitting.drive(asked.room, asked.visitor, question.drive, question.bot, asked.mark(question))
    return a.Done(asked.room.match.version)


async def forget(asked: Asked, question: q.Forget) -> a.Done:
    await sitting.forget(asked.room, asked.visitor, question.forget, asked.mark(question))
    return a.Done(asked.room.match.version)


async def concede(asked: Asked, question: q.Concede) -> a.Done:
    await sitting.concede(asked.room, asked.visitor, question.concede, asked.mark(question))
    return a.Done(asked.room.match.version)


async def agree(asked: Asked, question: q.Agree) -> a.Done:
    await consent.agree(asked.room, asked.visitor, question, asked.mark(question))
    return a.Done(asked.room.match.version)


async def mute(asked: Asked, question: q.Mute) -> a.Done:
    await sitting.mute(asked.room, asked.visitor, question.mute, question.yes, asked.mark(question))
    return a.Done(asked.room.match.version)


async def fill(asked: Asked, question: q.Fill) -> a.Done:
    await hosting.fill(asked.room, asked.visitor, question.fill, question.bot, asked.mark(question))
    await lobby.start(asked.room)
    return a.Done(asked.room.match.version)


async def cancel(asked: Asked, question: q.Cancel) -> a.Done:
    await hosting.cancel(asked.room, asked.visitor, asked.mark(question))
    return a.Done(asked.room.match.version)


async def rematch(asked: Asked, question: q.Rematch) -> a.Again:
    return await lobby.rematch(asked.tables, asked.room, asked.visitor)


async def look_again(asked: Asked, question: q.LookAgain) -> Reviewing:
    act = asked.reviews.ask if question.review else asked.reviews.stop
    return await act(asked.room, asked.visitor)


ANSWERS: dict[type[Any], Callable[[Asked, Any], Awaitable[Any]]] = {
    q.Do: do,
    q.Try: attempt,
    q.Propose: propose,
    q.Hint: hint,
    q.Show: show,
    q.Typed: typed,
    q.Takeback: takeback,
    q.Chat: chat,
    q.Note: note,
    q.Rename: rename,
    q.Join: join,
    q.Hand: hand,
    q.Leave: leave,
    q.Drive: drive,
    q.Forget: forget,
    q.Concede: concede,
    q.Agree: agree,
    q.Mute: mute,
    q.Fill: fill,
    q.Cancel: cancel,
    q.Rematch: rematch,
    q.LookAgain: look_again,
}


def again(asked: Asked, question: Any, match: Match, n: int) -> Any:
    """What a repeated key was answered the first time."""
    if isinstance(question, q.Hand):
        token = sitting.link_token(asked.tables.world, match, asked.visitor, question)
        return a.Sat(question.hand, token)
    return a.Done(match.version_at(n))


async def answer(asked: Asked, question: Any) -> Any:
    """The answer to a question, with the asker's key; raises an error of ours for a refusal."""
    try:
        found = await ANSWERS[type(question)](asked, question)
    except Repeated as repeated:
        found = again(asked, question, asked.room.match, repeated.n)
    except Denied as error:
        if error.kind != "stale":
            raise
        room = asked.room
        if room.match.lost:
            room = await asked.tables.room(room.match.id)
            try:  # who was quicker may be the asker: a database can store late what it had not confirmed
                room.match.first(asked.mark(question))
            except Repeated as repeated:
                found = again(asked, question, room.match, repeated.n)
                return msgspec.structs.replace(found, key=question.key)
        error.values = {"table": room.table_now(room.viewer(asked.seats))}
        raise
    return msgspec.structs.replace(found, key=question.key)
