"""Whole games in one call, compiled: every seat a player of some kind, and what training keeps of them."""

from typing import Any, TypeAlias

import numpy as np

from branchline.core.game import CHANCE, OVER
from branchline.core.look_kernels import best_of, still_in
from branchline.core.luck_kernels import Luck, dice, preferred
from branchline.core.network import Net
from branchline.core.network_kernels import forget, judge
from branchline.games.bridgetown.mind.kernels import compiled
from branchline.games.bridgetown.mind.kernels.desk import (
    CARD_COLOURS,
    CARD_FLAGS,
    CARD_NEAR,
    CARD_PLACE,
    CARD_TOUR,
    MOST_PLANS,
    Desk,
    Floats,
    Floats32,
    Ints,
    Town,
)
from branchline.games.bridgetown.mind.kernels.features import describe, settle
from branchline.games.bridgetown.mind.kernels.liking import like
from branchline.games.bridgetown.mind.kernels.memory import (
    PLACES_OF,
    SHARE_OF,
    TURN_OF,
    forget_positions,
    remembered,
    room_for,
)
from branchline.games.bridgetown.mind.kernels.player import place, weigh_places
from branchline.games.bridgetown.mind.kernels.playout import close_round, put, refill, step
from branchline.games.bridgetown.mind.kernels.position import (
    OWING,
    PHASE,
    PLAYERS,
    ROUND,
    SEATS,
    TO_MOVE,
    Board,
)
from branchline.games.bridgetown.mind.kernels.turns import ending, list_turns, look, take, think
from branchline.games.bridgetown.mind.weights import FAR, FITTED, WORST
from branchline.games.bridgetown.rules.state import BRIDGES, PLACE

# kinds of players: greedy; who tries its favourite turns out with greedy players; the network alone; the
# network that looks ahead
GREEDY, TRIES, LEARNED, LOOKS = range(4)
# what a player is, as numbers: what it goes for when it is greedy in the first six, then these
TEMPERATURE, RANDOM, PLANS, LIKED, WORLDS, MIXED = range(6, 12)
MANNER = 12
OUTLOOKS = np.array(FITTED)
LONGEST_GAME = 1000  # turns: no game comes near

Desks: TypeAlias = Any
Nets: TypeAlias = Any


@compiled
def finalists(desk: Desk, count: int, plans: int, liked: int) -> int:
    """The network's best turns, the best one first, then the greedy player's that are not among them."""
    found = 0
    for by_liking in range(2):
        score = desk.liking if by_liking else desk.worth
        for _ in range(min(count, liked if by_liking else plans)):
            at = int(np.argmax(score[:count]))
            if score[at] == -1e18 or found == MOST_PLANS:
                break
            desk.plans[found, :] = desk.turns[at]
            desk.sums[found] = -1e-9 * found
            desk.worth[at] = desk.liking[at] = -1e18
            found += 1
    return found


@compiled
def put_greedily(board: Board, row: Ints, desk: Desk, weights: Floats, luck: Luck) -> None:
    at = room_for(row, PLACES_OF)
    worths = desk.met_worth[at]
    if not remembered(desk, at, row, PLACES_OF):
        weigh_places(board, row, weights, worths)
    put(row, place(worths, luck, weights))


@compiled
def network_turn(town: Town, row: Ints, desk: Desk, net: Net) -> None:
    """The best turn by the network, which is remembered."""
    at = room_for(row, TURN_OF)
    if not remembered(desk, at, row, TURN_OF):
        count = think(town, row, desk, net)
        desk.met_turn[at, :] = desk.turns[int(np.argmax(desk.worth[:count]))]
    take(town, row, desk.met_turn[at])


@compiled
def promised(town: Town, row: Ints, desk: Desk, net: Net, seat: int) -> float:
    """A seat's share of the win by the network, which is remembered."""
    at = room_for(row, SHARE_OF)
    if not remembered(desk, at, row, SHARE_OF):
        forget(desk)
        desk.met_worth[at, 0] = np.exp(look(town, row, desk, net, seat))
    return float(desk.met_worth[at, 0])


@compiled
def greedy_turn(board: Board, town: Town, row: Ints, desk: Desk, weights: Floats, luck: Luck) -> None:
    """What it thinks of places is remembered."""
    if row[PHASE] == PLACE:
        put_greedily(board, row, desk, weights, luck)
        while row[OWING]:
            put_greedily(board, row, desk, weights, luck)
    else:
        step(board, row, luck, weights, np.zeros(5, np.int64))
    if row[TO_MOVE] == CHANCE:
        close_round(row, town.rounds, town.blue, town.rail_bridge)


@compiled
def by_outlook(town: Town, row: Ints, desk: Desk, seat: int) -> float:
    """A seat's share of the win as `mind/outlook.py` fitted it."""
    describe(town, row, desk)
    fit = OUTLOOKS[min(row[ROUND] - 1, OUTLOOKS.shape[0] - 1)]
    mine, total = 0.0, 0.0
    for other in range(row[PLAYERS]):
        card = desk.card[other]
        flags = card[CARD_FLAGS]
        worth = fit[0] * flags + fit[1] * card[CARD_COLOURS] + fit[2] * card[CARD_NEAR]
        worth += fit[3] * card[CARD_PLACE] + fit[7] * card[CARD_TOUR] / FAR
        worth += fit[4] * (flags >= 5) + fit[5] * (flags >= 6) + fit[6] * (flags >= 7)
        total += np.exp(worth)
        if other == seat:
            mine = np.exp(worth)
    return mine / total


