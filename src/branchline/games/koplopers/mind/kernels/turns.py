"""Whole turns that are worth a thought, each played to its end and judged: `mind/plans.py`, compiled."""

import numpy as np

from branchline.core.game import CHANCE, OVER
from branchline.core.network import Net
from branchline.core.network_kernels import judge
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import (
    BUILD,
    DISRUPT,
    MOST_TURNS,
    REPAIR,
    Desk,
    Ints,
    Railway,
)
from branchline.games.koplopers.mind.kernels.duty import still_owing
from branchline.games.koplopers.mind.kernels.features import describe, settle
from branchline.games.koplopers.mind.kernels.goals import rank_goals, take_stock
from branchline.games.koplopers.mind.kernels.greedy import begin, go_through, may_play, may_repair
from branchline.games.koplopers.mind.kernels.position import (
    ACTIVE,
    AT,
    CARD,
    CHIP,
    DELIVERED,
    FLAGS,
    LETTER,
    MUST_BUILD,
    PLAYERS,
    POINTS_LEFT,
    TO_MOVE,
    Row,
    reserve_of,
)
from branchline.games.koplopers.mind.kernels.steps import BUILDING, begin_turn, do
from branchline.games.koplopers.mind.kernels.wishes import NOT_THOUGHT_OF, survey_yards
from branchline.games.koplopers.mind.plans import HARM
from branchline.games.koplopers.rules.state import STOPPED, UNITS

GOALS, PAIRED = 4, 3  # stations that a train may make for: alone, and together with another train's
YARDS_TRIED = 3
NO_OPENING = -1
# an idea: what the trains make for, whether a train may be built, and what is done first
WISHES, BUILDS, OPENING, WITH = 0, UNITS, UNITS + 1, UNITS + 2
IDEA = UNITS + 3
TINY = 1e-9  # a share that is none
LOST, BEHIND = (
    10.0,
    100.0,
)  # a lost game is worth e^-10 at most, e times less for each hundred passengers less


@compiled
def digest(net: Railway, row: Row) -> int:
    """Positions that differ in anything but cards have different ones, very likely."""
    found = np.uint64(1469598103934665603)
    for place in range(LETTER, FLAGS):
        found = (found ^ np.uint64(row[place] + 7)) * np.uint64(1099511628211)
    for chip in range(net.chips):
        found = (found ^ np.uint64(row[CHIP + chip] + 7)) * np.uint64(1099511628211)
    return int(found >> np.uint64(1))


@compiled
def greedy_idea() -> Ints:
    idea = np.empty(IDEA, np.int64)
    idea[:UNITS] = NOT_THOUGHT_OF
    idea[BUILDS], idea[OPENING], idea[WITH] = 1, NO_OPENING, 0
    return idea


@compiled
def try_out(net: Railway, row: Row, desk: Desk, idea: Ints, count: int) -> int:
    """Play a turn by an idea; it is the next one in `desk.turns` if it leads to somewhere new."""
    if count == MOST_TURNS:
        return count
    after = desk.rows[count]
    after[:] = row
    begin(desk)
    for unit in range(UNITS):
        desk.wish[unit] = idea[WISHES + unit]
        desk.wish_worth[unit] = 0.0
    desk.may_build = idea[BUILDS]
    if idea[OPENING] != NO_OPENING:
        do(net, after, desk, idea[OPENING], idea[WITH], 0)
    go_through(net, after, desk)
    found = digest(net, after)
    for other in range(count):
        if desk.digests[other] == found:
            return count
    desk.digests[count] = found
    desk.ideas[count, :] = idea
    desk.turn_count[count] = desk.step_count
    desk.loosely[count] = desk.loose
    for i in range(desk.step_count):
        desk.turns[count, i, :] = desk.steps[i]
    return count + 1


@compiled
def think_of_goals(net: Railway, row: Row, desk: Desk) -> None:
    """Each own train's best goals by themselves, into `desk.goals`."""
    first = row[ACTIVE] * UNITS
    take_stock(net, row, desk)
    for unit in range(UNITS):
        desk.goal_count[unit] = 0
        if row[AT + first + unit] >= 0 and not row[FLAGS + first + unit] & STOPPED:
            rank_goals(net, row, desk, first + unit)
        desk.top_count[unit] = min(GOALS, desk.goal_count[unit])
        for i in range(desk.top_count[unit]):
            desk.top[unit, i] = desk.goals[unit, i]


