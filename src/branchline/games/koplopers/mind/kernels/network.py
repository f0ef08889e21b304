"""The network of core/network.py, compiled. A seat holds its trains; of two positions that are alike, only
what differs is encoded again.
"""

import numpy as np

from branchline.core.network import Net
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import THINGS, Desk, Floats32
from branchline.games.koplopers.rules.state import UNITS

UNKNOWN = np.float32(-1e9)  # no feature


@compiled
def times(row: Floats32, matrix: Floats32, into: Floats32) -> None:
    """Add row times matrix."""
    for i in range(row.shape[0]):
        each = row[i]
        if each != np.float32(0):
            for j in range(into.shape[0]):
                into[j] += each * matrix[i, j]


@compiled
def bend(row: Floats32) -> None:
    for j in range(row.shape[0]):
        row[j] = max(row[j], np.float32(0))


@compiled
def forget(desk: Desk) -> None:
    """Codes of another network are of no use."""
    desk.coded[:, 0] = UNKNOWN


@compiled
def encode(weights: Net, desk: Desk) -> None:
    for thing in range(THINGS):
        features, known, same = desk.things[thing], desk.coded[thing], True
        for j in range(features.shape[0]):
            same = same and features[j] == known[j]
        if same:
            continue
        known[:] = features
        desk.first[:] = weights.encoder_bias
        times(features, weights.encoder, desk.first)
        bend(desk.first)
        desk.codes[thing, :] = weights.code_bias
        times(desk.first, weights.code, desk.codes[thing])
        bend(desk.codes[thing])


@compiled
def judge(weights: Net, desk: Desk, players: int) -> None:
    """Everybody's share of the win into `desk.shares`, by the features that are described there."""
    encode(weights, desk)
    common, head, held, codes = desk.head[0], desk.head[1], desk.held, desk.codes
    common[:] = weights.head_bias
    held[:] = 0
    for thing in range(THINGS):
        for j in range(held.shape[0]):
            held[j] += codes[thing, j]
    times(held, weights.of_all, common)
    best = np.float32(-1e9)
    for seat in range(players):
        head[:] = common
        held[:] = 0
        for thing in range(seat * UNITS, (seat + 1) * UNITS):
            for j in range(held.shape[0]):
                held[j] += codes[thing, j]
        times(held, weights.of_held, head)
        times(desk.seats[seat], weights.of_seat, head)
        bend(head)
        desk.deep[:] = weights.deep_bias
        times(head, weights.deep, desk.deep)
        found = np.float32(0)
        for j in range(desk.deep.shape[0]):
            found += max(desk.deep[j], np.float32(0)) * weights.last[j]
        desk.shares[seat] = found
        best = max(best, found)
    total = np.float32(0)
    for seat in range(players):
        desk.shares[seat] = np.exp(desk.shares[seat] - best)
        total += desk.shares[seat]
    for seat in range(players):
        desk.shares[seat] /= total
