"""The quick player of playouts, compiled: one look at every railroad's best build and at every trade."""

import numpy as np
from numpy.typing import NDArray

from branchline.games.sncf.mind import weights
from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.mind.kernels.position import (
    BOX,
    CLOSE,
    FIRST,
    GERMANY,
    GOAL,
    HANDS,
    HEXES,
    LIMIT,
    PLAYERS,
    SHARES,
    STALL,
    STILL,
    TO_MOVE,
    TOKEN,
    VALUE,
    Floats,
    Ints,
    Position,
    allowed,
    takes,
)
from branchline.games.sncf.rules.state import EMPTY_BOXES, MOST_BOUGHT, MOST_CUBES, PENALTY

Luck = NDArray[np.uint64]

NEVER = -1e9
BUILD, RUN, TRADE, BEGIN = range(4)  # what a turn may be


@compiled
def dice(luck: Luck) -> float:
    """A number from 0 to 1 (xorshift64*)."""
    word = luck[0]
    word ^= word >> np.uint64(12)
    word ^= word << np.uint64(25)
    word ^= word >> np.uint64(27)
    luck[0] = word
    found: float = ((word * np.uint64(2685821657736338717)) >> np.uint64(11)) / 9007199254740992.0
    return found


@compiled
def find_build(now: Position, railroad: int, luck: Luck, path: Ints) -> int:
    """The cubes of a good build into `path`, which ends in a city if it can; returns how many they are."""
    ints, near, points = now.ints, now.near, now.points
    options, listed, worth = now.options, now.listed, now.worth
    ints[TOKEN] += 1
    token, size, count, useful = ints[TOKEN], 0, 0, 0
    for i in range(now.fringes[railroad]):
        hexagon = now.fringe[railroad, i]
        if now.open[railroad, hexagon] and hexagon != ints[GOAL]:
            options[size] = hexagon
            listed[hexagon] = token
            size += 1
    for i in range(size):
        worth[i] = promise(now, railroad, options[i], token) + weights.TINY * dice(luck)
    while count < min(MOST_CUBES, ints[BOX + railroad]) and size:
        at = 0
        for i in range(1, size):
            if worth[i] > worth[at]:
                at = i
        hexagon = options[at]
        size -= 1
        options[at], worth[at] = options[size], worth[size]
        if not allowed(now, railroad, hexagon):
            continue
        path[count] = hexagon
        count += 1
        if points[hexagon]:
            useful = count
        for k in range(6):
            other = near[hexagon, k]
            if other < 0 or listed[other] == token or other == ints[GOAL]:
                continue
            if not now.closed[other] and not now.track[railroad, other]:
                options[size] = other
                listed[other] = token
                worth[size] = promise(now, railroad, other, token) + weights.TINY * dice(luck)
                size += 1
    return useful or count


@compiled
def promise(now: Position, railroad: int, hexagon: int, token: int) -> float:
    """What a cube here brings: its points, and those of cities that are not within reach without it."""
    found = float(now.points[hexagon])
    for k in range(6):
        other = now.near[hexagon, k]
        if other < 0 or now.closed[other] or now.listed[other] == token or now.track[railroad, other]:
            continue
        found += weights.NEXT * now.points[other] + weights.BEYOND * now.lure[other]
    return found


@compiled
def find_run(now: Position, railroad: int, path: Ints) -> int:
    """The cubes of a shortest way to the goal within one turn; 0 if there is none."""
    ints, near, queue, before, seen = now.ints, now.near, now.queue, now.before, now.seen
    most = min(MOST_CUBES, ints[BOX + railroad])
    if ints[GERMANY] or not most:
        return 0
    ints[TOKEN] += 1
    mark, head, tail, last = ints[TOKEN], 0, 1, 1
    queue[0], before[0], seen[ints[GOAL]] = ints[GOAL], -1, mark
    for length in range(1, most + 1):
        while head < last:
            hexagon = queue[head]
            if now.open[railroad, hexagon]:
                count = 0
                while head >= 0:
                    path[count] = hexagon = queue[head]
                    if takes(now, railroad, hexagon):
                        return 0  # a run is cheap to judge: it gives up where others may need the room
                    count += 1
                    head = before[head]
                return length
            for k in range(6):
                other = near[hexagon, k]
                if other >= 0 and seen[other] != mark and not now.closed[other]:
                    if now.track[railroad, other]:
                        continue
                    seen[other] = mark
                    queue[tail], before[tail] = other, head
                    tail += 1
            head += 1
        last = tail
    return 0


@compiled
def wins_now(
    now: Position, seat: int, railroad: int, more: int, sold: int, bought: int, count: int, doubt: Floats
) -> bool:
    """Would this seat think that it wins, if the game ended now, with `more` points and after its trade?

    It does not know the others' hands: `doubt` is by how many points it is wrong about each of them.
    """
    ints = now.ints
    players, best, winner = ints[PLAYERS], -1_000_000, -1
    for other in range(players):
        total = 0
        for each in range(6):
            value = ints[VALUE + each] + (more if each == railroad else 0)
            total += ints[HANDS + other * 6 + each] * value
        shares = ints[SHARES + other]
        if other == seat and count:
            total += count * ints[VALUE + bought] - ints[VALUE + sold]
            shares += count - 1
        total -= PENALTY * max(0, shares - ints[LIMIT])
        if other != seat:
            total += int(doubt[other])
        rank = total * 8 + (other - ints[FIRST]) % players
        if rank > best:
            best, winner = rank, other
    return winner == seat


