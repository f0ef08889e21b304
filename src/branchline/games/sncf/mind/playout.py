"""Playouts by the kernel: a state as arrays, and what a played-out world says about who wins."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.core.bits import bits
from branchline.core.game import CHANCE, OVER
from branchline.core.mind import shares
from branchline.games.sncf.mind.kernels import playout as kernel
from branchline.games.sncf.mind.kernels.position import (
    HANDS,
    HEXES,
    LOW,
    NET,
    SIZE,
    TO_MOVE,
    Floats,
    Ints,
    position_type,
)
from branchline.games.sncf.rules.state import MOST_CUBES, SHARE_LIMIT, SncfState
from branchline.games.sncf.rules.tables import Tables, distance

if TYPE_CHECKING:
    from branchline.games.sncf.mind import Mind

NO_LOG: Ints = np.zeros((0, 4), np.int64)
SOFT = 0.5  # how much of a result is a matter of points
MARGIN = 12.0  # so many points more make a win e times as likely


class Board(NamedTuple):
    """What of a board never changes, for the kernels."""

    bit: list[int]  # of each hex in the rules' sets
    goal: int
    blank: NDArray[np.void]  # a position without anything on it

    def positions(self, count: int) -> NDArray[np.void]:
        """Room for so many positions."""
        return np.repeat(self.blank, count)


def board_for(tables: Tables) -> Board:
    places = list(bits(tables.land))
    number = {bit: hexagon for hexagon, bit in enumerate(places)}
    blank = np.zeros(1, position_type(len(places)))
    now = blank[0]
    now["near"][:] = -1
    goal = number[tables.goal.bit_length() - 1] if tables.goal else -1
    for hexagon, bit in enumerate(places):
        now["bit"][hexagon], now["points"][hexagon] = bit, tables.points[bit]
        for k, other in enumerate(bits(tables.neighbours[bit])):
            now["near"][hexagon, k] = number[other]
        if tables.germany:
            for other in bits(tables.too_near[bit]):
                now["too_near"][hexagon, number[other]] = 1
        elif distance(tables.at[bit], tables.at[places[goal]]) <= MOST_CUBES:
            now["too_near"][goal, hexagon] = 1  # France asks who is near the goal
    return Board(places, goal, blank)


def numbers(mind: Mind, state: SncfState) -> Ints:
    """What the state holds as numbers, in the order of kernels/position.py."""
    tables, goal = mind.game.tables, mind.board.goal
    found = [
        state.to_move, state.players, state.at_once, state.stall, state.by_boxes,
        state.first, state.still, state.ended, int(tables.germany), goal, tables.cubes,
        SHARE_LIMIT[state.players], 0, 0, *state.box, *state.value,
        *state.shares,
    ]  # fmt: skip
    ints = np.array(found + [0] * (SIZE - len(found)), np.int64)
    for first, each in ((HANDS, state.hands), (NET, state.net), (LOW, state.low)):
        ints[first : first + len(each)] = each
    ints[HEXES] = len(mind.board.bit)
    return ints


def sets(tables: Tables, state: SncfState) -> kernel.Words:
    """Its sets of hexes as words of 64 bits."""
    words = (tables.size + 63) // 64
    parts = (state.closed, state.once, state.startable, *state.track)
    joined = bytearray().join(each.to_bytes(words * 8, "little") for each in parts)
    return np.frombuffer(joined, np.uint64).reshape(len(parts), words)


def run(mind: Mind, state: SncfState, seed: int, turns: int) -> tuple[Ints, Floats]:
    """The last position as numbers, and everybody's points there."""
    ints, totals = numbers(mind, state), np.zeros(6, np.float64)
    now = mind.board.positions(1)[0]
    kernel.play(now, ints, sets(mind.game.tables, state), turns, seed, totals, NO_LOG)
    return ints, totals


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
