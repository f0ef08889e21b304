"""How a game is practised: what the training program asks of `games/NAME/mind/practice.py`.

Such a module has `SHAPE`, `VERSION` (of the features), `warm(game)`, `play(game, lesson, numbers)`,
`contest(game, ...)`, `player(sight)` and `shipped(game)`. Everything about the game is in there; the training
program knows none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from branchline.core.mind import Sight
from branchline.core.network import Layers, Network

PHASES = 10  # parts of a game, for calibration


def phase_of(over: float) -> int:
    """The part of a game in which so much of it is over."""
    return max(0, min(PHASES - 1, int(PHASES * over)))


class Shape(NamedTuple):
    """How large the arrays and the layers of a game's network are."""

    things: int
    thing_features: int
    seats: int
    seat_features: int
    first: int
    code: int
    head: int
    deep: int
    held: float  # what is held of a thing counts in such parts
    margin: float = 0.0  # points that make a number one more, if leads are learned and not only who won


@dataclass(frozen=True)
class Lesson:
    """What all games of one iteration have in common."""

    seed: str
    iteration: int  # 0: nobody has learned anything yet
    networks: tuple[Layers, Layers]  # as it is now, and as it was before
    levels: bool = False  # everybody is the network, more or less careless: to calibrate it on such games
    exploits: bool = False  # one network learns what to do against the other one, which stays as it is


@dataclass
class Samples:
    """Positions of many games: a row each, in the order of the games' numbers."""

    things: NDArray[np.float16]
    holds: NDArray[np.float16]
    seats: NDArray[np.float16]
    players: NDArray[np.int8]
    winner: NDArray[np.int8]
    phase: NDArray[np.int8]
    number: NDArray[np.int32]  # of its game
    finals: NDArray[np.float16]  # with how much each seat ended, where that is learned
    # wins of the network where it sat alone among others of one kind: its games and its wins, by their name
    alone: dict[str, list[int]] = field(default_factory=dict)


ARRAYS = ("things", "holds", "seats", "players", "winner", "phase", "number", "finals")
KEPT = dict(zip(ARRAYS, (*[np.float16] * 3, *[np.int8] * 3, np.int32, np.float16), strict=True))
ALONE = 0.25  # of the games seat one network among others of one kind
Odds = dict[str, float]  # who sits at a table, and how often
Pools = tuple[Odds, Odds, Odds, Odds]  # levels, the unlearned, rivals of one network alone, and all together


def seating(lesson: Lesson, players: int, pools: Pools, rng: Random) -> tuple[list[str], str]:
    """Who sits where, and the kind of the rivals if one network sits alone among them."""
    levels, unlearned, rivals, mixed = pools
    if lesson.exploits:
        names = ["before"] * players
        names[rng.randrange(players)] = "network"
        return names, "before"
    pool = mixed if lesson.iteration else unlearned
    if lesson.levels:
        pool = levels
    elif lesson.iteration and rng.random() < ALONE:
        rival = rng.choices(list(rivals), list(rivals.values()))[0]
        names = [rival] * players
        names[rng.randrange(players)] = "network"
        return names, rival
    if len(pool) == 1:
        return list(pool) * players, ""
    return rng.choices(list(pool), list(pool.values()), k=players), ""


def blank(kind: np.dtype[np.void], seats: int) -> Layers:
    """Weights of a network that knows nothing, to compile with."""
    shapes = [*(kind[name].shape for name in kind.names or ()), (seats + 1, PHASES)]
    return Layers._make(np.zeros(shape, np.float32) for shape in shapes)


class Gathered:
    """What is kept of games, one after the other."""

    def __init__(self) -> None:
        self.rows: dict[str, list[NDArray[Any]]] = {name: [] for name in ARRAYS}
        self.alone: dict[str, list[int]] = {}

    def keep(
        self, number: int, described: tuple[NDArray[Any], ...], phases: list[int], players: int, winner: int
    ) -> None:
        """The positions of one game: things, holds and seats, finals if these are learned, and phases."""
        row, (things, holds, seats, *finals) = np.ones(len(phases)), described
        ended = finals[0] if finals else np.zeros(seats.shape[:2])
        found = (
            things, holds, seats, row * players, row * winner, np.array(phases), row * number, ended,
        )  # fmt: skip
        for name, each in zip(ARRAYS, found, strict=True):
            self.rows[name].append(each.astype(KEPT[name]))

    def tell(self, rival: str, names: list[str], winner: int) -> None:
        """How a network fared that sat alone among rivals."""
        sums = self.alone.setdefault(f"{rival} {len(names)}", [0, 0])
        sums[0] += 1
        sums[1] += names[winner] == "network"

    def samples(self) -> Samples:
        arrays: dict[str, Any] = {name: np.concatenate(each) for name, each in self.rows.items()}
        return Samples(**arrays, alone=self.alone)


