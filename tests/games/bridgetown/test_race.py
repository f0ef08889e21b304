"""Chapter "Race"."""

from __future__ import annotations

import pytest

from .positions import racing


@pytest.mark.rule("race.bonus")
@pytest.mark.rule("race.return")
def test_rulebook_example_linda_dick_and_john_take_the_taxi_for_6_5_and_4_spaces() -> None:
    at = racing("taxi walk bus", "taxi walk bus", "taxi walk bus")
    for steps in (6, 5, 4):
        assert at.steps("taxi") == {steps}
        at.ride_to("taxi", min(at.ends("taxi")))


@pytest.mark.rule("double.base")
@pytest.mark.rule("race.return")
def test_the_same_example_with_double_gives_8_then_5_and_4() -> None:
    at = racing("taxi walk double", "taxi walk bus", "taxi walk bus")
    at.do("double")
    assert at.steps("taxi") == {8}
    at.ride_to("taxi", min(at.ends("taxi")))
    for steps in (5, 4):
        assert at.steps("taxi") == {steps}
        at.ride_to("taxi", min(at.ends("taxi")))


@pytest.mark.rule("race.turns")
def test_three_turns_clockwise_from_the_first_player() -> None:
    at = racing("taxi walk bus", "taxi walk bus", "taxi walk bus", first=2)
    order = []
    while at.state.round == 1 and at.state.to_move >= 0:
        order.append((at.state.turn, at.state.to_move))
        at.any_ride()
    assert order == [(turn, seat) for turn in (1, 2, 3) for seat in (2, 0, 1)]


@pytest.mark.rule("race.turns")
def test_who_has_no_mode_left_is_skipped() -> None:
    at = racing("taxi double swap", "taxi walk bus")
    order = []
    while at.state.round == 1 and at.state.to_move >= 0:
        order.append(at.state.to_move)
        at.any_ride()
    assert order == [0, 1, 1, 1]


@pytest.mark.rule("race.mode")
def test_one_rides_only_what_one_has_a_coordinator_on() -> None:
    at = racing("taxi walk bus", "car walk bus")
    refusal = at.refused("ride car burn_405 burn_10 burn_bway")
    assert refusal.rule == "race.mode"
    assert "Walking, Bus, Taxi" in str(refusal)
    assert at.refused("walk streetcar burn_405").rule == "race.mode"


@pytest.mark.rule("race.mode")
@pytest.mark.rule("race.pass")
def test_what_is_left_says_with_which_mode_one_can_only_walk() -> None:
    at = racing("streetcar car bike", "taxi walk bus")
    left = "you may ride Bicycle, Car, or walk or stay with Streetcar, which cannot move from here."
    assert str(at.refused("ride taxi burn_405 burn_10 burn_bway pearl")).endswith(left)
    assert left in str(at.refused("sit"))
    at = racing("streetcar car swap", "taxi walk bus")
    at.do("swap fremont broadway")
    left = "you may ride Car, or walk with Streetcar, which cannot move from here."
    assert str(at.refused("ride taxi burn_405 burn_10 burn_bway pearl")).endswith(left)
    at = racing("streetcar car double", "taxi walk bus")
    at.do("double")
    assert str(at.refused("ride taxi burn_405 burn_10 burn_bway pearl")).endswith("you may ride Car.")


@pytest.mark.rule("race.mode")
@pytest.mark.rule("race.return")
def test_a_mode_is_ridden_once_a_round() -> None:
    at = racing("taxi walk bus", "car bike bus")
    at.ride_to("walk", "burn_405")
    at.any_ride()
    assert at.refused("ride walk burn_10").rule == "race.mode"


@pytest.mark.rule("race.whole")
def test_the_whole_distance_must_be_moved() -> None:
    at = racing("bus walk taxi", "bus walk car")
    for ridden in (
        "burn_405 burn_10",
        "burn_405 burn_10 burn_bway",
        "burn_405 burn_10 burn_bway ov_burn_1st br_burnside",
    ):
        refusal = at.refused(f"ride bus {ridden}")
        assert refusal.rule == "race.whole"
        assert "exactly 4" in str(refusal)
    assert at.allows("ride bus burn_405 burn_10 burn_bway ov_burn_1st")


@pytest.mark.rule("race.pass")
def test_nobody_may_pass() -> None:
    at = racing("bus walk taxi", "bus walk car")
    refusal = at.refused("sit")
    assert refusal.rule == "race.pass"
    assert "Nobody may pass" in str(refusal)
    at = racing("bus walk first", "bus walk taxi")
    assert at.refused("sit").rule == "race.pass"  # the first player has no use for First


@pytest.mark.rule("race.sit")
def test_first_with_two_modes_is_usable_in_turn_1_or_2_and_in_turn_3_only_after_sitting_one_out() -> None:
    at = racing("bus walk taxi", "bus walk first")
    at.do("decline")
    at.any_ride()
    assert at.state.to_move == 1
    assert at.do("sit") == [("sat", 1)]
    assert (at.state.turn, at.state.to_move) == (2, 1)  # asked again
    at.do("decline")
    at.any_ride()
    refusal = at.refused("sit")
    assert refusal.rule == "race.sit"
    assert "2 modes for the 2 turns that are left" in str(refusal)
    at.any_ride()
    assert (at.state.turn, at.state.to_move) == (3, 1)
    assert at.verbs() == {"first", "decline"}


@pytest.mark.rule("race.sit")
def test_without_sitting_out_there_is_no_third_turn_for_first() -> None:
    at = racing("bus walk taxi", "bus walk first")
    for _ in range(2):
        at.do("decline")
        at.any_ride()
        at.any_ride()
    assert (at.state.turn, at.state.to_move) == (3, 0)
    at.any_ride()
    assert at.state.round == 2


@pytest.mark.rule("race.sit")
def test_one_mode_for_one_turn_is_not_called_fewer() -> None:
    at = racing("bus walk taxi", "bus walk first")
    for _ in range(2):
        at.do("decline")
        at.any_ride()
        at.do("sit") if at.state.turn == 1 else at.any_ride()
    at.do("decline")
    at.any_ride()
    refusal = at.refused("sit")
    assert refusal.rule == "race.sit"
    assert "1 mode for the 1 turn that is left" in str(refusal)


@pytest.mark.rule("race.sit")
def test_with_one_mode_two_turns_can_be_sat_out() -> None:
    at = racing("bus walk taxi", "bus first double")
    for _ in range(2):
        at.do("decline")
        at.any_ride()
        at.do("sit")
    assert (at.state.turn, at.state.to_move) == (3, 1)
    at.do("first")
    assert "sit" not in at.verbs()
