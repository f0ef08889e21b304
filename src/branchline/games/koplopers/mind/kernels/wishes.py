"""What a turn makes for: where a train may be built, who boards, and a goal for each train."""

from branchline.games.koplopers.mind.advise import (
    FLEET,
)
from branchline.games.koplopers.mind.distances import FAR, TURNING
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import (
    BOARD,
    DIRECTIONS,
    ENDS,
    WAYS_KEPT,
    Desk,
    Floats,
    Railway,
)
from branchline.games.koplopers.mind.kernels.duty import (
    free_station,
    needs,
    somebody_fits,
)
from branchline.games.koplopers.mind.kernels.goals import (
    best_worth,
    come_aboard,
    horizon_of,
    leave_to_others,
    rank_goals,
    take_stock,
)
from branchline.games.koplopers.mind.kernels.position import (
    ACTIVE,
    ADVANCED,
    AT,
    CHIP,
    FIRST,
    FLAGS,
    LETTER,
    LOAD,
    MUST_BUILD,
    PLAYERS,
    POINTS_LEFT,
    STATIONS,
    YARD_FREE,
    Row,
    is_disrupted,
    is_occupied,
    reserve_of,
    room_of,
    trains_of,
)
from branchline.games.koplopers.mind.kernels.steps import BUILDING, do
from branchline.games.koplopers.rules.state import CAPACITY, STOPPED, UNITS

NOT_THOUGHT_OF, NOWHERE_TO_GO = -1, -2  # wishes


@compiled
def ways_to(net: Railway, row: Row, desk: Desk, station: int, train: int) -> Floats:
    """Points from every direction to a station, past no disruption, arriving on no section that is taken."""
    letters, closed = 0, 0
    for letter in range(3):
        letters = letters * (STATIONS + 1) + row[LETTER + letter] + 1
    for way in range(net.arrival_count[station]):
        section = net.arrivals[station, way] >> 1
        if section != row[AT + train] >> 1 and is_occupied(row, section):
            closed |= 1 << way
    key, keys = letters << ENDS | closed, desk.ways_key[station]
    for kept in range(WAYS_KEPT):
        if keys[kept] == key:
            known: Floats = desk.ways_to[station, kept]
            return known
    # turns that are compared differ in a card or in where a train stands: several answers are asked for again
    oldest = desk.ways_next[station]
    desk.ways_next[station] = (oldest + 1) % WAYS_KEPT
    keys[oldest] = key
    cost: Floats = desk.ways_to[station, oldest]
    cost[: net.directions] = FAR
    first = count = 0
    line, in_line = desk.line, desk.in_line
    in_line[: net.directions] = 0
    for way in range(net.arrival_count[station]):
        if not closed >> way & 1:
            line[count] = net.arrivals[station, way]
            count += 1
    yard = net.yard_at[station]
    if yard >= 0:
        line[count] = 2 * yard if net.station[2 * yard] == station else 2 * yard + 1
        count += 1
    for i in range(count):
        cost[line[i]] = 0.0
        in_line[line[i]] = 1
    while count:
        here = line[first]
        first = (first + 1) % DIRECTIONS
        count -= 1
        in_line[here] = 0
        price = cost[here]
        if not is_disrupted(row, net.station[here]) and not net.in_yard[here]:
            for way in range(net.ways_from[here]):
                before = net.before[here, way]
                if price + 1 < cost[before]:
                    cost[before] = price + 1
                    if not in_line[before]:
                        in_line[before] = 1
                        line[(first + count) % DIRECTIONS] = before
                        count += 1
        back = here ^ 1
        if (net.station[back] >= 0 or net.in_yard[back]) and price + TURNING < cost[back]:
            cost[back] = price + TURNING
            if not in_line[back]:
                in_line[back] = 1
                line[(first + count) % DIRECTIONS] = back
                count += 1
    return cost


