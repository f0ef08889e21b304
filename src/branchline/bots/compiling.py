"""The kernels of a network take a minute to compile, once on a machine. Nobody waits for them at a table:
they are compiled in a process of their own, and until they are there the levels play what the game advises.
"""

from __future__ import annotations

import subprocess
import sys
from threading import Thread

from branchline.core.game import AnyGame

SCRIPT = "import sys, branchline; branchline.load(sys.argv[1]).mind.prepare()"

_compiling: set[str] = set()  # games, by their ids


def is_compiling(game_id: str) -> bool:
    return game_id in _compiling


def compile_aside(game: AnyGame) -> bool:
    """Load the kernels of `decide`; where there are none, start to compile them and say so by True.

    The process goes on when this one ends: what it compiles is kept for the next.
    """
    if game.mind.is_prepared():
        game.mind.prepare()
    elif game.id not in _compiling:
        _compiling.add(game.id)
        Thread(target=_compile, args=[game], daemon=True).start()
    return game.id in _compiling


def _compile(game: AnyGame) -> None:
    try:
        subprocess.run([sys.executable, "-c", SCRIPT, game.id], check=False, stdout=subprocess.DEVNULL)
        game.mind.prepare()
    finally:
        _compiling.discard(game.id)
