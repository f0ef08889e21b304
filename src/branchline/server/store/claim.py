"""One server at a time on an SQLite file: whoever serves holds a lock on a file beside it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from branchline.core.errors import BranchlineError


@contextlib.contextmanager
def claimed(database: str) -> Iterator[None]:
    """Hold a database while the block lasts. The system lets go of it when the process ends, however it does.

    The lock is no lock on the database itself: SQLite has its own there, and copies are made beside a server.
    """
    beside = Path(f"{database}.lock")
    beside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        # one that was tidied away between opening and locking is nobody's any more
        if not locked(file) or not beside.exists() or not os.path.samestat(os.fstat(file), beside.stat()):
            raise BranchlineError(
                f"{database} is served already: an SQLite file has one server at a time, and several need"
                " PostgreSQL ('branchline migrate' moves everything there)"
            )
        yield
        if sys.platform != "win32":  # which does not let go of files that are open
            beside.unlink(missing_ok=True)
    finally:
        os.close(file)


def locked(file: int) -> bool:
    """Lock it, if nobody else has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
