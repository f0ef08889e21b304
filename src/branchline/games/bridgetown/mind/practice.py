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
from branchline.games.bridgetown.mind import Mind
from branchline.games.bridgetown.mind.features import VERSION, part_over
from branchline.games.bridgetown.mind.kernels import foresight, table
from branchline.games.bridgetown.mind.kernels.desk import (
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
from branchline.games.bridgetown.mind.kernels.position import SEATS, row_of
from branchline.games.bridgetown.mind.kernels.table import GREEDY, LEARNED, LOOKS, TRIES
from branchline.games.bridgetown.mind.learned import HOLDS, NOISE, SHORT, manner_by
from branchline.games.bridgetown.mind.outlook import network
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import BridgetownState

__all__ = ["SHAPE", "VERSION", "contest", "play", "player", "shipped", "warm"]

SHAPE = Shape(THINGS, THING_FEATURES, SEATS, SEAT_FEATURES, FIRST_WIDTH, CODE, HEAD, DEEP, 1.0)
MOST_KEPT = 40  # positions of one game
KEEP = 0.25  # of the positions of a game, and all ends of rounds
LIGHTER = 0.1  # of the games are played with each lighter rule
# who else sits at the tables, and how often; `before` is the network of the iteration before
KINDS = {"greedy": GREEDY, "tries": TRIES, "looks": LOOKS, "strong": LOOKS}
RIVALS = {"greedy": 4.0, "tries": 2.0, "before": 1.0, "looks": 0.05}
MIXED = {"network": 10.0, "greedy": 4.0, "tries": 0.6, "before": 2.0, "looks": 0.03}
LEVELS = {"level": 2.0, "strong": 1.0, "greedy": 1.0}  # as they sit at tables
CARES = (0.05, 0.25)  # temperatures of casual and beginner
UNLEARNED = {"greedy": 8.0, "tries": 1.0}
PLAYERS = (2, 3, 3, 4)
POOLS = (LEVELS, UNLEARNED, RIVALS, MIXED)


def manner(name: str, rng: Random, players: int, alone: bool) -> list[float]:
    """What a player of this kind is, by the names in kernels/table.py."""
    usual = [*foresight.WEIGHTS[: foresight.NOISE], NOISE]
    if name == "tries":
        return [*usual, 0.0, 0.0, 0, 3, 2, 0.0]
    if name == "looks":
        return [*usual, 0.0, 0.0, 4, 2, 2, 0.5]
    if name == "strong":
        return [*usual, 0.0, 0.0, *SHORT, 0.5]
    if name == "level":
        return [*usual, rng.choice(CARES), 0.0, 0, 0, 0, 0.0]
    if name == "greedy":
        if not (alone and rng.random() < 0.5):  # a rival of whom all are alike is often the plain one
            spread = [rng.uniform(0.6, 1.5) for _ in range(foresight.NOISE)]
            usual = [each * by for each, by in zip(usual, spread, strict=False)]
            usual.append(rng.choice((0.01, 0.05, 0.3)))
        return [*usual, 0.0, 0.0, 0, 0, 0, 0.0]
    return [*usual, rng.choice((0.0, 0.01, 0.03)), 0.01, 0, 0, 0, 0.0]


TABLES = Tables(PLAYERS, POOLS, KINDS, LEARNED, manner)


def warm(game: Bridgetown) -> None:
    """Compile, and try."""
    layers = blank(NET_TYPE, SEATS)
    play(game, Lesson("warm", 0, (layers, layers)), range(1))


class Room:
    """What games are played in."""

    def __init__(self, game: Bridgetown, networks: tuple[Layers, ...]) -> None:
        self.game, self.mind, self.desks = game, Mind(game), desks_for(game.tables, 2)
        self.nets = np.concatenate([as_record(each, NET_TYPE) for each in networks])
        self.things = np.zeros((MOST_KEPT, THINGS, THING_FEATURES), np.float32)
        self.seats = np.zeros((MOST_KEPT, SEATS, SEAT_FEATURES), np.float32)
        self.clock = np.zeros(MOST_KEPT, np.int64)

    def begin(self, players: int, rng: Random, usual: bool) -> BridgetownState:
        others = (("specials", "off"), ("streetcar", "free"))
        options = {name: value for name, value in others if not usual and rng.random() < LIGHTER}
        state = self.game.start(players, **options)
        while state.to_move == CHANCE:
            self.game.apply(state, self.game.draw(state, rng))
        return state

    def play(
        self, state: BridgetownState, kinds: list[int], nets: list[int], manners: NDArray[Any], seed: int,
        keep: bool,
    ) -> tuple[int, int]:  # fmt: skip
        winner, rows = table.play_game(
            self.mind.arrays, self.mind.town[0], row_of(state), self.desks, self.nets, np.array(kinds),
            np.array(nets), manners, seed, KEEP * keep, self.things, self.seats, self.clock,
        )  # fmt: skip
        return int(winner), int(rows)

    def kept(self, rows: int) -> tuple[tuple[NDArray[Any], ...], list[int]]:
        phases = [phase_of(part_over(self.game, each)) for each in self.clock[:rows].tolist()]
        return (self.things[:rows], np.broadcast_to(HOLDS, (rows, *HOLDS.shape)), self.seats[:rows]), phases


def play(game: Bridgetown, lesson: Lesson, numbers: range) -> Samples:
    return played(Room(game, lesson.networks), TABLES, lesson, numbers)


def shipped(game: Bridgetown) -> Network:
    return network()


def player(sight: Sight) -> Player:
    return LOOKS if sight.plans > 1 else LEARNED, manner_by(sight).tolist()


def contest(
    game: Bridgetown, networks: tuple[Layers, ...], one: Player, rest: Player, players: int, numbers: range,
    seed: str,
) -> int:  # fmt: skip
    return contested(Room(game, networks), one, rest, len(networks), players, numbers, seed)
