"""A turn of five points, planned: a goal for each train, and the step that serves them best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.games.koplopers.atlas import CUT_OFF, FAR
from branchline.games.koplopers.driving import can_turn, is_blocked
from branchline.games.koplopers.plan import Plan, Planner
from branchline.games.koplopers.state import (
    ACTED,
    CAPACITY,
    LETTERS,
    ROUNDS,
    STOPPED,
    TRAINS,
    KoplopersState,
    capacity,
    own_trains,
)
from branchline.games.koplopers.stopping import free_station

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers

FLEET = 2  # trains that five points a turn can drive
TOO_LATE = 6  # rounds before the end when a second train no longer pays
NO_TURNING, BLOCKED = 3.0, 5.0  # points that a train is likely to lose that cannot turn, or is blocked
# how bad a disruption is, in passengers: next to a train, on every way of a train, bad enough to act
BESIDE, IN_THE_WAY, MOVE_IT, REPAIR_IT = 300, 100, 100, 250

Wishes = dict[int, Plan]  # what trains are told to make for; what is not told is thought out and noted here


def horizon(state: KoplopersState, trains: int) -> float:
    """The points that one train of a seat can still count on until the end."""
    rounds = 0 if state.last else ROUNDS[state.players] - state.round
    return (state.points + 5 * rounds) / max(1, trains)


def planner(game: Koplopers, state: KoplopersState, trains: int, taken: int = 0) -> Planner:
    return Planner(game.tables, game.atlas, state, horizon(state, trains), taken)


def best_yard(game: Koplopers, state: KoplopersState, legal: list[Action]) -> Action:
    """Where a new train has most to do; it comes out of the yard with its front at the station."""
    plans = planner(game, state, FLEET)
    best, found = -1.0, legal[0]
    for action in legal:
        if action[0] != "build":
            continue
        direction = game.tables.yards[game.tables.yard_index[action[1]]] ^ 1
        if game.tables.touch[direction] & state.disrupted:
            continue
        worth = plans.plan(direction, 0, CAPACITY).worth
        if worth > best:
            best, found = worth, action
    return found


class Turn:
    """One look at the own turn: a plan for each train, and the step that serves them best."""

    def __init__(
        self, game: Koplopers, state: KoplopersState, legal: list[Action], wishes: Wishes | None = None
    ) -> None:
        self.game, self.state, self.legal = game, state, legal
        self.wishes: Wishes = {} if wishes is None else wishes
        self.tables = game.tables
        self.by_verb: dict[str, list[Action]] = {}
        for action in legal:
            self.by_verb.setdefault(action[0], []).append(action)
        self.trains = own_trains(state, state.active)

    def step(self) -> Action:
        verbs = self.by_verb
        if "pick" in verbs:
            picked = self._pick()
            if picked:
                return picked
        if "board" in verbs:
            return self._board(verbs["board"])
        built = self._build()
        if built:
            return built
        plans = self._plans()
        moved = self._move(plans)
        if moved:
            return moved
        for action in verbs.get("stop", ()):
            if self._should_stop(action, plans):
                return action
        freed = self._unblock(plans)
        if freed:
            return freed
        return self._finish()

    # --- plans

    def _plans(self) -> dict[int, tuple[Plan, list[float]]]:
        """For each train that can still move: its plan, and points from everywhere to that station."""
        state, atlas = self.state, self.game.atlas
        found: dict[int, tuple[Plan, list[float]]] = {}
        taken = 0
        for train in sorted(self.trains, key=lambda train: -state.load[train]):
            if state.flags[train] & STOPPED:
                continue
            direction = state.at[train]
            plan = self.wishes.get(train)
            if plan is None:
                ranked = self.goals(train, taken)
                if not ranked:
                    continue
                plan = self.wishes[train] = ranked[0]
            taken |= state.waiting[plan.station]
            closed = state.occupied & ~(1 << (direction >> 1))
            found[train] = plan, atlas.to(plan.station, state.disrupted, closed)
        return found

    def goals(self, train: int, taken: int = 0) -> list[Plan]:
        """Where this train may stop next, the best first; who waits for others (`taken`) is left alone."""
        state, tables = self.state, self.tables
        direction = state.at[train]
        here = free_station(tables, state, train)
        avoid = tables.station[direction] if here < 0 else -1
        room = capacity(state, train) - state.load[train]
        plans = planner(self.game, state, len(self.trains), taken)
        return plans.ranked(direction, state.aboard[train], room, avoid, self._first_leg(train))

    def _first_leg(self, train: int) -> list[float]:
        """Points to each station from where the train is, with what it may do this turn."""
        state, tables, atlas = self.state, self.tables, self.game.atlas
        direction = state.at[train]
        ahead = [atlas.cost[end] for end in tables.onward[direction]]
        behind = atlas.cost[direction ^ 1]
        turning = 1.0 if can_turn(tables, state, train) else NO_TURNING
        nearest = ahead[0] if len(ahead) == 1 else map(min, *ahead) if ahead else [FAR] * len(behind)
        found = [min(1 + front, turning + back) for front, back in zip(nearest, behind, strict=True)]
        for station in bits(state.disrupted):
            found[station] += CUT_OFF
        here = tables.station[direction]
        if here >= 0:
            found[here] = 0.0
        if is_blocked(tables, state, train):
            found = [cost + BLOCKED if cost else cost for cost in found]
        return found

    # --- steps

    def _move(self, plans: dict[int, tuple[Plan, list[float]]]) -> Action | None:
        """Drive or turn the train that comes to its stop soonest, then the others as far as they get."""
        state = self.state
        order = sorted(plans, key=lambda train: self._priority(train, *plans[train]))
        for train in order:
            costs = plans[train][1]
            here, behind = costs[state.at[train]], costs[state.at[train] ^ 1] + 1
            if here == 0:
                continue
            best, found = here - 0.5, None
            for action in self.by_verb.get("drive", ()):
                if action[1] == TRAINS[train]:
                    left = costs[self._end(train, action)] + 0.01 * len(action)
                    if left < best:
                        best, found = left, action
            turned: Action = ("turn", TRAINS[train])
            shorter = behind < min(here, best + (len(found) - 2 if found else 1.0), best + 1.0)
            if shorter and turned in self.legal:
                return turned
            if found:
                return found
        return None

    def _priority(self, train: int, plan: Plan, costs: list[float]) -> tuple[bool, float]:
        here = costs[self.state.at[train]]
        return here > self.state.points, here - plan.worth / 1000

    def _end(self, train: int, action: Action) -> int:
        direction = self.state.at[train]
        for section in action[2:]:
            direction = self.tables.entered[self.tables.front[direction], section]
        return direction

    def _should_stop(self, action: Action, plans: dict[int, tuple[Plan, list[float]]]) -> bool:
        train = self.game.train[action[1]]
        if ("done",) not in self.legal:
            return True
        station = self.tables.station[self.state.at[train]]
        return train in plans and plans[train][0].station == station

    def _board(self, actions: list[Action]) -> Action:
        """Who boards first: whoever leaves the train with the best prospects."""
        state, tables = self.state, self.tables
        best, found = -1.0, actions[0]
        plans = planner(self.game, state, len(self.trains))
        for action in actions:
            train, chip = self.game.train[action[1]], tables.chip_index[action[2]]
            room = capacity(state, train) - state.load[train] - tables.passengers[chip]
            station = tables.station[state.at[train]]
            aboard = state.aboard[train] | 1 << chip
            plans.stocks = {s: c for s, c in plans.stocks.items() if s != station}
            worth = plans.plan(state.at[train], aboard, room, station).worth
            if worth > best:
                best, found = worth, action
        return found

    def _pick(self) -> Action | None:
        """In passing: take who can be brought to where he wants to go."""
        best, found = 0.0, None
        plans = planner(self.game, self.state, len(self.trains))
        for action in self.by_verb["pick"]:
            train, chip = self.game.train[action[1]], self.tables.chip_index[action[2]]
            direction = self.state.at[train]
            goal = self.tables.destination[chip]
            if self.game.atlas.cost[direction][goal] > plans.horizon * 0.8:
                continue
            worth = plans.chip_worth(direction, chip)
            if worth > best:
                best, found = worth, action
        return found

    def _build(self) -> Action | None:
        state = self.state
        rounds = ROUNDS[state.players] - state.round
        if "build" not in self.by_verb or len(self.trains) >= FLEET or rounds < TOO_LATE or state.last:
            return None
        return best_yard(self.game, state, self.by_verb["build"])

    def _unblock(self, plans: dict[int, tuple[Plan, list[float]]]) -> Action | None:
        """Cut off: move the letter that is in the way, or repair it."""
        state, tables = self.state, self.tables
        harm = [0.0] * len(state.letters)
        for letter, station in enumerate(state.letters):
            if station < 0:
                continue
            for train in self.trains:
                if tables.touch[state.at[train]] >> station & 1:
                    harm[letter] += BESIDE
                harm[letter] += tables.total(state.aboard[train] & tables.bound[station])
                if train in plans and plans[train][1][state.at[train]] >= FAR:
                    harm[letter] += IN_THE_WAY
        if harm[state.pointer] >= MOVE_IT and "disrupt" in self.by_verb:
            near = 0
            for train in self.trains:
                near |= tables.stations_by[state.at[train]]
                for chip in bits(state.aboard[train]):
                    near |= 1 << tables.destination[chip]
            for action in self.by_verb["disrupt"]:
                if not tables.card_bit[tables.card_index[action[1]]] & near:
                    return action
        worst = max(range(len(harm)), key=lambda letter: harm[letter])
        repair: Action = ("repair", LETTERS[worst])
        if harm[worst] >= REPAIR_IT and worst != state.pointer and repair in self.legal:
            return repair
        return None

    def _finish(self) -> Action:
        """Nothing useful is left: end the turn, or do what duty asks as cheaply as possible."""
        if ("done",) in self.legal:
            return ("done",)
        for verb in ("stop", "board"):
            if verb in self.by_verb:
                return self.by_verb[verb][0]
        for train in self.trains:
            if not self.state.flags[train] & ACTED:
                moves = [
                    a
                    for a in self.legal
                    if len(a) > 1 and a[1] == TRAINS[train] and a[0] in ("drive", "turn")
                ]
                if moves:
                    return min(moves, key=lambda action: (self._risk(action), len(action)))
        return self.legal[-1]

    def _risk(self, action: Action) -> float:
        """How far a forced drive leads away from where the train's passengers want to go."""
        train = self.game.train[action[1]]
        plans = planner(self.game, self.state, len(self.trains))
        end = self.state.at[train] ^ 1 if action[0] == "turn" else self._end(train, action)
        return -plans.promise(end, self.state.aboard[train], 0)
