"""Whole games in one call, compiled: every seat a player of some kind, and what training keeps of them."""

from typing import Any, TypeAlias

import numpy as np

from branchline.core.game import OVER
from branchline.core.look_kernels import best_of, still_in
from branchline.core.luck_kernels import preferred
from branchline.core.network import Net
from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.mind.kernels.belief import (
    Past,
    as_hands,
    ask,
    swap_cubes,
    take_hands,
    tell,
    tell_log,
)
from branchline.games.sncf.mind.kernels.desk import LAID, Desk, Floats32
from branchline.games.sncf.mind.kernels.features import EVERYBODY, NOBODY, describe, expect
from branchline.games.sncf.mind.kernels.network import encode_all, forget_codes, judge
from branchline.games.sncf.mind.kernels.player import Luck, dice, holding
from branchline.games.sncf.mind.kernels.playout import Words, copy_into, lay_out, quick_turn
from branchline.games.sncf.mind.kernels.position import (
    FIRST,
    HANDS,
    HEXES,
    LIMIT,
    LOW,
    NET,
    PLAYERS,
    SHARES,
    TO_MOVE,
    VALUE,
    Floats,
    Ints,
    Position,
)
from branchline.games.sncf.mind.kernels.turns import look, take, think
from branchline.games.sncf.mind.weights import WORST
from branchline.games.sncf.rules.state import MOST_CUBES, PENALTY

# kinds of players: the quick one; who counts points; who tries such turns out with quick players; the network
# alone; the network that looks ahead
QUICK, COUNTS, TRIES, LEARNED, LOOKS = range(5)
# what a player is, as numbers: its style in the first five, then these
NOISE, RANDOM, PLANS, WORLDS, DEPTH, BELIEF = range(5, 11)
MANNER = 11
ELSEWHERE = 0.15  # of kept positions are seen by another seat than the mover's
LONGEST = 3000  # turns: no game comes near
ANYTHING = 1e18  # how much less a turn may promise to who counts points


Positions: TypeAlias = Any  # arrays of such records, which the types of numpy do not know
Desks: TypeAlias = Any
Nets: TypeAlias = Any
# the positions that a player needs: to try turns on, to look ahead from, and to try turns on there; and where
# it all began
AFTER, FAR_AHEAD, BEYOND, NOW, BEGUN = range(5)
ROOM = 5
FIRST_SWAPS, SWAPS = 400, 40  # before the first world, and before each other one


@compiled
def deal(now: Position, desk: Desk, viewer: int, luck: Luck) -> None:
    """A world that fits what `viewer` knows: what trades prove, then the loose cubes at random."""
    ints, hands = now.ints, desk.hands
    for railroad in range(6):
        laid = 0
        for hexagon in range(now.ints[HEXES]):
            laid += now.track[railroad, hexagon]
        desk.survey[railroad, LAID] = laid
    expect(now, desk, viewer)
    left = 0
    for railroad in range(6):
        left += int(desk.loose[railroad])
    for seat in range(ints[PLAYERS]):
        free = int(max(0.0, desk.room[seat]))
        for railroad in range(6):
            place = seat * 6 + railroad
            if desk.room[seat] < 0:
                hands[place] = ints[HANDS + place]
            else:
                hands[place] = ints[NET + place] - ints[LOW + place]
        for _ in range(free):
            pick, railroad = int(dice(luck) * left), 0
            while pick >= desk.loose[railroad]:
                pick -= int(desk.loose[railroad])
                railroad += 1
            desk.loose[railroad] -= 1
            left -= 1
            hands[seat * 6 + railroad] += 1


@compiled
def winner(ints: Ints) -> int:
    """score.shares, score.limit, score.tie"""
    players, best, found = ints[PLAYERS], -(10**9), 0
    for seat in range(players):
        total = -PENALTY * max(0, ints[SHARES + seat] - ints[LIMIT])
        for railroad in range(6):
            total += ints[HANDS + seat * 6 + railroad] * ints[VALUE + railroad]
        rank = total * 8 + (seat - ints[FIRST]) % players
        if rank > best:
            best, found = rank, seat
    return found


