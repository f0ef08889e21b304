"""Chapters "Free actions", "Stops", "Passing" and "Coupling"."""

from __future__ import annotations

import pytest

from .positions import begun, midgame


@pytest.mark.rule("stop.call")
def test_a_stop_at_which_nobody_moves_is_called_out_when_the_turn_ends() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL")
    at.do("drive R1 ZL-DV")
    assert not at.listed("stop")
    assert ("calls", "R1", "DV") in at.do("done")
    assert at.state.freed[0] == -1  # an empty stop is no free action


@pytest.mark.rule("stop.call")
def test_a_train_on_open_track_calls_nothing() -> None:
    at = midgame().put("R1", "MP-ZL", "MP")
    at.do("drive R1 GN-MP#2")
    assert not [event for event in at.do("done") if event[0] == "calls"]


@pytest.mark.rule("stop.alight")
def test_those_who_alight_make_room_for_those_who_board() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P44 P01 P42").wait("ZL", "P10")
    assert at.load("R1") == 450
    at.do("stop R1")
    assert at.state.delivered[0] == 200 and at.state.box[0].bit_count() == 2
    at.do("board R1 P10")
    assert at.load("R1") == 375


@pytest.mark.rule("stop.board")
def test_the_owner_chooses_who_boards_until_nobody_fits() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P42").wait("UT", "P39 P44 P43")  # room 250: 200, 125, 75
    at.do("stop R1")
    assert len(at.listed("board")) == 3
    small = at.copy()
    at.do("board R1 P39")
    assert not at.listed("board")
    at.do("done")
    small.do("board R1 P43", "board R1 P44", "done")
    assert small.load("R1") == 450


@pytest.mark.rule("stop.owed")
def test_turning_in_a_yard_is_a_move_after_which_the_train_stops() -> None:
    at = midgame().put("R1", "Y-ZL", "Y-ZL").wait("ZL", "P10")
    at.do("turn R1")
    assert at.rule("done") == "stop.owed"


@pytest.mark.rule("stop.nothing")
def test_a_train_that_did_not_move_may_board_and_must_if_that_is_its_only_action() -> None:
    at = midgame().put("R1", "LW-HLG", "HLG", ready=False).disrupt(A="LW").wait("HLG", "P05")
    assert at.rule("done") == "duty.act"  # blocked, but its front is in an undisrupted station
    at.do("stop R1", "board R1 P05", "done")


@pytest.mark.rule("free.again")
def test_a_train_may_act_again_in_the_turn_after_the_next() -> None:
    at = midgame().put("R1", "GD-UT", "UT").wait("UT", "P45")
    at.do("stop R1", "board R1 P45")
    at.turn_of(0).wait("UT", "P46")
    assert at.rule("stop R1") == "free.again"
    at.do("drive R1 UT-AMF")
    at.turn_of(0)
    assert at.state.freed_before[0] == -1


@pytest.mark.rule("free.again")
def test_nobody_alights_in_a_station_where_the_train_must_rest() -> None:
    at = midgame().put("R1", "GD-UT", "UT").wait("UT", "P45")
    at.do("stop R1", "board R1 P45")
    at.turn_of(0).put("R1", "GD-UT", "UT", "P05")
    at.do("drive R1 ASD-UT ASD-HVS HVS-UT", "done")
    assert "P05" in at.aboard("R1")


@pytest.mark.rule("free.again")
def test_with_the_option_it_may_but_has_not_done_its_duty() -> None:
    at = midgame(again="no-duty").put("R1", "GD-UT", "UT").wait("UT", "P45")
    at.do("stop R1", "board R1 P45")
    at.turn_of(0).wait("UT", "P46")
    assert at.rule("done") == "duty.act"
    at.do("stop R1", "board R1 P46", "done")
    assert at.state.freed[0] == at.game.tables.station_index["UT"]


@pytest.mark.rule("board.room")
def test_a_coupled_train_holds_a_thousand() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P42 P39", units=2).wait("UT", "P04 P08")
    at.do("stop R1", "board R1 P04", "board R1 P08", "done")
    assert at.load("R1") == 950


@pytest.mark.rule("couple.once")
def test_units_are_not_coupled_and_uncoupled_in_one_turn() -> None:
    at = midgame().put("R1", "GD-UT", "UT").put("R2", "ASD-UT", "UT")
    at.do("couple R1 R2")
    assert at.rule("uncouple R1 ASD-UT") == "couple.once"


@pytest.mark.rule("couple.pool")
def test_those_who_have_arrived_alight_before_the_trains_are_coupled() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P05").put("R2", "ASD-UT", "UT", "P29 P44")
    at.do("couple R2 R1")
    assert at.state.delivered[0] == 200 and at.aboard("R2") == {"P44"}


@pytest.mark.rule("uncouple.divide")
def test_a_full_train_is_divided_before_anything_else() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P42 P39 P04 P08", units=2)  # 250, 200, 250, 250
    at.do("uncouple R1 ASD-UT")
    assert at.rule("settle") == "transfer.room"
    at.do("shift P42", "shift P04")
    assert not at.allows("shift P39")  # that would be 700 on one unit
    at.do("settle")
    assert (at.load("R1"), at.load("R2")) == (450, 500)


@pytest.mark.rule("uncouple.section")
def test_the_other_end_of_the_section_is_not_disrupted() -> None:
    at = midgame().put("R1", "GD-UT", "UT", units=2).disrupt(A="ASD")
    assert "ASD-UT" not in [action[2] for action in at.listed("uncouple")]
    assert "UT-AMF" in [action[2] for action in at.listed("uncouple")]


@pytest.mark.rule("pass.board")
def test_in_the_advanced_game_passengers_board_on_the_way() -> None:
    at = midgame(variant="advanced").put("R1", "MP-ZL", "ZL", "P46").wait("DV", "P10 P11").wait("ZP", "P12")
    at.do("drive R1 ZL-DV DV-ZP")
    assert {action[2] for action in at.listed("pick")} == {"P10", "P11", "P12"}
    at.do("pick R1 P10", "pick R1 P12")
    assert at.aboard("R1") == {"P46", "P10", "P12"}  # nobody alights in passing
    at.do("drive R1 APD-ZP")
    assert at.rule("pick R1 P11") == "pass.window"


@pytest.mark.rule("pass.window")
def test_ways_past_other_stations_are_other_ways_in_the_advanced_game() -> None:
    family = midgame().put("R1", "GD-UT", "UT")
    advanced = midgame(variant="advanced").put("R1", "GD-UT", "UT")
    detour = "drive R1 HVS-UT ASD-HVS ASD-LLS#1"
    assert advanced.allows(detour) and not family.allows(detour)


@pytest.mark.rule("pass.must")
def test_with_the_option_everybody_on_the_way_boards_while_there_is_room() -> None:
    at = midgame(variant="advanced", passing="must").put("R1", "MP-ZL", "ZL", "P42").wait("DV", "P39 P10 P12")
    at.do("drive R1 ZL-DV DV-ZP")
    assert at.verbs() == {"pick"}
    at.do("pick R1 P39")
    assert at.verbs() > {"drive"} and not at.listed("pick")  # 50 left, and nobody fits


@pytest.mark.rule("build.number")
def test_in_the_advanced_game_the_first_train_starts_anywhere() -> None:
    assert len(begun(variant="advanced").listed("build")) == 10
