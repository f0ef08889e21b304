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
from branchline.games.koplopers.mind import Mind
from branchline.games.koplopers.mind.features import VERSION
from branchline.games.koplopers.mind.kernels import table
from branchline.games.koplopers.mind.kernels.desk import (
    CODE,
    DEEP,
    FIRST_WIDTH,
    HEAD,
    NET_TYPE,
    SEAT_FEATURES,
    THING_FEATURES,
    THINGS,
    desks_for,
)
from branchline.games.koplopers.mind.kernels.position import SEATS, row_of
from branchline.games.koplopers.mind.kernels.table import GREEDY, LEADS, LEARNED, LOOKS, TRIES
from branchline.games.koplopers.mind.learned import HOLDS, manner_by
from branchline.games.koplopers.mind.outlook import network
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.state import KoplopersState

__all__ = ["SHAPE", "VERSION", "contest", "play", "player", "shipped", "warm"]

SHAPE = Shape(THINGS, THING_FEATURES, SEATS, SEAT_FEATURES, FIRST_WIDTH, CODE, HEAD, DEEP, 1.0)
MOST_KEPT = 40  # positions of one game
KEEP = 0.4  # of the positions of a game
OTHERWISE = 0.05  # of the games are played by each other reading of a rule
# who else sits at the tables, and how often; `before` is the network of the iteration before
KINDS = {"greedy": GREEDY, "leads": LEADS, "tries": TRIES, "looks": LOOKS, "strong": LOOKS}
RIVALS = {"greedy": 3.0, "leads": 3.0, "tries": 2.0, "before": 1.0}
MIXED = {"network": 10.0, "greedy": 3.0, "leads": 3.0, "tries": 1.0, "before": 2.0, "looks": 0.05}
LEVELS = {"level": 2.0, "strong": 1.0, "greedy": 1.0}  # as they sit at tables
CARES = (0.1, 0.5)  # temperatures of casual and beginner
UNLEARNED = {"greedy": 4.0, "leads": 6.0, "tries": 1.0}
PLAYERS = (2, 3, 4, 4)
POOLS = (LEVELS, UNLEARNED, RIVALS, MIXED)


def manner(name: str, rng: Random, players: int, alone: bool) -> list[float]:
    """What a player of this kind is, by the names in kernels/table.py."""
    if name == "tries":
        return [0.0, 0.0, 4, 3, 3, 0.0]
    if name == "looks":
        return [0.0, 0.0, 4, 2, 4, 0.5]
    if name == "strong":
        return [0.0, 0.0, 3, 1, 4, 0.5]
    if name == "level":
        return [rng.choice(CARES), 0.0, 0, 0, 0, 0.0]
    if name == "leads":
        return [rng.choice((0.0, 0.0, 0.1, 0.3)), 0.01, 0, 0, 0, 0.0]
    return [rng.choice((0.0, 0.01, 0.03)), 0.01, 0, 0, 0, 0.0]


TABLES = Tables(PLAYERS, POOLS, KINDS, LEARNED, manner)


def warm(game: Koplopers) -> None:
    """Compile, and try."""
    layers = blank(NET_TYPE, SEATS)
    play(game, Lesson("warm", 0, (layers, layers)), range(1))


class Room:
    """What games are played in."""

    def __init__(self, game: Koplopers, networks: tuple[Layers, ...]) -> None:
        self.game, self.mind, self.desks = game, Mind(game), desks_for(2)
        self.nets = np.concatenate([as_record(each, NET_TYPE) for each in networks])
        self.things = np.zeros((MOST_KEPT, THINGS, THING_FEATURES), np.float32)
        self.seats = np.zeros((MOST_KEPT, SEATS, SEAT_FEATURES), np.float32)
        self.clock = np.zeros(MOST_KEPT)

    def begin(self, players: int, rng: Random, usual: bool) -> KoplopersState:
        others = (("yard", "free"), ("again", "no-duty"))
        options = {name: value for name, value in others if not usual and rng.random() < OTHERWISE}
        state = self.game.start(players, **options)
        while state.to_move == CHANCE:
            self.game.apply(state, self.game.draw(state, rng))
        return state

    def play(
        self, state: KoplopersState, kinds: list[int], nets: list[int], manners: NDArray[Any], seed: int,
        keep: bool,
    ) -> tuple[int, int]:  # fmt: skip
        winner, rows = table.play_game(
            self.mind.railway[0], row_of(state), self.desks, self.nets, np.array(kinds), np.array(nets),
            manners, seed, KEEP * keep, self.things, self.seats, self.clock,
        )  # fmt: skip
        return int(winner), int(rows)

    def kept(self, rows: int) -> tuple[tuple[NDArray[Any], ...], list[int]]:
        phases = [phase_of(each) for each in self.clock[:rows].tolist()]
        return (self.things[:rows], np.broadcast_to(HOLDS, (rows, *HOLDS.shape)), self.seats[:rows]), phases


def play(game: Koplopers, lesson: Lesson, numbers: range) -> Samples:
    return played(Room(game, lesson.networks), TABLES, lesson, numbers)


def shipped(game: Koplopers) -> Network:
    return network()


def player(sight: Sight) -> Player:
    return LOOKS if sight.plans > 1 else LEARNED, manner_by(sight).tolist()


def contest(
    game: Koplopers, networks: tuple[Layers, ...], one: Player, rest: Player, players: int, numbers: range,
    seed: str,
) -> int:  # fmt: skip
    return contested(Room(game, networks), one, rest, len(networks), players, numbers, seed)
