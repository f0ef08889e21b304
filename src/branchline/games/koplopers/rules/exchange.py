"""Chips that change trains: own transfers, dividing after uncoupling, and offers to other players.

Chapters "Transfers" and "Offers" of RULES.md. All three are one set of chips that will change sides,
chosen one by one; each step is legal only if the choice can still be finished within both capacities.
"""

from __future__ import annotations

from branchline.core.bits import bits
from branchline.core.game import Say
from branchline.games.koplopers.rules.state import (
    AGREED,
    ANSWER,
    BARGAIN,
    CAPACITY,
    DIVIDE,
    EXCHANGE,
    MOST_LEFT,
    PLAY,
    TRAINS,
    UNITS,
    KoplopersState,
    capacity,
)
from branchline.games.koplopers.rules.stops import alight, call, mark_free, stop
from branchline.games.koplopers.rules.tables import Tables


def can_finish(tables: Tables, ours: int, theirs: int, over: tuple[int, int], room: tuple[int, int]) -> bool:
    """Can chips of `ours` and `theirs` change sides so that both trains hold what they carry?

    `over` and `room`: passengers now on our and their train, and how many each may hold.
    """
    least, most = over[0] - room[0], room[1] - over[1]  # passengers that have to go over to them
    if least <= 0 <= most:
        return True
    if least > most:
        return False
    sums = 1  # bit n: n passengers of ours go over and of theirs stay
    for chip in bits(ours | theirs):
        sums |= sums << tables.passengers[chip]
    stay = tables.total(theirs)
    least, most = max(least + stay, 0), most + stay
    return most >= least and bool(sums >> least & (1 << most - least + 1) - 1)


def _can_change(
    tables: Tables, chip: int, ours: int, theirs: int, over: tuple[int, int], room: tuple[int, int]
) -> bool:
    """Can the exchange be finished once this chip has changed sides?"""
    others = ~(1 << chip)
    load = tables.passengers[chip] if ours >> chip & 1 else -tables.passengers[chip]
    return can_finish(tables, ours & others, theirs & others, (over[0] - load, over[1] + load), room)


def can_open(tables: Tables, state: KoplopersState, train: int, other: int) -> bool:
    """Could at least one chip change trains here? Chips that alight first are left out."""
    gone = tables.bound[tables.station[state.at[train]]]
    ours, theirs = state.aboard[train] & ~gone, state.aboard[other]
    if other // UNITS == train // UNITS:
        theirs &= ~gone
    if not ours and not theirs:
        return False
    room = capacity(state, train), capacity(state, other)
    over = tables.total(ours), tables.total(theirs)
    if tables.least(ours) <= room[1] - over[1] or tables.least(theirs) <= room[0] - over[0]:
        return True
    return any(_can_change(tables, chip, ours, theirs, over, room) for chip in bits(ours | theirs))


def can_divide(tables: Tables, state: KoplopersState, train: int) -> bool:
    """uncouple.divide: can two units of 500 hold what stays aboard this train?"""
    chips = state.aboard[train] & ~tables.bound[tables.station[state.at[train]]]
    return can_finish(tables, chips, 0, (tables.total(chips), 0), (CAPACITY, CAPACITY))


def loads(tables: Tables, state: KoplopersState) -> tuple[int, int]:
    """Passengers on both trains once the chosen chips have changed sides."""
    out = tables.total(state.moved & state.aboard[state.trader])
    back = tables.total(state.moved & state.aboard[state.partner])
    return state.load[state.trader] - out + back, state.load[state.partner] + out - back


def is_settled(tables: Tables, state: KoplopersState) -> bool:
    """May the exchange end as it is? Somebody must move, except when a train was divided."""
    if not state.moved and state.phase != DIVIDE:
        return False
    ours, theirs = loads(tables, state)
    return ours <= capacity(state, state.trader) and theirs <= capacity(state, state.partner)


