"""Rounds of Bridgetown Races as one numba kernel: the rules of a race between players with a quick plan.

A position is a row of ints, laid out below. The rules are those of `rules.py` and `rounds.py`, and a test
compares the two step by step; the players plan as `plan.py` does, with fewer doubts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

from branchline.games.bridgetown.state import ALL_BRIDGES, BRIDGES, COORDINATORS, MODES, TURNS
from branchline.games.bridgetown.state import DOUBLE as DOUBLE_BIT
from branchline.games.bridgetown.state import FIRST as FIRST_BIT
from branchline.games.bridgetown.tables import DRIVE, RAIL, WALK

F = TypeVar("F", bound=Callable[..., Any])
Row = Any  # a numpy array of ints
Board = Any  # the tuple that `board.py` makes of a board's tables

SEATS = 4
(
    TO_MOVE, PLAYERS, SPECIALS_ON, RAILS_ON, BY_FLAGS, PHASE, ROUND, TURN, HOLDER, MOVED, USING, OWING,
) = range(12)  # fmt: skip
FLAGS = 12
BAG = FLAGS + MODES
AT = BAG + MODES
PLACED = AT + SEATS
SPECIALS = PLACED + SEATS
HELD = SPECIALS + SEATS
CARDS = HELD + SEATS
SIZE = CARDS + SEATS * MODES
DRAWING, PLACING, ASKING, RACING = 0, 2, 3, 4  # phases as in state.py
CHANCE, OVER = -1, -2
LONGEST = 10  # steps of the longest ride, a doubled streetcar

# what a player goes for; weights may differ by seat
FLAG, COLOUR, LAST_FLAG, IDLE_FLAG, CLOSE, LOST, NOISE = range(7)
WEIGHTS = (1.0, 0.7, 6.0, 0.1, 0.08, 0.5, 0.02)
FAR = 8
DOUBTFUL = 0.15  # what a plan with Double must bring more than one without


def compiled(function: F) -> F:
    return cast(F, numba.njit(cache=True, error_model="numpy")(function))


@compiled
def chosen(luck: Any, most: int) -> int:
    """A number below `most`, by xorshift."""
    x = luck[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    luck[0] = x
    return int((x >> np.uint64(11)) % np.uint64(most))


@compiled
def ones(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def network_of(board: Board, row: Row, mode: int) -> int:
    network = board[5][mode]
    return DRIVE if network == RAIL and not row[RAILS_ON] else network


@compiled
def key_of(network: int, space: int, length: int, size: int) -> int:
    return (network * size + space) * (LONGEST + 1) + length


@compiled
def bonus(row: Row, seat: int, mode: int) -> int:
    found = 0
    for other in range(row[PLAYERS]):
        if other != seat and row[PLACED + other] >> mode & 1:
            found += 1
    return found


@compiled
def unplaced(row: Row, seat: int) -> int:
    return COORDINATORS - ones(row[PLACED + seat]) - ones(row[SPECIALS + seat])


# --- a plan: what flags are worth to a seat, and spaces with modes still to ride


@compiled
def gains_of(board: Board, row: Row, seat: int, rides: int, weights: Any) -> tuple[Any, Any, Any, Any]:
    """Per ride of the plan, mode and bridge what a flag brings; new colours; resting places; lengths."""
    gain = np.zeros((TURNS, MODES, BRIDGES))
    fresh = np.zeros(MODES)
    length = np.zeros((TURNS, MODES), np.int64)
    held = row[HELD + seat]
    missing = BRIDGES - ones(held)
    last = row[ROUND] == board[7]
    flag = weights[FLAG]
    if missing == 1:
        flag = weights[LAST_FLAG]
    elif last and missing > TURNS:
        flag = weights[IDLE_FLAG]
    racing_now = row[PHASE] != PLACING and row[TO_MOVE] == seat
    size = board[3].shape[0]
    for mode in range(MODES):
        new = row[CARDS + seat * MODES + mode] == 0
        fresh[mode] = weights[COLOUR] if new else 0.0
        others = 0
        before = 0
        threats = 0
        for other in range(row[PLAYERS]):
            if other == seat or not row[PLACED + other] >> mode & 1:
                continue
            others += 1
            network = network_of(board, row, mode)
            at = row[AT + other]
            speed = board[4][mode]
            reach = (
                board[6][key_of(network, at, speed, size)] | board[6][key_of(network, at, speed + 1, size)]
            )
            threats |= reach & ~row[HELD + other]
            sooner = (other - row[HOLDER]) % row[PLAYERS] < (seat - row[HOLDER]) % row[PLAYERS]
            if not racing_now and sooner:
                before += 1
        for step in range(TURNS):
            if step == 0 and racing_now:
                length[step, mode] = board[4][mode] + others
            elif step == 0:
                length[step, mode] = board[4][mode] + others - before // 2
            else:
                length[step, mode] = board[4][mode] + (others if step == 1 and rides == 3 else others // 2)
            for bridge in range(BRIDGES):
                if not row[FLAGS + mode] >> bridge & 1:
                    continue
                worth = flag
                if held >> bridge & 1:  # an exchange pays only for a new colour when the old one is kept
                    worth = 0.0
                    for colour in range(MODES):
                        on_card = row[CARDS + seat * MODES + colour]
                        if new and on_card >> bridge & 1 and ones(on_card) > 1:
                            worth = 1e-9
                doubt = step if racing_now else step + (1 if before else 0)
                if threats >> bridge & 1 and doubt:
                    worth *= 1 - weights[LOST] * min(1.0, doubt / 2)
                gain[step, mode, bridge] = worth
    resting = np.zeros(size)
    if not last:
        for space in range(size):
            for bridge in range(BRIDGES):
                if not held >> bridge & 1 and board[3][space, bridge] < FAR:
                    resting[space] += weights[CLOSE] * (1 - board[3][space, bridge] / FAR)
    return gain, fresh, resting, length


@compiled
def gained(gain: Any, fresh: Any, step: int, mode: int, bridges: int) -> float:
    total = 0.0
    while bridges:
        low = bridges & -bridges
        bridges ^= low
        bridge = 0
        while low > 1:
            low >>= 1
            bridge += 1
        total += gain[step, mode, bridge]
    return total + fresh[mode] if total > 0 else 0.0


@compiled
def riding(board: Board, row: Row, plan: Any, mode: int, step: int, space: int, after: Any) -> float:
    """The most that this mode brings as ride number `step` from here, by what each end is worth after it."""
    size = after.shape[0]
    key = key_of(network_of(board, row, mode), space, plan[3][step, mode], size)
    begin, end = board[0][key], board[0][key + 1]
    best = 0.0
    if begin == end:  # stuck.walk, stuck.stay
        best = after[space]
        key = key_of(WALK, space, 1, size)
        for way in range(board[0][key], board[0][key + 1]):
            best = max(best, after[board[1][way]])
        return best
    flags = row[FLAGS + mode]
    for way in range(begin, end):
        worth = after[board[1][way]]
        takes = board[2][way] & flags
        if takes:
            worth += gained(plan[0], plan[1], step, mode, takes)
        best = max(best, worth)
    return best


@compiled
def after_one(board: Board, row: Row, plan: Any, rides: int, mode: int) -> Any:
    """What each space is worth with this one mode still to ride."""
    size = board[3].shape[0]
    found = np.empty(size)
    for space in range(size):
        found[space] = riding(board, row, plan, mode, rides - 1, space, plan[2])
    return found


@compiled
def after_two(
    board: Board, row: Row, plan: Any, rides: int, one: int, other: int, singles: Any, near: Any
) -> Any:
    """What each space that matters is worth with these two still to ride, in either order."""
    size = board[3].shape[0]
    found = np.zeros(size)
    for space in range(size):
        if near[space]:
            found[space] = max(
                riding(board, row, plan, one, rides - 2, space, singles[other]),
                riding(board, row, plan, other, rides - 2, space, singles[one]),
            )
    return found


@compiled
def mark(board: Board, row: Row, space: int, mode: int, length: int, near: Any) -> None:
    """The spaces where such a ride, or a walk instead of it, may end."""
    size = near.shape[0]
    near[space] = True
    for network, steps in ((network_of(board, row, mode), length), (WALK, 1)):
        key = key_of(network, space, steps, size)
        for way in range(board[0][key], board[0][key + 1]):
            near[board[1][way]] = True


# --- the moves of a player with such a plan


@compiled
def modes_worth(board: Board, row: Row, seat: int, rides: int, must: int, weights: Any) -> Any:
    """For each set of so many modes that holds `must`: what its best plan brings, else -1."""
    size, space = board[3].shape[0], row[AT + seat]
    plan = gains_of(board, row, seat, rides, weights)
    found = np.full(1 << MODES, -1.0)
    singles = np.zeros((MODES, size))
    near = np.zeros(size, np.bool_)
    for mode in range(MODES):
        if rides > 1:
            singles[mode] = after_one(board, row, plan, rides, mode)
        mark(board, row, space, mode, plan[3][0, mode], near)
    for modes in range(1 << MODES):
        if modes & must != must or ones(modes) != rides:
            continue
        if rides == 1:
            for mode in range(MODES):
                if modes >> mode & 1:
                    found[modes] = riding(board, row, plan, mode, 0, space, plan[2])
        elif rides == 2:
            for mode in range(MODES):
                for other in range(MODES):
                    if mode != other and modes == 1 << mode | 1 << other:
                        worth = riding(board, row, plan, mode, 0, space, singles[other])
                        found[modes] = max(found[modes], worth)
    if rides == 3:
        for one in range(MODES):
            for other in range(one + 1, MODES):
                pair = 1 << one | 1 << other
                if ones(pair | must) > 3:
                    continue
                after = after_two(board, row, plan, rides, one, other, singles, near)
                for mode in range(MODES):
                    modes = pair | 1 << mode
                    if not pair >> mode & 1 and modes & must == must:
                        worth = riding(board, row, plan, mode, 0, space, after)
                        found[modes] = max(found[modes], worth)
    return found


@compiled
def doubled_worth(board: Board, row: Row, seat: int, rides: int, must: int, weights: Any) -> Any:
    """The same for one or two modes, one of them with Double."""
    size, space = board[3].shape[0], row[AT + seat]
    plain = gains_of(board, row, seat, rides, weights)
    lengths = np.zeros((TURNS, MODES), np.int64)
    for mode in range(MODES):
        lengths[:, mode] = 2 * board[4][mode]
    twice = (plain[0], plain[1], plain[2], lengths)
    found = np.full(1 << MODES, -1.0)
    singles, doubles = np.zeros((MODES, size)), np.zeros((MODES, size))
    if rides == 2:
        for mode in range(MODES):
            singles[mode] = after_one(board, row, plain, rides, mode)
            doubles[mode] = after_one(board, row, twice, rides, mode)
    for mode in range(MODES):
        if rides == 1 and (not must or must == 1 << mode):
            found[1 << mode] = riding(board, row, twice, mode, 0, space, plain[2])
        for other in range(MODES):
            modes = 1 << mode | 1 << other
            if rides == 2 and mode != other and modes & must == must:
                worth = max(
                    riding(board, row, twice, mode, 0, space, singles[other]),
                    riding(board, row, plain, mode, 0, space, doubles[other]),
                )
                found[modes] = max(found[modes], worth)
    return found


@compiled
def rest_worth(board: Board, row: Row, seat: int, plan: Any, rides: int, rest: int, near: Any) -> Any:
    """What each space is worth with the modes `rest` (two at most) still to ride."""
    size = board[3].shape[0]
    first, second = -1, -1
    for mode in range(MODES):
        if rest >> mode & 1:
            if first < 0:
                first = mode
            else:
                second = mode
    if first < 0:
        return plan[2]
    if second < 0:
        return after_one(board, row, plan, rides, first)
    singles = np.zeros((MODES, size))
    singles[first] = after_one(board, row, plan, rides, first)
    singles[second] = after_one(board, row, plan, rides, second)
    return after_two(board, row, plan, rides, first, second, singles, near)


@compiled
def place(board: Board, row: Row, luck: Any, weights: Any) -> int:
    """The mode to place on: the one whose best set of modes promises most."""
    seat = row[TO_MOVE]
    placed = row[PLACED + seat]
    worth = modes_worth(board, row, seat, ones(placed) + unplaced(row, seat), placed, weights)
    score = np.full(MODES, -1.0)
    for modes in range(1 << MODES):
        if worth[modes] >= 0:
            for mode in range(MODES):
                if (modes & ~placed) >> mode & 1:
                    score[mode] = max(score[mode], worth[modes])
    best, found = -1.0, -1
    for mode in range(MODES):
        if score[mode] >= 0:
            now = score[mode] + weights[NOISE] * chosen(luck, 1024) / 1024
            if now > best:
                best, found = now, mode
    return found


@compiled
def ride(board: Board, row: Row, luck: Any, weights: Any, move: Row) -> float:
    """Into `move`: the mode, its end, the bridges whose flags it takes, doubled or not, stuck or not."""
    seat = row[TO_MOVE]
    modes, space = row[PLACED + seat], row[AT + seat]
    rides, size = ones(modes), board[3].shape[0]
    plan = gains_of(board, row, seat, rides, weights)
    best = -1.0
    for mode in range(MODES):
        if not modes >> mode & 1:
            continue
        near = np.zeros(size, np.bool_)
        twice, plain = 2 * board[4][mode], board[4][mode] + bonus(row, seat, mode)
        may_double = row[SPECIALS + seat] & DOUBLE_BIT
        mark(board, row, space, mode, plain, near)
        if may_double:
            mark(board, row, space, mode, twice, near)
        after = rest_worth(board, row, seat, plan, rides, modes & ~(1 << mode), near)
        network = network_of(board, row, mode)
        for doubled in range(2 if may_double else 1):
            key = key_of(network, space, twice if doubled else plain, size)
            stuck = board[0][key] == board[0][key + 1]
            if stuck and doubled:
                continue
            if stuck:
                key = key_of(WALK, space, 1, size)
            for way in range(board[0][key], board[0][key + 1]):
                end = board[1][way]
                takes = 0 if stuck else board[2][way] & row[FLAGS + mode]
                worth = after[end] + 0.3 * weights[NOISE] * chosen(luck, 1024) / 1024
                if takes:
                    worth += gained(plan[0], plan[1], 0, mode, takes)
                if doubled and rides > 1:
                    worth -= DOUBTFUL
                if worth > best:
                    best = worth
                    free = takes & ~row[HELD + seat]
                    for bridge in range(BRIDGES):
                        if takes >> bridge & 1 and plan[0][0, mode, bridge] > 0:
                            free |= 1 << bridge
                    move[0], move[1], move[2], move[3], move[4] = mode, end, free, doubled, stuck
    return best


# --- the rules


@compiled
def next_placer(row: Row) -> None:
    """place.turn"""
    for step in range(1, row[PLAYERS] + 1):
        seat = (row[TO_MOVE] + step) % row[PLAYERS]
        if unplaced(row, seat):
            row[TO_MOVE] = seat
            return
    row[TURN] = 0
    next_turn(row)


@compiled
def next_turn(row: Row) -> None:
    """race.turns, first.asked; the end of the round is left to `end_round`."""
    row[TURN] += 1
    row[MOVED] = 0
    row[PHASE] = RACING
    if row[TURN] <= TURNS:
        for seat in range(row[PLAYERS]):
            if row[SPECIALS + seat] & FIRST_BIT and seat != row[HOLDER] and row[PLACED + seat]:
                row[PHASE], row[TO_MOVE] = ASKING, seat
                return


@compiled
def next_mover(row: Row) -> None:
    """Who moves now, in this turn or the next; CHANCE when the round is over."""
    while row[TURN] <= TURNS:
        for step in range(row[PLAYERS]):
            seat = (row[HOLDER] + step) % row[PLAYERS]
            if row[PLACED + seat] and not row[MOVED] >> seat & 1:
                row[TO_MOVE] = seat
                return
        next_turn(row)
        if row[PHASE] == ASKING:
            return
    row[TO_MOVE] = CHANCE


@compiled
def move_on(board: Board, row: Row, move: Row) -> None:
    """move.outcome, flag.card, flag.exchange, end.eight, race.return."""
    seat, mode, takes = row[TO_MOVE], move[0], move[2]
    row[AT + seat] = move[1]
    if takes:
        full = takes & row[HELD + seat]
        if full:
            for colour in range(MODES):
                back = row[CARDS + seat * MODES + colour] & full
                row[CARDS + seat * MODES + colour] ^= back
                row[BAG + colour] += ones(back)
        row[FLAGS + mode] &= ~takes
        row[CARDS + seat * MODES + mode] |= takes
        row[HELD + seat] |= takes
        if row[HELD + seat] == ALL_BRIDGES:
            row[TO_MOVE], row[USING] = OVER, 0
            return
    row[PLACED + seat] &= ~(1 << mode)
    using = row[USING] | (DOUBLE_BIT if move[3] else 0)
    row[SPECIALS + seat] &= ~using
    row[USING] = 0
    row[MOVED] |= 1 << seat
    next_mover(row)


@compiled
def end_round(board: Board, row: Row, luck: Any) -> None:
    """round.boat, round.first, round.blue, round.refill."""
    players = row[PLAYERS]
    row[MOVED] = row[TURN] = 0
    row[SPECIALS : SPECIALS + SEATS] = 0
    if row[ROUND] == board[7]:
        row[TO_MOVE] = OVER
        return
    row[ROUND] += 1
    fewest, holder = BRIDGES + 1, 0
    for step in range(1, players + 1):
        seat = (row[HOLDER] + step) % players
        if ones(row[HELD + seat]) < fewest:
            fewest, holder = ones(row[HELD + seat]), seat
    row[HOLDER] = holder
    lying = 0
    for colour in range(MODES):
        lying |= row[FLAGS + colour]
    blue = board[8]
    if row[RAILS_ON] and not row[FLAGS + blue] >> board[9] & 1:
        row[FLAGS + blue] |= 1 << board[9]
        row[BAG + blue] -= 1
        lying |= 1 << board[9]
    for bridge in range(BRIDGES):
        if not lying >> bridge & 1:
            draw(row, bridge, -1 if not row[RAILS_ON] else blue, luck)
    row[PHASE], row[TO_MOVE] = PLACING, holder


@compiled
def draw(row: Row, bridge: int, blue: int, luck: Any) -> None:
    total = 0
    for colour in range(MODES):
        if colour != blue:
            total += row[BAG + colour]
    ticket = chosen(luck, total)
    for colour in range(MODES):
        if colour != blue:
            ticket -= row[BAG + colour]
            if ticket < 0:
                row[BAG + colour] -= 1
                row[FLAGS + colour] |= 1 << bridge
                return


@compiled
def race(board: Board, row: Row, luck: Any, weights: Any, rounds: int, log: Row) -> int:
    """Play to the end of this round and so many more, or of the game; the log takes moves as it has room."""
    move = np.zeros(5, np.int64)
    made = 0
    while row[TO_MOVE] != OVER:
        seat = row[TO_MOVE]
        if seat == CHANCE:
            if rounds == 0 and row[ROUND] < board[7]:
                break
            rounds -= 1
            end_round(board, row, luck)
            continue
        if row[PHASE] == PLACING:
            move[:] = 0
            move[0] = place(board, row, luck, weights[seat])
            row[PLACED + seat] |= 1 << move[0]
            row[OWING] = 0
            next_placer(row)
            if row[PHASE] == RACING:
                next_mover(row)
        elif row[PHASE] == ASKING:
            row[PHASE], row[USING] = RACING, FIRST_BIT
            continue
        else:
            ride(board, row, luck, weights[seat], move)
            move_on(board, row, move)
        if made < log.shape[0]:
            log[made, 0] = seat
            log[made, 1:] = move
        made += 1
    return made
