"""The set-up: standard fields; fields, rivers and mountains by chance; homes. RULES.md, chapter Set-up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import Action
from branchline.games.string_railway.geometry.field import check_field
from branchline.games.string_railway.geometry.measures import REACH, Measures, Point
from branchline.games.string_railway.geometry.ovals import fitted_mountain, fitted_river
from branchline.games.string_railway.geometry.shapes import (
    Quad,
    home_at,
    length_of,
    standard_field,
    strictly_inside,
)
from branchline.games.string_railway.geometry.terrain import check_mountain, check_river
from branchline.games.string_railway.rules.state import FIELD, RIVER, Points, StringState

if TYPE_CHECKING:
    from branchline.games.string_railway.rules.game import StringRailway

EDGES = 60  # of a drawn field: a multiple of 3, 4 and 5, so that the marks can be spread evenly
TRIES = 100
SHAPES = 300  # of free rivers and mountains that are tried; then one that is shaped to the field
CALM = 2_000  # tries after which a shape would be quite plain


def standard(measures: Measures, companies: int) -> Points:
    """field.standard and field.triangle: the corners, which are the marks, moved to where all is in reach."""
    field = standard_field(measures, companies)
    if max(abs(each) for point in field for each in point) < REACH:
        return tuple(field)
    middle = [(min(axis) + max(axis)) // 2 for axis in zip(*field, strict=True)]
    return tuple((x - middle[0], y - middle[1]) for x, y in field)


def drawn(game: StringRailway, state: StringState, rng: Random) -> Action:
    """The next thing of the set-up, drawn by chance."""
    measures = game.positions.measures(state.choices)
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


def random_river(
    measures: Measures, field: Sequence[Point], marks: Sequence[Point], rng: Random
) -> list[Point]:
    """A winding river; it starts inside the field, or just outside across the field string."""
    links = math.ceil(measures.river / 500)
    step = measures.river / links
    for attempt in range(SHAPES):
        x, y = random_point(field, rng)
        heading = rng.uniform(0, 2 * math.pi)
        winding = rng.uniform(0.3, 1.0) * (1 - attempt / CALM)
        phases = [rng.uniform(0, 2 * math.pi) for _ in range(3)]
        river = []
        px, py = float(x), float(y)
        for i in range(links + 1):
            river.append((round(px), round(py)))
            s = i / links
            turn = sum(
                winding * math.sin(2 * math.pi * (k + 1) * s + phases[k]) * (1.2, 0.9, 0.6)[k]
                for k in range(3)
            )
            px += step * math.cos(heading + turn)
            py += step * math.sin(heading + turn)
        if check_river(measures, field, marks, river).legal:
            return river
    shaped = fitted_river(measures, tuple(field), tuple(marks))
    assert shaped is not None, "a field is only accepted where a river fits"
    return list(shaped)


def random_mountain(
    measures: Measures, field: Sequence[Point], marks: Sequence[Point], rng: Random
) -> list[Point]:
    """A mountain range with a few bays, somewhere inside the field."""
    links = math.ceil(measures.mountain / 600)
    for attempt in range(SHAPES):
        cx, cy = random_point(field, rng)
        calm = 1 - attempt / CALM
        waves = [(calm * rng.uniform(0, 0.3) / k, rng.uniform(0, 2 * math.pi)) for k in (2, 3, 4, 5)]

        def outline(
            radius: float, middle: Point = (cx, cy), bays: list[tuple[float, float]] = waves
        ) -> list[Point]:
            points = []
            for i in range(links):
                t = 2 * math.pi * i / links
                r = radius * (1 + sum(a * math.cos(k * t + p) for k, (a, p) in enumerate(bays, start=2)))
                points.append((round(middle[0] + r * math.cos(t)), round(middle[1] + r * math.sin(t))))
            return points

        radius = measures.mountain / 7
        for _ in range(2):  # the length grows with the radius, but for the rounding
            radius *= 1000 * measures.mountain / length_of(outline(radius), closed=True)
        mountain = outline(radius)
        if check_mountain(measures, field, marks, mountain).legal:
            return mountain
    shaped = fitted_mountain(measures, tuple(field), tuple(marks))
    assert shaped is not None, "a field is only accepted where a mountain fits"
    return list(shaped)


def random_point(field: Sequence[Point], rng: Random) -> Point:
    """A point strictly inside the field."""
    xs, ys = [x for x, _ in field], [y for _, y in field]
    while True:
        point = rng.randrange(min(xs), max(xs)), rng.randrange(min(ys), max(ys))
        if strictly_inside(field, point):
            return point
