"""Chapters "Transfers" and "Offers"."""

from __future__ import annotations

import pytest

from .positions import Position, midgame


def meeting(chips: str = "P45", other: str = "P46") -> Position:
    return midgame(3).put("R1", "ZL-DV", "ZL", chips).put("B1", "MP-ZL", "ZL", other)


@pytest.mark.rule("offer.answer")
def test_the_other_player_decides_in_the_middle_of_the_turn() -> None:
    at = meeting()
    at.do("negotiate R1 B1", "give P45", "ask P46")
    events = at.do("offer")
    assert events == [("offered", 0, "R1", "B1", ["P45"], ["P46"])]
    assert at.state.to_move == 1 and at.verbs() == {"accept", "decline"}
    at.do("accept")
    assert at.aboard("R1") == {"P46"} and at.aboard("B1") == {"P45"}
    assert at.state.to_move == 0


@pytest.mark.rule("offer.answer")
def test_a_declined_offer_changes_nothing() -> None:
    at = meeting()
    before = at.state.copy()
    at.do("negotiate R1 B1", "give P45", "offer", "decline")
    before.offers = 1
    assert at.state == before
    assert at.allows("drive R1 ZL-AML#1")


@pytest.mark.rule("offer.partner")
def test_an_accepted_offer_is_an_action_of_both_trains() -> None:
    at = meeting().wait("ZL", "P10")
    at.do("negotiate R1 B1", "give P45", "offer", "accept")
    assert at.rule("drive R1 ZL-AML#1") == "free.last"
    assert at.rule("done") == "stop.board"
    at.do("board R1 P10", "done")
    at.wait("ZL", "P11")
    assert at.rule("stop B1") == "free.again"
    assert at.rule("done") == "duty.act"  # the exchange was not its duty
    at.do("drive B1 ZL-AMF#1")


@pytest.mark.rule("offer.partner")
def test_the_other_train_may_be_blocked_and_resting() -> None:
    at = meeting().disrupt(A="MP")
    at.state.freed[3] = at.game.tables.station_index["ZL"]
    assert at.allows("negotiate R1 B1")


@pytest.mark.rule("offer.arrived")
def test_passengers_who_come_aboard_at_their_destination_alight_at_once() -> None:
    at = meeting(other="P44")
    at.do("negotiate R1 B1", "ask P44", "offer", "accept")
    assert at.state.delivered == [125, 0, 0] and at.aboard("R1") == {"P45"}


@pytest.mark.rule("offer.other")
def test_those_who_have_arrived_alight_before_an_offer_is_made() -> None:
    at = meeting(chips="P44 P45")
    at.do("negotiate R1 B1")
    assert at.state.delivered[0] == 125
    assert {action[1] for action in at.listed("give")} == {"P45"}


@pytest.mark.rule("transfer.room")
def test_full_trains_can_swap_what_fits_and_nothing_else() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P42 P08").put("R2", "ASD-UT", "UT", "P04 P39")  # 500, 450
    at.do("transfer R1 R2")
    assert {action[1] for action in at.listed("shift")} == {"P42", "P08", "P04", "P39"}
    at.do("shift P39")
    assert not at.allows("settle")  # 700 on the first train
    at.do("shift P42", "settle")
    assert (at.load("R1"), at.load("R2")) == (450, 500)


@pytest.mark.rule("transfer.nobody")
def test_trains_that_are_too_full_for_any_exchange_cannot_begin_one() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P42").put("R2", "ASD-UT", "UT")
    assert at.allows("transfer R1 R2")
    at = midgame().put("R1", "GD-UT", "UT", units=2).put("R2", "ASD-UT", "UT")
    assert at.rule("transfer R1 R2") == "transfer.nobody"


@pytest.mark.rule("transfer.once")
def test_a_transfer_is_an_action_of_both_trains() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P44").put("R2", "ASD-UT", "UT")
    at.do("transfer R1 R2", "shift P44", "settle", "done")
    assert at.state.freed[:2] == [at.game.tables.station_index["UT"]] * 2


@pytest.mark.rule("transfer.leave")
def test_an_exchange_that_was_opened_can_be_left_and_opened_again() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P45").put("R2", "ASD-UT", "UT")
    before = at.state.copy()
    at.do("transfer R1 R2", "shift P45")
    assert at.do("leave") == [("left", "R1", "R2")]
    before.left = 1
    assert at.state == before
    at.do("transfer R1 R2", "shift P45", "settle")
    assert at.aboard("R2") == {"P45"}


@pytest.mark.rule("transfer.leave")
def test_a_bargain_that_is_left_is_no_offer() -> None:
    at = meeting()
    before = at.state.copy()
    at.do("negotiate R1 B1", "give P45", "leave")
    before.left = 1
    assert at.state == before and at.allows("drive R1 ZL-AML#1")
    at.do("negotiate R1 B1")
    assert "'leave' it" in str(at.refused("done"))


@pytest.mark.rule("transfer.leave")
def test_whoever_has_alighted_stays_so_when_an_exchange_is_left() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P44 P45").put("R2", "ZL-DV", "ZL")
    at.do("transfer R1 R2", "leave")
    assert at.state.delivered[0] == 125 and at.aboard("R1") == {"P45"}
    assert at.rule("drive R1 ZL-AML#1") == "free.last"
    assert at.allows("drive R2 ZL-AML#1")


@pytest.mark.rule("transfer.leave")
def test_exchanges_are_left_three_times_a_turn_and_a_duty_is_not_left_so() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P45").put("R2", "ASD-UT", "UT").disrupt(A="GD", B="ASD")
    for _ in range(3):
        assert at.rule("done") == "duty.act"
        at.do("transfer R1 R2", "leave")
    assert at.rule("done") == "duty.act"  # both are blocked: the exchange is all that they can do
    at.do("transfer R1 R2")
    assert "3 exchanges this turn" in str(at.refused("leave"))
    at.do("shift P45", "settle", "done")


@pytest.mark.rule("transfer.leave")
def test_a_train_that_was_uncoupled_is_divided_in_any_case() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P45", units=2)
    at.do("uncouple R1 ZL-DV")
    assert not at.allows("leave")
    assert "has been uncoupled" in str(at.refused("leave"))
    assert "leave" not in str(at.refused("done"))
    at.do("settle")


@pytest.mark.rule("transfer.once")
def test_a_train_is_called_out_when_its_exchange_is_settled() -> None:
    at = midgame().put("R1", "GD-UT", "UT", "P45").put("R2", "ASD-UT", "UT")
    assert at.do("transfer R1 R2") == []
    events = at.do("shift P45", "settle")
    assert [event[0] for event in events] == ["calls", "calls", "changed"]
