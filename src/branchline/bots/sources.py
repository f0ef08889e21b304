"""What a bot of one's own is made of, as a digest: games of a changed one are not mixed with older ones."""

from __future__ import annotations

import shutil
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

from branchline.bots import program
from branchline.bots.own import Own


def stamped(own: Own) -> str:
    """Its source and a digest of the files behind it, as a file of the arena has it.

    >>> from branchline.bots.own import read
    >>> stamped(read("mine=branchline.bots.greedy:pick")).split()[0]
    'branchline.bots.greedy:pick'
    """
    total = sha256()
    for path in files_of(own):
        seen = path.stat()
        total.update(content(str(path), seen.st_mtime_ns, seen.st_size))
    return f"{own.source} {total.hexdigest()[:12]}"


def files_of(own: Own) -> list[Path]:
    """The module's file; of a command the program and every file that it names."""
    if not own.command:
        own.ready()
        named = getattr(sys.modules.get(own.source.partition(":")[0]), "__file__", None)
        return [Path(named)] if named and Path(named).is_file() else []
    first, *rest = program.found(own.command)
    paths = [Path(shutil.which(first) or first), *map(Path, rest)]
    return [path for path in paths if path.is_file()]


@cache
def content(path: str, changed: int, size: int) -> bytes:
    """The digest of a file as it is now; a program may be large, and is read once."""
    with Path(path).open("rb") as file:
        found = sha256()
        while block := file.read(1 << 20):
            found.update(block)
    return found.digest()
