"""What a board means for the rules: neighbours, distances and kinds of hexes as bit sets.

A hex is bit `row * width + column`, one column of every row staying empty, so that all neighbours
of a set of hexes are found by eight shifts. Heavy lines are left out of the sets that shift.
"""

from __future__ import annotations

from typing import Any

from branchline.core.bits import bits, mask_of
from branchline.core.game import Action
from branchline.games.sncf.rules.state import COLOURS

VALUES = {"yellow": 1, "purple": 2, "red": 3, "blue": 4, "white": 8}
KEPT = 20_000  # lists of ids, so that a long run does not fill the memory
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
        width: int = max(each["col"] for each in hexes) + 2
        rows = max(each["row"] for each in hexes) + 1
        self.size = width * rows
        self.ids = [""] * self.size
        self._listed: dict[int, list[str]] = {}
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
        self.closed = self.suburbs | kinds["paris"]  # from the beginning: build.paris, build.suburb
        self.cities = mask_of(i for i in range(self.size) if self.points[i])
        self.land = mask_of(self.index.values())
        self.top = sum(sorted(self.points)[-self.cubes :])  # the most that a share could ever be worth
        self.goal = 1 << self.index[data["goal"]] if "goal" in data else 0
        self.blocked = {
            frozenset(self.index[id] for id in each["between"]): each.get("because", "")
            for each in data["blocked"]
        }
        self.neighbours = [self._neighbours(i, width) for i in range(self.size)]
        self.width = width
        self.shifting = self._shifting(width)
        self.too_near = [
            mask_of(j for j in bits(self.cities) if distance(self.at[i], self.at[j]) < 4)
            for i in range(self.size)
        ]
        self.build: list[list[Action]] = [[("build", colour, id) for id in self.ids] for colour in COLOURS]
        self.start: list[list[Action]] = [[("start", colour, id) for id in self.ids] for colour in COLOURS]

    def ids_of(self, hexes: int) -> list[str]:
        """The ids of a set of hexes in order, not to be changed: every viewer of a table gets the same."""
        found = self._listed.get(hexes)
        if found is None:
            if len(self._listed) >= KEPT:
                self._listed.clear()
            found = self._listed[hexes] = [self.ids[index] for index in bits(hexes)]
        return found

    def _neighbours(self, index: int, width: int) -> int:
        if not self.land >> index & 1:
            return 0
        column, row = self.at[index]
        found = 0
        for columns, rows in STEPS[row % 2]:
            other = (row + rows) * width + column + columns
            inside = column + columns >= 0 and 0 <= other < self.size and self.land >> other & 1
            if inside and frozenset((index, other)) not in self.blocked:
                found |= 1 << other
        return found

    def _shifting(self, width: int) -> tuple[int, ...]:
        """Which hexes have a neighbour by each of the eight distances in bits, as `around` wants them."""
        ways = (1, -1, width, -width, width - 1, 1 - width, width + 1, -1 - width)
        return tuple(
            mask_of(i for i in bits(self.land) if i + way >= 0 and self.neighbours[i] >> (i + way) & 1)
            for way in ways
        )

    def around(self, hexes: int) -> int:
        """All neighbours of these hexes, themselves included where they touch."""
        a, b, c, d, e, f, g, h = self.shifting
        width: int = self.width
        return (
            (hexes & a) << 1
            | (hexes & b) >> 1
            | (hexes & c) << width
            | (hexes & d) >> width
            | (hexes & e) << width - 1
            | (hexes & f) >> width - 1
            | (hexes & g) << width + 1
            | (hexes & h) >> width + 1
        )

    def path(self, start: int, through: int, targets: int) -> int:
        """The hexes of one shortest road from `start` to a target over `through`; 0 if there is none."""
        seen = front = start
        fronts = []
        while front:
            found = front & targets
            if found:
                break
            fronts.append(front & through)
            front = self.around(front & through) & (through | targets) & ~seen
            seen |= front
        else:
            return 0
        road = step = found & -found
        for front in reversed(fronts):
            back = self.neighbours[step.bit_length() - 1] & front
            step = back & -back
            road |= step
        return road
