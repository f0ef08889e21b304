"""A table at other processes: who is at it there, and what is said to them that is not stored."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

AGAIN = 20.0  # seconds between two signs of the same kind
There = tuple[list[int], int]  # seats with a connection, and how many only watch


class Elsewhere:
    """What a room knows of the rooms of its table in other processes; with one process, nothing."""

    def __init__(self) -> None:
        self.say: Callable[[str, Any], None] | None = None
        self.there: dict[str, There] = {}
        self._said: dict[str, float] = {}

    @property
    def seats(self) -> set[int]:
        return {seat for seats, _ in self.there.values() for seat in seats}

    @property
    def watching(self) -> int:
        return sum(watching for _, watching in self.there.values())

    def tell(self, kind: str, data: Any = None) -> None:
        if self.say is not None:
            self.say(kind, data)

    def sign(self, kind: str, data: Any) -> None:
        """Something that is said again and again: every now and then is enough."""
        if self.say is not None and monotonic() >= self._said.get(kind, 0.0) + AGAIN:
            self._said[kind] = monotonic()
            self.say(kind, data)

    def heard(self, process: str, there: There) -> set[int]:
        """Who is at that process now; the seats of whom this is a sign, by having been there or coming."""
        before, _ = self.there.pop(process, ([], 0))
        if there[0] or there[1]:
            self.there[process] = there
        return {*before, *there[0]}
