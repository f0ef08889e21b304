"""Chapters "Set-up" and "Rounds and points"."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from branchline.core.game import CHANCE
from branchline.games.koplopers.rules.state import HAND

from .positions import Position, begun, koplopers, midgame


def shuffled(players: int, seed: int) -> Position:
    game, rng = koplopers(), Random(seed)
    state = game.start(players)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    return Position(game, state)


@pytest.mark.rule("setup.chips")
@pytest.mark.parametrize("seed", range(5))
def test_every_circle_gets_a_chip_of_its_own_colour(seed: int) -> None:
    at = shuffled(4, seed)
    data, tables = at.game.board.data, at.game.tables
    regions = {chip["id"]: chip["region"] for chip in data["chips"]}
    for id, station in data["stations"].items():
        chips = at.state.waiting[tables.station_index[id]]
        here = [chip for number, chip in enumerate(tables.chips) if chips >> number & 1]
        assert len(here) == len(station["slots"])
        assert {regions[chip] for chip in here} <= {station["region"]}
    assert at.state.chips_left == 72


@pytest.mark.rule("setup.chips")
def test_no_chip_lies_at_its_destination() -> None:
    at = shuffled(2, 9)
    for station, chips in enumerate(at.state.waiting):
        assert not chips & at.game.tables.bound[station]


@pytest.mark.rule("setup.hands")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_gets_three_cards_or_five_when_two_play(players: int) -> None:
    at = shuffled(players, 1)
    assert at.state.held == [HAND[players]] * players == [5 if players == 2 else 3] * players
    assert at.state.repairs == (1 << players) - 1
    assert at.state.deck.bit_count() == 45 - players * HAND[players]


@pytest.mark.rule("setup.first")
def test_anybody_may_begin() -> None:
    firsts = Counter(shuffled(3, seed).state.first for seed in range(40))
    assert set(firsts) == {0, 1, 2}


@pytest.mark.rule("build.number")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_yards_are_numbered_by_turn_order_from_the_first_player(first: int) -> None:
    at = begun(4)
    at.state.first = at.state.active = at.state.to_move = first
    yards = [("Y-HRL", "Y-GN"), ("Y-RSD", "Y-LW"), ("Y-VL", "Y-HDR"), ("Y-NM", "Y-ES")]
    for place in range(4):
        assert at.state.to_move == (first + place) % 4
        assert [action[1] for action in at.listed("build")] == list(yards[place])
        at.do(f"build {yards[place][0]}", "done")


@pytest.mark.rule("build.first")
def test_three_points_are_kept_for_the_first_train() -> None:
    at = begun().disrupt(A="GN")
    at.do("disrupt " + at.listed("disrupt")[0][1])
    assert at.state.points == 4
    at.do("repair A")
    assert at.verbs() == {"build"}
    at.do("build Y-GN")
    assert at.state.points == 0


@pytest.mark.rule("round.black-train")
def test_the_black_train_moves_when_the_first_players_turn_begins() -> None:
    at = begun(3)
    assert at.state.round == 1
    for yard in ("Y-HRL", "Y-RSD", "Y-VL"):
        at.do(f"build {yard}", "done")
    assert at.state.round == 2 and at.state.to_move == 0


@pytest.mark.rule("points.lapse")
def test_points_that_are_not_used_lapse() -> None:
    at = midgame().put("R1", "GN-MP#2", "GN-MP.1").put("B1", "HT-UT#1", "HT-UT.1")
    at.do("drive R1 GN-MP#1")
    events = at.do("done")
    assert ("lapsed", 0, 4) in events
    assert at.state.points == 5 and at.state.to_move == 1


@pytest.mark.rule("train.board")
def test_a_new_train_takes_the_lowest_number_that_is_free() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL").put("R3", "GD-UT", "UT")
    at.points(5).state.flags[0] |= 8
    at.state.flags[2] |= 8
    at.do("build Y-ES")
    assert at.at("R2") == ("Y-ES", "Y-ES")


@pytest.mark.rule("build.empty")
def test_a_yard_of_a_disrupted_station_may_be_built_in() -> None:
    at = midgame().disrupt(A="ES")
    assert at.allows("build Y-ES")
    at.do("build Y-ES")
    assert at.rule("turn R1") == "disrupt.blocked"
