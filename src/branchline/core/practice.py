"""How a game is practised: what the training program asks of `games/NAME/mind/practice.py`.

Such a module has `SHAPE`, `VERSION` (of the features), `warm(game)`, `play(game, lesson, numbers)` and
`contest(game, ...)`. Everything about the game is in there; the training program knows none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from branchline.core.network import Layers

PHASES = 10  # parts of a game, for calibration


def phase_of(over: float) -> int:
    """The part of a game in which so much of it is over."""
    return max(0, min(PHASES - 1, int(PHASES * over)))


class Shape(NamedTuple):
    """How large the arrays and the layers of a game's network are."""

    things: int
    thing_features: int
    seats: int
    seat_features: int
    first: int
    code: int
    head: int
    deep: int
    held: float  # what is held of a thing counts in such parts


@dataclass(frozen=True)
class Lesson:
    """What all games of one iteration have in common."""

    seed: str
    iteration: int  # 0: nobody has learned anything yet
    networks: tuple[Layers, Layers]  # as it is now, and as it was before
    levels: bool = False  # everybody is the network, more or less careless: to calibrate it on such games


@dataclass
class Samples:
    """Positions of many games: a row each, in the order of the games' numbers."""

    things: NDArray[np.float16]
    holds: NDArray[np.float16]
    seats: NDArray[np.float16]
    players: NDArray[np.int8]
    winner: NDArray[np.int8]
    phase: NDArray[np.int8]
    number: NDArray[np.int32]  # of its game
    # wins of the network where it sat alone among others of one kind: its games and its wins, by their name
    alone: dict[str, list[int]] = field(default_factory=dict)


ARRAYS = ("things", "holds", "seats", "players", "winner", "phase", "number")


def arrays(samples: Samples) -> dict[str, NDArray[Any]]:
    """All of it but the tally."""
    return {name: getattr(samples, name) for name in ARRAYS}


def joined(parts: list[Samples]) -> Samples:
    """All of them as one."""
    alone: dict[str, list[int]] = {}
    for part in parts:
        for name, (games, wins) in part.alone.items():
            sums = alone.setdefault(name, [0, 0])
            sums[0] += games
            sums[1] += wins
    found: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS}
    return Samples(**found, alone=alone)


class Practice(Protocol):
    SHAPE: Shape
    VERSION: int

    def warm(self, game: Any) -> None:
        """Compile what `play` needs, once, before several processes want it."""

    def play(self, game: Any, lesson: Lesson, numbers: range) -> Samples:
        """The games of these numbers: the same wherever they are played."""
