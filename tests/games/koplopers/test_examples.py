"""The examples of the rulebook and the test positions that were derived from it, each by its name."""

from __future__ import annotations

import pytest

from .positions import begun, midgame


@pytest.mark.rule("turn.driven")
@pytest.mark.rule("turn.front")
def test_position_1_turning_example_ronald_turns_in_zwolle_and_is_in_meppel() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL")
    at.do("turn R1")
    assert at.at("R1") == ("MP-ZL", "MP")
    at.do("done")
    at.turn_of(0)
    violation = at.refused("turn R1")
    assert violation.rule == "turn.driven"
    assert violation.values["sections"] == ["GN-MP#2", "LW-MP#2"]
    assert at.allows("drive R1 GN-MP#2") and at.allows("drive R1 LW-MP#2")


@pytest.mark.rule("build.back")
@pytest.mark.rule("free.last")
def test_position_2_example_1_leonie_builds_in_heerlen() -> None:
    at = begun()
    at.do("build Y-HRL")
    assert at.state.points == 2
    assert at.at("R1") == ("Y-HRL", "Y-HRL")  # its back is to the station
    assert at.rule("stop R1") == "free.station"
    at.do("turn R1")
    assert at.at("R1") == ("Y-HRL", "HRL") and at.state.points == 1
    assert at.allows("drive R1 STD-HRL") and at.allows("drive R1 HRL-MT")
    assert at.rule("done") == "stop.owed"
    events = at.do("stop R1")
    assert ("calls", "R1", "HRL") in events
    while at.listed("board"):
        at.game.apply(at.state, at.listed("board")[0])
    assert at.rule("drive R1 HRL-MT") == "free.last"
    at.do("disrupt " + at.listed("disrupt")[0][1])  # the last point may go into a card
    assert at.state.points == 0
    at.do("done")


@pytest.mark.rule("couple.pool")
def test_position_3_example_2_corrie_couples_in_eindhoven() -> None:
    at = midgame().put("R1", "EHV-TB", "EHV", "P05").put("R2", "EHV-HT", "EHV", "P29 P06")
    assert at.allows("couple R2 R1") and at.allows("transfer R1 R2")
    at.do("couple R1 R2")
    assert at.at("R1") == ("EHV-TB", "EHV") and at.at("R2") == ("", "")
    assert at.aboard("R1") == {"P05", "P29", "P06"} and at.load("R1") == 325
    assert at.game.looks.view(at.state, 0)["trains"][0]["capacity"] == 1000
    assert at.rule("drive R1 EHV-HT") == "free.last"


@pytest.mark.rule("turn.open-track")
@pytest.mark.rule("duty.exempt")
def test_position_4_example_3_ronald_has_his_back_to_eindhoven() -> None:
    at = midgame().put("R1", "EHV-TB", "EHV").put("R2", "VL-EHV#2", "VL-EHV.1", ready=False)
    assert at.rule("couple R1 R2") == "free.together"
    assert at.rule("couple R2 R1") == "free.station"
    violation = at.refused("turn R2")
    assert violation.rule == "turn.open-track" and violation.values["station"] == "VL"
    at.disrupt(A="VL")
    assert not [action for action in at.listed("drive") if action[1] == "R2"]  # it cannot advance
    at.do("drive R1 EHV-HT", "done")  # and is exempt
    at.refill().turn_of(0)
    at.do("turn R2")
    assert at.at("R2") == ("VL-EHV#2", "EHV")


@pytest.mark.rule("uncouple.section")
@pytest.mark.rule("uncouple.second")
def test_position_5_example_4_seb_uncouples_in_zwolle() -> None:
    at = midgame().put("R1", "ZL-DV", "ZL", "P10 P29", units=2).put("B1", "ZL-AMF#1", "ZL", "P05")
    violation = at.refused("uncouple R1 ZL-AMF#1")
    assert violation.rule == "uncouple.section" and "MP-ZL" in violation.values["sections"]
    assert at.rule("uncouple R1 Y-ZL") == "uncouple.section"
    at.do("uncouple R1 MP-ZL")
    assert at.at("R2") == ("MP-ZL", "ZL")
    at.do("shift P29", "settle")
    assert at.aboard("R1") == {"P10"} and at.aboard("R2") == {"P29"}
    assert at.allows("negotiate R1 B1") and at.allows("negotiate R2 B1")
    at.do("negotiate R2 B1", "ask P05", "offer")
    assert at.state.to_move == 1
    at.do("accept")
    assert at.aboard("R2") == {"P29", "P05"} and at.state.to_move == 0


@pytest.mark.rule("disrupt.blocked")
@pytest.mark.rule("duty.exempt")
def test_position_6_example_5_leeuwarden_is_disrupted() -> None:
    at = midgame().disrupt(A="LW").put("R1", "GN-LW#2", "LW").put("R2", "LW-MP#2", "LW-MP.1")
    assert at.rule("turn R1") == "disrupt.blocked"
    assert at.rule("drive R1 LW-MP#1") == "disrupt.blocked"
    assert at.rule("drive R2 LW-MP#1") == "drive.disrupted"
    assert at.allows("turn R2")
    assert at.allows("done")  # neither has to act
    at.do("turn R2")
    assert at.at("R2") == ("LW-MP#2", "MP")


