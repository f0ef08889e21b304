"""What the network is told about a position. Cards are not in it, so nothing that is hidden is.

The plain text of `kernels/features.py`. Three arrays:

- *things*, a row for each train, the three of seat 0 first: `TRAIN` names the columns;
- *holds*, a row for each seat: 1 for its own three trains;
- *seats*, a row for each seat: `SEAT` names the columns.

A number is divided so that it is about 1 at most. What a train *promises* is what those aboard are worth, the
less the longer their way; a stop is worth who alights there and what those promise who are aboard then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.core.bits import bits
from branchline.core.game import OVER
from branchline.games.koplopers.mind.distances import BLOCKED, KEPT
from branchline.games.koplopers.mind.goals import Goals
from branchline.games.koplopers.mind.likely import to_come
from branchline.games.koplopers.mind.weights import (
    AHEAD,
    LEAST_SPREAD,
    MOST_TURN,
    SPREAD,
    TURN,
)
from branchline.games.koplopers.rules.driving import is_blocked
from branchline.games.koplopers.rules.state import (
    CAPACITY,
    DOUBLE,
    FEW_CHIPS,
    LETTERS,
    POINTS,
    READY,
    ROUNDS,
    UNITS,
    KoplopersState,
    capacity,
    in_reserve,
    own_trains,
    rounds_left,
)

if TYPE_CHECKING:
    from branchline.games.koplopers.mind import Mind

VERSION = 1  # of all that is said here: weights belong to one

TRAIN = (
    "is on the board", "has two units", "passengers aboard", "room", "tickets aboard", "in a station",
    "in a yard", "blocked", "stopped where it stands in its latest turn", "may be turned round in a station",
    "what it promises", "worth of its best next stop", "of the second best", "points to the best",
    "who alight there", "aboard for disrupted stations", "aboard for stations within 5 points",
    "within 10 points", "for stations that are too far", "points to the nearest destination",
    "waiting within 5 points", "within 10", "sections ahead that are taken", "stations ahead disrupted",
    "sections ahead", "waiting where it is", "points that it may still count on", "points of this round",
)  # fmt: skip
SEAT = (
    "passengers delivered", "above the best other", "passengers aboard", "what its trains promise",
    "passengers to come above the best other", "above the mean of the others", "by how sure a lead is",
    "rounds left", "points of this round", "trains", "units in reserve", "repair card", "place in the round",
    "is the first player", "whose turn it is", "seats until its turn", "tickets on the board",
    "passengers on the board", "fewer than six tickets", "fewer than twelve", "nobody aboard",
    "somebody has nobody aboard", "last round", "three rounds left or fewer", "eight or fewer", "two players",
    "three", "four", "trains blocked", "the letter that moves next is near", "letters near its trains",
    "share of the win if it ended now", "the game is over", "turns to come", "worth of its best next stops",
    "letters near others",
)  # fmt: skip
SEATS = 4
NEAR, NOT_FAR = 5, 10  # points


class Features(NamedTuple):
    things: NDArray[np.float64]
    holds: NDArray[np.float64]
    seats: NDArray[np.float64]


def part_over(state: KoplopersState) -> float:
    """How much of the game is over."""
    return (state.round - 1) / ROUNDS[state.players]


def features(mind: Mind, state: KoplopersState) -> Features:
    things = np.zeros((SEATS * UNITS, len(TRAIN)))
    seats = np.zeros((SEATS, len(SEAT)))
    likely = [describe_seat(mind, state, seat, things, seats[seat]) for seat in range(state.players)]
    spread = LEAST_SPREAD + SPREAD * rounds_left(state)
    for seat, (mine, delivered) in enumerate(zip(likely, state.delivered, strict=True)):
        others = [each for other, each in enumerate(likely) if other != seat]
        most = max(each for other, each in enumerate(state.delivered) if other != seat)
        seats[seat, 1] = (delivered - most) / 500
        seats[seat, 4] = (mine - max(others)) / 500
        seats[seat, 5] = (mine - sum(others) / len(others)) / 500
        seats[seat, 6] = max(-4.0, min(4.0, (mine - max(others)) / (2 * spread)))
    return Features(things, np.repeat(np.eye(SEATS), UNITS, 1), seats)


def describe_seat(
    mind: Mind, state: KoplopersState, seat: int, things: NDArray[np.float64], row: NDArray[np.float64]
) -> float:
    """The rows of a seat and of its trains, but for what it is compared by; and passengers to come."""
    tables, players, left = mind.game.tables, state.players, rounds_left(state)
    trains, over = own_trains(state, seat), state.to_move == OVER
    soon = 0 if over else state.points if seat == state.active else to_come(state, seat)
    goals = Goals(mind, state, (POINTS * left + soon) / max(1, len(trains)))
    blocked = [is_blocked(tables, state, train) for train in trains]
    worths = 0.0
    for train, is_stuck in zip(trains, blocked, strict=True):
        things[train] = describe_train(mind, state, train, goals, soon)
        worths += things[train, 11] * CAPACITY * (KEPT[int(2 * BLOCKED)] if is_stuck else 1.0)
    load = sum(state.load[train] for train in trains)
    delivered = state.delivered[seat]
    near = [near_trains(mind, state, other) for other in range(players)]
    pointed = state.letters[state.pointer]
    row[:] = (
        delivered / 1000, 0, load / CAPACITY, sum(things[train, 10] for train in trains), 0, 0, 0,
        left / 25, soon / POINTS, len(trains) / UNITS, in_reserve(state, seat) / UNITS,
        state.repairs >> seat & 1, (seat - state.first) % players / players, seat == state.first,
        seat == state.active, (seat - state.active) % players / players, state.chips_left / 72,
        sum(map(tables.total, state.waiting)) / 5000, state.chips_left < FEW_CHIPS,
        state.chips_left < 2 * FEW_CHIPS, not load,
        any(not any(state.load[each * UNITS : each * UNITS + UNITS]) for each in range(players)),
        state.last != 0, left <= 3, left <= 8, players == 2, players == 3, players == 4, sum(blocked) / 2,
        pointed >= 0 and near[seat] >> pointed & 1,
        (near[seat] & state.disrupted).bit_count() / len(LETTERS), mind.outcome(state)[seat], over,
        (left + soon / POINTS) / 25, worths / CAPACITY,
        sum((each & state.disrupted).bit_count() for other, each in enumerate(near) if other != seat)
        / (len(LETTERS) * (players - 1)),
    )  # fmt: skip
    return delivered + soon / POINTS * min(MOST_TURN, TURN * (left + 1)) + AHEAD * worths


def near_trains(mind: Mind, state: KoplopersState, seat: int) -> int:
    """Stations whose disruption is in the way of a seat's trains."""
    tables, found = mind.game.tables, 0
    for train in own_trains(state, seat):
        found |= tables.stations_by[state.at[train]]
        for chip in bits(state.aboard[train]):
            found |= 1 << tables.destination[chip]
    return found


