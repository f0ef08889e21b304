"""Chapters "Driving", "Turning round" and "Dismantling"."""

from __future__ import annotations

import pytest

from branchline.games.koplopers.rules.state import ACTED

from .positions import midgame


@pytest.mark.rule("drive.pass")
def test_nobody_alights_where_a_train_only_passes() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P46").wait("DV", "P10")
    at.do("drive R1 ZL-DV DV-ZP")
    assert at.aboard("R1") == {"P46"} and at.state.delivered[0] == 0


@pytest.mark.rule("drive.pass")
def test_waiting_in_a_station_between_two_drives_is_no_stop() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P46").put("R2", "GD-UT", "UT")
    at.do("drive R1 ZL-DV", "drive R2 UT-AMF", "drive R1 DV-ZP")
    assert at.state.points == 2 and at.aboard("R1") == {"P46"}


@pytest.mark.rule("drive.onward")
def test_a_train_leaves_its_yard_by_any_section_of_the_station() -> None:
    at = midgame().put("R1", "Y-HRL", "HRL")
    assert {action[2] for action in at.listed("drive")} == {"STD-HRL", "HRL-MT"}
    at = midgame().put("R1", "Y-HRL", "Y-HRL")
    assert not at.listed("drive")
    assert "turn round first" in str(at.refused("drive R1 STD-HRL"))


@pytest.mark.rule("drive.shortest")
def test_each_place_is_listed_once_and_by_a_shortest_way() -> None:
    at = midgame().put("R1", "GD-UT", "UT")
    ends = set()
    for action in at.listed("drive"):
        after = at.copy()
        after.do(" ".join(action))
        ends.add(after.at("R1"))
    assert len(ends) == len(at.listed("drive"))
    assert at.meant("drive R1 HVS-UT ASD-HVS ASD-LLS#1") == "drive R1 ASD-UT ASD-LLS#1"


@pytest.mark.rule("drive.overtake")
def test_a_train_on_the_way_is_passed_whichever_way_it_faces() -> None:
    for front in ("ZL", "DV"):
        at = midgame().put("R1", "MP-ZL", "ZL").put("B1", "ZL-DV", front)
        assert not at.allows("drive R1 ZL-DV")
        assert at.allows("drive R1 ZL-DV DV-ZP")


@pytest.mark.rule("drive.disrupted")
def test_a_detour_is_listed_when_the_short_way_is_disrupted() -> None:
    at = midgame().put("R1", "EHV-TB", "EHV").disrupt(A="HT")
    assert not any("EHV-HT" in action for action in at.listed("drive"))
    at = midgame().put("R1", "LEDN-UT#2", "UT")
    assert at.allows("drive R1 ASD-UT ASD-LLS#1")
    at.disrupt(A="HVS")
    assert at.rule("drive R1 HVS-UT ASD-HVS ASD-LLS#1") == "drive.disrupted"


@pytest.mark.rule("turn.front")
def test_after_turning_a_train_may_drive_on_at_once() -> None:
    at = midgame().put("R1", "LW-HLG", "HLG")
    at.do("turn R1", "drive R1 GN-LW#2 GN-LW#1")
    assert at.at("R1") == ("GN-LW#1", "GN") and at.state.points == 2


@pytest.mark.rule("dismantle.cost")
@pytest.mark.parametrize(
    ("units", "yard", "cost"), [(1, "paid", 2), (2, "paid", 3), (1, "free", 1), (2, "free", 2)]
)
def test_dismantling_costs_the_way_in_and_each_unit(units: int, yard: str, cost: int) -> None:
    at = midgame(yard=yard).put("R1", "MP-ZL", "ZL", units=units)
    at.do("dismantle R1")
    assert at.state.points == 5 - cost and at.at("R1") == ("", "")


@pytest.mark.rule("dismantle.yard")
@pytest.mark.parametrize("front", ["ZL", "Y-ZL"])
def test_a_train_in_its_yard_is_dismantled_for_a_point_a_unit(front: str) -> None:
    at = midgame().put("R1", "Y-ZL", front)
    at.do("dismantle R1")
    assert at.state.points == 4


@pytest.mark.rule("dismantle.yard")
def test_a_train_may_be_dismantled_straight_after_driving_and_does_not_stop() -> None:
    at = midgame().put("R1", "ZL-DV", "DV").put("R2", "GN-MP#2", "MP").wait("ZL", "P10")
    at.state.flags[0] |= ACTED
    events = at.do("drive R2 MP-ZL", "dismantle R2", "done")
    assert not [event for event in events if event[0] == "calls"]


@pytest.mark.rule("dismantle.reserve")
def test_a_dismantled_unit_may_be_built_again() -> None:
    at = midgame().put("R1", "Y-ZL", "ZL")
    at.do("dismantle R1", "build Y-ZL")
    assert at.at("R1") == ("Y-ZL", "Y-ZL") and at.state.points == 1


@pytest.mark.rule("coupled.one-point")
def test_a_coupled_train_drives_as_far_as_any_unless_the_letter_counts() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", units=2)
    assert max(len(action) for action in at.listed("drive")) == 7
    at = midgame(coupled="one-point").put("R1", "MP-ZL", "ZL", units=2)
    assert {len(action) for action in at.listed("drive")} == {3}
    at.do("turn R1")
    assert not at.listed("drive") and at.allows("done")
