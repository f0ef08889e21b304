"""What a player may do in the turn: every paid and free action that rules and duty allow.

The one truth about legality; `why.py` only puts a name to what is missing here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.games.koplopers.rules.coupling import can_couple, can_uncouple, uncouple_places
from branchline.games.koplopers.rules.driving import can_turn, dismantle_cost, points_for
from branchline.games.koplopers.rules.duty import (
    NOTHING,
    needs_if_at,
    needs_if_built,
    needs_if_disrupted,
    still_owing,
)
from branchline.games.koplopers.rules.exchange import can_open
from branchline.games.koplopers.rules.state import (
    COSTS,
    DOUBLE,
    DROVE,
    LETTERS,
    MOST_OFFERS,
    STOPPED,
    TRAINS,
    TURNED,
    UNITS,
    KoplopersState,
    in_reserve,
    own_trains,
)
from branchline.games.koplopers.rules.stops import boardable, fits, free_station, stop_moves_somebody

if TYPE_CHECKING:
    from branchline.games.koplopers.rules.game import Koplopers

DONE: Action = ("done",)
TURN: list[Action] = [("turn", train) for train in TRAINS]
STOP: list[Action] = [("stop", train) for train in TRAINS]
DISMANTLE: list[Action] = [("dismantle", train) for train in TRAINS]
REPAIR: list[Action] = [("repair", letter) for letter in LETTERS]


def turn_actions(game: Koplopers, state: KoplopersState) -> list[Action]:
    """All legal actions of the seat whose turn it is, `done` last where it is allowed."""
    tables = game.tables
    if state.passing >= 0:
        picks = [game.picks[state.passing][c] for c in boardable(tables, state, state.passing, state.passed)]
        if picks and state.passing_must:  # pass.must
            return picks
    else:
        picks = []
    if state.must_build:
        return first_turn(game, state)
    points, flags, station = state.points, state.flags, tables.station
    trains = own_trains(state, state.active)
    costs = still_owing(game, state, state.active)
    need, may_end = 0, True
    for cost in costs.values():
        if cost <= points:
            may_end = False  # duty.act
            need += cost
    found: list[Action] = picks
    here = [station[d] for d in state.at]
    for train in trains:
        if points and not flags[train] & STOPPED:
            found += moves(game, state, train, costs)
        where = here[train]
        if where < 0 or free_station(tables, state, train) < 0:
            continue
        if flags[train] & STOPPED:
            if fits(tables, state, train, where):
                may_end = False  # stop.board
                found += [game.boardings[train][c] for c in boardable(tables, state, train, 1 << where)]
        elif stop_moves_somebody(tables, state, train, where):
            found.append(STOP[train])
            if flags[train] & (TURNED | DROVE):
                may_end = False  # stop.owed
        if here.count(where) > 1:
            found += meetings(game, state, train, where, here)
        if flags[train] & DOUBLE and can_uncouple(tables, state, train):
            places = uncouple_places(tables, state, train)
            found += [("uncouple", TRAINS[train], tables.sections[d >> 1]) for d in places]
    if points >= need + COSTS["build"] and in_reserve(state, state.active):
        found += builds(game, state, costs)
    if points:
        found += cards(game, state, costs, need) + repairs(game, state, costs, need)
    if may_end:
        found.append(DONE)
    return found


def first_turn(game: Koplopers, state: KoplopersState) -> list[Action]:
    """build.first: a player's first turn builds; three points are kept for it."""
    found = [game.builds[yard] for yard in first_yards(game, state)]
    if state.points > COSTS["build"]:
        found += cards(game, state, {}, 0) + repairs(game, state, {}, 0)
    return found


def first_yards(game: Koplopers, state: KoplopersState) -> list[int]:
    """build.number: yards that bear the player's number in turn order; any yard when advanced."""
    number = (state.active - state.first) % state.players + 1
    yards = list(bits(game.tables.yards_free(state.occupied)))
    if state.advanced:
        return yards
    return [yard for yard in yards if game.tables.yard_number[yard] == number]


