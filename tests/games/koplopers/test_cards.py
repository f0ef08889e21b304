"""Chapters "Disruptions", "Repair" and "Hidden cards"."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.game import CHANCE

from .positions import midgame


@pytest.mark.rule("disrupt.pointer")
def test_letters_go_round_and_move_from_where_they_are() -> None:
    at = midgame().put("R1", "EHV-HT", "HT")
    for letter, station in zip("ABCA", ("GN", "LW", "DZ", "MP"), strict=True):
        at.turn_of(0).hold(0, station)
        assert at.do("disrupt " + at.card(station)) == [("disrupted", 0, letter, station)]
    view = at.game.looks.view(at.state, 0)
    assert view["letters"] == {"A": "MP", "B": "LW", "C": "DZ"} and view["pointer"] == "B"


@pytest.mark.rule("disrupt.refill")
def test_the_hand_is_filled_up_when_the_turn_ends() -> None:
    at = midgame().put("R1", "GN-MP#2", "GN-MP.1").hold(0, "VS", "RSD", "BD", "TB", "HT")
    at.do("disrupt " + at.card("VS"), "drive R1 GN-MP#1", "done")
    assert at.state.to_move == CHANCE and at.state.held == [4, 5]
    assert len(at.game.legal_actions(at.state)) == at.state.deck.bit_count()
    card = at.game.legal_actions(at.state)[0]
    assert at.game.shown(at.state, card, 1) == ("deal", 0, "?")
    at.refill()
    assert at.state.held == [5, 5] and at.state.to_move == 1


@pytest.mark.rule("disrupt.reshuffle")
def test_the_discards_become_the_pile_when_a_card_is_needed() -> None:
    at = midgame().put("R1", "GN-MP#2", "GN-MP.1").hold(0, "VS", "RSD", "BD", "TB", "HT")
    state = at.state
    state.discard, state.deck = state.deck, 0
    at.do("disrupt " + at.card("VS"), "drive R1 GN-MP#1", "done")
    discards = state.discard
    events = at.do(" ".join(map(str, at.game.legal_actions(state)[0])))
    assert ("reshuffled",) in events
    assert state.discard == 0 and state.pile == discards
    assert state.old == [4, 5] and state.deck.bit_count() == discards.bit_count() - 1


@pytest.mark.rule("hidden.hands")
def test_a_guess_after_a_reshuffle_knows_who_must_hold_the_old_cards() -> None:
    at = midgame().put("R1", "GN-MP#2", "GN-MP.1").hold(0, "VS", "RSD", "BD", "TB", "HT")
    state = at.state
    state.discard, state.deck = state.deck, 0
    at.do("disrupt " + at.card("VS"), "drive R1 GN-MP#1", "done")
    at.refill()
    seen = at.game.mask(state, 0)
    for seed in range(5):
        world = at.game.guess(seen, 0, Random(seed))
        assert world.hands[1] == state.hands[1]  # with two players nobody else can have them


@pytest.mark.rule("hidden.hands")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_seat_sees_its_own_cards_alone(seat: int | None) -> None:
    at = midgame(3)
    seen = at.game.mask(at.state, seat)
    view = at.game.looks.view(seen, seat)
    for other in range(3):
        assert (view["seats"][other]["hand"] is not None) == (other == seat)
        assert view["seats"][other]["cards"] == 3
    assert view["pile"] == 36
    assert at.game.mask(at.game.guess(seen, seat, Random(1)), seat) == seen


@pytest.mark.rule("repair.card")
def test_everybody_has_one_repair_of_their_own() -> None:
    at = midgame().put("R1", "EHV-HT", "HT").put("B1", "GD-UT", "UT").disrupt(A="GN", B="LW")
    at.do("repair A", "drive R1 HT-TB", "done")
    assert at.allows("repair B")
    view = at.game.looks.view(at.state, 1)
    assert [seat["repair"] for seat in view["seats"]] == [False, True]


@pytest.mark.rule("disrupt.station")
def test_a_letter_is_not_played_on_the_station_where_it_is() -> None:
    at = midgame().put("R1", "EHV-HT", "HT").disrupt(A="GN").hold(0, "GN", "LW")
    assert at.state.pointer == 0
    assert [action[1] for action in at.listed("disrupt")] == [at.card("LW")]
