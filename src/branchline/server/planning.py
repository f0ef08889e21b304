"""Plans at a table: a seat plays on by itself from what it knows; nobody else ever hears of it.

A plan is stored as the side line of a study (`core/study.py`) that goes on from a version of the table. Where
it leads is reckoned anew for every question, beside the event loop and one at a time for a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from branchline.core.action import Action, from_text
from branchline.core.game import OVER
from branchline.core.plan import Walk
from branchline.core.study import line_text, read_line
from branchline.core.voice import say
from branchline.server import history, queueing, takebacks
from branchline.server.answers import Position, TableNow
from branchline.server.live import Room
from branchline.server.match import Match
from branchline.server.plan_answers import PlanCard, Planned, PlanRow, Plans
from branchline.server.questions import PLANS
from branchline.server.refusals import Denied
from branchline.server.seats import Visitor, own
from branchline.server.spoken import in_all, of_here
from branchline.server.store import Write

LONGEST = 60  # actions of one plan that somebody chose


class Kept(Struct, frozen=True):
    """A plan as it is stored: the version from which it goes on, its line, and its words for a list."""

    after: int
    line: str
    text: str | dict[str, str]  # by the language; older ones are in English alone


@dataclass(frozen=True, slots=True)
class Visit:
    """Whose plans: a seat, by who holds it, at a table."""

    room: Room
    visitor: Visitor
    seat: int


@dataclass(frozen=True, slots=True)
class Change:
    """What is to become of a plan: begun at a step, cut after so many chosen actions, then gone on with."""

    at: int | None = None
    keep: int | None = None
    then: tuple[Action, ...] = ()


NOTHING = Change()
_decode = msgspec.json.Decoder(Kept).decode


async def stored(match: Match, seat: int) -> dict[int, Kept]:
    return {n: _decode(body) for n, body in await match.store.read("plans", match.id, seat)}


async def listed(asked: Visit) -> Plans:
    match = asked.room.match
    found = await stored(match, asked.seat)
    own(asked.visitor, match.seats, asked.seat)  # somebody may have taken it over while we read
    cards = [
        PlanCard(n, step_of(match, kept.after), hand_made(kept), in_words_of(kept))
        for n, kept in found.items()
    ]
    return Plans(cards, PLANS, queueing.told(asked.room, asked.seat))


def in_words_of(kept: Kept) -> str:
    return kept.text if isinstance(kept.text, str) else of_here(kept.text)


def hand_made(kept: Kept) -> int:
    return sum(seat >= 0 for seat, _, _ in read_line(kept.line).rows)


def step_of(match: Match, after: int) -> int | None:
    """The step at which a version stands; None where it was taken back."""
    steps = [step for step in range(len(match.standing) + 1) if takebacks.version(match, step) == after]
    return steps[0] if steps else None


async def opened(asked: Visit, number: int, change: Change = NOTHING) -> tuple[Walk, Kept]:
    """Where a plan of the seat leads, as it is or changed; nothing is stored."""
    room, seat = asked.room, asked.seat
    if change.at is None:
        kept = (await stored(room.match, seat)).get(number)
        own(asked.visitor, room.match.seats, seat)
        if kept is None:
            raise Denied("plan", say("server.no-plan", number))
    else:
        last = len(room.match.standing)
        if change.at > last:
            raise Denied("unknown", say("server.no-step", last))
        kept = Kept(takebacks.version(room.match, change.at), "", "")
    async with room.planning:
        walk = await asyncio.to_thread(_walked, room, seat, number, kept, change)
    line = "\n".join(line_text(walk.line))
    mine = [n for n, (who, _, _) in enumerate(walk.line.rows) if who == seat]
    return walk, Kept(kept.after, line, in_all(lambda: done_in(room, walk, mine)))


def done_in(room: Room, walk: Walk, rows: Iterable[int]) -> str:
    """What is done in these rows, in the table's own sentences; what it brings, the ledger says."""
    return " ".join(line for n in rows for line in room.lines(walk.events[n][:1]))


def _walked(room: Room, seat: int, number: int, kept: Kept, change: Change) -> Walk:
    """Play a plan from what its seat knew at its beginning; what does not fit any more is left out."""
    match = room.match
    walk = Walk(match.game, _known(room, seat, kept.after), seat, f"{seat} {kept.after} {number}")
    chosen = [action for who, action, _ in read_line(kept.line).rows if who >= 0]
    for action in chosen[: change.keep]:
        try:
            walk.add(action, judged=True)  # it was when it was stored: what costs time is asked once
        except Exception:
            break  # stored by other rules than today's
    if len(walk.by_hand()) + len(change.then) > LONGEST:
        raise Denied("plan", say("server.plan-long", LONGEST))
    for action in change.then:
        walk.add(action)
    return walk


