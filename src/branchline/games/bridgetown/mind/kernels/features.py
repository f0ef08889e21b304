"""The features of a position, compiled: `mind/features.py` says what each of them means, and a test proves
that both find the same.
"""

from branchline.core.game import CHANCE, OVER
from branchline.games.bridgetown.mind import weights
from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.mind.kernels.desk import (
    CARD_COLOURS,
    CARD_FLAGS,
    CARD_NEAR,
    CARD_PLACE,
    CARD_TOUR,
    Desk,
    Floats,
    Ints,
    Town,
)
from branchline.games.bridgetown.mind.kernels.position import (
    AT,
    BAG,
    BY_FLAGS,
    CARDS,
    FLAGS,
    HELD,
    HOLDER,
    MOVED,
    PHASE,
    PLACED,
    PLAYERS,
    RAILS_ON,
    ROUND,
    SPECIALS,
    TO_MOVE,
    TURN,
    ones,
)
from branchline.games.bridgetown.mind.kernels.worth import (
    NEVER,
    TWICE,
    hand,
    key_for,
    plan_worth,
    survey,
    worth_of_one,
)
from branchline.games.bridgetown.rules.state import ALL_BRIDGES, BRIDGES, DOUBLE, MODES, PLACE, RACE


@compiled
def limited(number: float, most: float) -> float:
    return max(-most, min(most, number))


@compiled
def settle(row: Ints, into: Floats) -> None:
    """Everybody's share of the win if the game ended now: end.eight, end.colours, end.tie-break."""
    players, best, equal = row[PLAYERS], -1, 0
    for again in range(2):
        for seat in range(players):
            score = 0
            for colour in range(MODES):
                score += row[CARDS + seat * MODES + colour] != 0
            score = score + 100 * (row[HELD + seat] == ALL_BRIDGES)
            if row[BY_FLAGS]:
                place = (seat - row[HOLDER]) % players
                score = score * 100 + ones(row[HELD + seat]) * 8 + place
            if again:
                into[seat] = 1.0 / equal if score == best else 0.0
            elif score > best:
                best, equal = score, 1
            elif score == best:
                equal += 1


@compiled
def read_cards(town: Town, row: Ints, desk: Desk) -> None:
    players = row[PLAYERS]
    for seat in range(players):
        card, held, space = desk.card[seat], row[HELD + seat], row[AT + seat]
        card[CARD_FLAGS] = ones(held)
        card[CARD_COLOURS] = MODES - ones(desk.fresh[seat])
        near, tour, before, first = 0.0, 0, -1, -1
        for bridge in range(BRIDGES):
            if held >> bridge & 1:
                continue
            near += max(0.0, 1.0 - town.steps[space, bridge] / weights.FAR)
            if before >= 0:
                tour += town.steps[town.at[before], bridge]
            else:
                first = bridge
            before = bridge
        if before >= 0:
            tour += min(town.steps[space, first], town.steps[space, before])
        card[CARD_NEAR], card[CARD_TOUR] = near, tour
    for seat in range(players):
        place, mine = 0, (seat - row[HOLDER] - 1) % players
        for other in range(players):
            fewer = desk.card[other, CARD_FLAGS] - desk.card[seat, CARD_FLAGS]
            place += fewer < 0 or (fewer == 0 and (other - row[HOLDER] - 1) % players < mine)
        desk.card[seat, CARD_PLACE] = place


@compiled
def find_reach(town: Town, row: Ints, desk: Desk) -> None:
    """Where each seat could take a flag with its next ride."""
    for seat in range(row[PLAYERS]):
        next_ride, twice, may, more = 0, 0, 0, hand(row, seat)
        for mode in range(MODES):
            pays = desk.pays[seat, mode]
            if not pays:
                continue
            if row[PLACED + seat] >> mode & 1:
                space = row[AT + seat]
                next_ride |= pays & town.reach[key_for(town, desk, mode, space, desk.extra[seat, mode])]
                if row[SPECIALS + seat] & DOUBLE:
                    twice |= pays & town.reach[key_for(town, desk, mode, space, TWICE)]
            elif more:
                may |= pays & town.reach[key_for(town, desk, mode, row[AT + seat], 0)]
        desk.next[seat], desk.twice[seat], desk.may[seat] = next_ride, twice, may


