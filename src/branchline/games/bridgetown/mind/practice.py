"""Self-play for training: who sits at the tables, and what is kept of each game."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import CHANCE
from branchline.core.network import Layers
from branchline.core.practice import ARRAYS, PHASES, Lesson, Samples, Shape, phase_of
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
from branchline.games.bridgetown.mind.learned import NOISE, as_record
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import BRIDGES, BridgetownState

__all__ = ["SHAPE", "VERSION", "contest", "play", "warm"]

SHAPE = Shape(THINGS, THING_FEATURES, SEATS, SEAT_FEATURES, FIRST_WIDTH, CODE, HEAD, DEEP, 1.0)
MOST_KEPT = 40  # positions of one game
KEEP = 0.25  # of the positions of a game, and all ends of rounds
ALONE = 0.25  # of the games seat one network among others of one kind
LIGHTER = 0.1  # of the games are played with each lighter rule
# who else sits at the tables, and how often; `before` is the network of the iteration before
KINDS = {
    "greedy": GREEDY, "tries": TRIES, "before": LEARNED, "network": LEARNED, "level": LEARNED, "looks": LOOKS,
}  # fmt: skip
RIVALS = {"greedy": 4.0, "tries": 2.0, "before": 1.0, "looks": 0.05}
MIXED = {"network": 10.0, "greedy": 4.0, "tries": 0.6, "before": 2.0, "looks": 0.03}
LEVELS = ("level", "level", "looks", "looks")  # two of them look ahead
CARES = (0.05, 0.25)  # temperatures of the others
UNLEARNED = {"greedy": 8.0, "tries": 1.0}
PLAYERS = (2, 3, 3, 4)
KEPT: dict[str, type[np.generic]] = {
    **dict.fromkeys(ARRAYS, np.int8), "number": np.int32,
    **dict.fromkeys(("things", "holds", "seats"), np.float16),
}  # fmt: skip
Player = tuple[int, list[float]]  # a kind and a manner
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


def seating(lesson: Lesson, players: int, rng: Random) -> tuple[list[str], str]:
    """Who sits where, and the kind of the rivals if one network sits alone among them."""
    if lesson.levels:
        return rng.choices(LEVELS, k=players), ""
    if not lesson.iteration:
        return rng.choices(list(UNLEARNED), list(UNLEARNED.values()), k=players), ""
    if rng.random() < ALONE:
        rival = rng.choices(list(RIVALS), list(RIVALS.values()))[0]
        names = [rival] * players
        names[rng.randrange(players)] = "network"
        return names, rival
    return rng.choices(list(MIXED), list(MIXED.values()), k=players), ""


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
    shapes = [*(NET_TYPE[name].shape for name in NET_TYPE.names or ()), (SEATS + 1, PHASES)]
    layers = Layers._make(np.zeros(shape, np.float32) for shape in shapes)
    play(game, Lesson("warm", 0, (layers, layers)), range(1))


class Room:
    """What games are played in."""

    def __init__(self, game: Bridgetown, networks: tuple[Layers, ...]) -> None:
        self.mind, self.desks = Mind(game), desks_for(game.tables, 2)
        self.nets = np.concatenate([as_record(each) for each in networks])
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
    kept: dict[str, list[NDArray[Any]]] = {name: [] for name in ARRAYS}
    alone: dict[str, list[int]] = {}
    for number in numbers:
        rng = Random(f"{lesson.seed}/{lesson.iteration}/{number}")
        players = rng.choice(PLAYERS)
        names, rival = seating(lesson, players, rng)
        state = set_up(game, players, rng, LIGHTER)
        style = manner(rival, rng, True) if rival else []
        manners = np.zeros((players, MANNER))
        for seat, name in enumerate(names):
            manners[seat] = style if name == rival else manner(name, rng, False)
        kinds, nets = [KINDS[name] for name in names], [int(name == "before") for name in names]
        winner, rows = room.play(state, kinds, nets, manners, rng.getrandbits(62))
        row = np.ones(rows)
        phase = np.array([phase_of(part_over(game, each)) for each in room.clock[:rows].tolist()])
        holds = np.broadcast_to(HOLDS, (rows, *HOLDS.shape))
        found: tuple[NDArray[Any], ...] = (
            room.things[:rows], holds, room.seats[:rows], row * players, row * winner, phase, row * number,
        )  # fmt: skip
        for name, each in zip(ARRAYS, found, strict=True):
            kept[name].append(each.astype(KEPT[name]))
        if rival:
            sums = alone.setdefault(f"{rival} {players}", [0, 0])
            sums[0] += 1
            sums[1] += names[winner] == "network"
    arrays: dict[str, Any] = {name: np.concatenate(each) for name, each in kept.items()}
    return Samples(**arrays, alone=alone)


def contest(
    game: Bridgetown, networks: tuple[Layers, ...], one: Player, rest: Player, players: int, numbers: range,
    seed: str,
) -> int:  # fmt: skip
    """Wins of one player, who has the first network, among others, who have the last."""
    room, wins = Room(game, networks), 0
    for number in numbers:
        rng = Random(f"{seed}/{number // players}")  # a rotation has one deal
        state, alone = set_up(game, players, rng, 0.0), number % players
        who = [one if seat == alone else rest for seat in range(players)]
        nets = [0 if seat == alone else len(networks) - 1 for seat in range(players)]
        manners = np.array([each[1] for each in who])
        winner, _ = room.play(state, [each[0] for each in who], nets, manners, rng.getrandbits(62) + number)
        wins += winner == alone
    return wins
