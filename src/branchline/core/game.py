"""The contract between the rules of a game and everything that plays it.

A game is one object without memory: what never changes (board, tables) lives on it, what changes
lives in its state. An action is a tuple of a verb and its arguments, `("build", "red", "f12")`.
How it is shown stands in `looks.py`, how it is played well in `mind.py`, what programs that learn are told in
`numbers.py`: a game reaches them by `game.looks`, `game.mind` and `game.numbers`, and loads none of them
before somebody asks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from branchline.core.action import Action, from_typed, to_text
from branchline.core.board import Board
from branchline.core.errors import BadAction, BranchlineError, Refused, RuleViolation, over
from branchline.core.voice import say as told
from branchline.core.voice import shown
from branchline.core.words import Words

if TYPE_CHECKING:
    from branchline.core.looks import Looks, Shown
    from branchline.core.mind import Mind
    from branchline.core.numbers import Numbers

__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "AnyGame",
    "Game",
    "Json",
    "Option",
    "Options",
    "Say",
    "State",
    "not_for",
    "shown",
    "silent",
    "winners",
]

CHANCE = -1  #: `state.to_move` where nobody decides: something is to be drawn.
OVER = -2  #: `state.to_move` once the game has ended.

Json = Any
Options = Mapping[str, str]
Say = Callable[..., None]  # say("city", "red", "f12", 3): the rules tell what happens


def silent(*event: Any) -> None:
    """For callers who do not listen."""


class State(Protocol):
    """What changes in a game: ints, flat lists of ints and int bit sets in a slotted dataclass.

    Every game has a state of its own; this much they share. It is changed in place by `Game.apply`: copy
    what you keep.

    >>> import branchline
    >>> state = branchline.load("sncf-france").start(players=4)
    >>> state
    <SncfState: 4 players, chance to draw, ~7ce8552f>
    >>> state.copy() == state
    True
    """

    to_move: int  #: Whose decision it is: a seat (0, 1, ...), CHANCE or OVER.
    players: int  #: How many seats there are.

    def copy(self) -> Self:
        """Another state that shares nothing that can change."""
        ...


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that is frozen when a match begins; the first value is the default.

    >>> import branchline
    >>> branchline.load("sncf-france").options[0]
    Option(name='hidden', values=('strict', 'tally', 'open'))
    """

    name: str  #: What `Game.start` calls it.
    values: tuple[str, ...]  #: What it may be.


