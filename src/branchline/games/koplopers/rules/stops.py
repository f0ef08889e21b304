"""Stops: calling out, alighting and boarding. Chapters "Free actions", "Stops" and "Passing" of RULES.md."""

from __future__ import annotations

from branchline.core.bits import bits
from branchline.core.game import Say
from branchline.games.koplopers.rules.state import (
    ACTED,
    DROVE,
    STOPPED,
    TRAINS,
    TURNED,
    UNITS,
    KoplopersState,
    capacity,
)
from branchline.games.koplopers.rules.tables import Tables


def free_station(tables: Tables, state: KoplopersState, train: int) -> int:
    """Where a train may take free actions now, or -1: free.station, free.disrupted, free.again."""
    station = tables.station[state.at[train]]
    if station < 0 or state.disrupted >> station & 1:
        return -1
    if state.freed_before[train] == station and not state.again:
        return -1
    return station


def fits(tables: Tables, state: KoplopersState, train: int, station: int) -> bool:
    """Is there a chip at the station that the train has room for?"""
    chips = state.waiting[station]
    return chips > 0 and tables.least(chips) <= capacity(state, train) - state.load[train]


def stop_moves_somebody(tables: Tables, state: KoplopersState, train: int, station: int) -> bool:
    """Would anybody alight or board if this train stopped here?"""
    return bool(tables.bound[station] & state.aboard[train]) or fits(tables, state, train, station)


def stop_owed(tables: Tables, state: KoplopersState, train: int) -> bool:
    """stop.owed: a train that turned or drove and stands in a station stops before the turn ends."""
    flags = state.flags[train]
    if flags & STOPPED or not flags & (TURNED | DROVE):
        return False
    station = free_station(tables, state, train)
    return station >= 0 and stop_moves_somebody(tables, state, train, station)


def boarding_owed(tables: Tables, state: KoplopersState, train: int) -> bool:
    """stop.board: a train that stopped takes chips until none at the station fits."""
    if not state.flags[train] & STOPPED:
        return False
    station = free_station(tables, state, train)
    return station >= 0 and fits(tables, state, train, station)


def mark_free(state: KoplopersState, train: int, station: int) -> None:
    """A free action was made: the train stays where it is, and has done its duty."""
    state.freed[train] = station
    if state.freed_before[train] == station:  # only with the option "again"
        state.flags[train] |= STOPPED
    else:
        state.flags[train] |= STOPPED | ACTED


def alight(tables: Tables, state: KoplopersState, train: int, say: Say) -> None:
    """stop.alight: chips for the station that a train stands in go to its owner's box."""
    station = tables.station[state.at[train]]
    leaving = tables.bound[station] & state.aboard[train]
    if not leaving:
        return
    seat = train // UNITS
    state.aboard[train] &= ~leaving
    state.box[seat] |= leaving
    for chip in bits(leaving):
        passengers = tables.passengers[chip]
        state.load[train] -= passengers
        state.delivered[seat] += passengers
        say("alighted", seat, TRAINS[train], tables.chips[chip], tables.stations[station], passengers)
    mark_free(state, train, station)


def call(tables: Tables, state: KoplopersState, train: int, say: Say) -> None:
    """stop.call: the station is called out, once a turn for each train that stops."""
    if not state.flags[train] & STOPPED:
        say("calls", TRAINS[train], tables.stations[tables.station[state.at[train]]])
        state.flags[train] |= STOPPED


def stop(tables: Tables, state: KoplopersState, train: int, say: Say) -> None:
    call(tables, state, train, say)
    alight(tables, state, train, say)


def board(tables: Tables, state: KoplopersState, train: int, chip: int, say: Say) -> None:
    station = tables.station[state.at[train]]
    _take_aboard(tables, state, train, chip, station)
    mark_free(state, train, station)
    say("boarded", TRAINS[train], tables.chips[chip], tables.stations[station])


def pick(tables: Tables, state: KoplopersState, train: int, chip: int, say: Say) -> None:
    """pass.board: passengers of a station on the way board without a stop; this is no free action."""
    station = next(s for s in bits(state.passed) if state.waiting[s] >> chip & 1)
    _take_aboard(tables, state, train, chip, station)
    say("picked", TRAINS[train], tables.chips[chip], tables.stations[station])


def _take_aboard(tables: Tables, state: KoplopersState, train: int, chip: int, station: int) -> None:
    state.waiting[station] ^= 1 << chip
    state.chips_left -= 1
    state.aboard[train] |= 1 << chip
    state.load[train] += tables.passengers[chip]


def boardable(tables: Tables, state: KoplopersState, train: int, stations: int) -> list[int]:
    """The chips at these stations that the train has room for."""
    room = capacity(state, train) - state.load[train]
    return [
        chip
        for station in bits(stations)
        for chip in bits(state.waiting[station])
        if tables.passengers[chip] <= room
    ]