def _known(room: Room, seat: int, after: int) -> Any:
    """What the seat knew at a version from which a plan goes on."""
    match = room.match
    if match.status == "waiting":
        raise Denied("waiting", say("server.waiting"))
    step = step_of(match, after)
    if step is None:
        raise Denied("plan", say("server.plan-taken-back"))
    viewer, state, _ = history.seen(room, seat, step)
    if viewer != seat:
        raise Denied("secret", say("server.plan-secret"))
    if state.to_move == OVER:
        raise Denied("over", say("server.plan-over"))
    return match.game.mask(state, seat)


async def planned(asked: Visit, number: int, change: Change) -> Planned:
    """A plan, begun, changed or as it is; stored where it has changed."""
    match = asked.room.match
    walk, kept = await opened(asked, number, change)
    if change != NOTHING:
        async with match.lock:
            own(asked.visitor, match.seats, asked.seat)
            body = msgspec.json.encode(kept).decode()
            await match.save([Write("plan", (match.id, asked.seat, number, body))])
    own(asked.visitor, match.seats, asked.seat)
    return told(asked.room, walk, number, kept)


async def dropped(asked: Visit, number: int) -> Plans:
    match = asked.room.match
    async with match.lock:
        own(asked.visitor, match.seats, asked.seat)
        await match.save([Write("drop plan", (match.id, asked.seat, number))])
    return await listed(asked)


def told(room: Room, walk: Walk, number: int, kept: Kept) -> Planned:
    """A plan for its seat's screen."""
    at = step_of(room.match, kept.after) or 0
    first, turn = walk.coming(done_since(room.match, walk.eyes, kept.after))
    rows = [
        PlanRow(seat, action, room.lines(events))
        for (seat, action, _), events in zip(walk.line.rows, walk.events, strict=True)
    ]
    text = done_in(room, walk, range(first, first + len(turn)))
    return Planned(number, walk.eyes, at, rows, turn, text, position(room, walk, at))


def done_since(match: Match, seat: int, after: int) -> list[Action]:
    """What a seat has really done since a version."""
    return [from_text(row.body) for row in match.standing if row.n > after and row.seat == seat]


def position(room: Room, walk: Walk, at: int) -> TableNow:
    """Where a plan has led, as a table through the eyes of whoever decides there."""
    game, world = walk.game, walk.world
    over, rows = world.to_move == OVER, len(walk.line.rows)
    began, events = walk.last()
    return room.told(
        walk.seen(),
        walk.mover(),
        False,
        events=events,
        lines=room.lines(events),
        mover=walk.line.rows[began][0] if rows else None,
        began=at + began,
        version=rows,
        step=at + rows,
        status="over" if over else "playing",
        choices=game.legal_actions(world) if game.lists_all and not over else [],
        complete=game.lists_all,
        takeback=rows - 1 if walk.by_hand() else None,
        clock=None,
        seats=room.people(),
        rematch=None,
    )


def in_words(room: Room, walk: Walk, where: str | None = None) -> Position:
    """Where a plan has led, for who listens; or how far a place is there."""
    view, rows = walk.game.looks.view(walk.seen(), walk.mover()), len(walk.line.rows)
    return Position(rows, rows, history.told(walk.game, view, room.names(), where))


def picture(walk: Walk) -> str:
    """Where a plan has led, drawn."""
    return history.drawn(walk.game, walk.game.looks.view(walk.seen(), walk.mover()))


async def queued(asked: Visit, number: int, after: int) -> None:
    """Queue the coming turn of a plan; 0: queue nothing, and forget why the last one was not played."""
    room, match, seat = asked.room, asked.room.match, asked.seat
    queue = None if number == 0 else await _coming(asked, number)
    async with match.lock:
        own(asked.visitor, match.seats, seat)
        if queue is not None:
            _may_queue(match, seat, after)
        await queueing.put(match, seat, queue)
    queueing.wake(room)


async def _coming(asked: Visit, number: int) -> queueing.Queue:
    walk, kept = await opened(asked, number)
    first, turn = walk.coming(done_since(asked.room.match, asked.seat, kept.after))
    if not turn:
        raise Denied("plan", say("server.plan-no-turn"))
    hand = sum(who >= 0 for who, _, _ in walk.line.rows[:first])
    before, _ = await opened(asked, number, Change(keep=hand))
    async with asked.room.planning:
        return queueing.Queue(await asyncio.to_thread(queueing.foreseen, walk.game, before.seen(), turn))


def _may_queue(match: Match, seat: int, after: int) -> None:
    if match.status != "playing":
        raise Denied("over", say("server.queue-running"))
    if match.lesson:
        raise Denied("lesson", say("server.queue-lesson"))
    if match.state.to_move == seat:
        raise Denied("plan", say("server.queue-your-turn"))
    if match.seats[seat].bot:
        raise Denied("plan", say("server.queue-bot"))
    if done_since(match, seat, after):
        raise Denied("plan", say("server.queue-acted"))
