"""The features of a position, compiled: `mind/features.py` says what each of them means, and a test proves
that both find the same. A trade is judged without a new survey of the map.
"""

import numpy as np

from branchline.core.game import OVER
from branchline.games.sncf.mind import weights
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
    BOX,
    CUBES,
    FIRST,
    GERMANY,
    HANDS,
    LIMIT,
    LOW,
    NET,
    PLAYERS,
    SHARES,
    STALL,
    STILL,
    TO_MOVE,
    VALUE,
    Floats,
    Ints,
    Position,
)
from branchline.games.sncf.mind.kernels.survey import survey
from branchline.games.sncf.rules.state import MOST_CUBES, PENALTY

SAME = 1e-6  # points: sums of fractions that differ by less are equal
EVERYBODY, NOBODY = -1, -2  # whose hands are known, instead of a seat's


@compiled
def expect(now: Position, desk: Desk, viewer: int) -> None:
    """Shares that each seat is likely to hold by what `viewer` knows: proved ones, then an even split."""
    ints, expected, loose, room = now.ints, desk.expected, desk.loose, desk.room
    players, all_room = ints[PLAYERS], 0.0
    for railroad in range(6):
        laid = desk.survey[railroad, LAID] - (0 if ints[GERMANY] else 1)  # the suburb's was in no box
        loose[railroad] = ints[CUBES] - ints[BOX + railroad] - laid
    for seat in range(players):
        sees = viewer in (seat, EVERYBODY)
        room[seat] = -1.0 if sees else float(ints[SHARES + seat])
        for railroad in range(6):
            place = seat * 6 + railroad
            sure = ints[HANDS + place] if sees else ints[NET + place] - ints[LOW + place]
            expected[seat, railroad] = sure
            loose[railroad] -= sure
            if not sees:
                room[seat] -= sure
        all_room += max(0.0, room[seat])
    for seat in range(players):
        if room[seat] > 0:
            for railroad in range(6):
                expected[seat, railroad] += loose[railroad] * room[seat] / all_room


@compiled
def limited(number: float, most: float) -> float:
    return max(-most, min(most, number))


@compiled
def prospect(now: Position, row: Ints, railroad: int) -> float:
    """What a share is likely to be worth as `value.prospects` has it."""
    found = float(now.ints[VALUE + railroad])
    for ahead in range(min(len(weights.AHEAD), now.ints[BOX + railroad])):
        points = float(row[AHEAD + ahead])
        if points > weights.CROWD:
            points = weights.CROWD + (points - weights.CROWD) * weights.CROWDED
        found += weights.AHEAD[ahead] * points * (1.0 if row[LAID] else weights.NOT_BEGUN)
    return found


@compiled
def runs(now: Position, row: Ints, railroad: int, targets: int) -> bool:
    """Could whoever is next end the game by this railroad's way to the last city?"""
    return bool(targets == 1 and row[WAY] <= min(MOST_CUBES, now.ints[BOX + railroad]) and row[LAID] > 0)


@compiled
def mean_value(ints: Ints) -> float:
    mean = 0.0
    for railroad in range(6):
        mean += ints[VALUE + railroad] / 6
    return mean


@compiled
def describe_thing(now: Position, desk: Desk, railroad: int, targets: int, mean: float) -> None:
    ints, row, into = now.ints, desk.survey[railroad], desk.things[railroad]
    value, box, most, held = ints[VALUE + railroad], ints[BOX + railroad], 0.0, 0.0
    desk.prospects[railroad] = prospect(now, row, railroad)
    for seat in range(ints[PLAYERS]):
        most = max(most, desk.expected[seat, railroad])
        held += desk.expected[seat, railroad]
    into[0] = value / 20
    into[1] = (value - mean) / 10
    into[2] = box / 16
    into[3] = box == 0
    into[4] = min(box, MOST_CUBES) / MOST_CUBES
    into[5] = row[LAID] / 16
    into[6] = held / 16
    into[7] = row[LAID] > 0
    for ahead in range(REACH):
        into[8 + ahead] = row[AHEAD + ahead] / 5
    into[14] = row[GAIN + min(box, MOST_CUBES)] / 6
    into[15] = row[GAIN + MOST_CUBES] / 6
    into[16] = row[GAIN + min(box, 2)] / 4
    into[17] = (desk.prospects[railroad] - value) / 5
    into[18] = row[WAY] / 12
    into[19] = runs(now, row, railroad, targets)
    into[20] = row[WAY] <= min(2 * MOST_CUBES, box)
    into[21] = row[RUN] / 8 if row[WAY] <= min(MOST_CUBES, box) else 0.0
    into[22] = row[OPEN] / 12
    into[23] = row[OWN] / 10
    into[24] = row[TIED] / 6
    into[25] = value == 0
    into[26] = most / 6
    into[27] = desk.expected[ints[TO_MOVE], railroad] / 6 if ints[TO_MOVE] != OVER else 0.0
    into[28] = desk.loose[railroad] / 10
    into[29] = row[WAY] <= min(MOST_CUBES, box)


@compiled
def margins(totals: Floats, players: int, into: Floats) -> None:
    """By how much each total is above the best of the others."""
    for seat in range(players):
        best = -1e9
        for other in range(players):
            if other != seat:
                best = max(best, totals[other])
        into[seat] = totals[seat] - best


