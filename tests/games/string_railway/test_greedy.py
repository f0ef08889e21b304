"""What the greedy bot promises: points, a turn's time, and wins; in full with `dev.py prove strings`."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from branchline.arena.selfplay import Match, play_series
from branchline.core.game import CHANCE, OVER, winners
from branchline.games.string_railway.rules.state import StringState

from .positions import GAME, HOME_AND_CENTRAL, done, played, position


def self_play(seed: object) -> tuple[StringState, float]:
    """A game of four greedy players, and how long they thought."""
    rng, state, thought = Random(f"four greedy/{seed}"), GAME.start(4), 0.0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = GAME.draw(state, rng)
        else:
            start = time.perf_counter()
            action = GAME.mind.advise(state, rng)
            thought += time.perf_counter() - start
        GAME.apply(state, action)
    return state, thought


@pytest.mark.prove("strings")
def test_four_greedy_players_score_26_on_average_in_half_a_second_a_turn(count: Any) -> None:
    games, points, thought = count(3, 100), 0, 0.0
    for seed in range(games):
        state, seconds = self_play(seed)
        points += sum(state.score)
        thought += seconds
    mean, turn = points / games / 4, thought / games / 20
    print(f"{mean:.2f} points a company, {turn:.3f} s a turn, over {games} games")
    # a short run varies by two points, and other tests may run beside it
    assert mean >= (26 if games >= 100 else 23)
    assert turn < (0.5 if games >= 100 else 1.5)


@pytest.mark.prove("strings")
def test_one_greedy_among_three_random_players_wins_four_of_five(count: Any) -> None:
    games, wins = count(4, 200), 0.0
    match = Match("string-railway", ("greedy", "random", "random", "random"), "greedy", rotate=True)
    for record in play_series(match, games, processes=1):
        best = winners([tuple(map(int, score.split(","))) for score in record.result.split()])
        if record.seats.index("bot:greedy") in best:
            wins += 1 / len(best)
    print(f"{wins:g} of {games}")
    assert wins >= (0.8 if games >= 200 else 0.5) * games


def test_the_long_string_is_held_back() -> None:
    state = position(*HOME_AND_CENTRAL)
    action = GAME.mind.advise(state, Random(1))
    assert action[:2] == ("lay", "short")
    state.short[0] = 0
    assert GAME.mind.advise(state, Random(1))[:2] == ("lay", "long")


def test_greedy_takes_the_extra_tile_and_places_everything() -> None:
    state = position(*HOME_AND_CENTRAL, drawn=("countryside",), extra="optional")
    assert GAME.mind.advise(state, Random(1)) == ("draw",)
    state.extra = 1
    done(state, GAME.mind.advise(state, Random(1)))
    assert not state.drawn


def test_greedy_gives_up_only_where_no_string_is_found() -> None:
    state = position(("home", 10_000, 40_000))
    assert GAME.mind.advise(state, Random(1)) == ("forfeit", "short")
    assert GAME.legal_actions(state) == [("forfeit", "short"), ("forfeit", "long")]


def test_the_value_is_how_far_ahead_one_is() -> None:
    state = played(3, 99)
    state.score = [20, 17, 25]
    assert GAME.mind.value(state, 2) > 0 > GAME.mind.value(state, 0) > GAME.mind.value(state, 1)
    two = played(2, 99)
    two.score = [5, 9, 5, 8]
    assert GAME.mind.value(two, 0) < GAME.mind.value(two, 1)