@compiled
def finalists(desk: Desk, count: int, most: int) -> int:
    """The best turns by first sight, the best one first."""
    plans, sums = desk.plans, desk.sums
    found = min(count, most, len(plans))
    for i in range(found):
        at = int(np.argmax(desk.worth[:count]))
        plans[i, :] = desk.turns[at]
        sums[i] = 1e-6 * (found - i)
        desk.worth[at] = -1e18
    return found


@compiled
def look_ahead(
    now: Position, room: Positions, desks: Desks, past: Past, net: Net, viewer: int, manner: Floats,
    learned: bool, luck: Luck,
) -> int:  # fmt: skip
    """The best finalist by what follows in dealt worlds; everybody plays by the network, or quickly."""
    seat, players, far = now.ints[TO_MOVE], now.ints[PLAYERS], room[FAR_AHEAD]
    desk, far_desk = desks[0], desks[1]
    plans, sums = desk.plans, desk.sums
    count = think(now, room[AFTER], desk, net, viewer, manner, learned)
    found = finalists(desk, count, int(manner[PLANS]))
    if found == 1:
        return 0
    fate = np.zeros(1, np.uint64)
    worlds, order, heat = int(manner[WORLDS]), np.arange(found), manner[BELIEF]
    believes = learned and heat > 0 and viewer >= 0
    if believes:
        copy_into(room[BEGUN], far)
        ask(far, room[AFTER], far_desk, past, net, viewer, manner)
        deal(now, desk, viewer, luck)
        take_hands(now, room[AFTER], far_desk, past, net, viewer, desk.hands, heat)
        swap_cubes(now, room[AFTER], far_desk, past, net, viewer, heat, FIRST_SWAPS, luck)
    for world in range(worlds):
        found = still_in(order, sums, found, world, worlds)
        if believes:
            swap_cubes(now, room[AFTER], far_desk, past, net, viewer, heat, SWAPS, luck)
            as_hands(now, past, desk.hands)
        else:
            deal(now, desk, viewer, luck)
        dice(luck)
        for i in order[:found]:
            copy_into(now, far)
            far.ints[HANDS : HANDS + 36] = desk.hands
            fate[0] = luck[0]  # the same luck for all of them
            take(far, plans[i])
            turns = int(manner[DEPTH])
            while turns > 0 and far.ints[TO_MOVE] != OVER:
                if learned:
                    mover = far.ints[TO_MOVE]
                    options = think(
                        far, room[BEYOND], far_desk, net, mover if viewer >= 0 else viewer, manner, True
                    )
                    take(far, far_desk.turns[int(np.argmax(far_desk.worth[:options]))])
                else:
                    quickly(far, far_desk, fate)
                turns -= 1
            if far.ints[TO_MOVE] == OVER:
                sums[i] += winner(far.ints) == seat
            elif learned:
                sums[i] += np.exp(look(far, far_desk, net, seat, viewer, manner, True))
            else:
                sums[i] += by_margin(far.ints, players, seat, far_desk.prospect)
    return best_of(order, sums, found)


@compiled
def quickly(now: Position, desk: Desk, luck: Luck) -> None:
    """A turn of the quick player."""
    log = np.zeros((0, 4), np.int64)
    quick_turn(now, luck, desk.prospect, desk.gain, desk.path, desk.choice, log, 0)


@compiled
def by_margin(ints: Ints, players: int, seat: int, prospect: Floats) -> float:
    """A share of the win by points, for a game that the quick players have not ended."""
    mine, total = 0.0, 0.0
    for other in range(players):
        odds = np.exp(max(-30.0, min(30.0, (holding(ints, other, prospect) - 150) / 12)))
        total += odds
        if other == seat:
            mine = odds
    return mine / total


