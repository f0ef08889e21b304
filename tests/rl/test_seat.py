"""One seat against bots: Gymnasium's checks, refusals, and games to the end; the same in words."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from branchline import CHANCE, GAMES, OVER, BranchlineError, bots, load, rl
from branchline.core.game import AnyGame

from .tables import LISTED


@pytest.mark.parametrize("game_id", LISTED)
def test_the_checks_of_gymnasium_pass(game_id: str) -> None:
    env = gymnasium.make(f"branchline/{game_id}", bots="greedy", render_mode="ansi")
    check_env(env.unwrapped)
    text = env.unwrapped.render()
    assert isinstance(text, str) and len(text.splitlines()) > 3


def test_a_level_can_be_chosen_for_each_seat_and_a_game_is_played_to_its_end() -> None:
    env = rl.seat_env("sncf-germany", players=3, seat=1, bots=["beginner", "greedy"])
    seen, info = env.reset(seed=1)
    rng, over, reward, steps = np.random.default_rng(2), False, 0.0, 0
    while not over:
        choice = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, cut, info = env.step(choice)
        assert seen in env.observation_space and not cut
        steps += 1
    assert steps > 3 and reward in (1.0, -0.5)
    assert not info["action_mask"].any()


def test_bots_of_ones_own_sit_in_the_other_seats() -> None:
    ours = [
        rl.text_env("bridgetown", players=2, bots=name).reset(seed=4)[0]
        for name in ("random", "branchline.bots.random_bot:pick")
    ]
    del bots.BOTS["branchline.bots.random_bot:pick"]
    assert ours[0] == ours[1]


@pytest.mark.parametrize("wrong", [None, "walk", 1.5])
def test_what_is_no_choice_is_refused_with_a_sentence(wrong: Any) -> None:
    for env in (rl.seat_env("bridgetown", players=2, bots="random"), rl.raw_env("bridgetown", players=2)):
        with pytest.raises(BranchlineError, match=r"call reset\(\) before the first step"):
            env.step(0)
        env.reset(seed=1)
        with pytest.raises(BranchlineError, match="a choice is a whole number from 0 to 1130, not "):
            env.step(wrong)


def test_functions_sit_in_the_other_seats() -> None:
    def first(game: AnyGame, state: Any, rng: Random) -> Any:
        return (game.legal_actions(state)[0],)

    def leave(game: AnyGame, state: Any, rng: Random) -> Any:
        raise SystemExit

    keys = {rl.seat_env("bridgetown", players=3, seat=2, bots=each).reset(seed=4)[1]["action_mask"].tobytes()
            for each in (first, [first, first])}  # fmt: skip
    assert len(keys) == 1
    assert rl.text_env("bridgetown", players=2, bots=first).reset(seed=1)[0]
    with pytest.raises(bots.Fault, match="the bot 'leave' in bridgetown fails: SystemExit"):
        rl.seat_env("bridgetown", players=2, seat=1, bots=leave).reset(seed=2)


def test_what_may_not_be_chosen_changes_nothing_and_says_why() -> None:
    env = rl.seat_env("bridgetown", players=2, bots="random")
    _, info = env.reset(seed=1)
    before, wrong = env.key(), int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, env.key()) == (-1.0, False, before)
    assert "cannot be chosen now" in info["refused"]


def test_seats_and_bots_that_there_are_not_are_refused() -> None:
    for wrong, sentence in (
        ({"seat": 3}, "0 to 2, not 3"),
        ({"bots": "god"}, "there is no bot 'god'"),
        ({"bots": ["greedy"]}, "2 other seats, and 1 bots"),
    ):
        with pytest.raises(BranchlineError, match=sentence):
            rl.seat_env("sncf-france", players=3, **wrong)


@pytest.mark.parametrize("game_id", GAMES)
def test_words_tell_a_refusal_and_nothing_is_lost(game_id: str) -> None:
    env = rl.text_env(game_id, bots="random")
    text, _ = env.reset(seed=2)
    assert text in env.observation_space and text.startswith("You are to move.")
    before = env.state.copy()
    for line in ("fly to the moon", "", "done done done", "\x00", "build red", "(" * 500):
        answer, reward, over, _, info = env.step(line)
        assert answer.startswith("Refused: ") and len(info["refused"]) > 10
        assert (reward, over) == (0.0, False)
        assert env.state == before and answer in env.observation_space


@pytest.mark.parametrize("game_id", LISTED)
def test_the_checks_of_gymnasium_pass_for_words(game_id: str) -> None:
    check_env(rl.text_env(game_id, bots="random"), skip_render_check=True)


def test_a_game_is_played_in_words_to_its_end() -> None:
    env, rng = rl.text_env("sncf-germany", players=3, bots="greedy"), Random(1)
    text, _ = env.reset(seed=5)
    over, reward = False, 0.0
    while not over:
        lines = text.split("such as:\n")[1].splitlines()
        text, reward, over, _, info = env.step(rng.choice(lines))
        assert "refused" not in info and info["actions"]
    assert text.startswith("The game is over.") and reward in (1.0, -0.5)
    assert env.step("done")[0].startswith("Refused: the game is over")


def test_the_words_of_a_seat_hold_no_secret() -> None:
    """Another world that fits what the seat has seen is told in the same words."""
    env, game = rl.text_env("sncf-france", players=4, bots="greedy"), load("sncf-france")
    env.reset(seed=8)
    before = env._position()
    world = game.guess(game.mask(env.state, 0), 0, Random(2))
    assert world != env.state
    env.state = world
    assert env._position() == before


@pytest.mark.parametrize("game_id", GAMES)
def test_sampled_moves_are_legal_and_others_are_refused(game_id: str) -> None:
    game, rng = load(game_id), Random(4)
    state: Any = game.start(game.seats[0])
    with pytest.raises(BranchlineError, match="no seat is to move"):
        rl.sample(game, state, 1, rng)
    for _ in range(4):
        while state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        assert state.to_move != OVER
        found = rl.sample(game, state, 3, rng)
        assert [rl.refusal(game, state, action) for action in found] == ["", "", ""]
        assert len(rl.refusal(game, state, ("fly",))) > 10
        game.apply(state, found[0])


@pytest.mark.parametrize("by", ["quick", "random"])
def test_playouts_give_every_seat_its_share(by: str) -> None:
    game, rng = load("sncf-germany"), Random(4)
    state = game.start(3)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    before = state.copy()
    found = rl.playouts(game, state, 5, seed=1, by=by)
    assert found.shape == (5, 3) and found.sum(axis=1) == pytest.approx(np.ones(5))
    assert state == before
    assert (found == rl.playouts(game, state, 5, seed=1, by=by)).all()
    with pytest.raises(BranchlineError, match="one of quick, random"):
        rl.playouts(game, state, 5, seed=1, by="magic")
