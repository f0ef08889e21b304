"""Which links for watching a table has, and whose eyes are lent, reckoned from the log alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from branchline.server.store import Row

CAME = ("join", "takeover")  # whoever comes has not agreed yet


@dataclass(frozen=True, slots=True)
class Pane:
    """What a link shows: a seat's eyes, or the table some turns or minutes ago."""

    what: str
    by: int  # a seat, or how many


@dataclass(slots=True)
class Panes:
    """The links of a table, and the seats whose eyes all have agreed to open."""

    links: dict[str, Pane] = field(default_factory=dict)
    eyes: set[int] = field(default_factory=set)
    known: int = 0  # rows that were read

    def after(self, rows: Sequence[Row]) -> Panes:
        """As the log leaves them, of which only what is new is read."""
        for row in rows[self.known :]:
            self._pass(row)
        self.known = len(rows)
        return self

    def _pass(self, row: Row) -> None:
        if row.kind == "window" and row.body == "closed":
            self.links = {hash: pane for hash, pane in self.links.items() if pane.what == "eyes"}
        elif row.kind == "window":
            hash, what, by = row.body.split()
            self.links[hash] = Pane(what, int(by))
        elif row.kind == "eyes" and row.body == "open":
            self.eyes.add(row.seat)
        elif row.kind == "eyes":
            self._close({row.seat})
        elif row.kind == "seat" and row.body in CAME:
            self._close(self.eyes)
        elif row.kind == "seat" and row.body == "leave":
            self._close({row.seat})

    def _close(self, seats: set[int]) -> None:
        """Nobody looks through these eyes any more, by whichever link."""
        self.links = {
            hash: pane for hash, pane in self.links.items() if pane.what != "eyes" or pane.by not in seats
        }
        self.eyes = self.eyes - seats