@compiled
def one_turn(
    now: Position, room: Positions, desks: Desks, past: Past, net: Net, kind: int, manner: Floats,
    viewer: int, luck: Luck,
) -> None:  # fmt: skip
    """A turn of a player of this kind, which is noted."""
    desk, seat = desks[0], now.ints[TO_MOVE]
    if kind == QUICK:
        log = np.zeros((MOST_CUBES, 4), np.int64)
        now.dirty[:] = 1
        rows = quick_turn(now, luck, desk.prospect, desk.gain, desk.path, desk.choice, log, 0)
        tell_log(past, seat, log, rows)
        return
    if kind in (TRIES, LOOKS):
        turn = desk.plans[look_ahead(now, room, desks, past, net, viewer, manner, kind == LOOKS, luck)]
    else:
        count = think(now, room[AFTER], desk, net, viewer, manner, kind == LEARNED)
        worst = WORST if kind == LEARNED else ANYTHING
        turn = desk.turns[preferred(desk.worth[:count], manner[NOISE], manner[RANDOM], worst, luck)]
    tell(past, seat, turn)
    take(now, turn)


@compiled
def play_game(
    room: Positions, desks: Desks, past: Past, ints: Ints, words: Words, nets: Nets, kinds: Ints, minds: Ints,
    manners: Floats, seed: int, is_open: bool, keep: float, things: Floats32, holds: Floats32,
    seats: Floats32, clock: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Play to the end; returns who won, and how many positions were kept.

    A kept position is one after a turn, as its mover sees it (now and then as another seat or nobody does);
    its clock is the cubes on the map.
    """
    now, desk = room[NOW], desks[0]
    lay_out(now, ints, words)
    copy_into(now, room[BEGUN])
    past.acts[0] = 0
    luck = np.empty(1, np.uint64)
    luck[0] = np.uint64(seed) | np.uint64(1)
    for _ in range(5):
        dice(luck)
    kept, turns, players = 0, 0, ints[PLAYERS]
    while now.ints[TO_MOVE] != OVER and turns < LONGEST:
        seat = now.ints[TO_MOVE]
        viewer = EVERYBODY if is_open else seat
        one_turn(now, room, desks, past, nets[minds[seat]], kinds[seat], manners[seat], viewer, luck)
        turns += 1
        over = now.ints[TO_MOVE] == OVER
        if kept < things.shape[0] and (over or dice(luck) < keep):
            if not is_open and dice(luck) < ELSEWHERE:
                viewer = int(dice(luck) * (players + 1))
                if viewer == players:
                    viewer = NOBODY
            describe(now, desk, viewer)
            things[kept] = desk.things
            holds[kept] = desk.expected
            seats[kept] = desk.seats
            clock[kept] = now.track.sum()
            kept += 1
    ints[:] = now.ints
    return winner(ints), kept


@compiled
def play_on(
    now: Position, after: Position, desk: Desk, ints: Ints, words: Words, net: Net, is_open: bool,
    manner: Floats, turns: int, luck: Luck,
) -> None:  # fmt: skip
    """Everybody goes on by the network alone for some turns; their shares then, into `desk.shares`."""
    lay_out(now, ints, words)
    while now.ints[TO_MOVE] != OVER and turns > 0:
        viewer = EVERYBODY if is_open else now.ints[TO_MOVE]
        count = think(now, after, desk, net, viewer, manner, True)
        take(now, desk.turns[preferred(desk.worth[:count], manner[NOISE], 0.0, WORST, luck)])
        turns -= 1
    if now.ints[TO_MOVE] == OVER:
        desk.shares[:] = 0
        desk.shares[winner(now.ints)] = 1
    else:
        promise(now, desk, net, EVERYBODY)


@compiled
def promise(now: Position, desk: Desk, net: Net, viewer: int) -> None:
    """Everybody's share of the win by what `viewer` knows, into `desk.shares`."""
    describe(now, desk, viewer)
    forget_codes(desk)
    encode_all(net, desk)
    judge(net, desk, now.ints[PLAYERS])


@compiled
def outlook(now: Position, desk: Desk, ints: Ints, words: Words, net: Net, viewer: int) -> None:
    """The same of a position that is still to be laid out."""
    lay_out(now, ints, words)
    promise(now, desk, net, viewer)
