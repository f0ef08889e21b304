"""Whole turns worth a thought, played and judged, compiled: builds by three tastes, each beginning that ends
in a city; the run and the approach to what ends the game; starts; all trades.
"""

import numpy as np

from branchline.core.game import OVER
from branchline.core.network import Net
from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.mind.kernels.desk import CUBE_COUNT, GAIN, KIND, PATH, Desk
from branchline.games.sncf.mind.kernels.features import (
    describe,
    describe_all,
    describe_seats,
    describe_thing,
    expect,
    mean_value,
)
from branchline.games.sncf.mind.kernels.network import encode_all, encode_known, forget_codes, judge
from branchline.games.sncf.mind.kernels.player import BEGIN, BUILD, NEVER, TRADE
from branchline.games.sncf.mind.kernels.playout import copy_into, finish, trade
from branchline.games.sncf.mind.kernels.position import (
    AT_ONCE,
    BOX,
    ENDED,
    GERMANY,
    GOAL,
    HANDS,
    HEXES,
    LIMIT,
    PLAYERS,
    SHARES,
    STILL,
    TO_MOVE,
    TOKEN,
    VALUE,
    Floats,
    Ints,
    Position,
    allowed,
    lay,
)
from branchline.games.sncf.mind.kernels.survey import remember, survey_build, taste
from branchline.games.sncf.rules.state import MOST_BOUGHT, MOST_CUBES, PENALTY

STARTS = 6  # cities that are tried for a start
# what a cube next to cities, what cities beyond, and what a cube less on the way to the end are worth
TASTES = np.array([[133, 5, 0], [40, 25, 0], [60, 5, 150]], np.int64)
# of players who judge by points: how they weigh what they see
ENVY, SOON, AHEAD, IDLE, LEAD = range(5)


@compiled
def by_points(after: Position, desk: Desk, seat: int, style: Floats) -> float:
    """What a player thinks who counts points: its own less the others', and what railroads promise."""
    ints = after.ints
    players, going = ints[PLAYERS], ints[TO_MOVE] != OVER
    mine, best, others = 0.0, NEVER, 0.0
    for other in range(players):
        total = float(-PENALTY * max(0, ints[SHARES + other] - ints[LIMIT]))
        for railroad in range(6):
            worth = float(ints[VALUE + railroad])
            if going:
                row = desk.survey[railroad]
                worth += style[AHEAD] * (desk.prospects[railroad] - worth)
                worth += style[SOON] * row[GAIN + min(MOST_CUBES, after.ints[BOX + railroad])]
            total += desk.expected[other, railroad] * worth
        if other == seat:
            mine = total
        else:
            best = max(best, total)
            others += total / (players - 1)
    if not going:
        worth = mine - best + (style[LEAD] if mine > best else -style[LEAD])
    else:
        worth = mine - style[ENVY] * best - (1 - style[ENVY]) * others - style[IDLE] * ints[STILL]
    return float(worth)


@compiled
def opinion(after: Position, desk: Desk, net: Net, seat: int, style: Floats, learned: bool) -> float:
    """What the described position is worth to this seat: by the network, or by points."""
    if not learned:
        return by_points(after, desk, seat, style)
    judge(net, desk, after.ints[PLAYERS])
    return float(np.log(max(desk.shares[seat], np.float32(1e-9))))


@compiled
def look(
    after: Position, desk: Desk, net: Net, seat: int, viewer: int, style: Floats, learned: bool
) -> float:
    """What a position is worth to this seat by what `viewer` knows."""
    describe(after, desk, viewer)
    if learned:
        forget_codes(desk)
        encode_all(net, desk)
    return opinion(after, desk, net, seat, style, learned)


@compiled
def look_at_build(
    after: Position, desk: Desk, net: Net, seat: int, railroad: int, cubes: int, targets: int, style: Floats,
    learned: bool,
) -> float:  # fmt: skip
    """The same of the build in `desk.path`: a cube from its box to the map leaves all hands as expected."""
    targets = survey_build(after, desk, railroad, cubes, targets)
    describe_all(after, desk, targets)
    if learned:
        encode_all(net, desk)
    return opinion(after, desk, net, seat, style, learned)


@compiled
def weigh_build(
    after: Position, desk: Desk, net: Net, count: int, cubes: int, railroad: int, targets: int,
    style: Floats, learned: bool,
) -> int:  # fmt: skip
    """List a build that ends here, unless the same cubes were looked at before; returns the new number."""
    key = 0
    for i in range(cubes):
        place = desk.path[i] + 1
        key += (place * place * 7919 + place * 104729) ^ (place << 13)
    key = key * 6 + railroad
    for i in range(count):
        if desk.keys[i] == key:
            return count
    seat, row = after.ints[TO_MOVE], desk.turns[count]
    row[KIND], row[1], row[2], row[3], row[CUBE_COUNT] = BUILD, railroad, 0, 0, cubes
    for i in range(cubes):
        row[PATH + i] = desk.path[i]
    desk.keys[count] = key
    finish(after, True)
    desk.worth[count] = look_at_build(after, desk, net, seat, railroad, cubes, targets, style, learned)
    after.ints[TO_MOVE], after.ints[ENDED] = seat, 0
    return count + 1


