"""Where a train should stop next, found by looking two stops ahead: `mind/goals.py`, compiled.

`desk.aboard` holds who is aboard now, after the next stop and after the one behind it.
"""

import numpy as np

from branchline.games.koplopers.mind.advise import NO_TURNING
from branchline.games.koplopers.mind.distances import BLOCKED, CUT_OFF, FAR, KEPT
from branchline.games.koplopers.mind.goals import HOPE, PICKUPS, STOPPING
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import MOST_GOALS, Desk, Floats, Railway
from branchline.games.koplopers.mind.kernels.duty import NOBODY, can_turn, free_station, is_blocked
from branchline.games.koplopers.mind.kernels.position import (
    ABOARD,
    ACTIVE,
    AT,
    CHIP,
    LETTER,
    POINTS_LEFT,
    Row,
    is_disrupted,
    left_of,
    room_of,
    trains_of,
)
from branchline.games.koplopers.rules.state import POINTS, UNITS

LEFT_OVER = np.array(KEPT)


@compiled
def horizon_of(row: Row, trains: int) -> float:
    """As far ahead as the points reach that each of so many trains of the active seat can count on."""
    return float(row[POINTS_LEFT] + POINTS * left_of(row)) / max(1, trains)


@compiled
def take_stock(net: Railway, row: Row, desk: Desk) -> None:
    """Who waits where."""
    for station in range(net.stations):
        desk.first_chip[station + 1] = 0
        desk.total[station] = 0
        desk.least[station] = NOBODY
    desk.first_chip[0] = 0
    for chip in range(net.chips):
        station = row[CHIP + chip]
        if 0 <= station < ABOARD:
            desk.first_chip[station + 1] += 1
            desk.total[station] += net.passengers[chip]
            desk.least[station] = min(desk.least[station], net.passengers[chip])
    for station in range(net.stations):
        desk.first_chip[station + 1] += desk.first_chip[station]
    for chip in range(net.chips):
        station = row[CHIP + chip]
        if 0 <= station < ABOARD:
            desk.chips[desk.first_chip[station]] = chip
            desk.first_chip[station] += 1
    for station in range(net.stations - 1, -1, -1):
        desk.first_chip[station + 1] = desk.first_chip[station]
    desk.first_chip[0] = 0


@compiled
def leave_to_others(desk: Desk, station: int) -> None:
    """Who waits there is fetched by another train."""
    desk.total[station] = 0
    desk.least[station] = NOBODY


@compiled
def come_aboard(net: Railway, row: Row, desk: Desk, train: int, stage: int) -> None:
    """Who is aboard a train, as the list of this stage."""
    count = 0
    for chip in range(net.chips):
        if row[CHIP + chip] == ABOARD + train:
            desk.aboard[stage, count] = chip
            count += 1
    desk.count[stage] = count


@compiled
def worth_of(net: Railway, row: Row, chip: int, direction: int) -> float:
    """What the passengers of a chip are worth to a train there: the less, the longer their way."""
    goal = net.destination[chip]
    points = net.cost[direction, goal]
    if is_disrupted(row, goal):
        points += CUT_OFF
    return float(net.passengers[chip] * LEFT_OVER[int(points * 2)])


@compiled
def promise(net: Railway, row: Row, desk: Desk, stage: int, direction: int, spent: float) -> float:
    """What those aboard may still bring, each by himself, as far as there is time."""
    total = 0.0
    for i in range(desk.count[stage]):
        chip = desk.aboard[stage, i]
        if spent + net.cost[direction, net.destination[chip]] <= desk.horizon:
            total += worth_of(net, row, chip, direction)
    return total


@compiled
def look_for(net: Railway, desk: Desk, stage: int, costs: Floats, room: int, avoid: int) -> int:
    """Destinations of those aboard, and the most promising stations to fetch others from."""
    found, seen = desk.candidates[stage], desk.seen[stage]
    desk.mark += 1
    count = 0
    for i in range(desk.count[stage]):
        station = net.destination[desk.aboard[stage, i]]
        if seen[station] != desk.mark:
            seen[station] = desk.mark
            if station != avoid:
                found[count] = station
                count += 1
    ratio, pickups = desk.ratio[stage], 0
    for station in range(net.stations):
        if desk.least[station] > room or seen[station] == desk.mark or station == avoid:
            continue
        each = min(desk.total[station], room) / (costs[station] + 3)
        place = pickups
        while place > 0 and each >= ratio[place - 1]:
            place -= 1
        if place < PICKUPS:
            if pickups < PICKUPS:
                pickups += 1
            for later in range(pickups - 1, place, -1):
                ratio[later] = ratio[later - 1]
                found[count + later] = found[count + later - 1]
            ratio[place] = each
            found[count + place] = station
    return count + pickups


