"""One answer for every question, whether it came over a WebSocket or over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from branchline.core.action import from_json
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER
from branchline.core.listing import offers
from branchline.core.voice import say
from branchline.review.telling import signed_by
from branchline.server import answers as a
from branchline.server import (
    consent,
    explaining,
    forgetting,
    history,
    hosting,
    lobby,
    planning,
    puzzling,
    queueing,
    sitting,
    trying,
    windows,
)
from branchline.server import questions as q
from branchline.server.asking import Ask
from branchline.server.calls import verbs as call_verbs
from branchline.server.calls.desk import Desk
from branchline.server.listener import Listener
from branchline.server.live import Room
from branchline.server.match import Match, Repeated
from branchline.server.pace import paced
from branchline.server.plan_answers import Planned, Plans, Queued
from branchline.server.refusals import Denied
from branchline.server.review_answers import Explained, Hinted, Reviewing
from branchline.server.reviews import Reviews, spoken_to
from branchline.server.seats import Visitor
from branchline.server.spoken import later
from branchline.server.store import Unread, Unsaved, Write
from branchline.server.tables import Tables
from branchline.server.thinking import Thinkers
from branchline.server.watch_answers import Opened
from branchline.server.worker import meant

TRIES = 5  # so often somebody else may be quicker at a table


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks what, where."""

    tables: Tables
    thinkers: Thinkers
    reviews: Reviews
    room: Room
    visitor: Visitor
    listener: Listener | None = None  # whoever asks over HTTP is not here
    desk: Desk | None = None

    @property
    def seats(self) -> list[int]:
        """Those that the visitor holds now. Whoever has waited since, for the lock too, asks again."""
        return self.room.seats_of(self.visitor)

    def seat(self, wanted: int | None = None) -> int:
        """The seat that is meant: the named one, or the first of the asker's own."""
        if not self.seats or (wanted is not None and wanted not in self.seats):
            raise Denied("not-yours", say("server.not-your-seat" if self.seats else "server.only-watching"))
        return self.seats[0] if wanted is None else wanted

    def mark(self, question: Ask) -> str:
        """Who asks what under which key, as a row keeps it; no key: nothing."""
        return f"{self.visitor.who} {q.fingerprint(question)} {question.key}" if question.key else ""

    def planner(self) -> planning.Visit:
        """Whose plans are meant: those of the seat that is looked through."""
        return planning.Visit(self.room, self.visitor, self.acting())

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
    if question.plan is not None:
        masked, version = await planned_eyes(asked, question.plan)
        game, names = asked.room.match.game, asked.room.names()
        return await asyncio.to_thread(trying.tried, game, masked, actions, names, version, True)
    return trying.attempt(asked.room.match, asked.acting(), actions, asked.room.names())


async def planned_eyes(asked: Asked, number: int) -> tuple[Any, int]:
    """What whoever decides would know where a plan has led, and how many rows that are."""
    walk, _ = await planning.opened(asked.planner(), number)
    if walk.world.to_move < 0:
        raise Denied("over", say("server.plan-led-over"))
    return walk.seen(), len(walk.line.rows)


async def decided(asked: Asked, plan: int | None) -> tuple[Any, int]:
    """What the asker knows who is to decide, at the table or in a plan, and the version of that."""
    if plan is not None:
        return await planned_eyes(asked, plan)
    return asked.room.match.eyes(asked.acting()), asked.room.match.version


async def propose(asked: Asked, question: q.Propose) -> a.Proposed:
    partial = from_json(question.propose) if question.propose else ()
    if not partial and puzzling.unsolved(asked.room.match):
        raise Denied("consent", say("server.given-away"))
    masked, version = await decided(asked, question.plan)
    found = await asked.thinkers.propose(asked.room, masked, partial)
    return a.Proposed(version, [a.Proposal(action, ledger) for action, ledger in found])


async def hint(asked: Asked, question: q.Hint) -> Hinted:
    match, seat = asked.room.match, asked.acting()
    version = match.version
    masked = match.eyes(seat)  # in one's own turn
    explaining.allowed(match, seat)
    if puzzling.unsolved(match):
        raise Denied("consent", say("server.given-away"))
    return Hinted(version, explaining.turns(asked.room, await asked.thinkers.hint(asked.room, masked)))


async def why(asked: Asked, question: q.Why) -> Explained:
    room, over = asked.room, asked.room.match.state.to_move == OVER
    seat = asked.room.viewer(asked.seats) if over else asked.acting()
    turn = await asyncio.to_thread(explaining.turn_of, room, seat, question.why)
    found, lines = await asked.thinkers.why(room, turn.seen, turn.eyes, turn.plan)
    said = [signed_by(line, room.names()) for line in lines]
    return Explained(turn.seat, turn.began, turn.step, explaining.turns(room, found), said)


async def show(asked: Asked, question: q.Show) -> a.Done:
    return a.Done(await puzzling.show(asked.room.match, asked.visitor, asked.acting(), asked.mark(question)))