@compiled
def next_cube(after: Position, railroad: int, way: Ints, by: Ints, shuns_goal: bool) -> int:
    """The hex that promises most by a taste, and that may be entered; -1 if there is none."""
    ints, options, listed = after.ints, after.options, after.listed
    ints[TOKEN] += 1
    token, size = ints[TOKEN], 0
    for i in range(after.fringes[railroad]):
        hexagon = after.fringe[railroad, i]
        if after.open[railroad, hexagon]:
            options[size] = hexagon
            listed[hexagon] = token
            size += 1
    for i in range(size):
        after.worth[i] = taste(after, railroad, options[i], token, by[0], by[1]) - by[2] * way[options[i]]
    while size:
        at = 0
        for i in range(1, size):
            if after.worth[i] > after.worth[at] or (
                after.worth[i] == after.worth[at] and options[i] < options[at]
            ):
                at = i
        hexagon = options[at]
        if not (shuns_goal and hexagon == ints[GOAL]) and allowed(after, railroad, hexagon):
            return int(hexagon)
        size -= 1
        options[at], after.worth[at] = options[size], after.worth[size]
    return -1


@compiled
def try_builds(
    now: Position, after: Position, desk: Desk, net: Net, count: int, railroad: int, targets: int,
    style: Floats, learned: bool,
) -> int:  # fmt: skip
    most = min(MOST_CUBES, now.ints[BOX + railroad])
    if not most or not now.fringes[railroad]:
        return count
    for by in range(TASTES.shape[0]):
        copy_into(now, after)
        cubes = 0
        while cubes < most:
            hexagon = next_cube(after, railroad, desk.known_way, TASTES[by], True)
            if hexagon < 0:
                break
            lay(after, railroad, hexagon)
            desk.path[cubes] = hexagon
            cubes += 1
            if after.points[hexagon] or (cubes == most and by == 2) or (cubes == 1 and by == 1):
                count = weigh_build(after, desk, net, count, cubes, railroad, targets, style, learned)
    return count


@compiled
def try_run(
    now: Position, after: Position, desk: Desk, net: Net, count: int, railroad: int, targets: int,
    style: Floats, learned: bool,
) -> int:  # fmt: skip
    """The way to what ends the game within one turn: with no other cube, and with all others before it."""
    most, way = min(MOST_CUBES, now.ints[BOX + railroad]), desk.known_way
    for spare in range(2):
        copy_into(now, after)
        cubes, step = 0, -1
        for i in range(now.fringes[railroad]):
            hexagon = now.fringe[railroad, i]
            nearer = way[hexagon] <= most if step < 0 else way[hexagon] < way[step]
            if now.open[railroad, hexagon] and nearer:
                step = hexagon
        if step < 0 or (spare and way[step] == most):
            return count
        left = most - way[step] if spare else 0
        last = -1
        while step >= 0:
            if way[step] == 1:
                last = step  # the goal comes last: with `end=at-once` nothing follows it
                break
            if not allowed(after, railroad, step):
                return count
            lay(after, railroad, step)
            desk.path[cubes] = step
            cubes += 1
            following = -1
            for k in range(6):
                other = now.near[step, k]
                if other < 0 or after.closed[other] or after.track[railroad, other]:
                    continue
                if way[other] == way[step] - 1:
                    following = other
                    break
            step = following
        while left > 0:
            hexagon = next_cube(after, railroad, way, TASTES[0], True)
            if hexagon < 0 or hexagon == last:
                break
            lay(after, railroad, hexagon)
            desk.path[cubes] = hexagon
            cubes, left = cubes + 1, left - 1
        if last < 0 or not after.open[railroad, last] or not allowed(after, railroad, last):
            return count
        lay(after, railroad, last)
        desk.path[cubes] = last
        count = weigh_build(after, desk, net, count, cubes + 1, railroad, targets, style, learned)
    return count


