"""Chapter "Duty": each train acts once a turn if it can."""

from __future__ import annotations

import pytest

from branchline.games.koplopers.rules.state import ACTED

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
@pytest.mark.parametrize("section", ["LW-MP#2", "LW-MP#1"], ids=["behind it", "blocked by it"])
def test_the_last_point_may_free_a_train_that_owes_nothing_now(section: str) -> None:
    # as Léonie may in the rulebook's fifth example, by a disruption or by a repair
    for freeing in ("disrupt", "repair"):
        for left in (1, 2):
            at = midgame().put("R1", section, "LW-MP.1").disrupt(A="LW").hold(0, "VS").points(left)
            assert at.allows("done")
            at.do("repair A" if freeing == "repair" else "disrupt " + at.card("VS"))
            assert at.allows("done") if left == 1 else at.rule("done") == "duty.act"


@pytest.mark.rule("duty.points")
def test_freeing_one_train_leaves_what_another_owes_already() -> None:
    at = midgame().put("R1", "LW-HLG", "LW").put("R2", "RM-STD", "STD").disrupt(A="LW").points(1)
    violation = at.refused("repair A")
    assert violation.rule == "duty.points" and violation.values["trains"] == ["R2"]
    at.points(2).do("repair A")  # one point is left for one of the two
    at.copy().do("drive R1 LW-STV#1", "done")
    at.do("drive R2 STD-MT", "done")


@pytest.mark.rule("duty.points")
def test_a_train_boxed_in_by_own_trains_may_be_let_out_with_the_last_point() -> None:
    # R1 can only overtake R2, for two points that are not there; R2 has acted and may drive on
    at = midgame().put("R1", "GN-MP#2", "GN-MP.1").put("R2", "GN-MP#1", "GN").points(1)
    at.state.flags[1] |= ACTED
    at.do("drive R2 GN-DZ", "done")
