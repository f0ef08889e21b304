"""What a training leaves behind, and finds again: weights, the games of the last iterations, log and plot."""

from __future__ import annotations

import json
from json import JSONDecodeError
from pathlib import Path
from typing import Any

import numpy as np

from branchline.core.network import Network, from_bytes, to_bytes
from branchline.core.practice import Samples, arrays
from branchline.train.plot import chart

Row = dict[str, Any]  # what was logged of an iteration


def put(path: Path, data: bytes) -> None:
    """All of it or nothing: whoever is killed meanwhile leaves what was there before."""
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)


class Folder:
    def __init__(self, out: Path, game_id: str) -> None:
        out.mkdir(parents=True, exist_ok=True)
        self.weights, self.log = out / f"weights-{game_id}.npz", out / f"log-{game_id}.jsonl"
        self.rivals = out / f"rivals-{game_id}"  # whom weights play against, by the skill of these
        self.games = out / f"games-{game_id}"
        self.plot = out / f"plot-{game_id}.svg"

    def write(self, network: Network, before: Network) -> None:
        """The newest weights and the next iteration's rival; whoever is killed meanwhile leaves a pair."""
        self.rivals.mkdir(exist_ok=True)
        put(self._rival_of(network), to_bytes(before))
        put(self.weights, to_bytes(network))
        for path in self.rivals.glob("*.npz"):
            if path != self._rival_of(network):
                path.unlink()

    def _rival_of(self, network: Network) -> Path:
        return self.rivals / f"{network.skill()}.npz"

    def read(self, version: int) -> tuple[Network, Network] | None:
        """The newest weights, and those before them: the same where somebody brought weights along."""
        if not self.weights.exists():
            return None
        newest = from_bytes(self.weights.read_bytes(), version, self.weights.name)
        before = self._rival_of(newest)
        return newest, from_bytes(before.read_bytes(), version, before.name) if before.exists() else newest

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

    def note(self, row: Row, title: str) -> None:
        """A line more in the log, and the plot of all of them."""
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        self.plot.write_text(chart(title, self.rows()), "utf-8")

    def rows(self) -> list[Row]:
        """What was logged of the training that these weights come from, an iteration each."""
        found: dict[int, Row] = {}
        for line in self.log.read_text("utf-8").splitlines():
            try:
                row: Row = json.loads(line)
            except JSONDecodeError:  # half a line, from somebody who was killed
                continue
            # who begins anew in a folder with a log leaves what comes later in it behind
            found = {iteration: each for iteration, each in found.items() if iteration < row["iteration"]}
            found[row["iteration"]] = row
        return list(found.values())
