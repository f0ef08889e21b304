"""What people have asked each other for, reckoned from the log alone; `consent.py` grants it."""

from __future__ import annotations

from copy import deepcopy

from branchline.server.answers import Wish
from branchline.server.clocks import DAY
from branchline.server.questions import Tempo, Wished
from branchline.server.store import Row

Subject = tuple[Wished, int | None]


class Wishes:
    """The open wishes of one table. Feed it the rows in order."""

    def __init__(self, tempo: Tempo) -> None:
        # so long a wish stays: by then everyone who follows the game has seen it
        self.notice = {"live": 600.0, "none": DAY, "days": max(DAY, tempo.days * DAY)}[tempo.kind]
        self._open: dict[Subject, tuple[set[int], float]] = {}

    def pass_row(self, row: Row) -> None:
        """A `wish` row is `yes end -` or `no bot 2` of a seat; a `wished` one closes it."""
        if row.kind == "wish":
            answer, *what = row.body.split()
            agreed, _ = self._open.setdefault(read_subject(*what), (set(), row.at))
            (agreed.add if answer == "yes" else agreed.discard)(row.seat)
            if not agreed:
                del self._open[read_subject(*what)]
        elif row.kind == "wished":
            self._open.pop(read_subject(*row.body.split()), None)
        elif row.kind == "seat" and row.body in ("join", "takeover", "leave"):
            self._leave(row.seat)
        elif row.kind == "act":
            self._open.pop(("back", row.seat), None)  # who goes on has changed their mind
        elif row.kind == "back":
            self._open = {subject: each for subject, each in self._open.items() if subject[0] != "back"}

    def _leave(self, seat: int) -> None:
        """Somebody else sits there, or nobody: who has gone does not agree any more, and nothing is asked
        about them."""
        for agreed, _ in self._open.values():
            agreed.discard(seat)
        self._open = {
            (what, about): each
            for (what, about), each in self._open.items()
            if each[0] and (what, about) != ("eyes", seat)
        }

    def agreed(self, subject: Subject) -> set[int]:
        return self._open[subject][0] if subject in self._open else set()

    def now(self) -> list[Wish]:
        """What screens show, as far as the log knows."""
        return [
            Wish(what, seat, sorted(agreed), [], since + self.notice)
            for (what, seat), (agreed, since) in self._open.items()
        ]

    def deadline(self) -> float | None:
        """When the first of them lapses."""
        return min((wish.until for wish in self.now()), default=None) if self._open else None

    def after(self, rows: list[Row]) -> Wishes:
        """The wishes as these rows leave them."""
        if not self._open and not any(row.kind == "wish" for row in rows):
            return self
        found = deepcopy(self)
        for row in rows:
            found.pass_row(row)
        return found


def subject_text(subject: Subject) -> str:
    """
    >>> subject_text(("bot", 2)), subject_text(("end", None))
    ('bot 2', 'end -')
    """
    what, seat = subject
    return f"{what} {'-' if seat is None else seat}"


def read_subject(what: str, seat: str) -> Subject:
    return what, None if seat == "-" else int(seat)  # type: ignore[return-value]
