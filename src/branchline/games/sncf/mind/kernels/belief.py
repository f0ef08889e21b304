"""What others seem to hold by what they did, compiled: worlds in which they would have done it come up most.

Each turn of a hidden hand was one choice among others: which railroad to build, which share to trade for
which. How likely its owner, playing by the network, would have chosen so with a given hand is asked of the
position in front of that turn. Dealt hands are then swapped cube by cube (Metropolis), beginning with any.
"""

from typing import Protocol

import numpy as np

from branchline.core.luck_kernels import Luck, chance_of, dice
from branchline.core.network import Net
from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.mind.kernels.desk import COLUMNS, CUBE_COUNT, KIND, PATH, Desk
from branchline.games.sncf.mind.kernels.features import NOBODY, describe_all, expect
from branchline.games.sncf.mind.kernels.network import encode_all, forget_codes, judge
from branchline.games.sncf.mind.kernels.player import BEGIN, BUILD, TRADE
from branchline.games.sncf.mind.kernels.playout import TRADED, copy_into
from branchline.games.sncf.mind.kernels.position import (
    HANDS,
    LOW,
    NET,
    PLAYERS,
    SIZE,
    TO_MOVE,
    TOKEN,
    Floats,
    Ints,
    Position,
)
from branchline.games.sncf.mind.kernels.survey import from_targets, survey
from branchline.games.sncf.mind.kernels.turns import take, think

MOST_ACTS = 1024  # cubes and trades: far more than the turns that are asked about
MOST_ASKED = 64  # turns of others that are asked about, from the first one on
# builds of each railroad and the best start of each, on surveys of their own; and each trade of two
BUILDS, BEGINS = 2, 1
SURVEYS = 1 + 6 * (BUILDS + BEGINS)
CHOICES = SURVEYS - 1 + 30
KINDS = 48  # of choices: a railroad that is built, one that begins, two that are traded
CARELESS = 0.03  # of all turns are not what a hand explains
ANY_HAND = 99  # shares of each railroad, for a list of all that might be done
UNLIKELY = -1e18
REMEMBERED = 4096  # hands
MIX = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(64 - (REMEMBERED - 1).bit_length())


class Past(Protocol):
    acts: Ints  # how many there are
    story: Ints  # what was done since the deal: seat, railroad, hex, 0; or seat, 6 + sold, bought, shares
    asked: Ints  # how many turns are asked about
    seat: Ints
    chosen: Ints  # the kind of what it did
    bought: Ints  # by its owner before this turn, less what was sold
    choices: Ints  # how many it had
    kind: Ints  # of each choice, and its trade
    trade: Ints
    ints: Ints  # the position after it
    mapped: Ints  # which survey it has, and how many cities were left
    targets: Ints
    surveys: Ints
    worth: Floats
    dealt: Ints  # hands at the beginning of a world, as they are swapped
    sure: Floats  # how likely the turns of each seat are with these
    known: Ints  # hands that were asked about
    known_as: Floats


PAST_TYPE = np.dtype(
    [
        ("acts", np.int64, (1,)), ("story", np.int64, (MOST_ACTS, 4)), ("asked", np.int64, (1,)),
        ("seat", np.int64, (MOST_ASKED,)), ("chosen", np.int64, (MOST_ASKED,)),
        ("bought", np.int64, (MOST_ASKED, 6)), ("choices", np.int64, (MOST_ASKED,)),
        ("kind", np.int64, (MOST_ASKED, CHOICES)), ("trade", np.int64, (MOST_ASKED, CHOICES, 3)),
        ("ints", np.int64, (MOST_ASKED, CHOICES, SIZE)), ("mapped", np.int64, (MOST_ASKED, CHOICES)),
        ("targets", np.int64, (MOST_ASKED, CHOICES)),
        ("surveys", np.int64, (MOST_ASKED, SURVEYS, 6, COLUMNS)), ("worth", np.float64, (CHOICES,)),
        ("dealt", np.int64, (6, 6)), ("sure", np.float64, (6,)),
        ("known", np.int64, (REMEMBERED,)), ("known_as", np.float64, (REMEMBERED,)),
    ],
    align=True,
)  # fmt: skip


@compiled
def kind_of(turn: Ints) -> int:
    """What a turn says of its owner's hand: the railroad and not the hexes."""
    if turn[KIND] == TRADE:
        return int(12 + turn[1] * 6 + turn[2])
    return int(turn[1] + (6 if turn[KIND] == BEGIN else 0))


