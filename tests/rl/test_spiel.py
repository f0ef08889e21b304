"""OpenSpiel's own test of a game, and what it does not ask."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

import branchline.rl.spiel  # noqa: F401 - registers
from branchline import BranchlineError

from .tables import LISTED

NAMES = [f"branchline_{game_id.replace('-', '_')}" for game_id in LISTED]


def position(game: Any, rng: Random, steps: int) -> Any:
    """Somewhere in a random game, where a seat decides."""
    state = game.new_initial_state()
    while steps > 0 or state.is_chance_node():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        state.apply_action(rng.choice(state.legal_actions()))
        steps -= 1
    return state


@pytest.mark.parametrize("name", NAMES)
def test_the_random_simulation_test_of_openspiel_passes(name: str) -> None:
    """Clones, undo by replay, serialisation, masks and returns, at every step of a game."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_goes_on_identically_and_actions_are_told(name: str) -> None:
    state = position(pyspiel.load_game(name), Random(1), 20)
    twin, rng = state.clone(), Random(2)
    for _ in range(30):
        if state.is_terminal():
            break
        legal = state.legal_actions() if not state.is_chance_node() else [state.chance_outcomes()[0][0]]
        action = rng.choice(legal)
        assert state.action_to_string(action) == twin.action_to_string(action)
        state.apply_action(action)
        twin.apply_action(action)
        assert str(twin) == str(state)


def test_an_observer_is_told_what_its_seat_knows() -> None:
    game = pyspiel.load_game("branchline_sncf_france(players=4)")
    state, observer = position(game, Random(3), 30), game.make_py_observer()
    other = state.clone()
    rules = state.play.game
    other.play.state = rules.guess(rules.mask(state.play.state, 2), 2, Random(1))
    assert other.play.state != state.play.state
    seen = []
    for each in (state, other):
        observer.set_from(each, 2)
        seen.append((observer.tensor.copy(), observer.string_from(each, 2)))
    assert np.array_equal(seen[0][0], seen[1][0]) and seen[0][1] == seen[1][1]


def test_a_number_of_players_that_a_game_is_not_for_is_refused() -> None:
    with pytest.raises(BranchlineError, match="for 2 to 4 players, not for 9"):
        pyspiel.load_game("branchline_bridgetown(players=9)")
