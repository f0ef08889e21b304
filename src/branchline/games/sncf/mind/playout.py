"""Playouts by the kernel: a state as arrays, and what a played-out world says about who wins."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.game import CHANCE, OVER
from branchline.core.mind import shares
from branchline.games.sncf.mind.kernels import playout as kernel
from branchline.games.sncf.mind.kernels.position import SIZE, TO_MOVE, Bytes, Floats, Ints
from branchline.games.sncf.mind.outlook import MARGIN
from branchline.games.sncf.rules.state import COLOURS, MOST_CUBES, SHARE_LIMIT, SncfState
from branchline.games.sncf.rules.tables import Tables, distance

if TYPE_CHECKING:
    from branchline.games.sncf.mind import Mind

SETS = 9
NO_LOG: Ints = np.zeros((0, 4), np.int64)
SOFT = 0.5  # how much of a result is a matter of points


@dataclass(slots=True)
class Arrays:
    """What the kernel needs of a board, and arrays to hand over positions in."""

    bit: Ints
    near: Ints
    points: Ints
    too_near: Bytes
    goal: int
    bytes: int


def board_for(tables: Tables) -> Arrays:
    places = list(bits(tables.land))
    number = {bit: hexagon for hexagon, bit in enumerate(places)}
    near = np.full((len(places), 6), -1, np.int64)
    too_near = np.zeros((len(places), len(places)), np.uint8)
    goal = number[tables.goal.bit_length() - 1] if tables.goal else -1
    for hexagon, bit in enumerate(places):
        for k, other in enumerate(bits(tables.neighbours[bit])):
            near[hexagon, k] = number[other]
        if tables.germany:
            for other in bits(tables.too_near[bit]):
                too_near[hexagon, number[other]] = 1
        elif distance(tables.at[bit], tables.at[places[goal]]) <= MOST_CUBES:
            too_near[goal, hexagon] = 1  # France asks who is near the goal
    points = np.array([tables.points[bit] for bit in places], np.int64)
    words = (tables.size + 63) // 64
    return Arrays(np.array(places, np.int64), near, points, too_near, goal, words * 8)


def numbers(board: Arrays, germany: bool, cubes: int, state: SncfState) -> Ints:
    """What the state holds as numbers, in the order of kernels/position.py."""
    found = [
        state.to_move, state.players, state.at_once, state.stall, state.by_boxes,
        state.first, state.still, state.ended, int(germany), board.goal, cubes,
        SHARE_LIMIT[state.players], 0, 0, *state.box, *state.value,
        *state.shares, *[0] * (6 - state.players), *state.hands,
    ]  # fmt: skip
    return np.array(found + [0] * (SIZE - len(found)), np.int64)


def sets(board: Arrays, state: SncfState) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    """Its sets of hexes as words."""
    size = board.bytes
    parts = [
        each.to_bytes(size, "little") for each in (state.closed, state.once, state.startable, *state.track)
    ]
    return np.frombuffer(bytearray().join(parts), np.uint64).reshape(SETS, size // 8)


def run(mind: Mind, state: SncfState, seed: int, turns: int) -> tuple[Ints, Floats]:
    """The last position as numbers, and everybody's points there."""
    game, board = mind.game, mind.arrays
    ints, totals = numbers(board, game.germany, game.tables.cubes, state), np.zeros(6, np.float64)
    kernel.play(
        board.bit, board.near, board.points, board.too_near, ints, sets(board, state), turns, seed,
        totals, NO_LOG,
    )  # fmt: skip
    return ints, totals


def one_turn(mind: Mind, state: SncfState, seed: int) -> tuple[list[Action], Ints, list[int]]:
    """A turn of the quick player as actions, and the position after it as numbers and as sets."""
    game, board = mind.game, mind.arrays
    ints, log = numbers(board, game.germany, game.tables.cubes, state), np.zeros((8, 4), np.int64)
    words = sets(board, state)
    rows = kernel.play(
        board.bit, board.near, board.points, board.too_near, ints, words, 1, seed, np.zeros(6), log
    )
    actions: list[Action] = []
    for what, a, b, c in log[:rows].tolist():
        if what == kernel.TRADED:
            actions.append(("trade", COLOURS[a], COLOURS[b], c))
        else:
            ready = game.tables.build if what == kernel.LAID else game.tables.start
            actions.append(ready[a][int(board.bit[b])])
    if what == kernel.LAID:
        actions.append(("done",))  # left out where the build ends by itself
    return actions, ints, [int.from_bytes(row.tobytes(), "little") for row in words]


def playout(mind: Mind, state: SncfState, rng: Random, turns: int) -> list[float]:
    """Everybody's share of the win: half of it to the winner, half by points, so that luck blurs less."""
    game = mind.game
    while (state.to_move >= 0 and state.building >= 0) or state.to_move == CHANCE:
        game.apply(state, mind.advise(state, rng) if state.to_move >= 0 else game.draw(state, rng))
    if state.to_move == OVER:
        return mind.outlook(state)
    ints, totals = run(mind, state, rng.getrandbits(62), turns)
    points = totals[: state.players].tolist()
    by_points = shares(points, MARGIN)
    if ints[TO_MOVE] != OVER:
        return by_points
    ranks = [(each, (seat - state.first) % state.players) for seat, each in enumerate(points)]
    winner = ranks.index(max(ranks))
    return [SOFT * share + (1 - SOFT) * (seat == winner) for seat, share in enumerate(by_points)]