@compiled
def call_at(
    net: Railway, row: Row, desk: Desk, stage: int, station: int, end: int, room: int
) -> tuple[int, int]:
    """A train stops: who alights, and the room that is left; who stays or boards is the next stage's list."""
    gain, count, now = 0, 0, desk.aboard[stage + 1]
    for i in range(desk.count[stage]):
        chip = desk.aboard[stage, i]
        if net.destination[chip] == station:
            gain += net.passengers[chip]
        else:
            now[count] = chip
            count += 1
    space = room + gain
    if desk.least[station] <= space:
        first, last = desk.first_chip[station], desk.first_chip[station + 1]
        if desk.total[station] <= space:
            for i in range(first, last):
                now[count] = desk.chips[i]
                count += 1
            space -= desk.total[station]
        else:
            tried = 0
            for _ in range(last - first):
                best, at = -1.0, first
                for i in range(first, last):
                    if not tried >> (i - first) & 1:
                        worth = worth_of(net, row, desk.chips[i], end)
                        if worth > best:
                            best, at = worth, i
                tried |= 1 << (at - first)
                if net.passengers[desk.chips[at]] <= space:
                    space -= net.passengers[desk.chips[at]]
                    now[count] = desk.chips[at]
                    count += 1
    desk.count[stage + 1] = count
    return gain, space


@compiled
def last_stop(
    net: Railway, row: Row, desk: Desk, station: int, direction: int, room: int, spent: float
) -> float:
    """What it is worth to stop there, and what those aboard then promise."""
    points = net.cost[direction, station] + STOPPING
    late, end = spent + points, net.arrival[direction, station]
    if late > desk.horizon + STOPPING or end < 0:
        return 0.0
    gain, _ = call_at(net, row, desk, 1, station, end, room)
    further = HOPE * promise(net, row, desk, 2, end, late)
    return float((gain + further) * LEFT_OVER[int(points * 2)])


@compiled
def best_last(
    net: Railway, row: Row, desk: Desk, direction: int, room: int, spent: float, avoid: int
) -> float:
    """The best of all stops that may come next to those of stage 1, and nothing behind it."""
    best = 0.0
    count = look_for(net, desk, 1, net.cost[direction], room, avoid)
    for i in range(count):
        best = max(best, last_stop(net, row, desk, desk.candidates[1, i], direction, room, spent))
    return best


@compiled
def first_stop(net: Railway, row: Row, desk: Desk, station: int, direction: int, room: int) -> float:
    """What it is worth to stop there next and once more behind it, by the points in `desk.leg`."""
    points, end = desk.leg[station] + STOPPING, net.arrival[direction, station]
    if points > desk.horizon + STOPPING or end < 0:
        return 0.0
    gain, space = call_at(net, row, desk, 0, station, end, room)
    further = best_last(net, row, desk, end, space, points, station)
    return float((gain + further) * LEFT_OVER[int(points * 2)])


@compiled
def best_worth(net: Railway, row: Row, desk: Desk, direction: int, room: int, avoid: int) -> float:
    """The worth of the best next stop of who is aboard in stage 0, without a first leg of its own."""
    desk.leg[:] = net.cost[direction]
    best = 0.0
    for i in range(look_for(net, desk, 0, desk.leg, room, avoid)):
        best = max(best, first_stop(net, row, desk, desk.candidates[0, i], direction, room))
    return best


@compiled
def first_leg(net: Railway, row: Row, desk: Desk, train: int) -> None:
    """Points to each station from where the train is, with what it may do this turn."""
    at = row[AT + train]
    turning = 1.0 if can_turn(net, row, train) else NO_TURNING
    for station in range(net.stations):
        front = FAR
        for way in range(net.ways_on[at]):
            front = min(front, net.cost[net.onward[at, way], station])
        desk.leg[station] = min(1 + front, turning + net.cost[at ^ 1, station])
    for letter in range(3):
        if row[LETTER + letter] >= 0:
            desk.leg[row[LETTER + letter]] += CUT_OFF
    if net.station[at] >= 0:
        desk.leg[net.station[at]] = 0.0
    if is_blocked(net, row, train):
        for station in range(net.stations):
            if desk.leg[station] != 0:
                desk.leg[station] += BLOCKED


@compiled
def rank_goals(net: Railway, row: Row, desk: Desk, train: int) -> int:
    """Where this train may stop next, the best first; and how many such places there are."""
    unit, at, room = train % UNITS, row[AT + train], room_of(row, train)
    avoid = -1 if free_station(net, row, train) >= 0 else net.station[at]
    desk.horizon = horizon_of(row, trains_of(row, row[ACTIVE]))
    first_leg(net, row, desk, train)
    come_aboard(net, row, desk, train, 0)
    count, found = look_for(net, desk, 0, desk.leg, room, avoid), 0
    for i in range(count):
        station = desk.candidates[0, i]
        worth = first_stop(net, row, desk, station, at, room)
        if worth <= 0 or found == MOST_GOALS:
            continue
        place = found
        while place > 0 and worth > desk.worths[unit, place - 1]:
            desk.worths[unit, place] = desk.worths[unit, place - 1]
            desk.goals[unit, place] = desk.goals[unit, place - 1]
            place -= 1
        desk.worths[unit, place] = worth
        desk.goals[unit, place] = station
        found += 1
    desk.goal_count[unit] = found
    return found
