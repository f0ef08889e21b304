"""The kernels of a network take a minute to compile, once on a machine. Nobody waits for them at a table:
they are compiled in a process of their own, and until they are there the levels play what the game advises.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from branchline.core.game import AnyGame

SCRIPT = """
import sys, branchline
from branchline.bots.compiling import prepare
prepare(branchline.load(sys.argv[1]))
"""

_compiling: set[str] = set()  # games, by their ids


def is_compiling(game_id: str) -> bool:
    return game_id in _compiling


def mark(game: AnyGame) -> Path | None:
    """The file that says that the kernels are on disk for this Python, this compiler and this processor."""
    folder = game.mind.kept_in()
    if not folder:
        return None
    from branchline.core.jit import maker  # numba takes a while to load

    return Path(folder) / f"decide-{sys.implementation.cache_tag}-{maker()}"


def prepare(game: AnyGame) -> None:
    """Load the kernels of `decide`, or compile them: of several processes one does, and the others wait."""
    made = mark(game)
    if made is None or made.exists():
        game.mind.prepare()
        return
    with _alone(made.parent / f"{made.name}.lock"):
        game.mind.prepare()
        with suppress(OSError):
            made.touch()


def prepare_aside(game: AnyGame) -> bool:
    """Load the kernels of `decide`; where there are none, have them compiled meanwhile and say so by True.

    The process that compiles goes on when this one ends: what it leaves is for the next.
    """
    made = mark(game)
    if made is None or made.exists():
        game.mind.prepare()
    elif game.id not in _compiling:
        _compiling.add(game.id)
        Thread(target=_compile, args=[game], daemon=True).start()
    return game.id in _compiling


def _compile(game: AnyGame) -> None:
    try:
        command, quiet = [sys.executable, "-c", SCRIPT, game.id], subprocess.DEVNULL
        # it may outlive us, and whoever reads what we say must not wait for it
        subprocess.run(command, check=False, stdout=quiet, stderr=quiet)
        prepare(game)
    finally:
        _compiling.discard(game.id)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """No other process is in here at the same time; where files cannot be locked, all go ahead."""
    try:
        import fcntl

        path.parent.mkdir(parents=True, exist_ok=True)
        claim = os.open(path, os.O_CREAT | os.O_RDWR)
    except (ImportError, OSError):  # Windows has no such locks; a folder may not be ours to write
        yield
        return
    try:
        fcntl.flock(claim, fcntl.LOCK_EX)
        yield
    finally:
        os.close(claim)