@compiled
def tell(past: Past, seat: int, turn: Ints) -> None:
    """Note a turn that is done."""
    rows = 1 if turn[KIND] in (TRADE, BEGIN) else int(turn[CUBE_COUNT])
    for i in range(rows):
        if past.acts[0] < MOST_ACTS:
            row = past.story[past.acts[0]]
            if turn[KIND] == TRADE:
                row[0], row[1], row[2], row[3] = seat, 6 + turn[1], turn[2], turn[3]
            else:
                row[0], row[1], row[2], row[3] = (
                    seat,
                    turn[1],
                    turn[2 if turn[KIND] == BEGIN else PATH + i],
                    0,
                )
            past.acts[0] += 1


@compiled
def tell_log(past: Past, seat: int, log: Ints, rows: int) -> None:
    """The same of a turn of the quick player."""
    for i in range(rows):
        if past.acts[0] < MOST_ACTS:
            row, trades = past.story[past.acts[0]], log[i, 0] == TRADED
            row[0], row[1], row[2], row[3] = seat, log[i, 1] + 6 * trades, log[i, 2], log[i, 3]
            past.acts[0] += 1


@compiled
def read_turn(past: Past, act: int, begun: bool, turn: Ints) -> int:
    """The turn that begins with this act; returns the act after it. `begun`: its railroad has track."""
    row = past.story[act]
    if row[1] >= 6:
        turn[KIND], turn[1], turn[2], turn[3] = TRADE, row[1] - 6, row[2], row[3]
        return act + 1
    turn[KIND], turn[1], turn[2], turn[CUBE_COUNT] = BUILD if begun else BEGIN, row[1], row[2], 0
    seat = row[0]
    while act < past.acts[0] and past.story[act, 0] == seat:
        turn[PATH + turn[CUBE_COUNT]] = past.story[act, 2]
        turn[CUBE_COUNT] += 1
        act += 1
    return act


@compiled
def ask(now: Position, after: Position, desk: Desk, past: Past, net: Net, viewer: int, style: Floats) -> None:
    """List what others could have done instead; `now`, the beginning, is the end of the story afterwards."""
    past.asked[0] = 0
    past.known[:] = 0
    act, turn = 0, desk.plans[len(desk.plans) - 1].copy()
    while act < past.acts[0]:
        seat = now.ints[TO_MOVE]
        act = read_turn(past, act, now.track[past.story[act, 1] % 6].any(), turn)
        if seat != viewer and past.asked[0] < MOST_ASKED:
            list_choices(now, after, desk, past, net, style, kind_of(turn))
        take(now, turn)


@compiled
def list_choices(
    now: Position, after: Position, desk: Desk, past: Past, net: Net, style: Floats, chosen: int
) -> None:
    """The most promising turns of each kind, by what everybody can see."""
    at, seat, kept, surveys = past.asked[0], now.ints[TO_MOVE], 0, 1
    now.ints[HANDS : HANDS + 36] = ANY_HAND
    count, times = think(now, after, desk, net, NOBODY, style, True), np.zeros(KINDS, np.int64)
    past.surveys[at, 0] = desk.known_survey
    targets = from_targets(now, desk)
    for _ in range(count):
        best = int(np.argmax(desk.worth[:count]))
        desk.worth[best] = UNLIKELY
        turn = desk.turns[best]
        kind = kind_of(turn)
        if times[kind] == (BUILDS if kind < 6 else 1):
            continue
        times[kind] += 1
        copy_into(now, after)
        take(after, turn)
        past.kind[at, kept], past.trade[at, kept, 0] = kind, -1
        past.mapped[at, kept], past.targets[at, kept] = 0, targets
        if kind >= 12:
            past.trade[at, kept, :] = turn[1:4]
        else:
            past.targets[at, kept] = survey(after, desk)
            past.mapped[at, kept] = surveys
            past.surveys[at, surveys] = desk.survey
            surveys += 1
        past.ints[at, kept] = after.ints
        kept += 1
    if times[chosen]:
        past.seat[at], past.chosen[at], past.choices[at] = seat, chosen, kept
        past.bought[at] = now.ints[NET + seat * 6 : NET + seat * 6 + 6]
        past.asked[0] += 1


