"""Chapter "Germany: start a railroad"."""

from __future__ import annotations

import pytest

from branchline.core.bits import bits
from branchline.core.errors import RuleViolation
from branchline.games.sncf.rules.state import COLOURS

from .positions import drawn_germany, germany, germany_game


@pytest.mark.rule("start.first-turn")
@pytest.mark.parametrize("action", ["trade red blue 1", "build red g9", "done"])
def test_the_first_turn_of_the_game_starts_a_railroad(action: str) -> None:
    assert germany().refused(action).rule == "start.first-turn"


@pytest.mark.rule("start.first-turn")
def test_every_railroad_may_be_the_first_in_every_city() -> None:
    at = germany()
    cities = [each["id"] for each in at.game.board.data["hexes"] if each["kind"] != "rural"]
    assert set(at.game.legal_actions(at.state)) == {("start", c, city) for c in COLOURS for city in cities}


@pytest.mark.rule("start.first-turn")
@pytest.mark.parametrize("action", ["trade red blue 1", "build red g10", "start blue p6"])
def test_nobody_else_has_to_start_one(action: str) -> None:
    at = germany()
    at.do("start red g9", action)


@pytest.mark.rule("start.unstarted")
def test_dave_starts_red() -> None:
    at = germany().lay("blue", "g9").hold(0, blue=10)
    box = at.box("red")
    assert at.do("start red p6") == [("started", 0, "red", "p6"), ("city", "red", "p6", 4)]
    assert at.track("red") == {"p6"}
    assert at.box("red") == box - 1
    assert at.state.to_move == 1  # building from it needs a later turn


@pytest.mark.rule("start.unstarted")
def test_a_railroad_starts_only_once() -> None:
    at = germany()
    at.do("start red g9")
    violation = at.refused("start red p6")
    assert violation.rule == "start.unstarted"
    assert "Red is on the map already" in str(violation)


@pytest.mark.rule("start.box")
def test_a_start_needs_a_cube_in_the_box() -> None:
    at = germany().lay("blue", "g9").drain(1, red=0)
    violation = at.refused("start red p6")
    assert violation.rule == "start.box"
    assert "Red" in str(violation)


@pytest.mark.rule("start.city")
def test_a_railroad_starts_in_a_city() -> None:
    violation = germany().refused("start red c4")
    assert violation.rule == "start.city"
    assert "c4" in str(violation)


@pytest.mark.rule("start.distance")
@pytest.mark.parametrize(("city", "steps"), [("g9", 0), ("g10", 1), ("i8", 2), ("j9", 3), ("j10", 3)])
def test_a_city_less_than_four_hexes_from_track_is_too_near(city: str, steps: int) -> None:
    at = germany().lay("blue", "g9")
    violation = at.refused(f"start red {city}")
    assert violation.rule == "start.distance"
    assert violation.values["distance"] == steps
    where = (
        f"{steps} hex{'es' if steps > 1 else ''} away from track in Berlin"
        if steps
        else "track in Berlin already"
    )
    assert where in str(violation)
    assert at.allows(f"start red {nearest_start(violation)}")


def nearest_start(violation: RuleViolation) -> str:
    """The city that a refusal proposes."""
    name = str(violation).partition("may start in ")[2].removesuffix(".")
    return next(id for id, city in germany_game().tables.names.items() if city == name)


@pytest.mark.rule("start.distance")
@pytest.mark.parametrize("city", ["j6", "k8"])
def test_a_city_exactly_four_hexes_from_track_is_far_enough(city: str) -> None:
    at = germany().lay("blue", "g9")
    at.do(f"start red {city}")
    assert at.track("red") == {city}


@pytest.mark.rule("start.distance")
def test_the_nearest_cube_of_any_railroad_counts() -> None:
    at = germany().lay("blue", "g9 h9 i9").lay("green", "p6")
    violation = at.refused("start red k8")
    assert violation.values["other"] == "i9"
    assert violation.values["distance"] == 2


@pytest.mark.rule("start.distance")
def test_distance_is_as_the_crow_flies() -> None:
    """Over the gap it is 3 hexes, on foot it would be 4; a heavy line does not lengthen it either."""
    at = drawn_germany("1 - - 1 .\n. . . . 2").lay("red", "a1")
    assert at.refused("start blue a4").values["distance"] == 3
    at = drawn_germany("1 . . 1 .\n. . . . 2", heavy="a2-a3").lay("red", "a1")
    assert at.refused("start blue a4").values["distance"] == 3


def test_six_railroads_can_always_start_when_nothing_is_built_in_between() -> None:
    assert not closes_all(germany_game().tables.cities, 5)


def closes_all(cities: int, starts: int) -> bool:
    """Can so many starts leave no city that is far enough from all of them?"""
    too_near = germany_game().tables.too_near
    if not cities or not starts:
        return not cities
    # some start has to close each city that is left, so try those that close the loneliest one
    loneliest = min(bits(cities), key=lambda city: (too_near[city] & cities).bit_count())
    return any(
        closes_all(cities & ~too_near[city], starts - 1) for city in bits(too_near[loneliest] & cities)
    )


@pytest.mark.rule("score.start")
def test_the_first_player_may_open_in_berlin_for_8() -> None:
    at = germany()
    events = at.do("start red g9")
    assert ("city", "red", "g9", 8) in events
    assert at.value("red") == 8


@pytest.mark.rule("score.start")
def test_a_start_scores_every_city_like_a_build() -> None:
    for each in germany_game().board.data["hexes"]:
        if each["kind"] != "rural":
            at = germany()
            at.do(f"start green {each['id']}")
            assert at.value("green") == each["value"]


def test_there_is_no_cut_off_rule_in_germany() -> None:
    """Red has one city only and the last open neighbour is taken away from it."""
    at = drawn_germany("1 1 . . . 1 2").lay("red", "a1").lay("blue", "a6 a5 a4 a3")
    at.do("build blue a2", "done")
    assert at.state.open[0] == 0
    assert at.ended == ""
