"""What rides are worth, as a kernel: `mind/foresight.py` again, for every set of modes at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from branchline.games.bridgetown.mind import weights
from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.mind.kernels.position import (
    AT,
    CARDS,
    FLAGS,
    HELD,
    HOLDER,
    LONGEST,
    PHASE,
    PLACED,
    PLAYERS,
    ROUND,
    SEATS,
    TO_MOVE,
    Board,
    Row,
    key_of,
    network_of,
    ones,
    unplaced,
)
from branchline.games.bridgetown.mind.weights import ELSEWHERE, FAR, HAS_ONE, LIKELY, MAY_COME, NEAR
from branchline.games.bridgetown.rules.state import BRIDGES, MODES, PLACE, TURNS
from branchline.games.bridgetown.rules.tables import WALK

# what a player goes for, as an array: each seat may have its own
FLAG, COLOUR, LAST_FLAG, IDLE_FLAG, CLOSE, NOISE = range(6)
WEIGHTS = (
    weights.FLAG,
    weights.COLOUR,
    weights.LAST_FLAG,
    weights.IDLE_FLAG,
    weights.CLOSE,
    0.02,  # how much chance there is in what he does
)


class Foresight(NamedTuple):
    """What the rides of a seat go for."""

    gain: Any  # for each ride, mode and bridge: what the flag brings
    new: Any  # and what its colour does
    odds: Any  # for each ride and mode: how likely each bonus is
    resting: Any  # for each space: what it is worth to end the round there


@compiled
def foresight_of(board: Board, row: Row, seat: int, weights: Any) -> Foresight:
    """What this seat's rides go for."""
    size, players, placing = board.steps.shape[0], row[PLAYERS], row[PHASE] == PLACE
    gain, new = np.zeros((TURNS, MODES, BRIDGES)), np.zeros((TURNS, MODES, BRIDGES))
    odds, resting = np.zeros((TURNS, MODES, SEATS)), np.zeros(size)
    held, last = row[HELD + seat], row[ROUND] == board.rounds
    missing = BRIDGES - ones(held)
    flag = weights[FLAG]
    if missing == 1:
        flag = weights[LAST_FLAG]
    elif last and missing > TURNS:
        flag = weights[IDLE_FLAG]
    odds[:, :, 0] = 1.0
    safe = np.ones((TURNS, MODES, BRIDGES))
    for other in range(players):
        if other == seat:
            continue
        spare = unplaced(row, other) if placing else 0
        rides = ones(row[PLACED + other]) + spare
        if rides == 0:
            continue
        sooner = (other - row[HOLDER]) % players < (seat - row[HOLDER]) % players
        before = 1 if sooner and (placing or row[TO_MOVE] != seat) else 0
        for mode in range(MODES):
            there = row[PLACED + other] >> mode & 1
            if not there and not spare:
                continue
            has = 1.0 if there else MAY_COME * spare
            key = key_of(network_of(board, row, mode), row[AT + other], board.speed[mode], size)
            reach = board.reach[key] | board.reach[key + 1]
            for step in range(TURNS):
                early = min(rides, step + before)
                stays = 1 - early / rides
                if there and stays > 0:
                    for extra in range(SEATS - 1, 0, -1):
                        change = odds[step, mode, extra - 1] - odds[step, mode, extra]
                        odds[step, mode, extra] += stays * change
                    odds[step, mode, 0] *= 1 - stays
                for bridge in range(BRIDGES):
                    if row[FLAGS + mode] >> bridge & 1:
                        threat = has * early / rides * (NEAR if reach >> bridge & 1 else ELSEWHERE)
                        if row[HELD + other] >> bridge & 1:
                            threat *= HAS_ONE
                        safe[step, mode, bridge] *= 1 - threat
    for mode in range(MODES):
        fresh = weights[COLOUR] if row[CARDS + seat * MODES + mode] == 0 else 0.0
        for bridge in range(BRIDGES):
            if not row[FLAGS + mode] >> bridge & 1:
                continue
            pays = not held >> bridge & 1
            worth = flag if pays else 0.0
            for colour in range(MODES):  # an exchange pays for a new colour if the old one is kept
                on_card = row[CARDS + seat * MODES + colour]
                if on_card >> bridge & 1 and ones(on_card) > 1 and fresh > 0:
                    pays = True
            for step in range(TURNS):
                if pays:
                    gain[step, mode, bridge] = worth * safe[step, mode, bridge]
                    new[step, mode, bridge] = fresh * safe[step, mode, bridge]
        for step in range(TURNS):
            total = 0.0
            for extra in range(SEATS):
                if odds[step, mode, extra] <= LIKELY:
                    odds[step, mode, extra] = 0.0
                total += odds[step, mode, extra]
            odds[step, mode] /= total
    if not last:
        for bridge in range(BRIDGES):
            if not held >> bridge & 1:
                for space in range(size):
                    if board.steps[space, bridge] < FAR:
                        resting[space] += weights[CLOSE] * (1 - board.steps[space, bridge] / FAR)
    return Foresight(gain, new, odds, resting)


