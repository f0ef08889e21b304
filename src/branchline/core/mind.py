"""How a game is played well: the part of the contract that bots ask, on masked states only.

`games/NAME/mind/` answers it; everything here works for a game that has no mind of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, OVER, Game, State, winners

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Effort", "Mind", "Plan", "Sight", "preferred", "shares"]

Plan = tuple[Action, ...]  # a whole turn, or as much of it as one seat decides alone

S = TypeVar("S", bound=State)


class Sight(NamedTuple):
    """How closely a player looks who learned the game."""

    plans: int = 1  # turns that are compared by what follows them; 1: the best at first sight
    worlds: int = 0  # in so many dealt worlds
    turns: int = 0  # and for so many turns
    temperature: float = 0.0  # how readily it takes a turn that promises less: e times less at this much
    # the same of the others, where worlds are dealt by what they did; none: by what is proved
    belief: float = 0.0


class Effort(NamedTuple):
    """How long a review plays turns on."""

    rounds: int  # for so many of the table; then the network says who is ahead
    worlds: int  # before it is looked at what they say
    most: int  # worlds in all
    cost: float = 0.03  # of the share of the win: a turn that cost less is no mistake
    ends: int = 0  # worlds in which a mistake is played to the end too, before it is called one


def shares(worth: Sequence[float], spread: float) -> list[float]:
    """Who is how likely to win: so much more worth (`spread`) makes a win e times as likely.

    >>> shares([3.0, 3.0], 10.0)
    [0.5, 0.5]
    """
    best = max(worth)
    odds = [exp((each - best) / spread) for each in worth]
    total = sum(odds)
    return [each / total for each in odds]


def preferred(found: Sequence[tuple[float, Plan]], temperature: float, worst: float, rng: Random) -> Plan:
    """One of the turns that promise something, the best first: with a temperature now and then another one.

    `worst` is how much less the logarithm of its promise may be, however careless a player is.
    """
    best, plan = found[0]
    if not temperature:
        return plan
    good = [(worth, plan) for worth, plan in found if worth > best - worst]
    odds = [exp((worth - best) / temperature) for worth, _ in good]
    return rng.choices([plan for _, plan in good], odds)[0]


class Mind(Generic[S]):
    """How a game is played well, on masked states: what it says where it has something to say.

    >>> import random, branchline
    >>> game, rng = branchline.load("sncf-france"), random.Random(7)
    >>> state = game.start(players=4)
    >>> while state.to_move == branchline.CHANCE:
    ...     game.apply(state, game.draw(state, rng))
    >>> masked = game.mask(state, state.to_move)
    >>> game.mind.advise(masked, rng) in game.legal_actions(state)
    True
    """

    spread = 10.0  # of `value`, see `shares`
    effort = Effort(rounds=2, worlds=24, most=96)

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def value(self, state: S, seat: int) -> float:
        """How good a position looks for a seat; larger is better."""
        return 0.0

    def advise(self, state: S, rng: Random) -> Action:
        """What a player with a plan does on this masked state: the greedy bot, and playouts."""
        return self.ranked(state, rng)[0]

    def plans(self, state: S, rng: Random, width: int) -> list[Plan]:
        """At most `width` ways to go on for the seat to move, the best first as the game judges; never empty.

        A plan is actions of that seat alone: it ends with its turn, or before chance or another seat
        has a say. By default each legal action is a plan, in the order of `value`.
        """
        return [(action,) for action in self.ranked(state, rng)[:width]]

    def considered(self, state: S, rng: Random, width: int) -> list[Plan]:
        """At most `width` plans that a strong player would think of, for reviews; by default `plans`."""
        return self.plans(state, rng, width)

    def slip(self, state: S, rng: Random, width: int) -> Plan:
        """What somebody does who does not look closely: any of so many plans."""
        return rng.choice(self.plans(state, rng, width))

    def decide(self, state: S, rng: Random, sight: Sight) -> Plan:
        """What a player does who learned the game; only of games with a network."""
        raise NotImplementedError(f"{self.game.id} has no network")

    def features(self, state: S) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """What a network is told of a masked state: things, what each seat holds of them, and seats.

        `mind/features.py` of the game names the columns; where kernels find the same, they are asked.
        """
        try:
            plain = import_module(f"{type(self).__module__}.features")
        except ModuleNotFoundError:
            raise BranchlineError(f"{self.game.name} has no network, and so no features") from None
        things, holds, seats = plain.features(self, state)
        return things, holds, seats

    def skill(self) -> str:
        """A digest of what `decide` learned, so that games by other weights are not taken for these."""
        return ""

    def prepare(self) -> None:
        """Get `decide` ready, which may take a minute or two the first time on a machine."""

    def kept_in(self) -> str:
        """The folder that keeps what `prepare` compiles; empty if it compiles nothing."""
        return ""

    def outlook(self, state: S) -> list[float]:
        """Each seat's likely share of the win; they add up to 1.

        At OVER it is exact (`outcome`). Before, by default `value` weighed by `spread`.
        """
        if state.to_move == OVER:
            return self.outcome(state)
        return shares([self.value(state, seat) for seat in range(state.players)], self.spread)

    def playout(self, state: S, rng: Random, turns: int) -> list[float]:
        """The outlook once this world (it is used up) was played on by `advise` for some turns or to OVER."""
        game, seat = self.game, state.to_move
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
                continue
            if state.to_move != seat:
                seat, turns = state.to_move, turns - 1
                if turns < 0:
                    break
            game.apply(state, self.advise(state, rng))
        return self.outlook(state)

    def go_on(self, state: S, rng: Random, turns: int) -> list[float]:
        """As `playout`, by players as good as there are; for reviews."""
        return self.playout(state, rng, turns)

    def warm(self, tell: Callable[[str], None], wait: Callable[[], None] = lambda: None) -> None:
        """Get ready what a first move would have to wait for; `tell` gets a sentence if that takes time.

        Another process may do `warm_aside` meanwhile: `wait` is called before what that leaves is used.
        """

    def warm_aside(self) -> None:
        """A part of `warm` that takes as long as the rest, where there is one."""

    # --- shared by all games, overridden by none

    def ranked(self, state: S, rng: Random) -> list[Action]:
        """The legal actions in the order of `value`, equal ones by chance."""
        game, seat, found = self.game, state.to_move, []
        for action in game.legal_actions(state):
            after = state.copy()
            game.apply(after, action)
            found.append((self.value(after, seat) + rng.random() * 1e-6, action))
        found.sort(key=lambda each: -each[0])
        return [action for _, action in found]

    def outcome(self, state: S) -> list[float]:
        """At OVER: the win, shared by who has won."""
        scores = self.game.scores(state)
        won = winners(scores)
        return [1 / len(won) if seat in won else 0.0 for seat in range(len(scores))]
