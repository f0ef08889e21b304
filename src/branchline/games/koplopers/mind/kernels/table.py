"""Whole games in one call, compiled: every seat a player of some kind, and what training keeps of them."""

from typing import Any

import numpy as np

from branchline.core.game import CHANCE, OVER
from branchline.core.look_kernels import best_of, still_in
from branchline.core.luck_kernels import Luck, dice, preferred
from branchline.core.network import Net
from branchline.core.network_kernels import forget, judge
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import MOST_PLANS, Desk, Floats, Floats32, Ints, Railway
from branchline.games.koplopers.mind.kernels.features import describe, settle
from branchline.games.koplopers.mind.kernels.greedy import greedy_turn
from branchline.games.koplopers.mind.kernels.memory import best_turn, forget_positions
from branchline.games.koplopers.mind.kernels.position import (
    ALL_ROUNDS,
    PLAYERS,
    ROUND,
    SEATS,
    TO_MOVE,
    Row,
    left_of,
)
from branchline.games.koplopers.mind.kernels.steps import deal, refill, replay
from branchline.games.koplopers.mind.kernels.turns import ending, look, settled, think
from branchline.games.koplopers.mind.weights import LEAST_SPREAD, SPREAD, WORST
from branchline.games.koplopers.rules.state import UNITS

# kinds of players: greedy; who takes the turn with the best lead; who tries turns out with greedy players;
# the network alone; the network that looks ahead
GREEDY, LEADS, TRIES, LEARNED, LOOKS = range(5)
# what a player is, as numbers
TEMPERATURE, RANDOM, PLANS, WORLDS, TURNS, MIXED = range(6)
MANNER = 6
LONGEST_GAME = 1000  # turns: no game comes near

Desks = Any
Nets = Any


@compiled
def finalists(desk: Desk, count: int, plans: int) -> int:
    """The best turns, the best one first, and the greedy one."""
    found = 0
    for _ in range(min(count, min(plans, MOST_PLANS - 1))):
        at = int(np.argmax(desk.worth[:count]))
        desk.plans[found] = at
        desk.sums[found] = -1e-9 * found
        desk.worth[at] = -1e18
        found += 1
    if desk.worth[0] > -1e18:
        desk.plans[found] = 0
        desk.sums[found] = -1e-9 * found
        found += 1
    return found


@compiled
def by_outlook(net: Railway, row: Row, desk: Desk, seat: int) -> float:
    """A seat's share of the win as `mind/outlook.py` fitted it; the position is used up."""
    settled(net, row, desk)
    spread, best, total = LEAST_SPREAD + SPREAD * left_of(row), desk.likely[: row[PLAYERS]].max(), 0.0
    for other in range(row[PLAYERS]):
        total += np.exp((desk.likely[other] - best) / spread)
    return float(np.exp((desk.likely[seat] - best) / spread) / total)


@compiled
def look_ahead(
    net: Railway, row: Row, desks: Desks, weights: Net, manner: Floats, learned: bool, luck: Luck
) -> int:
    """The best finalist by how the game goes on in several dealt worlds; its number in `turns`.

    In a world each player goes on by the network or as the greedy player would, by lot.
    """
    desk, beyond, seat = desks[0], desks[1], row[TO_MOVE]
    count = think(net, row, desk, weights, learned)
    if count == 1:
        return 0
    found = finalists(desk, count, int(manner[PLANS]))
    world, far, by_network = row.copy(), row.copy(), np.zeros(SEATS, np.bool_)
    fate = np.zeros(1, np.uint64)
    worlds, order = int(manner[WORLDS]), np.arange(found)
    forget_positions(beyond)
    for number in range(worlds):
        found = still_in(order, desk.sums, found, number, worlds)
        world[:] = row
        deal(net, world, seat, luck)
        for other in range(row[PLAYERS]):
            by_network[other] = learned and dice(luck) < manner[MIXED]
        for i in order[:found]:
            far[:] = world
            fate[0] = luck[0]  # the same luck for all of them
            plan = desk.plans[i]
            replay(net, far, beyond, desk.turns[plan], desk.turn_count[plan])
            left = int(manner[TURNS])
            while far[TO_MOVE] != OVER:
                if far[TO_MOVE] == CHANCE:
                    refill(net, far, fate)
                elif left == 0:
                    break
                else:
                    left -= 1
                    if by_network[far[TO_MOVE]]:
                        best = best_turn(net, far, beyond, weights)
                        replay(net, far, beyond, beyond.turns[best], beyond.turn_count[best])
                    else:
                        greedy_turn(net, far, beyond)
            if far[TO_MOVE] == OVER:
                desk.sums[i] += ending(net, far, beyond, seat)
            elif learned:
                desk.sums[i] += np.exp(look(net, far, beyond, weights, seat))
            else:
                desk.sums[i] += by_outlook(net, far, beyond, seat)
        dice(luck)
    return int(desk.plans[best_of(order, desk.sums, found)])


