"""What a turn has to do before it may end, and what that leaves points for: `rules/duty.py`, compiled."""

import numpy as np

from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import Desk, Railway
from branchline.games.koplopers.mind.kernels.position import (
    ABOARD,
    ACTIVE,
    AGAIN,
    AT,
    CHIP,
    EXCHANGED,
    FLAGS,
    FREED_BEFORE,
    LOAD,
    ONE_POINT,
    POINTS_LEFT,
    YARD_FREE,
    Row,
    capacity_of,
    is_disrupted,
    is_occupied,
    room_of,
)
from branchline.games.koplopers.rules.state import (
    ACTED,
    CAPACITY,
    DOUBLE,
    DROVE,
    POINTS,
    READY,
    RECOUPLED,
    STOPPED,
    TURNED,
    UNITS,
)

NOTHING = -1
OFF = 99  # no way is as long
NOBODY = 1 << 30  # more passengers than any train holds
LOADS = 4 * CAPACITY + 1


@compiled
def free_station(net: Railway, row: Row, train: int) -> int:
    """Where a train may take free actions now, or -1."""
    station = net.station[row[AT + train]] if row[AT + train] >= 0 else -1
    if station < 0 or is_disrupted(row, station):
        return -1
    if row[FREED_BEFORE + train] == station and not row[AGAIN]:
        return -1
    return station


@compiled
def is_blocked(net: Railway, row: Row, train: int) -> bool:
    at = row[AT + train]
    return is_disrupted(row, net.station[at]) or is_disrupted(row, net.station[at ^ 1])


@compiled
def somebody_fits(net: Railway, row: Row, train: int, station: int) -> bool:
    room = room_of(row, train)
    found = False
    for chip in range(net.chips):
        found |= (row[CHIP + chip] == station) & (net.passengers[chip] <= room)
    return found


@compiled
def moves_somebody(net: Railway, row: Row, train: int, station: int) -> bool:
    """Would anybody alight or board if this train stopped here?"""
    room, found = room_of(row, train), False
    for chip in range(net.chips):  # all of them, without a branch, are faster than some
        found |= (row[CHIP + chip] == station) & (net.passengers[chip] <= room)
        found |= (row[CHIP + chip] == ABOARD + train) & (net.destination[chip] == station)
    return found


@compiled
def can_turn(net: Railway, row: Row, train: int) -> bool:
    at, flags = row[AT + train], row[FLAGS + train]
    if flags & (TURNED | DROVE | STOPPED) or is_blocked(net, row, train):
        return False
    if net.station[at] >= 0 or net.in_yard[at]:
        return bool((flags & READY) != 0 or net.ways_on[at] == 0)
    return is_disrupted(row, net.ahead[at])


@compiled
def points_for(row: Row, train: int, points: int) -> int:
    if row[ONE_POINT] and row[FLAGS + train] & DOUBLE:
        return 0 if row[FLAGS + train] & (TURNED | DROVE) else min(points, 1)
    return points


@compiled
def dismantle_cost(net: Railway, row: Row, train: int) -> int:
    """0 if it cannot be dismantled here."""
    at = row[AT + train]
    if row[LOAD + train] or row[FLAGS + train] & STOPPED or is_blocked(net, row, train):
        return 0
    units = 2 if row[FLAGS + train] & DOUBLE else 1
    if net.in_yard[at]:
        return units
    station = net.station[at]
    if station < 0 or net.yard_at[station] < 0 or is_occupied(row, net.yard_at[station]):
        return 0
    return units if row[YARD_FREE] else units + 1


@compiled
def drive_ends(net: Railway, row: Row, train: int, points: int, cost: Row, queue: Row) -> int:
    """How many sections it is to each direction that a train can drive to, into `cost`; how many there are.

    They stand in `queue`, the nearest first, also those whose section is taken.
    """
    cost[: net.directions] = OFF
    start, count, done = row[AT + train], 0, 0
    if points <= 0 or is_blocked(net, row, train):
        return 0
    here, price = start, 0
    while price <= points:
        if price < points:
            for way in range(net.ways_on[here]):
                end = net.onward[here, way]
                if cost[end] == OFF and not is_disrupted(row, net.station[end]):
                    cost[end] = price + 1
                    queue[count] = end
                    count += 1
        if done == count:
            break
        here = queue[done]
        price = cost[here]
        done += 1
    return count


