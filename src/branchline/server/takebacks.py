"""What a seat of a table may take back: the rule of `core/takeback.py` on the rows of its log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from branchline.core.game import CHANCE
from branchline.core.takeback import takebacks
from branchline.core.voice import say
from branchline.server.refusals import Denied
from branchline.server.spoken import later
from branchline.server.store import Row

if TYPE_CHECKING:
    from branchline.server.match import Match

ENOUGH = 5  # so many until somebody else acts: who is to move next must be able to


def others(match: Match, seat: int) -> list[int]:
    """The seats that somebody elsewhere holds, or nobody."""
    mine = set(match.seats[seat].holders)
    return [number for number, each in enumerate(match.seats) if mine.isdisjoint(each.holders)]


def alone(match: Match, seat: int) -> bool:
    """No other person sits at the table, at the same screen either."""
    strangers, kind = others(match, seat), match.seats[seat].kind
    return not any(
        each.kind != "bot" and (number in strangers or "screen" in (kind, each.kind))
        for number, each in enumerate(match.seats)
        if number != seat
    )


def since_of(match: Match, seat: int) -> int:
    """The first row that may be its own: whoever took the seat over takes nothing back from before, nor does
    a puzzle's solver from before its position."""
    return max(match.seats[seat].since, match.setup.imported + 1 if match.setup.puzzle else 0)


def steps(match: Match, seat: int) -> Iterator[int]:
    """The steps before its own actions that this seat may go back to, the last first."""
    since = since_of(match, seat)
    latest = takewhile(lambda row: row.n >= since, reversed(match.standing))
    for count in takebacks((row.seat for row in latest), seat, alone(match, seat)):
        yield len(match.standing) - count


def first(match: Match, seat: int) -> int | None:
    """The earliest of these steps; every table message asks for it, so it does not walk back all the log."""
    if not alone(match, seat):
        return min(steps(match, seat), default=None)
    begun = bisect_left(match.standing, since_of(match, seat), key=lambda row: row.n)
    return next(
        (step for step in range(begun, len(match.standing)) if match.standing[step].seat == seat), None
    )


def last_own(match: Match, seat: int) -> int | None:
    """The step before its last action, which may be long ago; None: it has done nothing here."""
    since = since_of(match, seat)
    found = (step for step in reversed(range(len(match.standing))) if match.standing[step].seat == seat)
    return next((step for step in found if match.standing[step].n >= since), None)


def whom(match: Match, seat: int | None) -> list[int]:
    """Whom this seat asks before it takes back its last action: the people who have acted since; where only
    bots or chance have, every other person. Nobody: it is free, or there is nothing to take back."""
    if seat is None or match.status != "playing" or next(steps(match, seat), None) is not None:
        return []
    step = last_own(match, seat)
    if step is None:
        return []
    people = [number for number in others(match, seat) if match.seats[number].held]
    acted = {row.seat for row in match.standing[step:]}
    return [number for number in people if number in acted] or people


def version(match: Match, step: int) -> int:
    return match.standing[step - 1].n if step else 0


def taken(match: Match, seat: int) -> int:
    """How often its holder has taken back since somebody else acted; 0 where nobody waits elsewhere."""
    strangers = others(match, seat)
    if not any(match.seats[number].held for number in strangers):
        return 0
    ends = {CHANCE, *strangers}
    lately = takewhile(lambda row: row.kind != "act" or row.seat not in ends, reversed(match.rows))
    return sum(row.kind == "back" for row in lately)


def left(match: Match, seat: int) -> bool:
    """May this seat still take back what it does now?"""
    return taken(match, seat) < ENOUGH


def earliest(match: Match, seat: int | None) -> int | None:
    """The earliest version that this seat may go back to."""
    if seat is None or match.status != "playing":
        return None
    step = first(match, seat)
    return None if step is None or taken(match, seat) >= ENOUGH else version(match, step)


def going_back(match: Match, seat: int, target: int, mark: str) -> tuple[int, list[Row]]:
    """The step that the seat decided last at or before a version, and the rows that go back there."""
    if taken(match, seat) >= ENOUGH:
        raise Denied("takeback", say("server.takebacks-enough", ENOUGH))
    step = next((each for each in steps(match, seat) if version(match, each) <= target), -1)
    if step < 0 or target >= match.version:
        raise Denied("takeback", say("server.takeback-own"))
    notes = [("back", str(version(match, step)), mark)]
    text = told(match, seat, step)
    if text:
        notes.insert(0, ("say", text, ""))
    now = match.world.now()
    return step, [
        Row(number, kind, seat, body, "", key, now)
        for number, (kind, body, key) in enumerate(notes, start=match.number + 1)
    ]


def told(match: Match, seat: int, step: int, agreed: list[str] | None = None) -> str:
    """What the table says of it: where people play always, alone with bots where chance is drawn anew.

    With who agreed, where they were asked."""
    name, gone = match.seats[seat].name, match.standing[step:]
    count, drawn = len(gone), any(row.seat == CHANCE for row in gone)
    if agreed is not None:
        key = "server.back-agreed-drawn" if drawn else "server.back-agreed"
        return later(key, name=name, names=agreed, count=count)
    if drawn:
        return later("server.back-drawn", name=name)
    return "" if alone(match, seat) else later("server.back", name=name, count=count)
