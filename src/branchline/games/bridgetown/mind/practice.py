"""Self-play for training: who sits at the tables, and what is kept of each game."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import CHANCE
from branchline.core.network import Layers, as_record
from branchline.core.practice import (
    Gathered,
    Lesson,
    Player,
    Samples,
    Shape,
    blank,
    contested,
    phase_of,
    seating,
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
from branchline.games.bridgetown.mind.kernels.table import GREEDY, LEARNED, LOOKS, MANNER, TRIES
from branchline.games.bridgetown.mind.learned import NOISE
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import BRIDGES, BridgetownState

__all__ = ["SHAPE", "VERSION", "contest", "play", "warm"]

SHAPE = Shape(THINGS, THING_FEATURES, SEATS, SEAT_FEATURES, FIRST_WIDTH, CODE, HEAD, DEEP, 1.0)
MOST_KEPT = 40  # positions of one game
KEEP = 0.25  # of the positions of a game, and all ends of rounds
LIGHTER = 0.1  # of the games are played with each lighter rule
# who else sits at the tables, and how often; `before` is the network of the iteration before
KINDS = {
    "greedy": GREEDY, "tries": TRIES, "before": LEARNED, "network": LEARNED, "level": LEARNED, "looks": LOOKS,
}  # fmt: skip
RIVALS = {"greedy": 4.0, "tries": 2.0, "before": 1.0, "looks": 0.05}
MIXED = {"network": 10.0, "greedy": 4.0, "tries": 0.6, "before": 2.0, "looks": 0.03}
LEVELS = {"level": 2.0, "looks": 2.0}  # two of four look ahead
CARES = (0.05, 0.25)  # temperatures of the others
UNLEARNED = {"greedy": 8.0, "tries": 1.0}
PLAYERS = (2, 3, 3, 4)
POOLS = (LEVELS, UNLEARNED, RIVALS, MIXED)
HOLDS = np.repeat(np.eye(SEATS), BRIDGES, 1)  # a seat holds the bridges as it sees them


def manner(name: str, rng: Random, alone: bool) -> list[float]:
    """What a player of this kind is, by the names in kernels/table.py."""
    usual = [*foresight.WEIGHTS[: foresight.NOISE], NOISE]
    if name == "tries":
        return [*usual, 0.0, 0.0, 0, 3, 2, 0.0]
    if name == "looks":
        return [*usual, 0.0, 0.0, 4, 2, 2, 0.5]
    if name == "level":
        return [*usual, rng.choice(CARES), 0.0, 0, 0, 0, 0.0]
    if name == "greedy":
        if not (alone and rng.random() < 0.5):  # a rival of whom all are alike is often the plain one
            spread = [rng.uniform(0.6, 1.5) for _ in range(foresight.NOISE)]
            usual = [each * by for each, by in zip(usual, spread, strict=False)]
            usual.append(rng.choice((0.01, 0.05, 0.3)))
        return [*usual, 0.0, 0.0, 0, 0, 0, 0.0]
    return [*usual, rng.choice((0.0, 0.01, 0.03)), 0.01, 0, 0, 0, 0.0]


def set_up(game: Bridgetown, players: int, rng: Random, lighter: float) -> BridgetownState:
    options = {}
    if rng.random() < lighter:
        options["specials"] = "off"
    if rng.random() < lighter:
        options["streetcar"] = "free"
    state = game.start(players, **options)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    return state


def warm(game: Bridgetown) -> None:
    """Compile, and try."""
    layers = blank(NET_TYPE, SEATS)
    play(game, Lesson("warm", 0, (layers, layers)), range(1))


class Room:
    """What games are played in."""

    def __init__(self, game: Bridgetown, networks: tuple[Layers, ...]) -> None:
        self.mind, self.desks = Mind(game), desks_for(game.tables, 2)
        self.nets = np.concatenate([as_record(each, NET_TYPE) for each in networks])
        self.things = np.zeros((MOST_KEPT, THINGS, THING_FEATURES), np.float32)
        self.seats = np.zeros((MOST_KEPT, SEATS, SEAT_FEATURES), np.float32)
        self.clock = np.zeros(MOST_KEPT, np.int64)

    def play(
        self, state: BridgetownState, kinds: list[int], nets: list[int], manners: NDArray[Any], seed: int
    ) -> tuple[int, int]:
        """Who won, and how many positions were kept."""
        winner, rows = table.play_game(
            self.mind.arrays, self.mind.town[0], row_of(state), self.desks, self.nets, np.array(kinds),
            np.array(nets), manners, seed, KEEP, self.things, self.seats, self.clock,
        )  # fmt: skip
        return int(winner), int(rows)


def play(game: Bridgetown, lesson: Lesson, numbers: range) -> Samples:
    room = Room(game, lesson.networks)
    gathered = Gathered()
    for number in numbers:
        rng = Random(f"{lesson.seed}/{lesson.iteration}/{number}")
        players = rng.choice(PLAYERS)
        names, rival = seating(lesson, players, POOLS, rng)
        state = set_up(game, players, rng, LIGHTER)
        style = manner(rival, rng, True) if rival else []
        manners = np.zeros((players, MANNER))
        for seat, name in enumerate(names):
            manners[seat] = style if name == rival else manner(name, rng, False)
        kinds, nets = [KINDS[name] for name in names], [int(name == "before") for name in names]
        winner, rows = room.play(state, kinds, nets, manners, rng.getrandbits(62))
        phase = [phase_of(part_over(game, each)) for each in room.clock[:rows].tolist()]
        described = room.things[:rows], np.broadcast_to(HOLDS, (rows, *HOLDS.shape)), room.seats[:rows]
        gathered.keep(number, described, phase, players, winner)
        if rival:
            gathered.tell(rival, names, winner)
    return gathered.samples()


def contest(
    game: Bridgetown, networks: tuple[Layers, ...], one: Player, rest: Player, players: int, numbers: range,
    seed: str,
) -> int:  # fmt: skip
    """Wins of one player, who has the first network, among others, who have the last."""
    begin, play = partial(set_up, game, players, lighter=0.0), Room(game, networks).play
    return contested(begin, play, one, rest, len(networks), players, numbers, seed)