@compiled
def appraise(now: Position, luck: Luck, prospect: Floats, gain: Floats, path: Ints) -> None:
    """Bring up to date what each railroad's share is likely to be worth, and what a build adds now."""
    ints = now.ints
    for railroad in range(6):
        if not now.dirty[railroad]:
            continue
        found = 0.0
        if ints[BOX + railroad]:
            if now.fringes[railroad]:
                for i in range(find_build(now, railroad, luck, path)):
                    found += now.points[path[i]]
            elif ints[GERMANY]:
                found = weights.START
        gain[railroad] = found
        now.dirty[railroad] = 0
    for railroad in range(6):
        prospect[railroad] = ints[VALUE + railroad] + weights.SOON * gain[railroad]


@compiled
def holding(ints: Ints, seat: int, worth: Floats) -> float:
    """score.shares, score.limit: a seat's points if a share of each railroad counts so much."""
    total = float(-PENALTY * max(0, ints[SHARES + seat] - ints[LIMIT]))
    for railroad in range(6):
        total += ints[HANDS + seat * 6 + railroad] * worth[railroad]
    return total


@compiled
def weigh(now: Position, prospect: Floats, weight: Floats) -> None:
    """How much the seat to move likes a point on each railroad: its shares less those of the others."""
    ints = now.ints
    seat, players = ints[TO_MOVE], ints[PLAYERS]
    best, rival = NEVER, -1
    for other in range(players):
        if other != seat:
            total = holding(ints, other, prospect)
            if total > best:
                best, rival = total, other
    for railroad in range(6):
        others = 0
        for other in range(players):
            if other != seat:
                others += ints[HANDS + other * 6 + railroad]
        weight[railroad] = (
            ints[HANDS + seat * 6 + railroad]
            - weights.ENVY * ints[HANDS + rival * 6 + railroad]
            - (1 - weights.ENVY) * others / (players - 1)
        )


@compiled
def choose(
    now: Position, luck: Luck, prospect: Floats, gain: Floats, path: Ints, barred: int, choice: Ints
) -> None:
    """What the seat to move does, into `choice`: a kind of turn, then up to three numbers.

    `barred` are railroads for which no cube was allowed after all.
    """
    ints = now.ints
    seat = ints[TO_MOVE]
    appraise(now, luck, prospect, gain, path)
    doubt = np.empty(6, np.float64)
    for i in range(6):
        doubt[i] = weights.DOUBT * (2 * dice(luck) - 1)
    weight = np.empty(6, np.float64)
    weigh(now, prospect, weight)
    empty, best = 0, NEVER
    for railroad in range(6):
        empty += ints[BOX + railroad] == 0
    begun = ints[GERMANY] == 0 or now.closed.any()
    if ints[GERMANY]:
        best = find_start(now, luck, weight, prospect, choice)
    if not begun:
        return
    for railroad in range(6):
        cubes = ints[BOX + railroad]
        if not cubes or barred >> railroad & 1:
            continue
        more = now.points[ints[GOAL]]
        if ints[CLOSE] >> railroad & 1 and wins_now(now, seat, railroad, more, 0, 0, 0, doubt):
            length, more = find_run(now, railroad, path), 0
            for i in range(length):
                more += now.points[path[i]]
            if length and wins_now(now, seat, railroad, more, 0, 0, 0, doubt):
                choice[0], choice[1] = RUN, railroad
                return
        if now.fringes[railroad]:
            worth = weight[railroad] * weights.NOW * gain[railroad] + weights.NOISE * dice(luck)
            if not gain[railroad]:
                worth -= weights.BARE
            if worth > best:
                best = worth
                choice[0], choice[1] = BUILD, railroad
    blur = np.empty(12, np.float64)
    for i in range(12):
        blur[i] = 0.5 * weights.NOISE * dice(luck)
    for sold in range(6):
        if not ints[HANDS + seat * 6 + sold]:
            continue
        for bought in range(6):
            if bought == sold:
                continue
            for count in range(1, min(MOST_BOUGHT, ints[BOX + bought]) + 1):
                worth = count * prospect[bought] - prospect[sold] + blur[sold] + blur[6 + bought]
                over = ints[SHARES + seat] + count - 1 > ints[LIMIT]
                still = count == 1 or over  # end.stall
                if over and count == 2:
                    worth -= PENALTY
                if still:
                    worth -= weights.IDLE
                emptied = empty + (ints[BOX + bought] == count) - (ints[BOX + sold] == 0)
                ends = not ints[GERMANY] and emptied >= EMPTY_BOXES
                if still and ints[STILL] + 1 >= ints[STALL] * ints[PLAYERS]:
                    ends = True
                if ends:
                    worth += (
                        weights.WINS
                        if wins_now(now, seat, -1, 0, sold, bought, count, doubt)
                        else -weights.LEADING
                    )
                if worth > best:
                    best = worth
                    choice[0], choice[1], choice[2], choice[3] = TRADE, sold, bought, count


@compiled
def find_start(now: Position, luck: Luck, weight: Floats, prospect: Floats, choice: Ints) -> float:
    """start.unstarted, start.distance: the railroad and the city that promise most."""
    best, city, liking = NEVER, -1, NEVER
    for hexagon in range(now.ints[HEXES]):
        if now.startable[hexagon]:
            worth = now.points[hexagon] + weights.NEXT * now.lure[hexagon] + dice(luck)
            if worth > liking:
                liking, city = worth, hexagon
    if city < 0:
        return best
    for railroad in range(6):
        if now.ints[BOX + railroad] and not now.track[railroad].any():
            worth = weight[railroad] * (liking - prospect[railroad]) + weights.NOISE * dice(luck)
            if worth > best:
                best = worth
                choice[0], choice[1], choice[2] = BEGIN, railroad, city
    return best