@compiled
def gained(ahead: Foresight, step: int, mode: int, takes: int) -> float:
    """What the flags at these bridges bring, their colour counted once."""
    total, colour = 0.0, 0.0
    for bridge in range(BRIDGES):
        if takes >> bridge & 1:
            total += ahead.gain[step, mode, bridge]
            colour = max(colour, ahead.new[step, mode, bridge])
    return total + colour


@compiled
def riding(
    board: Board, row: Row, ahead: Foresight, mode: int, step: int, after: Any, begin: int, end: int,
    near: Any, doubled: bool,
) -> Any:  # fmt: skip
    """The most that this mode brings as ride number `step`, by what each end is worth after it.

    For the spaces from `begin` to `end` that are `near`. All in one function, because every call that
    hands on a tuple of arrays counts references to each of them.
    """
    size, players, speed = after.shape[0], row[PLAYERS], board.speed[mode]
    places, ends, bridged, reach = board.places, board.ends, board.bridges, board.reach
    gain, new, odds = ahead.gain, ahead.new, ahead.odds
    network, flags = network_of(board, row, mode), row[FLAGS + mode]
    found = np.zeros(size)
    for space in range(begin, end):
        if not near[space]:
            continue
        total = 0.0
        for extra in range(1 if doubled else players):
            likely = 1.0 if doubled else odds[step, mode, extra]
            if likely == 0:
                continue
            key = (network * size + space) * (LONGEST + 1) + (2 * speed if doubled else speed + extra)
            way, last = places[key], places[key + 1]
            best, gaining = 0.0, flags & reach[key]
            if way == last:  # stuck.walk, stuck.stay
                best = after[space]
                key = (WALK * size + space) * (LONGEST + 1) + 1
                way, last = places[key], places[key + 1]
            while way < last:
                worth = after[ends[way]]
                if gaining and bridged[way] & flags:
                    colour = 0.0
                    for bridge in range(BRIDGES):
                        if (bridged[way] & flags) >> bridge & 1:
                            worth += gain[step, mode, bridge]
                            if new[step, mode, bridge] > colour:
                                colour = new[step, mode, bridge]
                    worth += colour
                if worth > best:  # quicker than `max`, which asks whether it is a number
                    best = worth
                way += 1
            total += likely * best
        found[space] = total
    return found


@compiled
def from_here(
    board: Board, row: Row, ahead: Foresight, mode: int, step: int, space: int, after: Any, doubled: bool
) -> float:
    near = np.ones(after.shape[0], np.bool_)
    return float(riding(board, row, ahead, mode, step, after, space, space + 1, near, doubled)[space])


@compiled
def after_one(board: Board, row: Row, ahead: Foresight, step: int, mode: int, doubled: bool) -> Any:
    """What each space is worth with this one mode still to ride."""
    size = board.steps.shape[0]
    return riding(board, row, ahead, mode, step, ahead.resting, 0, size, np.ones(size, np.bool_), doubled)