@compiled
def list_turns(net: Railway, row: Row, desk: Desk) -> int:
    """The greedy turn first, then others that play no card; how many there are."""
    seat, idea, count = row[ACTIVE], greedy_idea(), 0
    still_owing(net, row, desk)
    think_of_goals(net, row, desk)
    yards = np.full(YARDS_TRIED, -1)
    if row[MUST_BUILD] or (row[POINTS_LEFT] >= BUILDING and reserve_of(row, seat)):
        survey_yards(net, row, desk)
        for i in range(YARDS_TRIED):
            best = int(np.argmax(desk.yard_worth[: net.yard_count]))
            if desk.yard_worth[best] > -1:
                yards[i] = best
                desk.yard_worth[best] = -1.0
    count = try_out(net, row, desk, idea, count)
    for yard in yards:
        if yard >= 0:
            idea[OPENING], idea[WITH] = BUILD, yard
            count = try_out(net, row, desk, idea, count)
    idea[OPENING] = NO_OPENING
    if row[MUST_BUILD]:
        return count
    idea[BUILDS] = 0
    count = try_out(net, row, desk, idea, count)
    for unit in range(UNITS):
        for i in range(desk.top_count[unit]):
            idea[:UNITS] = NOT_THOUGHT_OF
            idea[unit] = desk.top[unit, i]
            count = try_out(net, row, desk, idea, count)
    for one in range(UNITS):
        for other in range(one + 1, UNITS):
            for i in range(min(PAIRED, desk.top_count[one])):
                for j in range(min(PAIRED, desk.top_count[other])):
                    idea[:UNITS] = NOT_THOUGHT_OF
                    idea[one], idea[other] = desk.top[one, i], desk.top[other, j]
                    count = try_out(net, row, desk, idea, count)
    idea[:UNITS], idea[BUILDS] = NOT_THOUGHT_OF, 1
    still_owing(net, row, desk)
    for letter in range(3):
        if may_repair(net, row, desk, letter):
            idea[OPENING], idea[WITH] = REPAIR, letter
            count = try_out(net, row, desk, idea, count)
            still_owing(net, row, desk)
    return count


@compiled
def list_cards(net: Railway, row: Row, desk: Desk, idea: Ints, count: int) -> int:
    """The same idea with each card of the hand that may be played."""
    for card in range(net.cards):
        if row[CARD + card] == row[ACTIVE]:
            still_owing(net, row, desk)
            if may_play(net, row, desk, card):
                idea[OPENING], idea[WITH] = DISRUPT, card
                count = try_out(net, row, desk, idea, count)
    return count


@compiled
def settled(net: Railway, row: Row, desk: Desk) -> None:
    """Describe a position after a turn; a card that is still to be drawn makes no difference."""
    if row[TO_MOVE] == CHANCE:
        begin_turn(row, (row[ACTIVE] + 1) % row[PLAYERS])
    describe(net, row, desk)


@compiled
def ending(net: Railway, row: Row, desk: Desk, seat: int) -> float:
    """A seat's share of a game that is over; next to nothing if it has lost, but more with more passengers,
    so that it goes on as well as it can."""
    settle(net, row, desk.outcome)
    if desk.outcome[seat] > 0:
        return float(desk.outcome[seat])
    behind = row[DELIVERED : DELIVERED + row[PLAYERS]].max() - row[DELIVERED + seat]
    return float(np.exp(-LOST - behind / BEHIND))


@compiled
def look(net: Railway, row: Row, desk: Desk, weights: Net, seat: int) -> float:
    """The logarithm of a seat's share of the win, by the network; the position is used up."""
    if row[TO_MOVE] == OVER:
        return float(np.log(ending(net, row, desk, seat)))
    settled(net, row, desk)
    judge(weights, desk, row[PLAYERS], UNITS)
    return float(np.log(max(TINY, float(desk.shares[seat]))))


@compiled
def lead(net: Railway, row: Row, desk: Desk, seat: int) -> float:
    """A seat's passengers to come, less a part of the others': what a player goes by who has not learned."""
    settled(net, row, desk)
    total, most, players = 0.0, -1e9, row[PLAYERS]
    for other in range(players):
        if other != seat:
            total += desk.likely[other]
            most = max(most, desk.likely[other])
    return float(desk.likely[seat] - HARM * total / (players - 1) - HARM * most)


@compiled
def judge_turns(
    net: Railway, row: Row, desk: Desk, weights: Net, learned: bool, first: int, count: int
) -> None:
    seat = row[ACTIVE]
    for i in range(first, count):
        if learned:
            desk.worth[i] = look(net, desk.rows[i], desk, weights, seat)
        else:
            desk.worth[i] = lead(net, desk.rows[i], desk, seat)


@compiled
def think_of_cards(net: Railway, row: Row, desk: Desk, weights: Net, learned: bool, count: int) -> int:
    """Behind so many turns that are judged: cards with the greedy turn, then with the best one without."""
    if row[MUST_BUILD]:
        return count
    more = list_cards(net, row, desk, greedy_idea(), count)
    judge_turns(net, row, desk, weights, learned, count, more)
    if more == 1:
        return more
    best = -1
    for i in range(count):
        if desk.ideas[i, OPENING] == NO_OPENING and (best < 0 or desk.worth[i] > desk.worth[best]):
            best = i
    if best > 0:
        idea, count = desk.ideas[best].copy(), more
        more = list_cards(net, row, desk, idea, count)
        judge_turns(net, row, desk, weights, learned, count, more)
    return more


@compiled
def think(net: Railway, row: Row, desk: Desk, weights: Net, learned: bool) -> int:
    """All turns and what each promises, into `desk.turns` and `desk.worth`; how many there are."""
    count = list_turns(net, row, desk)
    judge_turns(net, row, desk, weights, learned, 0, count)
    return think_of_cards(net, row, desk, weights, learned, count)
