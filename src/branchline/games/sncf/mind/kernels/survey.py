"""What the map says about each railroad, compiled: nothing of it depends on hands and boxes.

A build that is tried out closes a few hexes: what follows from them is found from the survey in front of the
turn, and only what they touch is surveyed again.
"""

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
    targets, idle = from_targets(now, desk), -1
    for railroad in range(6):
        idle = survey_one(now, desk, railroad, idle)
    whose(now, desk)
    return targets


@compiled
def remember(now: Position, desk: Desk) -> None:
    """Keep a survey, and by which hexes greedy builds of which railroads were chosen."""
    desk.known_way[:] = desk.way
    desk.known_best[:] = desk.best
    desk.known_survey[:] = desk.survey
    desk.known_distance[:] = desk.distance
    desk.heard[:] = 0
    for railroad in range(6):
        if not desk.survey[railroad, LAID]:
            continue
        greedy_gain(now, railroad, desk.survey[railroad])  # again, for its marks
        for hexagon in range(now.ints[HEXES]):
            if now.listed[hexagon] == now.ints[TOKEN]:
                desk.heard[hexagon] |= 1 << railroad
                for k in range(6):
                    if now.near[hexagon, k] >= 0:
                        desk.heard[now.near[hexagon, k]] |= 1 << railroad


@compiled
def survey_build(now: Position, desk: Desk, railroad: int, cubes: int, targets: int) -> int:
    """The survey after the build in `desk.path`, from the one that was kept; returns as `survey` does."""
    path, near, idle, heard, same_ways = desk.path, now.near, -1, 0, True
    desk.way[:] = desk.known_way
    desk.best[:] = desk.known_best
    for i in range(cubes):
        if now.closed[path[i]]:
            same_ways = same_ways and needless(now, desk, path[i])
            heard |= desk.heard[path[i]]
            for k in range(6):
                if near[path[i], k] >= 0:  # its points were a lure there
                    heard |= desk.heard[near[path[i], k]]
    if not same_ways:
        targets = from_targets(now, desk)
    for each in range(6):
        row = desk.survey[each]
        row[:] = desk.known_survey[each]
        if each == railroad or not row[LAID]:
            idle = survey_one(now, desk, each, idle)
            continue
        desk.distance[each, :] = desk.known_distance[each]
        for i in range(cubes):
            if now.closed[path[i]] and not shut(now, desk, each, path[i]):
                row[AHEAD : AHEAD + REACH] = 0
                spread_out(now, desk, each, True)
                break
        shortest(now, desk, each)
        if heard >> each & 1:
            greedy_gain(now, each, row)
    whose(now, desk)
    return targets


@compiled
def needless(now: Position, desk: Desk, hexagon: int) -> bool:
    """Take a hex that was closed out of the ways to what ends a game; False if others need it."""
    near, way, best = now.near, desk.way, desk.best
    here = way[hexagon]
    way[hexagon] = FAR
    if here == 1:
        return False
    if here == FAR:
        return True
    for k in range(6):
        other = near[hexagon, k]
        if other < 0 or way[other] != here + 1:
            continue
        found = False
        for m in range(6):
            third = near[other, m]
            found = found or (third >= 0 and way[third] == here and best[third] >= best[hexagon])
        if not found:
            return False
    return True


@compiled
def shut(now: Position, desk: Desk, railroad: int, hexagon: int) -> bool:
    """Take a hex that was closed out of a railroad's distances; False if others are farther away now."""
    near, row, distance = now.near, desk.survey[railroad], desk.distance[railroad]
    here = distance[hexagon]
    if here == FAR:
        return True
    distance[hexagon] = FAR
    row[AHEAD + here - 1] -= now.points[hexagon]
    row[OPEN] -= here == 1
    if here == REACH:
        return True
    for k in range(6):
        other = near[hexagon, k]
        if other < 0 or distance[other] != here + 1:
            continue
        found = False
        for m in range(6):
            found = found or (near[other, m] >= 0 and distance[near[other, m]] == here)
        if not found:
            return False
    return True