@compiled
def after_two(
    board: Board, row: Row, ahead: Foresight, step: int, one: int, other: int, singles: Any, near: Any
) -> Any:
    """What each space that matters is worth with these two still to ride, in either order."""
    size = board.steps.shape[0]
    return np.maximum(
        riding(board, row, ahead, one, step, singles[other], 0, size, near, False),
        riding(board, row, ahead, other, step, singles[one], 0, size, near, False),
    )


@compiled
def mark(board: Board, row: Row, space: int, mode: int, length: int, near: Any) -> None:
    """The spaces where such a ride, or a walk instead of it, may end."""
    size = near.shape[0]
    near[space] = True
    for network, steps in ((network_of(board, row, mode), length), (WALK, 1)):
        key = key_of(network, space, steps, size)
        for way in range(board.places[key], board.places[key + 1]):
            near[board.ends[way]] = True


@compiled
def modes_worth(board: Board, row: Row, seat: int, rides: int, must: int, weights: Any) -> Any:
    """For each set of so many modes that holds `must`: what its best plan brings, else -1."""
    size, space = board.steps.shape[0], row[AT + seat]
    ahead = foresight_of(board, row, seat, weights)
    found = np.full(1 << MODES, -1.0)
    if rides == 1:
        for mode in range(MODES):
            if not must or must == 1 << mode:
                found[1 << mode] = from_here(board, row, ahead, mode, 0, space, ahead.resting, False)
        return found
    singles, near = np.zeros((MODES, size)), np.zeros(size, np.bool_)
    for mode in range(MODES):
        singles[mode] = after_one(board, row, ahead, rides - 1, mode, False)
        for extra in range(row[PLAYERS]):
            if ahead.odds[0, mode, extra] > 0:
                mark(board, row, space, mode, board.speed[mode] + extra, near)
    for one in range(MODES):
        for other in range(one + 1, MODES):
            pair = 1 << one | 1 << other
            if ones(pair | must) > rides:
                continue
            if rides == 2:
                found[pair] = max(
                    from_here(board, row, ahead, one, 0, space, singles[other], False),
                    from_here(board, row, ahead, other, 0, space, singles[one], False),
                )
                continue
            after = after_two(board, row, ahead, 1, one, other, singles, near)
            for mode in range(MODES):
                modes = pair | 1 << mode
                if not pair >> mode & 1 and modes & must == must:
                    worth = from_here(board, row, ahead, mode, 0, space, after, False)
                    found[modes] = max(found[modes], worth)
    return found


@compiled
def doubled_worth(board: Board, row: Row, seat: int, rides: int, must: int, weights: Any) -> Any:
    """The same for one or two modes, one of them with Double."""
    space = row[AT + seat]
    ahead = foresight_of(board, row, seat, weights)
    found = np.full(1 << MODES, -1.0)
    for mode in range(MODES):
        if rides == 1:
            if not must or must == 1 << mode:
                found[1 << mode] = from_here(board, row, ahead, mode, 0, space, ahead.resting, True)
            continue
        single = after_one(board, row, ahead, 1, mode, False)
        doubled = after_one(board, row, ahead, 1, mode, True)
        for other in range(MODES):
            modes = 1 << mode | 1 << other
            if mode != other and modes & must == must:
                worth = max(
                    from_here(board, row, ahead, other, 0, space, single, True),
                    from_here(board, row, ahead, other, 0, space, doubled, False),
                )
                found[modes] = max(found[modes], worth)
    return found


@compiled
def rest_worth(board: Board, row: Row, ahead: Foresight, rest: int, near: Any) -> Any:
    """What each space is worth after the next ride, with the modes `rest` (two at most) still to ride."""
    size = board.steps.shape[0]
    first, second = -1, -1
    for mode in range(MODES):
        if rest >> mode & 1:
            if first < 0:
                first = mode
            else:
                second = mode
    if first < 0:
        return ahead.resting
    if second < 0:
        return after_one(board, row, ahead, 1, first, False)
    singles = np.zeros((MODES, size))
    singles[first] = after_one(board, row, ahead, 2, first, False)
    singles[second] = after_one(board, row, ahead, 2, second, False)
    return after_two(board, row, ahead, 1, first, second, singles, near)
