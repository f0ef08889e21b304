"""The compiled kernels of every game, made once before several processes want them at the same time.

They are kept beside the sources (core/jit.py), so the next run of the tests finds them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from branchline.games import GAMES

SCRIPT = """
import sys
from branchline import bots, load
from branchline.bots.levels import POOL
pool = [name for name, games in POOL.items() if sys.argv[1] in games]
bots.warm(load(sys.argv[1]), [*bots.BOTS, *pool], lambda text: None)
"""


def compile_all() -> None:
    """One process a game; a game that cannot be made ready fails its own tests."""
    games = {folder: game_id for game_id, folder in GAMES.items()}

    def ready(game_id: str) -> None:
        subprocess.run([sys.executable, "-c", SCRIPT, game_id], check=False)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(ready, sorted(games.values(), reverse=True)))  # String Railway takes longest
