"""Chapter "The end" in Germany: purple cities, the impossible and the dead end.

Most boards here are one row: the hexes a1, a2, a3, ... with the kinds that are drawn.
"""

from __future__ import annotations

import pytest

from .positions import Position, drawn_germany, germany


@pytest.mark.rule("end.purple")
def test_track_in_every_purple_city_ends_the_game_after_the_turn() -> None:
    at = drawn_germany("2 . 1 . 2 . 1").lay("red", "a3 a2 a1 a4")
    at.do("build red a5")
    assert at.ended == ""
    assert at.do("build red a6", "done")[-1] == ("ends", "end.purple")
    assert at.ended == "purple"


@pytest.mark.rule("end.purple")
def test_one_empty_purple_city_keeps_the_game_going() -> None:
    at = drawn_germany("2 . 1 . 2 . 1").lay("red", "a3 a2")
    at.do("build red a1", "done")
    assert at.ended == ""


@pytest.mark.rule("end.purple")
def test_a_start_in_the_last_purple_city_ends_the_game() -> None:
    at = drawn_germany("1 . . . . 2").lay("red", "a1")
    at.do("start blue a6")
    assert at.ended == "purple"


@pytest.mark.rule("end.purple")
def test_the_purple_cities_are_shown_as_long_as_they_are_empty() -> None:
    at = drawn_germany("2 . 1 . 2 . 1").lay("red", "a3 a2 a1")
    assert at.game.looks.view(at.state, 0)["purple_left"] == ["a5"]


LONG = "1 " + ". " * 30 + "1 2"  # Red starts in a1; the last city is a32, the purple one a33


@pytest.mark.rule("end.impossible")
def test_a_purple_city_that_no_railroad_has_the_cubes_to_reach_ends_the_game() -> None:
    """With 30 of 32 cubes laid Red is 3 short of it, and it is too near for anybody's start."""
    at = drawn_germany(LONG).hold(0, blue=10).hold(1, green=10).hold(2, blue=10)
    at.lay("red", " ".join(f"a{number}" for number in range(1, 30)))
    at.do("trade blue green 1")
    assert at.ended == ""  # 4 hexes away another railroad could still start in it
    at.do("build red a30", "done")
    assert at.ended == "impossible"


@pytest.mark.rule("end.impossible")
def test_cubes_in_boxes_and_hands_count_alike() -> None:
    at = drawn_germany("1 . . 2").drain(1, red=3).lay("red", "a1")
    assert at.box("red") == 2
    at.do("trade red blue 1", "trade red blue 1")
    assert at.ended == ""


@pytest.mark.rule("end.impossible")
def test_by_boxes_buying_out_a_box_can_end_the_game() -> None:
    at = drawn_germany("1 . . 2", possible="boxes").drain(1, red=5).lay("red", "a1")
    at.do("trade blue red 1")
    assert at.ended == ""  # 3 cubes in the box, and the purple city is 3 hexes away
    at.do("trade blue red 1")
    assert at.ended == "impossible"


@pytest.mark.rule("end.impossible")
def test_by_boxes_an_unstarted_railroad_needs_a_cube_in_its_box() -> None:
    at = drawn_germany("1 1 . . . . 2 1", possible="boxes").lay("red", "a1")
    rest = {"blue": 0, "green": 0, "yellow": 0, "purple": 0}
    ever = drawn_germany("1 1 . . . . 2 1").lay("red", "a1").drain(1, red=2, black=1, **rest)
    at.drain(1, red=2, black=1, **rest)
    for each in (at, ever):
        each.do("trade red black 1")
    assert at.ended == "impossible"
    assert ever.ended == ""


@pytest.mark.rule("end.impossible")
def test_each_purple_city_is_judged_by_itself() -> None:
    """Red's 2 cubes would take it to either purple city but never to both."""
    at = drawn_germany("2 . 1 . 2", possible="boxes").lay("red", "a3").drain(1, red=2)
    at.do("trade blue green 1")
    assert at.ended == ""


@pytest.mark.rule("end.impossible")
def test_an_unstarted_railroad_makes_a_far_city_possible() -> None:
    at = drawn_germany("1 1 . . . . 1 2", possible="boxes").lay("red", "a1").drain(1, red=1)
    at.do("trade blue green 1")  # blue could start in a7 or a8, red could not get there
    assert at.ended == ""


def nobody_can_grow() -> Position:
    """Red is the only one on the map, its box holds 1 cube; all cities are too near for a start."""
    return drawn_germany("1 . . 2").drain(1, red=2).lay("red", "a1")


@pytest.mark.rule("end.dead-end")
def test_the_game_ends_when_no_railroad_can_build_and_none_can_start() -> None:
    at = nobody_can_grow()
    assert at.do("trade blue red 1")[-1] == ("ends", "end.dead-end")
    assert at.ended == "dead-end"


@pytest.mark.rule("end.dead-end")
def test_a_railroad_with_a_cube_and_a_hex_to_enter_keeps_the_game_going() -> None:
    at = nobody_can_grow()
    at.do("trade blue green 1")
    assert at.ended == ""


@pytest.mark.rule("end.dead-end")
def test_a_railroad_that_can_start_keeps_the_game_going() -> None:
    at = drawn_germany("1 . . 2 1").drain(1, red=2).lay("red", "a1")
    at.do("trade blue red 1")  # a5 is 4 hexes away
    assert at.ended == ""


@pytest.mark.rule("end.dead-end")
def test_a_city_to_start_in_does_not_help_when_the_boxes_of_the_unstarted_are_empty() -> None:
    at = drawn_germany("1 . . 2 1")
    at.drain(1, red=2, blue=0, green=0, yellow=0, purple=0, black=0).lay("red", "a1").turn_of(1)
    assert at.verbs() == {"build", "trade"}
    at.do("build red a2")  # red's last cube
    assert at.ended == "dead-end"


@pytest.mark.rule("end.dead-end")
def test_somebody_can_always_act_before_a_dead_end() -> None:
    at = germany().lay("red", "g9").hold(0, red=10).drain(1, blue=0, green=0, yellow=0, purple=0, black=0)
    assert at.verbs() == {"build"}
