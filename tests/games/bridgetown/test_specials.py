"""Chapter "Specials": First, Double and Swap."""

from __future__ import annotations

import pytest

from .positions import racing


@pytest.mark.rule("special.hold")
def test_a_special_needs_a_coordinator_on_it() -> None:
    at = racing("bus walk taxi", "bus walk car")
    assert at.refused("double").rule == "special.hold"
    assert at.refused("swap fremont broadway").rule == "special.hold"
    assert at.refused("first").rule == "special.hold"


@pytest.mark.rule("special.used")
def test_a_special_works_once_in_a_move() -> None:
    at = racing("bus double swap", "bus walk car")
    at.do("double", "swap fremont broadway")
    assert at.refused("double").rule == "special.used"
    at = racing("bus walk car", "bus taxi first")
    at.do("first")
    assert at.refused("first").rule == "special.used"
    at = racing("bus double swap", "bus walk car")
    at.do("double", "swap fremont broadway")
    assert at.refused("swap fremont broadway").rule == "special.used"


@pytest.mark.rule("special.several")
def test_several_specials_go_with_one_move_in_any_order() -> None:
    for order in (("double", "swap fremont burnside"), ("swap fremont burnside", "double")):
        at = racing("bus double swap", "bus walk car")
        at.do(*order)
        assert at.steps("bus") == {6}
        assert "took" not in {event[0] for event in at.any_ride()}
        assert at.state.specials[0] == 0


@pytest.mark.rule("special.with-move")
def test_a_special_goes_with_a_move_and_never_with_staying() -> None:
    at = racing("streetcar swap bus", "bus walk car")
    assert at.allows("stay streetcar")
    at.do("swap fremont broadway")
    refusal = at.refused("stay streetcar")
    assert refusal.rule == "special.with-move"
    assert "Swap" in str(refusal)
    at.do("walk streetcar burn_405")
    at = racing("bus walk car", "streetcar first swap")
    at.do("first")
    assert at.refused("sit").rule == "special.with-move"
    assert at.refused("stay streetcar").rule == "special.with-move"


@pytest.mark.rule("special.return")
def test_unused_specials_come_back_at_the_end_of_the_round() -> None:
    at = racing("bus double swap", "bus walk car")
    for _ in range(4):
        at.any_ride()
    assert at.state.round == 2
    assert at.state.specials == [0, 0]
    assert at.state.modes == [0, 0]


@pytest.mark.rule("double.base")
@pytest.mark.parametrize(("mode", "steps"), [("walk", 2), ("streetcar", 10), ("bike", 4)])
def test_double_is_twice_the_base_speed_without_any_bonus(mode: str, steps: int) -> None:
    at = racing(f"{mode} double bus", f"{mode} taxi car").put(s0="old_town")
    at.do("double")
    assert at.steps(mode) == {steps}


@pytest.mark.rule("double.none")
def test_double_needs_a_mode_that_can_move_so_far() -> None:
    at = racing("streetcar double swap", "bus taxi car")
    refusal = at.refused("double")
    assert refusal.rule == "double.none"
    at.put(s0="old_town")
    assert at.allows("double")


@pytest.mark.rule("double.ride")
@pytest.mark.rule("stuck.double")
def test_after_double_one_rides_a_mode_that_can_move_and_no_walk_replaces_it() -> None:
    at = racing("streetcar double bus", "bus taxi car")
    at.do("double")
    refusal = at.refused("ride streetcar burn_405")
    assert refusal.rule == "double.ride"
    assert "10 spaces" in str(refusal)
    assert at.refused("walk streetcar burn_405").rule == "stuck.double"
    assert at.refused("stay streetcar").rule == "stuck.double"
    assert {ride[1] for ride in at.game.legal_actions(at.state)} == {"bus"}


