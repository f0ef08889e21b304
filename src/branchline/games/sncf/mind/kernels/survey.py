"""What the map says about each railroad, compiled: nothing of it depends on hands and boxes."""

from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.mind.kernels.desk import (
    AHEAD,
    FAR,
    GAIN,
    LAID,
    OPEN,
    OWN,
    REACH,
    RUN,
    TIED,
    WAY,
    Desk,
)
from branchline.games.sncf.mind.kernels.position import (
    GERMANY,
    GOAL,
    HEXES,
    PURPLE_POINTS,
    TOKEN,
    Ints,
    Position,
)
from branchline.games.sncf.rules.state import MOST_CUBES


@compiled
def from_targets(now: Position, desk: Desk) -> int:
    """Ways to what ends a game, from there backwards; returns how many such cities are empty."""
    queue, near, way, best = now.queue, now.near, desk.way, desk.best
    head, tail, germany = 0, 0, now.ints[GERMANY]
    for hexagon in range(now.ints[HEXES]):
        way[hexagon] = FAR
        target = now.points[hexagon] == PURPLE_POINTS if germany else hexagon == now.ints[GOAL]
        if target and not now.closed[hexagon]:
            way[hexagon], best[hexagon] = 1, now.points[hexagon]
            queue[tail] = hexagon
            tail += 1
    targets = tail
    while head < tail:
        hexagon = queue[head]
        head += 1
        for k in range(6):
            other = near[hexagon, k]
            if other < 0 or now.closed[other]:
                continue
            if way[other] == FAR and way[hexagon] + 1 < FAR:
                way[other], best[other] = way[hexagon] + 1, 0
                queue[tail] = other
                tail += 1
            if way[other] == way[hexagon] + 1:
                best[other] = max(best[other], best[hexagon] + now.points[other])
    return targets


@compiled
def survey(now: Position, desk: Desk) -> int:
    """All that the map says about each railroad; returns how many cities that end the game are empty."""
    near, queue, points = now.near, now.queue, now.points
    targets = from_targets(now, desk)
    desk.survey[:] = 0
    for railroad in range(6):
        row, distance = desk.survey[railroad], desk.distance[railroad]
        distance[:] = FAR
        head, tail, laid = 0, 0, 0
        row[WAY] = FAR
        for hexagon in range(now.ints[HEXES]):
            laid += now.track[railroad, hexagon]
        begun = laid > 0
        for hexagon in range(now.ints[HEXES]):
            if now.open[railroad, hexagon] if begun else now.startable[hexagon]:
                distance[hexagon] = 1
                queue[tail] = hexagon
                tail += 1
                if desk.way[hexagon] < row[WAY]:
                    row[WAY], row[RUN] = desk.way[hexagon], desk.best[hexagon]
                elif desk.way[hexagon] == row[WAY] and row[WAY] < FAR:
                    row[RUN] = max(row[RUN], desk.best[hexagon])
        row[OPEN], row[LAID] = tail, laid
        while head < tail:
            hexagon = queue[head]
            head += 1
            row[AHEAD + distance[hexagon] - 1] += points[hexagon]
            if distance[hexagon] == REACH:
                continue
            for k in range(6):
                other = near[hexagon, k]
                if other < 0 or now.closed[other] or now.track[railroad, other]:
                    continue
                if distance[other] == FAR:
                    distance[other] = distance[hexagon] + 1
                    queue[tail] = other
                    tail += 1
        greedy_gain(now, railroad, begun, row)
    whose(now, desk)
    return targets


@compiled
def whose(now: Position, desk: Desk) -> None:
    """City points to which a railroad is the nearest, alone or with others."""
    for hexagon in range(now.ints[HEXES]):
        if not now.points[hexagon] or now.closed[hexagon]:
            continue
        least, count = FAR, 0
        for railroad in range(6):
            distance = desk.distance[railroad, hexagon]
            if distance < least:
                least, count = distance, 1
            elif distance == least:
                count += 1
        if least < FAR:
            for railroad in range(6):
                if desk.distance[railroad, hexagon] == least:
                    desk.survey[railroad, OWN if count == 1 else TIED] += now.points[hexagon]


@compiled
def greedy_gain(now: Position, railroad: int, begun: bool, row: Ints) -> None:
    """What a build by taste scores with each number of cubes; the goal and build.cut-off are left aside."""
    ints, near, options, listed = now.ints, now.near, now.options, now.listed
    ints[TOKEN] += 1
    token, size, total = ints[TOKEN], 0, 0
    if not begun:
        return
    for i in range(now.fringes[railroad]):
        hexagon = now.fringe[railroad, i]
        if now.open[railroad, hexagon] and hexagon != ints[GOAL]:
            options[size] = hexagon
            listed[hexagon] = token
            size += 1
    for count in range(1, MOST_CUBES + 1):
        at, most = -1, -1
        for i in range(size):
            worth = taste(now, railroad, options[i], token, 133, 5)
            if worth > most or (worth == most and options[i] < options[at]):
                at, most = i, worth
        if at >= 0:
            hexagon = options[at]
            size -= 1
            options[at] = options[size]
            total += now.points[hexagon]
            for k in range(6):
                other = near[hexagon, k]
                if other < 0 or now.closed[other] or now.track[railroad, other]:
                    continue
                if listed[other] != token and other != ints[GOAL]:
                    options[size] = other
                    listed[other] = token
                    size += 1
        row[GAIN + count] = total


@compiled
def taste(now: Position, railroad: int, hexagon: int, token: int, following: int, beyond: int) -> int:
    """What a cube here promises, in hundredths of points: its city and those that it brings within reach."""
    found = 100 * now.points[hexagon]
    for k in range(6):
        other = now.near[hexagon, k]
        if other < 0 or now.closed[other] or now.listed[other] == token or now.track[railroad, other]:
            continue
        found += following * now.points[other] + beyond * now.lure[other]
    return int(found)
