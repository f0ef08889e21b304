"""The acceptance list of chapter 3.8, as far as one string on one table goes."""

import math

import pytest

from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import MOUNTAIN, RAIL, RIVER, Measures, Point
from branchline.games.string_railway.geometry.shapes import length_of, standard_field, tile_at
from branchline.games.string_railway.geometry.verdict import Crossing, judge, lay
from branchline.games.string_railway.rules.tables import STATIONS

KIND = {name: k for k, name in enumerate(STATIONS)}


def table_with(*tiles: tuple[str, int, int], measures: Measures | None = None) -> Layout:
    """A square field with upright tiles; a home is company 0's."""
    layout = Layout(measures or Measures(), standard_field(Measures(), 4))
    for name, x, y in tiles:
        home = name == "home"
        layout.add_tile(KIND[name], *tile_at(layout.measures, x, y, 0), 0 if home else -1, int(home))
    return layout


def straight(a: Point, b: Point, links: int = 60) -> list[Point]:
    """A straight string."""
    return [(a[0] + (b[0] - a[0]) * k // links, a[1] + (b[1] - a[1]) * k // links) for k in range(links + 1)]


def circle(x: int, y: int, radius: int, count: int = 100) -> list[Point]:
    """A mountain."""
    turns = [2 * math.pi * k / count for k in range(count)]
    return [(x + round(radius * math.cos(t)), y + round(radius * math.sin(t))) for t in turns]


ACROSS = straight((10_000, 40_000), (40_000, 40_000))


def test_length() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    short = judge(layout, 0, 30_000, straight((10_000, 40_000), (39_900, 40_000)))
    assert short.rule == "length" and short.amount == -100_000 and short.length == 29_900_000
    assert judge(layout, 0, 30_000, straight((10_000, 40_000), (39_940, 40_000))).legal
    assert judge(layout, 0, 30_000, straight((10_000, 40_000), (39_939, 40_000), 1)).rule == "length"
    assert judge(layout, 0, 30_000, ACROSS).score == 3


def test_field() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    verdict = judge(layout, 0, 30_000, straight((-1_000, 40_000), (29_000, 40_000)))
    assert verdict.rule == "field" and verdict.place == (-1_000, 40_000) and verdict.thing == 0


def test_bend() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    zigzag = [(x - 400, y + 200) if k == 30 else (x, y) for k, (x, y) in enumerate(ACROSS)]
    verdict = judge(layout, 0, 30_146, zigzag)
    assert verdict.rule == "bend" and verdict.thing == 29 and verdict.place == ACROSS[29]


def test_figure_eight_crosses_itself() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    eight = [
        (30_000 + round(8_000 * math.sin(t)), 40_000 + round(8_000 * math.sin(2 * t)))
        for t in (2 * math.pi * k / 120 for k in range(120))
    ]
    assert judge(layout, 0, length_of(eight) // 1000, eight).rule == "self"


def test_twice_on_a_tile() -> None:
    layout = table_with(("home", 20_000, 40_000), ("central", 40_000, 40_000))
    turns = [math.radians(150 - 5 * k) for k in range(61)]
    hook = [(24_000 + round(4_000 * math.cos(t)), 40_000 + round(4_000 * math.sin(t))) for t in turns]
    verdict = judge(layout, 0, length_of(hook) // 1000, hook)
    assert verdict.rule == "twice" and verdict.thing == 0 and verdict.place[1] == 37_500


def test_graze_and_its_flag() -> None:
    tiles = (("home", 10_000, 40_000), ("central", 40_000, 40_000), ("local", 25_000, 42_400))
    verdict = judge(table_with(*tiles), 0, 30_000, ACROSS)
    assert verdict.rule == "graze" and verdict.thing == 2 and verdict.place == (22_500, 40_000)
    assert judge(table_with(*tiles, measures=Measures(graze=0)), 0, 30_000, ACROSS).score == 5
    deeper = (*tiles[:2], ("local", 25_000, 42_300))  # the core's border is touched: deep enough
    assert judge(table_with(*deeper), 0, 30_000, ACROSS).score == 5


def test_ends() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 30_000, 40_000))
    verdict = judge(layout, 0, 30_000, ACROSS)
    assert verdict.rule == "end" and verdict.thing == 1 and verdict.place == (40_000, 40_000)
    on_border = table_with(("home", 10_000, 40_000), ("central", 42_300, 40_000))
    assert judge(on_border, 0, 30_000, ACROSS).legal
    # the end on the border itself is on the tile, but not deep enough
    assert (
        judge(table_with(("home", 10_000, 40_000), ("central", 42_500, 40_000)), 0, 30_000, ACROSS).rule
        == "graze"
    )
    only = table_with(("home", 10_000, 40_000), measures=Measures())
    assert judge(only, 0, 2_000, straight((9_000, 40_000), (11_000, 40_000), 4)).rule == "sameend"


def test_mountain_edge_to_edge() -> None:
    for count, cost in (("point", 2), ("string", 1)):
        layout = table_with(
            ("home", 10_000, 40_000), ("central", 40_000, 40_000), measures=Measures(count=count)
        )
        layout.add_string(MOUNTAIN, -1, circle(25_000, 40_100, 8_000))
        verdict = judge(layout, 0, 30_000, ACROSS)
        assert verdict.score == 3 - cost
        assert [c.number for c in verdict.crossed] == [1, 2] and verdict.crossed[0].place[0] < 18_000
        away = table_with(
            ("home", 10_000, 40_000), ("central", 40_000, 40_000), measures=Measures(count=count)
        )
        away.add_string(MOUNTAIN, -1, circle(25_000, 60_000, 8_000))
        assert judge(away, 0, 30_000, ACROSS).score == 3


def test_crossing_on_a_tile_is_free() -> None:
    for x, score in ((40_001, 3), (37_500, 3), (37_499, 2), (37_400, 2)):
        layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
        layout.add_string(RAIL, 1, [(x, 70_001), (x, 9_999)])
        assert judge(layout, 0, 30_000, ACROSS).score == score, x
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    layout.add_string(RIVER, -1, [(25_000, 39_001), (25_100, 40_999)])
    assert judge(layout, 0, 30_000, ACROSS).crossed == (Crossing(0, 1, (25_050, 40_000), -1),)


def test_touching_is_refused() -> None:
    other = {
        "corner": [(25_000, 39_000), (25_250, 40_000), (25_600, 39_000)],
        "corners": [(24_900, 41_000), (25_000, 40_000), (25_100, 41_000)],
        "end": [(25_250, 40_000), (25_250, 41_000)],
        "end on my corner": [(25_000, 40_000), (25_250, 41_000)],
        "along": [(25_200, 40_000), (27_000, 40_000), (28_000, 41_000)],
        "along and across": [(25_000, 39_000), (25_200, 40_000), (25_400, 40_000), (25_600, 41_000)],
    }
    for name, points in other.items():
        layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
        layout.add_string(RAIL, 1, points)
        verdict = judge(layout, 0, 30_000, ACROSS)
        assert verdict.rule == "touch" and verdict.thing == 0 and verdict.place[1] == 40_000, name
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    layout.add_string(RAIL, 1, [(11_000, 40_000), (12_000, 40_000)])
    assert judge(layout, 0, 30_000, ACROSS).score == 3, "a shared stretch on a tile is free"
    layout.add_string(RAIL, 1, [(12_000, 40_000), (13_000, 40_000)])
    assert judge(layout, 0, 30_000, ACROSS).rule == "touch", "but it must not leave the tile"


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    "other",
    [
        [(25_250, 39_000), (25_250, 40_000), (25_250, 41_000)],
        [(25_000, 39_000), (25_000, 41_000)],
        [(25_500, 39_000), (25_000, 40_000), (25_500, 41_000)],
        [(24_000, 40_001), (25_000, 40_000), (26_000, 39_999)],
    ],
    ids=["its corner", "my corner", "both corners", "hardly a corner"],
)
def test_strings_that_cross_at_a_corner_cross_once(other: list[Point], turned: bool) -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    layout.add_string(RAIL, 1, other[::-1] if turned else other)
    verdict = judge(layout, 0, 30_000, ACROSS)
    assert verdict.score == 2
    assert [(c.string, c.place[1], c.points) for c in verdict.crossed] == [(0, 40_000, -1)]


def test_a_loop_is_crossed_at_the_corner_where_it_begins() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    layout.add_string(MOUNTAIN, -1, [(20_000, 40_000), (25_000, 35_000), (30_000, 40_000), (25_000, 45_000)])
    assert [c.place for c in judge(layout, 0, 30_000, ACROSS).crossed] == [(20_000, 40_000), (30_000, 40_000)]
    touched = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    touched.add_string(MOUNTAIN, -1, [(25_000, 40_000), (22_000, 35_000), (28_000, 35_000)])
    verdict = judge(touched, 0, 30_000, ACROSS)
    assert (verdict.rule, verdict.place) == ("touch", (25_000, 40_000))


def test_a_string_that_crosses_itself_says_where() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    loop = [(10_000, 40_000), (40_000, 40_000), (46_000, 46_000), (30_000, 50_000), (30_000, 10_000)]
    verdict = judge(layout, 0, length_of(loop) // 1000, loop)
    assert (verdict.rule, verdict.place, verdict.amount) == ("self", (30_000, 40_000), 0)
    near = [(10_000, 40_000), (40_000, 40_000), (46_000, 46_000), (30_000, 50_000), (30_000, 40_120)]
    verdict = judge(layout, 0, length_of(near) // 1000, near)
    assert (verdict.rule, verdict.place, verdict.amount) == ("self", (30_000, 40_000), 120)


def test_a_string_that_leaves_the_field_says_where() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    out = [(10_000, 40_000), (70_000, 40_000), (90_000, 60_000)]
    assert judge(layout, 0, length_of(out) // 1000, out).place == (80_000, 50_000)


def test_network_part_or_end() -> None:
    tiles = (("central", 10_000, 40_000), ("central", 40_000, 40_000), ("home", 25_000, 40_000))
    assert judge(table_with(*tiles), 0, 30_000, ACROSS).score == 6
    assert judge(table_with(*tiles, measures=Measures(anchor="end")), 0, 30_000, ACROSS).rule == "network"
    assert judge(table_with(*tiles), 1, 30_000, ACROSS).rule == "network"


@pytest.mark.parametrize(("kind", "first", "second", "owner"), [("town", 3, 1, -1), ("transfer", 0, 2, 1)])
def test_ownable(kind: str, first: int, second: int, owner: int) -> None:
    layout = table_with(("home", 10_000, 40_000), (kind, 40_000, 40_000))
    verdict = judge(layout, 0, 30_000, ACROSS)
    assert verdict.score == first and verdict.entered[1].newly_owned
    lay(layout, 0, ACROSS, verdict)
    assert layout.tile(1)[1:3] == (0, 1)
    beside = straight((10_000, 41_000), (40_000, 41_000))
    again = judge(layout, 0, 30_000, beside)
    assert again.score == 0 and not again.entered[1].newly_owned, "the own second string brings nothing"
    layout.mark(0, 0, 3)
    other = judge(layout, 1, 30_000, beside)
    assert other.score == second and (other.entered[1].owner, other.entered[1].owner_points) == (0, owner)


def test_homes() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000))
    assert judge(layout, 0, 30_000, ACROSS).entered[0].points == 0
    layout.mark(1, -1, 2)
    guest = judge(layout, 1, 30_000, ACROSS)
    assert guest.score == 2 and (guest.entered[0].owner, guest.entered[0].owner_points) == (0, -1)
    lay(layout, 1, ACROSS, guest)
    again = judge(layout, 1, 30_000, straight((10_000, 41_000), (40_000, 41_000)))
    assert again.score == 0 and again.entered[0].owner == -1


def test_limit() -> None:
    layout = table_with(("home", 10_000, 40_000), ("local", 40_000, 40_000))
    layout.mark(1, -1, 0b1110)
    verdict = judge(layout, 0, 30_000, ACROSS)
    assert verdict.rule == "limit" and (verdict.thing, verdict.amount) == (1, 3)
    layout.mark(1, -1, 0b111)
    assert judge(layout, 0, 30_000, ACROSS).score == 0
    layout.mark(1, -1, 0b110)
    assert judge(layout, 0, 30_000, ACROSS).score == 2


def test_junction_every_time() -> None:
    layout = table_with(("home", 10_000, 40_000), ("junction", 40_000, 40_000))
    first = judge(layout, 0, 30_000, ACROSS)
    assert first.score == 1
    lay(layout, 0, ACROSS, first)
    assert judge(layout, 0, 30_000, straight((10_000, 41_000), (40_000, 41_000))).score == 1


def test_terminal() -> None:
    tiles = (("home", 10_000, 40_000), ("central", 40_000, 40_000), ("terminal", 25_000, 40_000))
    verdict = judge(table_with(*tiles), 0, 30_000, ACROSS)
    assert verdict.rule == "terminal" and verdict.thing == 2
    assert judge(table_with(tiles[0], ("terminal", 40_000, 40_000)), 0, 30_000, ACROSS).score == 3


def test_landmark_in_and_out_of_the_mountain() -> None:
    layout = Layout(Measures(), standard_field(Measures(), 4))
    layout.add_string(MOUNTAIN, -1, circle(40_000, 40_100, 12_000))
    for name, x in (("home", 10_000), ("landmark", 40_000)):
        layout.add_tile(
            KIND[name], *tile_at(layout.measures, x, 40_000, 0), 0 if x == 10_000 else -1, int(x == 10_000)
        )
    assert judge(layout, 0, 30_000, ACROSS).score == 3 - 1
    outside = table_with(("home", 10_000, 40_000), ("landmark", 40_000, 40_000))
    assert judge(outside, 0, 30_000, ACROSS).score == 1


def test_the_collections_example() -> None:
    layout = table_with(("home", 10_000, 40_000), ("central", 40_000, 40_000), ("local", 25_000, 40_000))
    layout.add_string(MOUNTAIN, -1, circle(25_000, 40_100, 8_000))
    verdict = judge(layout, 0, 30_000, ACROSS)
    assert verdict.score == 3 + 2 - 1 - 1
    assert sorted(e.points for e in verdict.entered) == [0, 2, 3] and [c.points for c in verdict.crossed] == [
        -1,
        -1,
    ]


def test_costs_of_railways() -> None:
    for cost, own, other in (("one", 1, 1), ("two", 2, 2), ("others", 1, 2)):
        for company, loss in ((0, own), (1, other)):
            layout = table_with(
                ("home", 10_000, 40_000), ("central", 40_000, 40_000), measures=Measures(rail_cost=cost)
            )
            layout.add_string(RAIL, company, [(25_250, 30_000), (25_251, 50_000)])
            layout.add_string(RIVER, -1, [(27_250, 30_000), (27_251, 50_000)])
            assert judge(layout, 0, 30_000, ACROSS).score == 3 - loss - 1


def test_first_failure_wins() -> None:
    layout = table_with(("home", 10_000, 40_000))
    assert judge(layout, 1, 30_000, [(10_000, 90_000), (10_500, 90_000)]).rule == "length"
    assert judge(layout, 1, 500, [(10_000, 90_000), (10_500, 90_000)]).rule == "field"
    assert judge(layout, 1, 30_000, ACROSS).rule == "end"
