"""What the network is told about a position: `mind/features.py`, compiled."""

import numpy as np

from branchline.core.game import OVER
from branchline.games.koplopers.mind.distances import BLOCKED, KEPT
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import STOPS_KEPT, Desk, Floats, Railway
from branchline.games.koplopers.mind.kernels.duty import is_blocked
from branchline.games.koplopers.mind.kernels.goals import (
    come_aboard,
    last_stop,
    look_for,
    promise,
    take_stock,
)
from branchline.games.koplopers.mind.kernels.greedy import is_near
from branchline.games.koplopers.mind.kernels.position import (
    ABOARD,
    ACTIVE,
    ADVANCED,
    AT,
    BOX,
    CHIP,
    CHIPS_LEFT,
    DELIVERED,
    FIRST,
    FLAGS,
    FREED,
    FREED_BEFORE,
    LAST,
    LETTER,
    LOAD,
    PLAYERS,
    POINTER,
    POINTS_LEFT,
    REPAIRS,
    SEATS,
    TO_MOVE,
    Row,
    is_disrupted,
    is_occupied,
    left_of,
    reserve_of,
    room_of,
    trains_of,
)
from branchline.games.koplopers.mind.kernels.steps import somebody_empty
from branchline.games.koplopers.mind.weights import AHEAD, LEAST_SPREAD, MOST_TURN, SPREAD, TURN
from branchline.games.koplopers.rules.state import CAPACITY, DOUBLE, FEW_CHIPS, POINTS, READY, UNITS

WAIT = KEPT[int(2 * BLOCKED)]  # what a blocked train keeps of its worth
NEAR, NOT_FAR = 5, 10  # points


@compiled
def soon_of(row: Row, seat: int) -> int:
    """The points of this round that a seat has still to come."""
    if row[TO_MOVE] == OVER:
        return 0
    if seat == row[ACTIVE]:
        return int(row[POINTS_LEFT])
    place, now = (seat - row[FIRST]) % row[PLAYERS], (row[ACTIVE] - row[FIRST]) % row[PLAYERS]
    return POINTS if place > now else 0


@compiled
def settle(net: Railway, row: Row, outcome: Floats) -> None:
    """Everybody's share of the win if it ended now."""
    most = np.zeros((SEATS, 3), np.int64)
    for seat in range(row[PLAYERS]):
        left = 0
        for train in range(seat * UNITS, seat * UNITS + UNITS):
            left += row[LOAD + train]
        most[seat, 0] = row[DELIVERED + seat] - (left if row[ADVANCED] else 0)
        most[seat, 1] = -left
        for chip in range(net.chips):
            most[seat, 2] += row[CHIP + chip] == BOX + seat
    best, count = 0, 0
    for seat in range(row[PLAYERS]):
        order = 0
        for part in range(3):
            if order == 0:
                order = np.sign(most[seat, part] - most[best, part])
        if order > 0:
            best, count = seat, 1
        elif order == 0:
            count += 1
    for seat in range(row[PLAYERS]):
        same = True
        for part in range(3):
            same = same and most[seat, part] == most[best, part]
        outcome[seat] = 1 / count if same else 0.0


@compiled
def mixed(found: int, number: int) -> int:
    """A digest with one more number in it."""
    more = (np.uint64(found) ^ np.uint64(number + 7)) * np.uint64(1099511628211)
    return np.int64(more ^ more >> np.uint64(32))  # type: ignore[return-value]


@compiled
def scene_of(net: Railway, row: Row) -> int:
    """Positions with other letters, or with others who wait, have different ones, very likely."""
    found = mixed(0, 0)
    for letter in range(3):
        found = mixed(found, row[LETTER + letter])
    for chip in range(net.chips):
        where = row[CHIP + chip]
        found = mixed(found, where if where < ABOARD else -1)
    return found


