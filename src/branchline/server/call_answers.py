"""What is said about being called, to the seat that asked for it alone."""

from __future__ import annotations

from msgspec import Struct

from branchline.server.call_questions import CallKind


class CallWay(Struct, frozen=True):
    """A way in which one is called at this table."""

    way: str
    kind: CallKind
    to: str
    began: bool
    waiting: bool
    remind: float
    quiet: tuple[int, int] | None
    zone: str
    confirmed: bool  # mail: by the link that was sent there
    trouble: str  # why the last call did not arrive; "": it did, or there was none


class Calls(Struct, frozen=True, tag="calls", tag_field="type"):
    """How one is called at this table, and what this server offers: for each kind nothing, or why not."""

    ways: list[CallWay]
    offers: dict[str, str]
    push_key: str  # by which a browser knows this server
    key: str | None = None
