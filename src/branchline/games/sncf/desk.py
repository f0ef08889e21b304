"""The position as arrays, and the rules on them, compiled: what a playout needs of rules.py and ending.py.

Hexes are numbered from 0 in the order of their bits, a set is a row of zeros and ones. `ints` holds what
the state holds as numbers, by the names below. A test plays both engines side by side.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.games.sncf.jit import compiled

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

TO_MOVE, PLAYERS, AT_ONCE, EXEMPTION, STALL, BY_BOXES, FIRST, STILL, ENDED = range(9)
GERMANY, GOAL, CUBES, LIMIT, TOKEN, CLOSE = range(9, 15)  # CLOSE: railroads within five cubes of the goal
BOX, VALUE, SHARES, HANDS = 15, 21, 27, 33  # six a seat in HANDS
SIZE = HANDS + 36
PURPLE_POINTS = 2


class Desk(NamedTuple):
    """The board, the position, and room to think."""

    near: Ints  # six neighbours a hex, -1 where there is none
    points: Ints
    too_near: Bytes  # Germany: cities that a cube here closes for a start; France: who is near the goal
    ints: Ints
    track: Bytes
    open: Bytes  # a railroad's next hexes, the cut-off rule aside
    closed: Bytes
    once: Bytes
    startable: Bytes
    road: Bytes  # France: one road to an open city of each railroad that must keep one
    fringe: Ints  # a list of the hexes that were ever open to a railroad
    fringes: Ints  # and its length
    lure: Ints  # points of the open cities around a hex
    dirty: Ints  # railroads whose best build must be found anew
    seen: Ints
    shut: Ints
    queue: Ints
    before: Ints
    options: Ints
    listed: Ints
    worth: Floats


@compiled
def reaches(desk: Desk, railroad: int, without: int, token: int, keep: bool) -> bool:
    """Has this railroad a road to an open city, without a hex and those shut under `token`? Keep it?"""
    near, points, closed, seen, shut = desk.near, desk.points, desk.closed, desk.seen, desk.shut
    queue, before = desk.queue, desk.before
    desk.ints[TOKEN] += 1
    mark, head, tail = desk.ints[TOKEN], 0, 0
    for i in range(desk.fringes[railroad]):
        hexagon = desk.fringe[railroad, i]
        if desk.open[railroad, hexagon] and hexagon != without and shut[hexagon] != token:
            seen[hexagon] = mark
            queue[tail], before[tail] = hexagon, -1
            tail += 1
    while head < tail:
        hexagon = queue[head]
        if points[hexagon]:
            if keep:
                desk.road[railroad, :] = 0
                while head >= 0:
                    desk.road[railroad, queue[head]] = 1
                    head = before[head]
            return True
        for k in range(6):
            other = near[hexagon, k]
            if other < 0 or closed[other] or seen[other] == mark or other == without or shut[other] == token:
                continue
            seen[other] = mark
            queue[tail], before[tail] = other, head
            tail += 1
        head += 1
    if keep:
        desk.road[railroad, :] = 0
    return False


@compiled
def allowed(desk: Desk, railroad: int, hexagon: int, token: int, broken: int) -> bool:
    """build.cut-off: `broken` are the railroads whose known road a planned cube has closed already."""
    if desk.ints[GERMANY] or not (desk.points[hexagon] or desk.once[hexagon]):
        return True
    for other in range(6):
        if (
            other != railroad
            and (desk.road[other, hexagon] or broken >> other & 1)
            and not reaches(desk, other, hexagon, token, False)
        ):
            return False
    return True


@compiled
def watched(desk: Desk, railroad: int) -> bool:
    return desk.ints[GERMANY] == 0 and not (desk.ints[EXEMPTION] and desk.ints[VALUE + railroad])


@compiled
def unfold(desk: Desk) -> None:
    """Everything that follows from track and closed hexes."""
    near, closed = desk.near, desk.closed
    for hexagon in range(near.shape[0]):
        for k in range(6):
            other = near[hexagon, k]
            if other >= 0 and not closed[other]:
                desk.lure[hexagon] += desk.points[other]
    for railroad in range(6):
        count = 0
        for hexagon in range(near.shape[0]):
            if closed[hexagon] or desk.track[railroad, hexagon]:
                continue
            for k in range(6):
                other = near[hexagon, k]
                if other >= 0 and desk.track[railroad, other]:
                    desk.open[railroad, hexagon] = 1
                    desk.fringe[railroad, count] = hexagon
                    count += 1
                    break
        desk.fringes[railroad] = count
        desk.dirty[railroad] = 1
    for railroad in range(6):
        if watched(desk, railroad):
            reaches(desk, railroad, -1, -1, True)
        if not desk.ints[GERMANY]:
            for hexagon in range(near.shape[0]):
                if desk.track[railroad, hexagon] and desk.too_near[desk.ints[GOAL], hexagon]:
                    desk.ints[CLOSE] |= 1 << railroad


@compiled
def lay(desk: Desk, railroad: int, hexagon: int) -> None:
    """build.cube, score.city, build.branch; then what is known of roads is brought up to date."""
    ints, near, closed, points = desk.ints, desk.near, desk.closed, desk.points[hexagon]
    ints[BOX + railroad] -= 1
    ints[VALUE + railroad] += points
    ints[STILL] = 0
    desk.track[railroad, hexagon] = 1
    desk.open[railroad, hexagon] = 0
    shuts = points > 0 or desk.once[hexagon]
    if shuts:
        closed[hexagon] = 1
    else:
        desk.once[hexagon] = 1
    desk.dirty[railroad] = 1
    for k in range(6):
        other = near[hexagon, k]
        if other < 0:
            continue
        desk.lure[other] -= points
        for each in range(6):
            if shuts and desk.open[each, other]:
                desk.dirty[each] = 1
        if not (closed[other] or desk.track[railroad, other] or desk.open[railroad, other]):
            desk.open[railroad, other] = 1
            desk.fringe[railroad, desk.fringes[railroad]] = other
            desk.fringes[railroad] += 1
    if shuts:
        for each in range(6):
            if desk.open[each, hexagon]:
                desk.open[each, hexagon] = 0
                desk.dirty[each] = 1
    if ints[GERMANY]:
        for other in range(near.shape[0]):
            if desk.too_near[hexagon, other]:
                desk.startable[other] = 0
        return
    if desk.too_near[ints[GOAL], hexagon]:
        ints[CLOSE] |= 1 << railroad
    if shuts:
        for each in range(6):
            if desk.road[each, hexagon]:
                if watched(desk, each):
                    reaches(desk, each, -1, -1, True)
                else:
                    desk.road[each, :] = 0
        if not watched(desk, railroad):
            desk.road[railroad, :] = 0


@compiled
def possible(desk: Desk, city: int) -> bool:
    """end.impossible: walk back from the city until a railroad's road meets it, counting cubes."""
    ints, near, seen, queue, before = desk.ints, desk.near, desk.seen, desk.queue, desk.before
    ints[TOKEN] += 1
    mark = ints[TOKEN]
    left = np.empty(6, np.int64)
    started = np.zeros(6, np.int64)
    for railroad in range(6):
        laid = desk.track[railroad].sum()
        started[railroad] = laid > 0
        left[railroad] = ints[BOX + railroad] if ints[BY_BOXES] else ints[CUBES] - laid
    queue[0], before[0], seen[city] = city, 1, mark
    head, tail = 0, 1
    while head < tail:
        hexagon, length = queue[head], before[head]
        head += 1
        for railroad in range(6):
            if left[railroad] >= length and (
                desk.open[railroad, hexagon] if started[railroad] else desk.startable[hexagon]
            ):
                return True
        for k in range(6):
            other = near[hexagon, k]
            if other >= 0 and not desk.closed[other] and seen[other] != mark:
                seen[other] = mark
                queue[tail], before[tail] = other, length + 1
                tail += 1
    return False


@compiled
def grows(desk: Desk, railroad: int) -> bool:
    """Can this railroad build or start now?"""
    if not desk.ints[BOX + railroad]:
        return False
    return bool(desk.open[railroad].any()) if desk.track[railroad].any() else bool(desk.startable.any())


@compiled
def ending(desk: Desk, placed: bool) -> int:
    """How the game ends after this turn, by the numbers of state.py; 0 if it goes on."""
    ints = desk.ints
    if ints[GERMANY]:
        empty = 0
        for hexagon in range(desk.points.shape[0]):
            if desk.points[hexagon] == PURPLE_POINTS and not desk.closed[hexagon]:
                empty += 1
                if (placed or ints[BY_BOXES]) and not possible(desk, hexagon):
                    return 5
        if not empty:
            return 4
        going = False
        for railroad in range(6):
            going = going or grows(desk, railroad)
        if not going:
            return 6
    else:
        if desk.closed[ints[GOAL]]:
            return 1
        empty = 0
        for railroad in range(6):
            empty += ints[BOX + railroad] == 0
        if empty >= 5:
            return 2
    return 3 if ints[STILL] >= ints[STALL] * ints[PLAYERS] else 0