@compiled
def look_ahead(
    board: Board, town: Town, row: Ints, desks: Desks, net: Net, manner: Floats, learned: bool, luck: Luck
) -> int:
    """The best finalist by how its round ends in several worlds; the number of it in `plans`.

    Nothing in a round is drawn: worlds differ by what the others do, each of them by the network or as the
    greedy player would, which is drawn anew for each world.
    """
    desk, beyond, seat = desks[0], desks[1], row[TO_MOVE]
    far, sums, by_network = row.copy(), desk.sums, np.zeros(SEATS, np.bool_)
    count = think(town, row, desk, net) if learned else list_turns(town, row, desk)
    if count == 1:
        desk.plans[0, :] = desk.turns[0]
        return 0
    like(board, row, desk, count, manner)
    found = finalists(desk, count, int(manner[PLANS]) if learned else 0, int(manner[LIKED]))
    forget_positions(beyond)
    fate = np.zeros(1, np.uint64)
    worlds, order = int(manner[WORLDS]), np.arange(found)
    for world in range(worlds):
        found = still_in(order, sums, found, world, worlds)
        for other in range(row[PLAYERS]):
            by_network[other] = learned and dice(luck) < manner[MIXED]
        for i in order[:found]:
            far[:] = row
            fate[0] = luck[0]  # the same luck for all of them
            take(town, far, desk.plans[i])
            while far[TO_MOVE] >= 0 and far[ROUND] == row[ROUND]:
                if by_network[far[TO_MOVE]]:
                    network_turn(town, far, beyond, net)
                else:
                    greedy_turn(board, town, far, beyond, manner, fate)
            if far[TO_MOVE] == OVER:
                sums[i] += ending(far, beyond, seat)
            elif learned:
                sums[i] += promised(town, far, beyond, net, seat)
            else:
                sums[i] += by_outlook(town, far, beyond, seat)
        dice(luck)
    return best_of(order, sums, found)


@compiled
def one_turn(
    board: Board, town: Town, row: Ints, desks: Desks, net: Net, kind: int, manner: Floats, luck: Luck
) -> None:
    """A turn of a player of this kind."""
    desk = desks[0]
    if kind == GREEDY:
        forget_positions(desk)
        greedy_turn(board, town, row, desk, manner, luck)
    elif kind == LEARNED:
        count = think(town, row, desk, net)
        take(
            town,
            row,
            desk.turns[preferred(desk.worth[:count], manner[TEMPERATURE], manner[RANDOM], WORST, luck)],
        )
    else:
        best = look_ahead(board, town, row, desks, net, manner, kind == LOOKS, luck)
        take(town, row, desk.plans[best])


@compiled
def play_game(
    board: Board, town: Town, row: Ints, desks: Desks, nets: Nets, kinds: Ints, minds: Ints, manners: Floats,
    seed: int, keep: float, things: Floats32, seats: Floats32, clock: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Play to the end; returns who won (by lot where a win is shared), and how many positions were kept.

    A kept position is one after a turn; its clock is the round.
    """
    desk, luck = desks[0], np.empty(1, np.uint64)
    luck[0] = np.uint64(seed) | np.uint64(1)
    for _ in range(5):
        dice(luck)
    kept, turns = 0, 0
    while row[TO_MOVE] != OVER and turns < LONGEST_GAME:
        if row[TO_MOVE] == CHANCE:
            refill(row, town.blue, luck)
            continue
        seat = row[TO_MOVE]
        before = row[ROUND]
        one_turn(board, town, row, desks, nets[minds[seat]], kinds[seat], manners[seat], luck)
        turns += 1
        wanted = row[ROUND] != before or dice(luck) < keep  # every end of a round
        if row[TO_MOVE] != OVER and kept < things.shape[0] and wanted:
            describe(town, row, desk)
            things[kept] = desk.things
            seats[kept] = desk.seats
            clock[kept] = row[ROUND]
            kept += 1
    settle(row, desk.outcome)
    ticket, winner = dice(luck), 0
    for seat in range(row[PLAYERS]):
        if desk.outcome[seat] > 0:
            winner = seat
            ticket -= desk.outcome[seat]
            if ticket < 0:
                break
    return winner, kept


@compiled
def play_on(
    board: Board, town: Town, row: Ints, desks: Desks, net: Net, manner: Floats, rounds: int, luck: Luck
) -> None:
    """Everybody looks ahead so to the end of this round and of some more; their shares then into `shares`."""
    desk, last = desks[0], row[ROUND] + rounds
    while row[TO_MOVE] != OVER and row[ROUND] <= last:
        if row[TO_MOVE] == CHANCE:
            refill(row, town.blue, luck)
        else:
            one_turn(board, town, row, desks, net, LOOKS, manner, luck)
    if row[TO_MOVE] == OVER:
        settle(row, desk.outcome)
        desk.shares[:] = desk.outcome
    else:
        outlook(town, row, desk, net)


@compiled
def outlook(town: Town, row: Ints, desk: Desk, net: Net) -> None:
    """Everybody's share of the win into `desk.shares`."""
    forget(desk)
    describe(town, row, desk)
    judge(net, desk, row[PLAYERS], BRIDGES)