async def typed(asked: Asked, question: q.Typed) -> a.Understood:
    game = asked.room.match.game
    masked, version = await decided(asked, question.plan)
    if game.lists_all:
        return a.Understood(version, meant(game, masked, question.typed))
    return a.Understood(version, await asked.thinkers.understand(asked.room, masked, question.typed))


async def moves(asked: Asked, begun: str, plan: int | None = None) -> a.Moves:
    """What may be done now, or where a plan has led, and begins with these words."""
    game = asked.room.match.game
    masked, version = await decided(asked, plan)
    if game.lists_all:
        found: Any = await asyncio.to_thread(offers, game, masked, begun)
    else:
        found = await asked.thinkers.offers(asked.room, masked, begun)
    return a.Moves(version, [a.MoveLine(*each) for each in found], game.words.examples(say("text.says-try")))


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
            raise Denied("muted", say("server.muted"))
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
    await forgetting.forget(asked.room, asked.visitor, question.forget, asked.mark(question))
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


async def window(asked: Asked, question: q.Window) -> Opened:
    mark, world = asked.mark(question), asked.tables.world
    return Opened(await windows.open_window(world, asked.room, asked.visitor, question, mark))


async def rematch(asked: Asked, question: q.Rematch) -> a.Again:
    return await lobby.rematch(asked.tables, asked.room, asked.visitor)


async def plan(asked: Asked, question: q.Plan) -> Planned | Plans:
    if question.drop:
        return await planning.dropped(asked.planner(), question.plan)
    then = tuple(map(from_json, question.then))
    change = planning.Change(question.at, question.keep, then)
    return await planning.planned(asked.planner(), question.plan, change)


async def list_plans(asked: Asked, question: q.ListPlans) -> Plans:
    return await planning.listed(asked.planner())


async def queue_turn(asked: Asked, question: q.QueueTurn) -> Queued:
    visit = asked.planner()
    await planning.queued(visit, question.queue, question.after)
    return queueing.told(asked.room, visit.seat)


async def look_again(asked: Asked, question: q.LookAgain) -> Reviewing:
    act = asked.reviews.ask if question.review else asked.reviews.stop
    return spoken_to(await act(asked.room, asked.visitor))


async def lead(asked: Asked, question: q.Lead) -> a.Done:
    seats, room = asked.seats, asked.room
    name = room.match.seats[seats[0]].name if seats else later("server.watcher")
    room.together.lead(present(asked), name, seats[0] if seats else None, question.lead)
    return a.Done(room.match.version)


async def look(asked: Asked, question: q.Look) -> a.Done:
    asked.room.together.look(present(asked), question.look)
    return a.Done(asked.room.match.version)


def present(asked: Asked) -> Listener:
    """Who leads is at the table, of a game that is over."""
    if asked.room.match.status not in ("over", "ended"):
        raise Denied("over", say("server.lead-over"))
    if asked.listener is None:
        raise Denied("not-yours", say("server.lead-socket"))
    return asked.listener


ANSWERS: dict[type[Any], Callable[[Asked, Any], Awaitable[Any]]] = {
    q.Do: do,
    q.Try: attempt,
    q.Propose: propose,
    q.Hint: hint,
    q.Why: why,
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
    q.Window: window,
    q.Rematch: rematch,
    q.LookAgain: look_again,
    q.Plan: plan,
    q.ListPlans: list_plans,
    q.QueueTurn: queue_turn,
    q.Lead: lead,
    q.Look: look,
    **call_verbs.ANSWERS,
}


def again(asked: Asked, question: Any, match: Match, n: int) -> Any:
    """What a repeated key was answered the first time."""
    if isinstance(question, q.Hand):
        token = sitting.link_token(asked.tables.world, match, asked.visitor, question)
        return a.Sat(question.hand, token)
    if isinstance(question, q.Window):
        return Opened(windows.address_of(asked.tables.world, match, asked.visitor, question))
    return a.Done(match.version_at(n))


async def answer(asked: Asked, question: Any) -> Any:
    """The answer to a question, with the asker's key; raises an error of ours for a refusal.

    Nobody is refused for what we had not heard of yet: what another process has stored meanwhile is read,
    and the question judged again.
    """
    if asked.room.sealed and not isinstance(question, (q.Lead, q.Look)):
        raise windows.watching()
    room = asked.room
    for again_and_again in range(TRIES):
        before = room.match, room.match.number
        try:
            found = await ANSWERS[type(question)](asked, question)
        except Repeated as repeated:
            found = again(asked, question, asked.room.match, repeated.n)
        except (Unsaved, Unread):
            raise
        except BranchlineError as error:
            renewed = await asked.tables.renew(room)
            # what is new may have been followed before we looked
            if again_and_again < TRIES - 1 and (renewed or before != (room.match, room.match.number)):
                asked.tables.metrics.races.inc()
                continue
            if isinstance(error, Denied) and error.kind == "stale":
                error.values = {"table": asked.room.table_now(asked.room.viewer(asked.seats))}
            raise
        return msgspec.structs.replace(found, key=question.key)
    raise AssertionError("the last try is answered or refused")
