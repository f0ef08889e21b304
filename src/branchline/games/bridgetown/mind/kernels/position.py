"""A board and a position as the kernels want them, arrays of ints; and what is asked of a position."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.rules.state import COORDINATORS, MODES, BridgetownState
from branchline.games.bridgetown.rules.tables import DRIVE, RAIL, Tables

Row = Any  # a numpy array of ints

SEATS = 4
LONGEST = 10  # steps of the longest ride, a doubled streetcar

(
    TO_MOVE, PLAYERS, SPECIALS_ON, RAILS_ON, BY_FLAGS, PHASE, ROUND, TURN, HOLDER, MOVED, USING, OWING,
) = range(12)  # fmt: skip
FLAGS = 12
BAG = FLAGS + MODES
AT = BAG + MODES
PLACED = AT + SEATS
SPECIALS = PLACED + SEATS
HELD = SPECIALS + SEATS
CARDS = HELD + SEATS
ROW = CARDS + SEATS * MODES
# a row begins as a state does
NUMBERS = attrgetter(*[field.name for field in fields(BridgetownState)[:FLAGS]])


class Board(NamedTuple):
    """A board's tables as arrays."""

    places: Any  # where the ways of a network, space and length begin
    ends: Any  # of each way
    bridges: Any  # that each way enters
    steps: Any  # from each space to each bridge
    speed: Any
    network: Any
    reach: Any  # bridges that some way of a network, space and length enters
    rounds: int
    blue: int  # the streetcar
    rail_bridge: int


def arrays_of(tables: Tables) -> Board:
    """Every ride as end and bridges, in one list with a place for each network, space and length."""
    places, ends, bridges, reach = [0], [], [], []
    for network in range(3):
        for space in range(tables.size):
            for length in range(LONGEST + 1):
                found = 0
                if 0 < length <= tables.longest[network]:
                    for end, entered, _ in tables.ways(network, space, length):
                        ends.append(end)
                        bridges.append(entered)
                        found |= entered
                places.append(len(ends))
                reach.append(found)
    distances = [[tables.distance(space)[b] for b in tables.bridge_spaces] for space in range(tables.size)]
    return Board(
        np.array(places, np.int64),
        np.array(ends, np.uint16),  # without a sign, so that the kernel need not look at it
        np.array(bridges, np.int64),
        np.array(distances, np.int64),
        np.array(tables.speed, np.int64),
        np.array(tables.network, np.int64),
        np.array(reach, np.int64),
        tables.rounds,
        tables.streetcar,
        tables.rail_bridge,
    )


def row_of(state: BridgetownState) -> Row:
    """A position as one row of ints."""
    spare = [0] * (SEATS - state.players)
    return np.array(
        [
            *NUMBERS(state), *state.flags, *state.bag, *state.at, *spare, *state.modes, *spare,
            *state.specials, *spare, *state.held, *spare, *state.cards, *spare * MODES,
        ],
        np.int64,
    )  # fmt: skip


def take_row(state: BridgetownState, row: Row) -> None:
    """Read a position back from a row."""
    ints, seats = row.tolist(), state.players
    state.to_move, (state.phase, state.round, state.turn) = ints[TO_MOVE], ints[PHASE:HOLDER]
    state.first, state.moved, state.using, state.owing = ints[HOLDER:FLAGS]
    state.flags = ints[FLAGS : FLAGS + MODES]
    state.bag = ints[BAG : BAG + MODES]
    state.at = ints[AT : AT + seats]
    state.modes = ints[PLACED : PLACED + seats]
    state.specials = ints[SPECIALS : SPECIALS + seats]
    state.held = ints[HELD : HELD + seats]
    state.cards = ints[CARDS : CARDS + seats * MODES]


@compiled
def ones(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def network_of(board: Board, row: Row, mode: int) -> int:
    """light.streetcar"""
    network = board.network[mode]
    return DRIVE if network == RAIL and not row[RAILS_ON] else network


@compiled
def key_of(network: int, space: int, length: int, size: int) -> int:
    return (network * size + space) * (LONGEST + 1) + length


@compiled
def bonus(row: Row, seat: int, mode: int) -> int:
    """race.bonus"""
    found = 0
    for other in range(row[PLAYERS]):
        if other != seat and row[PLACED + other] >> mode & 1:
            found += 1
    return found


@compiled
def unplaced(row: Row, seat: int) -> int:
    return COORDINATORS - ones(row[PLACED + seat]) - ones(row[SPECIALS + seat])