def moves(game: Koplopers, state: KoplopersState, train: int, costs: dict[int, int]) -> list[Action]:
    """Turning, driving and dismantling one train, as far as the duty of the others leaves points."""
    tables, at, points = game.tables, state.at, state.points
    direction = at[train]
    if tables.touch[direction] & state.disrupted:  # disrupt.blocked
        return []
    own = 1 << (direction >> 1)
    gone = 0  # what the others need once this train has left
    by = 0  # sections where this train's arrival can change that
    for other, cost in costs.items():
        if other != train:
            by |= tables.at_front[at[other]] if cost <= 1 else -1
            if cost == 1:
                gone += 1
    if by & own:
        gone = needs_if_at(game, state, costs, train, NOTHING)
    # the cheapest action of a train that has not acted is never barred
    cheapest = costs.get(train, NOTHING)
    most, budget = points, max(points - gone, cheapest, 0)
    if state.one_point:
        most, budget = points_for(state, train, most), points_for(state, train, budget)
    routes = game.routes[state.advanced]
    ways = routes.drives(direction, most, state.disrupted)
    found = routes.within(train, ways, direction, budget, state.occupied)
    nearby = by & routes.sections_near[most][direction] & ~(state.occupied & ~own)
    if nearby:
        actions, at_section = routes.ready(train, direction), routes.at_section[direction]
        tight = any(other != train and cost_can_rise(game, state, other) for other in costs)
        for section in bits(nearby):
            for number in bits(ways & at_section.get(section, 0)):
                cost = len(actions[number]) - 2
                if cost <= cheapest or (cost <= budget and not tight):
                    continue
                if needs_if_at(game, state, costs, train, routes.end(direction, number)) <= points - cost:
                    if cost > budget:
                        found.append(actions[number])
                elif cost <= budget:
                    found.remove(actions[number])
    if most and can_turn(tables, state, train):
        if by & own and cheapest != 1:
            if needs_if_at(game, state, costs, train, direction ^ 1) < points:
                found.append(TURN[train])
        elif gone < points or cheapest == 1:
            found.append(TURN[train])
    if not state.aboard[train]:
        cost = dismantle_cost(tables, state, train)
        if cost and (cost <= points - gone or cost == cheapest):
            found.append(DISMANTLE[train])
    return found


def cost_can_rise(game: Koplopers, state: KoplopersState, train: int) -> bool:
    """Could one more train next to it make this train's duty dearer?"""
    tables = game.tables
    if state.flags[train] & DOUBLE:  # its free action may be to uncouple onto that section
        return True
    ways = int(can_turn(tables, state, train))
    for end in tables.onward[state.at[train]]:
        if not state.occupied >> (end >> 1) & 1 and not tables.front_bit[end] & state.disrupted:
            ways += 1
    return ways < 2


def meetings(game: Koplopers, state: KoplopersState, train: int, where: int, here: list[int]) -> list[Action]:
    """Coupling, own transfers and offers with the other trains in this station."""
    tables = game.tables
    found: list[Action] = []
    for other, station in enumerate(here):
        if station != where or other == train:
            continue
        if other // UNITS != train // UNITS:
            if state.offers < MOST_OFFERS and can_open(tables, state, train, other):
                found.append(("negotiate", TRAINS[train], TRAINS[other]))
        elif free_station(tables, state, other) >= 0:
            if can_couple(tables, state, train, other):
                found.append(("couple", TRAINS[train], TRAINS[other]))
            pair = 1 << train % UNITS + other % UNITS  # transfer.once
            if train < other and not state.exchanged & pair and can_open(tables, state, train, other):
                found.append(("transfer", TRAINS[train], TRAINS[other]))
    return found


def builds(game: Koplopers, state: KoplopersState, costs: dict[int, int]) -> list[Action]:
    """Building in an empty yard; points for duty have been set aside."""
    if not state.yard_free and max(costs.values(), default=0) <= 1:
        return game.builds_in(game.tables.yards_free(state.occupied))
    # a train that can only be dismantled may need this very yard
    left = state.points - COSTS["build"]
    yards = game.tables.yards_free(state.occupied)
    return [
        game.builds[yard]
        for yard in bits(yards)
        if needs_if_built(game, state, costs, game.tables.yards[yard] >> 1) <= left
    ]


def cards(game: Koplopers, state: KoplopersState, costs: dict[int, int], need: int) -> list[Action]:
    """Playing a disruption card: disrupt.once, disrupt.hand, disrupt.station."""
    if state.card_played:
        return []
    tables, disrupted = game.tables, state.disrupted
    hand = state.hands[state.active]
    by = sensitive(game, state, costs)
    old = state.letters[state.pointer]
    leaving = 1 << old if old >= 0 else 0
    found = []
    while hand:
        low = hand & -hand
        hand ^= low
        card = low.bit_length() - 1
        bit = tables.card_bit[card]
        if bit & disrupted:
            continue
        if (bit | leaving) & by:
            if needs_if_disrupted(game, state, costs, disrupted & ~leaving | bit) >= state.points:
                continue
        elif need >= state.points:
            continue
        found.append(game.disrupts[card])
    return found


def repairs(game: Koplopers, state: KoplopersState, costs: dict[int, int], need: int) -> list[Action]:
    """Playing the repair card: repair.card, repair.letter."""
    if not state.disrupted or not state.repairs >> state.active & 1:
        return []
    by, found = sensitive(game, state, costs), list[Action]()
    for letter, station in enumerate(state.letters):
        if station < 0:
            continue
        if by >> station & 1:
            after = needs_if_disrupted(game, state, costs, state.disrupted & ~(1 << station))
        else:
            after = need
        if after < state.points:
            found.append(REPAIR[letter])
    return found


def sensitive(game: Koplopers, state: KoplopersState, costs: dict[int, int]) -> int:
    """The stations whose disruption can change what these trains owe."""
    found = 0
    for train, cost in costs.items():
        found |= game.tables.stations_by[state.at[train]] if cost <= 1 else -1
    return found
