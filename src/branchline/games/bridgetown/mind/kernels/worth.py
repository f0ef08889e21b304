"""What a seat's next rides are worth if nobody gets in their way: every order of them, every way, compiled.

The plain text is `rides_worth` of `mind/features.py`. What was found is remembered by all that it depends on,
so that the hundreds of positions of one turn cost little.
"""

import numpy as np

from branchline.games.bridgetown.mind import weights
from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.mind.kernels.desk import KEPT_CHOICES, KEPT_WORTHS, Desk, Ints, Town
from branchline.games.bridgetown.mind.kernels.memory import MIX
from branchline.games.bridgetown.mind.kernels.position import (
    AT,
    CARDS,
    FLAGS,
    HELD,
    LONGEST,
    PHASE,
    PLACED,
    PLAYERS,
    RAILS_ON,
    ROUND,
    SPECIALS,
    bonus,
    ones,
    unplaced,
)
from branchline.games.bridgetown.rules.state import ALL_BRIDGES, BRIDGES, DOUBLE, MODES, PLACE, TURNS
from branchline.games.bridgetown.rules.tables import DRIVE, RAIL, WALK

TWICE = 4  # instead of a bonus: the ride is doubled
NEVER = -1000.0
SHIFT = np.uint64(64 - (KEPT_WORTHS - 1).bit_length())
CHOICE_SHIFT = np.uint64(64 - (KEPT_CHOICES - 1).bit_length())


@compiled
def key_for(town: Town, desk: Desk, mode: int, space: int, extra: int) -> int:
    """Where the ways of this ride begin."""
    network = town.network[mode]
    if network == RAIL and not desk.rails:  # light.streetcar
        network = DRIVE
    length = 2 * town.speed[mode] if extra == TWICE else town.speed[mode] + extra
    return int((network * town.size + space) * (LONGEST + 1) + length)


@compiled
def mind_rails(row: Ints, desk: Desk) -> None:
    """light.streetcar: what is remembered of plans holds for the one rule or the other."""
    if desk.rails != row[RAILS_ON]:
        desk.rails = row[RAILS_ON]
        desk.keys[:] = -1


@compiled
def survey(town: Town, row: Ints, desk: Desk) -> None:
    """What the rides of each seat go for."""
    mind_rails(row, desk)
    desk.last = int(row[ROUND] >= town.rounds)
    for seat in range(row[PLAYERS]):
        held, fresh, often = row[HELD + seat], 0, 0
        for colour in range(MODES):
            on_card = row[CARDS + seat * MODES + colour]
            if on_card == 0:
                fresh |= 1 << colour
            elif on_card & (on_card - 1):
                often |= on_card
        missing = BRIDGES - ones(held)
        desk.flag[seat] = weights.FLAG
        if missing == 1:
            desk.flag[seat] = weights.LAST_FLAG
        elif desk.last and missing > TURNS:
            desk.flag[seat] = weights.IDLE_FLAG
        desk.fresh[seat] = fresh
        desk.lone[seat] = held & ~often
        for mode in range(MODES):
            free = ALL_BRIDGES & ~held
            if fresh >> mode & 1:
                free |= often
            desk.pays[seat, mode] = row[FLAGS + mode] & free
            placed = row[PLACED + seat] >> mode & 1
            desk.extra[seat, mode] = bonus(row, seat, mode) if placed else 0
        key = held << 1 | desk.last
        if desk.rest_key[seat] != key:
            desk.rest_key[seat] = key
            for space in range(town.size):
                near = 0.0
                if not desk.last:
                    for bridge in range(BRIDGES):
                        if not held >> bridge & 1:
                            near += max(0.0, 1.0 - town.steps[space, bridge] / weights.FAR)
                desk.rest[seat, space] = weights.CLOSE * near


@compiled
def gain(desk: Desk, row: Ints, seat: int, mode: int, takes: int) -> float:
    """What these flags of one colour bring, all of them worth taking."""
    colour = weights.COLOUR if desk.fresh[seat] >> mode & 1 else 0.0
    return float(desk.flag[seat] * ones(takes & ~row[HELD + seat]) + colour)