def movable(tables: Tables, state: KoplopersState) -> list[int]:
    """transfer.room: chips that may be added so that the exchange can still be finished."""
    trader, partner = state.trader, state.partner
    ours, theirs = state.aboard[trader] & ~state.moved, state.aboard[partner] & ~state.moved
    room, over = (capacity(state, trader), capacity(state, partner)), loads(tables, state)
    return [chip for chip in bits(ours | theirs) if _can_change(tables, chip, ours, theirs, over, room)]


def open_exchange(
    tables: Tables, state: KoplopersState, train: int, other: int, phase: int, say: Say
) -> None:
    """Chips for this station alight first; then the choice begins."""
    if phase == BARGAIN:
        state.offers += 1
    if phase != DIVIDE:
        here = tables.bound[tables.station[state.at[train]]]
        for each in (train, other) if phase == EXCHANGE else (train,):
            if here & state.aboard[each]:
                stop(tables, state, each, say)
    state.phase, state.trader, state.partner, state.moved = phase, train, other, 0


def settle(tables: Tables, state: KoplopersState, say: Say) -> None:
    """An own exchange takes effect: it was a free action of both trains."""
    trader, partner = state.trader, state.partner
    station = tables.station[state.at[trader]]
    if state.phase == EXCHANGE:
        state.exchanged |= 1 << trader % UNITS + partner % UNITS
        for each in (trader, partner):
            call(tables, state, each, say)
    _swap(tables, state, say)
    mark_free(state, trader, station)
    mark_free(state, partner, station)
    close(state)


def can_leave(state: KoplopersState) -> bool:
    """transfer.leave: a few times a turn, but not once a train has been divided."""
    return state.phase != DIVIDE and state.left < MOST_LEFT


def leave(state: KoplopersState, say: Say) -> None:
    """Nobody changes, and the exchange may be opened again."""
    if state.phase == BARGAIN:
        state.offers -= 1
    state.left += 1
    say("left", TRAINS[state.trader], TRAINS[state.partner])
    close(state)


def offer(tables: Tables, state: KoplopersState, say: Say) -> None:
    """offer.answer: the other player decides, in the middle of the turn."""
    trader, partner = state.trader, state.partner
    gives = [tables.chips[chip] for chip in bits(state.moved & state.aboard[trader])]
    asks = [tables.chips[chip] for chip in bits(state.moved & state.aboard[partner])]
    say("offered", state.active, TRAINS[trader], TRAINS[partner], gives or ["nothing"], asks or ["nothing"])
    state.phase, state.to_move = ANSWER, partner // UNITS


def accept(tables: Tables, state: KoplopersState, say: Say) -> None:
    """offer.partner: a free action of both, but no duty done for the other player's train."""
    trader, partner = state.trader, state.partner
    station = tables.station[state.at[trader]]
    say("accepted", state.to_move)
    call(tables, state, trader, say)
    _swap(tables, state, say)
    mark_free(state, trader, station)
    state.freed[partner] = station
    state.flags[partner] |= AGREED
    alight(tables, state, trader, say)  # offer.arrived: who came aboard for this station is there
    state.to_move = state.active
    close(state)


def decline(state: KoplopersState, say: Say) -> None:
    say("declined", state.to_move)
    state.to_move = state.active
    close(state)


def close(state: KoplopersState) -> None:
    state.phase, state.trader, state.partner, state.moved = PLAY, -1, -1, 0


def _swap(tables: Tables, state: KoplopersState, say: Say) -> None:
    trader, partner = state.trader, state.partner
    new_loads = loads(tables, state)
    for giver, taker in ((trader, partner), (partner, trader)):
        for chip in bits(state.moved & state.aboard[giver]):
            say("changed", tables.chips[chip], TRAINS[giver], TRAINS[taker])
    state.aboard[trader] ^= state.moved
    state.aboard[partner] ^= state.moved
    state.load[trader], state.load[partner] = new_loads
