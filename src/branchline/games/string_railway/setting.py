"""The set-up: standard and drawn fields, rivers and mountains by chance, the homes; RULES.md, chapter 1."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import Action
from branchline.games.string_railway.fields import check_field
from branchline.games.string_railway.geometry import Quad, home_at, length_of, standard_field
from branchline.games.string_railway.measures import REACH, Measures, Point
from branchline.games.string_railway.state import FIELD, RIVER, Points, StringState
from branchline.games.string_railway.terrain import random_mountain, random_river

if TYPE_CHECKING:
    from branchline.games.string_railway.rules import StringRailway

EDGES = 60  # of a drawn field: a multiple of 3, 4 and 5, so that the marks can be spread evenly
TRIES = 100


def standard(measures: Measures, companies: int) -> Points:
    """field.standard and field.triangle: the corners, which are the marks, moved to where all is in reach."""
    field = standard_field(measures, companies)
    if max(abs(each) for point in field for each in point) < REACH:
        return tuple(field)
    middle = [(min(axis) + max(axis)) // 2 for axis in zip(*field, strict=True)]
    return tuple((x - middle[0], y - middle[1]) for x, y in field)


def drawn(game: StringRailway, state: StringState, rng: Random) -> Action:
    """The next thing of the set-up, drawn by chance."""
    measures = game.tops.measures(state.choices)
    if state.phase == FIELD:
        return ("field", *random_field(measures, len(state.score), rng))
    if state.phase == RIVER:
        return "river", tuple(random_river(measures, state.field, state.marks, rng))
    return "mountain", tuple(random_mountain(measures, state.field, state.marks, rng))


def random_field(measures: Measures, companies: int, rng: Random) -> tuple[Points, Points]:
    """A field of any shape with its marks: a bulging loop as long as the field string."""
    for attempt in range(TRIES + 1):
        calm = 1 - attempt / TRIES  # a round one at last
        waves = [
            (number, calm * rng.uniform(0, 0.34) / number, rng.uniform(0, 2 * math.pi))
            for number in (2, 3, 4)
        ]
        radius = measures.loop / 7
        for _ in range(6):  # the length grows with the radius, so this closes in on it
            points = _outline(radius, waves)
            radius *= 1000 * measures.loop / length_of(points, closed=True)
        points = _outline(radius, waves)
        first = rng.randrange(EDGES // companies)
        marks = points[first :: EDGES // companies]
        if check_field(measures, companies, points, marks).legal:
            return tuple(points), tuple(marks)
    raise AssertionError("a board is only accepted where everything fits on a round field")


def _outline(radius: float, waves: list[tuple[int, float, float]]) -> list[Point]:
    points = []
    for step in range(EDGES):
        turn = 2 * math.pi * step / EDGES
        away = radius * (1 + sum(high * math.cos(number * turn + phase) for number, high, phase in waves))
        points.append((round(away * math.cos(turn)), round(away * math.sin(turn))))
    return points


def home(measures: Measures, state: StringState, corner: int) -> tuple[Point, Quad, Quad]:
    """Where the home of that corner lies: centre, corners, core."""
    found = home_at(measures, state.field, state.marks[corner])
    assert found is not None, "a field is only accepted where every home has its place"
    return found
