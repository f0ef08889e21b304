"""What the search asks of Koplopers & Dwarsliggers: whole turns as plans, outlooks and playouts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from branchline.core.game import CHANCE, OVER
from branchline.games import load
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.state import PLAY, UNITS
from branchline.testing.minds import check_outlook, check_plans


@pytest.fixture(scope="module")
def game() -> Koplopers:
    return load("koplopers")


def begun(game: Koplopers, players: int, rng: Random, turns: int, **options: str) -> Any:
    """A game after so many turns of greedy players."""
    state = game.start(players, **options)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    game.mind.playout(state, rng, turns)
    return state


@pytest.mark.parametrize("options", [{}, {"variant": "advanced"}, {"yard": "free"}], ids=str)
def test_a_plan_is_a_whole_turn(game: Koplopers, options: dict[str, str]) -> None:
    for players in game.seats:
        rng = Random(f"plans/{players}")
        for turns in (0, 1, 9, 21, 40):
            state = begun(game, players, rng, turns, **options)
            seat = state.to_move
            check_plans(game, state, rng, 8)
            for plan in game.mind.plans(state, rng, 8):
                after = state.copy()
                for action in plan:
                    game.apply(after, action)
                assert plan[-1] == ("done",)
                assert after.to_move != seat


def test_a_plan_goes_on_from_the_middle_of_a_turn(game: Koplopers) -> None:
    """Random steps lead to odd positions; from each of them there is a way to end the turn."""
    rng = Random("odd")
    state = begun(game, 3, rng, 6)
    for _ in range(60):
        if state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
            continue
        check_plans(game, state, rng, 2)
        game.apply(state, game.random_action(state, rng))


def test_cards_are_among_the_plans(game: Koplopers) -> None:
    rng = Random("cards")
    state = begun(game, 3, rng, 12)
    verbs = {action[0] for plan in game.mind.plans(state, rng, 40) for action in plan}
    assert {"disrupt", "drive", "done"} <= verbs


def test_who_has_delivered_more_looks_better(game: Koplopers) -> None:
    rng = Random("ahead")
    state = begun(game, 3, rng, 30)
    before = game.mind.outlook(state)
    state.delivered[1] += 300
    assert game.mind.outlook(state)[1] > before[1]
    assert game.mind.outlook(state)[0] < before[0]


def test_a_blocked_train_looks_worse(game: Koplopers) -> None:
    rng = Random("blocked")
    state = begun(game, 2, rng, 12)
    seat = state.to_move
    before = game.mind.outlook(state)[seat]
    station = game.tables.touch[state.at[seat * UNITS]].bit_length() - 1
    state.letters[0], state.disrupted = station, state.disrupted | 1 << station
    assert game.mind.outlook(state)[seat] < before


def test_a_playout_counts_turns(game: Koplopers) -> None:
    rng = Random("turns")
    state = begun(game, 3, rng, 7)
    place = state.round, state.active
    world = state.copy()
    game.mind.playout(world, rng, 3)
    assert (world.round, world.active) == (place[0] + 1, place[1])
    assert world.phase == PLAY
    world = state.copy()
    assert set(game.mind.playout(world, rng, 1000)) <= {0.0, 1 / 3, 0.5, 1.0}
    assert world.to_move == OVER
    check_outlook(game, world)
