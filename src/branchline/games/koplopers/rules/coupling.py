"""Coupling and uncoupling. Chapter "Coupling" of RULES.md."""

from __future__ import annotations

from branchline.core.game import Say
from branchline.games.koplopers.rules.driving import is_blocked, place, remove
from branchline.games.koplopers.rules.exchange import can_divide, open_exchange
from branchline.games.koplopers.rules.state import (
    DIVIDE,
    DOUBLE,
    READY,
    RECOUPLED,
    TRAINS,
    UNITS,
    KoplopersState,
    free_number,
)
from branchline.games.koplopers.rules.stops import free_station, mark_free, stop
from branchline.games.koplopers.rules.tables import Tables


def can_couple(tables: Tables, state: KoplopersState, train: int, other: int) -> bool:
    """Two own trains that may both take free actions in the same station; are they fit for coupling?"""
    return not (
        (state.flags[train] | state.flags[other]) & (DOUBLE | RECOUPLED)  # couple.units, couple.once
        or is_blocked(tables, state, train)
        or is_blocked(tables, state, other)
    )


def couple(tables: Tables, state: KoplopersState, stays: int, leaves: int, say: Say) -> None:
    """couple.pool: one piece leaves the board, and its chips go to the one that stays."""
    station = tables.station[state.at[stays]]
    for each in (stays, leaves):
        stop(tables, state, each, say)
    state.aboard[stays] |= state.aboard[leaves]
    state.load[stays] += state.load[leaves]
    state.flags[stays] |= DOUBLE | RECOUPLED
    remove(state, leaves)
    mark_free(state, stays, station)
    say("coupled", TRAINS[stays], TRAINS[leaves], tables.stations[station])


def uncouple_places(tables: Tables, state: KoplopersState, train: int) -> list[int]:
    """uncouple.section: free black sections at the station, as directions with the front there."""
    station = free_station(tables, state, train)
    return [
        d
        for d in tables.arrivals[station]
        if not state.occupied >> (d >> 1) & 1 and not tables.touch[d] & state.disrupted
    ]


def can_uncouple(tables: Tables, state: KoplopersState, train: int) -> bool:
    """A train that may take free actions: may it be uncoupled, if there is a section?"""
    flags = state.flags[train]
    if not flags & DOUBLE or flags & RECOUPLED or is_blocked(tables, state, train):
        return False
    return can_divide(tables, state, train)


def uncouple(tables: Tables, state: KoplopersState, train: int, section: int, say: Say) -> None:
    """uncouple.second: the second unit stands on that section, with its front at the station."""
    station = tables.station[state.at[train]]
    stop(tables, state, train, say)
    second = free_number(state, train // UNITS)
    direction = next(d for d in tables.arrivals[station] if d >> 1 == section)
    state.flags[train] = state.flags[train] & ~DOUBLE | RECOUPLED
    place(state, second, direction, state.flags[train] & READY | RECOUPLED)
    for each in (train, second):
        mark_free(state, each, station)
    say("uncoupled", TRAINS[train], TRAINS[second], tables.sections[section])
    open_exchange(tables, state, train, second, DIVIDE, say)