@compiled
def spread_of(now: Position, desk: Desk, into: Floats) -> None:
    """By how many points each hand may differ from what is expected: it was drawn from the loose cubes."""
    pool, mean, square = 0.0, 0.0, 0.0
    for railroad in range(6):
        value = float(now.ints[VALUE + railroad])
        pool += desk.loose[railroad]
        mean += desk.loose[railroad] * value
        square += desk.loose[railroad] * value * value
    for seat in range(now.ints[PLAYERS]):
        into[seat] = 0.0
        if desk.room[seat] > 0 and pool > 1:
            variance = square / pool - (mean / pool) ** 2
            into[seat] = max(0.0, desk.room[seat] * variance * (pool - desk.room[seat]) / (pool - 1)) ** 0.5


@compiled
def describe_seats(now: Position, desk: Desk, targets: int) -> None:
    ints, expected, seats = now.ints, desk.expected, desk.seats
    players, mover = ints[PLAYERS], ints[TO_MOVE]
    sums = np.zeros((12, 6), np.float64)
    totals, gaps, worth, spread, after, gap = sums[:3], sums[3:6], sums[6:9], sums[9], sums[10], sums[11]
    empty, cubes, shortest = 0, 0, FAR
    for railroad in range(6):
        box, row = ints[BOX + railroad], desk.survey[railroad]
        empty += box == 0
        cubes += box
        if row[WAY] <= box:
            shortest = min(shortest, row[WAY])
        worth[0, railroad] = ints[VALUE + railroad]
        worth[1, railroad] = desk.prospects[railroad]
        worth[2, railroad] = ints[VALUE + railroad] + weights.SOON * row[GAIN + min(box, MOST_CUBES)]
    seats[:] = 0
    for seat in range(players):
        over = max(0, ints[SHARES + seat] - ints[LIMIT])
        for k in range(3):
            totals[k, seat] = -PENALTY * over
            for railroad in range(6):
                totals[k, seat] += expected[seat, railroad] * worth[k, railroad]
    for k in range(3):
        margins(totals[k], players, gaps[k])
    spread_of(now, desk, spread)
    liked, any_run = -1e9, False
    for seat in range(players):
        seats[seat, 14] = -1.5
    for railroad in range(6):
        if mover == OVER or not runs(now, desk.survey[railroad], railroad, targets):
            continue
        any_run = True
        for seat in range(players):
            after[seat] = totals[0, seat] + expected[seat, railroad] * desk.survey[railroad, RUN]
        margins(after, players, gap)
        for seat in range(players):
            seats[seat, 14] = max(seats[seat, 14], limited(gap[seat] / 20, 1.5))
        if gap[mover] > liked + SAME:
            liked = gap[mover]
            for seat in range(players):
                seats[seat, 16] = limited(gap[seat] / 20, 1.5)
    means = after[:2]
    means[:] = 0
    for seat in range(players):
        means[0] += totals[0, seat] / players
        means[1] += totals[1, seat] / players
    for seat in range(players):
        into, doubt = seats[seat], 0.0
        for other in range(players):
            doubt += spread[other] ** 2 / (1 if other == seat else players - 1)
        for k in range(2):
            into[2 * k] = limited((totals[k, seat] - means[k]) / 20, 3.0)
            into[2 * k + 1] = limited(gaps[k, seat] / 20, 3.0)
        into[4] = limited(gaps[2, seat] / 20, 3.0)
        into[5] = spread[seat] / 10
        into[6] = limited(gaps[0, seat] / (1 + doubt**0.5), 3.0)
        into[7] = desk.room[seat] < 0
        into[8] = seat == mover
        into[9] = ((seat - mover) % players) / players if mover != OVER else 0.0
        into[10] = ((seat - ints[FIRST]) % players) / players
        into[11] = ints[SHARES + seat] / ints[LIMIT]
        into[12] = max(0, ints[LIMIT] - ints[SHARES + seat]) / 10
        into[13] = max(0, ints[SHARES + seat] - ints[LIMIT]) / 3
        into[15] = any_run
        into[17] = mover == OVER
        into[18] = ints[STILL] / (ints[STALL] * players)
        into[19] = (targets if ints[GERMANY] else empty) / 5
        into[20] = cubes / 100
        into[21 + players - 3] = 1
        grown, square = 0.0, 0.0
        for railroad in range(6):
            square += expected[seat, railroad] ** 2
            if ints[BOX + railroad]:
                grown += expected[seat, railroad]
        shares = max(1, ints[SHARES + seat])
        into[25] = grown / shares
        into[26] = square / (shares * shares)
        into[27] = shortest / 12
        into[28] = gaps[0, seat] > SAME or (gaps[0, seat] > -SAME and into[10] > 0)
        into[29] = limited(gaps[0, seat] / 5, 2.0)


@compiled
def describe(now: Position, desk: Desk, viewer: int) -> int:
    """All features as `viewer` sees them; returns how many cities that end the game are empty."""
    targets = survey(now, desk)
    expect(now, desk, viewer)
    describe_all(now, desk, targets)
    return targets


@compiled
def describe_all(now: Position, desk: Desk, targets: int) -> None:
    """The features, of a map that is surveyed and with the shares that are expected."""
    mean = mean_value(now.ints)
    for railroad in range(6):
        describe_thing(now, desk, railroad, targets, mean)
    describe_seats(now, desk, targets)
