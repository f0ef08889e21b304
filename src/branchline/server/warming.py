"""Games that wait for a compiler: it runs in a process of its own, here only its results are loaded."""

from __future__ import annotations

import logging
import subprocess
import sys

from branchline.core.game import AnyGame
from branchline.core.mind import Mind

log = logging.getLogger("branchline.warming")
SCRIPT = """
import sys, branchline
from branchline.bots.compiling import warm
warm(branchline.load(sys.argv[1]), lambda text: None)
"""

_warm: set[str] = set()


def warm(game: AnyGame) -> AnyGame:
    """Get a game ready. Takes a minute the first time on a machine, so call it beside the event loop."""
    if type(game.mind).warm is not Mind.warm and game.id not in _warm:
        log.info("getting %s ready; the first time on a machine this takes up to a minute", game.id)
        subprocess.run([sys.executable, "-c", SCRIPT, game.id], check=False, stdout=subprocess.DEVNULL)
        game.mind.warm(log.debug)
        _warm.add(game.id)
    return game
