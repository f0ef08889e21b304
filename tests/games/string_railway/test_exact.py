"""The exact predicates against fractions, decimals and Python's whole numbers."""

from fractions import Fraction
from math import isqrt

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon
from shapely import Point as Dot

from branchline.games.string_railway.geometry import exact, shapes
from branchline.games.string_railway.geometry.layout import tile_row
from branchline.games.string_railway.geometry.measures import Point

from .oracle import clip, distance_squared, inside_quad, too_sharp, ways_out

wide = st.integers(-99_999, 99_999)
near = st.integers(-60, 60)
spot = st.one_of(st.tuples(wide, wide), st.tuples(near, near))
big = st.integers(-(2**37), 2**37)
size = st.integers(0, 2**37)


@given(big, big, big, big)
@example(2**37, 2**37, 2**37, -(2**37))
def test_sum_sign(a: int, b: int, c: int, d: int) -> None:
    total = a * b + c * d
    assert exact.sum_sign(a, b, c, d) == (total > 0) - (total < 0)


@given(size, size, size, size, st.sampled_from([-1, 0, 1]))
def test_compare(a: int, b: int, c: int, d: int, slip: int) -> None:
    other = max(0, d + slip)
    left, right = a * b * c * d, d * 0 + b * a * c * other
    assert exact.compare(a, b, c, d, b, a, c, other) == (left > right) - (left < right)


@given(st.integers(0, 8 * 10**16))
@example((2**28) ** 2 - 1)
def test_root(n: int) -> None:
    assert exact.root(n) == isqrt(n)


@given(spot, spot, spot, spot)
def test_meet(a: Point, b: Point, c: Point, d: Point) -> None:
    if a != b and c != d:  # shapely has no segment of one point
        assert exact.meet(*a, *b, *c, *d) == LineString([a, b]).intersects(LineString([c, d]))


tight = st.integers(-3, 3)
way = st.one_of(st.tuples(tight, tight), st.tuples(wide, wide))


@settings(max_examples=400)
@given(way, way, way, way)
@example((-2, 0), (2, 0), (0, -2), (0, 2))
@example((-2, 0), (2, 0), (-1, 0), (0, 2))
@example((-2, 0), (2, 1), (2, 2), (2, 0))
def test_lines_cross_in_a_corner_where_their_ways_out_alternate(
    a: Point, b: Point, c: Point, d: Point
) -> None:
    if (0, 0) in (a, b, c, d):
        return
    zero = Fraction(0)
    turns = sorted(
        (turn, name)
        for name, ends in (("ab", (a, b)), ("cd", (c, d)))
        for end in ends
        for turn in ways_out([((0, 0), end)], zero, zero)
    )
    apart = len({turn for turn, _ in turns}) == 4
    names = [name for _, name in turns]
    assert exact.crosses_at(0, 0, *a, *b, *c, *d) == (apart and names[0] == names[2] != names[1] == names[3])


@given(spot, spot, spot, st.integers(1, 3_000))
def test_point_near(p: Point, a: Point, b: Point, gap: int) -> None:
    assert exact.point_near(*p, *a, *b, gap) == (distance_squared(p, a, b) < gap * gap)


def test_point_near_ties() -> None:
    for scale in (1, 37, 400):  # 3-4-5 triangles: the distance is a whole number
        a, b, p = (0, 0), (40 * scale, 30 * scale), (20 * scale - 3 * 50, 15 * scale + 4 * 50)
        assert not exact.point_near(*p, *a, *b, 250)
        assert exact.point_near(*p, *a, *b, 251)


@settings(max_examples=300)
@given(spot, spot, spot, st.integers(1, 600))
def test_bend(a: Point, b: Point, c: Point, radius: int) -> None:
    if a != b and b != c:
        assert exact.bend_fits(*a, *b, *c, radius) == (not too_sharp(a, b, c, radius))


def test_bend_ties() -> None:
    # a right angle with sides of 500 is exactly a radius of 250
    assert exact.bend_fits(0, 0, 500, 0, 500, 500, 250)
    assert not exact.bend_fits(0, 0, 500, 0, 500, 500, 251)
    assert not exact.bend_fits(0, 0, 500, 0, 500, 499, 250)
    assert not exact.bend_fits(0, 0, 500, 0, 100, 0, 1), "folded back"
    # turn with tan(turn/2) = 1/2: 3-4-5
    assert exact.bend_fits(-500, 0, 0, 0, 300, 400, 500)
    assert not exact.bend_fits(-500, 0, 0, 0, 300, 400, 501)


@settings(max_examples=200)
@given(spot, st.integers(0, 89), spot, spot, spot, spot)
def test_tiles(
    centre: Point,
    degrees: int,
    a: Point,
    b: Point,
    c: Point,
    d: Point,
) -> None:
    quad = list(shapes.square(*centre, shapes.half_diagonal(5_000, degrees)))
    core = list(shapes.square(*centre, shapes.half_diagonal(4_600, degrees)))
    row = tile_row(0, quad, core, -1, 0, 0)
    assert exact.in_quad(row, 0, 0, *a) == Polygon(quad).covers(Dot(a))
    assert exact.hits_quad(row, 0, 0, *a, *b) == (clip(a, b, quad) is not None)
    if a != b:
        assert exact.hits_quad(row, 0, 0, *a, *b) == Polygon(quad).intersects(LineString([a, b]))
    assert exact.hits_quad(row, 0, 8, *a, *b) == (clip(a, b, core) is not None)
    whole = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if whole and exact.meet(*a, *b, *c, *d):
        t = Fraction((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]), whole)
        x, y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
        assert exact.crossing_on_quad(row, 0, *a, *b, *c, *d) == inside_quad(x, y, quad)


def test_crossing_on_the_border() -> None:
    quad = ((1_000, -1_000), (1_000, 1_000), (-1_000, 1_000), (-1_000, -1_000))
    row = tile_row(0, quad, quad, -1, 0, 0)
    assert exact.crossing_on_quad(row, 0, -3_000, 5, 3_000, 5, 1_000, -7, 1_000, 90)
    assert not exact.crossing_on_quad(row, 0, -3_000, 5, 99_000, 5, 1_000, -99_990, 1_001, 99_000)


@given(st.lists(spot, min_size=3, max_size=9, unique=True), spot)
def test_inside(points: list[Point], p: Point) -> None:
    polygon = Polygon(points)
    if polygon.is_valid:
        assert exact.inside(np.array(points, dtype=np.int64), *p) == polygon.contains(Dot(p))
        assert shapes.strictly_inside(points, p) == polygon.contains(Dot(p))


def test_tiles_are_squares() -> None:
    for degrees in range(90):
        (ax, ay), (bx, by), (cx, cy), _ = shapes.square(7, -9, shapes.half_diagonal(5_000, degrees))
        side = (bx - ax) ** 2 + (by - ay) ** 2
        assert side == (cx - bx) ** 2 + (cy - by) ** 2 and abs(side - 25_000_000) < 10_000
        assert (bx - ax) * (cx - bx) + (by - ay) * (cy - by) == 0
