"""PettingZoo's own tests, for every game whose moves can be listed, and what they do not ask."""

from __future__ import annotations

import subprocess
import sys
import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from branchline import BranchlineError, rl

from .tables import LISTED, VARIANTS

with warnings.catch_warnings():  # its tests import its own games, which warn that they have moved
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

# a dict with a mask is what PettingZoo's own games give; its test knows those by name, and warns of others
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
KINDS = [rl.env, rl.raw_env]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(("game_id", "options"), VARIANTS, ids=str)
def test_the_api_test_of_pettingzoo_passes(kind: Any, game_id: str, options: dict[str, str]) -> None:
    api_test(kind(game_id, **options), num_cycles=120)


@pytest.mark.parametrize("game_id", LISTED)
def test_the_seed_test_of_pettingzoo_passes(game_id: str) -> None:
    seed_test(partial(rl.env, game_id), num_cycles=60)


@pytest.mark.parametrize("game_id", LISTED)
def test_the_render_test_of_pettingzoo_passes(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(rl.env, game_id), custom_tests={"ansi": lambda text: len(text.splitlines()) > 3})
    assert len(capsys.readouterr().out.splitlines()) > 3  # `human` prints


@pytest.mark.parametrize("game_id", LISTED)
def test_the_max_cycles_test_of_pettingzoo_passes(game_id: str) -> None:
    """It is made for agents who answer all at once, and answers what may not be chosen: that is refused."""
    max_cycles_test(
        SimpleNamespace(env=partial(rl.in_turn, game_id), parallel_env=partial(rl.parallel_env, game_id))
    )


@pytest.mark.parametrize("game_id", LISTED)
def test_the_parallel_api_test_of_pettingzoo_passes(game_id: str) -> None:
    parallel_api_test(rl.parallel_env(game_id, max_cycles=40), num_cycles=60)


@pytest.mark.parametrize("observation", ["state", "features"])
def test_the_random_agent_of_pettingzoos_documentation_plays(observation: str) -> None:
    """As https://pettingzoo.farama.org/content/basic_usage has it, with an action mask."""
    env = rl.env("sncf-germany", players=4, observation=observation)
    env.reset(seed=42)
    total = 0.0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            action = None
        else:
            # invalid action masking is optional and environment-dependent
            if "action_mask" in info:
                mask = info["action_mask"]
            elif isinstance(observation, dict) and "action_mask" in observation:
                mask = observation["action_mask"]
            else:
                mask = None
            action = env.action_space(agent).sample(mask)  # this is where you would insert your policy
        env.step(action)
        total += reward
    env.close()
    assert total == pytest.approx(0)


def test_a_win_is_worth_1_and_all_rewards_are_0_together() -> None:
    env = rl.raw_env("bridgetown", players=3)
    env.reset(seed=5)
    rng = np.random.default_rng(1)
    while not env.terminations[env.agent_selection]:
        env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    rewards = sorted(env.rewards.values())
    assert sum(rewards) == pytest.approx(0) and rewards[0] == pytest.approx(-0.5)


def test_an_illegal_choice_is_refused_or_loses() -> None:
    raw = rl.raw_env("sncf-france")
    raw.reset(seed=1)
    before, wrong = raw.key(), int(np.flatnonzero(raw.infos[raw.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(BranchlineError, match="cannot be chosen now"):
        raw.step(wrong)
    assert raw.key() == before
    strict = rl.env("sncf-france")
    strict.reset(seed=1)
    loser = strict.agent_selection
    strict.step(wrong)
    assert strict.rewards[loser] == -1 and all(strict.terminations.values())
    with pytest.raises(BranchlineError, match=r"is 0 to \d+, not -1"):
        raw.step(-1)


def test_who_steps_too_early_or_too_late_is_told() -> None:
    env = rl.env("sncf-france")
    with pytest.raises(BranchlineError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0]))
    for _ in env.agent_iter():
        env.step(None)
    with pytest.raises(BranchlineError, match="reset"):
        env.step(0)


def test_what_there_is_not_is_said_in_a_sentence() -> None:
    for wrong, sentence in (
        (lambda: rl.env("sncf-france", players=2), "for 3 to 6 players"),
        (lambda: rl.env("sncf-france", observation="pixels"), "one of state, features"),
        (lambda: rl.env("sncf-france", render_mode="film"), "one of human, ansi"),
        (lambda: rl.env("sncf-france", colour="red"), "no option 'colour'"),
        (lambda: rl.env("string-railway"), "cannot be listed"),
        (lambda: rl.vector("sncf-france", 0), "at least one game"),
    ):
        with pytest.raises(BranchlineError, match=sentence):
            wrong()


@pytest.mark.parametrize(
    ("missing", "module"), [("gymnasium", "rl"), ("pettingzoo", "rl"), ("pyspiel", "rl.spiel")]
)
def test_without_its_extra_it_says_what_to_install(missing: str, module: str) -> None:
    script = f"import sys; sys.modules[{missing!r}] = None; import branchline.{module}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "pip install 'branchline[" in done.stderr.splitlines()[-1]
