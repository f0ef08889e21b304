"""What a player owes before the turn may end. Chapter "Duty" of RULES.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from branchline.games.koplopers.rules.coupling import can_couple, can_uncouple, uncouple_places
from branchline.games.koplopers.rules.driving import can_turn, dismantle_cost, points_for
from branchline.games.koplopers.rules.exchange import can_open
from branchline.games.koplopers.rules.state import ACTED, STOPPED, UNITS, KoplopersState
from branchline.games.koplopers.rules.stops import free_station, stop_moves_somebody

if TYPE_CHECKING:
    from branchline.games.koplopers.rules.game import Koplopers

NOTHING = -1


def owed(game: Koplopers, state: KoplopersState, train: int, limit: int) -> int:
    """What the cheapest action costs that this train still owes, or NOTHING.

    duty.act: each train makes at least one action a turn if it can, for at most `limit` points.
    """
    flags, direction = state.flags[train], state.at[train]
    if flags & ACTED:
        return NOTHING
    tables, occupied, disrupted = game.tables, state.occupied, state.disrupted
    open_ahead = False
    if tables.onward[direction]:
        exempt = True  # duty.exempt: others' trains or disruptions on every section ahead
        for end in tables.onward[direction]:
            if tables.front_bit[end] & disrupted:
                continue
            if not occupied >> (end >> 1) & 1:
                exempt, open_ahead = False, True
                break
            if exempt and _is_own(state, train, end >> 1):
                exempt = False
        if exempt:
            return NOTHING
    if tables.station[direction] >= 0 and _has_free_action(game, state, train):
        return 0
    if flags & STOPPED or tables.touch[direction] & disrupted:
        return NOTHING
    if open_ahead or can_turn(tables, state, train):
        return 1
    costs = [limit + 1]
    dismantling = dismantle_cost(tables, state, train)
    if dismantling:
        costs.append(dismantling)
    routes = game.routes[state.advanced]
    most = points_for(state, train, limit)
    ways = routes.drives(direction, most, disrupted)
    drives = routes.within(train, ways, direction, most, occupied)
    if drives:
        costs.append(len(drives[0]) - 2)
    cheapest = min(costs)
    return cheapest if cheapest <= limit else NOTHING


def _is_own(state: KoplopersState, train: int, section: int) -> bool:
    first = train - train % UNITS
    return any(state.at[other] >> 1 == section for other in range(first, first + UNITS))


def _has_free_action(game: Koplopers, state: KoplopersState, train: int) -> bool:
    """A free action with an effect that would count; offers to others do not."""
    tables = game.tables
    station = free_station(tables, state, train)
    if station < 0 or state.freed_before[train] == station:
        return False
    if stop_moves_somebody(tables, state, train, station):
        return True
    first = train - train % UNITS
    for other in range(first, first + UNITS):
        if other != train and tables.station[state.at[other]] == station:
            if free_station(tables, state, other) < 0:
                continue
            if can_couple(tables, state, train, other):
                return True
            pair = 1 << train % UNITS + other % UNITS
            if not state.exchanged & pair and can_open(tables, state, train, other):
                return True
    return can_uncouple(tables, state, train) and bool(uncouple_places(tables, state, train))


def still_owing(game: Koplopers, state: KoplopersState, seat: int) -> dict[int, int]:
    """What each train of a seat owes now, without those that owe nothing.

    duty.points: only these have points kept for them; a train that an action frees has none.
    """
    found = {}
    for train in range(seat * UNITS, seat * UNITS + UNITS):
        if state.at[train] >= 0 and not state.flags[train] & ACTED:
            cost = owed(game, state, train, state.points)
            if cost >= 0:
                found[train] = cost
    return found


def needs(
    game: Koplopers, state: KoplopersState, owing: Iterable[int], limit: int, but: int = NOTHING
) -> int:
    """The points that these trains, which owed something before, need as it is now; one is left out."""
    total = 0
    for train in owing:
        if train != but and state.at[train] >= 0:
            cost = owed(game, state, train, limit)
            if cost > 0:
                total += cost
    return total


def needs_if_at(
    game: Koplopers, state: KoplopersState, owing: Iterable[int], train: int, direction: int
) -> int:
    """The needs of a seat's other trains if this one stood there (or, with -1, nowhere)."""
    start, occupied = state.at[train], state.occupied
    state.occupied = occupied & ~(1 << (start >> 1))
    if direction >= 0:
        state.occupied |= 1 << (direction >> 1)
    state.at[train] = direction
    found = needs(game, state, owing, state.points, train)
    state.at[train], state.occupied = start, occupied
    return found


def needs_if_disrupted(game: Koplopers, state: KoplopersState, owing: Iterable[int], disrupted: int) -> int:
    """The needs of these trains if just these stations were disrupted."""
    before, state.disrupted = state.disrupted, disrupted
    found = needs(game, state, owing, state.points)
    state.disrupted = before
    return found


def needs_if_built(game: Koplopers, state: KoplopersState, owing: Iterable[int], section: int) -> int:
    """The needs of these trains if a new train stood in that yard."""
    before = state.occupied
    state.occupied |= 1 << section
    found = needs(game, state, owing, state.points)
    state.occupied = before
    return found
