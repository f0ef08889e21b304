"""Rows that another process has stored, followed in memory: what they changed there is now so here."""

from __future__ import annotations

from functools import partial

from branchline.core.action import from_text
from branchline.core.game import CHANCE
from branchline.core.record import digest
from branchline.server import queueing
from branchline.server.live import Room, forgot
from branchline.server.match import Match
from branchline.server.store import News, Row

# what is followed row by row; all else is rare, and a match is made from the store again for it
FOLLOWED = frozenset(("act", "chat", "say", "wish", "wished", "time", "look", "window", "eyes"))
SPOKEN = ("chat", "say")


def take(room: Room, news: News) -> bool | None:
    """Follow what is new and tell whoever listens: was there anything? None: the match must be made again.

    The caller knows that nobody holds the lock.
    """
    match = room.match
    rows = [row for row in news.rows if row.n > match.number]
    if rows and not follow(match, rows):
        return None
    queued = queueing.read(news.queued)
    turned = match.rematch != news.rematch or any(row.kind not in SPOKEN for row in rows)
    changed = bool(rows) or turned or match.driver != news.driver or match.queued != queued
    seats = {seat for seat in queued | match.queued if queued.get(seat) != match.queued.get(seat)}
    match.driver, match.rematch = news.driver, news.rematch
    if seats:
        match.queued = queued
    room.say(rows)
    for seat in seats:
        room.tell_queued(seat)
    if turned:
        room.tell()
    elif changed:
        room.on_change(room)
    return changed


def follow(match: Match, rows: list[Row]) -> bool:
    """Go on by rows from the store; false where that is not enough, and then nothing has changed."""
    if match.lesson or rows[0].n != match.number + 1 or any(row.kind not in FOLLOWED for row in rows):
        return False
    state, events = match.state.copy(), match.events
    acts = [row for row in rows if row.kind == "act"]
    for row in acts:
        events = events[:] if row.seat == CHANCE else []
        match.game.apply(state, from_text(row.body), lambda *event, told=events: told.append(event))
    if acts and digest(state) != acts[-1].digest:
        return False
    match.clocks, match.wishes = match.clocks.after(rows), match.wishes.after(rows)
    match.state, match.events = state, events
    match.standing += acts
    match.rows += rows
    match.number = rows[-1].n
    match.version = acts[-1].n if acts else match.version
    for row in rows:
        match.remember(row)
    return True


def resume(room: Room, match: Match) -> None:
    """Go on with a match that was made again, and tell everyone what is new in it."""
    before = room.match
    room.sit(match)
    added = [row for row in match.rows if row.n > before.number]
    for row in added:
        if (row.kind, row.body) == ("seat", "forget"):
            room.tell_all(partial(forgot, room, row.seat))
    room.seats_changed()
    room.say(added)
    for seat in match.queued | before.queued:
        if match.queued.get(seat) != before.queued.get(seat):
            room.tell_queued(seat)
