"""What a board means for the rules: sections, directions, and the ways that a train can drive.

A direction is `2 * section + end`: the train stands on that section with its front at that end.
`direction ^ 1` is the same train turned round.
"""

from __future__ import annotations

from typing import Any

from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.games.koplopers.state import POINTS, TRAINS

NONE = 1 << 30  # more passengers than any train holds
MEMO = 60_000  # lists of drives kept ready, so that a long run does not fill the memory

Way = tuple[int, tuple[str, ...]]  # the direction at the end, and the sections by name


class Tables:
    """Everything about a board that never changes, ready for the rules."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.stations = list(data["stations"])
        self.station_index = {id: number for number, id in enumerate(self.stations)}
        self.nodes = [*self.stations, *data["joints"], *(yard["id"] for yard in data["yards"])]
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
            tuple(e for e in directions if self.front[e ^ 1] == self.front[d] and e >> 1 != d >> 1 and not red[e >> 1])
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
            [d for d in directions if self.station[d] == s and not red[d >> 1]] for s in range(len(self.stations))
        ]
        # build.back: a new train has its back to the station
        self.yards = [self._dead_end(yard) for yard in data["yards"]]
        self.yard_ids = [yard["id"] for yard in data["yards"]]
        self.yard_index = {id: number for number, id in enumerate(self.yard_ids)}
        self.yard_number = [yard["number"] or 0 for yard in data["yards"]]
        self.yard_at = [-1] * len(self.stations)  # the yard's section at a station
        for d in self.yards:
            self.yard_at[self.station[d ^ 1]] = d >> 1
        self.chips = [chip["id"] for chip in data["chips"]]
        self.chip_index = {id: number for number, id in enumerate(self.chips)}
        self.passengers = [chip["passengers"] for chip in data["chips"]]
        self.destination = [self.station_index[chip["dest"]] for chip in data["chips"]]
        self.bound = [0] * len(self.stations)  # the chips for each station
        for chip, station in enumerate(self.destination):
            self.bound[station] |= 1 << chip
        regions = list(data["regions"])
        self.chips_of = [0] * len(regions)  # the chips of each colour
        for number, chip in enumerate(data["chips"]):
            self.chips_of[regions.index(chip["region"])] |= 1 << number
        # the circles, in the order in which chips are laid on them: station and region
        self.circles = [
            (self.station_index[id], regions.index(each["region"]))
            for id, each in data["stations"].items()
            for _ in each["slots"]
        ]
        self.cards = [card["id"] for card in data["disruption_cards"]]
        self.card_index = {id: number for number, id in enumerate(self.cards)}
        self.card_station = [self.station_index[card["station"]] for card in data["disruption_cards"]]
        self.card_bit = [1 << station for station in self.card_station]
        self.names = _names(data)
        self._least: dict[int, int] = {}

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

    def least(self, chips: int) -> int:
        """The passengers of the smallest of these chips; more than any train holds if there is none."""
        if not chips:
            return NONE
        found = self._least.get(chips)
        if found is None:
            if len(self._least) >= MEMO:
                self._least.clear()
            found = self._least[chips] = min(self.passengers[chip] for chip in bits(chips))
        return found

    def total(self, chips: int) -> int:
        """All passengers of these chips."""
        total = 0
        while chips:
            low = chips & -chips
            total += self.passengers[low.bit_length() - 1]
            chips ^= low
        return total


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


class Routes:
    """Every place that a train can drive to, each by one shortest way.

    With `by_station` (the advanced game) ways that pass other stations are other ways, because
    passengers may board on them.
    """

    def __init__(self, tables: Tables, by_station: bool) -> None:
        self.tables, self.by_station = tables, by_station
        size = len(tables.front)
        self._ways: dict[tuple[int, int], list[Way]] = {}
        self._drives: list[dict[tuple[int, int, int, int], list[Action]]] = [{} for _ in TRAINS]
        # what within five sections of a place can change its ways
        self.sections_near, self.stations_near = [0] * size, [0] * size
        for d in range(size):
            for end, _ in self.ways(d, 0):
                self.sections_near[d] |= 1 << (end >> 1)
                self.stations_near[d] |= tables.touch[end]

    def ways(self, start: int, disrupted: int) -> list[Way]:
        """All ways of one to five sections that enter no disrupted station, shortest first."""
        found = self._ways.get((start, disrupted))
        if found is not None:
            return found
        tables = self.tables
        found, seen = [], set()
        front: list[tuple[int, int, tuple[str, ...]]] = [(start, 0, ())]
        for _ in range(POINTS):
            further = []
            for direction, stations, path in front:
                for end in tables.onward[direction]:
                    here = tables.station[end]
                    bit = 1 << here if here >= 0 else 0
                    if bit & disrupted:  # drive.disrupted
                        continue
                    passed = stations | bit if self.by_station else 0
                    if (end, passed) in seen:
                        continue
                    seen.add((end, passed))
                    longer = (*path, tables.sections[end >> 1])
                    further.append((end, passed, longer))
                    found.append((end, longer))
            front = further
        if len(self._ways) >= MEMO:
            self._ways.clear()
        self._ways[start, disrupted] = found
        return found

    def drives(
        self, train: int, start: int, points: int, occupied: int, disrupted: int
    ) -> tuple[list[Action], list[int]]:
        """The drives of a train for at most so many points, and where they end, shortest first.

        Occupied sections are passed, but not entered: drive.overtake. The own section counts as free.
        """
        occupied &= self.sections_near[start] & ~(1 << (start >> 1))
        disrupted &= self.stations_near[start]
        memo = self._drives[train]
        key = (start, points, occupied, disrupted)
        found = memo.get(key)
        if found is None:
            if len(memo) >= MEMO:
                memo.clear()
            free = [
                (end, path)
                for end, path in self.ways(start, disrupted)
                if len(path) <= points and not occupied >> (end >> 1) & 1
            ]
            name = TRAINS[train]
            found = memo[key] = [("drive", name, *path) for _, path in free], [end for end, _ in free]
        return found
