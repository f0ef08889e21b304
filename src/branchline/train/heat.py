"""Shares that come true: what the network's numbers are divided by before the softmax.

A network that has seen few endings of some kind is too sure of itself early in a game. The heat is one number
for each number of seats and part of a game, fitted to games that it did not learn from.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.network import Layers, Network, judged
from branchline.core.practice import PHASES, Lesson, Samples, Shape

HEATS = np.geomspace(0.2, 20, 93)  # what is tried; at 20 nobody is ahead
ENOUGH = 200  # positions; a part of a game with fewer takes the heat of the whole game
BESIDE = 1  # so many parts before and after a part count for its heat too, which changes slowly
ABSENT = -1e9  # the number of a seat that nobody sits in


def log_loss(numbers: NDArray[Any], winner: NDArray[Any], heat: float = 1.0) -> float:
    """What it costs to believe in these numbers: the less, the better."""
    each = numbers / heat
    top = each.max(axis=1)
    sums = top + np.log(np.exp(each - top[:, None]).sum(axis=1))
    return float((sums - each[np.arange(len(winner)), winner]).mean())


def best(numbers: NDArray[Any], winner: NDArray[Any]) -> float:
    return float(min(HEATS, key=lambda heat: log_loss(numbers, winner, heat)))


def fitted(
    numbers: NDArray[Any], players: NDArray[Any], phase: NDArray[Any], winner: NDArray[Any]
) -> NDArray[np.float32]:
    """The heat for each number of players and part of a game."""
    heat = np.ones((numbers.shape[1] + 1, PHASES), np.float32)
    for count in np.unique(players).tolist():
        mine = players == count
        heat[count] = best(numbers[mine], winner[mine])
        for part in range(PHASES):
            rows = mine & (abs(phase - part) <= BESIDE)
            if rows.sum() >= ENOUGH:
                heat[count, part] = best(numbers[rows], winner[rows])
    return heat


def numbers_of(layers: Layers, samples: Samples, shape: Shape) -> NDArray[np.float32]:
    things, holds, seats = (
        each.astype(np.float32) for each in (samples.things, samples.holds / shape.held, samples.seats)
    )
    found = judged(layers, things, holds, seats)
    found[np.arange(found.shape[1])[None] >= samples.players[:, None]] = ABSENT
    return found


def calibrated(network: Network, samples: Samples, shape: Shape) -> tuple[Network, list[str]]:
    """The network with heats fitted to these games, and what those of two thirds of them do to the others."""
    numbers = numbers_of(network.layers, samples, shape)
    players, phase = samples.players.astype(np.int64), samples.phase
    winner = samples.winner.astype(np.int64)
    fit = samples.number % 3 != 0
    heat = fitted(numbers[fit], players[fit], phase[fit], winner[fit])
    lines = []
    for count in np.unique(players).tolist():
        shown = []
        for part in range(PHASES):
            rows = ~fit & (players == count) & (phase == part)
            if rows.sum() >= ENOUGH // 2:
                shown.append(f"{log_loss(numbers[rows], winner[rows], heat[count, part]):.3f}")
        lines.append(f"{count} seats: {' '.join(shown)} (knowing nothing: {np.log(count):.3f})")
    heat = fitted(numbers, players, phase, winner)
    origin = {**network.origin, "heat": f"{int(samples.number.max()) + 1} games of the levels"}
    return Network(network.layers._replace(heat=heat), origin), lines


def lesson(network: Network, seed: str) -> Lesson:
    """Games of the levels, on seeds of their own."""
    return Lesson(f"{seed}/heat", 1, (network.layers, network.layers), levels=True)
