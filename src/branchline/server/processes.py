"""Several server processes on one port: started, watched and started again by the one that was called.

They share the socket on which connections arrive, so whoever connects gets one of those that are free. All
else they share is the database.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any

from branchline.core.errors import BranchlineError
from branchline.core.voice import say

log = logging.getLogger("branchline.processes")
METRICS = "PROMETHEUS_MULTIPROC_DIR"  # where the processes keep their figures for one another
PAUSE, LONGEST = 0.2, 5.0  # seconds before one that has ended is started again, the longer the oftener
LASTING = 10.0  # seconds after which a process has gone well
LEAVING = 10.0  # seconds that one may take to leave

Run = Callable[[Callable[[], None]], None]  # serves until told to stop; calls what it is given when ready


class Child:
    """One process, its place, and what it says."""

    def __init__(self, run: Run) -> None:
        self.run, self.begun, self.pause = run, 0.0, PAUSE
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.ready, theirs = context.Pipe(duplex=False)
        self.process = context.Process(target=_serve, args=(self.run, theirs))
        self.process.start()
        theirs.close()
        self.begun = time.monotonic()

    def again(self) -> None:
        """It has ended by itself, or somebody has ended it."""
        lasted = time.monotonic() - self.begun > LASTING
        self.pause = PAUSE if lasted else min(2 * self.pause, LONGEST)
        log.warning(f"a process has ended with {self.process.exitcode} and is started again")
        _forget(self.process.pid)
        time.sleep(self.pause)
        self.start()


def _serve(run: Run, ready: Connection) -> None:
    """In the child."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_outlive, args=(parent,), daemon=True).start()

    def announce() -> None:
        ready.send("ready")
        ready.close()

    run(announce)


def _outlive(parent: Any) -> None:
    """Nobody would start or stop us any more: leave in good order."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _forget(pid: int | None) -> None:
    from prometheus_client.multiprocess import mark_process_dead

    if pid is not None:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]


def supervise(count: int, run: Run, announce: Callable[[], None]) -> None:
    """So many processes until Ctrl-C or SIGTERM, which raises KeyboardInterrupt here."""
    with tempfile.TemporaryDirectory(prefix="branchline-", ignore_cleanup_errors=True) as folder:
        os.environ[METRICS] = folder
        children: list[Child] = []
        try:
            children += [Child(run) for _ in range(count)]
            _await_all(children)
            announce()
            while True:
                sentinels = {child.process.sentinel: child for child in children}
                for ended in wait(list(sentinels)):
                    sentinels[ended].again()  # type: ignore[index]
        finally:
            for child in children:
                child.process.terminate()
            for child in children:
                child.process.join(LEAVING)
                child.process.kill()


def _await_all(children: list[Child]) -> None:
    """Until all can be reached; what keeps one from starting is its own last words."""
    for child in children:
        wait([child.ready, child.process.sentinel])
        if not child.ready.poll():
            child.process.join()
            raise BranchlineError(say("server.no-process"))
        child.ready.close()
