"""A whole turn, a goal for each train and the steps that serve them best: `mind/advise.py`, compiled."""

from branchline.games.koplopers.mind.advise import (
    BESIDE,
    FLEET,
    IN_THE_WAY,
    MOVE_IT,
    REPAIR_IT,
    TOO_LATE,
)
from branchline.games.koplopers.mind.distances import FAR
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import (
    BUILD,
    DISMANTLE,
    DISRUPT,
    DONE,
    DRIVE,
    REPAIR,
    STOP,
    TURN,
    Desk,
    Railway,
)
from branchline.games.koplopers.mind.kernels.duty import (
    can_turn,
    dismantle_cost,
    drive_ends,
    free_station,
    leaves_points,
    may_end,
    may_end_at,
    moves_somebody,
    needs,
    needs_if_at,
    points_for,
    still_owing,
)
from branchline.games.koplopers.mind.kernels.goals import (
    come_aboard,
    horizon_of,
    promise,
)
from branchline.games.koplopers.mind.kernels.position import (
    ABOARD,
    ACTIVE,
    AT,
    CARD,
    CARD_PLAYED,
    CHIP,
    FLAGS,
    LETTER,
    MUST_BUILD,
    POINTER,
    POINTS_LEFT,
    REPAIRS,
    TO_MOVE,
    Row,
    is_disrupted,
    left_of,
    trains_of,
)
from branchline.games.koplopers.mind.kernels.steps import do
from branchline.games.koplopers.mind.kernels.wishes import (
    NOT_THOUGHT_OF,
    board_somebody,
    has_course,
    survey_yards,
    think_out,
    ways_to,
)
from branchline.games.koplopers.rules.state import ACTED, STOPPED, UNITS

LONGEST_TURN = 60  # steps; no turn comes near


@compiled
def turn_round(net: Railway, row: Row, desk: Desk, train: int) -> bool:
    """May it be turned round, points and duty included?"""
    if points_for(row, train, row[POINTS_LEFT]) < 1 or not can_turn(net, row, train):
        return False
    return leaves_points(net, row, desk, train, row[AT + train] ^ 1, 1)


@compiled
def move_on(net: Railway, row: Row, desk: Desk) -> bool:
    """Drive or turn the train that comes to its stop soonest, then the others as far as they get."""
    first, done = row[ACTIVE] * UNITS, 0
    for _ in range(UNITS):
        train, late, soonest = -1, True, 1e9
        for unit in range(UNITS):
            if done >> unit & 1 or not has_course(row, desk, first + unit):
                continue
            here = ways_to(net, row, desk, desk.wish[unit], first + unit)[row[AT + first + unit]]
            far, when = here > row[POINTS_LEFT], here - desk.wish_worth[unit] / 1000
            if train < 0 or (late and not far) or (late == far and when < soonest):
                train, late, soonest = first + unit, far, when
        if train < 0:
            return False
        done |= 1 << train % UNITS
        costs, at = ways_to(net, row, desk, desk.wish[train % UNITS], train), row[AT + train]
        here, behind = costs[at], costs[at ^ 1] + 1
        if here == 0:
            continue
        best, found, length = here - 0.5, -1, 1.0
        points = points_for(row, train, row[POINTS_LEFT])
        for i in range(drive_ends(net, row, train, points, desk.reached, desk.queue)):
            end = desk.queue[i]
            left = costs[end] + 0.01 * (desk.reached[end] + 2)
            if left >= best or not may_end_at(row, train, end):
                continue
            if leaves_points(net, row, desk, train, end, desk.reached[end]):
                best, found, length = left, end, float(desk.reached[end])
        if behind < min(here, best + length, best + 1.0) and turn_round(net, row, desk, train):
            do(net, row, desk, TURN, train, 0)
            return True
        if found >= 0:
            do(net, row, desk, DRIVE, train, found)
            return True
    return False


@compiled
def stop_somewhere(net: Railway, row: Row, desk: Desk, must: bool) -> bool:
    first = row[ACTIVE] * UNITS
    for train in range(first, first + UNITS):
        if row[AT + train] < 0 or row[FLAGS + train] & STOPPED:
            continue
        station = free_station(net, row, train)
        if station < 0 or not moves_somebody(net, row, train, station):
            continue
        if must or desk.wish[train % UNITS] == station:
            do(net, row, desk, STOP, train, 0)
            return True
    return False


@compiled
def may_play(net: Railway, row: Row, desk: Desk, card: int) -> bool:
    """May this card of the own hand be played, points and duty included?"""
    station = net.card_station[card]
    if row[CARD_PLAYED] or row[POINTS_LEFT] < 1 or is_disrupted(row, station):
        return False
    letter = LETTER + row[POINTER]
    old = row[letter]
    row[letter] = station
    found = needs(net, row, desk, -1) < row[POINTS_LEFT]
    row[letter] = old
    return bool(found)


@compiled
def may_repair(net: Railway, row: Row, desk: Desk, letter: int) -> bool:
    station = row[LETTER + letter]
    if station < 0 or not row[REPAIRS + row[ACTIVE]] or row[POINTS_LEFT] < 1:
        return False
    row[LETTER + letter] = -1
    found = needs(net, row, desk, -1) < row[POINTS_LEFT]
    row[LETTER + letter] = station
    return bool(found)


