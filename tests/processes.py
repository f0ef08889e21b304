"""Real processes for tests, gone with all that they started however the test ends."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

PATIENCE = 240  # seconds; nothing takes so long even on a busy machine, so a wait that does is a hang


@contextmanager
def started(*command: str | os.PathLike[str], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process in a group of its own."""
    with subprocess.Popen(command, start_new_session=True, **how) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