@compiled
def next_stop(net: Railway, row: Row, desk: Desk, train: int, room: int) -> tuple[float, float, int]:
    """What the best next stop of who is aboard in stage 1 is worth, what the second best, and where it is.

    Turns that are compared leave most trains as they are, so it is remembered.
    """
    at = row[AT + train]
    sixths = int(desk.horizon * 6 + 0.5)  # whole ones, for up to three trains
    key = mixed(mixed(mixed(desk.scene, at), room), sixths)
    for i in range(desk.count[1]):
        key = mixed(key, desk.aboard[1, i])
    kept = (key >> 8) % STOPS_KEPT
    known = desk.stops[train, kept]
    if desk.stops_key[train, kept] == key:
        return known[0], known[1], int(known[2])
    best, second, goal = 0.0, 0.0, -1
    for i in range(look_for(net, desk, 1, net.cost[at], room, -1)):
        worth = last_stop(net, row, desk, desk.candidates[1, i], at, room, 0.0)
        if worth > best:
            best, second, goal = worth, best, desk.candidates[1, i]
        elif worth > second:
            second = worth
    desk.stops_key[train, kept] = key
    known[0], known[1], known[2] = best, second, goal
    return best, second, goal


@compiled
def describe_train(net: Railway, row: Row, desk: Desk, train: int, soon: int) -> float:
    """A row of `desk.things`; and what its next stop is worth."""
    one, at, room = desk.things[train], row[AT + train], room_of(row, train)
    station, load, blocked = net.station[at], row[LOAD + train], is_blocked(net, row, train)
    come_aboard(net, row, desk, train, 1)
    best, second, goal = next_stop(net, row, desk, train, room)
    alighting = cut_off = near = not_far = too_far = 0
    nearest = 20.0
    for i in range(desk.count[1]):
        chip = desk.aboard[1, i]
        end, number = net.destination[chip], net.passengers[chip]
        points = net.cost[at, end]
        nearest = min(nearest, points)
        alighting += number if end == goal else 0
        cut_off += number if is_disrupted(row, end) else 0
        near += number if points <= NEAR else 0
        not_far += number if points <= NOT_FAR else 0
        too_far += number if points > desk.horizon else 0
    close = around = 0
    for other in range(net.stations):
        if desk.least[other] <= room:
            if net.cost[at, other] <= NEAR:
                close += min(room, desk.total[other])
            if net.cost[at, other] <= NOT_FAR:
                around += min(room, desk.total[other])
    taken = closed = 0
    for way in range(net.ways_on[at]):
        end = net.onward[at, way]
        taken += is_occupied(row, end >> 1)
        closed += is_disrupted(row, net.station[end])
    stopped = row[FREED_BEFORE + train] if train // UNITS == row[ACTIVE] else row[FREED + train]
    one[0] = 1
    one[1] = (row[FLAGS + train] & DOUBLE) != 0
    one[2], one[3], one[4] = load / CAPACITY, room / CAPACITY, desk.count[1] / 5
    one[5], one[6], one[7] = station >= 0, net.in_yard[at], blocked
    one[8] = station >= 0 and stopped == station
    one[9] = (row[FLAGS + train] & READY) != 0 or net.ways_on[at] == 0
    one[10] = promise(net, row, desk, 1, at, 0.0) / CAPACITY
    one[11], one[12] = best / CAPACITY, second / CAPACITY
    one[13] = net.cost[at, goal] / 10 if goal >= 0 else 2.0
    one[14], one[15] = alighting / CAPACITY, cut_off / CAPACITY
    one[16], one[17], one[18] = near / CAPACITY, not_far / CAPACITY, too_far / CAPACITY
    one[19] = nearest / 10
    one[20], one[21] = min(close, 1000) / CAPACITY, min(around, 4000) / (4 * CAPACITY)
    one[22], one[23], one[24] = taken / 3, closed / 3, net.ways_on[at] / 6
    one[25] = min(room, desk.total[station]) / CAPACITY if station >= 0 else 0.0
    one[26], one[27] = desk.horizon / 50, soon / POINTS
    return best * WAIT if blocked else best


