"""Chapter "Coordinators"."""

from __future__ import annotations

import pytest

from .positions import begun, game, racing


@pytest.mark.rule("place.turn")
def test_everyone_places_one_coordinator_at_a_time_clockwise_from_the_first_player() -> None:
    at = begun(3, first=1)
    order = []
    for mode in ("taxi", "taxi", "taxi", "bus", "bus", "bus", "car", "car", "car"):
        order.append(at.state.to_move)
        at.do(f"place {mode}")
    assert order == [1, 2, 0] * 3
    assert (at.state.turn, at.state.to_move) == (1, 1)


@pytest.mark.rule("place.turn")
def test_who_has_no_coordinator_left_is_skipped() -> None:
    at = begun(2)
    at.do("place double", "place taxi", "place bus", "place car", "place car")
    assert at.state.to_move == 1  # seat 0 has placed three, seat 1 two
    at.do("place walk")
    assert at.state.turn == 1


@pytest.mark.rule("place.once")
def test_figure_2_players_share_a_mode_but_nobody_has_two_coordinators_on_it() -> None:
    at = begun(3)
    at.do("place taxi", "place taxi", "place taxi")
    refusal = at.refused("place taxi")
    assert refusal.rule == "place.once"
    assert "Taxi" in str(refusal)
    assert at.game.looks.view(at.state, 0)["wheel"][6]["coordinators"] == [0, 1, 2]


@pytest.mark.rule("place.once")
def test_a_special_of_ones_own_is_not_called_somebody_elses() -> None:
    at = begun(2)
    at.do("place swap")
    assert at.refused("place swap").rule == "place.once"


@pytest.mark.rule("place.taken")
def test_only_the_first_to_place_on_a_special_may_use_it() -> None:
    at = begun(2)
    at.do("place swap", "place taxi")
    refusal = at.refused("place swap")
    assert refusal.rule == "place.taken"
    assert str(refusal).startswith("Seat 1 has taken Swap")
    assert at.allows("place double")


@pytest.mark.rule("place.then-mode")
def test_after_a_special_a_mode_must_follow_at_once() -> None:
    at = begun(2)
    at.do("place first")
    assert at.state.to_move == 0
    assert at.refused("place double").rule == "place.then-mode"
    at.do("place taxi")
    assert at.state.to_move == 1


@pytest.mark.rule("place.then-mode")
def test_the_last_coordinator_may_go_to_a_special_alone() -> None:
    at = begun(2)
    at.do("place first", "place taxi", "place bus", "place swap")
    assert at.state.to_move == 1
    assert at.state.specials[0].bit_count() == 2
    assert at.state.modes[0].bit_count() == 1
    at.do("place car", "place double")
    assert at.state.turn == 1


@pytest.mark.rule("place.phase")
def test_nothing_but_placing_is_done_before_the_race() -> None:
    at = begun(2)
    for text in ("ride taxi burn_405", "double", "swap fremont broadway", "first", "sit", "stay streetcar"):
        assert at.refused(text).rule == "place.phase"
    assert "'walk moto' belongs to the race" in str(at.refused("walk moto pearl"))


@pytest.mark.rule("place.final")
def test_placed_coordinators_stay() -> None:
    at = racing("taxi bus car", "taxi bus car")
    refusal = at.refused("place walk")
    assert refusal.rule == "place.final"
    assert "round 1" in str(refusal)


@pytest.mark.rule("place.open")
def test_everything_lies_open() -> None:
    at = racing("taxi bus first", "taxi bus car")
    for seat in (None, 0, 1):
        assert at.game.mask(at.state, seat) == at.state
    views = [at.game.looks.view(at.state, seat) for seat in (0, 1)]
    for view in views:
        for key in ("seat", "wheel", "rides"):  # who looks, and how far that seat would go
            del view[key]
    assert views[0] == views[1]
    assert views[0]["bag"]["blue"] == 4


def test_malformed_actions_are_refused_with_a_sentence() -> None:
    at = begun(2)
    assert "its verbs are place" in at.malformed(("fly", "taxi"))
    assert "its verbs are place" in at.malformed(())
    assert "should be 'place MODE-OR-SPECIAL'" in at.malformed(("place",))
    assert "should be 'swap BRIDGE BRIDGE'" in at.malformed(("swap", "fremont"))
    assert "'rocket' is not known on portland-1" in at.malformed(("place", "rocket"))
    assert "all of it ids" in at.malformed(("place", 7))
    assert "all of it ids" in at.malformed(("ride", "taxi", ((1, 2),)))
    assert "should be 'ride MODE" in at.malformed(("ride", "taxi"))
    assert "should be 'ride MODE" in at.malformed(("ride", "taxi", "exchange", "fremont"))
    assert "should be 'ride MODE" in at.malformed(("ride", "taxi", "pearl", "exchange"))
    assert "'fremond' is not known" in at.malformed(("ride", "taxi", "fremond"))
    assert "its verbs are" in at.malformed(("begin", 0))
    assert game().name == "Bridgetown Races"
