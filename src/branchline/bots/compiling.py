"""Kernels take up to a minute to compile, once on a machine.

Nobody waits at a table for those of a network: they are compiled in a process of their own, and until they
are there the levels play what the game advises. What no move can do without (`warm`) two processes compile.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread, Timer
from typing import Any

from branchline.core.game import AnyGame
from branchline.core.mind import Mind

SCRIPT = """
import sys, branchline
from branchline.bots.compiling import prepare
prepare(branchline.load(sys.argv[1]))
"""

ASIDE = "import sys, branchline; branchline.load(sys.argv[1]).mind.warm_aside()"
QUIET: Any = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
LOADED = 3.0  # seconds in which kernels that are kept are loaded; where it takes longer two load them
LOOKS = 0.3  # seconds between two looks at how far the compiler is

_compiling: set[str] = set()  # games, by their ids


def warm(game: AnyGame, tell: Callable[[str], None]) -> None:
    """`Mind.warm`; what takes longer than to load what is kept is compiled by two processes."""
    if type(game.mind).warm_aside is Mind.warm_aside:
        game.mind.warm(tell)
        return
    aside: list[subprocess.Popen[bytes]] = []

    def begin() -> None:
        with suppress(OSError):  # where no process is to be had one compiles it all
            aside.append(subprocess.Popen([sys.executable, "-c", ASIDE, game.id], **QUIET))

    def wait() -> None:
        later.cancel()
        later.join()  # it may be beginning
        for each in aside:
            each.wait()  # whatever became of it: what it left undone is compiled here

    later = Timer(LOADED, begin)
    later.daemon = True
    later.start()
    try:
        game.mind.warm(tell, wait)
    finally:
        wait()


@contextmanager
def watched(game: AnyGame, show: Callable[[float], None]) -> Iterator[None]:
    """Say again and again how much of a game is compiled, as a part of one."""
    package, done = ".".join(type(game).__module__.split(".")[:3]), Event()

    def look() -> None:
        while not done.wait(LOOKS):
            # nobody loads a compiler to look, and it may be being loaded
            if part_ready := getattr(sys.modules.get("branchline.core.jit"), "part_ready", None):
                show(part_ready(package))

    looking = Thread(target=look, daemon=True)
    looking.start()
    try:
        yield
    finally:
        done.set()
        looking.join()


def is_compiling(game_id: str) -> bool:
    return game_id in _compiling


def mark(game: AnyGame) -> Path | None:
    """The file that says that the kernels are on disk for this Python, this compiler and this processor."""
    folder = game.mind.kept_in()
    if not folder:
        return None
    from branchline.core.jit import maker  # numba takes a while to load

    return Path(folder) / f"decide-{sys.implementation.cache_tag}-{maker()}"


def is_kept(game: AnyGame) -> bool:
    """Are the kernels of `decide` on disk?"""
    made = mark(game)
    return made is not None and made.exists()


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