@compiled
def part(desk: Desk, seat: int, mode: int, extra: int) -> int:
    """What a mode adds to the name of a plan: 12 bits."""
    fresh = desk.fresh[seat] >> mode & 1
    return int(desk.pays[seat, mode] << 4 | fresh << 3 | extra)


@compiled
def name_of(desk: Desk, row: Ints, seat: int, space: int, modes: int, parts: int) -> int:
    """All that the worth of a plan depends on: 36 bits for its modes, 27 for the rest."""
    held = row[HELD + seat]
    return int((((parts << 8 | held) << 1 | desk.last) << 8 | modes) << 10 | space)


@compiled
def place_of(name: int) -> int:
    return int((np.uint64(name) * MIX) >> SHIFT)


@compiled
def worth_of_one(town: Town, desk: Desk, row: Ints, seat: int, space: int, mode: int, extra: int) -> float:
    name = name_of(desk, row, seat, space, 1 << mode, part(desk, seat, mode, extra))
    at = place_of(name)
    if desk.keys[at] == name:
        return float(desk.kept[at])
    key = key_for(town, desk, mode, space, extra)
    pays = desk.pays[seat, mode] & town.reach[key]
    way, last = town.places[key], town.places[key + 1]
    best = NEVER
    if way == last and extra != TWICE:  # stuck.walk, stuck.stay
        best, pays = desk.rest[seat, space], 0
        key = (WALK * town.size + space) * (LONGEST + 1) + 1
        way, last = town.places[key], town.places[key + 1]
    while way < last:
        worth = desk.rest[seat, town.ends[way]]
        takes = town.bridges[way] & pays
        if takes:
            worth += gain(desk, row, seat, mode, takes)
        if worth > best:
            best = worth
        way += 1
    desk.keys[at], desk.kept[at] = name, best
    return float(best)


@compiled
def then_one(
    town: Town, desk: Desk, row: Ints, seat: int, space: int, mode: int, extra: int, other: int, more: int
) -> float:
    """Ride this mode first and the other one after it."""
    key = key_for(town, desk, mode, space, extra)
    pays = desk.pays[seat, mode] & town.reach[key]
    way, last = town.places[key], town.places[key + 1]
    best = NEVER
    if way == last and extra != TWICE:
        best, pays = worth_of_one(town, desk, row, seat, space, other, more), 0
        key = (WALK * town.size + space) * (LONGEST + 1) + 1
        way, last = town.places[key], town.places[key + 1]
    while way < last:
        worth = worth_of_one(town, desk, row, seat, town.ends[way], other, more)
        takes = town.bridges[way] & pays
        if takes:
            worth += gain(desk, row, seat, mode, takes)
        best = max(best, worth)
        way += 1
    return float(best)


@compiled
def worth_of_two(
    town: Town, desk: Desk, row: Ints, seat: int, space: int, one: int, extra: int, other: int, more: int
) -> float:
    """Two modes, the lower number first."""
    parts = part(desk, seat, one, extra) << 12 | part(desk, seat, other, more)
    name = name_of(desk, row, seat, space, 1 << one | 1 << other, parts)
    at = place_of(name)
    if desk.keys[at] == name:
        return float(desk.kept[at])
    best = max(
        then_one(town, desk, row, seat, space, one, extra, other, more),
        then_one(town, desk, row, seat, space, other, more, one, extra),
    )
    desk.keys[at], desk.kept[at] = name, best
    return best


