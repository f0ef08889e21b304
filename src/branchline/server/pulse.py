"""Can the server still write? One probe for everyone who asks, at most a few seconds old."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from branchline.server.store import PROBE, Store
from branchline.server.world import World

log = logging.getLogger("branchline.pulse")
FRESH = 5.0  # seconds for which an answer holds
PATIENCE = 1.0  # seconds after which a probe that has not come back counts as failed for those who ask


class Pulse:
    """Writes to the store when somebody asks and the last answer is old."""

    def __init__(self, store: Store, world: World) -> None:
        self.store, self.elapsed = store, world.elapsed
        self._probe: asyncio.Task[None] | None = None
        self._well, self._begun, self._known = False, 0.0, -FRESH

    async def beats(self) -> bool:
        if self.elapsed() - self._known < FRESH:
            return self._well
        if self._probe is None or self._probe.done():
            self._begun = self.elapsed()
            self._probe = asyncio.create_task(self._write())
        waited = self.elapsed() - self._begun
        done, _ = await asyncio.wait({self._probe}, timeout=max(0.0, PATIENCE - waited))
        return bool(done) and self._well

    async def _write(self) -> None:
        try:
            await self.store.save([PROBE])
            self._well = True
        except Exception:
            log.exception("the probe was not written")
            self._well = False
        self._known = self.elapsed()

    async def close(self) -> None:
        if self._probe is not None:
            self._probe.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._probe