@compiled
def survey_one(now: Position, desk: Desk, railroad: int, idle: int) -> int:
    """`idle` is a railroad that has not begun either and is known, or -1; returns it for the next one."""
    row, laid = desk.survey[railroad], 0
    for hexagon in range(now.ints[HEXES]):
        laid += now.track[railroad, hexagon]
    if not laid and idle >= 0:  # all that have not begun are alike
        row[:] = desk.survey[idle]
        desk.distance[railroad, :] = desk.distance[idle]
        return idle
    row[:] = 0
    row[LAID] = laid
    spread_out(now, desk, railroad, laid > 0)
    shortest(now, desk, railroad)
    if not laid:
        return railroad
    greedy_gain(now, railroad, row)
    return idle


@compiled
def spread_out(now: Position, desk: Desk, railroad: int, begun: bool) -> None:
    """How far hexes are from a railroad, and the city points at each distance."""
    near, queue, points, closed, track = now.near, now.queue, now.points, now.closed, now.track[railroad]
    row, distance = desk.survey[railroad], desk.distance[railroad]
    source = now.open[railroad] if begun else now.startable[:]
    distance[:] = FAR
    head, tail = 0, 0
    for hexagon in range(now.ints[HEXES]):
        if source[hexagon]:
            distance[hexagon] = 1
            queue[tail] = hexagon
            tail += 1
    row[OPEN] = tail
    while head < tail:
        hexagon = queue[head]
        head += 1
        here = distance[hexagon]
        row[AHEAD + here - 1] += points[hexagon]
        if here == REACH:
            continue
        for k in range(6):
            other = near[hexagon, k]
            if other < 0 or closed[other] or track[other]:
                continue
            if distance[other] == FAR:
                distance[other] = here + 1
                queue[tail] = other
                tail += 1


@compiled
def shortest(now: Position, desk: Desk, railroad: int) -> None:
    """A railroad's way to what ends the game, and the most points on such a way."""
    row, distance, way = desk.survey[railroad], desk.distance[railroad], desk.way
    found, run = FAR, 0
    for hexagon in range(now.ints[HEXES]):
        if distance[hexagon] == 1 and way[hexagon] <= found and way[hexagon] < FAR:
            best = desk.best[hexagon]
            run = best if way[hexagon] < found else max(run, best)
            found = way[hexagon]
    row[WAY], row[RUN] = found, run


@compiled
def whose(now: Position, desk: Desk) -> None:
    """City points to which a railroad is the nearest, alone or with others."""
    for railroad in range(6):
        desk.survey[railroad, OWN] = desk.survey[railroad, TIED] = 0
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
def greedy_gain(now: Position, railroad: int, row: Ints) -> None:
    """What a build by taste scores with each number of cubes; the goal and build.cut-off are left aside."""
    ints, near, options, listed, promise = now.ints, now.near, now.options, now.listed, now.before
    closed, track, points, lure = now.closed, now.track[railroad], now.points, now.lure
    ints[TOKEN] += 1
    token, goal, size, total = ints[TOKEN], ints[GOAL], 0, 0
    for i in range(now.fringes[railroad]):
        hexagon = now.fringe[railroad, i]
        if now.open[railroad, hexagon] and hexagon != goal:
            options[size] = hexagon
            listed[hexagon] = token
            size += 1
    for i in range(size):
        promise[options[i]] = taste(now, railroad, options[i], token, 133, 5)
    for count in range(1, MOST_CUBES + 1):
        at, most = -1, -1
        for i in range(size):
            worth = promise[options[i]]
            if worth > most or (worth == most and options[i] < options[at]):
                at, most = i, worth
        if at >= 0:
            hexagon = options[at]
            size -= 1
            options[at] = options[size]
            total += points[hexagon]
            first = size
            for k in range(6):
                other = near[hexagon, k]
                if other < 0 or closed[other] or track[other]:
                    continue
                if listed[other] != token and other != goal:
                    options[size] = other
                    listed[other] = token
                    size += 1
            for i in range(first, size):  # what is listed now was a promise of its neighbours
                less = 133 * points[options[i]] + 5 * lure[options[i]]
                for k in range(6):
                    other = near[options[i], k]
                    if other >= 0:
                        promise[other] -= less
            for i in range(first, size):
                promise[options[i]] = taste(now, railroad, options[i], token, 133, 5)
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
