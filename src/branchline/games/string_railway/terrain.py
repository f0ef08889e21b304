"""Terrain by chance: rivers, mountains and places for tiles, drawn with the generator that is handed in."""

import math
from collections.abc import Sequence
from random import Random

import numpy as np

from branchline.games.string_railway.columns import HEAD
from branchline.games.string_railway.fitting import fitted_mountain, fitted_river
from branchline.games.string_railway.geometry import Quad, half_diagonal, length_of, strictly_inside, tile_at
from branchline.games.string_railway.ground import check_mountain, check_river
from branchline.games.string_railway.measures import Measures, Point
from branchline.games.string_railway.table import Table

TRIES = 300  # of free shapes; then one that is shaped to the field
CALM = 2_000  # tries after which a shape would be quite plain
BATCH = 64  # places drawn at a time


def _box(field: Sequence[Point]) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in field], [y for _, y in field]
    return min(xs), min(ys), max(xs), max(ys)


def random_point(field: Sequence[Point], rng: Random) -> Point:
    """A point strictly inside the field."""
    left, low, right, high = _box(field)
    while True:
        point = rng.randrange(left, right), rng.randrange(low, high)
        if strictly_inside(field, point):
            return point


def random_river(
    measures: Measures, field: Sequence[Point], marks: Sequence[Point], rng: Random
) -> list[Point]:
    """A winding river; it starts inside the field, or just outside across the field string."""
    links = math.ceil(measures.river / 500)
    step = measures.river / links
    for attempt in range(TRIES):
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
    for attempt in range(TRIES):
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


def random_places(
    table: Table, rng: Random, count: int, near: Point | None = None, within: int = 20_000, tries: int = 4_000
) -> list[tuple[int, int, int, Quad, Quad]]:
    """Up to `count` legal places for a tile: x, y, degrees, corners, core; near a point if one is given."""
    from branchline.games.string_railway.placing import legal_places

    field = [(int(x), int(y)) for x, y in table.field]
    left, low, right, high = _box(field)
    if near is not None:
        left, right = max(left, near[0] - within), min(right, near[0] + within)
        low, high = max(low, near[1] - within), min(high, near[1] + within)
    places: list[tuple[int, int, int, Quad, Quad]] = []
    if left >= right or low >= high:
        return places
    diagonals = np.array([half_diagonal(table.measures.tile, d) for d in range(90)], dtype=np.int64)
    while tries > 0 and len(places) < count:
        candidates = np.array(
            [
                (rng.randrange(left, right), rng.randrange(low, high), rng.randrange(90))
                for _ in range(min(tries, BATCH))
            ],
            dtype=np.int64,
        )
        tries -= BATCH
        found = np.zeros(count - len(places), np.int64)
        number = legal_places(
            candidates, diagonals, table.field, table.segments, table.chunks, table.tiles, table.numbers,
            np.zeros(HEAD, np.int64), found,
        )  # fmt: skip
        for x, y, degrees in candidates[found[:number]].tolist():
            places.append((x, y, degrees, *tile_at(table.measures, x, y, degrees)))
    return places
