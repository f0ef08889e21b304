"""Distances for bots: how many points a train needs from a direction to a station, and how it arrives."""

from __future__ import annotations

from heapq import heappop, heappush

from branchline.games.koplopers.rules.tables import Tables

FAR = 99.0
MEMO = 20_000  # lists of distances kept ready, or fewer where they are long:
KEPT_READY = 4_000_000  # distances in them
KEEP = 0.93  # what a passenger's worth keeps with each point that it takes to bring him there
KEPT: tuple[float, ...] = tuple(
    KEEP ** (halves / 2) for halves in range(500)
)  # the same for so many half points
CUT_OFF = 6.0  # points that a disrupted destination is likely to cost
BLOCKED = 5.0  # and those that a blocked train loses
TURNING = 1.7  # points for turning round, and for the turn that it has to wait for


class Distances:
    """`cost[direction][station]` in points, `arrival[direction][station]` as a direction there."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.back: list[list[int]] = [[] for _ in tables.onward]
        for direction, ends in enumerate(tables.onward):
            for end in ends:
                self.back[end].append(direction)
        self._ways_to: dict[tuple[int, int, int], list[float]] = {}
        self._worths: dict[tuple[int, int], list[float]] = {}
        self._memo = min(MEMO, KEPT_READY // len(tables.onward))
        self.cost: list[list[float]] = []
        self.arrival: list[list[int]] = []
        for start in range(len(tables.onward)):
            cost, arrival = self._from(start)
            self.cost.append(cost)
            self.arrival.append(arrival)

    def _may_turn(self, direction: int) -> bool:
        return self.tables.station[direction] >= 0 or self.tables.in_yard[direction]

    def _from(self, start: int) -> tuple[list[float], list[int]]:
        tables = self.tables
        cost, arrival = [FAR] * len(tables.stations), [-1] * len(tables.stations)
        done: set[int] = set()
        came: dict[int, int] = {}  # how many directions have come to each place
        heap = [(0.0, start)]
        while heap:
            price, direction = heappop(heap)
            if direction in done:
                continue
            done.add(direction)
            station = tables.station[direction]
            if station >= 0 and price < cost[station]:
                cost[station], arrival[station] = price, direction
            place = tables.front[direction]
            came[place] = came.get(place, 0) + 1
            if came[place] <= 2:  # the first goes on everywhere but back, the second goes back
                for end in tables.onward[direction]:
                    if end not in done:
                        heappush(heap, (price + 1, end))
            if self._may_turn(direction):
                heappush(heap, (price + TURNING, direction ^ 1))
        return cost, arrival

    def worths(self, direction: int, disrupted: int) -> list[float]:
        """What the passengers of each chip are worth to a train there: the less, the longer their way."""
        found = self._worths.get((direction, disrupted))
        if found is None:
            if len(self._worths) >= self._memo:
                self._worths.clear()
            costs, found = self.cost[direction], []
            for passengers, goal in zip(self.tables.passengers, self.tables.destination, strict=True):
                points = costs[goal] + (CUT_OFF if disrupted >> goal & 1 else 0)
                found.append(passengers * KEPT[int(points * 2)])
            self._worths[direction, disrupted] = found
        return found

    def to(self, station: int, disrupted: int, closed: int) -> list[float]:
        """Points from every direction to a station, past no disruption, arriving on no closed section."""
        arrivals = 0
        for direction in self.tables.arrivals[station]:
            arrivals |= 1 << (direction >> 1)
        key = station, disrupted, closed & arrivals
        found = self._ways_to.get(key)
        if found is None:
            if len(self._ways_to) >= self._memo:
                self._ways_to.clear()
            found = self._ways_to[key] = self._from_everywhere(*key)
        return found

    def _from_everywhere(self, station: int, disrupted: int, closed: int) -> list[float]:
        tables = self.tables
        cost = [FAR] * len(tables.onward)
        heap = [(0.0, d) for d in tables.arrivals[station] if not closed >> (d >> 1) & 1]
        yard = tables.yard_at[station]
        if yard >= 0:  # a train that comes out of the yard is at the station, too
            heap += [(0.0, d) for d in (2 * yard, 2 * yard + 1) if tables.station[d] == station]
        while heap:
            price, direction = heappop(heap)
            if price >= cost[direction]:
                continue
            cost[direction] = price
            if not tables.front_bit[direction] & disrupted:
                for before in self.back[direction]:
                    if price + 1 < cost[before] and not tables.in_yard[direction]:
                        heappush(heap, (price + 1, before))
            if self._may_turn(direction ^ 1) and price + TURNING < cost[direction ^ 1]:
                heappush(heap, (price + TURNING, direction ^ 1))
        return cost
