"""Chapter "Build": all railroads without a city can still get one each (build.cut-off).

Red stands in Gare Saint-Lazare, d8. Its ways out are Rouen (d7), Amiens (c9) and the open country
c8, which leads on to b8 and from there to Lille (b9) and Calais (a9).
"""

from __future__ import annotations

import pytest

from branchline.core.errors import BoardError
from branchline.games.sncf.rules.state import COLOURS

from .positions import Position, begun, drawn, france


def red_has_one_way_out() -> Position:
    """Green holds Rouen, Blue holds Amiens: Red's only road is c8, b8 and one of two cities."""
    return france().lay("green", "d7").lay("blue", "c9")


@pytest.mark.rule("build.cut-off")
def test_the_second_cube_in_the_last_road_of_a_railroad_without_a_city_is_refused() -> None:
    at = red_has_one_way_out().lay("green", "c8")
    violation = at.refused("build blue c8")
    assert violation.rule == "build.cut-off"
    assert violation.values["hex"] == "c8"
    assert str(violation) == (
        "A cube of Blue in c8 would leave Red without a way to an empty city. "
        "Nearest to it, Blue may enter b8."
    )


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


@pytest.mark.rule("build.cut-off")
def test_a_railroad_that_has_a_city_may_be_shut_in() -> None:
    at = france().lay("red", "d7").lay("green", "e7 d6").lay("blue", "c9 b8 b9")
    at.do("build blue a9")  # all that was open to Red was c8, b8 and Calais
    assert at.value("blue") == 5


def red_and_purple_share_a_way() -> Position:
    """Yellow has Orléans, Black comes from the north: Red and Purple are left with Le Mans and Blois."""
    suburbs = {"red": "f8", "purple": "e8", "black": "d8", "yellow": "f9", "blue": "d9", "green": "e10"}
    at = france(suburbs=suburbs)
    at.do("build yellow g9", "done", "build red f7", "done")
    at.do("build black d7", "build black e7", "build black f6")
    return at


@pytest.mark.rule("build.cut-off")
def test_two_railroads_must_not_be_left_with_one_last_way() -> None:
    at = red_and_purple_share_a_way()
    violation = at.refused("build black g7")
    assert violation.rule == "build.cut-off"
    assert violation.values["others"] == ["red", "purple"]
    assert str(violation) == (
        "A cube of Black in Le Mans would put Red and Purple in each other's way: they could no longer reach "
        "an empty city each. Nearest to it, Black may enter Angers."
    )


@pytest.mark.rule("build.cut-off")
def test_a_city_for_one_of_two_makes_room_for_the_other_alone() -> None:
    at = red_and_purple_share_a_way()
    at.do("done", "build red g8")
    assert at.refused("build red g7").values["others"] == ["purple"]
    at.do("done", "build purple f7", "build purple g7", "done", "build black g6")


@pytest.mark.rule("build.cut-off")
def test_a_refusal_names_a_way_out_where_there_is_no_other_hex() -> None:
    game = drawn("france", "S S S S S S\n. 1 1 1 1 1\n1 - - - - -", "b2")
    at = begun(game, 3, dict(zip(COLOURS, ("a1", "a2", "a3", "a4", "a5", "a6"), strict=True)), {})
    at.lay("blue", "b2").lay("green", "b3").lay("yellow", "b4").lay("purple", "b5")
    assert str(at.refused("build purple b6")).endswith(
        "Purple has nowhere else to build now; choose another railroad, or trade."
    )


@pytest.mark.rule("build.cut-off")
def test_a_board_without_a_joint_plan_is_refused() -> None:
    """Five cities for six railroads, and one more."""
    with pytest.raises(BoardError, match=r"the suburbs .* have no ways that lead to a city each"):
        drawn("france", "S S S S S S\n. 1 1 1 1 1\n- . . . . .", "b2")
    drawn("france", "S S S S S S\n1 1 1 1 1 1\n- . . . . .", "b2")
