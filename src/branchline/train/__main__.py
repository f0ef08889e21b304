"""`python3 dev.py train GAME`: iterations of self-play and training, gone on with where they were left.

In the folder `--out` lie the newest weights (`weights-GAME.npz`), what was logged (`log-GAME.jsonl`), a plot
of that (`plot-GAME.svg`) and the weights and games of the last iterations; the same command goes on from
them. With the same seed, games and iterations the weights are the same on every CPU of one kind, whatever the
number of processes and with Ray; a GPU adds in another order, and `--minutes` ends where the clock says.
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib.util import find_spec

from branchline.core.errors import BranchlineError
from branchline.core.network import from_bytes, to_bytes
from branchline.train import heat
from branchline.train.arguments import asked_for
from branchline.train.folder import Folder, put
from branchline.train.iterations import iterate
from branchline.train.workers import games, practice_of, workers


class Progress:
    """One line that moves on where somebody looks, and nothing otherwise."""

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what, self.done, self.begun = total, what, 0, time.monotonic()

    def __call__(self, more: int) -> None:
        self.done = min(self.total, self.done + more)
        if sys.stderr.isatty():
            rate = self.done / max(0.1, time.monotonic() - self.begun)
            bar = "#" * (30 * self.done // self.total)
            print(
                f"\r{self.what} [{bar:30}] {self.done} games, {rate:.0f}/s ",
                end="",
                file=sys.stderr,
                flush=True,
            )
            if self.done == self.total:
                print(file=sys.stderr)


def calibrate(chosen: argparse.Namespace) -> None:
    """Shares that come true, for weights that are there."""
    practice, folder = practice_of(chosen.game), Folder(chosen.out, chosen.game)
    if not folder.weights.exists():
        raise BranchlineError(f"there is no {folder.weights} to calibrate; 'dev.py train' makes it")
    network = from_bytes(folder.weights.read_bytes(), practice.VERSION, folder.weights.name)
    with workers(chosen.game, chosen.processes, chosen.ray) as who:
        lesson, progress = heat.lesson(network, chosen.seed), Progress(chosen.games, "games of the levels")
        samples = games(who, lesson, chosen.games, progress)
    found, lines = heat.calibrated(network, samples, practice.SHAPE)
    put(folder.weights, to_bytes(found))
    print("Log loss by tenths of a game, on games that nothing was fitted to:", *lines, sep="\n")


def asked(chosen: argparse.Namespace) -> None:
    """The training that the command line asks for."""
    begun = time.monotonic()
    practice = practice_of(chosen.game)
    if find_spec("torch") is None:
        raise BranchlineError(
            "training needs the extra 'train': it is 'python3 dev.py train' in a checkout,"
            " or pip install 'branchline[train]'"
        )
    Folder(chosen.out, chosen.game).read(practice.VERSION)  # or say what is wrong with it, before all else
    where = f"on the Ray cluster {chosen.ray}" if chosen.ray else f"in {chosen.processes} processes"
    print(f"Getting ready to train {chosen.game} {where}.", flush=True)
    with workers(chosen.game, chosen.processes, chosen.ray) as who:
        print(f"Ready after {time.monotonic() - begun:.0f} s.", flush=True)
        import torch  # which takes a while to load

        from branchline.train import learning

        torch.set_num_threads(chosen.threads)
        iterate(chosen, who, learning, begun, lambda what: Progress(chosen.games, what))


def main(words: list[str]) -> int:
    try:
        chosen = asked_for(words)
        (calibrate if chosen.calibrate else asked)(chosen)
    except BranchlineError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
