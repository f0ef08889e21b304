"""Chapter "Set-up"."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE
from branchline.games.bridgetown.rules.state import BridgetownState

from .pieces import audit
from .positions import Position, begun, game, racing


@pytest.mark.parametrize("players", [1, 5])
def test_the_game_is_for_two_to_four_players(players: int) -> None:
    with pytest.raises(BranchlineError, match="2 to 4 players"):
        game().start(players)


@pytest.mark.rule("setup.bag")
@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 4), (4, 5)])
def test_the_bag_holds_three_four_or_five_flags_of_each_colour(players: int, each: int) -> None:
    state = game().start(players)
    assert state.bag[:7] == [each] * 7
    audit(game(), state)


@pytest.mark.rule("setup.blue")
def test_blue_lies_aside_and_one_of_it_on_steel() -> None:
    at = Position(game(), game().start(2))
    assert at.lying() == {**dict.fromkeys(at.game.tables.bridge_ids), "steel": "blue"}
    assert at.state.bag[at.game.tables.streetcar] == 4


@pytest.mark.rule("setup.flags")
def test_flags_are_drawn_from_the_top_of_the_river_down_without_steel() -> None:
    at = Position(game(), game().start(4))
    order = []
    for colour in ("red", "green", "yellow", "purple", "black", "orange", "white"):
        assert at.state.to_move == CHANCE
        bridge = at.game.chance(at.state)[0][0][1]
        order.append(bridge)
        at.do(f"flag {bridge} {colour}")
    assert order == ["fremont", "broadway", "burnside", "morrison", "hawthorne", "marquam", "ross_island"]
    assert "blue" not in {action[2] for action, _ in game().chance(game().start(2))}


@pytest.mark.rule("setup.flags")
def test_a_draw_is_as_likely_as_there_are_flags() -> None:
    at = Position(game(), game().start(2))
    at.do("flag fremont red")
    weights = {action[2]: weight for action, weight in at.game.chance(at.state)}
    assert weights == {"white": 3, "orange": 3, "green": 3, "red": 2, "black": 3, "purple": 3, "yellow": 3}


@pytest.mark.rule("setup.two")
def test_a_third_flag_of_one_colour_is_not_drawn_in_set_up() -> None:
    at = Position(game(), game().start(4))
    at.do("flag fremont red", "flag broadway red")
    assert "red" not in {action[2] for action, _ in at.game.chance(at.state)}
    assert "cannot" not in at.malformed(("flag", "burnside", "red"))


@pytest.mark.rule("setup.start")
def test_figure_1_all_racers_begin_at_the_arrow_into_burnside() -> None:
    at = racing("walk taxi bus", "car bike moto", "taxi bike bus")
    assert [at.at(seat) for seat in range(3)] == ["start"] * 3
    assert at.ends("walk") == {"burn_405"}


@pytest.mark.rule("setup.first")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_and_places_first(players: int) -> None:
    at = begun(players, first=1)
    assert (at.state.first, at.state.to_move) == (1, 1)
    before = Position(game(), game().start(players))
    rng = Random(4)
    while len(before.game.legal_actions(before.state)) != players:
        before.game.apply(before.state, before.game.draw(before.state, rng))
    assert before.game.chance(before.state) == [(("begin", seat), 1) for seat in range(players)]
    drawn = Counter(before.game.draw(before.state, rng)[1] for _ in range(1000))
    assert min(drawn.values()) > 700 / players


def test_a_copy_of_a_state_is_equal_and_shares_no_list() -> None:
    state = begun().state
    other = state.copy()
    assert other == state
    for name in BridgetownState.__dataclass_fields__:
        value = getattr(state, name)
        assert not isinstance(value, list) or value is not getattr(other, name)
