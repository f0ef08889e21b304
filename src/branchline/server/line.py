"""Who is next at the workers: people's tables first, then whoever has used them least, by address.

An address never has all workers at once, so that somebody else's bot finds one free however many tables
one stranger opens.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from branchline.server.metrics import Metrics

HALF = 60.0  # seconds after which half of what an address has used is forgotten


@dataclass(slots=True)
class Waiting:
    """A question that waits for a worker."""

    address: str
    people: bool  # somebody sits at that table and waits
    since: float
    called: asyncio.Future[None] = field(repr=False)


class Line:
    """So many places; whoever waits longest among equals is next."""

    def __init__(self, metrics: Metrics, places: int) -> None:
        self.metrics, self.places = metrics, places
        self.most = max(1, places - 1)  # of one address at a time
        self._waiting: list[Waiting] = []
        self._inside: Counter[str] = Counter()
        self._used: dict[str, tuple[float, float]] = {}  # seconds, and when they were reckoned

    @contextlib.asynccontextmanager
    async def place(self, address: str, people: bool) -> AsyncIterator[None]:
        """Wait for a worker's place, and have it."""
        loop = asyncio.get_running_loop()
        mine = Waiting(address, people, loop.time(), loop.create_future())
        self._waiting.append(mine)
        self._call()
        try:
            await mine.called
        except BaseException:
            if mine.called.done() and not mine.called.cancelled():
                self._leave(address, 0.0)  # called and gone at the same moment
            else:
                self._waiting.remove(mine)
                self.metrics.waiting.set(len(self._waiting))
            raise
        begun = loop.time()
        self.metrics.waited.observe(begun - mine.since)
        try:
            yield
        finally:
            self._leave(address, loop.time() - begun)

    def used(self, address: str, now: float) -> float:
        """Seconds of workers that an address has had lately."""
        seconds, at = self._used.get(address, (0.0, now))
        return float(seconds * 0.5 ** ((now - at) / HALF))

    def _leave(self, address: str, spent: float) -> None:
        now = asyncio.get_running_loop().time()
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]
        if len(self._used) > 10_000:
            self._used = {
                each: (self.used(each, now), now) for each in self._used if self.used(each, now) > 1
            }
        self._used[address] = self.used(address, now) + spent, now
        self._call()

    def _call(self) -> None:
        """Fill the places that are free."""
        now = asyncio.get_running_loop().time()
        while self._inside.total() < self.places:
            able = [each for each in self._waiting if self._inside[each.address] < self.most]
            if not able:
                break
            mine = min(able, key=lambda each: (not each.people, self.used(each.address, now), each.since))
            self._waiting.remove(mine)
            self._inside[mine.address] += 1
            mine.called.set_result(None)
        self.metrics.waiting.set(len(self._waiting))
