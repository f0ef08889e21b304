"""Every rule that a string keeps or breaks, with the witness of the refusal."""

from __future__ import annotations

import json
import math
import time
from random import Random
from typing import Any

import pytest

from branchline import load
from branchline.core.errors import BadAction, BranchlineError, RuleViolation
from branchline.games.string_railway.geometry.shapes import length_of, tile_at
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import Points

from .positions import BESIDE, GAME, HOME_AND_CENTRAL, done, lay, played, position, refused, straight


@pytest.mark.rule("string.length")
def test_a_string_has_its_length() -> None:
    state = position(*HOME_AND_CENTRAL)
    error = refused(state, lay(straight((10_000, 40_000), (39_690, 40_000))), "string.length")
    assert str(error) == "The string is 0.31 cm too short: it must be 30 cm long."
    assert error.values == {"by": "0.31", "how": "short", "amount": -310_000, "whole": "30"}
    error = refused(state, lay(straight((10_000, 40_000), (40_061, 40_000), 1)), "string.length")
    assert error.values["how"] == "long"
    refused(state, lay(length="long"), "string.length")
    done(state, lay(straight((10_000, 40_000), (39_940, 40_000))))


@pytest.mark.rule("string.field")
def test_a_string_stays_inside_the_field() -> None:
    state = position(*HOME_AND_CENTRAL)
    error = refused(state, lay(straight((-1_000, 40_000), (29_000, 40_000))), "string.field")
    assert str(error) == "The string leaves the field or touches its string at (-1000, 40000)."


@pytest.mark.rule("string.bend")
def test_a_string_has_no_sharp_bend() -> None:
    state = position(*HOME_AND_CENTRAL)
    sharp = ((10_000, 40_000), (25_000, 40_000), (10_010, 40_500))
    error = refused(state, lay(sharp), "string.bend")
    assert (error.values["at"], error.values["vertex"]) == ((25_000, 40_000), 1)


def eight() -> Points:
    turns = [2 * math.pi * k / 120 for k in range(120)]
    wide, high = 5_000, 4_560
    line = tuple((30_000 + round(wide * math.sin(t)), 40_000 + round(high * math.sin(2 * t))) for t in turns)
    factor = 30_000_000 / length_of(line)
    return tuple(
        (30_000 + round((x - 30_000) * factor), 40_000 + round((y - 40_000) * factor)) for x, y in line
    )


@pytest.mark.rule("string.self")
def test_a_figure_of_eight_crosses_itself() -> None:
    error = refused(position(*HOME_AND_CENTRAL), lay(eight()), "string.self")
    assert str(error).startswith("The string ")
    assert "itself at (" in str(error)


@pytest.mark.rule("string.twice")
def test_a_string_does_not_enter_a_station_twice() -> None:
    state = position(("home", 20_000, 40_000), ("central", 40_000, 40_000))
    turns = [math.radians(150 - 5 * k) for k in range(61)]
    hook = [(24_000 + round(4_000 * math.cos(t)), 40_000 + round(4_000 * math.sin(t))) for t in turns]
    rest = round((30_000_000 - length_of(hook)) / 1_000)
    way = math.atan2(hook[-1][1] - hook[-2][1], hook[-1][0] - hook[-2][0])
    x, y = hook[-1]
    hook += [
        (x + round(rest * k / 18 * math.cos(way)), y + round(rest * k / 18 * math.sin(way)))
        for k in range(1, 19)
    ]
    error = refused(state, lay(tuple(hook)), "string.twice")
    assert error.values["station"] == "home-red"
    assert str(error).startswith("The string enters Red's home a second time at (")


@pytest.mark.rule("string.graze")
def test_a_graze_is_refused_or_enters_by_option() -> None:
    tiles = (*HOME_AND_CENTRAL, ("local", 25_000, 42_400))
    error = refused(position(*tiles), lay(), "string.graze")
    assert (error.values["station"], error.values["at"]) == ("local1", (22_500, 40_000))
    state = position(*tiles, graze="0")
    done(state, lay())
    assert state.score[0] == 3 + 3 + 2
    done(position(*HOME_AND_CENTRAL, ("local", 25_000, 42_300)), lay())


