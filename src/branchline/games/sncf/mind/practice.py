"""Self-play for training: who sits at the tables, and what is kept of each game."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import CHANCE
from branchline.core.mind import Sight
from branchline.core.network import Layers, Network, as_record
from branchline.core.practice import (
    Lesson,
    Player,
    Samples,
    Shape,
    Tables,
    blank,
    contested,
    phase_of,
    played,
)
from branchline.games.sncf.mind import Mind
from branchline.games.sncf.mind.features import VERSION, part_over
from branchline.games.sncf.mind.kernels import table
from branchline.games.sncf.mind.kernels.belief import PAST_TYPE
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
from branchline.games.sncf.mind.kernels.table import COUNTS, LEARNED, LOOKS, QUICK, TRIES
from branchline.games.sncf.mind.learned import manner_by
from branchline.games.sncf.mind.outlook import network
from branchline.games.sncf.mind.playout import numbers as as_numbers
from branchline.games.sncf.mind.playout import sets
from branchline.games.sncf.mind.weights import HELD
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import OPEN, SncfState

__all__ = ["SHAPE", "VERSION", "contest", "play", "player", "shipped", "warm"]

SHAPE = Shape(6, THINGS, 6, SEATS, FIRST_WIDTH, CODE, HEAD, DEEP, HELD)
MOST_KEPT = 120  # positions of one game
KEEP = 0.7  # of the positions of a game
OPEN_GAMES = 0.08  # are played with open hands
# who else sits at the tables, and how often; `before` is the network of the iteration before
KINDS = {"counts": COUNTS, "quick": QUICK, "tries": TRIES, "looks": LOOKS}
RIVALS = {"counts": 3.0, "quick": 1.0, "tries": 3.0, "before": 1.0, "looks": 0.5}
MIXED = {"network": 10.0, "counts": 2.0, "quick": 1.0, "tries": 1.0, "before": 2.0, "looks": 0.3}
LEVELS = {"level": 3.0, "counts": 1.0}  # as they sit at tables; who counts is nearly the greedy bot
UNLEARNED = {"counts": 4.0, "quick": 1.0, "tries": 1.0}
CARES = (0.0, 0.25, 1.0)  # temperatures of strong, casual and beginner
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
            return [*style, 0.0, 0.0, 4, 3, 40, 0.0]
        return [*style, 0.0 if usual else rng.choice((0.0, 0.5, 2.0)), 0.0, 0, 0, 0, 0.0]
    if name == "looks":
        return [0.0] * 5 + [0.0, 0.0, 4, 2, players, 0.0]
    if name == "level":
        return [0.0] * 5 + [rng.choice(CARES), 0.0, 0, 0, 0, 0.0]
    return [0.0] * 5 + [rng.choice((0.0, 0.01, 0.03)), 0.01, 0, 0, 0, 0.0]


TABLES = Tables(PLAYERS, POOLS, KINDS, LEARNED, manner)


def warm(game: Sncf) -> None:
    """Compile, and try."""
    layers = blank(NET_TYPE, 6)
    play(game, Lesson("warm", 0, (layers, layers)), range(1))


class Room:
    """What games are played in."""

    def __init__(self, game: Sncf, networks: tuple[Layers, ...]) -> None:
        self.game, self.mind = game, Mind(game)
        board = self.mind.board
        self.room, self.desks = board.positions(table.ROOM), np.zeros(2, desk_type(len(board.bit)))
        self.past = np.zeros(1, PAST_TYPE)[0]
        self.nets = np.concatenate([as_record(each, NET_TYPE) for each in networks])
        self.things = np.zeros((MOST_KEPT, 6, THINGS), np.float32)
        self.holds = np.zeros((MOST_KEPT, 6, 6), np.float32)
        self.seats = np.zeros((MOST_KEPT, 6, SEATS), np.float32)
        self.clock = np.zeros(MOST_KEPT, np.int64)

    def begin(self, players: int, rng: Random, usual: bool) -> SncfState:
        is_open = not usual and rng.random() < OPEN_GAMES
        state = self.game.start(players, **({"hidden": "open"} if is_open else {}))
        while state.to_move == CHANCE:
            self.game.apply(state, self.game.draw(state, rng))
        return state

    def play(
        self, state: SncfState, kinds: list[int], nets: list[int], manners: NDArray[Any], seed: int,
        keep: bool,
    ) -> tuple[int, int]:  # fmt: skip
        winner, rows = table.play_game(
            self.room, self.desks, self.past, as_numbers(self.mind, state), sets(self.game.tables, state),
            self.nets, np.array(kinds), np.array(nets), manners, seed, state.hidden == OPEN, KEEP * keep,
            self.things, self.holds, self.seats, self.clock,
        )  # fmt: skip
        return int(winner), int(rows)

    def kept(self, rows: int) -> tuple[tuple[NDArray[Any], ...], list[int]]:
        phases = [phase_of(part_over(laid)) for laid in self.clock[:rows].tolist()]
        return (self.things[:rows], self.holds[:rows], self.seats[:rows]), phases


def play(game: Sncf, lesson: Lesson, numbers: range) -> Samples:
    return played(Room(game, lesson.networks), TABLES, lesson, numbers)


def shipped(game: Sncf) -> Network:
    return network(game.id)


def player(sight: Sight) -> Player:
    return LOOKS if sight.plans > 1 else LEARNED, manner_by(sight).tolist()


def contest(
    game: Sncf, networks: tuple[Layers, ...], one: Player, rest: Player, players: int, numbers: range,
    seed: str,
) -> int:  # fmt: skip
    return contested(Room(game, networks), one, rest, len(networks), players, numbers, seed)
