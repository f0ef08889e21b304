"""Copies of an SQLite database: made while it is used, put in its place, judged."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from branchline.core.errors import BranchlineError
from branchline.server.store import pending

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a database while it is used


def private(path: str) -> None:
    """A file that only its owner may read, made where there is none."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for suffix in ("", *BESIDE):
        with contextlib.suppress(FileNotFoundError, PermissionError):  # somebody else's stays as it is
            Path(path + suffix).chmod(0o600)


def format_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def unused(path: str) -> str:
    """A name that no file has yet: the path, or the path with a number."""
    names = [path, *(f"{path}.{number}" for number in range(2, 1000))]
    return next(each for each in names if not Path(each).exists())


def backup(path: str, target: str) -> None:
    """A copy of a database that may be in use; never over a file that is there, whole or not at all."""
    if not Path(path).exists():
        raise BranchlineError(f"there is no database {path}")
    if Path(target).exists():
        raise BranchlineError(f"{target} is there already; choose another name")
    part = unused(f"{target}.part")
    try:
        private(part)
        with (
            contextlib.closing(sqlite3.connect(path)) as source,
            contextlib.closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file that can be carried away
        Path(part).rename(target)
    except sqlite3.DatabaseError as error:
        raise BranchlineError(f"{path} cannot be copied: {error}") from None
    finally:
        Path(part).unlink(missing_ok=True)


def judge(path: str) -> None:
    """Is that a database of ours, and whole? Nothing in it is changed."""
    if not Path(path).is_file():
        raise BranchlineError(f"there is no database {path}")
    try:
        with contextlib.closing(
            sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True)
        ) as found:
            faults = [str(each) for (each,) in found.execute("PRAGMA integrity_check(3)")]
            number = format_of(found)
            for columns in ("id, setup, rematch FROM tables", "n, digest FROM rows", "body FROM seats"):
                found.execute(f"SELECT {columns} LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        raise BranchlineError(f"{path} is no database of Branchline's: {error}") from None
    if faults != ["ok"]:
        raise BranchlineError(f"{path} is damaged: {'; '.join(faults)}")
    if number < 1:
        raise BranchlineError(f"{path} is no database of Branchline's: it has none of our formats")
    pending(number)


def restore(copy: str, path: str, replace: bool) -> str | None:
    """Put a copy in a database's place; the name under which the old one is kept, if there was one.

    SQLite plays whatever `-wal` lies beside a database into it, also another database's. So what belongs
    to the old one goes away with it, and where there is no old one nothing may lie there.
    """
    judge(copy)
    there = Path(path).exists()
    if there and not Path(path).is_file():
        raise BranchlineError(
            f"{path} is no file; name the database's file, such as {Path(path, 'tables.db')}"
        )
    if there and Path(path).samefile(copy):
        raise BranchlineError(f"{copy} is the database itself")
    if there and not replace:
        raise BranchlineError(
            f"{path} is there already; with --yes the copy takes its place and it is kept beside"
        )
    left = [path + suffix for suffix in BESIDE if Path(path + suffix).exists()]
    if left and not there:
        raise BranchlineError(
            f"{left[0]} was left behind by another database and would be played into this one;"
            " move it away first"
        )
    if there:
        fold(path)
    part = unused(f"{path}.part")
    backup(copy, part)
    kept = unused(f"{path}.before-restore") if there else None
    if kept:
        for suffix in ("", *BESIDE):
            with contextlib.suppress(FileNotFoundError):
                Path(path + suffix).rename(kept + suffix)
    Path(part).rename(path)
    return kept


def fold(path: str) -> None:
    """Play a leftover `-wal` into its own database, which nobody may be using."""
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1)) as found:
            found.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise BranchlineError(f"{path} is in use; stop its server first") from None
        # it is damaged, which is why it is being replaced: it is kept with what lies beside it
