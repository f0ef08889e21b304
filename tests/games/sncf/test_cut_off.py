"""Chapter "Build": no railroad may be shut in before it has a city (build.cut-off).

Red stands in Gare Saint-Lazare, d8. Its ways out are Rouen (d7), Amiens (c9) and the open country
c8, which leads on to b8 and from there to Lille (b9) and Calais (a9).
"""

from __future__ import annotations

import pytest

from .positions import Position, france


def red_has_one_way_out(exemption: str = "on") -> Position:
    """Green holds Rouen, Blue holds Amiens: Red's only road is c8, b8 and one of two cities."""
    return france(exemption=exemption).lay("green", "d7").lay("blue", "c9")


@pytest.mark.rule("build.cut-off")
def test_the_second_cube_in_the_last_road_of_a_railroad_without_a_city_is_refused() -> None:
    at = red_has_one_way_out().lay("green", "c8")
    violation = at.refused("build blue c8")
    assert violation.rule == "build.cut-off"
    assert violation.values["hex"] == "c8"
    assert "Blue" in str(violation)


@pytest.mark.rule("build.cut-off")
def test_the_first_cube_in_the_last_road_is_allowed_because_the_hex_has_room_for_two() -> None:
    at = red_has_one_way_out()
    at.do("build blue c8", "build blue b8", "done")
    at.do("build red c8", "build red b8", "build red b9")


@pytest.mark.rule("build.cut-off")
def test_a_road_is_shut_further_out_as_well() -> None:
    at = red_has_one_way_out().lay("blue", "b8").lay("green", "c8")
    assert at.refused("build green b8").rule == "build.cut-off"


@pytest.mark.rule("build.cut-off")
def test_the_last_city_that_another_railroad_can_reach_may_not_be_taken() -> None:
    at = red_has_one_way_out().lay("blue", "b8 b9")
    violation = at.refused("build blue a9")
    assert violation.rule == "build.cut-off"
    assert "Calais" in str(violation)


@pytest.mark.rule("build.cut-off")
def test_it_is_judged_within_a_build_too() -> None:
    at = red_has_one_way_out()
    at.do("build blue b8", "build blue a9")
    assert at.refused("build blue b9").rule == "build.cut-off"
    at.do("done")


@pytest.mark.rule("build.cut-off")
def test_a_railroad_cannot_block_itself() -> None:
    at = red_has_one_way_out().lay("green", "c8")
    at.do("build red c8", "done")  # the second cube in its own last road
    at.lay("blue", "b8 b9")
    at.do("build red b8", "build red a9")  # its last open city
    assert at.value("red") == 2


@pytest.mark.rule("build.cut-off")
def test_the_cubes_in_the_box_do_not_count_only_the_road_does() -> None:
    at = red_has_one_way_out().lay("green", "c8").drain(1, red=0)
    assert at.refused("build blue c8").rule == "build.cut-off"


@pytest.mark.rule("build.cut-off")
def test_a_road_over_its_own_track_is_a_road() -> None:
    at = red_has_one_way_out().lay("green", "c8").lay("red", "c8")
    at.lay("blue", "b8")
    assert at.refused("build green b8").rule == "build.cut-off"


def red_has_rouen_and_one_city_to_go(exemption: str = "on") -> Position:
    """Red took Rouen; all that is open to it is c8, b8 and Calais."""
    return france(exemption=exemption).lay("red", "d7").lay("green", "e7 d6").lay("blue", "c9 b8 b9")


@pytest.mark.rule("build.cut-off")
def test_a_railroad_that_has_a_city_may_be_shut_in() -> None:
    at = red_has_rouen_and_one_city_to_go(exemption="on")
    at.do("build blue a9")
    assert at.value("blue") == 5


@pytest.mark.rule("build.cut-off")
def test_without_the_exemption_every_railroad_keeps_a_road() -> None:
    at = red_has_rouen_and_one_city_to_go(exemption="off")
    assert at.refused("build blue a9").rule == "build.cut-off"
    at.do("build red c8", "build red b8", "build red a9")  # but it may shut in itself
    assert at.value("red") == 3


@pytest.mark.rule("build.cut-off")
def test_without_the_exemption_a_railroad_that_shut_itself_in_hinders_nobody() -> None:
    at = red_has_rouen_and_one_city_to_go(exemption="off").lay("red", "c8 b8 a9")
    assert at.state.last[0] == 0
    at.do("build blue b10", "done")