@compiled
def survey_yards(net: Railway, row: Row, desk: Desk) -> int:
    """What a new train would have to do at each yard, into `desk.yard_worth`; and the best yard, or -1."""
    best, found, need = -2.0, -1, 0
    desk.horizon = horizon_of(row, FLEET)
    take_stock(net, row, desk)
    desk.count[0] = 0
    strict = row[YARD_FREE] != 0
    for unit in range(UNITS):
        strict = strict or desk.owes[unit] > 1
        need += max(0, desk.owes[unit])
    number = (row[ACTIVE] - row[FIRST]) % row[PLAYERS] + 1
    late = not row[MUST_BUILD] and (row[POINTS_LEFT] < need + BUILDING or not reserve_of(row, row[ACTIVE]))
    for yard in range(net.yard_count):
        at = net.yards[yard]
        desk.yard_worth[yard] = -1.0
        if late or is_occupied(row, at >> 1):
            continue
        if row[MUST_BUILD]:
            if not row[ADVANCED] and net.yard_number[yard] != number:
                continue
        elif strict and not can_build(net, row, desk, at):
            continue
        worth = -0.5
        if not is_disrupted(row, net.station[at]) and not is_disrupted(row, net.station[at ^ 1]):
            worth = best_worth(net, row, desk, at ^ 1, CAPACITY, -1)
        desk.yard_worth[yard] = worth
        if worth > best:
            best, found = worth, yard
    return found


@compiled
def can_build(net: Railway, row: Row, desk: Desk, at: int) -> bool:
    """Are there points left for what the other trains owe if a new one stands there?"""
    first = row[ACTIVE] * UNITS
    for train in range(first, first + UNITS):
        if row[AT + train] < 0:
            row[AT + train] = at
            found = needs(net, row, desk, train) <= row[POINTS_LEFT] - BUILDING
            row[AT + train] = -1
            return bool(found)
    return False


@compiled
def board_somebody(net: Railway, row: Row, desk: Desk) -> bool:
    """Who boards first: whoever leaves the train with the best prospects."""
    first = row[ACTIVE] * UNITS
    for train in range(first, first + UNITS):
        if row[AT + train] < 0 or not row[FLAGS + train] & STOPPED:
            continue
        station = free_station(net, row, train)
        if station < 0 or not somebody_fits(net, row, train, station):
            continue
        room, total, chosen = room_of(row, train), 0, -1
        for chip in range(net.chips):
            if row[CHIP + chip] == station:
                total += net.passengers[chip]
                if net.passengers[chip] <= room:
                    chosen = chip
        if total > room:
            take_stock(net, row, desk)
            leave_to_others(desk, station)
            desk.horizon = horizon_of(row, trains_of(row, row[ACTIVE]))
            come_aboard(net, row, desk, train, 0)
            best, count = -1.0, desk.count[0]
            for chip in range(net.chips):
                if row[CHIP + chip] == station and net.passengers[chip] <= room:
                    desk.aboard[0, count] = chip
                    desk.count[0] = count + 1
                    left = room - net.passengers[chip]
                    worth = best_worth(net, row, desk, row[AT + train], left, station)
                    if worth > best:
                        best, chosen = worth, chip
        do(net, row, desk, BOARD, train, chosen)
        return True
    return False


@compiled
def think_out(net: Railway, row: Row, desk: Desk) -> None:
    """A goal for each train that has none yet; who waits there is left alone by the others."""
    first, done, fresh = row[ACTIVE] * UNITS, 0, True
    for _ in range(UNITS):
        train, load = -1, -1
        for unit in range(UNITS):
            if not done >> unit & 1 and row[AT + first + unit] >= 0 and row[LOAD + first + unit] > load:
                train, load = first + unit, row[LOAD + first + unit]
        if train < 0:
            return
        unit = train % UNITS
        done |= 1 << unit
        if row[FLAGS + train] & STOPPED or desk.wish[unit] == NOWHERE_TO_GO:
            continue
        if desk.wish[unit] == NOT_THOUGHT_OF:
            if fresh:
                take_stock(net, row, desk)
                fresh = False
                for other in range(UNITS):
                    if done >> other & 1 and desk.wish[other] >= 0 and other != unit:
                        leave_to_others(desk, desk.wish[other])
            if rank_goals(net, row, desk, train):
                desk.wish[unit], desk.wish_worth[unit] = desk.goals[unit, 0], desk.worths[unit, 0]
            else:
                desk.wish[unit] = NOWHERE_TO_GO
                continue
        if not fresh:
            leave_to_others(desk, desk.wish[unit])


@compiled
def has_course(row: Row, desk: Desk, train: int) -> bool:
    return row[AT + train] >= 0 and not row[FLAGS + train] & STOPPED and desk.wish[train % UNITS] >= 0
