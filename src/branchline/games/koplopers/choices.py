"""What a player may do in the turn: every paid and free action that rules and duty allow.

The one truth about legality; `why.py` only puts a name to what is missing here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.games.koplopers.coupling import can_couple, can_uncouple, uncouple_places
from branchline.games.koplopers.driving import can_turn, dismantle_cost, empty_yards, points_for
from branchline.games.koplopers.duty import (
    NOTHING,
    needs_if_at,
    needs_if_built,
    needs_if_disrupted,
    owed,
)
from branchline.games.koplopers.exchange import can_open
from branchline.games.koplopers.state import (
    ACTED,
    BUILD_COST,
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
from branchline.games.koplopers.stopping import boardable, fits, free_station, stop_moves_somebody

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers

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
    seat, points = state.active, state.points
    at, flags, station = state.at, state.flags, tables.station
    trains = own_trains(state, seat)
    # what each train that has not acted owes; an empty dict when nothing is owed
    costs = {train: owed(game, state, train, points) for train in trains if not flags[train] & ACTED}
    need = sum(cost for cost in costs.values() if cost > 0)
    may_end = not any(0 <= cost <= points for cost in costs.values())  # duty.act
    found: list[Action] = picks
    here = [station[d] for d in at]
    for train in trains:
        if points and not flags[train] & STOPPED:
            found += moves(game, state, train, costs)
        if here[train] < 0:
            continue
        where = free_station(tables, state, train)
        if where < 0:
            continue
        if flags[train] & STOPPED:
            if fits(tables, state, train, where):
                may_end = False  # stop.board
                found += [game.boards[train][c] for c in boardable(tables, state, train, 1 << where)]
        elif stop_moves_somebody(tables, state, train, where):
            found.append(STOP[train])
            if flags[train] & (TURNED | DROVE):
                may_end = False  # stop.owed
        if here.count(where) > 1:
            found += meetings(game, state, train, where, here)
        if can_uncouple(tables, state, train):
            places = uncouple_places(tables, state, train)
            found += [("uncouple", TRAINS[train], tables.sections[d >> 1]) for d in places]
    if points:
        found += without_train(game, state, costs, need)
    if may_end:
        found.append(DONE)
    return found


def first_turn(game: Koplopers, state: KoplopersState) -> list[Action]:
    """build.first: a player's first turn builds; three points are kept for it."""
    found = [game.builds[yard] for yard in first_yards(game, state)]
    if state.points > BUILD_COST:
        found += cards(game, state) + repairs(state)
    return found


def first_yards(game: Koplopers, state: KoplopersState) -> list[int]:
    """build.number: yards that bear the player's number in turn order; any yard when advanced."""
    number = (state.active - state.first) % state.players + 1
    yards = empty_yards(game.tables, state)
    if state.advanced:
        return yards
    return [yard for yard in yards if game.tables.yard_number[yard] == number]


def moves(game: Koplopers, state: KoplopersState, train: int, costs: dict[int, int]) -> list[Action]:
    """Turning, driving and dismantling one train, as far as the duty of the others leaves points."""
    tables, direction, points = game.tables, state.at[train], state.points
    if tables.touch[direction] & state.disrupted:  # disrupt.blocked
        return []
    routes = game.routes_of(state)
    most = points_for(state, train, points)
    drives = routes.drives(train, direction, most, state.disrupted)
    others = [other for other in costs if other != train]
    if not others:
        found = routes.within(drives, direction, most, state.occupied)
        if most and can_turn(tables, state, train):
            found.append(TURN[train])
        gone, cheapest = 0, NOTHING
    else:
        # the cheapest action of a train that has not acted is never barred
        cheapest = costs.get(train, NOTHING)
        gone = needs_without(game, state, train, others, costs)
        budget = points_for(state, train, max(points - gone, cheapest, 0))
        found = routes.within(drives, direction, budget, state.occupied)
        by = 0  # sections where this train's arrival can change what the others owe
        for other in others:
            by |= tables.at_front[state.at[other]] if costs[other] <= 1 else -1
        own = 1 << (direction >> 1)
        nearby = by & routes.sections_near[most][direction] & ~(state.occupied & ~own)
        if nearby:
            actions, ends, _, at_section = drives
            for section in bits(nearby):
                for number in at_section.get(section, ()):
                    cost = len(actions[number]) - 2
                    if cost <= cheapest or needs_if_at(game, state, train, ends[number]) <= points - cost:
                        if cost > budget:
                            found.append(actions[number])
                    elif cost <= budget:
                        found.remove(actions[number])
        if most and can_turn(tables, state, train):
            need = needs_if_at(game, state, train, direction ^ 1) if by & own else gone
            if cheapest == 1 or need < points:
                found.append(TURN[train])
    if not state.aboard[train]:
        cost = dismantle_cost(tables, state, train)
        if cost and (cost <= points - gone or cost == cheapest):
            found.append(DISMANTLE[train])
    return found


