"""What a board means for the rules: sections, directions, and the ways that a train can drive.

A direction is `2 * section + end`: the train stands on that section with its front at that end.
`direction ^ 1` is the same train turned round.
"""

from __future__ import annotations

from typing import Any

from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.games.koplopers.rules.state import POINTS, TRAINS

NONE = 1 << 30  # more passengers than any train holds
MEMO = 1_000  # answers kept ready; more are hardly asked for again
READY = 20_000  # drives kept ready for each train, which are 2 MB; ours has fewer
LISTED = 100_000  # and places in lists of them, which are 1 MB
SUMS = 50_000  # sets of chips whose sum is kept

Way = tuple[int, int, tuple[str, ...]]  # the direction at the end, the stations passed, the sections


class Tables:
    """Everything about a board that never changes, ready for the rules."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.stations = list(data["stations"])
        self.station_index = {id: number for number, id in enumerate(self.stations)}
        self.nodes: list[str] = [*self.stations, *data["joints"], *(yard["id"] for yard in data["yards"])]
        node = {id: number for number, id in enumerate(self.nodes)}
        self.sections = list(data["sections"])
        self.section_index = {id: number for number, id in enumerate(self.sections)}
        ends = [tuple(node[end] for end in each["ends"]) for each in data["sections"].values()]
        red = [each["kind"] == "red" for each in data["sections"].values()]
        self.front = [end for pair in ends for end in pair]
        directions = range(len(self.front))
        # the station that a train is in, or -1 on open track and at the dead end of a yard
        # (the extra last place makes it -1 too for a train that is not on the board)
        self.station = [end if end < len(self.stations) else -1 for end in self.front] + [-1]
        self.front_bit = [self._bit(d) for d in directions]
        self.touch = [self._bit(d) | self._bit(d ^ 1) for d in directions]
        self.in_yard = [red[d >> 1] for d in directions]
        # where a train goes on to: directions on black sections that lead away from its front
        self.onward = [
            tuple(
                e
                for e in directions
                if self.front[e ^ 1] == self.front[d] and e >> 1 != d >> 1 and not red[e >> 1]
            )
            for d in directions
        ]
        self.entered = {(self.front[e ^ 1], self.sections[e >> 1]): e for e in directions}
        self.ahead = [self._ahead(d) for d in directions]
        # what duty.needs has to look at: sections at a train's front, stations that can change its lot
        self.at_front = [
            sum(1 << section for section in range(len(ends)) if self.front[d] in ends[section])
            for d in directions
        ]
        self.stations_by = [
            self.touch[d] | self.ahead[d] | sum(self._bit(e) for e in self.onward[d]) for d in directions
        ]
        self.arrivals = [  # black sections at a station, as directions with the front there
            [d for d in directions if self.station[d] == s and not red[d >> 1]]
            for s in range(len(self.stations))
        ]
        # build.back: a new train has its back to the station
        self.yards = [self._dead_end(yard) for yard in data["yards"]]
        self.yard_ids = [yard["id"] for yard in data["yards"]]
        self.yard_index = {id: number for number, id in enumerate(self.yard_ids)}
        self.yard_number = [yard["number"] or 0 for yard in data["yards"]]
        self.yard_at = [-1] * len(self.stations)  # the yard's section at a station
        for d in self.yards:
            self.yard_at[self.station[d ^ 1]] = d >> 1
        self.chips: list[str] = [chip["id"] for chip in data["chips"]]
        self.chip_index = {id: number for number, id in enumerate(self.chips)}
        self.passengers: list[int] = [chip["passengers"] for chip in data["chips"]]
        self.destination = [self.station_index[chip["dest"]] for chip in data["chips"]]
        self.bound = [0] * len(self.stations)  # the chips for each station
        for chip, station in enumerate(self.destination):
            self.bound[station] |= 1 << chip
        regions = list(data["regions"])
        self.chips_of = [0] * len(regions)  # the chips of each colour
        for number, chip in enumerate(data["chips"]):
            self.chips_of[regions.index(chip["region"])] |= 1 << number
        self.stations_of = [
            [self.station_index[id] for id in each["stations"]] for each in data["regions"].values()
        ]
        # the circles, in the order in which chips are laid on them: station and region
        self.circles = [
            (self.station_index[id], regions.index(each["region"]))
            for id, each in data["stations"].items()
            for _ in each["slots"]
        ]
        self.cards: list[str] = [card["id"] for card in data["disruption_cards"]]
        self.card_index = {id: number for number, id in enumerate(self.cards)}
        self.card_station = [self.station_index[card["station"]] for card in data["disruption_cards"]]
        self.card_bit = [1 << station for station in self.card_station]
        self.names = _names(data)
        self.yard_sections = sum(1 << (d >> 1) for d in self.yards)
        self._yards_free: dict[int, int] = {}
        self._least: dict[int, int] = {}
        self._total: dict[int, int] = {}

    def _bit(self, direction: int) -> int:
        station = self.station[direction]
        return 1 << station if station >= 0 else 0

    def _dead_end(self, yard: dict[str, Any]) -> int:
        """The direction in a yard whose front is at the dead end."""
        direction = 2 * self.section_index[yard["section"]]
        return direction if self.nodes[self.front[direction]] == yard["id"] else direction ^ 1

    def _ahead(self, direction: int) -> int:
        """The next station ahead of a train on open track, as a bit; 0 elsewhere."""
        if self.station[direction] >= 0 or not self.onward[direction]:
            return 0
        while self.station[direction] < 0 and self.onward[direction]:
            direction = self.onward[direction][0]
        return self._bit(direction)

    def yards_free(self, occupied: int) -> int:
        """The set of yards on which no train stands."""
        taken = occupied & self.yard_sections
        found = self._yards_free.get(taken)
        if found is None:
            if len(self._yards_free) >= MEMO:
                self._yards_free.clear()
            found = sum(1 << yard for yard, d in enumerate(self.yards) if not taken >> (d >> 1) & 1)
            self._yards_free[taken] = found
        return found

    def least(self, chips: int) -> int:
        """The passengers of the smallest of these chips; more than any train holds if there is none."""
        if not chips:
            return NONE
        found = self._least.get(chips)
        if found is None:
            if len(self._least) >= SUMS:
                self._least.clear()
            found = self._least[chips] = min(self.passengers[chip] for chip in bits(chips))
        return found

    def total(self, chips: int) -> int:
        """All passengers of these chips."""
        found = self._total.get(chips)
        if found is None:
            if len(self._total) >= SUMS:
                self._total.clear()
            found = self._total[chips] = sum(self.passengers[chip] for chip in bits(chips))
        return found


def _names(data: dict[str, Any]) -> dict[str, str]:
    """Printed names; a card comes last and so takes its station's name when a name is typed."""
    stations = data["stations"]
    names = {id: each["name"] for id, each in stations.items()}
    for yard in data["yards"]:
        names[yard["id"]] = f"yard {stations[yard['station']]['name']}"
    for chip in data["chips"]:
        names[chip["id"]] = f"{chip['id']} ({chip['passengers']} to {stations[chip['dest']]['name']})"
    for card in data["disruption_cards"]:
        names[card["id"]] = stations[card["station"]]["name"]
    return names


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