@pytest.mark.rule("disrupt.blocked")
@pytest.mark.rule("transfer.nobody")
def test_position_7_example_6_ronald_is_on_the_wrong_platform_in_tilburg() -> None:
    at = midgame().disrupt(A="BD").put("R1", "TB-BD", "TB", "P05", units=2).put("R2", "HT-TB", "TB", "P29")
    for action in ("drive R1 EHV-TB", "turn R1", "uncouple R1 EHV-TB"):
        assert at.rule(action) == "disrupt.blocked"
    single = midgame().disrupt(A="BD").put("R1", "TB-BD", "TB", "P05").put("R2", "HT-TB", "TB", "P29")
    assert single.rule("couple R1 R2") == "disrupt.blocked"
    at.do("transfer R1 R2", "shift P29", "settle")
    assert at.aboard("R1") == {"P05", "P29"}


@pytest.mark.rule("drive.overtake")
@pytest.mark.rule("drive.free")
@pytest.mark.rule("stop.alight")
def test_position_8_example_7_corrie_overtakes_on_the_way_to_utrecht() -> None:
    at = midgame().put("R1", "RM-EHV#2", "EHV", "P05 P44").put("B1", "HT-UT#1", "HT-UT.1").wait("UT", "P45")
    violation = at.refused("drive R1 EHV-HT HT-UT#1")
    assert violation.rule == "drive.free" and violation.values["train"] == "B1"
    at.do("drive R1 EHV-HT HT-UT#1 HT-UT#2")
    assert at.at("R1") == ("HT-UT#2", "UT") and at.state.points == 2
    assert at.rule("turn R1") == "turn.before-driving"
    at.do("stop R1")
    assert at.state.delivered[0] == 125 and at.aboard("R1") == {"P44"}
    assert at.rule("drive R1 GD-UT") == "free.last"
    at.do("board R1 P45", "done")
    assert at.aboard("R1") == {"P44", "P45"}


@pytest.mark.rule("repair.pointer")
def test_position_9_repair_example_corrie_is_rid_of_a() -> None:
    at = midgame().disrupt(A="LW").put("R1", "EHV-HT", "HT")
    at.state.pointer = 1
    at.do("repair A")
    assert at.state.letters == [-1, -1, -1] and at.state.pointer == 1
    for letter, station in zip("BCA", ("GN", "MP", "ZL"), strict=True):
        at.turn_of(0).hold(0, station)
        events = at.do("disrupt " + at.card(station))
        assert events == [("disrupted", 0, letter, station)]


@pytest.mark.rule("turn.driven")
def test_position_10_a_train_that_faces_a_terminus_may_turn_again() -> None:
    at = midgame().disrupt(A="LW").put("R1", "LW-STV#2", "LW-STV.1", ready=False)
    assert at.allows("done")
    at.do("turn R1")
    assert at.at("R1") == ("LW-STV#2", "STV")
    at.turn_of(0)
    assert at.allows("turn R1")
    assert at.rule("done") == "duty.act"


@pytest.mark.rule("drive.free")
def test_position_11_a_round_trip_ends_on_its_own_section() -> None:
    at = midgame().put("R1", "STD-HRL", "HRL", ready=False)
    at.do("drive R1 HRL-MT STD-MT STD-HRL")
    assert at.at("R1") == ("STD-HRL", "HRL") and at.state.points == 2


@pytest.mark.rule("duty.points")
@pytest.mark.rule("duty.act")
def test_position_12_a_point_is_kept_for_the_second_train() -> None:
    at = midgame().put("R1", "HLM-AMR", "HLM").put("R2", "RM-STD", "STD")
    assert at.allows("drive R1 LEDN-HLM GVC-LEDN RTD-GVC DDR-RTD")
    violation = at.refused("drive R1 LEDN-HLM GVC-LEDN RTD-GVC DDR-RTD RSD-DDR")
    assert violation.rule == "duty.points" and violation.values["trains"] == ["R2"]
    at.do("drive R1 LEDN-HLM GVC-LEDN RTD-GVC DDR-RTD")
    assert at.rule("done") == "duty.act"
    at.do("drive R2 STD-MT", "done")


@pytest.mark.rule("transfer.room")
def test_transfer_example_seb_lets_passengers_change_in_amersfoort() -> None:
    at = midgame().put("R1", "UT-AMF", "AMF", "P40 P44 P38").put("R2", "HVS-AMF", "AMF", "P42 P62 P36")
    at.do("transfer R1 R2", "shift P38", "shift P42")
    assert at.load("R1") == 400  # nothing moves before it is settled
    at.do("settle")
    assert at.aboard("R1") == {"P40", "P44", "P42"} and at.aboard("R2") == {"P38", "P62", "P36"}
    assert at.load("R1") == 500 and at.load("R2") == 425