@compiled
def may_end_at(row: Row, train: int, end: int) -> bool:
    """One train stands on a section; that which it started from counts as free."""
    return end >> 1 == row[AT + train] >> 1 or not is_occupied(row, end >> 1)


@compiled
def can_finish(
    net: Railway, row: Row, one: int, other: int, but: int, ours: int, theirs: int, chip: int, room: int,
    space: int,
) -> bool:  # fmt: skip
    """Can chips change sides so that both trains hold what they carry? As `rules/exchange.py` has it.

    Left out are those for the station `but` (on the other train only if it has the same owner) and `chip`.
    """
    least, most = ours - room, space - theirs
    if least <= 0 <= most:
        return True
    if least > most:
        return False
    sums, stay, same = np.zeros(LOADS, np.bool_), 0, one // UNITS == other // UNITS
    sums[0] = True
    for each in range(net.chips):
        where = row[CHIP + each]
        mine = where == ABOARD + one and net.destination[each] != but
        other_one = where == ABOARD + other and (not same or net.destination[each] != but)
        if each == chip or not (mine or (other_one and other != one)):
            continue
        load = net.passengers[each]
        if other_one and not mine:
            stay += load
        for total in range(LOADS - 1, load - 1, -1):
            sums[total] |= sums[total - load]
    found = sums[max(least + stay, 0) : most + stay + 1].any()
    return bool(found)


@compiled
def can_open(net: Railway, row: Row, one: int, other: int, station: int) -> bool:
    """Could a chip change between two own trains here?"""
    ours, theirs, small, least = 0, 0, NOBODY, NOBODY
    for chip in range(net.chips):
        where = row[CHIP + chip]
        if net.destination[chip] != station:
            if where == ABOARD + one:
                ours += net.passengers[chip]
                small = min(small, net.passengers[chip])
            elif where == ABOARD + other:
                theirs += net.passengers[chip]
                least = min(least, net.passengers[chip])
    if not ours and not theirs:
        return False
    room, space = capacity_of(row, one), capacity_of(row, other)
    if small <= space - theirs or least <= room - ours:
        return True
    for chip in range(net.chips):
        where, load = row[CHIP + chip], net.passengers[chip]
        if net.destination[chip] == station or where not in (ABOARD + one, ABOARD + other):
            continue
        if where == ABOARD + other:
            load = -load
        if can_finish(net, row, one, other, station, ours - load, theirs + load, chip, room, space):
            return True
    return False


@compiled
def can_uncouple(net: Railway, row: Row, train: int, station: int) -> bool:
    flags = row[FLAGS + train]
    if not flags & DOUBLE or flags & RECOUPLED or is_blocked(net, row, train):
        return False
    staying = 0
    for chip in range(net.chips):
        if row[CHIP + chip] == ABOARD + train and net.destination[chip] != station:
            staying += net.passengers[chip]
    if not can_finish(net, row, train, train, station, staying, 0, -1, CAPACITY, CAPACITY):
        return False
    for way in range(net.arrival_count[station]):
        end = net.arrivals[station, way]
        if not is_occupied(row, end >> 1) and not is_disrupted(row, net.station[end ^ 1]):
            return True
    return False


@compiled
def has_free_action(net: Railway, row: Row, train: int) -> bool:
    station = free_station(net, row, train)
    if station < 0 or row[FREED_BEFORE + train] == station:
        return False
    if moves_somebody(net, row, train, station):
        return True
    first = train - train % UNITS
    for other in range(first, first + UNITS):
        if other == train or row[AT + other] < 0 or net.station[row[AT + other]] != station:
            continue
        if free_station(net, row, other) < 0:
            continue
        double = (row[FLAGS + train] | row[FLAGS + other]) & (DOUBLE | RECOUPLED)
        if not (double or is_blocked(net, row, train) or is_blocked(net, row, other)):
            return True
        pair = 1 << train % UNITS + other % UNITS
        if not row[EXCHANGED] & pair and can_open(net, row, train, other, station):
            return True
    return can_uncouple(net, row, train, station)


