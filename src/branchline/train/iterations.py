"""Iterations of self-play and training, from where a folder was left to where the command line ends.

The same seed, games and iterations give the same weights, whether they are done in one go or not.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Callable
from typing import Any, Protocol

from branchline.core.network import Layers, Network
from branchline.core.practice import Lesson, Samples, Shape
from branchline.games import load
from branchline.train.folder import Folder
from branchline.train.workers import Workers, games, practice_of

Tell = Callable[[int], None]  # hears how many more games are done


class Teacher(Protocol):
    """What `train/learning.py` does by torch, which is not everywhere."""

    def made_by(self) -> dict[str, str]:
        """What is said of it where weights come from."""

    def fresh(self, shape: Shape, seed: str) -> Layers:
        """Weights that know nothing."""

    def prepared(self, samples: Samples, shape: Shape) -> Any:
        """The games of one iteration as `train` wants them."""

    def train(
        self, layers: Layers, window: list[Any], iteration: int, epochs: float, batch: int, seed: str
    ) -> tuple[Layers, dict[str, Any]]:
        """Go on from these weights with the games of the window; returns new ones and what to log."""


def commit() -> str:
    """What the weights were made by, for their origin."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return os.environ.get("BRANCHLINE_COMMIT") or done.stdout.strip()


def iterate(
    chosen: argparse.Namespace, who: Workers, teacher: Teacher, begun: float, progress: Callable[[str], Tell]
) -> None:
    """All iterations that are missing, each on the disk before the next begins."""
    practice, folder, game = practice_of(chosen.game), Folder(chosen.out, chosen.game), load(chosen.game)
    origin: dict[str, Any] = {
        "game": chosen.game, "features": practice.VERSION, "seed": chosen.seed, "iterations": 0, "games": 0,
        "commit": commit(), **teacher.made_by(),
    }  # fmt: skip
    known = practice.shipped(game) if chosen.exploit else None
    first = Network(known.layers if known else teacher.fresh(practice.SHAPE, chosen.seed), origin)
    network, before = folder.read(practice.VERSION) or (first, first)
    done: int = network.origin["iterations"]
    kept = folder.kept(done - chosen.window + 1, done)
    window = [teacher.prepared(samples, practice.SHAPE) for samples in kept]
    spent = 0.0
    for iteration in range(done, chosen.iterations):
        now = time.monotonic()
        if now - begun + 1.1 * spent > 60 * chosen.minutes:
            print(f"The time is up before iteration {iteration}.")
            break
        rival = known or before
        lesson = Lesson(chosen.seed, iteration, (network.layers, rival.layers), exploits=chosen.exploit)
        samples = games(who, lesson, chosen.games, progress(f"iteration {iteration}"))
        played = time.monotonic()
        folder.keep(samples, iteration, chosen.window)
        window = [*window, teacher.prepared(samples, practice.SHAPE)][-chosen.window :]
        layers, log = teacher.train(
            network.layers, window, iteration, chosen.epochs, chosen.batch, chosen.seed
        )
        made = {**origin, "iterations": iteration + 1, "games": network.origin["games"] + chosen.games}
        network, before = Network(layers, made), network
        folder.write(network, before)
        spent = time.monotonic() - now
        row: dict[str, Any] = {
            "iteration": iteration, "positions": len(samples.winner), "played_s": round(played - now, 1),
            "trained_s": round(time.monotonic() - played, 1), **log,
        }  # fmt: skip
        for name, sums in sorted(samples.alone.items()):
            row["alone " + name] = [*sums, round(sums[1] / sums[0], 3)]
        folder.note(row, game.name)
        print(json.dumps(row), flush=True)
