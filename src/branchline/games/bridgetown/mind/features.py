"""What the network is told about a position; nothing of it is hidden, and draws to come are not in it.

The plain text of `kernels/features.py`. Three arrays:

- *things*, a row for each seat and bridge, the eight of seat 0 first: the bridge as that seat sees it,
  `BRIDGE` names the columns;
- *holds*, a row for each seat: 1 for its own eight things;
- *seats*, a row for each seat: `SEAT` names the columns.

A number is divided so that it is about 1 at most. A flag *pays* if the place on the card is empty, or if it
brings a new colour for one that the card has twice. A seat's *plan* is what it would ride if nobody got in
its way: each of its modes once, as far as they go now, those still to be placed chosen freely.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.core.bits import bits
from branchline.core.game import CHANCE, OVER
from branchline.games.bridgetown.mind import weights
from branchline.games.bridgetown.rules.rounds import unplaced
from branchline.games.bridgetown.rules.state import (
    ALL_BRIDGES,
    BRIDGES,
    DOUBLE,
    MODES,
    PLACE,
    RACE,
    TURNS,
    BridgetownState,
)
from branchline.games.bridgetown.rules.tables import WALK

if TYPE_CHECKING:
    from branchline.games.bridgetown.mind import Mind
    from branchline.games.bridgetown.rules.game import Bridgetown

VERSION = 1  # of all that is said here: weights belong to one

BRIDGE = (
    "is on the card", "has a flag", "of a colour that the card has not", "that pays at an empty place",
    "that pays by an exchange", "is on its mode", "its next ride could take it", "could with Double",
    "could with a mode still to place", "others on the mode", "others whose next ride could take it",
    "those of them who move sooner", "steps away", "stands on it", "missing and close by",
    "carries the rails", "has the only flag of its colour on the card", "how many miss it", "down the river",
    "steps to the next missing bridge", "is the last missing one",
)  # fmt: skip
SEAT = (
    "flags", "colours", "five flags", "six", "seven", "flags above the best other", "colours above",
    "share of the win if it ended now", "way along all missing bridges", "shorter than the shortest other",
    "missing bridges close by", "worth of its plan", "above the best other", "card and plan above",
    "modes on the wheel", "coordinators in hand", "First", "Double", "Swap", "is to move",
    "seats until it is its turn", "place in turn order", "has moved in this turn",
    "has the first player's disc", "coordinators are placed", "the race is on", "flags are drawn",
    "the game is over", "turn", "rounds to come", "last round", "last but one", "two players", "three",
    "four", "place in the next round's order", "how likely a drawn flag has a new colour",
    "worth of its best next ride", "it could win by its next ride", "flags for empty places on its modes",
)  # fmt: skip
SEATS = 4
MOST_STEPS = 16


class Features(NamedTuple):
    things: NDArray[np.float64]
    holds: NDArray[np.float64]
    seats: NDArray[np.float64]


class Outlook:
    """What a position holds for one seat."""

    def __init__(self, game: Bridgetown, state: BridgetownState, seat: int) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.card = state.cards[seat * MODES : seat * MODES + MODES]
        self.held, self.placed = state.held[seat], state.modes[seat]
        self.in_hand = unplaced(state, seat) if state.phase == PLACE else 0
        self.double = bool(state.specials[seat] & DOUBLE)
        self.missing = [bridge for bridge in range(BRIDGES) if not self.held >> bridge & 1]
        self.last = state.round >= game.tables.rounds
        self.flag = weights.FLAG
        if len(self.missing) == 1:
            self.flag = weights.LAST_FLAG
        elif self.last and len(self.missing) > TURNS:
            self.flag = weights.IDLE_FLAG
        self.often = sum(bridges for bridges in self.card if bridges.bit_count() > 1)
        self.steps = self.steps_from(state.at[seat])
        self.known: dict[tuple[int, frozenset[tuple[int, bool]]], float] = {}
        self.ridden: dict[tuple[int, tuple[int, bool]], dict[int, float]] = {}

    def steps_from(self, space: int) -> list[int]:
        distance = self.game.tables.distance(space)
        return [distance[bridge] for bridge in self.game.tables.bridge_spaces]

    def is_new(self, colour: int) -> bool:
        return not self.card[colour]

    def pays(self, mode: int) -> int:
        free = ALL_BRIDGES & ~self.held | (self.often if self.is_new(mode) else 0)
        return self.state.flags[mode] & free

    def length(self, mode: int, doubled: bool) -> int:
        """As far as the mode goes now; bonuses count once it is placed."""
        speed = self.game.tables.speed[mode]
        if doubled:
            return 2 * speed
        others = sum(modes >> mode & 1 for seat, modes in enumerate(self.state.modes) if seat != self.seat)
        return speed + (others if self.placed >> mode & 1 else 0)

    def reach(self, mode: int, doubled: bool = False) -> int:
        """Bridges where its next ride by this mode could take a flag that pays."""
        network, space = self.game.network(self.state, mode), self.state.at[self.seat]
        return self.pays(mode) & self.game.tables.in_reach(network, space, self.length(mode, doubled))

    def near(self, space: int) -> float:
        steps = self.steps_from(space)
        return sum(max(0.0, 1 - steps[bridge] / weights.FAR) for bridge in self.missing)

    def resting(self, space: int) -> float:
        """What it is worth to end the round here."""
        return 0.0 if self.last else weights.CLOSE * self.near(space)

    def rides(self, mode: int, space: int, doubled: bool) -> Iterator[tuple[int, float]]:
        """Where a ride may end, and what it brings."""
        tables, pays = self.game.tables, self.pays(mode)
        ways = tables.ways(self.game.network(self.state, mode), space, self.length(mode, doubled))
        for end, bridges, _ in ways:
            takes = bridges & pays
            brings = self.flag * (takes & ~self.held).bit_count()
            yield end, brings + (weights.COLOUR if takes and self.is_new(mode) else 0.0)
        if not ways and not doubled:
            yield space, 0.0
            yield from ((end, 0.0) for end, _, _ in tables.ways(WALK, space, 1))

    def rides_worth(self, rides: frozenset[tuple[int, bool]], space: int) -> float:
        """The most that these rides, some of them doubled, bring from here in any order."""
        key = space, rides
        found = self.known.get(key)
        if found is None:
            found = -1000.0 if rides else self.resting(space)
            for ride in rides:
                rest = rides - {ride}
                for end, brings in self.best_rides(ride, space).items():
                    found = max(found, brings + self.rides_worth(rest, end))
            self.known[key] = found
        return found

    def best_rides(self, ride: tuple[int, bool], space: int) -> dict[int, float]:
        """Where it may end, each with the most that it brings on the way there."""
        key = space, ride
        found = self.ridden.get(key)
        if found is None:
            found = self.ridden[key] = {}
            for end, brings in self.rides(ride[0], space, ride[1]):
                found[end] = max(brings, found.get(end, 0.0))
        return found

    def plan(self) -> float:
        placed, space = list(bits(self.placed)), self.state.at[self.seat]
        free = [mode for mode in range(MODES) if mode not in placed]
        best = -1000.0
        for more in combinations(free, self.in_hand):
            plain = frozenset((mode, False) for mode in (*placed, *more))
            best = max(best, self.rides_worth(plain, space))
            if self.double:
                for mode, _ in plain:
                    best = max(best, self.rides_worth(plain - {(mode, False)} | {(mode, True)}, space))
        return best

    def best_ride(self) -> float:
        modes = range(MODES) if self.in_hand else bits(self.placed)
        space = self.state.at[self.seat]
        return max((self.rides_worth(frozenset({(mode, False)}), space) for mode in modes), default=0.0)

    def could_win(self) -> bool:
        missing = ALL_BRIDGES & ~self.held
        ways = self.game.tables.ways
        return any(
            bridges & self.state.flags[mode] & missing == missing
            for mode in bits(self.placed)
            for doubled in ((False, True) if self.double else (False,))
            for _, bridges, _ in ways(
                self.game.network(self.state, mode), self.state.at[self.seat], self.length(mode, doubled)
            )
        )

    def tour(self) -> int:
        spaces = [self.game.tables.bridge_spaces[bridge] for bridge in self.missing]
        if not spaces:
            return 0
        along = sum(self.game.tables.distance(one)[other] for one, other in pairwise(spaces))
        return along + min(self.steps[self.missing[0]], self.steps[self.missing[-1]])

    def next_rides(self) -> int:
        return either(self.reach(mode) for mode in bits(self.placed))

    def until(self) -> int:
        state = self.state
        found = (self.seat - state.first) % state.players
        return found + state.players * (state.phase == RACE and state.moved >> self.seat & 1)


def either(sets: Iterator[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found


def features(mind: Mind, state: BridgetownState) -> Features:
    seats = [Outlook(mind.game, state, seat) for seat in range(state.players)]
    things, holds = np.zeros((SEATS * BRIDGES, len(BRIDGE))), np.zeros((SEATS, SEATS * BRIDGES))
    for seat in range(SEATS):
        holds[seat, seat * BRIDGES : (seat + 1) * BRIDGES] = 1
    for seat, own in enumerate(seats):
        others = [each for each in seats if each is not own]
        for bridge in range(BRIDGES):
            things[seat * BRIDGES + bridge] = of_bridge(own, others, bridge)
    return Features(things, holds, of_seats(mind, state, seats))


def of_bridge(own: Outlook, others: list[Outlook], bridge: int) -> list[float]:
    tables, bit = own.game.tables, 1 << bridge
    lying = own.game.lying(own.state)[bridge]
    steps, is_held = own.steps[bridge], bool(own.held & bit)
    flag = lying >= 0
    pays = flag and bool(own.pays(lying) & bit)
    rivals = [other for other in others if other.next_rides() & bit]
    distance = tables.distance(tables.bridge_spaces[bridge])
    to_next = [distance[tables.bridge_spaces[other]] for other in own.missing if other != bridge]
    twice = either(own.reach(mode, True) for mode in bits(own.placed)) if own.double else 0
    may = either(own.reach(mode) for mode in range(MODES) if own.in_hand and not own.placed >> mode & 1)
    return [
        is_held, flag, flag and own.is_new(lying), pays and not is_held, pays and is_held,
        flag and own.placed >> lying & 1, own.next_rides() >> bridge & 1, twice >> bridge & 1,
        may >> bridge & 1, sum(flag and other.placed >> lying & 1 for other in others) / 3, len(rivals) / 3,
        sum(other.until() < own.until() for other in rivals) / 3, min(steps, MOST_STEPS) / 8, steps == 0,
        0.0 if is_held else max(0.0, 1 - steps / weights.FAR), bridge == tables.rail_bridge,
        is_held and not own.often & bit, sum(bridge in each.missing for each in (own, *others)) / 4,
        bridge / 7, min([MOST_STEPS, *to_next]) / 8, own.missing == [bridge],
    ]  # fmt: skip


def of_seats(mind: Mind, state: BridgetownState, seats: list[Outlook]) -> NDArray[np.float64]:
    game, players, mover = mind.game, state.players, state.to_move
    flags = [each.held.bit_count() for each in seats]
    colours = [MODES - each.card.count(0) for each in seats]
    plans, tours = [each.plan() for each in seats], [each.tour() for each in seats]
    totals = [
        weights.FLAG * flags[seat] + weights.COLOUR * colours[seat] + plans[seat] for seat in range(players)
    ]
    ended, left = mind.outcome(state), game.tables.rounds - state.round
    order = sorted(range(players), key=lambda seat: (flags[seat], (seat - state.first - 1) % players))
    drawn = [
        count
        for colour, count in enumerate(state.bag)
        if colour != game.tables.streetcar or not state.with_rails
    ]
    found = np.zeros((SEATS, len(SEAT)))
    for seat, own in enumerate(seats):

        def above(numbers: list[float] | list[int], seat: int = seat) -> float:
            return numbers[seat] - max(each for other, each in enumerate(numbers) if other != seat)

        new = [
            count
            for colour, count in enumerate(state.bag)
            if own.is_new(colour) and (colour != game.tables.streetcar or not state.with_rails)
        ]
        paying = either(own.pays(mode) for mode in bits(own.placed)) & ~own.held
        found[seat] = [
            flags[seat] / 8, colours[seat] / 8, flags[seat] >= 5, flags[seat] >= 6, flags[seat] >= 7,
            above(flags) / 4, above(colours) / 4, ended[seat], tours[seat] / 16,
            above([-each for each in tours]) / 16, own.near(state.at[seat]) / 4, plans[seat] / 4,
            limited(above(plans) / 4, 2), limited(above(totals) / 4, 2), own.placed.bit_count() / 3,
            own.in_hand / 3, *(state.specials[seat] >> special & 1 for special in range(3)), seat == mover,
            (seat - (mover if mover >= 0 else state.first)) % players / players,
            (seat - state.first) % players / players, state.moved >> seat & 1, seat == state.first,
            state.phase == PLACE, state.phase > PLACE, mover == CHANCE, mover == OVER, state.turn / 3,
            left / 4, left == 0, left == 1, *(players == each for each in (2, 3, 4)),
            order.index(seat) / players, sum(new) / sum(drawn) if sum(drawn) else 0.0, own.best_ride() / 3,
            own.could_win(), paying.bit_count() / 3,
        ]  # fmt: skip
    return found


def part_over(game: Bridgetown, round: int) -> float:
    """How much of a game is over."""
    return (round - 1) / game.tables.rounds


def limited(number: float, most: float) -> float:
    return max(-most, min(most, number))
