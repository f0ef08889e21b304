"""Chapter "Set-up": cubes, suburbs, the deal and the Locomotive."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE
from branchline.games.sncf.rules.state import COLOURS, DEAL, LOCOMOTIVE, SncfState

from .positions import Position, france, france_game, germany, germany_game

DEALS = [(3, 10), (4, 8), (5, 6), (6, 5)]


def dealing(players: int) -> Position:
    """France with its suburbs drawn and the deal about to begin."""
    at = Position(france_game(), france_game().start(players))
    at.do(*(f"suburb {c} {s}" for c, s in zip(COLOURS, ("d8", "d9", "e8", "e10", "f8", "f9"), strict=True)))
    return at


@pytest.mark.parametrize("players", [2, 7])
def test_the_game_is_for_three_to_six_players(players: int) -> None:
    with pytest.raises(BranchlineError, match=r"3 to 6 players"):
        france_game().start(players)


@pytest.mark.rule("setup.suburbs")
def test_each_railroad_gets_one_of_the_six_suburbs_at_random_before_the_deal() -> None:
    game = france_game()
    state = game.start(3)
    left = {"d8", "d9", "e8", "e10", "f8", "f9"}
    for colour, suburb in zip(COLOURS, ("e10", "d8", "f9", "f8", "e8", "d9"), strict=True):
        assert state.to_move == CHANCE
        assert game.chance(state) == [(("suburb", colour, s), 1) for s in game.tables.ids if s in left]
        game.apply(state, ("suburb", colour, suburb))
        left.remove(suburb)
    assert state.phase == DEAL
    assert [game.tables.ids[track.bit_length() - 1] for track in state.track] == [
        "e10", "d8", "f9", "f8", "e8", "d9",
    ]  # fmt: skip


@pytest.mark.rule("setup.suburbs")
def test_a_suburb_is_worth_nothing_and_its_cube_is_not_out_of_the_bag() -> None:
    at = dealing(3)
    assert at.state.value == [0] * 6
    assert at.state.box == [31] * 6


@pytest.mark.rule("setup.deal")
@pytest.mark.parametrize(("players", "cubes"), DEALS)
def test_everyone_is_dealt_as_many_cubes_as_the_table_says(players: int, cubes: int) -> None:
    for at in (france(players), germany(players)):
        assert at.state.shares == [cubes] * players
        assert [sum(at.hand(seat)) for seat in range(players)] == [cubes] * players


@pytest.mark.rule("setup.deal")
def test_the_deal_draws_from_the_bag_of_186_and_each_cube_is_as_likely_as_any_other() -> None:
    at = dealing(3)
    assert sum(weight for _, weight in at.game.chance(at.state)) == 186
    at.do("deal 0 red", "deal 0 red", "deal 0 blue")
    assert [weight for _, weight in at.game.chance(at.state)] == [29, 30, 31, 31, 31, 31]


@pytest.mark.rule("setup.deal")
def test_a_draw_can_run_out_of_a_colour_in_the_bag() -> None:
    at = dealing(3)
    at.state.box[0] = 0
    drawn = {at.game.draw(at.state, Random(number))[2] for number in range(200)}
    assert drawn == set(COLOURS[1:])


@pytest.mark.rule("setup.boxes")
@pytest.mark.parametrize(("players", "cubes"), DEALS)
def test_all_cubes_that_are_not_dealt_lie_in_their_boxes(players: int, cubes: int) -> None:
    for at, each in ((france(players), 31), (germany(players), 32)):
        assert sum(at.state.box) == 6 * each - players * cubes
        for railroad in range(6):
            held = sum(at.state.hands[railroad::6])
            assert at.state.box[railroad] + held == each


@pytest.mark.rule("setup.germany")
def test_germany_begins_with_an_empty_map_and_192_cubes_in_the_bag() -> None:
    game = germany_game()
    state = game.start(4)
    assert state.phase == DEAL
    assert state.track == [0] * 6
    assert state.value == [0] * 6
    assert sum(weight for _, weight in game.chance(state)) == 192


@pytest.mark.rule("setup.locomotive")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_locomotive_is_drawn_and_its_player_begins(players: int) -> None:
    at = dealing(players)
    rng = Random(players)
    while at.state.phase != LOCOMOTIVE:
        at.game.apply(at.state, at.game.draw(at.state, rng))
    assert at.game.chance(at.state) == [(("locomotive", seat), 1) for seat in range(players)]
    assert at.do("locomotive 2") == [("locomotive", 2)]
    assert (at.state.first, at.state.to_move) == (2, 2)


def test_the_first_player_is_any_of_them_equally_often() -> None:
    at = dealing(3)
    at.state.phase = LOCOMOTIVE
    rng = Random(1)
    found = Counter(at.game.draw(at.state, rng)[1] for _ in range(3000))
    assert set(found) == {0, 1, 2}
    assert min(found.values()) > 850


def test_a_copy_of_a_state_is_equal_and_shares_no_list() -> None:
    state = france().state
    other = state.copy()
    assert other == state
    for name in SncfState.__dataclass_fields__:
        value = getattr(state, name)
        assert not isinstance(value, list) or value is not getattr(other, name)