@compiled
def chance_of_turn(
    after: Position, desk: Desk, past: Past, net: Net, at: int, dealt: Ints, heat: float
) -> float:
    """The logarithm of how likely who was dealt this hand would have done what it did in that turn."""
    seat, best, token = past.seat[at], UNLIKELY, after.ints[TOKEN]
    for k in range(past.choices[at]):
        sold, bought, shares = past.trade[at, k]
        past.worth[k] = UNLIKELY
        if sold >= 0 and dealt[sold] + past.bought[at, sold] <= 0:
            continue
        after.ints[:] = past.ints[at, k]
        for railroad in range(6):
            after.ints[HANDS + seat * 6 + railroad] = dealt[railroad] + past.bought[at, railroad]
        if sold >= 0:
            after.ints[HANDS + seat * 6 + sold] -= 1
            after.ints[HANDS + seat * 6 + bought] += shares
        desk.survey[:] = past.surveys[at, past.mapped[at, k]]
        expect(after, desk, seat)
        describe_all(after, desk, past.targets[at, k])
        encode_all(net, desk)
        judge(net, desk, after.ints[PLAYERS])
        past.worth[k] = np.log(max(desk.shares[seat], np.float32(1e-9)))
        best = max(best, past.worth[k])
    after.ints[TOKEN] = token  # its marks are its own
    right, total = 0.0, 0.0
    for k in range(past.choices[at]):
        odds = np.exp((past.worth[k] - best) / heat)
        total += odds
        if past.kind[at, k] == past.chosen[at]:
            right += odds
    return float(np.log(CARELESS / past.choices[at] + (1 - CARELESS) * right / total))


@compiled
def chance_of_hand(
    after: Position, desk: Desk, past: Past, net: Net, seat: int, dealt: Ints, heat: float
) -> float:
    """The same of all turns of a seat."""
    key = seat + 1
    for railroad in range(6):
        key = key * 32 + dealt[railroad]
    place = int((np.uint64(key) * MIX) >> SHIFT)
    if past.known[place] == key:
        return float(past.known_as[place])
    found = 0.0
    for at in range(past.asked[0]):
        if past.seat[at] == seat:
            found += chance_of_turn(after, desk, past, net, at, dealt, heat)
    past.known[place], past.known_as[place] = key, found
    return found


@compiled
def take_hands(
    now: Position, after: Position, desk: Desk, past: Past, net: Net, viewer: int, hands: Ints, heat: float
) -> None:
    """Begin with these hands of today."""
    forget_codes(desk)
    for seat in range(now.ints[PLAYERS]):
        for railroad in range(6):
            place = seat * 6 + railroad
            past.dealt[seat, railroad] = hands[place] - now.ints[NET + place]
        if seat != viewer:
            past.sure[seat] = chance_of_hand(after, desk, past, net, seat, past.dealt[seat], heat)


@compiled
def cube_of(past: Past, seat: int, luck: Luck) -> int:
    """Any cube that this seat was dealt."""
    left, railroad = chance_of(luck, past.dealt[seat].sum()), 0
    while left >= past.dealt[seat, railroad]:
        left -= past.dealt[seat, railroad]
        railroad += 1
    return railroad


@compiled
def swap_cubes(
    now: Position, after: Position, desk: Desk, past: Past, net: Net, viewer: int, heat: float, times: int,
    luck: Luck,
) -> None:  # fmt: skip
    """So many times two others may swap a dealt cube, if what they did is as likely then."""
    players, low = now.ints[PLAYERS], now.ints[LOW : LOW + 36]
    for _ in range(times):
        one, other = chance_of(luck, players), chance_of(luck, players)
        if viewer in (one, other) or one == other:
            continue
        given, taken = cube_of(past, one, luck), cube_of(past, other, luck)
        ours, theirs = past.dealt[one], past.dealt[other]
        if (
            given == taken
            or ours[given] + low[one * 6 + given] < 1
            or theirs[taken] + low[other * 6 + taken] < 1
        ):
            continue
        ours[given], ours[taken] = ours[given] - 1, ours[taken] + 1
        theirs[given], theirs[taken] = theirs[given] + 1, theirs[taken] - 1
        first = chance_of_hand(after, desk, past, net, one, ours, heat)
        second = chance_of_hand(after, desk, past, net, other, theirs, heat)
        gain = first + second - past.sure[one] - past.sure[other]
        if gain >= 0 or dice(luck) < np.exp(gain):
            past.sure[one], past.sure[other] = first, second
        else:
            ours[given], ours[taken] = ours[given] + 1, ours[taken] - 1
            theirs[given], theirs[taken] = theirs[given] - 1, theirs[taken] + 1


@compiled
def as_hands(now: Position, past: Past, hands: Ints) -> None:
    """The hands of today of the world so far."""
    for seat in range(now.ints[PLAYERS]):
        for railroad in range(6):
            place = seat * 6 + railroad
            hands[place] = past.dealt[seat, railroad] + now.ints[NET + place]
