"""What a call says: who did what since your last move, your clock, where the table is."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.core.voice import say
from branchline.core.words import isolated
from branchline.server.calls.owed import What
from branchline.server.calls.ways import Wants, local
from branchline.server.clocks import DAY, HOUR
from branchline.server.history import log_since
from branchline.server.live import Room

LINES = 12  # so many of the last sentences are told
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


@dataclass(frozen=True, slots=True)
class Told:
    """A call in words, and what programs may want to know of it."""

    id: str
    what: What
    title: str
    lines: list[str]  # what the others did
    clock: str
    table: str
    game: str
    name: str  # whose seat it is
    deadline: float | None
    url: str = ""
    stop: str = ""  # the address that ends these calls

    def text(self, most: int = LINES) -> str:
        """All of it but the addresses, with at most so many of its last lines."""
        left = len(self.lines) - most
        shown = ([say("server.call-more", left)] if left > 0 else []) + self.lines[max(0, left) :]
        return "\n".join([*shown, *([self.clock] if self.clock else [])])


def told(room: Room, seat: int, what: What, id: str, wants: Wants, now: float) -> Told:
    """A call to a seat, from what it may know, in the language that is spoken here. It replays the game: not
    on the event loop."""
    match = room.match
    game, lines = match.game.name, []
    if what == "began":
        title = say("server.call-began", isolated(room.names()[match.state.to_move]), game)
    else:
        title = say(f"server.call-{what}", game)
        lines = [line for row in log_since(room, [seat], "turn").rows for line in row.lines]
    mine = match.state.to_move == seat and match.status == "playing"
    deadline = match.clocks.deadline(seat) if mine else None
    return Told(
        id,
        what,
        plain(title),
        [plain(line) for line in lines],
        clock(room, seat, wants, now) if mine else "",
        match.id,
        game,
        plain(room.names()[seat]),
        deadline,
    )


def plain(text: str) -> str:
    """Without the signs that keep names apart from the sentence: not every reader knows them."""
    return text.translate(ISOLATES)


def clock(room: Room, seat: int, wants: Wants, now: float) -> str:
    clocks = room.match.clocks
    deadline = clocks.deadline(seat)
    if deadline is None:
        return say("server.call-no-clock")
    until = local(wants, deadline)
    day, month = (
        say("server.weekdays").split()[until.weekday()],
        say("server.months").split()[until.month - 1],
    )
    moment = (day, until.day, month, f"{until:%H:%M}")
    return say("server.call-until", *moment, wants.zone, span(deadline - now))


def span(seconds: float) -> str:
    """
    >>> span(2 * 86400 + 3 * 3600 + 5), span(3600 + 60), span(90), span(-1)
    ('2 days 3 hours', '1 hour 1 minute', '1 minute', 'no time is left')
    """
    if seconds < 60:
        return say("server.no-time" if seconds <= 0 else "server.a-moment")
    parts = [
        (int(seconds // DAY), "server.days"),
        (int(seconds % DAY // HOUR), "server.hours"),
        (int(seconds % HOUR // 60), "server.minutes"),
    ]
    first = next(n for n, (count, _) in enumerate(parts) if count)
    return " ".join(say(key, count) for count, key in parts[first : first + 2] if count)
