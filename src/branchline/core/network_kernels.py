"""The network of network.py, compiled once for all games.

A game's desk, a record of numpy, has room for it: `things` and `seats` as they are described, the cells
`first`, `codes`, `held`, `head` (two rows) and `deep` in the order of the layers, and `shares`, the answer;
`coded` holds the things whose codes are up to date: of two positions that are alike, only what differs is
encoded again.
"""

from typing import Protocol

import numpy as np

from branchline.core.jit import compiler
from branchline.core.network import Floats, Net

compiled = compiler("branchline.core", "network_kernels")

UNKNOWN = np.float32(-1e9)  # no feature


class Cells(Protocol):
    things: Floats
    seats: Floats
    first: Floats
    codes: Floats
    held: Floats
    head: Floats
    deep: Floats
    shares: Floats


class Desk(Cells, Protocol):
    coded: Floats


@compiled
def following(row: Floats, at: int) -> int:
    """The next cell from here on that is not zero; the row's length if there is none."""
    while at < row.shape[0] and row[at] == np.float32(0):
        at += 1
    return at


@compiled
def times(row: Floats, matrix: Floats, into: Floats) -> None:
    """Add row times matrix: in the order of the row, four at once, so that sums are stored less often."""
    size, none = row.shape[0], np.float32(0)
    i = following(row, 0)
    while i < size:
        k = following(row, i + 1)
        m = following(row, k + 1)
        n = following(row, m + 1)
        later = following(row, n + 1)
        a, b = row[i], row[k] if k < size else none
        c, d = row[m] if m < size else none, row[n] if n < size else none
        k, m, n = min(k, size - 1), min(m, size - 1), min(n, size - 1)
        for j in range(into.shape[0]):
            into[j] = into[j] + a * matrix[i, j] + b * matrix[k, j] + c * matrix[m, j] + d * matrix[n, j]
        i = later


@compiled
def bend(row: Floats) -> None:
    for j in range(row.shape[0]):
        row[j] = max(row[j], np.float32(0))


@compiled
def forget(desk: Desk) -> None:
    """Codes of another network are of no use."""
    desk.coded[:, 0] = UNKNOWN


@compiled
def encode(net: Net, desk: Cells, thing: int) -> None:
    desk.first[:] = net.encoder_bias
    times(desk.things[thing], net.encoder, desk.first)
    bend(desk.first)
    desk.codes[thing, :] = net.code_bias
    times(desk.first, net.code, desk.codes[thing])
    bend(desk.codes[thing])


@compiled
def encode_changed(net: Net, desk: Desk) -> None:
    """Bring the codes of all things up to date."""
    for thing in range(desk.things.shape[0]):
        features, known, same = desk.things[thing], desk.coded[thing], True
        for j in range(features.shape[0]):
            same = same and features[j] == known[j]
        if not same:
            known[:] = features
            encode(net, desk, thing)


@compiled
def see_all(net: Net, desk: Cells) -> None:
    """What the sum of all things tells every seat, from codes that are up to date."""
    common, held, codes = desk.head[0], desk.held, desk.codes
    common[:] = net.head_bias
    held[:] = 0
    for thing in range(codes.shape[0]):
        for j in range(held.shape[0]):
            held[j] += codes[thing, j]
    times(held, net.of_all, common)


@compiled
def judge_seat(net: Net, desk: Cells, seat: int) -> None:
    """The number of a seat, before the softmax, by the sum of what it holds in `held`."""
    head = desk.head[1]
    head[:] = desk.head[0]
    times(desk.held, net.of_held, head)
    times(desk.seats[seat], net.of_seat, head)
    bend(head)
    desk.deep[:] = net.deep_bias
    times(head, net.deep, desk.deep)
    found = np.float32(0)
    for j in range(desk.deep.shape[0]):
        found += max(desk.deep[j], np.float32(0)) * net.last[j]
    desk.shares[seat] = found


@compiled
def share_out(desk: Cells, players: int) -> None:
    """The softmax of the seats' numbers."""
    best, total = desk.shares[:players].max(), np.float32(0)
    for seat in range(players):
        desk.shares[seat] = np.exp(desk.shares[seat] - best)
        total += desk.shares[seat]
    for seat in range(players):
        desk.shares[seat] /= total


@compiled
def judge(net: Net, desk: Desk, players: int, each: int) -> None:
    """Everybody's share of the win by what is described; a seat holds so many things, each seat its own."""
    encode_changed(net, desk)
    see_all(net, desk)
    for seat in range(players):
        desk.held[:] = 0
        for thing in range(seat * each, (seat + 1) * each):
            for j in range(desk.held.shape[0]):
                desk.held[j] += desk.codes[thing, j]
        judge_seat(net, desk, seat)
    share_out(desk, players)
