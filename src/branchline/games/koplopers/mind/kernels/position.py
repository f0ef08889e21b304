"""A position as the kernels want it, one row of ints; and what is asked of it.

A chip is waiting at a station (its number), aboard a train or in a box; a card in a hand, in the pile (or
anywhere unknown) or discarded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from branchline.core.bits import bits
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.rules.state import CAPACITY, DOUBLE, LETTERS, ROUNDS, UNITS, KoplopersState

Row = NDArray[np.int64]

SEATS = 4
TRAINS = SEATS * UNITS
CHIPS, CARDS, STATIONS = 96, 64, 64  # a board with more is not for these kernels
ABOARD, BOX, GONE = STATIONS, STATIONS + TRAINS, -1  # where chips are, beside stations
DECK, DISCARD = SEATS, SEATS + 1  # where cards are, beside hands

# what a row begins with, named as in the state
NUMBERS = (
    "to_move", "players", "advanced", "yard_free", "again", "one_point", "phase", "first", "active", "round",
    "last", "ended", "points", "must_build", "card_played", "exchanged", "pointer", "chips_left",
)  # fmt: skip
(
    TO_MOVE, PLAYERS, ADVANCED, YARD_FREE, AGAIN, ONE_POINT, PHASE, FIRST, ACTIVE, ROUND, LAST, ENDED,
    POINTS_LEFT, MUST_BUILD, CARD_PLAYED, EXCHANGED, POINTER, CHIPS_LEFT,
) = range(18)  # fmt: skip
LETTER = len(NUMBERS)
AT = LETTER + len(LETTERS)
LOAD = AT + TRAINS
FLAGS = LOAD + TRAINS
FREED = FLAGS + TRAINS
FREED_BEFORE = FREED + TRAINS
HELD = FREED_BEFORE + TRAINS
OLD = HELD + SEATS
DELIVERED = OLD + SEATS
REPAIRS = DELIVERED + SEATS
CHIP = REPAIRS + SEATS
CARD = CHIP + CHIPS
PILE = CARD + CARDS  # cards that the draw pile was last made of
WIDTH = PILE + CARDS

ALL_ROUNDS = np.array([ROUNDS.get(players, 0) for players in range(SEATS + 1)])


def row_of(state: KoplopersState) -> Row:
    """A position as one row of ints."""
    row = np.zeros(WIDTH, np.int64)
    row[: len(NUMBERS)] = [getattr(state, name) for name in NUMBERS]
    row[LETTER:AT] = state.letters
    trains, seats = state.players * UNITS, state.players
    row[AT:LOAD] = row[FREED:HELD] = row[CHIP:CARD] = row[CARD:PILE] = GONE
    for place, found in ((AT, state.at), (LOAD, state.load), (FLAGS, state.flags), (FREED, state.freed)):
        row[place : place + trains] = found
    row[FREED_BEFORE : FREED_BEFORE + trains] = state.freed_before
    for place, found in ((HELD, state.held), (OLD, state.old), (DELIVERED, state.delivered)):
        row[place : place + seats] = found
    for place, sets in ((0, state.waiting), (ABOARD, state.aboard), (BOX, state.box)):
        for number, chips in enumerate(sets):
            for chip in bits(chips):
                row[CHIP + chip] = place + number
    for place, cards in (*enumerate(state.hands), (DECK, state.deck), (DISCARD, state.discard)):
        for card in bits(cards):
            row[CARD + card] = place
    for card in bits(state.pile):
        row[PILE + card] = 1
    for seat in bits(state.repairs):
        row[REPAIRS + seat] = 1
    return row


def take_row(state: KoplopersState, row: Row) -> None:
    """Read a position back from a row; what belongs to an exchange is not in one."""
    ints: list[int] = row.tolist()
    for name, number in zip(NUMBERS, ints, strict=False):
        setattr(state, name, number)
    trains, seats = state.players * UNITS, state.players
    state.letters = ints[LETTER:AT]
    state.at, state.load = ints[AT : AT + trains], ints[LOAD : LOAD + trains]
    state.flags, state.freed = ints[FLAGS : FLAGS + trains], ints[FREED : FREED + trains]
    state.freed_before = ints[FREED_BEFORE : FREED_BEFORE + trains]
    state.held, state.old = ints[HELD : HELD + seats], ints[OLD : OLD + seats]
    state.delivered = ints[DELIVERED : DELIVERED + seats]
    state.occupied = sum(1 << (direction >> 1) for direction in state.at if direction >= 0)
    state.disrupted = sum(1 << station for station in state.letters if station >= 0)

    def those(first: int, count: int, place: int) -> int:
        return sum(1 << number for number in range(count) if ints[first + number] == place)

    state.waiting = [those(CHIP, CHIPS, station) for station in range(len(state.waiting))]
    state.aboard = [those(CHIP, CHIPS, ABOARD + train) for train in range(trains)]
    state.box = [those(CHIP, CHIPS, BOX + seat) for seat in range(seats)]
    state.hands = [those(CARD, CARDS, seat) for seat in range(seats)]
    state.deck, state.discard = those(CARD, CARDS, DECK), those(CARD, CARDS, DISCARD)
    state.pile = those(PILE, CARDS, 1)
    state.repairs = sum(ints[REPAIRS + seat] << seat for seat in range(seats))


@compiled
def is_disrupted(row: Row, station: int) -> bool:
    """The front of a train may be at no station, -1, which is where letters are that are not on the board."""
    return station >= 0 and (
        row[LETTER] == station or row[LETTER + 1] == station or row[LETTER + 2] == station
    )


@compiled
def is_occupied(row: Row, section: int) -> bool:
    found = False
    for train in range(TRAINS):  # all at once: trains of no seat are nowhere, at -1
        found |= row[AT + train] >> 1 == section
    return found


@compiled
def capacity_of(row: Row, train: int) -> int:
    return 2 * CAPACITY if row[FLAGS + train] & DOUBLE else CAPACITY


@compiled
def room_of(row: Row, train: int) -> int:
    return int(capacity_of(row, train) - row[LOAD + train])


@compiled
def reserve_of(row: Row, seat: int) -> int:
    """Units that a seat could still build."""
    reserve = UNITS
    for train in range(seat * UNITS, seat * UNITS + UNITS):
        if row[AT + train] >= 0:
            reserve -= 2 if row[FLAGS + train] & DOUBLE else 1
    return reserve


@compiled
def trains_of(row: Row, seat: int) -> int:
    """How many trains a seat has on the board."""
    found = 0
    for train in range(seat * UNITS, seat * UNITS + UNITS):
        found += row[AT + train] >= 0
    return found


@compiled
def left_of(row: Row) -> int:
    """Rounds after this one."""
    return 0 if row[LAST] else ALL_ROUNDS[row[PLAYERS]] - row[ROUND]
