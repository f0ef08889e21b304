"""`python3 dev.py train GAME`: iterations of self-play and training, gone on with where they were left.

In the folder `--out` lie the newest weights (`weights-GAME.npz`), what was logged (`log-GAME.jsonl`) and the
weights of the last iterations; the same command goes on from them. With the same seed, games and iterations
the weights are the same on every CPU of one kind, whatever the number of processes; a GPU adds in another
order, and `--minutes` ends where the clock says.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from branchline.core.errors import BranchlineError
from branchline.core.network import Network, from_bytes, to_bytes
from branchline.core.practice import Lesson, Samples, arrays
from branchline.games import GAMES, load
from branchline.train import heat
from branchline.train.workers import Workers, practice_of


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="dev.py train",
        description="Train the bots of a game by self-play.",
        epilog="for example: python3 dev.py train sncf-france --iterations 10 --minutes 60",
    )
    parser.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--iterations", type=int, default=14, help="in all (14)")
    parser.add_argument("--games", type=int, default=8000, help="of an iteration (8000)")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="begin no iteration that would end later"
    )
    parser.add_argument("--window", type=int, default=6, help="iterations that are learned from (6)")
    parser.add_argument("--epochs", type=float, default=2.0, help="how often a position is looked at (2)")
    parser.add_argument(
        "--batch", type=int, default=2048, help="positions of one step (2048); fewer where games are few"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="(all cores)")
    parser.add_argument(
        "--threads", type=int, default=1, help="of torch on a CPU (1: more are slower on busy cores)"
    )
    parser.add_argument(
        "--calibrate", action="store_true",
        help="learn nothing: fit the heat of the weights in --out to so many games of the levels",
    )  # fmt: skip
    parser.add_argument(
        "--exploit", action="store_true",
        help="go on from the weights of the package against these alone: what can be learned against them?",
    )  # fmt: skip
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, default=Path("build/train"))
    return parser.parse_args(words)


def commit() -> str:
    """What the weights were made by, for their origin."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return os.environ.get("BRANCHLINE_COMMIT") or done.stdout.strip()


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


class Folder:
    """What a training leaves behind, and finds again."""

    def __init__(self, out: Path, game_id: str) -> None:
        out.mkdir(parents=True, exist_ok=True)
        self.weights, self.log = out / f"weights-{game_id}.npz", out / f"log-{game_id}.jsonl"
        self.before = out / f"before-{game_id}.npz"
        self.games = out / f"games-{game_id}"

    def write(self, network: Network, before: Network) -> None:
        for path, each in ((self.before, before), (self.weights, network)):
            part = path.with_suffix(".part")
            part.write_bytes(to_bytes(each))
            part.replace(path)

    def read(self, version: int) -> tuple[Network, Network] | None:
        if not (self.weights.exists() and self.before.exists()):
            return None
        found = (from_bytes(each.read_bytes(), version, each.name) for each in (self.weights, self.before))
        return next(found), next(found)

    def keep(self, samples: Samples, iteration: int, window: int) -> None:
        """The games of an iteration, as long as they are learned from."""
        self.games.mkdir(exist_ok=True)
        np.savez(self.games / f"{iteration}.npz", allow_pickle=False, **arrays(samples))
        for path in self.games.glob("*.npz"):
            if int(path.stem) <= iteration - window:
                path.unlink()

    def kept(self, first: int, last: int) -> list[Samples]:
        paths = [self.games / f"{iteration}.npz" for iteration in range(max(0, first), last)]
        return [Samples(**np.load(path)) for path in paths if path.exists()]

    def note(self, row: dict[str, Any]) -> None:
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def calibrate(chosen: argparse.Namespace) -> None:
    """Shares that come true, for weights that are there."""
    practice, folder = practice_of(chosen.game), Folder(chosen.out, chosen.game)
    if not folder.weights.exists():
        raise BranchlineError(f"there is no {folder.weights} to calibrate; 'dev.py train' makes it")
    network = from_bytes(folder.weights.read_bytes(), practice.VERSION, folder.weights.name)
    workers = Workers(chosen.game, chosen.processes)
    try:
        samples = workers.games(
            heat.lesson(network, chosen.seed), chosen.games, Progress(chosen.games, "games of the levels")
        )
    finally:
        workers.close()
    found, lines = heat.calibrated(network, samples, practice.SHAPE)
    folder.weights.write_bytes(to_bytes(found))
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
    folder = Folder(chosen.out, chosen.game)
    found = folder.read(practice.VERSION)
    print(f"Getting ready to train {chosen.game} in {chosen.processes} processes.", flush=True)
    workers = Workers(chosen.game, chosen.processes)
    print(f"Ready after {time.monotonic() - begun:.0f} s.", flush=True)
    import torch  # which takes a while to load

    from branchline.train import learning

    torch.set_num_threads(chosen.threads)
    origin: dict[str, Any] = {
        "game": chosen.game, "features": practice.VERSION, "seed": chosen.seed, "iterations": 0, "games": 0,
        "commit": commit(), "torch": torch.__version__, "device": learning.device(),
    }  # fmt: skip
    known = practice.shipped(load(chosen.game)) if chosen.exploit else None
    first = Network(known.layers if known else learning.fresh(practice.SHAPE, chosen.seed), origin)
    network, before = found or (first, first)
    done: int = network.origin["iterations"]
    window = [
        learning.Data(samples, practice.SHAPE, learning.device())
        for samples in folder.kept(done - chosen.window + 1, done)
    ]
    spent = 0.0
    try:
        for iteration in range(done, chosen.iterations):
            now = time.monotonic()
            if now - begun + 1.1 * spent > 60 * chosen.minutes:
                print(f"The time is up before iteration {iteration}.")
                break
            rival = known or before
            lesson = Lesson(chosen.seed, iteration, (network.layers, rival.layers), exploits=chosen.exploit)
            samples = workers.games(lesson, chosen.games, Progress(chosen.games, f"iteration {iteration}"))
            played = time.monotonic()
            folder.keep(samples, iteration, chosen.window)
            window = [*window, learning.Data(samples, practice.SHAPE, learning.device())][-chosen.window :]
            layers, log = learning.train(
                network.layers, window, iteration, chosen.epochs, chosen.batch, chosen.seed
            )
            made = {
                **origin, "iterations": iteration + 1, "games": network.origin["games"] + chosen.games,
            }  # fmt: skip
            network, before = Network(layers, made), network
            folder.write(network, before)
            spent = time.monotonic() - now
            row: dict[str, Any] = {
                "iteration": iteration, "positions": len(samples.winner), "played_s": round(played - now, 1),
                "trained_s": round(time.monotonic() - played, 1), **log,
            }  # fmt: skip
            for name, sums in sorted(samples.alone.items()):
                row["alone " + name] = [*sums, round(sums[1] / sums[0], 3)]
            folder.note(row)
            print(json.dumps(row), flush=True)
    finally:
        workers.close()


def main(words: list[str]) -> int:
    try:
        chosen = arguments(words)
        (calibrate if chosen.calibrate else asked)(chosen)
    except BranchlineError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