@compiled
def describe_seat(net: Railway, row: Row, desk: Desk, seat: int, waiting: int, empty: bool) -> None:
    """What concerns a seat alone; what it is compared by follows in `describe`."""
    one, first = desk.seats[seat], seat * UNITS
    left, soon, trains = left_of(row), soon_of(row, seat), trains_of(row, seat)
    desk.horizon = float(POINTS * left + soon) / max(1, trains)
    load = blocked = 0
    promised = worths = 0.0
    for train in range(first, first + UNITS):
        if row[AT + train] < 0:
            desk.things[train, :] = 0
            continue
        worth = describe_train(net, row, desk, train, soon)
        worths += worth
        load += row[LOAD + train]
        blocked += is_blocked(net, row, train)
        promised += desk.things[train, 10]
    likely = row[DELIVERED + seat] + soon / POINTS * min(MOST_TURN, TURN * (left + 1)) + AHEAD * worths
    desk.likely[seat] = likely
    players, over = row[PLAYERS], row[TO_MOVE] == OVER
    near = others = 0
    for letter in range(3):
        near += desk.near[seat, letter]
        for other in range(players):
            others += other != seat and desk.near[other, letter]
    one[0], one[2], one[3] = row[DELIVERED + seat] / 1000, load / CAPACITY, promised
    one[7], one[8] = left / 25, soon / POINTS
    one[9], one[10], one[11] = trains / UNITS, reserve_of(row, seat) / UNITS, row[REPAIRS + seat]
    one[12] = (seat - row[FIRST]) % players / players
    one[13], one[14] = seat == row[FIRST], seat == row[ACTIVE]
    one[15] = (seat - row[ACTIVE]) % players / players
    one[16], one[17] = row[CHIPS_LEFT] / 72, waiting / 5000
    one[18], one[19] = row[CHIPS_LEFT] < FEW_CHIPS, row[CHIPS_LEFT] < 2 * FEW_CHIPS
    one[20], one[21], one[22] = load == 0, empty, row[LAST] != 0
    one[23], one[24] = left <= 3, left <= 8
    one[25], one[26], one[27] = players == 2, players == 3, players == 4
    one[28] = blocked / 2
    one[29] = desk.near[seat, row[POINTER]]
    one[30], one[31] = near / 3, desk.outcome[seat]
    one[32], one[33] = over, (left + soon / POINTS) / 25
    one[34], one[35] = worths / CAPACITY, others / (3 * (players - 1))


@compiled
def describe(net: Railway, row: Row, desk: Desk) -> None:
    """A position into `desk.things` and `desk.seats`; and passengers to come into `desk.likely`."""
    players, waiting = row[PLAYERS], 0
    take_stock(net, row, desk)
    for chip in range(net.chips):
        if 0 <= row[CHIP + chip] < ABOARD:
            waiting += net.passengers[chip]
    desk.scene = scene_of(net, row)
    settle(net, row, desk.outcome)
    empty = somebody_empty(row)
    for seat in range(players):
        for letter in range(3):
            where = row[LETTER + letter]
            desk.near[seat, letter] = where >= 0 and is_near(net, row, seat, where)
    for seat in range(players):
        describe_seat(net, row, desk, seat, waiting, empty)
    for seat in range(players, SEATS):
        desk.seats[seat, :] = 0
        desk.things[seat * UNITS : seat * UNITS + UNITS, :] = 0
    spread = LEAST_SPREAD + SPREAD * left_of(row)
    for seat in range(players):
        most, lead, total = -1, -1e9, 0.0
        for other in range(players):
            if other != seat:
                most = max(most, row[DELIVERED + other])
                lead = max(lead, desk.likely[other])
                total += desk.likely[other]
        one, mine = desk.seats[seat], desk.likely[seat]
        one[1] = (row[DELIVERED + seat] - most) / 500
        one[4], one[5] = (mine - lead) / 500, (mine - total / (players - 1)) / 500
        one[6] = max(-4.0, min(4.0, (mine - lead) / (2 * spread)))
