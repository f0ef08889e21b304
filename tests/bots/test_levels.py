"""The levels on every game: legal plans, the same for the same seed, whatever the secrets are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.bots import BOTS, choose, named, player
from branchline.bots.levels import BUDGETS, LEVELS, budget
from branchline.bots.search import Budget, search
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.core.record import digest

# how many decisions of each game are looked at: those of String Railway take long
DECISIONS = {"string-railway": 1, "bridgetown": 2}


def few(thought: Budget) -> Budget:
    """The same way to think, cut short."""
    return replace(thought, iterations=min(thought.iterations, 16))


def decisions(game: AnyGame, seed: str, count: int) -> Iterator[Any]:
    """States in which a seat has to decide, spread over a random game."""
    rng = Random(seed)
    players = rng.choice(game.seats)
    state = game.start(players)
    states = []
    while state.to_move != OVER:
        if state.to_move != CHANCE and len(game.legal_actions(state)) > 1:
            states.append(state.copy())
        if len(states) > 40 and not game.lists_all:
            break
        game.apply(state, game.random_action(state, rng))
    yield from states[:: max(1, len(states) // count)][:count]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_level_plays_its_own_turn_and_no_further(game_id: str, level: str) -> None:
    """Every action of a plan is legal, and nobody else has a say before the last one."""
    game = load(game_id)
    for state in decisions(game, f"levels/{level}", 2):
        seat, plan = state.to_move, choose(named(level), game, state, Random(1))
        assert plan
        for action in plan:
            assert state.to_move == seat
            game.check(state, action)
            game.apply(state, action)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game_id", GAMES)
def test_no_level_does_just_anything_that_is_legal(
    game_id: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However careless somebody is: each of its decisions is one that it thought of."""
    game = load(game_id)
    states = list(decisions(game, f"anything/{level}", DECISIONS.get(game_id, 3)))

    def refuse(*_: Any) -> Any:
        raise AssertionError("any legal action")

    monkeypatch.setattr(type(game), "random_action", refuse)
    for state in states:
        choose(named(level), game, state, Random(1))
    assert budget(level, game_id).sight or game_id == "string-railway", "by what was learned"


@pytest.mark.parametrize("game_id", GAMES)
def test_secrets_change_no_choice_and_a_seed_decides_it(game_id: str) -> None:
    """Worlds that look alike to the mover get the same answer of every bot for the same seed."""
    game, rng = load(game_id), Random("secrets")
    for state in decisions(game, "secrets", DECISIONS.get(game_id, 4)):
        seat = state.to_move
        world = game.guess(game.mask(state, seat), seat, rng)
        for name in ("beginner", "casual", "greedy", "random"):
            answers = [choose(named(name), game, each, Random(name)) for each in (state, world)]
            assert answers[0] == answers[1]
        for thought in (few(budget(level, game_id)) for level in LEVELS[2:]):
            plans = [search(game, game.mask(each, seat), Random(3), thought) for each in (state, world)]
            assert plans[0] == plans[1]


def test_bots_do_not_change_what_they_are_shown() -> None:
    game = load("sncf-france")
    for state in decisions(game, "shown", 3):
        masked = game.mask(state, state.to_move)
        before = digest(masked)
        for name in BOTS:
            named(name)(game, masked, Random(1))
            assert digest(masked) == before


def test_a_plan_ends_where_chance_or_another_seat_has_a_say() -> None:
    """`player` asks again after either, even if the bot has answered with more."""
    game, asked = load("koplopers"), []

    def hasty(game: AnyGame, state: Any, rng: Random) -> tuple[Any, ...]:
        asked.append(state.to_move)
        return (game.random_action(state, rng), ("nonsense",))

    state, rng = game.start(2), Random(5)
    pick = player(game, [hasty] * 2, rng)
    decided = 0
    while decided < 30 and state.to_move != OVER:
        seat, action = state.to_move, pick(state)
        if action == ("nonsense",):  # the same seat went on, so the plan was still its own
            assert asked[-1] == seat
            pick = player(game, [hasty] * 2, rng)
            continue
        game.apply(state, action)
        if seat != CHANCE:
            decided += 1
    assert len(asked) >= decided


def test_thinking_stops_by_the_clock() -> None:
    game = load("sncf-france")
    state = next(decisions(game, "clock", 1))
    plan = search(game, game.mask(state, state.to_move), Random(1), Budget(iterations=10**9, seconds=0.05))
    assert plan


def test_every_game_has_its_budgets_and_any_other_gets_some() -> None:
    assert set(BUDGETS) <= set(GAMES)
    for level in LEVELS:
        assert isinstance(budget(level, "a game of yours"), Budget)
    assert {"beginner", "casual", "strong", "expert", "greedy", "random"} == set(BOTS)
