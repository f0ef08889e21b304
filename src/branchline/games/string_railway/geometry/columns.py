"""The columns of the packed arrays that the kernels share."""

from typing import NamedTuple

from branchline.games.string_railway.geometry.measures import Ints

# indices of `numbers`
(
    TOLERANCE,
    BEND,
    CLEAR,
    ARC_GAP,
    GRAZE,
    ANCHOR_END,
    COUNT_STRING,
    OWN_COST,
    OTHER_COST,
    STRING_GAP,
    TILE_GAP,
) = range(11)
# columns of a tile: 0-7 corners, 8-15 core, 16-19 box, then
KIND, OWNER, PRESENT, IN_MOUNTAIN = 20, 21, 22, 23
TILE_COLUMNS = 24
# places in `head`
RULE, AT_X, AT_Y, THING, AMOUNT, LENGTH, SCORE, ENTERED, CROSSED, FIRST_END, LAST_END = range(11)
HEAD = 12
# columns of `entered`: tile, x, y, points, another owner or -1, what that owner gets, 1 if newly owned
# columns of `crossed`: string, number, x, y, points, segment
ENTERED_COLUMNS, CROSSED_COLUMNS, MOST_CROSSED = 7, 6, 256


class Packed(NamedTuple):
    """A table as the search kernels see it, for one company; `grown` are tiles with a margin around them."""

    field: Ints
    convex: int
    segments: Ints
    chunks: Ints
    strings: Ints
    costs: Ints
    tiles: Ints
    grown: Ints
    numbers: Ints
    company: int
