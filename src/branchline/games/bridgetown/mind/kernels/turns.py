"""Whole turns, listed, played and judged, compiled: every placement, alone or with a special before it; every
ride, with and without Double and the swaps that serve best; First now or later; sitting out.
"""

import numpy as np

from branchline.core.game import CHANCE, OVER
from branchline.core.network import Net
from branchline.core.network_kernels import forget, judge
from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.mind.kernels.desk import (
    KIND,
    MOST_TURNS,
    ONE,
    OTHER,
    RIDE,
    SPECIAL,
    Desk,
    Ints,
    Town,
)
from branchline.games.bridgetown.mind.kernels.features import describe, settle
from branchline.games.bridgetown.mind.kernels.player import DOUBLED, END, MODE, STUCK, TAKES
from branchline.games.bridgetown.mind.kernels.playout import close_round, move_on, next_mover, next_placer
from branchline.games.bridgetown.mind.kernels.position import (
    AT,
    CARDS,
    FLAGS,
    HELD,
    HOLDER,
    LONGEST,
    MOVED,
    OWING,
    PHASE,
    PLACED,
    PLAYERS,
    RAILS_ON,
    SPECIALS,
    SPECIALS_ON,
    TO_MOVE,
    TURN,
    USING,
    bonus,
    ones,
    unplaced,
)
from branchline.games.bridgetown.mind.kernels.worth import (
    NEVER,
    TWICE,
    key_for,
    mind_rails,
    plan_worth,
    survey,
)
from branchline.games.bridgetown.rules.state import (
    ALL_SPECIALS,
    ASK,
    BRIDGES,
    DOUBLE,
    FIRST,
    MODES,
    PLACE,
    RACE,
    SWAP,
    TURNS,
)
from branchline.games.bridgetown.rules.tables import WALK

PUTS, RIDES, DECLINES, SITS = range(4)  # kinds of turns
WALKS, STAYS = 1, 2  # where a mode is stuck
LOST = 20.0  # a lost game is worth e^-20, e times more with each colour
SWAPS = 3  # pairs of flags whose swap is looked at
ENVY = 0.5  # of the best other's plan, when they are chosen


@compiled
def exchange(row: Ints, one: int, other: int) -> None:
    """swap.two"""
    pair = 1 << one | 1 << other
    for colour in range(MODES):
        if row[FLAGS + colour] & pair:
            row[FLAGS + colour] ^= pair


@compiled
def take(town: Town, row: Ints, turn: Ints) -> None:
    """Do it; a round that ends is closed, and new flags are left to chance."""
    seat = row[TO_MOVE]
    if turn[KIND] == PUTS:
        row[SPECIALS + seat] |= turn[SPECIAL]
        if turn[RIDE + MODE] >= 0:
            row[PLACED + seat] |= 1 << turn[RIDE + MODE]
        row[OWING] = 0
        next_placer(row)
        if row[PHASE] == RACE:
            next_mover(row)
    elif turn[KIND] == DECLINES:
        row[PHASE] = RACE
        next_mover(row)
    elif turn[KIND] == SITS:
        row[USING] = 0
        row[MOVED] |= 1 << seat
        next_mover(row)
    else:
        row[PHASE] = RACE
        row[USING] |= turn[SPECIAL] & FIRST
        if turn[ONE] >= 0:
            exchange(row, turn[ONE], turn[OTHER])
            row[USING] |= SWAP
        move_on(row, turn[RIDE : RIDE + 5])
    if row[TO_MOVE] == CHANCE:
        close_round(row, town.rounds, town.blue, town.rail_bridge)


@compiled
def add(
    desk: Desk, count: int, kind: int, mode: int, end: int, takes: int, doubled: int, stuck: int,
    special: int, one: int, other: int,
) -> int:  # fmt: skip
    if count == MOST_TURNS:
        return count
    turn = desk.turns[count]
    turn[KIND], turn[SPECIAL], turn[ONE], turn[OTHER] = kind, special, one, other
    turn[RIDE + MODE], turn[RIDE + END], turn[RIDE + TAKES] = mode, end, takes
    turn[RIDE + DOUBLED], turn[RIDE + STUCK] = doubled, stuck
    return count + 1


@compiled
def list_places(row: Ints, desk: Desk) -> int:
    """place.once, place.then-mode, place.taken."""
    seat, count = row[TO_MOVE], 0
    placed, hand = row[PLACED + seat], unplaced(row, seat)
    for mode in range(MODES):
        if not placed >> mode & 1:
            count = add(desk, count, PUTS, mode, 0, 0, 0, 0, 0, -1, -1)
    if not row[SPECIALS_ON] or row[OWING]:
        return count
    taken = 0
    for other in range(row[PLAYERS]):
        taken |= row[SPECIALS + other]
    for special in (FIRST, DOUBLE, SWAP):
        if taken & special:
            continue
        if hand == 1:
            count = add(desk, count, PUTS, -1, 0, 0, 0, 0, special, -1, -1)
            continue
        for mode in range(MODES):
            if not placed >> mode & 1:
                count = add(desk, count, PUTS, mode, 0, 0, 0, 0, special, -1, -1)
    return count