@compiled
def one_turn(
    net: Railway, row: Row, desks: Desks, weights: Net, kind: int, manner: Floats, luck: Luck
) -> None:
    """A turn of a player of this kind."""
    desk = desks[0]
    if kind == GREEDY:
        greedy_turn(net, row, desk)
        return
    if kind in (LEADS, LEARNED):
        forget(desk)
        count = think(net, row, desk, weights, kind == LEARNED)
        if kind == LEADS and manner[TEMPERATURE] > 0:
            for i in range(count):
                desk.worth[i] /= 100.0
        best = preferred(desk.worth[:count], manner[TEMPERATURE], manner[RANDOM], WORST, luck)
    else:
        forget(desk)
        forget(desks[1])
        best = look_ahead(net, row, desks, weights, manner, kind == LOOKS, luck)
    replay(net, row, desk, desk.turns[best], desk.turn_count[best])


@compiled
def play_game(
    net: Railway, row: Row, desks: Desks, nets: Nets, kinds: Ints, minds: Ints, manners: Floats,
    seed: int, keep: float, things: Floats32, seats: Floats32, clock: Floats,
) -> tuple[int, int]:  # fmt: skip
    """Play to the end; returns who won (by lot where a win is shared), and how many positions were kept.

    A kept position is one after a turn; its clock is how much of the game is over.
    """
    desk, luck = desks[0], np.empty(1, np.uint64)
    luck[0] = np.uint64(seed) | np.uint64(1)
    for _ in range(5):
        dice(luck)
    kept, turns = 0, 0
    while row[TO_MOVE] != OVER and turns < LONGEST_GAME:
        if row[TO_MOVE] == CHANCE:
            refill(net, row, luck)
            continue
        seat = row[TO_MOVE]
        one_turn(net, row, desks, nets[minds[seat]], kinds[seat], manners[seat], luck)
        turns += 1
        while row[TO_MOVE] == CHANCE:
            refill(net, row, luck)
        if row[TO_MOVE] != OVER and kept < things.shape[0] and dice(luck) < keep:
            describe(net, row, desk)
            things[kept] = desk.things
            seats[kept] = desk.seats
            clock[kept] = part_over(row)
            kept += 1
    settle(net, row, desk.outcome)
    ticket, winner = dice(luck), 0
    for seat in range(row[PLAYERS]):
        if desk.outcome[seat] > 0:
            winner = seat
            ticket -= desk.outcome[seat]
            if ticket < 0:
                break
    return winner, kept


@compiled
def part_over(row: Row) -> float:
    return float((row[ROUND] - 1) / ALL_ROUNDS[row[PLAYERS]])


@compiled
def play_on(net: Railway, row: Row, desks: Desks, weights: Net, turns: int, luck: Luck) -> None:
    """So many turns by the network alone, then everybody's share of the win into `desks[0].shares`."""
    desk, left = desks[0], turns
    forget(desk)
    while row[TO_MOVE] != OVER:
        if row[TO_MOVE] == CHANCE:
            refill(net, row, luck)
        elif left == 0:
            break
        else:
            left -= 1
            best = int(np.argmax(desk.worth[: think(net, row, desk, weights, True)]))
            replay(net, row, desk, desk.turns[best], desk.turn_count[best])
    if row[TO_MOVE] == OVER:
        settle(net, row, desk.outcome)
        desk.shares[:] = desk.outcome
    else:
        describe(net, row, desk)
        judge(weights, desk, row[PLAYERS], UNITS)


@compiled
def outlook(net: Railway, row: Row, desk: Desk, weights: Net) -> None:
    """Everybody's share of the win into `desk.shares`."""
    forget(desk)
    describe(net, row, desk)
    judge(weights, desk, row[PLAYERS], UNITS)
