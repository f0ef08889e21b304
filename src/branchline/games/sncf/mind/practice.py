"""Self-play for training: who sits at the tables, and what is kept of each game."""

from __future__ import annotations

from random import Random

import numpy as np

from branchline.core.game import CHANCE
from branchline.core.network import as_record
from branchline.core.practice import Gathered, Lesson, Samples, Shape, blank, phase_of, seating
from branchline.games.sncf.mind import Mind
from branchline.games.sncf.mind.features import VERSION, part_over
from branchline.games.sncf.mind.kernels import table
from branchline.games.sncf.mind.kernels.desk import (
    CODE,
    DEEP,
    FIRST_WIDTH,
    HEAD,
    NET_TYPE,
    SEATS,
    THINGS,
    desk_type,
)
from branchline.games.sncf.mind.kernels.table import COUNTS, LEARNED, LOOKS, MANNER, QUICK, TRIES
from branchline.games.sncf.mind.playout import numbers as as_numbers
from branchline.games.sncf.mind.playout import sets
from branchline.games.sncf.mind.weights import HELD
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import SncfState

__all__ = ["SHAPE", "VERSION", "play", "warm"]

SHAPE = Shape(6, THINGS, 6, SEATS, FIRST_WIDTH, CODE, HEAD, DEEP, HELD)
MOST_KEPT = 120  # positions of one game
KEEP = 0.7  # of the positions of a game
OPEN_GAMES = 0.08  # are played with open hands
# who else sits at the tables, and how often; `before` is the network of the iteration before
KINDS = {"counts": COUNTS, "quick": QUICK, "tries": TRIES, "before": LEARNED, "looks": LOOKS}
RIVALS = {"counts": 3.0, "quick": 1.0, "tries": 3.0, "before": 1.0, "looks": 0.5}
MIXED = {"network": 10.0, "counts": 2.0, "quick": 1.0, "tries": 1.0, "before": 2.0, "looks": 0.3}
LEVELS = {"level": 1.0}
UNLEARNED = {"counts": 4.0, "quick": 1.0, "tries": 1.0}
CARES = (0.0, 0.0, 0.25, 1.0)  # temperatures of the levels
PLAYERS = (3, 4, 4, 5, 6)
POOLS = (LEVELS, UNLEARNED, RIVALS, MIXED)


def manner(name: str, rng: Random, players: int, alone: bool) -> list[float]:
    """How a player of this kind weighs what it sees, by the names in kernels/table.py."""
    usual = alone and rng.random() < 0.5  # a rival of whom all are alike is often the plain one
    if name in ("counts", "tries"):
        style = [0.5, 0.0, 1.0, 1.0, 60.0]
        if not usual:
            style = [rng.uniform(0.2, 0.9), rng.uniform(0, 0.8), rng.uniform(0, 1.5), rng.uniform(0, 3), 60.0]
        if name == "tries":
            return [*style, 0.0, 0.0, 4, 3, 40]
        return [*style, 0.0 if usual else rng.choice((0.0, 0.5, 2.0)), 0.0, 0, 0, 0]
    if name == "looks":
        return [0.0] * 5 + [0.0, 0.0, 4, 2, players]
    if name == "level":
        return [0.0] * 5 + [rng.choice(CARES), 0.0, 0, 0, 0]
    return [0.0] * 5 + [rng.choice((0.0, 0.01, 0.03)), 0.01, 0, 0, 0]


def set_up(game: Sncf, players: int, rng: Random) -> SncfState:
    state = game.start(players)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    return state


def warm(game: Sncf) -> None:
    """Compile, and try."""
    layers = blank(NET_TYPE, 6)
    play(game, Lesson("warm", 0, (layers, layers)), range(1))


def play(game: Sncf, lesson: Lesson, numbers: range) -> Samples:
    mind = Mind(game)
    nets = np.concatenate([as_record(each, NET_TYPE) for each in lesson.networks])
    room, desks = mind.board.positions(4), np.zeros(2, desk_type(len(mind.board.bit)))
    things = np.zeros((MOST_KEPT, 6, THINGS), np.float32)
    holds = np.zeros((MOST_KEPT, 6, 6), np.float32)
    seats = np.zeros((MOST_KEPT, 6, SEATS), np.float32)
    clock = np.zeros(MOST_KEPT, np.int64)
    gathered = Gathered()
    for number in numbers:
        rng = Random(f"{lesson.seed}/{lesson.iteration}/{number}")
        players = rng.choice(PLAYERS)
        names, rival = seating(lesson, players, POOLS, rng)
        state = set_up(game, players, rng)
        style = manner(rival, rng, players, True) if rival else []
        manners = np.zeros((players, MANNER))
        for seat, name in enumerate(names):
            manners[seat] = style if name == rival else manner(name, rng, players, False)
        winner, rows = table.play_game(
            room, desks, as_numbers(mind, state), sets(game.tables, state), nets,
            np.array([KINDS.get(name, LEARNED) for name in names]),
            np.array([int(name == "before") for name in names]), manners, rng.getrandbits(62),
            rng.random() < OPEN_GAMES, KEEP, things, holds, seats, clock,
        )  # fmt: skip
        phase = [phase_of(part_over(laid)) for laid in clock[:rows].tolist()]
        gathered.keep(number, (things[:rows], holds[:rows], seats[:rows]), phase, players, winner)
        if rival:
            gathered.tell(rival, names, winner)
    return gathered.samples()