Player = tuple[int, list[float]]  # a kind and a manner, by the names in a game's kernels/table.py


class Room(Protocol):
    """Where games are played, and what is kept of the last one."""

    def begin(self, players: int, rng: Random, usual: bool) -> Any:
        """A state to begin with; unless it is to be the usual game, now and then by another reading."""

    def play(
        self, state: Any, kinds: list[int], nets: list[int], manners: NDArray[Any], seed: int, keep: bool
    ) -> tuple[int, int]:
        """Who won, and how many positions were kept."""

    def kept(self, rows: int) -> tuple[tuple[NDArray[Any], ...], list[int]]:
        """Things, holds and seats of so many positions, finals if these are learned; and their phases."""


class Tables(NamedTuple):
    """Who sits at the tables of a game where it is practised."""

    players: tuple[int, ...]  # numbers of seats, each as often as it is played
    pools: Pools
    kinds: dict[str, int]  # by the names in kernels/table.py; whoever is not here is a network alone
    network: int  # the kind of a network alone
    manner: Callable[[str, Random, int, bool], list[float]]  # by name, seats, and whether all rivals are so


def played(room: Room, tables: Tables, lesson: Lesson, numbers: range) -> Samples:
    """The games of these numbers; each depends on its number, on the lesson and on nothing else."""
    gathered = Gathered()
    for number in numbers:
        rng = Random(f"{lesson.seed}/{lesson.iteration}/{number}")
        players = rng.choice(tables.players)
        names, rival = seating(lesson, players, tables.pools, rng)
        state = room.begin(players, rng, False)
        style = tables.manner(rival, rng, players, True) if rival else []
        manners = [style if name == rival else tables.manner(name, rng, players, False) for name in names]
        kinds = [tables.kinds.get(name, tables.network) for name in names]
        nets = [int(name == "before") for name in names]
        winner, rows = room.play(state, kinds, nets, np.array(manners), rng.getrandbits(62), True)
        gathered.keep(number, *room.kept(rows), players, winner)
        if rival:
            gathered.tell(rival, names, winner)
    return gathered.samples()


def contested(
    room: Room, one: Player, rest: Player, nets: int, players: int, numbers: range, seed: str
) -> int:
    """Wins of one player, who has the first of the networks, among others, who have the last."""
    wins = 0
    for number in numbers:
        rng = Random(f"{seed}/{number // players}")  # a rotation has one deal
        state, alone = room.begin(players, rng, True), number % players
        who = [one if seat == alone else rest for seat in range(players)]
        which = [0 if seat == alone else nets - 1 for seat in range(players)]
        manners = np.array([each[1] for each in who], np.float64)
        luck = rng.getrandbits(62) + number
        winner, _ = room.play(state, [each[0] for each in who], which, manners, luck, False)
        wins += winner == alone
    return wins


def arrays(samples: Samples) -> dict[str, NDArray[Any]]:
    """All of it but the tally."""
    return {name: getattr(samples, name) for name in ARRAYS}


def joined(parts: list[Samples]) -> Samples:
    """All of them as one."""
    alone: dict[str, list[int]] = {}
    for part in parts:
        for name, (games, wins) in part.alone.items():
            sums = alone.setdefault(name, [0, 0])
            sums[0] += games
            sums[1] += wins
    found: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS}
    return Samples(**found, alone=alone)


class Practice(Protocol):
    SHAPE: Shape
    VERSION: int

    def warm(self, game: Any) -> None:
        """Compile what `play` needs, once, before several processes want it."""

    def play(self, game: Any, lesson: Lesson, numbers: range) -> Samples:
        """The games of these numbers: the same wherever they are played."""

    def contest(
        self, game: Any, networks: tuple[Layers, ...], one: Player, rest: Player, players: int,
        numbers: range, seed: str,
    ) -> int:  # fmt: skip
        """Wins of one player, who has the first network, among others, who have the last."""

    def player(self, sight: Sight) -> Player:
        """The network with such a sight."""

    def shipped(self, game: Any) -> Network:
        """The network of the package."""
