"""What a board means for the rules: neighbours, distances and kinds of hexes as bit sets.

A hex is bit `row * width + column`, one column of every row staying empty, so that all neighbours
of a set of hexes are found by ten shifts. Heavy lines are left out of the sets that shift.
"""

from __future__ import annotations

from typing import Any

from branchline.core.bits import bits, mask_of
from branchline.core.game import Action
from branchline.games.sncf.state import COLOURS

VALUES = {"yellow": 1, "purple": 2, "red": 3, "blue": 4, "white": 8}
# the six neighbours of (column, row) as (columns, rows) away, for even and for odd rows
STEPS = (
    ((-1, 0), (1, 0), (-1, -1), (0, -1), (-1, 1), (0, 1)),
    ((-1, 0), (1, 0), (0, -1), (1, -1), (0, 1), (1, 1)),
)


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Hexes between (column, row) and (column, row) as the crow flies.

    >>> distance((0, 0), (1, 3))
    3
    """
    across = (a[0] - (a[1] - a[1] % 2) // 2) - (b[0] - (b[1] - b[1] % 2) // 2)
    down = a[1] - b[1]
    return max(abs(across), abs(down), abs(across + down))


class Tables:
    """Everything about a board that never changes, ready for the rules."""

    def __init__(self, data: dict[str, Any]) -> None:
        hexes = data["hexes"]
        self.germany = data["rules"] == "germany"
        self.cubes = 32 if self.germany else 31  # per railroad in bag, boxes, hands and track
        width = max(each["col"] for each in hexes) + 2
        rows = max(each["row"] for each in hexes) + 1
        self.size = width * rows
        self.ids = [""] * self.size
        self.names: dict[str, str] = {}
        self.index: dict[str, int] = {}
        self.at: list[tuple[int, int]] = [(i % width, i // width) for i in range(self.size)]
        self.points = [0] * self.size
        kinds: dict[str, int] = dict.fromkeys((*VALUES, "rural", "suburb", "paris"), 0)
        for each in hexes:
            index = each["row"] * width + each["col"]
            self.ids[index] = each["id"]
            self.index[each["id"]] = index
            kinds[each["kind"]] |= 1 << index
            self.points[index] = VALUES.get(each["kind"], 0)
            if "name" in each:
                self.names[each["id"]] = each["name"]
        self.kinds = kinds
        self.rural, self.suburbs = kinds["rural"], kinds["suburb"]
        self.cities = mask_of(i for i in range(self.size) if self.points[i])
        self.land = mask_of(self.index.values())
        self.goal = 1 << self.index[data["goal"]] if "goal" in data else 0
        self.blocked = {
            frozenset(self.index[id] for id in each["between"]): each.get("because", "")
            for each in data["blocked"]
        }
        self.neighbours = [self._neighbours(i, width) for i in range(self.size)]
        self.shifts = self._shifts()
        self.too_near = [
            mask_of(j for j in bits(self.cities) if distance(self.at[i], self.at[j]) < 4)
            if self.land >> i & 1
            else 0
            for i in range(self.size)
        ]
        self.build: list[list[Action]] = [[("build", colour, id) for id in self.ids] for colour in COLOURS]
        self.start: list[list[Action]] = [[("start", colour, id) for id in self.ids] for colour in COLOURS]

    def _neighbours(self, index: int, width: int) -> int:
        if not self.land >> index & 1:
            return 0
        column, row = self.at[index]
        found = 0
        for columns, rows in STEPS[row % 2]:
            other = (row + rows) * width + column + columns
            if column + columns >= 0 and 0 <= other < self.size and self.land >> other & 1:
                if frozenset((index, other)) not in self.blocked:
                    found |= 1 << other
        return found

    def _shifts(self) -> list[tuple[int, int]]:
        """(which hexes, by how many bits) for each way in which a neighbour can lie."""
        ways: dict[int, int] = {}
        for index in bits(self.land):
            for other in bits(self.neighbours[index]):
                ways[other - index] = ways.get(other - index, 0) | 1 << index
        return [(which, by) for by, which in sorted(ways.items())]

    def around(self, hexes: int) -> int:
        """All neighbours of these hexes, themselves included where they touch."""
        found = 0
        for which, by in self.shifts:
            found |= (hexes & which) << by if by > 0 else (hexes & which) >> -by
        return found

    def flood(self, start: int, through: int, targets: int) -> bool:
        """Can any target be reached from `start`, stepping on over hexes of `through`?"""
        seen = front = start
        while front:
            if front & targets:
                return True
            front = self.around(front & through) & (through | targets) & ~seen
            seen |= front
        return False
