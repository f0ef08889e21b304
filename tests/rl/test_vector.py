"""Many games in one call are the same games as one by one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from branchline import OVER, BranchlineError, rl

from .tables import LISTED


@pytest.mark.parametrize("game_id", LISTED)
def test_many_games_are_the_same_as_one_by_one(game_id: str) -> None:
    games, rng = rl.vector(game_id, 3), Random(5)
    seen = games.reset(seed=2)
    alone = [play.copy() for play in games.plays]
    for _ in range(150):
        choices = [rng.choice(np.flatnonzero(row).tolist()) if row.any() else 0 for row in seen.action_mask]
        seen = games.step(choices)
        for number, (play, choice) in enumerate(zip(alone, choices, strict=True)):
            if play.over:
                play.begin()
            else:
                play.choose(choice)
            mover = play.state.to_move
            assert seen.to_move[number] == mover and seen.over[number] == (mover == OVER)
            assert seen.reward[number].tolist() == pytest.approx(play.rewards())
            if mover != OVER:
                assert np.array_equal(seen.observation[number], play.observe(mover))
                assert np.array_equal(seen.action_mask[number], play.mask(mover))
    assert (games.keys() == [play.key() for play in alone]).all()


def test_the_same_seed_is_the_same_games_and_another_is_not() -> None:
    one, two = rl.vector("sncf-france", 4), rl.vector("sncf-france", 4, observes=False)
    one.reset(seed=1)
    two.reset(seed=1)
    assert (one.keys() == two.keys()).all() and len(set(one.keys().tolist())) == 4
    assert two.reset(seed=2).observation.shape == (4, 0)
    assert (one.keys() != two.keys()).any()


def test_games_end_and_begin_again() -> None:
    games, rng, ended = rl.vector("bridgetown", 2, players=2, observes=False), Random(1), 0
    seen = games.reset(seed=3)
    for _ in range(400):
        ended += int(seen.over.sum())
        assert np.allclose(seen.reward.sum(axis=1), 0)
        choices = [rng.choice(np.flatnonzero(row).tolist()) if row.any() else 0 for row in seen.action_mask]
        seen = games.step(choices)
    assert ended > 2


def test_a_wrong_choice_names_its_game_and_changes_none() -> None:
    games = rl.vector("sncf-france", 3, observes=False)
    seen = games.reset(seed=1)
    choices, before = seen.action_mask.argmax(axis=1), games.keys()
    choices[1] = int(np.flatnonzero(seen.action_mask[1] == 0)[0])
    with pytest.raises(BranchlineError, match=r"game 1: .* cannot be chosen now"):
        games.step(choices)
    with pytest.raises(BranchlineError, match="3 games, and 2 choices"):
        games.step(choices[:2])
    assert (games.keys() == before).all()
