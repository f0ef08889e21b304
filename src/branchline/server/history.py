"""What has happened at a table, as the asker may know it: any step, the log, the finished record."""

from __future__ import annotations

import logging
from typing import Any

from branchline.core.action import Action, from_text
from branchline.core.game import OVER, AnyGame
from branchline.core.looks import Part, unmarked
from branchline.core.record import UNFINISHED, write
from branchline.core.svg import written
from branchline.core.voice import say
from branchline.server import takebacks
from branchline.server.answers import Log, LogRow, Position, TableNow, Tried, stopped
from branchline.server.live import Room
from branchline.server.refusals import Denied

log = logging.getLogger("branchline.history")


def at_step(room: Room, viewer: int | None, step: int, text: bool) -> TableNow:
    """The table after that many actions, through the eyes of a viewer. Nothing can be done there."""
    viewer, state, events = seen(room, viewer, step)
    mover, began = room.match.last_move(step)
    return room.told(
        room.match.game.mask(state, viewer),
        viewer,
        text,
        events=events,
        lines=room.lines(events),
        mover=mover,
        began=began,
        version=takebacks.version(room.match, step),
        step=step,
        status="over" if state.to_move == OVER else "playing",
        choices=[],
        complete=False,
        takeback=None,
        clock=None,
        seats=room.people(),
        rematch=None,
    )


def seen(room: Room, viewer: int | None, step: int) -> tuple[int | None, Any, list[tuple[Any, ...]]]:
    """Whose eyes see a step, the state then, and what had just happened."""
    match = room.match
    last = len(match.standing)
    if not 0 <= step <= last:
        raise Denied("unknown", say("server.no-step", last))
    if viewer is not None and step < last and match.standing[step].n <= match.seats[viewer].since:
        viewer = None  # what was hidden then was another's to see
    state, events = (match.state, match.events) if step == last else match.position(step)
    return viewer, state, events


def position_at(room: Room, viewer: int | None, step: int | None, where: str | None = None) -> Position:
    """A step, or the table now, in words for that viewer; or how far a place is there (`where`)."""
    match, game = room.match, room.match.game
    at = len(match.standing) if step is None else step
    viewer, state, _ = seen(room, viewer, at)
    parts = told(game, game.looks.view(game.mask(state, viewer), viewer), room.names(), where)
    return Position(takebacks.version(match, at), at, parts)


def told(game: AnyGame, view: Any, people: list[str], where: str | None) -> list[Part]:
    """A view in words: all of it, or how far a place is; what is near where none is named."""
    return game.looks.position(view, people) if where is None else [game.looks.found(view, where)]


def picture_at(room: Room, viewer: int | None, step: int | None) -> str:
    """A step, or the table now, as that viewer sees it drawn."""
    game = room.match.game
    viewer, state, _ = seen(room, viewer, len(room.match.standing) if step is None else step)
    return drawn(game, game.looks.view(game.mask(state, viewer), viewer))


def drawn(game: AnyGame, view: Any) -> str:
    """A view as SVG; as text where the drawing fails."""
    try:
        return game.looks.picture(view)
    except Exception as error:  # a drawing that is broken costs the game its beauty only
        log.warning("%s cannot be drawn and is shown as text: %r", game.id, error)
        return written(unmarked(game.looks.text(view)))


def log_since(room: Room, seats: list[int], since: str) -> Log:
    """Every action after a step (`since` is a number), or after your last one (`turn`)."""
    match, game = room.match, room.match.game
    standing, over = match.standing[:], match.state.to_move == OVER
    viewer = seats[0] if seats else None
    first = 0
    if since == "turn":
        mine = [number for number, row in enumerate(standing, start=1) if row.seat in seats]
        first = mine[-1] if mine else 0
    elif since.isdecimal() and since.isascii() and len(since) <= 9:
        first = int(since)
    elif since:
        raise Denied("bad-message", say("server.since"))
    state = game.start(match.setup.players, **match.setup.options)
    names, found = room.names(), []
    for number, row in enumerate(standing, start=1):
        action = from_text(row.body)
        # until the end an action leaves us only as this viewer may see it
        eyes = viewer if viewer is None or row.n > match.seats[viewer].since else None
        shown = action if over else game.shown(state, action, eyes)
        events: list[tuple[Any, ...]] = []
        game.apply(state, action, lambda *event, events=events: events.append(event))
        if number > first:
            lines = [game.words.event(event, names) for event in events]
            found.append(LogRow(row.n, row.seat, shown, lines, row.at, events))
    return Log(match.id, match.version, found, room.chat(500))


def record_text(room: Room, step: int | None = None) -> str:
    """The game as a file, or as much of it as was played up to a step: only when nothing is left to hide."""
    if room.match.state.to_move != OVER:
        raise Denied("secret", say("server.record-secret"))
    record = room.match.record()
    if step is not None and step < len(record.rows):
        record.rows, record.result = record.rows[:step], UNFINISHED
        record.imported = min(record.imported, step)
    return write(record)


def aside(room: Room, viewer: int | None, step: int, actions: list[Action]) -> Tried:
    """What whoever was to move at a step could have done instead, when there is nothing left to hide."""
    match, game = room.match, room.match.game
    if match.state.to_move != OVER:
        raise Denied("secret", say("server.aside-secret"))
    viewer, state, _ = seen(room, viewer, step)
    if state.to_move < 0:
        raise Denied("over", say("server.aside-nobody"))
    seat = state.to_move
    found = game.looks.foresee(state.copy(), actions, judged=False)
    return Tried(
        version=match.version,
        steps=found.steps,
        stopped=stopped(seat, found.state.to_move),
        view=game.looks.view(game.mask(found.state, viewer), viewer),
        choices=[],
        events=found.events,
        lines=room.lines(found.events),
        ledger=found.ledger,
    )
