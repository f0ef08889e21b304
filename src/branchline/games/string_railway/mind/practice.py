"""Self-play for training: who sits at the tables, and what is kept of each game."""

from __future__ import annotations

from math import log
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import CHANCE, OVER, winners
from branchline.core.mind import Plan, Sight, preferred
from branchline.core.network import Layers, Network
from branchline.core.practice import (
    Lesson,
    Player,
    Samples,
    Shape,
    Tables,
    contested,
    phase_of,
    played,
)
from branchline.games.string_railway.mind import Mind
from branchline.games.string_railway.mind.features import (
    COMPANIES,
    COMPANY,
    SEAT,
    SEATS,
    VERSION,
    Features,
    features,
    of_seats,
    part_over,
)
from branchline.games.string_railway.mind.learned import LEAST, WORST, compared, turns
from branchline.games.string_railway.mind.outlook import network
from branchline.games.string_railway.mind.warm import compile_kernels
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import PLAY, StringState

__all__ = ["SHAPE", "VERSION", "contest", "play", "player", "shipped", "warm"]

POINTS = 2.5  # a lead of so many makes a number of the network one more
SHAPE = Shape(COMPANIES, len(COMPANY), SEATS, len(SEAT), 32, 24, 32, 16, 1.0, POINTS)
ON_THE_WAY = 0.3  # of the positions in the middle of a turn are kept beside all those after one
LOOKS = 12  # turns that a search foresees, as the searches of the pool do
# kinds of players; a manner is how many plans are compared and at which temperature
GREEDY, TRIES, LEARNED, SLIPS = range(4)
KINDS = {"greedy": GREEDY, "tries": TRIES, "beginner": SLIPS}
# who sits at the tables, and how often; `before` is the network of the iteration before
UNLEARNED = {"greedy": 4.0, "tries": 6.0}
RIVALS = {"greedy": 3.0, "before": 1.0}
MIXED = {"network": 8.0, "greedy": 3.0, "before": 2.0, "casual": 3.0, "beginner": 2.0}
LEVELS = {"beginner": 1.0, "casual": 1.0, "strong": 1.0, "greedy": 1.0}
POOLS = (LEVELS, UNLEARNED, RIVALS, MIXED)
PLAYERS = (2, 3, 4, 4, 5)
WIDTHS = (8, 16, 24)
AS = {"strong": [16.0, 0.0], "casual": [8.0, 1.0], "beginner": [4.0, 0.0]}  # as these levels are
TEMPERATURES = (0.0, 0.02, 0.05, 0.1)


def manner(name: str, rng: Random, players: int, alone: bool) -> list[float]:
    return AS.get(name) or [rng.choice(WIDTHS), rng.choice(TEMPERATURES)]


TABLES = Tables(PLAYERS, POOLS, KINDS, LEARNED, manner)


def warm(game: StringRailway) -> None:
    """Compile, and try."""
    compile_kernels()
    layers = network().layers
    play(game, Lesson("warm", 0, (layers, layers)), range(1))


def tried(mind: Mind, state: StringState, rng: Random, width: int) -> list[tuple[float, Plan]]:
    """As `turns`, by what is foreseen without a network."""
    return compared(
        mind, state, rng, width,
        lambda after: log(max(LEAST, mind.playout(after, rng, LOOKS)[state.to_move])),
    )  # fmt: skip


class Room:
    """What games are played in."""

    def __init__(self, game: StringRailway, networks: tuple[Layers, ...]) -> None:
        self.game, self.mind, self.networks = game, Mind(game), networks
        self.positions: list[Features] = []
        self.phases: list[int] = []
        self.finals = np.zeros(SEATS)

    def begin(self, players: int, rng: Random, usual: bool) -> StringState:
        return self.game.start(players)

    def play(
        self, state: StringState, kinds: list[int], nets: list[int], manners: NDArray[Any], seed: int,
        keep: bool,
    ) -> tuple[int, int]:  # fmt: skip
        game, rng = self.game, Random(seed)
        self.positions, self.phases = [], []
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                if keep and state.phase == PLAY and not state.drawn:
                    self.keep(state)
                game.apply(state, game.draw(state, rng))
                continue
            seat = state.to_move
            width, temperature = int(manners[seat, 0]), float(manners[seat, 1])
            for action in self.turn(state, kinds[seat], self.networks[nets[seat]], width, temperature, rng):
                if keep and state.phase == PLAY and rng.random() < ON_THE_WAY:
                    self.keep(state)
                game.apply(state, action)
        if keep:
            self.keep(state)
        self.finals[:] = 0
        self.finals[: state.players] = of_seats(state, [float(each) for each in state.score])
        return rng.choice(winners(game.scores(state))), len(self.phases)

    def turn(
        self, state: StringState, kind: int, layers: Layers, width: int, temperature: float, rng: Random
    ) -> Plan:
        """What a player of this kind does."""
        mind = self.mind
        if kind == GREEDY or state.phase != PLAY or mind.game.may_draw(state):
            return (mind.advise(state, rng),)
        if kind == SLIPS:
            return mind.slip(state, rng, width)
        if kind == TRIES:
            found = tried(mind, state, rng, width)
        else:
            found = turns(mind, state, rng, width, layers)
        return preferred(found, temperature, WORST, rng)

    def keep(self, state: StringState) -> None:
        self.positions.append(features(self.mind, state))
        self.phases.append(phase_of(part_over(state)))

    def kept(self, rows: int) -> tuple[tuple[NDArray[Any], ...], list[int]]:
        described = (np.array(each) for each in zip(*self.positions[:rows], strict=True))
        return (*described, np.broadcast_to(self.finals, (rows, SEATS))), self.phases[:rows]


def play(game: StringRailway, lesson: Lesson, numbers: range) -> Samples:
    return played(Room(game, lesson.networks), TABLES, lesson, numbers)


def shipped(game: StringRailway) -> Network:
    return network()


def player(sight: Sight) -> Player:
    return LEARNED, [float(sight.plans), sight.temperature]


def contest(
    game: StringRailway, networks: tuple[Layers, ...], one: Player, rest: Player, players: int,
    numbers: range, seed: str,
) -> int:  # fmt: skip
    return contested(Room(game, networks), one, rest, len(networks), players, numbers, seed)