def needs_without(
    game: Koplopers, state: KoplopersState, train: int, others: list[int], costs: dict[int, int]
) -> int:
    """What the others need once this train has left; asked afresh only where that can matter."""
    front, direction = game.tables.front, state.at[train]
    ends = front[direction], front[direction ^ 1]
    total = 0
    for other in others:
        cost = costs[other]
        if cost > 1 or front[state.at[other]] in ends:
            return needs_if_at(game, state, train, NOTHING)
        if cost == 1:
            total += 1
    return total


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


def without_train(game: Koplopers, state: KoplopersState, costs: dict[int, int], need: int) -> list[Action]:
    """Building, cards and repairs, as far as duty leaves points for them."""
    points, tables = state.points, game.tables
    found: list[Action] = []
    if points >= BUILD_COST and need <= points - BUILD_COST and in_reserve(state, state.active):
        yards = empty_yards(tables, state)
        fronts = {tables.station[state.at[train]] for train in costs}
        for yard in yards:
            direction = tables.yards[yard]
            if tables.station[direction ^ 1] in fronts:
                if needs_if_built(game, state, direction >> 1) > points - BUILD_COST:
                    continue
            found.append(game.builds[yard])
    if not state.card_played:
        found += cards(game, state, costs, need)
    if state.repairs >> state.active & 1 and state.disrupted:
        found += repairs(state, game, costs, need)
    return found


NO_COSTS: dict[int, int] = {}


def cards(
    game: Koplopers, state: KoplopersState, costs: dict[int, int] = NO_COSTS, need: int = 0
) -> list[Action]:
    """Playing a disruption card: disrupt.once, disrupt.hand, disrupt.station."""
    if state.card_played:
        return []
    tables, disrupted = game.tables, state.disrupted
    old = state.letters[state.pointer]
    without = disrupted & ~(1 << old) if old >= 0 else disrupted
    by = sensitive(game, state, costs)
    found = []
    for card in bits(state.hands[state.active]):
        bit = tables.card_bit[card]
        if bit & disrupted:
            continue
        if (bit | disrupted & ~without) & by:
            if needs_if_disrupted(game, state, without | bit) >= state.points:
                continue
        elif need >= state.points:
            continue
        found.append(game.disrupts[card])
    return found


def repairs(
    state: KoplopersState, game: Koplopers | None = None, costs: dict[int, int] = NO_COSTS, need: int = 0
) -> list[Action]:
    """Playing the repair card: repair.card, repair.letter."""
    if not state.repairs >> state.active & 1:
        return []
    found = []
    for letter, station in enumerate(state.letters):
        if station < 0:
            continue
        after = need
        if game is not None and costs:
            after = needs_if_disrupted(game, state, state.disrupted & ~(1 << station))
        if after < state.points:
            found.append(REPAIR[letter])
    return found


def sensitive(game: Koplopers, state: KoplopersState, costs: dict[int, int]) -> int:
    """The stations whose disruption can change what the trains owe that have not acted."""
    found = 0
    for train, cost in costs.items():
        found |= game.tables.stations_by[state.at[train]] if cost <= 1 else -1
    return found
