"""Nobody at a table waits for the compiler, and of several processes one alone compiles."""

from __future__ import annotations

import subprocess
import sys
from copy import copy
from pathlib import Path
from random import Random
from threading import Event
from time import sleep

from branchline import CHANCE, load
from branchline.bots import choose, named, warm
from branchline.bots.compiling import is_compiling
from branchline.games.sncf.mind import Mind

COMPILES = """
import sys, time
from copy import copy
from pathlib import Path
from branchline import load
from branchline.bots.compiling import prepare
from branchline.core.mind import Mind
folder = Path(sys.argv[1])
class Compiles(Mind):
    def kept_in(self):
        return str(folder)
    def prepare(self):
        if not (folder / "compiled").exists():
            time.sleep(0.5)
            with (folder / "compiled").open("a") as file:
                file.write("x")
game = copy(load("koplopers"))
game.mind = Compiles(game)
prepare(game)
"""


def test_of_several_processes_one_compiles(tmp_path: Path) -> None:
    words = [sys.executable, "-c", COMPILES, str(tmp_path)]
    started = [subprocess.Popen(words) for _ in range(3)]
    assert [each.wait() for each in started] == [0, 0, 0]
    assert (tmp_path / "compiled").read_text() == "x"


def test_until_the_network_is_compiled_its_levels_play_what_the_game_advises(tmp_path: Path) -> None:
    """A slow compiler, played by a mind that gets ready when it is told to; the rest is real."""
    may_end, told = Event(), list[str]()

    class Slow(Mind):
        def kept_in(self) -> str:
            return str(tmp_path)

        def prepare(self) -> None:
            if is_compiling(self.game.id):
                may_end.wait()
            super().prepare()

    game = copy(load("sncf-france"))
    game.mind = Slow(game)
    state, rng = game.start(4), Random(3)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    masked = game.mask(state, state.to_move)
    try:
        warm(game, ["expert"], told.append, at_table=True)
        assert is_compiling(game.id)
        assert len(told) == 1
        for level in ("casual", "expert"):
            assert choose(named(level), game, state, Random(1)) == (game.mind.advise(masked, Random(1)),)
    finally:
        may_end.set()
    while is_compiling(game.id):
        sleep(0.05)
    ready = load("sncf-france")
    assert choose(named("expert"), game, state, Random(1)) == choose(named("expert"), ready, state, Random(1))
