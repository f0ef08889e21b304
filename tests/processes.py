"""Real processes for tests, gone with all that they started however the test ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

PATIENCE = 240  # seconds; nothing takes so long even on a busy machine, so a wait that does is a hang


async def until(holds: Callable[[], Any]) -> None:
    """Wait for what is meant: a page may show a move before its server has it."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)


@contextmanager
def started(*command: str | os.PathLike[str], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process in a group of its own."""
    with subprocess.Popen(command, start_new_session=True, **how) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
