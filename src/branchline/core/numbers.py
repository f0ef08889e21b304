"""A game as numbers, for programs that learn: what a seat knows as one array, and moves as indices.

`games/NAME/numbers/` answers it, and stands on the rules alone. An index means the same thing in every
position of a board. A move whose way can be described by more than one choice (where to, then which flags) is
so many indices, one after the other; most are one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from branchline.core.action import Action, to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import Game, State, shown

__all__ = ["Field", "Numbers", "Part", "joined", "one_of", "rotated"]

S = TypeVar("S", bound=State)
Floats = NDArray[np.float32]
MOST = 10_000.0  # larger than any number of a position
NOTHING = -1  # for a choice that has not been made


class Field(NamedTuple):
    """Where something stands in an observation."""

    name: str
    start: int
    stop: int
    what: str


class Part(NamedTuple):
    """Something that an observation tells: numbers, or a set as an int of so many bits."""

    name: str
    width: int
    what: str
    read: Callable[[Any, int], Any]  # of a masked state, for a seat


class Layout(NamedTuple):
    """An observation for one number of players: all numbers, then all sets, each bit a number."""

    fields: tuple[Field, ...]
    lists: tuple[Callable[[Any, int], list[int]], ...]
    sets: tuple[tuple[int, Callable[[Any, int], int]], ...]  # with the place of the first bit
    split: int  # how many numbers there are
    size: int


def rotated(numbers: list[int], seat: int, per: int = 1) -> list[int]:
    """Numbers by seat, so many each, from this seat on.

    >>> rotated([1, 2, 3, 4], 1), rotated([1, 2, 3, 4], 1, per=2)
    ([2, 3, 4, 1], [3, 4, 1, 2])
    """
    return numbers[seat * per :] + numbers[: seat * per]


def joined(sets: Iterable[int], width: int) -> int:
    """Sets of so many bits each as one.

    >>> bin(joined([0b01, 0b11], 2))
    '0b1101'
    """
    if width == 8:  # quicker, and most sets of some games have eight members
        return int.from_bytes(bytes(sets), "little")
    found = place = 0
    for each in sets:
        found |= each << place
        place += width
    return found


def one_of(number: int, seat: int, count: int) -> int:
    """A seat or a train as a set of one, counted from where `seat` begins; empty where it is nobody."""
    return 1 << (number - seat) % count if number >= 0 else 0


class Numbers(Generic[S]):
    """What a seat knows as one array, and moves as indices.

    >>> import random, branchline
    >>> game = branchline.load("sncf-france")
    >>> state = game.start(players=4)
    >>> while state.to_move == branchline.CHANCE:
    ...     game.apply(state, game.draw(state, random.Random(7)))
    >>> numbers = game.numbers
    >>> numbers.index_of(state, ("build", "red", "d7"))
    (54,)
    >>> numbers.action_of(state, 54), numbers.meaning(54)
    (('build', 'red', 'd7'), 'build red d7')
    >>> masked = game.mask(state, 0)
    >>> numbers.observe(masked, 0).shape == (numbers.layout(4).size,)
    True
    """

    meanings: tuple[str, ...] = ()  # of every index, in words
    depth = 0  # choices that may come before the last one of a move

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self._layouts: dict[int, Layout] = {}

    # --- what a game says

    def offered(self, state: S, left: Sequence[Action], chosen: tuple[int, ...]) -> dict[int, list[Action]]:
        """Each index that may be chosen now, with the actions that are possible after it.

        `left` are the actions that are possible after what was `chosen` of this move.
        """
        raise BranchlineError(
            f"{self.game.name} has no list of actions; its moves are sampled and judged instead"
        )

    def parts(self, players: int) -> tuple[list[Part], list[Part]]:
        """What an observation tells: its numbers, and its sets."""
        raise BranchlineError(f"{self.game.name} has no array of what a seat knows")

    # --- shared by all games, overridden by none

    @property
    def size(self) -> int:
        """How many indices there are."""
        return len(self.meanings)

    def meaning(self, index: int) -> str:
        """What an index means, in every position."""
        if not 0 <= index < self.size:
            raise BranchlineError(f"an index of {self.game.name} is 0 to {self.size - 1}, not {shown(index)}")
        return self.meanings[index]

    def choices(self, state: S, chosen: tuple[int, ...] = ()) -> dict[int, list[Action]]:
        """Each index that the seat to move may choose now, with the actions that are possible after it."""
        left: Sequence[Action] = self.game.legal_actions(state)
        for place, index in enumerate(chosen):
            found = self.offered(state, left, chosen[:place])
            if index not in found:
                raise BranchlineError(f"{shown(index)} ({self.meaning(index)}) cannot be chosen now")
            left = found[index]
        return self.offered(state, left, chosen)

    def action_of(self, state: S, *chosen: int) -> Action:
        """The action that these choices lead to; refused where they leave more than one, or none."""
        if not chosen:
            raise BranchlineError("an action has at least one choice")
        found = self.choices(state, chosen[:-1])
        if chosen[-1] not in found:
            raise BranchlineError(f"{shown(chosen[-1])} ({self.meaning(chosen[-1])}) cannot be chosen now")
        if len(found[chosen[-1]]) > 1:
            more = ", ".join(map(str, self.offered(state, found[chosen[-1]], chosen)))
            raise BranchlineError(f"{self.meaning(chosen[-1])} leaves a choice: {more}")
        return found[chosen[-1]][0]

    def index_of(self, state: S, action: Action) -> tuple[int, ...]:
        """The choices that lead to a legal action, one in most cases."""
        chosen: tuple[int, ...] = ()
        left: Sequence[Action] = self.game.legal_actions(state)
        if action not in left:
            raise BranchlineError(f"'{to_text(action)}' is not among the legal actions")
        while True:
            offers = self.offered(state, left, chosen)
            index = min((each for each in offers if action in offers[each]), key=lambda i: len(offers[i]))
            chosen, left = (*chosen, index), offers[index]
            if len(left) == 1:
                return chosen

    def mask(self, offers: Iterable[int]) -> NDArray[np.int8]:
        """Ones for these indices."""
        found = bytearray(self.size)
        for index in offers:
            found[index] = 1
        return np.frombuffer(found, np.int8)

    def layout(self, players: int) -> Layout:
        """Where everything stands in an observation of a game for so many."""
        if players not in self._layouts:
            self._layouts[players] = laid_out(*self.parts(players), depth=self.depth)
        return self._layouts[players]

    def bounds(self, players: int) -> tuple[Floats, Floats]:
        """The least and the most that each number of an observation may be."""
        layout = self.layout(players)
        low, high = np.zeros(layout.size, np.float32), np.ones(layout.size, np.float32)
        low[: layout.split], high[: layout.split] = -MOST, MOST
        return low, high

    def observe(self, masked: S, seat: int, chosen: tuple[int, ...] = ()) -> Floats:
        """What that seat knows, from the state that was masked for it, and what it has chosen of a move."""
        layout, bits = self.layout(masked.players), 0
        numbers = array("h", chosen + (NOTHING,) * (self.depth - len(chosen)))
        for read in layout.lists:
            numbers.extend(read(masked, seat))
        for place, flags in layout.sets:
            bits |= flags(masked, seat) << place
        found = np.empty(layout.size, np.float32)
        found[: layout.split] = np.frombuffer(numbers, np.int16)
        width = layout.size - layout.split
        packed = np.frombuffer(bits.to_bytes((width + 7) // 8, "little"), np.uint8)
        found[layout.split :] = np.unpackbits(packed, count=width, bitorder="little")
        return found


def laid_out(lists: list[Part], sets: list[Part], depth: int) -> Layout:
    """Parts one after the other; the choices of a move that has begun come first."""
    fields, place = [], depth
    if depth:
        fields.append(Field("chosen", 0, depth, f"indices chosen of this move, {NOTHING} for none"))
    for part in (*lists, *sets):
        fields.append(Field(part.name, place, place + part.width, part.what))
        place += part.width
    split = depth + sum(part.width for part in lists)
    starts = [field.start - split for field in fields[len(fields) - len(sets) :]]
    flags = tuple(zip(starts, (part.read for part in sets), strict=True))
    return Layout(tuple(fields), tuple(part.read for part in lists), flags, split, place)
