"""Fields, rivers, mountains, homes and places of tiles; chapters 3.3 and 3.4."""

import math
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from shapely import LineString, Polygon

from branchline.games.string_railway.geometry.field import check_field
from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import REACH, RIVER, Measures, Point
from branchline.games.string_railway.geometry.place import check_tile, lattice_place, random_places
from branchline.games.string_railway.geometry.shapes import (
    home_at,
    length_of,
    standard_field,
    tile_at,
    twice_area,
)
from branchline.games.string_railway.geometry.terrain import check_mountain, check_river
from branchline.games.string_railway.rules.setup import random_mountain, random_river

from .boards import played
from .oracle import distance_squared

M = Measures()
SQUARE = standard_field(M, 4)


@pytest.mark.parametrize("companies", [3, 4, 5])
def test_standard_fields(companies: int) -> None:
    field = standard_field(M, companies)
    assert twice_area(field) > 0 and all(abs(c) < REACH for p in field for c in p)
    whole = length_of(field, closed=True)
    assert abs(whole - M.loop * (750 if companies == 3 else 1000)) < 20_000
    for mark in field:
        home = home_at(M, field, mark)
        assert home is not None
        tip = min(math.dist(mark, p) for p in home[1])
        expected = {3: 2_988, 4: 283, 5: 247}[companies]  # 0.4 + 2.588, 0.2·√2, 0.2/sin 54°
        assert abs(tip - expected) < 4
        near = Polygon(home[1]).distance(LineString([*field, field[0]]))
        assert 200 <= near + 1e-9 < 203


