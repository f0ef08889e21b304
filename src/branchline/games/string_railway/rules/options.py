"""The options of String Railway, and the measures of the table that follow from them.

`reading` is a preset: where `count`, `anchor` or `double` leave it to the reading (their first value, or
`on`), it decides; a value that is named wins over it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from branchline.core.game import Option, Options
from branchline.games.string_railway.geometry.measures import Measures

READING = Option("reading", ("default", "english", "french"))
COUNT = Option("count", ("as-read", "point", "string"))
ANCHOR = Option("anchor", ("as-read", "part", "end"))
DOUBLE = Option("double", ("off", "on", "all", "others"))
GRAZE = Option("graze", ("0.2", "0"))
EXTRA = Option("extra", ("automatic", "optional"))
TRIANGLE = Option("triangle", ("literal", "full"))
UNPLACEABLE = Option("unplaceable", ("removed", "redraw"))
SHAPE = Option("field", ("standard", "drawn", "chosen"))
TERRAIN = Option("terrain", ("drawn", "players"))
CORNER = Option("corners", ("chosen", "drawn"))
OPTIONS = (
    READING, COUNT, ANCHOR, DOUBLE, GRAZE, EXTRA, TRIANGLE, UNPLACEABLE, SHAPE, TERRAIN, CORNER,
)  # fmt: skip

# what the rulebooks say: how crossings count, what must lie on the own network, whose strings cost two
READINGS = {
    "default": ("point", "part", "two"),
    "english": ("string", "part", "two"),
    "french": ("string", "end", "others"),
}


def choices_of(options: Options) -> tuple[int, ...]:
    """The chosen values as a state holds them."""
    return tuple(option.values.index(options[option.name]) for option in OPTIONS)


def chosen(choices: tuple[int, ...], option: Option) -> str:
    """The value of one option."""
    return option.values[choices[OPTIONS.index(option)]]


def measures_of(choices: tuple[int, ...], sizes: dict[str, Any]) -> Measures:
    """The board's sizes with the flags that the options choose."""
    count, anchor, double = READINGS[chosen(choices, READING)]
    if chosen(choices, COUNT) != "as-read":
        count = chosen(choices, COUNT)
    if chosen(choices, ANCHOR) != "as-read":
        anchor = chosen(choices, ANCHOR)
    cost = {"off": "one", "on": double, "all": "two", "others": "others"}[chosen(choices, DOUBLE)]
    measures = replace(Measures(**sizes), count=count, anchor=anchor, rail_cost=cost)
    if chosen(choices, GRAZE) == "0":
        measures = replace(measures, graze=0)
    return replace(measures, triangle=chosen(choices, TRIANGLE))
