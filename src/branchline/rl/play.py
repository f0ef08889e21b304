"""A game under way, as programs that learn meet it: indices go in, arrays come out, chance has a seed."""

from __future__ import annotations

import json
import operator
from random import Random
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, OVER, AnyGame, shown, winners
from branchline.core.record import key
from branchline.games import load

KINDS = ("state", "features")  # what an observation may be
Mask = NDArray[np.int8]
Floats = NDArray[np.float32]


class Play:
    """One game: who is to choose, what may be chosen, and what every seat knows.

    It can be copied, pickled and sent to another process in mid-game, and goes on as the first one would.
    """

    def __init__(
        self, game: AnyGame | str, players: int | None = None, observation: str = "state", **options: str
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.players = self.game.seats[0] if players is None else players
        if observation not in KINDS:
            raise BranchlineError(f"an observation is one of {', '.join(KINDS)}, not {shown(observation)}")
        if not self.game.lists_all:
            raise BranchlineError(
                f"moves of {self.game.name} cannot be listed; take rl.sample and rl.refusal, or rl.text_env"
            )
        self.kind, self.options = observation, options
        self.numbers = self.game.numbers
        self.state: Any = self.game.start(self.players, **options)
        self.rng = Random()
        self.chosen: tuple[int, ...] = ()
        self.offers: dict[int, list[Action]] = {}
        self.drew = False  # by the latest action, before anybody was asked again

    # --- a game goes on

    def begin(self, seed: int | None = None) -> None:
        """A new game; the same seed draws the same, and without one it goes on with the luck it has."""
        if seed is not None:
            self.rng = Random(seed)
        self.state = self.game.start(self.players, **self.options)
        self._ask()

    def _ask(self) -> None:
        """Draw what is to be drawn, and list what may be chosen."""
        game, state = self.game, self.state
        self.drew = state.to_move == CHANCE
        while state.to_move == CHANCE:
            game.apply(state, game.draw(state, self.rng))
        self.chosen = ()
        self.offers = (
            {} if state.to_move == OVER else self.numbers.offered(state, game.legal_actions(state), ())
        )

    def choose(self, index: int) -> None:
        """The seat to move makes a choice; where that is all of a move, it is done."""
        left = self.offers.get(index)
        if left is None:
            raise BranchlineError(self.refusal(index))
        if len(left) == 1:
            self.game.apply(self.state, left[0])
            self._ask()
        else:
            self.chosen = (*self.chosen, index)
            self.offers = self.numbers.offered(self.state, left, self.chosen)

    def check_begun(self) -> None:
        """Raise before the first reset."""
        if not self.offers and not self.over:
            raise BranchlineError("call reset() before the first step()")

    def index(self, action: Any) -> int:
        """What somebody's `step` was given, as an index, or a sentence."""
        self.check_begun()
        try:
            return operator.index(action)
        except TypeError:
            raise BranchlineError(
                f"a choice is a whole number from 0 to {self.numbers.size - 1}, not {shown(action)}"
            ) from None

    def act(self, action: Action) -> None:
        """The seat to move does a legal action, as bots name them."""
        self.game.apply(self.state, action)
        self._ask()

    def refusal(self, index: int) -> str:
        """Why that cannot be chosen, in a sentence."""
        if self.over:
            return "the game is over; call reset()"
        return (
            f"{shown(index)} ({self.numbers.meaning(index)}) cannot be chosen now; action_mask says what can"
        )

    # --- what there is to know

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(self.state.to_move == OVER)

    def mask(self, seat: int) -> Mask:
        """Ones for what that seat may choose: nothing, unless it is to move."""
        return self.numbers.mask(self.offers if seat == self.state.to_move else ())

    def observe(self, seat: int) -> Floats:
        """What that seat knows, made from the state that is masked for it and nothing else."""
        masked = self.game.mask(self.state, seat)
        chosen = self.chosen if seat == self.state.to_move else ()
        if self.kind == "state":
            return self.numbers.observe(masked, seat, chosen)
        return featured(self.game, masked, seat)

    def bounds(self) -> tuple[Floats, Floats]:
        """The least and the most that each number of an observation may be."""
        if self.kind == "state":
            return self.numbers.bounds(self.players)
        most = np.full(feature_size(self.game), 100.0, np.float32)
        return -most, most

    def rewards(self) -> list[float]:
        """At the end: 1 for whoever wins alone, -1 shared by the losers; the sum is 0. Before, nothing."""
        return rewards_of(self.game, self.state) if self.over else [0.0] * self.players

    # --- copies

    def copy(self) -> Self:
        """Another one that goes on identically; the game itself, which has no memory, is shared."""
        found = type(self).__new__(type(self))
        for name, value in vars(self).items():
            setattr(found, name, value)
        found.state, found.rng = self.state.copy(), Random()
        found.rng.setstate(self.rng.getstate())
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        kept = {**vars(self), "game": packed(self.game)}
        del kept["numbers"]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)
        self.game = load(*kept["game"])
        self.numbers = self.game.numbers

    def key(self) -> int:
        """64 bits that stand for the position and for what was chosen of a move."""
        found = key(self.state)
        for index in self.chosen:
            found = (found * 6364136223846793005 + index + 1) & (1 << 64) - 1
        return found


def packed(game: AnyGame) -> tuple[str, str | None]:
    """What `load` makes this game of, in another process."""
    return game.id, None if game.board.shipped else json.dumps(game.board.data)


def rewards_of(game: AnyGame, state: Any) -> list[float]:
    """At the end: 1 for whoever wins alone, -1 shared by the losers; the sum is 0."""
    won, count = winners(game.scores(state)), state.players
    gain = (count / len(won) - 1) / (count - 1)
    return [gain if seat in won else -1 / (count - 1) for seat in range(count)]


def featured(game: AnyGame, masked: Any, seat: int) -> Floats:
    """What a learned bot is told of a masked state, and whose eyes these are, as one array."""
    parts = [each.astype(np.float32).ravel() for each in game.mind.features(masked)]
    own = np.zeros(game.seats[-1], np.float32)
    own[seat] = 1
    return np.concatenate([*parts, own])


def feature_size(game: AnyGame) -> int:
    """How many numbers that is."""
    rng, state = Random(1), game.start(game.seats[0])
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    return len(featured(game, game.mask(state, 0), 0))
