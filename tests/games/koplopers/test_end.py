"""Chapter "The end": rounds, the early end, scores and ties."""

from __future__ import annotations

import pytest

from branchline.core.game import OVER, winners

from .positions import Position, midgame


def last_turn(players: int = 2, **options: str) -> Position:
    """The last player's turn; nobody has to act."""
    at = midgame(players, **options)
    at.state.first = 0
    at.turn_of(players - 1)
    return at


@pytest.mark.rule("end.rounds")
@pytest.mark.parametrize(("players", "rounds"), [(2, 25), (3, 25), (4, 20)])
def test_the_round_in_which_the_black_train_arrives_is_played_to_its_end(players: int, rounds: int) -> None:
    at = midgame(players).wait("UT", "P39 P40 P41 P42 P43 P44")
    at.state.round = rounds - 1
    at.turn_of(0)
    assert at.state.round == rounds and at.state.last
    for seat in range(players):
        assert at.state.to_move == seat
        at.do("done")
    assert at.state.to_move == OVER and at.game.looks.view(at.state, None)["ended"] == "rounds"


@pytest.mark.rule("end.early")
def test_an_empty_player_and_five_chips_make_the_round_the_last() -> None:
    at = midgame(3).wait("UT", "P39 P40 P41 P42 P43").put("R1", "GN-MP#2", "GN-MP.1", "P05")
    at.put("G1", "HT-UT#1", "HT-UT.1", "P06")
    at.do("drive R1 GN-MP#1")
    assert ("last-round",) in at.do("done")  # blue has nobody aboard
    assert at.state.to_move == 1
    at.do("done")
    at.do("drive G1 HT-UT#2")
    while at.state.to_move == 2:
        at.game.apply(at.state, at.game.legal_actions(at.state)[-1])
    assert at.state.to_move == OVER and at.game.looks.view(at.state, None)["ended"] == "early"


@pytest.mark.rule("end.early")
def test_six_chips_are_too_many_and_passengers_aboard_keep_the_game_going() -> None:
    at = midgame().wait("UT", "P39 P40 P41 P42 P43 P44")
    at.do("done")
    assert not at.state.last
    at = midgame().put("R1", "GN-MP#2", "GN-MP.1", "P05").put("B1", "HT-UT#1", "HT-UT.1", "P06")
    at.do("drive R1 GN-MP#1", "done")
    assert not at.state.last


@pytest.mark.rule("score.passengers")
@pytest.mark.rule("score.ties")
def test_ties_are_broken_by_passengers_left_then_by_chips_and_else_shared() -> None:
    at = last_turn().put("R1", "GN-MP#2", "GN-MP.1", "P05").put("B1", "HT-UT#1", "HT-UT.1", "P29")
    state = at.state
    state.delivered = [300, 300]
    state.box = [0b11, 0b100]
    assert at.game.scores(state) == [(300, -125, 2), (300, -75, 1)]
    assert winners(at.game.scores(state)) == [1]
    state.load[0] = 75
    assert winners(at.game.scores(state)) == [0]
    state.box = [0b1, 0b100]
    assert winners(at.game.scores(state)) == [0, 1]
    state.delivered = [325, 300]
    assert winners(at.game.scores(state)) == [0]


@pytest.mark.rule("score.advanced")
def test_passengers_left_aboard_are_subtracted_in_the_advanced_game() -> None:
    at = last_turn(variant="advanced").put("R1", "GN-MP#2", "GN-MP.1", "P05")
    assert at.game.scores(at.state) == [(-125, -125, 0), (0, 0, 0)]