@pytest.mark.rule("swap.flag")
def test_swap_exchanges_the_flags_of_two_bridges_before_the_first_step() -> None:
    at = racing("bus swap walk", "bus taxi car").put(s0="vaughn")
    at.flag("hawthorne", "red").flag("fremont", "black")
    at.do("swap fremont hawthorne")
    assert at.lying()["fremont"] == "red"
    assert at.lying()["hawthorne"] == "black"
    assert ("took", 0, "fremont", "bus", 1) in at.do("ride bus br_fremont kerby cook mlk_fremont")


@pytest.mark.rule("swap.flag")
def test_both_bridges_must_have_a_flag() -> None:
    at = racing("bus swap walk", "bus taxi car").flag("marquam", None)
    refusal = at.refused("swap fremont marquam")
    assert refusal.rule == "swap.flag"
    assert "Marquam Bridge" in str(refusal)


@pytest.mark.rule("swap.blue")
def test_blue_is_never_swapped() -> None:
    at = racing("bus swap walk", "bus taxi car")
    assert at.refused("swap steel burnside").rule == "swap.blue"
    assert not any("steel" in action for action in at.game.legal_actions(at.state))


@pytest.mark.rule("swap.differ")
def test_the_two_flags_must_differ() -> None:
    at = racing("bus swap walk", "bus taxi car").flag("broadway", "red")
    assert at.refused("swap fremont broadway").rule == "swap.differ"


@pytest.mark.rule("swap.two")
def test_the_bridges_of_a_swap_are_named_in_either_order() -> None:
    at = racing("bus swap walk", "bus taxi car")
    assert at.accepts("swap marquam fremont") == "swap fremont marquam"
    assert at.accepts("swap br_marquam br_fremont") == "swap fremont marquam"
    assert at.typed("Swap Marquam Bridge, Fremont Bridge") == "swap fremont marquam"


@pytest.mark.rule("swap.two")
def test_one_bridge_is_not_swapped_with_itself() -> None:
    at = racing("bus swap walk", "bus taxi car").flag("marquam", None)
    for bridge in ("burnside", "marquam", "steel"):
        refusal = at.refused(f"swap {bridge} {bridge}")
        assert refusal.rule == "swap.two"
        assert "is named twice" in str(refusal)


@pytest.mark.rule("first.before")
def test_first_moves_before_the_first_player_who_begins_the_other_turns() -> None:
    at = racing("bus walk taxi", "bus walk taxi", "bus walk first")
    order = []
    at.do("first")
    while at.state.round == 1 and at.state.to_move >= 0:
        order.append((at.state.turn, at.state.to_move))
        at.any_ride()
    assert order == [(1, 2), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1)]
    assert at.state.specials == [0, 0, 0]


@pytest.mark.rule("first.asked")
def test_the_holder_of_first_is_asked_at_the_start_of_each_turn() -> None:
    at = racing("bus walk taxi", "bus walk first")
    assert (at.state.to_move, at.verbs()) == (1, {"first", "decline"})
    for text in ("ride bus burn_405", "sit", "double", "place walk"):
        assert at.refused(text).rule == "first.asked"
    assert at.do("decline") == [("declined", 1)]
    assert at.state.to_move == 0
    at.any_ride()
    at.any_ride()
    assert (at.state.turn, at.state.to_move, at.verbs()) == (2, 1, {"first", "decline"})


@pytest.mark.rule("first.asked")
def test_nobody_is_asked_after_first_was_used_or_without_a_mode() -> None:
    at = racing("bus walk taxi", "bus walk first")
    at.do("first")
    at.any_ride()
    at.any_ride()
    assert (at.state.turn, at.state.to_move) == (2, 0)
    assert "ride" in at.verbs()


@pytest.mark.rule("first.start")
def test_first_waits_for_the_next_turn_once_a_turn_is_under_way() -> None:
    at = racing("bus walk taxi", "bus walk first")
    at.do("decline")
    at.any_ride()
    assert at.refused("first").rule == "first.start"


@pytest.mark.rule("first.own")
def test_first_has_no_effect_for_the_first_player() -> None:
    at = racing("bus walk first", "bus walk taxi")
    assert at.state.to_move == 0
    assert "first" not in at.verbs()
    assert at.refused("first").rule == "first.own"
