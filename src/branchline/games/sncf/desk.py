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

TO_MOVE, PLAYERS, AT_ONCE, STALL, BY_BOXES, FIRST, STILL, ENDED = range(8)
GERMANY, GOAL, CUBES, LIMIT, TOKEN, CLOSE = range(8, 14)  # CLOSE: railroads within five cubes of the goal
BOX, VALUE, SHARES, HANDS = 14, 20, 26, 32  # six a seat in HANDS
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
    ways: Bytes  # France: a joint plan, a way to an empty city for each railroad that has none yet
    fringe: Ints  # a list of the hexes that were ever open to a railroad
    fringes: Ints  # and its length
    lure: Ints  # points of the open cities around a hex
    dirty: Ints  # railroads whose best build must be found anew
    seen: Ints
    units: Ints  # a flow: for each hex, from where the units come that enter it (two a hex, -1: none)
    queue: Ints
    before: Ints
    options: Ints
    listed: Ints
    worth: Floats


@compiled
def room(desk: Desk, hexagon: int) -> int:
    """For how many more railroads a hex has room: build.rural, build.city."""
    if desk.closed[hexagon]:
        return 0
    return 1 if desk.points[hexagon] or desk.once[hexagon] else 2


@compiled
def together(desk: Desk, builder: int, cube: int, keep: bool) -> bool:
    """The flow of cutoff.py: do all railroads without a city have a joint plan? Keep it?

    `builder` has a new cube there that its open hexes do not know yet.
    """
    units = desk.units
    units[:] = -1
    for railroad in range(6):
        if not desk.ints[VALUE + railroad] and not augmented(desk, railroad, builder, cube):
            return False
    if keep:
        desk.ways[:] = 0
        for hexagon in range(desk.points.shape[0]):
            if desk.points[hexagon] and units[2 * hexagon] != -1:
                trace(desk, hexagon)
    return True


@compiled
def trace(desk: Desk, city: int) -> None:
    """Follow a unit back from its city to its railroad, and keep its way."""
    units, count, place = desk.units, 0, city
    while place >= 0:
        desk.queue[count] = place
        count += 1
        at = 2 * place + (units[2 * place + 1] != -1)
        source = units[at]
        units[at] = -1
        place = source if source >= 0 else -1
    railroad = -2 - source
    for i in range(count):
        if not desk.track[railroad, desk.queue[i]]:
            desk.ways[railroad, desk.queue[i]] = 1


@compiled
def augmented(desk: Desk, railroad: int, builder: int, cube: int) -> bool:
    """Send one more unit, from this railroad, if there is room however the others go.

    A node is 2 * hex for its way in, one more for its way out; railroads come last, as ways out. In `units` a
    railroad is -2 - r.
    """
    near, queue, before, seen, units = desk.near, desk.queue, desk.before, desk.seen, desk.units
    size = near.shape[0]
    desk.ints[TOKEN] += 1
    mark, head, tail = desk.ints[TOKEN], 0, 1
    queue[0], before[0], seen[2 * size + railroad] = 2 * size + railroad, -1, mark
    while head < tail:
        node = queue[head]
        place = node // 2
        if node >= 2 * size:
            each = node - 2 * size
            place = cube if each == builder else -1
            for i in range(desk.fringes[each]):
                hexagon = desk.fringe[each, i]
                if desk.open[each, hexagon] and not desk.closed[hexagon] and seen[2 * hexagon] != mark:
                    seen[2 * hexagon] = mark
                    queue[tail], before[tail] = 2 * hexagon, head
                    tail += 1
        if place >= 0 and (node % 2 or node >= 2 * size):
            for k in range(6):
                other = near[place, k]
                if other >= 0 and not desk.closed[other] and seen[2 * other] != mark:
                    seen[2 * other] = mark
                    queue[tail], before[tail] = 2 * other, head
                    tail += 1
            if node < 2 * size and units[node - 1] != -1 and seen[node - 1] != mark:
                seen[node - 1] = mark
                queue[tail], before[tail] = node - 1, head
                tail += 1
        if node < 2 * size and node % 2 == 0:
            for k in range(2):
                source = units[node + k]
                if source != -1:
                    back = 2 * source + 1 if source >= 0 else 2 * size - 2 - source
                    if seen[back] != mark:
                        seen[back] = mark
                        queue[tail], before[tail] = back, head
                        tail += 1
            if (units[node] != -1) + (units[node + 1] != -1) < room(desk, place):
                if desk.points[place]:
                    send(desk, head)
                    return True
                if seen[node + 1] != mark:
                    seen[node + 1] = mark
                    queue[tail], before[tail] = node + 1, head
                    tail += 1
        head += 1
    return False


@compiled
def send(desk: Desk, head: int) -> None:
    """Carry the unit along the path that was found: units on their way back are taken up."""
    queue, before, units, size = desk.queue, desk.before, desk.units, desk.near.shape[0]
    while before[head] >= 0:
        into, head = queue[head], before[head]
        node = queue[head]
        if node < 2 * size and into < 2 * size and node // 2 == into // 2:
            continue
        if into % 2 or into >= 2 * size:
            source = into // 2 if into < 2 * size else 2 * size - 2 - into
            if units[node] == source:
                units[node] = units[node + 1]
            units[node + 1] = -1
        else:
            source = node // 2 if node < 2 * size else 2 * size - 2 - node
            if units[into] == -1:
                units[into] = source
            else:
                units[into + 1] = source


@compiled
def takes(desk: Desk, railroad: int, hexagon: int) -> bool:
    """Does a cube here take room that the known plan needs?"""
    if desk.ways[railroad, hexagon]:
        return False
    users = 0
    for other in range(6):
        users += desk.ways[other, hexagon]
    return users > 0 and users >= room(desk, hexagon)


@compiled
def allowed(desk: Desk, railroad: int, hexagon: int) -> bool:
    """build.cut-off: may this railroad lay a cube here? The cube is laid, looked at and taken up again."""
    if desk.ints[GERMANY] or not takes(desk, railroad, hexagon):
        return True
    closed, once, points = desk.closed[hexagon], desk.once[hexagon], desk.points[hexagon]
    desk.ints[VALUE + railroad] += points
    if points or once:
        desk.closed[hexagon] = 1
    desk.once[hexagon] = 1
    found = together(desk, railroad, hexagon, False)
    desk.ints[VALUE + railroad] -= points
    desk.closed[hexagon], desk.once[hexagon] = closed, once
    return found


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
    if not desk.ints[GERMANY]:
        together(desk, -1, -1, True)
        for railroad in range(6):
            for hexagon in range(near.shape[0]):
                if desk.track[railroad, hexagon] and desk.too_near[desk.ints[GOAL], hexagon]:
                    desk.ints[CLOSE] |= 1 << railroad


@compiled
def lay(desk: Desk, railroad: int, hexagon: int) -> None:
    """build.cube, score.city, build.branch; then the joint plan is brought up to date."""
    ints, near, closed, points = desk.ints, desk.near, desk.closed, desk.points[hexagon]
    spoils = not ints[GERMANY] and takes(desk, railroad, hexagon)
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
    desk.ways[railroad, hexagon] = 0
    if points:
        desk.ways[railroad, :] = 0
    if spoils:
        together(desk, -1, -1, True)


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