@compiled
def try_starts(
    now: Position, after: Position, desk: Desk, net: Net, count: int, targets: int, style: Floats,
    learned: bool,
) -> int:  # fmt: skip
    """Germany: railroads that have not begun, in the cities that promise most."""
    seat = now.ints[TO_MOVE]
    promise = now.worth
    for hexagon in range(now.ints[HEXES]):
        promise[hexagon] = NEVER
        if now.startable[hexagon]:
            promise[hexagon] = 100 * now.points[hexagon] + 50 * now.lure[hexagon]
            for k in range(6):
                other = now.near[hexagon, k]
                if other >= 0 and not now.closed[other]:
                    promise[hexagon] += 8 * now.lure[other]
    for _ in range(STARTS):
        city = int(np.argmax(promise[: now.ints[HEXES]]))
        if promise[city] == NEVER:
            break
        promise[city] = NEVER
        for railroad in range(6):
            if not now.ints[BOX + railroad] or now.track[railroad].any():
                continue
            copy_into(now, after)
            lay(after, railroad, city)
            finish(after, True)
            row = desk.turns[count]
            row[KIND], row[1], row[2], row[3], row[CUBE_COUNT] = BEGIN, railroad, city, 0, 0
            desk.keys[count] = -1
            desk.path[0] = city
            desk.worth[count] = look_at_build(after, desk, net, seat, railroad, 1, targets, style, learned)
            count += 1
    return count


@compiled
def try_trades(
    now: Position, after: Position, desk: Desk, net: Net, count: int, viewer: int, targets: int,
    style: Floats, learned: bool,
) -> int:  # fmt: skip
    """All trades: the map stays as it was surveyed, and only two railroads are described anew."""
    ints, seat = now.ints, now.ints[TO_MOVE]
    copy_into(now, after)
    after.ints[TO_MOVE] = (seat + 1) % ints[PLAYERS]
    desk.survey[:] = desk.known_survey
    describe_all(after, desk, targets)
    if learned:
        encode_all(net, desk)
    desk.kept_codes[:] = desk.codes
    desk.kept_things[:] = desk.things
    desk.kept_prospects[:] = desk.prospects
    for sold in range(6):
        if not ints[HANDS + seat * 6 + sold]:
            continue
        for bought in range(6):
            if bought == sold:
                continue
            for shares in range(1, min(MOST_BOUGHT, ints[BOX + bought]) + 1):
                token = after.ints[TOKEN]
                after.ints[:] = now.ints
                after.ints[TOKEN] = token
                trade(after, seat, sold, bought, shares)
                finish(after, False)
                expect(after, desk, viewer)
                mean = mean_value(after.ints)
                for railroad in range(6):
                    if railroad in (sold, bought) or after.ints[TO_MOVE] == OVER:
                        describe_thing(after, desk, railroad, targets, mean)
                        if learned:
                            encode_known(net, desk, railroad)
                describe_seats(after, desk, targets)
                row = desk.turns[count]
                row[KIND], row[1], row[2], row[3], row[CUBE_COUNT] = TRADE, sold, bought, shares, 0
                desk.keys[count] = -1
                desk.worth[count] = opinion(after, desk, net, seat, style, learned)
                count += 1
                over = after.ints[TO_MOVE] == OVER
                for railroad in range(6):
                    if railroad in (sold, bought) or over:
                        desk.things[railroad, :] = desk.kept_things[railroad]
                        desk.codes[railroad, :] = desk.kept_codes[railroad]
                        desk.prospects[railroad] = desk.kept_prospects[railroad]
    return count


@compiled
def think(
    now: Position, after: Position, desk: Desk, net: Net, viewer: int, style: Floats, learned: bool
) -> int:
    """All turns of the seat to move into `desk.turns`, with what each is worth; returns how many there are.

    `viewer` is whose hand is known: this seat, or EVERYBODY in an open game.
    """
    count, germany = 0, now.ints[GERMANY]
    targets = describe(now, desk, viewer)
    forget_codes(desk)
    remember(now, desk)
    if germany:
        count = try_starts(now, after, desk, net, count, targets, style, learned)
        if not now.closed.any():  # start.first-turn
            return count
    for railroad in range(6):
        count = try_builds(now, after, desk, net, count, railroad, targets, style, learned)
        if not germany or targets == 1:
            count = try_run(now, after, desk, net, count, railroad, targets, style, learned)
    return try_trades(now, after, desk, net, count, viewer, targets, style, learned)


@compiled
def take(now: Position, turn: Ints) -> None:
    """Do it."""
    seat = now.ints[TO_MOVE]
    if turn[KIND] == TRADE:
        trade(now, seat, turn[1], turn[2], turn[3])
    elif turn[KIND] == BEGIN:
        lay(now, turn[1], turn[2])
    else:
        for i in range(turn[CUBE_COUNT]):
            lay(now, turn[1], turn[PATH + i])
            if now.ints[AT_ONCE] and turn[PATH + i] == now.ints[GOAL]:
                break
    finish(now, turn[KIND] != TRADE)
