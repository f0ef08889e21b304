"""Where a train should stop next, found by looking two stops ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.games.koplopers.mind.distances import KEPT
from branchline.games.koplopers.rules.state import KoplopersState

if TYPE_CHECKING:
    from branchline.games.koplopers.mind import Mind

STOPPING = 1.0  # points that a stop costs by ending a train's move
PICKUPS = 4  # stations with waiting passengers that are looked at
STAGES = 2
HOPE = 0.9  # what passengers are worth whose way is not looked at any more

# by station: the chips that wait there, their passengers, and those of the smallest
Stocks = dict[int, tuple[int, int, int]]
Leg = tuple[list[float], list[int]]  # points to each station, and how a train arrives there


@dataclass(frozen=True, slots=True)
class Goal:
    """The next station to stop at; -1 where there is nothing to do."""

    station: int
    worth: float


class Goals:
    """One look at a position for one seat; `taken` are chips that another of its trains fetches."""

    def __init__(self, mind: Mind, state: KoplopersState, horizon: float, taken: int = 0) -> None:
        self.tables, self.distances, self.state = mind.game.tables, mind.distances, state
        tables, self.horizon = self.tables, horizon
        self.stocks: Stocks = {
            station: (chips & ~taken, tables.total(chips & ~taken), tables.least(chips & ~taken))
            for station, chips in enumerate(state.waiting)
            if chips & ~taken
        }

    def best(self, direction: int, aboard: int, room: int, avoid: int = -1, stages: int = STAGES) -> Goal:
        """The best next stop of a train; no station where there is nothing to do."""
        worth, station = self._look(self._leg(direction), aboard, room, 0.0, stages, self.stocks, avoid)
        return Goal(station, worth)

    def ranked(self, direction: int, aboard: int, room: int, avoid: int, costs: list[float]) -> list[Goal]:
        """Every next stop that is worth looking at, the best first; `costs` are those of the first leg."""
        found = []
        for station in self._candidates(aboard, room, self.stocks, costs, avoid):
            leg = costs, self.distances.arrival[direction]
            worth = self._stop(station, leg, aboard, room, 0.0, STAGES, self.stocks)
            if worth > 0:
                found.append(Goal(station, worth))
        found.sort(key=lambda goal: -goal.worth)
        return found

    def last_stops(self, direction: int, aboard: int, room: int) -> list[tuple[float, int]]:
        """Every next stop and what it is worth if nothing is looked at behind it, the best first."""
        leg = self._leg(direction)
        found = [
            (self._stop(station, leg, aboard, room, 0.0, 1, self.stocks), station)
            for station in self._candidates(aboard, room, self.stocks, leg[0], -1)
        ]
        return sorted((each for each in found if each[0] > 0), key=lambda each: -each[0])

    def _leg(self, direction: int) -> Leg:
        return self.distances.cost[direction], self.distances.arrival[direction]

    def _look(
        self, leg: Leg, aboard: int, room: int, spent: float, stages: int, stocks: Stocks, avoid: int
    ) -> tuple[float, int]:
        """The best of all stops that may come next, and what it is worth."""
        best, found = 0.0, -1
        for station in self._candidates(aboard, room, stocks, leg[0], avoid):
            worth = self._stop(station, leg, aboard, room, spent, stages, stocks)
            if worth > best:
                best, found = worth, station
        return best, found

    def _stop(
        self, station: int, leg: Leg, aboard: int, room: int, spent: float, stages: int, stocks: Stocks
    ) -> float:
        """What it is worth to stop there next: who alights, and what may follow with those who board."""
        tables = self.tables
        points = leg[0][station] + STOPPING
        late = spent + points
        end = leg[1][station]
        if late > self.horizon + STOPPING or end < 0:
            return 0.0
        leaving = aboard & tables.bound[station]
        gain = tables.total(leaving)
        staying, space = aboard & ~leaving, room + gain
        left = stocks
        stock = stocks.get(station)
        if stock and stock[2] <= space:
            chips, passengers, _ = stock
            boarded = chips if passengers <= space else self._boards(end, chips, space)
            staying |= boarded
            space -= tables.total(boarded)
            if stages > 1:
                rest = chips & ~boarded
                left = {**stocks, station: (rest, tables.total(rest), tables.least(rest))}
        if stages > 1:
            further, _ = self._look(self._leg(end), staying, space, late, stages - 1, left, station)
        else:
            further = HOPE * self.promise(end, staying, late)
        return (gain + further) * KEPT[int(points * 2)]

    def _candidates(
        self, aboard: int, room: int, stocks: Stocks, costs: list[float], avoid: int
    ) -> list[int]:
        """Destinations of those aboard, and the most promising stations to fetch others from."""
        tables = self.tables
        goals = {tables.destination[chip] for chip in bits(aboard)}
        goals.discard(avoid)
        pickups = [
            (min(total, room) / (costs[station] + 3), station)
            for station, (_, total, least) in stocks.items()
            if least <= room and station not in goals and station != avoid
        ]
        pickups.sort(reverse=True)
        return [*goals, *(station for _, station in pickups[:PICKUPS])]

    def _boards(self, direction: int, chips: int, room: int) -> int:
        """Who boards, the most promising first, until nobody fits."""
        passengers, worths = self.tables.passengers, self.distances.worths(direction, self.state.disrupted)
        boarded = 0
        for chip in sorted(bits(chips), key=lambda chip: -worths[chip]):
            if passengers[chip] <= room:
                room -= passengers[chip]
                boarded |= 1 << chip
        return boarded

    def promise(self, direction: int, aboard: int, spent: float) -> float:
        """What those aboard may still bring, each by himself, as far as there is time."""
        destination, horizon, total = self.tables.destination, self.horizon, 0.0
        costs, worths = self.distances.cost[direction], self.distances.worths(direction, self.state.disrupted)
        while aboard:
            low = aboard & -aboard
            chip = low.bit_length() - 1
            aboard ^= low
            if spent + costs[destination[chip]] <= horizon:
                total += worths[chip]
        return total
