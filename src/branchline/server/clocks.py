"""Time per seat, reckoned from the log alone: every row says when it was stored."""

from __future__ import annotations

from typing import Any

from branchline.core.voice import say
from branchline.server.answers import ClockNow
from branchline.server.questions import BadMessage, Tempo
from branchline.server.store import Row

HOUR, DAY = 3_600.0, 86_400.0


FEWEST_DAYS, FEWEST_SECONDS = 0.01, 10.0


def patient(tempo: Tempo) -> None:
    """Refuse a tempo at which nobody could play."""
    if tempo.kind == "days" and tempo.days < FEWEST_DAYS:
        raise BadMessage(say("server.too-few-days", FEWEST_DAYS))
    if tempo.kind == "live" and tempo.seconds < FEWEST_SECONDS:
        raise BadMessage(say("server.too-few-seconds", f"{FEWEST_SECONDS:g}"))


Standing = tuple[Row, float, float, Any]


class Clocks:
    """The clocks of one table. Feed it the rows in order; it keeps no secret and draws nothing."""

    def __init__(self, tempo: Tempo, players: int, begun: float) -> None:
        self.tempo = tempo
        self.left = [tempo.seconds] * players
        self.since = begun  # when the seat to move began to think
        self.extra = [0.0] * players  # days: what a seat was given for the turn that it has or waits for
        # the last action that stands, when its seat began to think, what it had been given, and the same of
        # the one before: nothing that is in it changes, so that clocks before and after a move can share it
        self.standing: Standing | None = None

    def pass_row(self, row: Row) -> None:
        """A row that changed the game; whoever wrote it pays for the time before it. `time` gives more."""
        if row.kind == "time":
            self.give(row.seat, float(row.body))
        elif row.kind in ("act", "back"):
            if self.tempo.kind == "live" and row.seat >= 0:
                self.left[row.seat] -= row.at - self.since
            since, self.since = self.since, row.at
            (self._act if row.kind == "act" else self._undo)(row, since)

    def _act(self, row: Row, since: float) -> None:
        self.standing = row, since, self.extra[row.seat] if row.seat >= 0 else 0.0, self.standing
        if row.seat >= 0:
            self.extra[row.seat] = 0.0
            self.left[row.seat] += self.tempo.increment

    def _undo(self, row: Row, since: float) -> None:
        """Give back what the actions had brought: time is not made by acting and taking it back."""
        while self.standing and self.standing[0].n > int(row.body):
            undone, since, extra, self.standing = self.standing
            if undone.seat >= 0:
                self.extra[undone.seat] = extra
                self.left[undone.seat] -= self.tempo.increment
        if self.tempo.kind == "days":  # the days go on from where they were; who takes back has a while left
            self.since = max(since, row.at - self.tempo.days * DAY + min(HOUR, self.tempo.days * DAY))

    def give(self, seat: int, seconds: float) -> None:
        if self.tempo.kind == "live":
            self.left[seat] = max(0.0, self.left[seat]) + seconds
        else:
            self.extra[seat] += seconds

    def portion(self) -> float:
        """What one request for more time brings: a quarter of a live clock, or the days of one move."""
        return max(60.0, self.tempo.seconds / 4) if self.tempo.kind == "live" else self.tempo.days * DAY

    def patience(self) -> float:
        """So long without a sign, and a person is absent."""
        return {"live": 120.0, "none": 3600.0, "days": self.tempo.days * DAY}[self.tempo.kind]

    def after(self, rows: list[Row]) -> Clocks:
        """The clocks as these rows leave them."""
        found = Clocks(self.tempo, 0, self.since)
        found.left, found.extra, found.standing = self.left[:], self.extra[:], self.standing
        for row in rows:
            found.pass_row(row)
        return found

    def deadline(self, mover: int) -> float | None:
        """When the mover's time runs out; None: never."""
        if mover < 0 or self.tempo.kind == "none":
            return None
        if self.tempo.kind == "days":
            return self.since + self.tempo.days * DAY + self.extra[mover]
        return self.since + max(0.0, self.left[mover])

    def now(self, mover: int) -> ClockNow | None:
        """What screens show. Who is thinking counts down to the deadline on their own."""
        if self.tempo.kind == "none":
            return None
        left = [round(each, 3) for each in self.left] if self.tempo.kind == "live" else None
        return ClockNow(left, self.deadline(mover))