@compiled
def worth_of_three(town: Town, desk: Desk, row: Ints, seat: int, space: int, modes: int) -> float:
    """Three modes; nobody who has them has Double."""
    low, middle, high, parts = -1, -1, -1, 0
    for mode in range(MODES):
        if modes >> mode & 1:
            low, middle, high = middle, high, mode
            parts = parts << 12 | part(desk, seat, mode, desk.extra[seat, mode])
    name = name_of(desk, row, seat, space, modes, parts)
    at = place_of(name)
    if desk.keys[at] == name:
        return float(desk.kept[at])
    best = NEVER
    for number in range(3):
        mode = low if number == 0 else middle if number == 1 else high
        one, other = middle if number == 0 else low, middle if number == 2 else high
        extra, more = desk.extra[seat, one], desk.extra[seat, other]
        key = key_for(town, desk, mode, space, desk.extra[seat, mode])
        pays = desk.pays[seat, mode] & town.reach[key]
        way, last = town.places[key], town.places[key + 1]
        if way == last:
            best = max(best, worth_of_two(town, desk, row, seat, space, one, extra, other, more))
            pays = 0
            key = (WALK * town.size + space) * (LONGEST + 1) + 1
            way, last = town.places[key], town.places[key + 1]
        while way < last:
            worth = worth_of_two(town, desk, row, seat, town.ends[way], one, extra, other, more)
            takes = town.bridges[way] & pays
            if takes:
                worth += gain(desk, row, seat, mode, takes)
            best = max(best, worth)
            way += 1
    desk.keys[at], desk.kept[at] = name, best
    return float(best)


@compiled
def worth_of_modes(town: Town, desk: Desk, row: Ints, seat: int, modes: int) -> float:
    """The best plan of these modes from where the racer stands, with Double on one of them if it is held."""
    space, extra = row[AT + seat], desk.extra[seat]
    double = row[SPECIALS + seat] & DOUBLE > 0
    count = ones(modes)
    if count == 0:
        return float(desk.rest[seat, space])
    if count == 3:
        return worth_of_three(town, desk, row, seat, space, modes)
    one, other = -1, -1
    for mode in range(MODES):
        if modes >> mode & 1:
            if one < 0:
                one = mode
            else:
                other = mode
    if count == 1:
        best = worth_of_one(town, desk, row, seat, space, one, extra[one])
        if double:
            best = max(best, worth_of_one(town, desk, row, seat, space, one, TWICE))
        return best
    best = worth_of_two(town, desk, row, seat, space, one, extra[one], other, extra[other])
    if double:
        best = max(best, worth_of_two(town, desk, row, seat, space, one, TWICE, other, extra[other]))
        best = max(best, worth_of_two(town, desk, row, seat, space, one, extra[one], other, TWICE))
    return best


@compiled
def hand(row: Ints, seat: int) -> int:
    """Coordinators that it has still to place."""
    return unplaced(row, seat) if row[PHASE] == PLACE else 0


@compiled
def choice_of(desk: Desk, row: Ints, seat: int, more: int) -> tuple[int, int]:
    """All that the best plan of who has still to place depends on: 64 bits for flags, 55 for the rest.

    While coordinators are placed, it is the same for most seats after most turns.
    """
    flags, rest = 0, desk.fresh[seat]
    for mode in range(MODES):
        flags = flags << 8 | desk.pays[seat, mode]
        rest = rest << 2 | desk.extra[seat, mode]
    rest = (rest << 8 | row[HELD + seat]) << 8 | row[PLACED + seat]
    rest = (rest << 2 | more) << 1 | (row[SPECIALS + seat] & DOUBLE > 0)
    return flags, ((rest << 1 | desk.last) << 1 | (desk.rails != 0)) << 10 | row[AT + seat]


@compiled
def plan_worth(town: Town, desk: Desk, row: Ints, seat: int) -> float:
    """The best plan of the modes on the wheel and of those that may come."""
    placed, more = row[PLACED + seat], hand(row, seat)
    if more == 0:
        return worth_of_modes(town, desk, row, seat, placed)
    flags, rest = choice_of(desk, row, seat, more)
    at = int(((np.uint64(flags) * MIX ^ np.uint64(rest)) * MIX) >> CHOICE_SHIFT)
    if desk.choices[at, 0] == flags and desk.choices[at, 1] == rest:
        return float(desk.chosen[at])
    best, total = NEVER, ones(placed) + more
    for modes in range(1 << MODES):
        if modes & placed == placed and ones(modes) == total:
            best = max(best, worth_of_modes(town, desk, row, seat, modes))
    desk.choices[at, 0], desk.choices[at, 1], desk.chosen[at] = flags, rest, best
    return best