def describe_train(
    mind: Mind, state: KoplopersState, train: int, goals: Goals, soon: int
) -> tuple[float, ...]:
    tables, at, aboard = mind.game.tables, state.at[train], state.aboard[train]
    station, load, flags = tables.station[at], state.load[train], state.flags[train]
    room, cost = capacity(state, train) - load, mind.distances.cost[at]
    ranked = goals.last_stops(at, aboard, room)
    (best, goal), (second, _) = (*ranked, (0.0, -1), (0.0, -1))[:2]

    def those(points: float) -> int:
        """Passengers aboard for stations at most so far away."""
        chips = (chip for chip in bits(aboard) if cost[tables.destination[chip]] <= points)
        return sum(tables.passengers[chip] for chip in chips)

    def waiting(points: int) -> int:
        stocks = [(station, total) for station, (_, total, least) in goals.stocks.items() if least <= room]
        return sum(min(room, total) for station, total in stocks if cost[station] <= points)

    cut_off = sum(tables.passengers[c] for c in bits(aboard) if state.disrupted >> tables.destination[c] & 1)
    freed = (state.freed_before if train // UNITS == state.active else state.freed)[train]
    ahead = tables.onward[at]
    nearest = min((cost[tables.destination[chip]] for chip in bits(aboard)), default=20.0)
    here = tables.total(state.waiting[station]) if station >= 0 else 0
    return (
        1, bool(flags & DOUBLE), load / CAPACITY, room / CAPACITY, aboard.bit_count() / 5, station >= 0,
        tables.in_yard[at], is_blocked(tables, state, train), station >= 0 and freed == station,
        bool(flags & READY) or not ahead, goals.promise(at, aboard, 0) / CAPACITY, best / CAPACITY,
        second / CAPACITY, cost[goal] / 10 if goal >= 0 else 2.0,
        tables.total(aboard & tables.bound[goal]) / CAPACITY if goal >= 0 else 0, cut_off / CAPACITY,
        those(NEAR) / CAPACITY, those(NOT_FAR) / CAPACITY,
        (load - those(goals.horizon)) / CAPACITY, min(nearest, 20.0) / 10,
        min(waiting(NEAR), 1000) / CAPACITY, min(waiting(NOT_FAR), 4000) / (4 * CAPACITY),
        sum(state.occupied >> (end >> 1) & 1 for end in ahead) / 3,
        sum(bool(tables.front_bit[end] & state.disrupted) for end in ahead) / 3, len(ahead) / 6,
        min(room, here) / CAPACITY, goals.horizon / 50, soon / POINTS,
    )  # fmt: skip
