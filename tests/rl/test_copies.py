"""A game can be copied, pickled and named by 64 bits in mid-game, and goes on identically."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest

from branchline import CHANCE, GAMES, OVER, key, load, rl
from branchline.core.action import to_text

from .tables import LISTED, VARIANTS, decisions

WAYS: list[Callable[[Any], Any]] = [
    copy.deepcopy,
    lambda table: pickle.loads(pickle.dumps(table)),
    lambda table: table.clone(),
]


def played(table: Any, rng: Random, steps: int) -> list[Any]:
    """What happens at a table for so many steps, in all that an agent could notice."""
    found = []
    for _ in range(steps):
        if not table.agents:
            break
        seen, reward, over, _, info = table.last()
        found.append((table.agent_selection, reward, over, seen["observation"].tobytes(), table.key()))
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        table.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return found


@pytest.mark.parametrize("way", WAYS, ids=["deepcopy", "pickle", "clone"])
@pytest.mark.parametrize(("game_id", "options"), VARIANTS, ids=str)
def test_a_table_goes_on_identically(
    game_id: str, options: dict[str, str], way: Callable[[Any], Any]
) -> None:
    table = rl.env(game_id, None, **options)
    table.reset(seed=9)
    played(table, Random(1), 37)
    twin = way(table)
    assert twin.key() == table.key()
    following = played(table, Random(2), 400)
    assert played(twin, Random(2), 400) == following
    twin.reset()  # and the luck of the next game is the same, too
    table.reset()
    assert twin.key() == table.key()


def test_a_seat_and_many_games_go_on_identically() -> None:
    seat = rl.seat_env("sncf-germany", bots=["casual", "greedy"])
    seat.reset(seed=2)
    for twin in (copy.deepcopy(seat), pickle.loads(pickle.dumps(seat))):
        index = int(np.flatnonzero(seat.play.mask(0))[0])
        mine, theirs = copy.deepcopy(seat), twin
        assert mine.step(index)[1:4] == theirs.step(index)[1:4]
        assert mine.key() == theirs.key()
    games = rl.vector("bridgetown", 3, players=2)
    seen = games.reset(seed=4)
    twins = games.copy()
    for _ in range(60):
        choices = seen.action_mask.argmax(axis=1)
        seen, other = games.step(choices), twins.step(choices)
        assert (games.keys() == twins.keys()).all()
        for one, two in zip(seen, other, strict=True):
            np.testing.assert_array_equal(np.asarray(one), np.asarray(two))


@pytest.mark.parametrize("game_id", GAMES)
def test_words_go_on_identically(game_id: str) -> None:
    env = rl.text_env(game_id, bots="random")
    env.reset(seed=2)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        mine = copy.deepcopy(env)
        line = to_text(rl.sample(env.game, env.state, 1, Random(1))[0])
        assert mine.step(line) == twin.step(line)
        assert mine.state == twin.state != env.state


def test_a_table_on_a_board_of_ones_own_is_sent_with_it() -> None:
    text = (files("branchline.games.bridgetown") / "boards" / "portland-1.json").read_text("utf-8")
    data = json.loads(text) | {"id": "portland-of-mine"}
    table = rl.raw_env(load("bridgetown", json.dumps(data)))
    table.reset(seed=1)
    twin = pickle.loads(pickle.dumps(table))
    assert twin.play.game.board.id == "portland-of-mine" and twin.key() == table.key()


@pytest.mark.parametrize("game_id", GAMES)
def test_equal_states_have_equal_keys_and_a_change_of_any_field_changes_them(game_id: str) -> None:
    game, rng = load(game_id), Random(3)
    state = game.start(game.seats[-1])
    for _ in range(25):
        game.apply(state, game.random_action(state, rng))
    assert key(state) == key(state.copy()) == key(pickle.loads(pickle.dumps(state)))
    assert 0 <= key(state) < 1 << 64
    seen = {key(state)}
    for field in fields(state):
        if not field.compare:
            continue
        other = state.copy()
        setattr(other, field.name, changed(getattr(other, field.name)))
        assert other != state
        seen.add(key(other))
    assert len(seen) == 1 + sum(field.compare for field in fields(state))


def changed(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value[:-1], changed(value[-1])] if value else [1]
    return (*value, 1)


def test_every_position_of_a_game_has_a_key_of_its_own() -> None:
    game = load("bridgetown")
    states = [state.copy() for state in decisions(game, 3, 5, {})]
    for one in states[::7]:
        assert sum(key(one) == key(other) for other in states) == sum(one == other for other in states)


def test_a_key_is_the_same_in_every_process() -> None:
    script = "import branchline; print(branchline.key(branchline.load('koplopers').start(3)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) == key(load("koplopers").start(3))


@pytest.mark.parametrize("game_id", LISTED)
def test_a_choice_that_is_half_made_is_part_of_the_key(game_id: str) -> None:
    play = rl.Play(game_id)
    play.begin(1)
    before = play.key()
    play.chosen = (1,)
    assert play.key() != before


def test_what_is_drawn_after_a_copy_is_the_same() -> None:
    game = load("koplopers")
    play = rl.Play(game, 2)
    play.begin(6)
    twin, state = play.copy(), play.state
    while state.to_move not in (CHANCE, OVER) and play.state is state and state.round < 4:
        index = next(iter(play.offers))
        play.choose(index)
        twin.choose(index)
        assert twin.key() == play.key()
