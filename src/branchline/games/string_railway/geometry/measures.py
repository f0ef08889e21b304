"""The measures of a game of String Railway: sizes, tolerances, flags, and the list of stations.

Everything is a whole number of units of 0.001 cm unless it says otherwise; chapters 2 and 3.2 of the rules.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Point = tuple[int, int]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

REACH: Final = 100_000  # every coordinate is smaller than this, so determinants stay exact in 53 bits
MOST_POINTS: Final = 400  # of one string; the river and the mountain too
MOST_TILES: Final = 62  # tiles are members of a 63-bit set in the search

RIVER, MOUNTAIN, RAIL = range(3)
STRINGS: Final = ("river", "mountain", "rail")

# Why a string, a tile or a piece of ground is refused; a string's rules are in the order of checking.
RULES: Final = (
    "", "length", "field", "bend", "self", "twice", "graze", "end", "sameend", "touch", "network", "terminal",
    "limit", "shape", "tile-field", "tile-string", "tile-tile", "outside", "home", "simple", "area",
    "corners",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes and flags of one game; the defaults are the standard game."""

    loop: int = 320_000
    tile: int = 5_000
    short: int = 30_000
    long: int = 60_000
    river: int = 60_000
    mountain: int = 110_000
    tolerance: int = 2  # per mille of a string's length
    field_tolerance: int = 5  # per mille of the loop, for free fields
    bend: int = 250  # smallest radius
    clear: int = 300  # a string's distance from itself
    arc_gap: int = 1_600  # nearer than this along the string only a meeting is refused
    graze: int = 200  # how deep a string must overlap a tile; 0: any touch enters
    tile_string_gap: int = 150
    tile_tile_gap: int = 100
    home_gap: int = 200
    river_outside: int = 5_000
    count: str = "point"  # or "string": crossing the same string again is free
    anchor: str = "part"  # or "end": which part of the string must lie on the own network
    rail_cost: str = "one"  # "two": -2 for every railway string; "others": -2 for other companies' only
    triangle: str = "literal"  # or "full": side loop/3 in the 3-player game

    def __post_init__(self) -> None:
        if self.count not in ("point", "string") or self.anchor not in ("part", "end"):
            raise ValueError("count is point or string, anchor is part or end")
        if self.rail_cost not in ("one", "two", "others") or self.triangle not in ("literal", "full"):
            raise ValueError("rail_cost is one, two or others, triangle is literal or full")

    def costs(self) -> tuple[int, int]:
        """Points lost for crossing an own and another company's railway string."""
        return {"one": (1, 1), "two": (2, 2), "others": (1, 2)}[self.rail_cost]

    def numbers(self) -> Ints:
        """What the kernels need of the measures, as one vector; the indices are named in `judge`."""
        own, other = self.costs()
        return np.array(
            [
                self.tolerance, self.bend, self.clear, self.arc_gap, int(self.graze > 0),
                int(self.anchor == "end"),
                int(self.count == "string"), own, other, self.tile_string_gap, self.tile_tile_gap,
            ],
            dtype=np.int64,
        )  # fmt: skip