@compiled
def list_rides(town: Town, row: Ints, desk: Desk, count: int, special: int, one: int, other: int) -> int:
    """Every outcome of every ride: end, flags taken, flags exchanged. `row` has the flags as swapped."""
    mind_rails(row, desk)
    seat = row[TO_MOVE]
    space, held = row[AT + seat], row[HELD + seat]
    for mode in range(MODES):
        if not row[PLACED + seat] >> mode & 1:
            continue
        flags = row[FLAGS + mode]
        for doubled in range(2):
            must = row[USING] & DOUBLE
            if (doubled and not row[SPECIALS + seat] & DOUBLE) or (must and not doubled):
                continue
            key = key_for(town, desk, mode, space, TWICE if doubled else bonus(row, seat, mode))
            begun = count
            for way in range(town.places[key], town.places[key + 1]):
                end, takes = town.ends[way], town.bridges[way] & flags
                full, exchanged = takes & held, 0
                while True:
                    outcome = takes & ~held | exchanged
                    known = False
                    for i in range(begun, count):
                        turn = desk.turns[i]
                        known = known or (turn[RIDE + END] == end and turn[RIDE + TAKES] == outcome)
                    if not known:
                        count = add(desk, count, RIDES, mode, end, outcome, doubled, 0, special, one, other)
                    exchanged = (exchanged - full) & full
                    if not exchanged:
                        break
            if town.places[key] == town.places[key + 1] and not doubled:
                key = (WALK * town.size + space) * (LONGEST + 1) + 1
                for way in range(town.places[key], town.places[key + 1]):
                    end = town.ends[way]
                    count = add(desk, count, RIDES, mode, end, 0, 0, WALKS, special, one, other)
                if not special and one < 0 and not row[USING]:
                    count = add(desk, count, RIDES, mode, space, 0, 0, STAYS, special, one, other)
    return count


@compiled
def swap_worth(town: Town, row: Ints, desk: Desk, one: int, other: int) -> float:
    """What these two flags promise once they have changed places."""
    seat, best, after = row[TO_MOVE], 0.0, row.copy()
    exchange(after, one, other)
    survey(town, after, desk)
    for rival in range(row[PLAYERS]):
        if rival != seat:
            best = max(best, plan_worth(town, desk, after, rival))
    return plan_worth(town, desk, after, seat) - ENVY * best


@compiled
def list_swaps(town: Town, row: Ints, desk: Desk, count: int, special: int) -> int:
    """The rides after the swaps that promise most: swap.flag, swap.blue, swap.differ."""
    lying = np.full(BRIDGES, -1, np.int64)
    for colour in range(MODES):
        for bridge in range(BRIDGES):
            if row[FLAGS + colour] >> bridge & 1:
                lying[bridge] = colour
    if row[RAILS_ON]:
        lying[town.rail_bridge] = -1
    promise = np.full((BRIDGES, BRIDGES), NEVER)
    for one in range(BRIDGES):
        for other in range(one + 1, BRIDGES):
            if lying[one] >= 0 and lying[other] >= 0 and lying[one] != lying[other]:
                promise[one, other] = swap_worth(town, row, desk, one, other)
    for _ in range(SWAPS):
        best = int(promise.argmax())
        one, other = best // BRIDGES, best % BRIDGES
        if promise[one, other] == NEVER:
            break
        promise[one, other] = NEVER
        after = row.copy()
        exchange(after, one, other)
        count = list_rides(town, after, desk, count, special, one, other)
    return count


@compiled
def list_turns(town: Town, row: Ints, desk: Desk) -> int:
    """All turns of the seat to move into `desk.turns`; returns how many there are."""
    if row[PHASE] == PLACE:
        return list_places(row, desk)
    seat, count, special = row[TO_MOVE], 0, 0
    held, modes = row[SPECIALS + seat], ones(row[PLACED + seat])
    if row[PHASE] == ASK:
        special = FIRST
        count = add(desk, count, DECLINES, -1, 0, 0, 0, 0, 0, -1, -1)
    elif held & FIRST and not row[USING] and seat != row[HOLDER] and modes < TURNS + 1 - row[TURN]:
        count = add(desk, count, SITS, -1, 0, 0, 0, 0, 0, -1, -1)
    count = list_rides(town, row, desk, count, special, -1, -1)
    if held & SWAP & ALL_SPECIALS & ~row[USING]:
        count = list_swaps(town, row, desk, count, special)
    return count


@compiled
def ending(row: Ints, desk: Desk, seat: int) -> float:
    """A seat's share of a game that is over; next to nothing if it has lost, but more with more colours and
    flags, so that it goes on as well as it can."""
    settle(row, desk.outcome)
    if desk.outcome[seat] > 0:
        return float(desk.outcome[seat])
    colours = 0
    for colour in range(MODES):
        colours += row[CARDS + seat * MODES + colour] != 0
    return float(np.exp(colours + ones(row[HELD + seat]) / BRIDGES - LOST))


@compiled
def look(town: Town, row: Ints, desk: Desk, net: Net, seat: int) -> float:
    """The logarithm of the share of the win that a position promises this seat."""
    if row[TO_MOVE] == OVER:
        return float(np.log(ending(row, desk, seat)))
    describe(town, row, desk)
    judge(net, desk, row[PLAYERS], BRIDGES)
    return float(np.log(max(desk.shares[seat], np.float32(1e-9))))


@compiled
def think(town: Town, row: Ints, desk: Desk, net: Net) -> int:
    """All turns, with what each is worth by the network; returns how many there are."""
    count, seat, after = list_turns(town, row, desk), row[TO_MOVE], row.copy()
    forget(desk)
    for i in range(count):
        after[:] = row
        take(town, after, desk.turns[i])
        desk.worth[i] = look(town, after, desk, net, seat)
    return count