@compiled
def until(row: Ints, seat: int) -> int:
    """When it moves in this turn, or the next one if it has moved."""
    found = (seat - row[HOLDER]) % row[PLAYERS]
    if row[PHASE] == RACE and row[MOVED] >> seat & 1:
        found += row[PLAYERS]
    return int(found)


@compiled
def describe_things(town: Town, row: Ints, desk: Desk) -> None:
    players = row[PLAYERS]
    for bridge in range(BRIDGES):
        bit, colour, missed = 1 << bridge, -1, 0
        for mode in range(MODES):
            if row[FLAGS + mode] & bit:
                colour = mode
        for seat in range(players):
            missed += not row[HELD + seat] & bit
        for seat in range(players):
            into = desk.things[seat * BRIDGES + bridge]
            held, steps = row[HELD + seat], town.steps[row[AT + seat], bridge]
            pays, fresh, has, on_it, rivals, sooner = False, False, False, 0, 0, 0
            if colour >= 0:
                pays = desk.pays[seat, colour] & bit != 0
                fresh = desk.fresh[seat] >> colour & 1 != 0
                has = row[PLACED + seat] >> colour & 1 != 0
            for other in range(players):
                if other == seat or colour < 0:
                    continue
                on_it += row[PLACED + other] >> colour & 1
                if desk.next[other] & bit:
                    rivals += 1
                    sooner += until(row, other) < until(row, seat)
            nearest = 16
            for other in range(BRIDGES):
                if other != bridge and not held >> other & 1:
                    nearest = min(nearest, town.steps[town.at[bridge], other])
            into[0] = held & bit != 0
            into[1] = colour >= 0
            into[2] = fresh
            into[3] = pays and not held & bit
            into[4] = pays and held & bit
            into[5] = has
            into[6] = desk.next[seat] & bit != 0
            into[7] = desk.twice[seat] & bit != 0
            into[8] = desk.may[seat] & bit != 0
            into[9] = on_it / 3
            into[10] = rivals / 3
            into[11] = sooner / 3
            into[12] = min(steps, 16) / 8
            into[13] = steps == 0
            into[14] = 0.0 if held & bit else max(0.0, 1.0 - steps / weights.FAR)
            into[15] = bridge == town.rail_bridge
            into[16] = desk.lone[seat] & bit != 0
            into[17] = missed / 4
            into[18] = bridge / 7
            into[19] = nearest / 8
            into[20] = held | bit == ALL_BRIDGES and not held & bit
    desk.things[players * BRIDGES :] = 0


@compiled
def could_end(town: Town, row: Ints, desk: Desk, seat: int) -> bool:
    """Would one ride of a mode on the wheel take all that is missing?"""
    missing = ALL_BRIDGES & ~row[HELD + seat]
    for mode in range(MODES):
        if not row[PLACED + seat] >> mode & 1 or row[FLAGS + mode] & missing != missing:
            continue
        for doubled in range(2):
            if doubled and not row[SPECIALS + seat] & DOUBLE:
                continue
            extra = TWICE if doubled else desk.extra[seat, mode]
            key = key_for(town, desk, mode, row[AT + seat], extra)
            for way in range(town.places[key], town.places[key + 1]):
                if town.bridges[way] & missing == missing:
                    return True
    return False


@compiled
def best_ride(town: Town, row: Ints, desk: Desk, seat: int) -> float:
    """What the best next ride brings by itself."""
    best, more = NEVER, hand(row, seat)
    for mode in range(MODES):
        if more or row[PLACED + seat] >> mode & 1:
            worth = worth_of_one(town, desk, row, seat, row[AT + seat], mode, desk.extra[seat, mode])
            best = max(best, worth)
    return 0.0 if best == NEVER else best