def test_free_field() -> None:
    assert check_field(M, 4, SQUARE, SQUARE).legal
    assert check_field(M, 4, SQUARE[::-1], SQUARE).rule == "shape"
    assert check_field(M, 4, [(0, 0), (70_000, 0), (70_000, 70_000), (0, 70_000)], SQUARE).rule == "length"
    assert check_field(M, 4, [(0, 0), (80_000, 70_000), (80_000, 0), (0, 49_580)], SQUARE).rule == "simple"
    thin = [(-80_000, 0), (70_000, 0), (70_000, 10_000), (-80_000, 10_000)]
    assert check_field(M, 4, thin, thin).rule == "area"
    assert check_field(M, 4, SQUARE, [(0, 0), (5_000, 0), (80_000, 80_000), (0, 80_000)]).rule == "corners"
    assert (
        check_field(M, 4, SQUARE, [(0, 0), (40_000, 5_000), (80_000, 80_000), (0, 80_000)]).rule == "corners"
    )
    assert check_field(M, 4, SQUARE, [(40_000, 0), (80_000, 40_000), (40_000, 80_000), (0, 40_000)]).legal
    notch = [
        (0, 0),
        (90_000, 0),
        (90_000, 60_000),
        (50_000, 60_000),
        (45_000, 50_000),
        (40_000, 60_000),
        (0, 60_000),
    ]
    notch = [(x * 1020 // 1000, y * 1020 // 1000) for x, y in notch]
    loop = Measures(loop=length_of(notch, closed=True) // 1000)
    assert check_field(loop, 4, notch, [notch[0], notch[1], notch[2], notch[6]]).legal


def river_from(x: int, y: int, dx: int = 500, dy: int = 0) -> list[Point]:
    """A straight river of 60 cm."""
    return [(x + k * dx, y + k * dy) for k in range(121)]


def test_river() -> None:
    def check(points: object) -> str:
        return check_river(M, SQUARE, SQUARE, points).rule

    assert check(river_from(10_000, 40_000)) == ""
    assert check(river_from(10_000, 40_000)[:-1]) == "length"
    assert check(river_from(-4_999, 40_000)) == ""
    assert check(river_from(-5_001, 40_000)) == "outside"
    assert check(river_from(24_999, 40_000)) == "" and check(river_from(25_001, 40_000)) == "outside"
    assert check(river_from(0, 40_000)) == "field", "an end on the field string is a contact"
    assert check(river_from(20_000, 40_000)) == "field", "so is the other one"
    assert check([(-2_000, 40_000), (-2_000, 100_000 - 1)]) in ("length", "field")
    both = [(-1_000 + 820 * k, 40_000) for k in range(101)]
    assert check_river(Measures(river=82_000), SQUARE, SQUARE, both).rule == "field"
    assert check(river_from(2_000, 5_300)) == "home"
    assert check(river_from(2_000, 5_350)) == ""
    bent = river_from(10_000, 40_000)
    bent[60] = bent[60][0] - 450, bent[60][1] + 300
    assert check_river(Measures(river=length_of(bent) // 1000), SQUARE, SQUARE, bent).rule == "bend"


def ring(x: int, y: int, count: int = 180) -> list[Point]:
    """A round mountain of 110 cm."""
    radius = 110_000 / (2 * count * math.sin(math.pi / count))
    turns = [2 * math.pi * k / count for k in range(count)]
    return [(x + round(radius * math.cos(t)), y + round(radius * math.sin(t))) for t in turns]


def test_mountain() -> None:
    def check(points: object) -> str:
        return check_mountain(M, SQUARE, SQUARE, points).rule

    assert check(ring(40_000, 40_000)) == ""
    assert check(ring(17_000, 40_000)) == "field"
    assert check(ring(40_000, 40_000)[:-30]) == "length"
    assert check(ring(18_000, 18_000)) == ""
    pear = ring(40_000, 40_000)
    pear[0] = pear[1][0] - 30, pear[1][1] + 300  # folded back at the seam
    assert (
        check_mountain(Measures(mountain=length_of(pear, True) // 1000), SQUARE, SQUARE, pear).rule == "bend"
    )
    # two halves that come within 0.2 cm of each other: refused round the loop
    flat = [(x, 40_000 + (y - 40_000) * 6 // 1000) for x, y in ring(40_000, 40_000)]
    squeezed = check_mountain(Measures(mountain=length_of(flat, True) // 1000), SQUARE, SQUARE, flat)
    assert squeezed.rule in ("bend", "self")


@pytest.mark.parametrize("companies", [3, 4, 5])
def test_random_terrain(companies: int) -> None:
    field = standard_field(M, companies)
    for seed in range(6):
        river = random_river(M, field, field, Random(seed))
        mountain = random_mountain(M, field, field, Random(seed))
        assert check_river(M, field, field, river).legal and check_mountain(M, field, field, mountain).legal
        assert river == random_river(M, field, field, Random(seed))
        assert len(mountain) <= 220 and len(river) <= 121


def test_tile_places() -> None:
    layout = Layout(M, SQUARE)
    assert check_tile(layout, 2_650, 2_650, 0)[0].legal
    assert check_tile(layout, 2_649, 2_650, 0)[0].rule == "tile-string"
    assert check_tile(layout, 2_400, 2_650, 0)[0].rule == "tile-field"
    layout.add_tile(2, *tile_at(M, 40_000, 40_000, 0))
    assert check_tile(layout, 45_100, 40_000, 0)[0].legal
    assert check_tile(layout, 45_099, 40_000, 0)[0].rule == "tile-tile"
    assert check_tile(layout, 40_000, 40_000, 45)[0].rule == "tile-tile"
    layout.add_string(RIVER, -1, [(60_000, 10_000), (60_000, 70_000)])
    assert check_tile(layout, 57_350, 20_000, 0)[0].legal
    refused = check_tile(layout, 57_351, 20_000, 0)[0]
    assert refused.rule == "tile-string" and refused.thing == 0
    assert check_tile(layout, 60_000, 40_000, 0)[0].rule == "tile-string"
    for bad in (
        (1.0, 2, 3),
        (10**9, 0, 0),
        (40_000, 20_000, 90),
        (40_000, 20_000, -1),
        (True, 0, 0),
        ("1", 2, 3),
    ):
        assert check_tile(layout, *bad)[0].rule == "shape"


def test_tile_places_against_fractions() -> None:
    rng = Random(4)
    layout = played(4, 2).layout
    field = [(int(x), int(y)) for x, y in layout.field]
    edges = list(zip(field, field[1:] + field[:1], strict=True))
    lines = edges + [((int(a), int(b)), (int(c), int(d))) for a, b, c, d, _ in layout.segments]
    quads = [[(int(r[2 * k]), int(r[2 * k + 1])) for k in range(4)] for r in layout.tiles]

    def nearest(quad: list[Point], a: Point, b: Point) -> Fraction:
        if Polygon(quad).intersects(LineString([a, b])):
            return Fraction(0)
        sides = list(zip(quad, quad[1:] + quad[:1], strict=True))
        return min(
            min(distance_squared(c, a, b), distance_squared(a, c, d), distance_squared(b, c, d))
            for c, d in sides
        )

    legal = 0
    for _ in range(150):
        x, y, degrees = rng.randrange(80_000), rng.randrange(80_000), rng.randrange(90)
        quad = list(tile_at(M, x, y, degrees)[0])
        shape = Polygon(quad)
        expected = Polygon(field).contains_properly(shape) and not any(
            shape.distance(LineString(pair)) < 152 and nearest(quad, *pair) < 150**2 for pair in lines
        )
        expected = expected and not any(
            shape.distance(Polygon(other)) < 102
            and min(nearest(quad, other[k], other[(k + 1) % 4]) for k in range(4)) < 100**2
            for other in quads
        )
        assert check_tile(layout, x, y, degrees)[0].legal == expected
        legal += expected
    assert legal > 10


def test_lattice_and_sampled_places() -> None:
    layout = played(3, 1).layout
    place = lattice_place(layout)
    assert place is None or check_tile(layout, *place)[0].legal
    for x, y, degrees, quad, _ in random_places(layout, Random(1), 5):
        verdict, shape = check_tile(layout, x, y, degrees)
        assert verdict.legal and shape is not None and shape[0] == quad
    full = Layout(M, [(0, 0), (5_200, 0), (5_200, 5_200), (0, 5_200)])
    assert lattice_place(full) is None and random_places(full, Random(1), 1, tries=50) == []


def test_table_grows_as_it_is_rebuilt() -> None:
    layout = played(4, 5, 9).layout
    fresh = Layout(M, [(int(x), int(y)) for x, y in layout.field])
    for s in range(layout.string_count):
        kind, company = (int(c) for c in layout.strings[s])
        rows = layout.segments[layout.segments[:, 4] == s]
        points = [(int(r[0]), int(r[1])) for r in rows]
        if kind != 1:
            points.append((int(rows[-1, 2]), int(rows[-1, 3])))
        fresh.add_string(kind, company, points)
    assert np.array_equal(fresh.segments, layout.segments) and np.array_equal(fresh.chunks, layout.chunks)
    other = layout.copy()
    other.add_string(2, 0, [(1, 1), (2, 2)])
    assert layout.string_count + 1 == other.string_count and np.array_equal(fresh.segments, layout.segments)
