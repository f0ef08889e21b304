"""Chapter "Duty": each train acts once a turn if it can."""

from __future__ import annotations

import pytest

from branchline.games.koplopers.state import ACTED

from .positions import midgame


@pytest.mark.rule("duty.act")
def test_a_free_action_with_an_effect_is_enough() -> None:
    at = midgame().put("R1", "GD-UT", "UT").wait("UT", "P45")
    assert at.rule("done") == "duty.act"
    at.do("stop R1", "board R1 P45", "done")


@pytest.mark.rule("duty.act")
def test_a_coupled_train_counts_once() -> None:
    at = midgame().put("R1", "GD-UT", "UT", units=2)
    at.do("drive R1 UT-AMF", "done")


@pytest.mark.rule("duty.exempt")
def test_a_train_behind_another_players_train_need_not_act() -> None:
    at = midgame().put("R1", "GN-MP#2", "GN-MP.1").put("B1", "GN-MP#1", "GN")
    assert at.allows("done")
    assert at.allows("drive R1 GN-MP#1 GN-LW#1")  # but it may overtake


@pytest.mark.rule("duty.exempt")
def test_an_own_train_ahead_is_no_excuse() -> None:
    at = midgame().put("R1", "GN-MP#2", "GN-MP.1").put("R2", "GN-MP#1", "GN")
    assert at.rule("done") == "duty.act"
    at.do("drive R2 GN-DZ")
    violation = at.refused("done")
    assert violation.values["train"] == "R1" and violation.values["cost"] == 1


@pytest.mark.rule("duty.points")
def test_what_a_drive_does_to_the_own_trains_behind_is_counted() -> None:
    # R2 has one way on; if R1 stops there, R2 needs two points to overtake it
    at = midgame().put("R1", "MP-ZL", "MP").put("R2", "LW-MP#1", "LW-MP.1", ready=False).points(2)
    at.state.flags[0] |= ACTED
    assert at.rule("drive R1 LW-MP#2") == "duty.points"
    assert at.allows("drive R1 GN-MP#2")


@pytest.mark.rule("duty.points")
def test_a_drive_that_gives_another_train_a_free_action_needs_no_point_for_it() -> None:
    # alone in Deventer R2 would need a point; with R1 there they can exchange passengers
    at = midgame().put("R1", "MP-ZL", "ZL", "P45").put("R2", "DV-ZP", "DV", ready=False).points(1)
    at.state.flags[0] |= ACTED
    assert at.allows("drive R1 ZL-DV")
    assert at.rule("drive R1 ZL-AML#1") == "duty.points"


@pytest.mark.rule("duty.points")
def test_the_cheapest_action_of_a_train_that_has_not_acted_is_never_refused() -> None:
    at = midgame().put("R1", "HLM-AMR", "HLM").put("R2", "RM-STD", "STD").points(1)
    assert at.allows("drive R1 LEDN-HLM") and at.allows("drive R2 STD-MT")
    at.do("drive R1 LEDN-HLM", "done")  # nothing is left for R2


@pytest.mark.rule("duty.points")
def test_cards_and_building_leave_what_the_trains_need() -> None:
    at = midgame().put("R1", "HLM-AMR", "HLM").put("R2", "RM-STD", "STD").hold(0, "GN").points(3)
    assert at.allows("disrupt D01")
    assert at.rule("build Y-ES") == "duty.points"
    at.points(2)
    assert at.rule("disrupt D01") == "duty.points"


@pytest.mark.rule("duty.points")
def test_a_card_that_frees_a_train_makes_it_owe_something() -> None:
    # the red disc is on A, which excuses R1; once A moves away R1 has to act, and no point is left
    at = midgame().put("R1", "LW-MP#2", "LW-MP.1").disrupt(A="LW").hold(0, "VS").points(1)
    assert at.allows("done")
    assert at.rule("disrupt " + at.card("VS")) == "duty.points"
    at.points(2)
    at.do("disrupt " + at.card("VS"))
    assert at.rule("done") == "duty.act"
