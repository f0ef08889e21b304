"""Driving and turning round. Chapters "Turning round", "Driving" and "Dismantling" of RULES.md."""

from __future__ import annotations

from branchline.core.bits import bits
from branchline.core.game import Action, Say
from branchline.games.koplopers.rules.state import (
    ACTED,
    AGREED,
    COSTS,
    DOUBLE,
    DROVE,
    LASTING,
    NOWHERE,
    READY,
    STOPPED,
    TRADED,
    TRAINS,
    TURNED,
    UNITS,
    KoplopersState,
)
from branchline.games.koplopers.rules.tables import Tables


def is_blocked(tables: Tables, state: KoplopersState, train: int) -> bool:
    """disrupt.blocked: a disrupted station at either end of its section."""
    return bool(tables.touch[state.at[train]] & state.disrupted)


def points_for(state: KoplopersState, train: int, points: int) -> int:
    """coupled.one-point: an option under which a coupled train drives or turns for one point a turn."""
    if state.one_point and state.flags[train] & DOUBLE:
        return 0 if state.flags[train] & (TURNED | DROVE) else min(points, 1)
    return points


def can_turn(tables: Tables, state: KoplopersState, train: int) -> bool:
    """May this train be turned round, points aside?"""
    direction, flags = state.at[train], state.flags[train]
    if flags & (TURNED | DROVE | STOPPED) or tables.touch[direction] & state.disrupted:
        return False  # turn.once, turn.before-driving, free.last, disrupt.blocked
    if tables.station[direction] >= 0 or tables.in_yard[direction]:
        return bool(flags & READY) or not tables.onward[direction]  # turn.driven
    return bool(tables.ahead[direction] & state.disrupted)  # turn.open-track


def turn(tables: Tables, state: KoplopersState, train: int, say: Say) -> None:
    """turn.front: the front moves to the other end of the section."""
    state.at[train] ^= 1
    state.flags[train] = state.flags[train] & ~READY | TURNED | ACTED
    state.points -= COSTS["turn"]
    say("turned", TRAINS[train], tables.nodes[tables.front[state.at[train]]])


def drive(tables: Tables, state: KoplopersState, train: int, path: Action, say: Say) -> None:
    """drive.pass: stations on the way are passed without effect, unless the game is advanced."""
    start = direction = state.at[train]
    front, entered, station = tables.front, tables.entered, tables.station
    passed = 0
    for section in path:
        direction = entered[front[direction], section]
        if station[direction] >= 0:
            passed |= 1 << station[direction]
    state.at[train] = direction
    state.occupied = state.occupied & ~(1 << (start >> 1)) | 1 << (direction >> 1)
    state.flags[train] |= DROVE | ACTED | READY
    state.points -= COSTS["drive"] * len(path)
    if state.advanced:
        state.passing, state.passed = train, passed
    say("drove", TRAINS[train], path, tables.nodes[front[direction]])


def dismantle_cost(tables: Tables, state: KoplopersState, train: int) -> int:
    """dismantle.cost: one point to enter the yard, unless the train is in it, and one for each unit.

    0 if it cannot be dismantled here: dismantle.empty, dismantle.yard.
    """
    direction = state.at[train]
    if state.aboard[train] or state.flags[train] & STOPPED or tables.touch[direction] & state.disrupted:
        return 0
    units = 2 if state.flags[train] & DOUBLE else 1
    if tables.in_yard[direction]:
        return units
    station = tables.station[direction]
    if station < 0:
        return 0
    yard = tables.yard_at[station]
    if yard < 0 or state.occupied >> yard & 1:
        return 0
    return units if state.yard_free else units + 1


def dismantle(tables: Tables, state: KoplopersState, train: int, say: Say) -> None:
    """dismantle.reserve: the units may be built again later."""
    state.points -= dismantle_cost(tables, state, train)
    say("dismantled", train // UNITS, TRAINS[train])
    remove(state, train)


def remove(state: KoplopersState, train: int) -> None:
    """Take a train off the board, with all that was known of it."""
    state.occupied &= ~(1 << (state.at[train] >> 1))
    state.at[train] = state.freed[train] = state.freed_before[train] = NOWHERE
    state.aboard[train] = state.load[train] = state.flags[train] = 0


def place(state: KoplopersState, train: int, direction: int, flags: int) -> None:
    """Put a train on the board."""
    state.at[train] = direction
    state.flags[train] = flags
    state.occupied |= 1 << (direction >> 1)


def forget_turn(state: KoplopersState, seat: int) -> None:
    """A new turn of this seat: only what lasts is known of its trains."""
    for train in range(seat * UNITS, seat * UNITS + UNITS):
        flags = state.flags[train]
        state.flags[train] = flags & LASTING | (TRADED if flags & AGREED else 0)
        state.freed_before[train] = state.freed[train]
        state.freed[train] = NOWHERE


def stations_of(tables: Tables, stations: int) -> list[str]:
    return [tables.stations[station] for station in bits(stations)]
