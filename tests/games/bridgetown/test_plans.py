"""What the search asks of Bridgetown Races: plans to the end of a move, outlooks and playouts."""

from __future__ import annotations

from random import Random

import pytest

from branchline.bots.compiling import prepare
from branchline.core.game import CHANCE, OVER
from branchline.games import load
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import PLACE, RACE
from branchline.testing.minds import check_outlook, check_plans


@pytest.fixture(scope="module")
def game() -> Bridgetown:
    found: Bridgetown = load("bridgetown")
    prepare(found)
    return found


@pytest.mark.parametrize("options", [{}, {"streetcar": "free"}, {"specials": "off"}], ids=str)
def test_plans_are_legal_to_the_end_of_the_move(game: Bridgetown, options: dict[str, str]) -> None:
    for players in game.seats:
        rng = Random(f"plans/{players}")
        state = game.start(players, **options)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
                continue
            check_plans(game, state, rng, 12)
            seat, phase = state.to_move, state.phase
            for action in rng.choice(game.mind.plans(state, rng, 40)):
                game.apply(state, action)
            # nothing is left half done: no special without its mode, none without its ride
            assert not state.owing
            assert not state.using or phase not in (PLACE, RACE) or state.to_move != seat
        check_outlook(game, state)


def test_the_plan_that_wins_at_once_comes_first(game: Bridgetown) -> None:
    rng, seen = Random("eight"), 0
    for _ in range(8):
        state = game.start(3)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
                continue
            winning = []
            if state.phase == RACE:
                for action in game.legal_actions(state):
                    after = state.copy()
                    game.apply(after, action)
                    if after.to_move == OVER and after.held[state.to_move] == 255:
                        winning.append(action)
            plan = game.mind.plans(state, rng, 1)[0]
            if winning:
                seen += 1
                assert plan[-1] in winning
            for action in plan:
                game.apply(state, action)
    assert seen


def test_a_playout_ends_with_the_round_or_the_game(game: Bridgetown) -> None:
    rng = Random("playout")
    state = game.start(3)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    world = state.copy()
    shares = game.mind.playout(world, rng, 0)
    assert world.round == 1
    assert world.to_move == CHANCE
    assert sum(shares) == pytest.approx(1)
    world = state.copy()
    assert set(game.mind.playout(world, rng, 1000)) <= {0.0, 1 / 3, 0.5, 1.0}
    assert world.to_move == OVER


def test_more_flags_look_better(game: Bridgetown) -> None:
    rng = Random("flags")
    state = game.start(2)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    state.round = 4
    even = game.mind.outlook(state)
    state.held[0], state.cards[0] = 0b111, 0b111
    ahead = game.mind.outlook(state)
    assert ahead[0] > even[0]