class Game(ABC, Generic[S]):
    """The rules of one game: what may be done now, what it changes, and who has won.

    It has no memory, so one object serves any number of matches.

    >>> import random, branchline
    >>> game = branchline.load("sncf-france")
    >>> state = game.start(players=4, hidden="open")
    >>> while state.to_move == branchline.CHANCE:
    ...     game.apply(state, game.draw(state, random.Random(7)))
    >>> action = game.legal_actions(state)[0]
    >>> action
    ('build', 'red', 'd7')
    >>> game.apply(state, action)
    """

    id: str  #: The name it is loaded by.
    name: str  #: The name that people read.
    seats: range  #: For how many players it is.
    options: tuple[Option, ...] = ()  #: What can be chosen when a match begins.
    longest: int  #: No match has more actions than this, chance included.
    lists_all: ClassVar[bool] = True  #: Does `legal_actions` list every legal action?
    board: Board  #: What it is played on.
    words: Words  #: Its sentences and printed names.

    def __init__(self, game_id: str, board: Board, words: Mapping[str, Mapping[str, str]]) -> None:
        self.id, self.board, self.words = game_id, board, Words(words)

    def __repr__(self) -> str:
        seats = f"{self.seats[0]} to {self.seats[-1]} players"
        return f"<{type(self).__name__} {self.id}: {seats}, board {self.board.id}>"

    # --- what every game must say

    @abstractmethod
    def setup(self, players: int, options: Options) -> S:
        """The state before the first action. Use `start` from outside: it checks its arguments."""

    @abstractmethod
    def legal_actions(self, state: S) -> list[Action]:
        """What the seat to move may do, or what chance may draw; never empty. Raises `over()` at OVER."""

    @abstractmethod
    def apply(self, state: S, action: Action, say: Say = silent) -> None:
        """Change the state by a legal action. Trusts its caller, but raises `over()` at OVER."""

    @abstractmethod
    def scores(self, state: S) -> list[tuple[int, ...]]:
        """At OVER, per seat: the larger tuple wins, equal tuples share."""

    # --- what a game says where it has it

    def chance(self, state: S) -> list[tuple[Action, int]]:
        """What may be drawn now, each with its weight."""
        raise NotImplementedError

    def draw(self, state: S, rng: Random) -> Action:
        """One outcome, drawn by weight."""
        if state.to_move != CHANCE:
            raise over() if state.to_move == OVER else Refused(told("core.not-drawing"))
        outcomes = self.chance(state)
        total = 0
        for _, weight in outcomes:
            total += weight
        ticket = rng.randrange(total)
        for action, weight in outcomes:
            ticket -= weight
            if ticket < 0:
                return action
        raise AssertionError("the weights of a draw are positive")

    def mask(self, state: S, seat: int | None) -> S:
        """A copy without what that seat may not know; hides nothing at OVER."""
        return state.copy()

    def shown(self, state: S, action: Action, seat: int | None) -> Action:
        """An action as that seat may see it: ("deal", 0, "?")."""
        return action

    def reveals(self, state: S, action: Action) -> bool:
        """Does it make a secret public by the rules? The last card of a hidden deal lays open the stock."""
        return False

    def guess(self, state: S, seat: int | None, rng: Random) -> S:
        """One world that fits what the seat has seen: mask(guess(mask(s))) == mask(s)."""
        return state.copy()

    def propose(self, state: S, partial: Action) -> list[Action]:
        """Complete what a person began; by default the legal actions that begin so."""
        size = len(partial)
        return [action for action in self.legal_actions(state) if action[:size] == partial]

    def meant(self, state: S, action: Action) -> Action:
        """The listed action that an unlisted one stands for: another way to the same end, names in
        another order, or only the end, which means the best way there. Itself where there is none.

        Only asked after a refusal, for the seat to move.
        """
        return action

    def explain(self, state: S, action: Action) -> BranchlineError:
        """Why an action that is not legal is not. Only asked after a refusal."""
        return BadAction(told("core.not-possible", self.words.line(to_text(action))))

    def check(self, state: S, action: Action) -> None:
        """Raise unless the action is legal; judges chance too, so that a replay checks every row."""
        if state.to_move == OVER:
            raise over()
        if type(action) is not tuple:
            raise BadAction(told("core.action-tuple", shown(action)))
        if action not in self.legal_actions(state):
            if state.to_move == CHANCE:
                raise BadAction(told("core.not-drawn", to_text(action)))
            raise self.explain(state, action)

    def random_action(self, state: S, rng: Random) -> Action:
        """A quick random action, for playouts."""
        if state.to_move == CHANCE:
            return self.draw(state, rng)
        return rng.choice(self.legal_actions(state))

    # --- what a person types

    def called(self, verb: str, place: int) -> Mapping[str, str]:
        """The ids that may stand in that place (1, 2, ...) after the verb, with their printed names.

        By default everything that has a name. Where a name stands for two things, the verb decides.
        """
        return self.words.names

    def read(self, line: str) -> Action:
        """A typed line as the action that it says: verbs in English or as the game's buttons call them.

        >>> import branchline
        >>> branchline.load("sncf-france", language="fr").read("Construire rouge Le Havre")
        ('build', 'red', 'd6')
        """
        return from_typed(line, self.called, self.words.verbs)

    def steps(self, typed: Action) -> list[Action]:
        """A typed line as actions, one after the other: `build red g9 g10` is two."""
        return [typed]

    # --- the other floors of its folder

    @cached_property
    def looks(self) -> Looks[S]:
        """How it is shown. A game of one file says `looks = cached_property(ItsLooks)`, or looks plain."""
        found: Looks[S] = _floor(self, "looks").Looks(self)
        return found

    @cached_property
    def mind(self) -> Mind[S]:
        """How it is played well, on masked states only; found as `looks` is."""
        found: Mind[S] = _floor(self, "mind").Mind(self)
        return found

    @cached_property
    def numbers(self) -> Numbers[S]:
        """What a seat knows as an array, and moves as indices, for programs that learn; found likewise."""
        found: Numbers[S] = _floor(self, "numbers").Numbers(self)
        return found

    # --- shared by all games, overridden by none

    def show(self, state: S, seat: int | None = None) -> Shown:
        """What that seat sees: a picture in a notebook, text in a terminal; None is a spectator."""
        return self.looks.show(state, seat)

    def _repr_svg_(self) -> str:
        """Its board, drawn where a notebook shows the game."""
        return self.looks.picture(None)

    def start(self, players: int, **chosen: str) -> S:
        """A new state, with defaults for options that are not named.

        Raises BranchlineError, with a sentence, for a number of players or an option that the game
        does not have.
        """
        if type(players) is not int or players not in self.seats:
            raise BranchlineError(not_for(self, players))
        return self.setup(players, self.complete(chosen))

    def complete(self, chosen: Options) -> Options:
        """All options, with defaults where nothing is chosen."""
        options = {option.name: option.values[0] for option in self.options}
        for name, value in chosen.items():
            if name not in options:
                known = ", ".join(options) or told("core.none")
                raise BranchlineError(told("core.no-option", game=self.name, name=shown(name), known=known))
            values = next(option.values for option in self.options if option.name == name)
            if str(value) not in values:
                raise BranchlineError(
                    told("core.option-value", name=name, game=self.name, values=values, value=shown(value))
                )
            options[name] = str(value)
        return options

    def accept(self, state: S, action: Action) -> Action:
        """The listed action that this one is or stands for, as every prompt and server takes it.

        Raises, as `check` does, unless it is legal.
        """
        try:
            self.check(state, action)
        except BranchlineError:
            listed = self.meant(state, action) if state.to_move >= 0 else action
            if listed == action:
                raise
            self.check(state, listed)
            return listed
        return action

    def understand(self, state: S, line: str) -> tuple[list[Action], bool]:
        """The legal actions that a typed line stands for, in this order, on what the seat to move knows.

        Also whether they are what was typed, and no proposal that the person should see first. Raises,
        as `check` does, unless all of them are legal.

        >>> import random, branchline
        >>> game = branchline.load("sncf-france")
        >>> state = game.start(players=4, hidden="open")
        >>> while state.to_move == branchline.CHANCE:
        ...     game.apply(state, game.draw(state, random.Random(7)))
        >>> game.understand(state, "Build RED d7, c8")
        ([('build', 'red', 'd7'), ('build', 'red', 'c8')], True)
        """
        after, seat, found, sure = state.copy(), state.to_move, list[Action](), True
        steps = self.steps(self.read(line))
        for step in steps:
            if after.to_move != seat:
                raise BadAction(told("core.turn-over", self.words.line(to_text(step))))
            action, sure = self._completed(after, step)
            found.append(action)
            if len(steps) > 1:
                self.apply(after, action)
        return found, sure

    def _completed(self, state: S, typed: Action) -> tuple[Action, bool]:
        """Where moves cannot be listed the game makes something of it: a string by its stations."""
        try:
            return self.accept(state, typed), True
        except BadAction:
            if self.lists_all:
                raise
            found = self.propose(state, typed)
            if not found:
                raise self.explain(state, typed) from None
            return found[0], False

    def violation(self, rule: str, **values: Any) -> RuleViolation:
        """A refusal with its sentence."""
        return RuleViolation(rule, self.words.sentence("refusals", rule, **values), values)


AnyGame = Game[Any]


def _floor(game: AnyGame, name: str) -> ModuleType:
    """`games/NAME/looks` for rules that stand in `games/NAME/rules`, else the plain one of the core."""
    folder, rules, _ = f"{type(game).__module__}.".rpartition(".rules.")
    if rules:
        try:
            return import_module(f"{folder}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{folder}.{name}":
                raise
    return import_module(f"branchline.core.{name}")


def not_for(game: AnyGame, players: Any) -> str:
    """That so many cannot play."""
    seats = game.seats
    return told("core.players", game=game.name, least=seats[0], most=seats[-1], players=shown(players))


def winners(scores: list[tuple[int, ...]]) -> list[int]:
    """The seats that win or share the win.

    >>> winners([(61,), (58,), (61,)])
    [0, 2]
    """
    best = max(scores)
    return [seat for seat, score in enumerate(scores) if score == best]