@compiled
def is_near(net: Railway, row: Row, seat: int, station: int) -> bool:
    """Would a disruption there be in the way of an own train?"""
    for train in range(seat * UNITS, seat * UNITS + UNITS):
        at = row[AT + train]
        if at < 0:
            continue
        if net.station[at] == station or net.station[at ^ 1] == station or net.ahead[at] == station:
            return True
        for way in range(net.ways_on[at]):
            if net.station[net.onward[at, way]] == station:
                return True
    found, first = False, ABOARD + seat * UNITS
    for chip in range(net.chips):
        where = row[CHIP + chip]
        found |= (where >= first) & (where < first + UNITS) & (net.destination[chip] == station)
    return found


@compiled
def unblock(net: Railway, row: Row, desk: Desk) -> bool:
    """Cut off: move the letter that is in the way, or repair it."""
    seat, worst, most, pointed = row[ACTIVE], 0, -1.0, 0.0
    for letter in range(3):
        station, harm = row[LETTER + letter], 0.0
        if station >= 0:
            for train in range(seat * UNITS, seat * UNITS + UNITS):
                at = row[AT + train]
                if at < 0:
                    continue
                if net.station[at] == station or net.station[at ^ 1] == station:
                    harm += BESIDE
                for chip in range(net.chips):
                    if row[CHIP + chip] == ABOARD + train and net.destination[chip] == station:
                        harm += net.passengers[chip]
                if not has_course(row, desk, train):
                    continue
                if ways_to(net, row, desk, desk.wish[train % UNITS], train)[at] >= FAR:
                    harm += IN_THE_WAY
        if harm > most:
            worst, most = letter, harm
        if letter == row[POINTER]:
            pointed = harm
    if pointed >= MOVE_IT:
        desk.hand_counts = 1
        for card in range(net.cards):
            if row[CARD + card] != seat or is_near(net, row, seat, net.card_station[card]):
                continue
            if may_play(net, row, desk, card):
                do(net, row, desk, DISRUPT, card, 0)
                return True
    if most >= REPAIR_IT and worst != row[POINTER] and may_repair(net, row, desk, worst):
        do(net, row, desk, REPAIR, worst, 0)
        return True
    return False


@compiled
def do_duty(net: Railway, row: Row, desk: Desk) -> None:
    """Nothing useful is left, but something is owed: the move that leads away least, or the yard."""
    first = row[ACTIVE] * UNITS
    desk.horizon = horizon_of(row, trains_of(row, row[ACTIVE]))
    for train in range(first, first + UNITS):
        if row[AT + train] < 0 or row[FLAGS + train] & (ACTED | STOPPED):
            continue
        come_aboard(net, row, desk, train, 0)
        best, found, points = -1.0, -1, points_for(row, train, row[POINTS_LEFT])
        for i in range(drive_ends(net, row, train, points, desk.reached, desk.queue)):
            end = desk.queue[i]
            if may_end_at(row, train, end):
                worth = promise(net, row, desk, 0, end, 0.0)
                if worth > best and leaves_points(net, row, desk, train, end, desk.reached[end]):
                    best, found = worth, end
        back = promise(net, row, desk, 0, row[AT + train] ^ 1, 0.0)
        if turn_round(net, row, desk, train) and (found < 0 or back > best):
            do(net, row, desk, TURN, train, 0)
            return
        if found >= 0:
            do(net, row, desk, DRIVE, train, found)
            return
        price = dismantle_cost(net, row, train)
        if (
            price
            and price <= row[POINTS_LEFT]
            and (
                price == desk.owes[train % UNITS]
                or price <= row[POINTS_LEFT] - needs_if_at(net, row, desk, train, -1)
            )
        ):
            do(net, row, desk, DISMANTLE, train, 0)
            return
    desk.loose = 1
    do(net, row, desk, DONE, 0, 0)


@compiled
def step(net: Railway, row: Row, desk: Desk) -> None:
    """The next step of the turn."""
    if row[MUST_BUILD]:
        do(net, row, desk, BUILD, survey_yards(net, row, desk), 0)
        return
    if board_somebody(net, row, desk):
        return
    still_owing(net, row, desk)
    if desk.may_build and trains_of(row, row[ACTIVE]) < FLEET and left_of(row) >= TOO_LATE:
        yard = survey_yards(net, row, desk)
        if yard >= 0:
            do(net, row, desk, BUILD, yard, 0)
            return
    think_out(net, row, desk)
    if move_on(net, row, desk):
        return
    over = may_end(net, row, desk)
    if stop_somewhere(net, row, desk, not over) or unblock(net, row, desk):
        return
    if over:
        do(net, row, desk, DONE, 0, 0)
    else:
        do_duty(net, row, desk)


@compiled
def begin(desk: Desk) -> None:
    """A turn of which nothing has been thought of."""
    desk.step_count = desk.loose = 0
    desk.may_build = 1
    desk.wish[:] = NOT_THOUGHT_OF


@compiled
def go_through(net: Railway, row: Row, desk: Desk) -> None:
    """The rest of the turn, by the wishes of the trains."""
    seat = row[TO_MOVE]
    for _ in range(LONGEST_TURN):
        if row[TO_MOVE] != seat:
            return
        step(net, row, desk)
    desk.loose = 1
    do(net, row, desk, DONE, 0, 0)


@compiled
def greedy_turn(net: Railway, row: Row, desk: Desk) -> None:
    begin(desk)
    go_through(net, row, desk)
