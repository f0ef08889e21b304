"""What is said to those who look on: where somebody leads, and links for watching."""

from __future__ import annotations

from msgspec import Struct

from branchline.server.questions import Place


class Led(Struct, frozen=True, tag="led", tag_field="type"):
    """Who leads through a finished game, and where they look; no name: nobody does."""

    name: str | None
    seat: int | None
    at: Place | None


class Opened(Struct, frozen=True, tag="opened", tag_field="type"):
    """A link for watching is /table/ID with this id, which says nothing of the table's own; all that were
    closed: an empty one."""

    id: str
    key: str | None = None
