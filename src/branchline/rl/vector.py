"""Many games in one call: an array of choices goes in, arrays of what is known and of rewards come out."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from branchline.core.errors import BranchlineError
from branchline.core.game import OVER, AnyGame
from branchline.rl.play import Floats, Play

SEEDS = 1 << 62


class Seen(NamedTuple):
    """How things stand in each game, a row each; a game that is over begins again with the next call."""

    to_move: NDArray[np.int64]  # the seat that chooses, OVER where the game has ended
    observation: Floats  # what that seat knows; empty rows if nothing is to be observed
    action_mask: NDArray[np.int8]  # and what it may choose; all zeros at the end
    reward: Floats  # of each seat, by what was chosen just now
    over: NDArray[np.bool_]


class Many:
    """So many games of one kind side by side.

    >>> import numpy as np
    >>> games = Many("sncf-france", 8, players=3)
    >>> seen = games.reset(seed=1)
    >>> seen.action_mask.shape == (8, games.size)
    True
    >>> seen = games.step(seen.action_mask.argmax(axis=1))
    >>> seen.reward.shape
    (8, 3)
    """

    def __init__(
        self, game: AnyGame | str, count: int, players: int | None = None, observation: str = "state",
        observes: bool = True, **options: str,
    ) -> None:  # fmt: skip
        if type(count) is not int or count < 1:
            raise BranchlineError("there is at least one game to step")
        self.plays = [Play(game, players, observation, **options) for _ in range(count)]
        first = self.plays[0]
        self.players, self.size, self.observes = first.players, first.numbers.size, observes
        self.width = len(first.bounds()[0]) if observes else 0

    def reset(self, seed: int | None = None) -> Seen:
        """All games anew; game `i` has a seed of its own that follows from this one."""
        seeds = np.random.default_rng(seed).integers(SEEDS, size=len(self.plays)).tolist()
        for play, own in zip(self.plays, seeds, strict=True):
            play.begin(own)
        return self._seen()

    def step(self, choices: Any) -> Seen:
        """A choice for each game; where a game is over, whatever is chosen begins the next one.

        One that may not be chosen is refused before anything is done, and the sentence names its game.
        """
        indices = np.asarray(choices).tolist()
        if len(indices) != len(self.plays):
            raise BranchlineError(f"there are {len(self.plays)} games, and {len(indices)} choices")
        for number, (play, index) in enumerate(zip(self.plays, indices, strict=True)):
            if index not in play.offers and not play.over:
                raise BranchlineError(f"game {number}: {play.refusal(index)}")
        for play, index in zip(self.plays, indices, strict=True):
            if play.state.to_move == OVER:
                play.begin()
            else:
                play.choose(index)
        return self._seen()

    def _seen(self) -> Seen:
        plays, count = self.plays, len(self.plays)
        movers = [play.state.to_move for play in plays]
        masks = bytearray(count * self.size)
        rewards = np.zeros((count, self.players), np.float32)
        found = np.zeros((count, self.width), np.float32)
        for number, play in enumerate(plays):
            begin = number * self.size
            for index in play.offers:
                masks[begin + index] = 1
            if movers[number] == OVER:
                rewards[number] = play.rewards()
            elif self.observes:
                found[number] = play.observe(movers[number])
        to_move = np.array(movers)
        mask = np.frombuffer(masks, np.int8).reshape(count, self.size)
        return Seen(to_move, found, mask, rewards, to_move == OVER)

    def copy(self) -> Self:
        """Others that go on identically."""
        found = type(self).__new__(type(self))
        vars(found).update(vars(self), plays=[play.copy() for play in self.plays])
        return found

    def keys(self) -> NDArray[np.uint64]:
        """64 bits for each position."""
        return np.array([play.key() for play in self.plays], np.uint64)


def vector(game: AnyGame | str, count: int, players: int | None = None, **chosen: Any) -> Many:
    """So many games that are stepped in one call; `observes=False` leaves observations out."""
    return Many(game, count, players, **chosen)