@compiled
def owed(net: Railway, row: Row, train: int, limit: int) -> int:
    """What the cheapest action costs that this train still owes, or NOTHING."""
    flags, at = row[FLAGS + train], row[AT + train]
    if flags & ACTED:
        return NOTHING
    open_ahead, exempt = False, net.ways_on[at] > 0
    for way in range(net.ways_on[at]):
        end = net.onward[at, way]
        if is_disrupted(row, net.station[end]):
            continue
        if not is_occupied(row, end >> 1):
            exempt, open_ahead = False, True
            break
        first = train - train % UNITS
        for other in range(first, first + UNITS):
            if row[AT + other] >> 1 == end >> 1:
                exempt = False
    if exempt:
        return NOTHING
    if net.station[at] >= 0 and has_free_action(net, row, train):
        return 0
    if flags & STOPPED or is_blocked(net, row, train):
        return NOTHING
    if open_ahead or can_turn(net, row, train):
        return 1
    cheapest, dismantling = limit + 1, dismantle_cost(net, row, train)
    if dismantling:
        cheapest = min(cheapest, dismantling)
    cost, queue = np.empty(net.directions, np.int64), np.empty(net.directions, np.int64)
    count = drive_ends(net, row, train, points_for(row, train, min(limit, POINTS)), cost, queue)
    for i in range(count):
        if may_end_at(row, train, queue[i]):
            cheapest = min(cheapest, cost[queue[i]])
            break
    return cheapest if cheapest <= limit else NOTHING


@compiled
def still_owing(net: Railway, row: Row, desk: Desk) -> int:
    """What each own train owes into `desk.owes`; and the points that all of it takes."""
    first, total = row[ACTIVE] * UNITS, 0
    for unit in range(UNITS):
        desk.owes[unit] = NOTHING
        if row[AT + first + unit] >= 0:
            desk.owes[unit] = owed(net, row, first + unit, row[POINTS_LEFT])
            total += max(0, desk.owes[unit])
    return total


@compiled
def needs(net: Railway, row: Row, desk: Desk, but: int) -> int:
    """The points that the trains in `desk.owes` need as it is now; one is left out."""
    first, total = row[ACTIVE] * UNITS, 0
    for unit in range(UNITS):
        train = first + unit
        if desk.owes[unit] >= 0 and train != but and row[AT + train] >= 0:
            total += max(0, owed(net, row, train, row[POINTS_LEFT]))
    return total


@compiled
def needs_if_at(net: Railway, row: Row, desk: Desk, train: int, end: int) -> int:
    """The same for the others if this train stood there."""
    alone = True
    for unit in range(UNITS):
        alone = alone and (desk.owes[unit] < 0 or unit == train % UNITS)
    if alone:
        return 0
    start = row[AT + train]
    row[AT + train] = end
    found = needs(net, row, desk, train)
    row[AT + train] = start
    return found


@compiled
def leaves_points(net: Railway, row: Row, desk: Desk, train: int, end: int, cost: int) -> bool:
    """duty.points: may this train go there for so many points?"""
    if cost <= desk.owes[train % UNITS]:
        return True
    return bool(needs_if_at(net, row, desk, train, end) <= row[POINTS_LEFT] - cost)


@compiled
def may_end(net: Railway, row: Row, desk: Desk) -> bool:
    """Nothing is owed: no action of a train, no stop, nobody who has to board. `still_owing` was called."""
    first = row[ACTIVE] * UNITS
    if row[POINTS_LEFT] < 0:
        return False
    for unit in range(UNITS):
        train = first + unit
        if row[AT + train] < 0:
            continue
        if 0 <= desk.owes[unit] <= row[POINTS_LEFT]:
            return False
        station = free_station(net, row, train)
        if station < 0:
            continue
        if row[FLAGS + train] & STOPPED:
            if somebody_fits(net, row, train, station):
                return False
        elif row[FLAGS + train] & (TURNED | DROVE) and moves_somebody(net, row, train, station):
            return False
    return True