@pytest.mark.rule("string.ends")
def test_both_ends_lie_on_a_station() -> None:
    error = refused(position(("home", 10_000, 40_000), ("central", 30_000, 40_000)), lay(), "string.ends")
    assert (error.values["which"], error.values["at"]) == ("last", (40_000, 40_000))
    error = refused(position(("home", 40_000, 40_000), ("central", 20_000, 40_000)), lay(), "string.ends")
    assert error.values["which"] == "first"


@pytest.mark.rule("string.same-end")
def test_a_string_coiled_up_on_one_station_is_refused() -> None:
    data = json.loads(json.dumps(GAME.board.data))
    data["measures"] |= {"tile": 8_000, "short": 24_000}
    game = load("string-railway", json.dumps(data))
    assert isinstance(game, StringRailway)
    state = position(("home", 40_000, 40_000), ("central", 60_000, 40_000))
    quad, core = tile_at(game.positions.measures(state.choices), 40_000, 40_000, 0)
    state.tiles[0] = tuple(c for p in (*quad, *core) for c in p)
    turn = [math.radians(90 - 15 * k) for k in range(13)]
    right = [(43_400 + round(600 * math.cos(t)), 40_600 + round(600 * math.sin(t))) for t in turn]
    left = [(36_600 - round(600 * math.cos(t)), 39_400 + round(600 * math.sin(t))) for t in turn]
    coil = [*straight((36_700, 41_200), (43_000, 41_200), 9), *right, *left]
    rest = 24_000 - length_of(coil) // 1_000
    coil += [(36_600 + rest * k // 9, 38_800) for k in range(1, 10)]
    with pytest.raises(RuleViolation, match="Both ends of the string lie on Red's home") as caught:
        game.check(state, lay(tuple(coil)))
    assert caught.value.rule == "string.same-end"


@pytest.mark.rule("string.touch")
@pytest.mark.parametrize(
    "other",
    [
        ((25_000, 39_000), (25_250, 40_000), (25_500, 39_000)),
        ((25_250, 40_000), (25_250, 41_000)),
        ((25_200, 40_000), (27_000, 40_000), (28_000, 41_000)),
    ],
    ids=["corner", "end", "along"],
)
def test_a_string_touches_no_other(other: Points) -> None:
    error = refused(position(*HOME_AND_CENTRAL, rails=((1, other),)), lay(), "string.touch")
    assert error.values["string"] == "blue-string1"
    assert error.values["at"][1] == 40_000


@pytest.mark.rule("string.network")
def test_a_string_joins_the_own_network_by_a_part_or_an_end() -> None:
    tiles = (("central", 10_000, 40_000), ("central", 40_000, 40_000), ("home", 25_000, 40_000))
    state = position(*tiles)
    refused(position(*tiles, company=1), lay(), "string.network")
    error = refused(position(*tiles, anchor="end"), lay(), "string.network")
    assert str(error) == "An end of the string must lie on Red's network: Red's home."
    done(state, lay())
    assert state.present == [1, 1, 1]
    state.company = state.to_move = 0
    done(state, lay(BESIDE))  # stations of the first string are a network too


@pytest.mark.rule("string.terminal")
def test_a_string_ends_at_a_terminal() -> None:
    tiles = (*HOME_AND_CENTRAL, ("terminal", 25_000, 40_000))
    assert refused(position(*tiles), lay(), "string.terminal").values["station"] == "terminal1"
    state = position(("home", 10_000, 40_000), ("terminal", 40_000, 40_000))
    done(state, lay())
    assert state.score[0] == 6


@pytest.mark.rule("string.limit")
@pytest.mark.parametrize(
    ("station", "limit"),
    [("local", 3), ("junction", 3), ("suburban", 2), ("landmark", 2), ("countryside", 1)],
)
def test_a_station_takes_so_many_companies(station: str, limit: int) -> None:
    state = position(("home", 10_000, 40_000), (station, 40_000, 40_000), players=5)
    state.present[1] = (1 << limit) - 1 << 1
    error = refused(state, lay(), "string.limit")
    assert (error.values["station"], error.values["limit"]) == (f"{station}1", limit)
    state.present[1] = (1 << limit) - 1
    done(state.copy(), lay())  # one of them is the company itself: legal
    state.present[1] = (1 << limit) - 1 << 1 & ~2
    done(state, lay())


@pytest.mark.rule("string.limit")
@pytest.mark.parametrize("station", ["town", "central", "transfer", "terminal"])
def test_other_stations_take_all(station: str) -> None:
    state = position(("home", 10_000, 40_000), (station, 40_000, 40_000), players=5)
    state.present[1] = 0b11110
    done(state, lay())


def test_the_first_broken_rule_is_named() -> None:
    state = position(("home", 10_000, 40_000), company=1)
    refused(state, lay(((10_000, 90_000), (10_500, 90_000))), "string.length")
    refused(state, lay(straight((10_000, 90_000), (40_000, 90_000))), "string.field")
    refused(state, lay(), "string.ends")


# --- hostile and mutated strings

HOSTILE: list[Any] = [
    ((0, 0),) * 1_000_000, tuple((k % 2, 0) for k in range(1_000_000)), ((0, 0), (0, 0)), ((0, 0),),
    ((0, 0), (10**17, 1)), ((0, 0), (100_000, 1)), ((0, 0), (-(10**18), 1)),
]  # fmt: skip
MALFORMED: list[Any] = [
    None, 7, (), "local", ((0, 0), (math.nan, 1)), ((0, 0), (math.inf, 1)), ((0, 0), (0.5, 1)),
    ((0, 0), (1, 2, 3)),
    ((0, 0), 5), ((True, 0), (0, 1)), ((0, 0), ("1", 2)), [[0, 0], [1, 1]], ((0, 0), (None, 1)), ((),),
]  # fmt: skip


@pytest.mark.rule("string.shape")
@pytest.mark.parametrize("points", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_string_is_refused_quickly(points: Any) -> None:
    state = position(*HOME_AND_CENTRAL)
    GAME.positions.of(state)
    start = time.perf_counter()
    error = refused(state, ("lay", "short", points), "string.shape")
    assert error.values["why"]
    assert GAME.propose(state, ("lay", "short", points)) == []
    assert time.perf_counter() - start < 0.5


@pytest.mark.parametrize("points", MALFORMED, ids=range(len(MALFORMED)))
def test_what_is_no_list_of_points_is_no_action(points: Any) -> None:
    state = position(*HOME_AND_CENTRAL)
    with pytest.raises(BadAction):
        GAME.check(state, ("lay", "short", points))
    for action in (("lay",), ("lay", "short"), ("lay", points), ("lay", "short", points, points), (points,)):
        with pytest.raises(BranchlineError):
            GAME.check(state, action)


def test_mutated_strings_are_refused_with_rule_and_witness() -> None:
    rng = Random("mutated")
    found: dict[str, int] = {}
    for seed in range(6):
        state = played(4, 5 + 2 * seed, seed)
        for _, length, points in [action for action in GAME.legal_actions(state) if action[0] == "lay"]:
            for _ in range(60):
                line = [list(point) for point in points]
                how = rng.randrange(5)
                at = rng.randrange(len(line))
                if how == 0:
                    line[at][rng.randrange(2)] += rng.choice((-1, 1)) * rng.choice((1, 40, 300, 3_000))
                elif how == 1:
                    dx, dy = rng.randrange(-4_000, 4_000), rng.randrange(-4_000, 4_000)
                    line = [[x + dx, y + dy] for x, y in line]
                elif how == 2:
                    del line[at]
                elif how == 3:
                    line.insert(at, line[at][:])
                else:
                    line[at:] = [[x, 2 * line[at][1] - y] for x, y in line[at:]]
                try:
                    GAME.check(state, ("lay", length, tuple((x, y) for x, y in line)))
                except RuleViolation as error:
                    found[error.rule] = found.get(error.rule, 0) + 1
                    assert error.rule.startswith("string.")
                    assert "at" in error.values or error.rule in ("string.length", "string.network")
    assert sum(found.values()) > 500
    assert len(found) >= 8, found
