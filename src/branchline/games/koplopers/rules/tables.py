"""What a board means for the rules: sections and directions, yards, chips and cards.

A direction is `2 * section + end`: the train stands on that section with its front at that end.
`direction ^ 1` is the same train turned round.
"""

from __future__ import annotations

from typing import Any

from branchline.core.bits import bits

NONE = 1 << 30  # more passengers than any train holds
MEMO = 1_000  # answers kept ready; more are hardly asked for again
SUMS = 50_000  # sets of chips whose sum is kept


class Tables:
    """Everything about a board that never changes, ready for the rules."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._lay_track(data)
        self._lay_yards(data)
        self._lay_chips(data)
        self.cards: list[str] = [card["id"] for card in data["disruption_cards"]]
        self.card_index = {id: number for number, id in enumerate(self.cards)}
        self.card_station = [self.station_index[card["station"]] for card in data["disruption_cards"]]
        self.card_bit = [1 << station for station in self.card_station]
        self._yards_free: dict[int, int] = {}
        self._least: dict[int, int] = {}
        self._total: dict[int, int] = {}

    def _lay_track(self, data: dict[str, Any]) -> None:
        """Stations and sections; a place with a direction is a number, see above."""
        self.stations: list[str] = list(data["stations"])
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

    def _lay_yards(self, data: dict[str, Any]) -> None:
        # build.back: a new train has its back to the station
        self.yards = [self._dead_end(yard) for yard in data["yards"]]
        self.yard_ids = [yard["id"] for yard in data["yards"]]
        self.yard_index = {id: number for number, id in enumerate(self.yard_ids)}
        self.yard_number = [yard["number"] or 0 for yard in data["yards"]]
        self.yard_at = [-1] * len(self.stations)  # the yard's section at a station
        for d in self.yards:
            self.yard_at[self.station[d ^ 1]] = d >> 1
        self.yard_sections = sum(1 << (d >> 1) for d in self.yards)

    def _lay_chips(self, data: dict[str, Any]) -> None:
        """Chips, and the circles on which they are laid in the beginning."""
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

    def nearest(self, direction: int) -> str:
        """The station that a train is in, or whose yard it stands in, or that it comes to next."""
        ends = self.touch[direction] if self.in_yard[direction] else self.front_bit[direction]
        return self.stations[(ends or self.ahead[direction]).bit_length() - 1]

    def yards_free(self, occupied: int) -> int:
        """build.empty: the yards on which no train stands, as a set."""
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
