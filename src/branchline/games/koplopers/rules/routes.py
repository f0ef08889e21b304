"""Every drive that a train can pay for, by where it begins: chapter "Driving" of RULES.md.

Ways are found once for a board. What is asked for in play (no disruption, a free section at the end) is
sets of their numbers, as ints with one bit a way.
"""

from __future__ import annotations

from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.games.koplopers.rules.state import POINTS, TRAINS
from branchline.games.koplopers.rules.tables import MEMO, Tables

READY = 20_000  # drives kept ready for each train, which are 2 MB; ours has fewer
LISTED = 100_000  # and places in lists of them, which are 1 MB

Way = tuple[int, int, tuple[str, ...]]  # the direction at the end, the stations passed, the sections


def all_ways(tables: Tables) -> list[list[Way]]:
    """For every place and direction the ways of `ways_from`."""
    return [ways_from(tables, start) for start in range(len(tables.front))]


def ways_from(tables: Tables, start: int) -> list[Way]:
    """All ways of one to five sections, shortest first, one for each end and stations passed."""
    found: list[Way] = []
    seen: set[tuple[int, int]] = set()
    front: list[Way] = [(start, 0, ())]
    for _ in range(POINTS):
        further: list[Way] = []
        for direction, stations, path in front:
            for end in tables.onward[direction]:
                passed = stations | tables.front_bit[end]
                if (end, passed) not in seen:
                    seen.add((end, passed))
                    further.append((end, passed, (*path, tables.sections[end >> 1])))
        found += further
        front = further
    return found


class Routes:
    """Every place that a train can drive to, each by one shortest way.

    With `by_station` (the advanced game) ways that pass other stations are other ways, because
    passengers may board on them.
    """

    def __init__(self, tables: Tables, ways: list[list[Way]], by_station: bool) -> None:
        self.tables, self.by_station = tables, by_station
        starts = range(len(tables.front))
        self._ways = ways
        # the numbers of the ways, as sets, that enter each station and that come to each end
        self._through: list[dict[int, int]] = [{} for _ in starts]
        self._to: list[dict[int, int]] = [{} for _ in starts]
        self.at_section: list[dict[int, int]] = [{} for _ in starts]  # and that end on each section
        # what can change the ways of a place, by the points that there are to drive
        self.sections_near = [[0 for _ in starts] for _ in range(POINTS + 1)]
        self.stations_near = [[0 for _ in starts] for _ in range(POINTS + 1)]
        for start in starts:
            for number, (end, passed, path) in enumerate(self._ways[start]):
                for points in range(len(path), POINTS + 1):
                    self.sections_near[points][start] |= 1 << (end >> 1)
                    self.stations_near[points][start] |= passed
                key = number if by_station else end
                self._to[start][key] = self._to[start].get(key, 0) | 1 << number
                ending = self.at_section[start]
                ending[end >> 1] = ending.get(end >> 1, 0) | 1 << number
                for station in bits(passed):
                    self._through[start][station] = self._through[start].get(station, 0) | 1 << number
        self._count = [
            [sum(len(path) <= points for _, _, path in ways) for points in range(POINTS + 1)]
            for ways in self._ways
        ]
        self._shortest = [sum(numbers & -numbers for numbers in to.values()) for to in self._to]
        self._ready: list[dict[int, list[Action]]] = [{} for _ in TRAINS]
        self._open: dict[tuple[int, int, int], int] = {}
        self._listed: list[dict[tuple[int, int], list[Action]]] = [{} for _ in TRAINS]
        self._made = [0] * len(TRAINS)  # drives kept ready
        self._kept = [0] * len(TRAINS)  # and places in those lists

    def ready(self, train: int, start: int) -> list[Action]:
        """The drives of a train from a place by the numbers of their ways."""
        found = self._ready[train].get(start)
        if found is None:
            if self._made[train] >= READY:
                self._ready[train].clear()
                self._listed[train].clear()
                self._made[train] = self._kept[train] = 0
            found = [("drive", TRAINS[train], *path) for _, _, path in self._ways[start]]
            self._ready[train][start] = found
            self._made[train] += len(found)
        return found

    def end(self, start: int, number: int) -> int:
        return self._ways[start][number][0]

    def drives(self, start: int, points: int, disrupted: int) -> int:
        """The numbers of all ways for so many points, as a set, as if no train were on the board."""
        key = (start, points, disrupted & self.stations_near[points][start])
        found = self._open.get(key)
        if found is None:
            if len(self._open) >= MEMO:
                self._open.clear()
            found = self._open[key] = self._open_ways(*key)
        return found

    def _open_ways(self, start: int, points: int, disrupted: int) -> int:
        within = (1 << self._count[start][points]) - 1
        chosen = self._shortest[start] & within
        if disrupted:
            open_ways = within
            for station in bits(disrupted):  # drive.disrupted
                open_ways &= ~self._through[start][station]
            closed, chosen = chosen & ~open_ways, chosen & open_ways
            if not self.by_station:  # drive.shortest: ways are numbered by their length
                for number in bits(closed):
                    others = self._to[start][self._ways[start][number][0]] & open_ways
                    chosen |= others & -others
        return chosen

    def within(self, train: int, ways: int, start: int, points: int, occupied: int) -> list[Action]:
        """The drives for so many points that end on a free section; the own one counts as free.

        drive.free, drive.overtake: trains on the way are passed.
        """
        ways &= (1 << self._count[start][points]) - 1
        taken = occupied & self.sections_near[points][start] & ~(1 << (start >> 1))
        ending = self.at_section[start]
        while taken:
            low = taken & -taken
            taken ^= low
            ways &= ~ending[low.bit_length() - 1]
        memo = self._listed[train]
        found = memo.get((start, ways))
        if found is None:
            if self._kept[train] >= LISTED:
                memo.clear()
                self._kept[train] = 0
            ready = self.ready(train, start)
            found = memo[start, ways] = [ready[number] for number in bits(ways)]
            self._kept[train] += len(found) + 1
        return found[:]

    def way_to(self, start: int, end: int, passed: int, disrupted: int) -> tuple[str, ...]:
        """The way by which a place is listed, for whoever names another one."""
        for way_end, stations, path in self._ways[start]:
            if way_end == end and not stations & disrupted and (stations == passed or not self.by_station):
                return path
        raise AssertionError("a way that can be driven is listed")
