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


def panes_of(rows: Sequence[Row]) -> Panes:
    """As the log leaves them."""
    found = Panes()
    for row in rows:
        if row.kind == "window":
            hash, what, by = row.body.split()
            found.links[hash] = Pane(what, int(by))
        elif row.kind == "eyes" and row.body == "open":
            found.eyes.add(row.seat)
        elif row.kind == "eyes":
            close(found, {row.seat})
        elif row.kind == "seat" and row.body in CAME:
            close(found, found.eyes)
        elif row.kind == "seat" and row.body == "leave":
            close(found, {row.seat})
    return found


def close(panes: Panes, seats: set[int]) -> None:
    """Nobody looks through these eyes any more, by whichever link."""
    panes.links = {
        hash: pane for hash, pane in panes.links.items() if pane.what != "eyes" or pane.by not in seats
    }
    panes.eyes = panes.eyes - seats
