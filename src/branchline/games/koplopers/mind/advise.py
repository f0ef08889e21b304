"""What a player with a plan does next: a goal for each train, and the step that serves them best."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.games.koplopers.mind.distances import BLOCKED, CUT_OFF, FAR
from branchline.games.koplopers.mind.goals import Goal, Goals
from branchline.games.koplopers.rules.driving import can_turn, is_blocked
from branchline.games.koplopers.rules.named_drives import driven
from branchline.games.koplopers.rules.state import (
    ACTED,
    ANSWER,
    CAPACITY,
    LETTERS,
    PLAY,
    POINTS,
    STOPPED,
    TRAINS,
    KoplopersState,
    capacity,
    own_trains,
    rounds_left,
)
from branchline.games.koplopers.rules.stops import free_station

if TYPE_CHECKING:
    from branchline.games.koplopers.mind import Mind

FLEET = 2  # trains that five points a turn can drive
TOO_LATE = 6  # rounds before the end when a second train no longer pays
NO_TURNING = 3.0  # points that a train is likely to lose that cannot turn
# how bad a disruption is, in passengers: next to a train, on every way of a train, bad enough to act
BESIDE, IN_THE_WAY, MOVE_IT, REPAIR_IT = 300, 100, 100, 250

Courses = dict[int, tuple[Goal, list[float]]]  # for each train its goal, and points from everywhere to it
Wishes = dict[int, Goal]  # what trains are told to make for; what is not told is thought out and noted here


def advise(mind: Mind, state: KoplopersState, rng: Random) -> Action:
    """The next step of a plan for the whole turn."""
    legal = mind.game.legal_actions(state)
    if len(legal) == 1:
        return legal[0]
    if state.phase == ANSWER:
        return legal[0] if _gains_by_accepting(mind, state) else legal[1]
    if state.phase != PLAY:
        return legal[-1]  # settle or offer as soon as that is possible; what nobody planned is left
    if state.must_build:
        return best_yard(mind, state, legal)
    return Turn(mind, state, legal).step()


def _gains_by_accepting(mind: Mind, state: KoplopersState) -> bool:
    """An offer is good when the own train is worth more after it, and the other gains less."""
    goals = goals_for(mind, state, FLEET)
    gains = []
    for train in (state.partner, state.trader):
        before = goals.promise(state.at[train], state.aboard[train], 0)
        gains.append(goals.promise(state.at[train], state.aboard[train] ^ state.moved, 0) - before)
    return gains[0] > max(0.0, gains[1])


def goals_for(mind: Mind, state: KoplopersState, trains: int, taken: int = 0) -> Goals:
    """As far ahead as the points reach that each of so many trains can still count on."""
    horizon = (state.points + POINTS * rounds_left(state)) / max(1, trains)
    return Goals(mind, state, horizon, taken)


def best_yard(mind: Mind, state: KoplopersState, legal: list[Action]) -> Action:
    """Where a new train has most to do; it comes out of the yard with its front at the station."""
    goals = goals_for(mind, state, FLEET)
    tables, best, found = mind.game.tables, -1.0, legal[0]
    for action in legal:
        if action[0] != "build":
            continue
        direction = tables.yards[tables.yard_index[action[1]]] ^ 1
        if tables.touch[direction] & state.disrupted:
            continue
        worth = goals.best(direction, 0, CAPACITY).worth
        if worth > best:
            best, found = worth, action
    return found


class Turn:
    """One look at the own turn: a goal for each train, and the step that serves them best."""

    def __init__(
        self, mind: Mind, state: KoplopersState, legal: list[Action], wishes: Wishes | None = None
    ) -> None:
        self.mind, self.state, self.legal = mind, state, legal
        self.wishes: Wishes = {} if wishes is None else wishes
        self.game, self.tables = mind.game, mind.game.tables
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
        courses = self._courses()
        moved = self._move(courses)
        if moved:
            return moved
        for action in verbs.get("stop", ()):
            if self._should_stop(action, courses):
                return action
        freed = self._unblock(courses)
        if freed:
            return freed
        return self._finish()

    # --- goals

    def _courses(self) -> Courses:
        state, distances = self.state, self.mind.distances
        found: Courses = {}
        taken = 0
        for train in sorted(self.trains, key=lambda train: -state.load[train]):
            if state.flags[train] & STOPPED:
                continue
            direction = state.at[train]
            goal = self.wishes.get(train)
            if goal is None:
                ranked = self.goals(train, taken)
                if not ranked:
                    continue
                goal = self.wishes[train] = ranked[0]
            taken |= state.waiting[goal.station]
            closed = state.occupied & ~(1 << (direction >> 1))
            found[train] = goal, distances.to(goal.station, state.disrupted, closed)
        return found

    def goals(self, train: int, taken: int = 0) -> list[Goal]:
        """Where this train may stop next, the best first; who waits for others (`taken`) is left alone."""
        state, tables = self.state, self.tables
        direction = state.at[train]
        here = free_station(tables, state, train)
        avoid = tables.station[direction] if here < 0 else -1
        room = capacity(state, train) - state.load[train]
        goals = goals_for(self.mind, state, len(self.trains), taken)
        return goals.ranked(direction, state.aboard[train], room, avoid, self._first_leg(train))

    def _first_leg(self, train: int) -> list[float]:
        """Points to each station from where the train is, with what it may do this turn."""
        state, tables, costs = self.state, self.tables, self.mind.distances.cost
        direction = state.at[train]
        ahead = [costs[end] for end in tables.onward[direction]]
        behind = costs[direction ^ 1]
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

    def _move(self, courses: Courses) -> Action | None:
        """Drive or turn the train that comes to its stop soonest, then the others as far as they get."""
        state = self.state
        order = sorted(courses, key=lambda train: self._priority(train, *courses[train]))
        for train in order:
            costs = courses[train][1]
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

    def _priority(self, train: int, goal: Goal, costs: list[float]) -> tuple[bool, float]:
        here = costs[self.state.at[train]]
        return here > self.state.points, here - goal.worth / 1000

    def _end(self, train: int, action: Action) -> int:
        return driven(self.tables, self.state.at[train], action[2:])[-1]

    def _should_stop(self, action: Action, courses: Courses) -> bool:
        train = self.game.train[action[1]]
        if ("done",) not in self.legal:
            return True
        station = self.tables.station[self.state.at[train]]
        return train in courses and courses[train][0].station == station

    def _board(self, actions: list[Action]) -> Action:
        """Who boards first: whoever leaves the train with the best prospects."""
        state, tables = self.state, self.tables
        best, found = -1.0, actions[0]
        goals = goals_for(self.mind, state, len(self.trains))
        for action in actions:
            train, chip = self.game.train[action[1]], tables.chip_index[action[2]]
            room = capacity(state, train) - state.load[train] - tables.passengers[chip]
            station = tables.station[state.at[train]]
            aboard = state.aboard[train] | 1 << chip
            goals.stocks = {s: c for s, c in goals.stocks.items() if s != station}
            worth = goals.best(state.at[train], aboard, room, station).worth
            if worth > best:
                best, found = worth, action
        return found

    def _pick(self) -> Action | None:
        """In passing: take who can be brought to where he wants to go."""
        best, found = 0.0, None
        goals = goals_for(self.mind, self.state, len(self.trains))
        for action in self.by_verb["pick"]:
            train, chip = self.game.train[action[1]], self.tables.chip_index[action[2]]
            direction = self.state.at[train]
            goal = self.tables.destination[chip]
            if self.mind.distances.cost[direction][goal] > goals.horizon * 0.8:
                continue
            worth = self.mind.distances.worths(direction, self.state.disrupted)[chip]
            if worth > best:
                best, found = worth, action
        return found

    def _build(self) -> Action | None:
        state = self.state
        late = rounds_left(state) < TOO_LATE
        if "build" not in self.by_verb or len(self.trains) >= FLEET or late:
            return None
        return best_yard(self.mind, state, self.by_verb["build"])

    def _unblock(self, courses: Courses) -> Action | None:
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
                if train in courses and courses[train][1][state.at[train]] >= FAR:
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
        goals = goals_for(self.mind, self.state, len(self.trains))
        end = self.state.at[train] ^ 1 if action[0] == "turn" else self._end(train, action)
        return -goals.promise(end, self.state.aboard[train], 0)
