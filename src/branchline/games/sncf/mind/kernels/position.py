"""The position as arrays, and the rules on them, compiled: what a playout needs of `rules`.

Hexes are numbered from 0 in the order of their bits, a set is a row of zeros and ones. `ints` holds what
the state holds as numbers, by the names below. A test plays both engines side by side.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.rules import state
from branchline.games.sncf.rules.tables import VALUES

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

TO_MOVE, PLAYERS, AT_ONCE, STALL, BY_BOXES, FIRST, STILL, ENDED = range(8)
GERMANY, GOAL, CUBES, LIMIT, TOKEN, CLOSE = range(8, 14)  # CLOSE: railroads within five cubes of the goal
BOX, VALUE, SHARES, HANDS, NET, LOW = 14, 20, 26, 32, 68, 104  # six a seat in HANDS, NET and LOW
HEXES = LOW + 36  # how many the board has
SIZE = HEXES + 1
PURPLE_POINTS = VALUES["purple"]
ROOM = 192  # hexes: boards up to this size share one compiled kernel


class Position(Protocol):
    """The board, the position, and room to think: one record, so that a kernel is handed one pointer."""

    bit: Ints  # of each hex in the rules' sets
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


def position_type(hexes: int) -> np.dtype[np.void]:
    """The record of a board with so many hexes."""
    most = max(ROOM, -(-hexes // ROOM) * ROOM)
    nodes = 2 * most + 64  # a flow has two nodes a hex
    fields: list[tuple[str, type, tuple[int, ...]]] = [
        ("bit", np.int64, (most,)), ("near", np.int64, (most, 6)), ("points", np.int64, (most,)),
        ("too_near", np.uint8, (most, most)), ("ints", np.int64, (SIZE,)), ("track", np.uint8, (6, most)),
        ("open", np.uint8, (6, most)), ("closed", np.uint8, (most,)), ("once", np.uint8, (most,)),
        ("startable", np.uint8, (most,)), ("ways", np.uint8, (6, most)), ("fringe", np.int64, (6, most)),
        ("fringes", np.int64, (6,)), ("lure", np.int64, (most,)), ("dirty", np.int64, (6,)),
        ("seen", np.int64, (nodes,)), ("units", np.int64, (nodes,)), ("queue", np.int64, (nodes,)),
        ("before", np.int64, (nodes,)), ("options", np.int64, (nodes,)), ("listed", np.int64, (nodes,)),
        ("worth", np.float64, (nodes,)),
    ]  # fmt: skip
    return np.dtype(fields, align=True)


@compiled
def room(now: Position, hexagon: int) -> int:
    """For how many more railroads a hex has room: build.rural, build.city."""
    if now.closed[hexagon]:
        return 0
    return 1 if now.points[hexagon] or now.once[hexagon] else 2


@compiled
def together(now: Position, builder: int, cube: int, keep: bool) -> bool:
    """The flow of cutoff.py: do all railroads without a city have a joint plan? Keep it?

    `builder` has a new cube there that its open hexes do not know yet.
    """
    units = now.units
    units[:] = -1
    for railroad in range(6):
        if not now.ints[VALUE + railroad] and not augmented(now, railroad, builder, cube):
            return False
    if keep:
        now.ways[:] = 0
        for hexagon in range(now.ints[HEXES]):
            if now.points[hexagon] and units[2 * hexagon] != -1:
                keep_way(now, hexagon)
    return True


@compiled
def keep_way(now: Position, city: int) -> None:
    """Follow a unit back from its city to its railroad, and keep its way."""
    units, count, place = now.units, 0, city
    while place >= 0:
        now.queue[count] = place
        count += 1
        at = 2 * place + (units[2 * place + 1] != -1)
        source = units[at]
        units[at] = -1
        place = source if source >= 0 else -1
    railroad = -2 - source
    for i in range(count):
        if not now.track[railroad, now.queue[i]]:
            now.ways[railroad, now.queue[i]] = 1


@compiled
def augmented(now: Position, railroad: int, builder: int, cube: int) -> bool:
    """Send one more unit, from this railroad, if there is room however the others go.

    A node is 2 * hex for its way in, one more for its way out; railroads come last, as ways out. In `units` a
    railroad is -2 - r.
    """
    near, queue, before, seen, units = now.near, now.queue, now.before, now.seen, now.units
    size = now.ints[HEXES]
    now.ints[TOKEN] += 1
    mark, head, tail = now.ints[TOKEN], 0, 1
    queue[0], before[0], seen[2 * size + railroad] = 2 * size + railroad, -1, mark
    while head < tail:
        node = queue[head]
        place = node // 2
        if node >= 2 * size:
            each = node - 2 * size
            place = cube if each == builder else -1
            for i in range(now.fringes[each]):
                hexagon = now.fringe[each, i]
                if now.open[each, hexagon] and not now.closed[hexagon] and seen[2 * hexagon] != mark:
                    seen[2 * hexagon] = mark
                    queue[tail], before[tail] = 2 * hexagon, head
                    tail += 1
        if place >= 0 and (node % 2 or node >= 2 * size):
            for k in range(6):
                other = near[place, k]
                if other >= 0 and not now.closed[other] and seen[2 * other] != mark:
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
            if (units[node] != -1) + (units[node + 1] != -1) < room(now, place):
                if now.points[place]:
                    send(now, head)
                    return True
                if seen[node + 1] != mark:
                    seen[node + 1] = mark
                    queue[tail], before[tail] = node + 1, head
                    tail += 1
        head += 1
    return False


@compiled
def send(now: Position, head: int) -> None:
    """Carry the unit along the path that was found: units on their way back are taken up."""
    queue, before, units, size = now.queue, now.before, now.units, now.ints[HEXES]
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
def takes(now: Position, railroad: int, hexagon: int) -> bool:
    """Does a cube here take room that the known plan needs?"""
    if now.ways[railroad, hexagon]:
        return False
    users = 0
    for other in range(6):
        users += now.ways[other, hexagon]
    return users > 0 and users >= room(now, hexagon)


@compiled
def allowed(now: Position, railroad: int, hexagon: int) -> bool:
    """build.cut-off: may this railroad lay a cube here? The cube is laid, looked at and taken up again."""
    if now.ints[GERMANY] or not takes(now, railroad, hexagon):
        return True
    closed, once, points = now.closed[hexagon], now.once[hexagon], now.points[hexagon]
    now.ints[VALUE + railroad] += points
    if points or once:
        now.closed[hexagon] = 1
    now.once[hexagon] = 1
    found = together(now, railroad, hexagon, False)
    now.ints[VALUE + railroad] -= points
    now.closed[hexagon], now.once[hexagon] = closed, once
    return found


@compiled
def unfold(now: Position) -> None:
    """Everything that follows from track and closed hexes."""
    near, closed = now.near, now.closed
    now.lure[:] = 0
    now.open[:] = 0
    now.ways[:] = 0
    for hexagon in range(now.ints[HEXES]):
        for k in range(6):
            other = near[hexagon, k]
            if other >= 0 and not closed[other]:
                now.lure[hexagon] += now.points[other]
    for railroad in range(6):
        count = 0
        for hexagon in range(now.ints[HEXES]):
            if closed[hexagon] or now.track[railroad, hexagon]:
                continue
            for k in range(6):
                other = near[hexagon, k]
                if other >= 0 and now.track[railroad, other]:
                    now.open[railroad, hexagon] = 1
                    now.fringe[railroad, count] = hexagon
                    count += 1
                    break
        now.fringes[railroad] = count
        now.dirty[railroad] = 1
    if not now.ints[GERMANY]:
        together(now, -1, -1, True)
        for railroad in range(6):
            for hexagon in range(now.ints[HEXES]):
                if now.track[railroad, hexagon] and now.too_near[now.ints[GOAL], hexagon]:
                    now.ints[CLOSE] |= 1 << railroad


@compiled
def lay(now: Position, railroad: int, hexagon: int) -> None:
    """build.cube, score.city, build.branch; then the joint plan is brought up to date."""
    ints, near, closed, points = now.ints, now.near, now.closed, now.points[hexagon]
    spoils = not ints[GERMANY] and takes(now, railroad, hexagon)
    ints[BOX + railroad] -= 1
    ints[VALUE + railroad] += points
    ints[STILL] = 0
    now.track[railroad, hexagon] = 1
    now.open[railroad, hexagon] = 0
    shuts = points > 0 or now.once[hexagon]
    if shuts:
        closed[hexagon] = 1
    else:
        now.once[hexagon] = 1
    now.dirty[railroad] = 1
    for k in range(6):
        other = near[hexagon, k]
        if other < 0:
            continue
        now.lure[other] -= points
        for each in range(6):
            if shuts and now.open[each, other]:
                now.dirty[each] = 1
        if not (closed[other] or now.track[railroad, other] or now.open[railroad, other]):
            now.open[railroad, other] = 1
            now.fringe[railroad, now.fringes[railroad]] = other
            now.fringes[railroad] += 1
    if shuts:
        for each in range(6):
            if now.open[each, hexagon]:
                now.open[each, hexagon] = 0
                now.dirty[each] = 1
    if ints[GERMANY]:
        for other in range(now.ints[HEXES]):
            if now.too_near[hexagon, other]:
                now.startable[other] = 0
        return
    if now.too_near[ints[GOAL], hexagon]:
        ints[CLOSE] |= 1 << railroad
    now.ways[railroad, hexagon] = 0
    if points:
        now.ways[railroad, :] = 0
    if spoils:
        together(now, -1, -1, True)


@compiled
def possible(now: Position, city: int) -> bool:
    """end.impossible: walk back from the city until a railroad's road meets it, counting cubes."""
    ints, near, seen, queue, before = now.ints, now.near, now.seen, now.queue, now.before
    ints[TOKEN] += 1
    mark = ints[TOKEN]
    left = np.empty(6, np.int64)
    started = np.zeros(6, np.int64)
    for railroad in range(6):
        laid = now.track[railroad].sum()
        started[railroad] = laid > 0
        left[railroad] = ints[BOX + railroad] if ints[BY_BOXES] else ints[CUBES] - laid
    queue[0], before[0], seen[city] = city, 1, mark
    head, tail = 0, 1
    while head < tail:
        hexagon, length = queue[head], before[head]
        head += 1
        for railroad in range(6):
            if left[railroad] >= length and (
                now.open[railroad, hexagon] if started[railroad] else now.startable[hexagon]
            ):
                return True
        for k in range(6):
            other = near[hexagon, k]
            if other >= 0 and not now.closed[other] and seen[other] != mark:
                seen[other] = mark
                queue[tail], before[tail] = other, length + 1
                tail += 1
    return False


@compiled
def grows(now: Position, railroad: int) -> bool:
    """Can this railroad build or start now?"""
    if not now.ints[BOX + railroad]:
        return False
    return bool(now.open[railroad].any()) if now.track[railroad].any() else bool(now.startable.any())


@compiled
def ending(now: Position, placed: bool) -> int:
    """How the game ends after this turn, by the numbers of state.py; 0 if it goes on."""
    ints = now.ints
    if ints[GERMANY]:
        empty = 0
        for hexagon in range(now.ints[HEXES]):
            if now.points[hexagon] == PURPLE_POINTS and not now.closed[hexagon]:
                empty += 1
                if (placed or ints[BY_BOXES]) and not possible(now, hexagon):
                    return state.IMPOSSIBLE
        if not empty:
            return state.PURPLE
        going = False
        for railroad in range(6):
            going = going or grows(now, railroad)
        if not going:
            return state.DEAD_END
    else:
        if now.closed[ints[GOAL]]:
            return state.GOAL
        empty = 0
        for railroad in range(6):
            empty += ints[BOX + railroad] == 0
        if empty >= state.EMPTY_BOXES:
            return state.BOXES
    return state.STALL if ints[STILL] >= ints[STALL] * ints[PLAYERS] else 0
