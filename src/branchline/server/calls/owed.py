"""Which calls a table owes a seat now, by its log alone: whoever asks again finds the same.

A turn is known by how many actions its seat had made before it, also such as were taken back. So whoever is
before you may take back and act again, and it is the same turn of yours that you were told of.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from branchline.core.game import CHANCE
from branchline.server.calls.ways import Wants, after_quiet, before_quiet
from branchline.server.clocks import DAY, HOUR
from branchline.server.consent import people
from branchline.server.match import Match

What = Literal["turn", "began", "waiting", "remind", "test"]


class Owed(NamedTuple):
    """A call, the turn that it is about, and when it is due."""

    what: What
    turn: int
    due: float


def made(match: Match, seat: int) -> int:
    """So many actions a seat has made, whether they stand or not."""
    return sum(row.kind == "act" and row.seat == seat for row in match.rows)


def turn_of(match: Match, seat: int) -> int:
    """The number of a seat's turn: its actions before the ones that it has just made."""
    run = 0
    for row in reversed(match.standing):
        if row.seat != CHANCE:
            if row.seat != seat:
                break
            run += 1
    return made(match, seat) - run


def acted_last(match: Match) -> int | None:
    """Who acted or took back last; nobody yet: None."""
    moved = (row.seat for row in reversed(match.rows) if row.kind in ("act", "back") and row.seat >= 0)
    return next(moved, None)


def before(match: Match, seat: int) -> int:
    """Who acts before a seat: as it was the last time, or the seat to its right."""
    own = False
    for row in reversed(match.standing):
        if row.seat == seat:
            own = True
        elif own and row.seat != CHANCE:
            return row.seat
    return (seat - 1) % len(match.seats)


def owed(match: Match, seat: int, wants: Wants, after: float) -> list[Owed]:
    """What this seat is to be told, each once; `after` seconds of a turn somebody may be at the table."""
    mover = match.mover()
    if mover is None or mover.bot or not mover.held:
        return []
    to_move, since = match.state.to_move, match.clocks.since
    if to_move != seat:
        if wants.began and match.seats[seat].held and before(match, seat) == to_move:
            return [Owed("began", made(match, seat), after_quiet(wants, since + after))]
        return []
    turn, found = turn_of(match, seat), []
    if acted_last(match) != seat:
        found.append(Owed("turn", turn, after_quiet(wants, since + after)))
    if wants.waiting and len(people(match)) > 1:
        found.append(Owed("waiting", turn, after_quiet(wants, since + max(after, long(match, seat)))))
    if wants.remind and (soon := reminder(match, seat, wants)) is not None and soon > since + after:
        found.append(Owed("remind", turn, soon))
    return found


def long(match: Match, seat: int) -> float:
    """Seconds after which everyone has waited for long: half of the time that there is, or a day."""
    tempo, clocks = match.setup.tempo, match.clocks
    if tempo.kind == "none":
        return DAY
    return (tempo.days * DAY if tempo.kind == "days" else max(0.0, clocks.left[seat])) / 2


def reminder(match: Match, seat: int, wants: Wants) -> float | None:
    """So long before the time runs out; before the quiet hours, where their end would be too late."""
    deadline = match.clocks.deadline(seat)
    if deadline is None:
        return None
    due = deadline - wants.remind * HOUR
    later = after_quiet(wants, due)
    return later if later < deadline else before_quiet(wants, due)