@compiled
def new_in_bag(town: Town, row: Ints, desk: Desk, seat: int) -> float:
    """How likely a flag that is drawn has a colour that the card has not."""
    total, new = 0, 0
    for colour in range(MODES):
        if colour != town.blue or not row[RAILS_ON]:
            total += row[BAG + colour]
            if desk.fresh[seat] >> colour & 1:
                new += row[BAG + colour]
    return new / total if total else 0.0


@compiled
def describe_seats(town: Town, row: Ints, desk: Desk) -> None:
    players, mover, phase = row[PLAYERS], row[TO_MOVE], row[PHASE]
    settle(row, desk.outcome)
    desk.seats[:] = 0
    for seat in range(players):
        desk.plan[seat] = plan_worth(town, desk, row, seat)
    for seat in range(players):
        into, card, plan = desk.seats[seat], desk.card[seat], desk.plan[seat]
        flags, colours = card[CARD_FLAGS], card[CARD_COLOURS]
        mine = weights.FLAG * flags + weights.COLOUR * colours + plan
        most_flags, most_colours, best_plan, best, shortest = 0.0, 0.0, NEVER, NEVER, 1000.0
        for other in range(players):
            if other != seat:
                theirs = desk.card[other]
                most_flags = max(most_flags, theirs[CARD_FLAGS])
                most_colours = max(most_colours, theirs[CARD_COLOURS])
                best_plan = max(best_plan, desk.plan[other])
                total = weights.FLAG * theirs[CARD_FLAGS] + weights.COLOUR * theirs[CARD_COLOURS]
                best = max(best, total + desk.plan[other])
                shortest = min(shortest, theirs[CARD_TOUR])
        wanted = 0
        for mode in range(MODES):
            if row[PLACED + seat] >> mode & 1:
                wanted |= desk.pays[seat, mode]
        into[0] = flags / 8
        into[1] = colours / 8
        into[2] = flags >= 5
        into[3] = flags >= 6
        into[4] = flags >= 7
        into[5] = (flags - most_flags) / 4
        into[6] = (colours - most_colours) / 4
        into[7] = desk.outcome[seat]
        into[8] = card[CARD_TOUR] / 16
        into[9] = (shortest - card[CARD_TOUR]) / 16
        into[10] = card[CARD_NEAR] / 4
        into[11] = plan / 4
        into[12] = limited((plan - best_plan) / 4, 2.0)
        into[13] = limited((mine - best) / 4, 2.0)
        into[14] = ones(row[PLACED + seat]) / 3
        into[15] = hand(row, seat) / 3
        for special in range(3):
            into[16 + special] = row[SPECIALS + seat] >> special & 1
        into[19] = seat == mover
        into[20] = ((seat - (mover if mover >= 0 else row[HOLDER])) % players) / players
        into[21] = ((seat - row[HOLDER]) % players) / players
        into[22] = row[MOVED] >> seat & 1
        into[23] = seat == row[HOLDER]
        into[24] = phase == PLACE
        into[25] = phase > PLACE
        into[26] = mover == CHANCE
        into[27] = mover == OVER
        into[28] = row[TURN] / 3
        into[29] = (town.rounds - row[ROUND]) / 4
        into[30] = row[ROUND] == town.rounds
        into[31] = row[ROUND] == town.rounds - 1
        into[32 + players - 2] = 1
        into[35] = card[CARD_PLACE] / players
        into[36] = new_in_bag(town, row, desk, seat)
        into[37] = best_ride(town, row, desk, seat) / 3
        into[38] = could_end(town, row, desk, seat)
        into[39] = ones(wanted & ~row[HELD + seat]) / 3


@compiled
def describe(town: Town, row: Ints, desk: Desk) -> None:
    """All features."""
    survey(town, row, desk)
    read_cards(town, row, desk)
    find_reach(town, row, desk)
    describe_things(town, row, desk)
    describe_seats(town, row, desk)
