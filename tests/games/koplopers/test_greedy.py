"""The greedy player: quick, and with many passengers; `tests/bots` proves that it beats chance."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

import pytest

from branchline.core.game import CHANCE, OVER
from branchline.games.koplopers.rules.state import KoplopersState

from .positions import koplopers, midgame

WANTED = {2: 2600, 3: 2270, 4: 1620}  # passengers a player, when all have a plan


def play(players: int, seed: str, greedy: range | set[int], **options: str) -> tuple[KoplopersState, float]:
    """A game in which these seats have a plan; the final state and the seconds that a decision took."""
    game, rng = koplopers(), Random(seed)
    state = game.start(players, **options)
    decisions, seconds = 1, 0.0
    while state.to_move != OVER:
        seat = state.to_move
        if seat == CHANCE:
            action = game.draw(state, rng)
        elif seat in greedy:
            begin = perf_counter()
            action = game.mind.advise(game.mask(state, seat), rng)
            seconds += perf_counter() - begin
            decisions += 1
        else:
            action = rng.choice(game.legal_actions(state))
        game.apply(state, action)
    return state, seconds / decisions


@pytest.mark.prove("greedy")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_with_a_plan_deliver_many_passengers_in_no_time(players: int, count: Any) -> None:
    games = count(6, 100)
    delivered, slowest = 0, 0.0
    for number in range(games):
        state, seconds = play(players, f"delivers-{number}", range(players))
        delivered += sum(state.delivered)
        slowest = max(slowest, seconds)
    assert delivered >= WANTED[players] * players * games
    assert slowest < 0.25


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_plan_works_in_the_advanced_game_with_every_option_too(players: int) -> None:
    options = {"passing": "must", "yard": "free", "again": "no-duty", "coupled": "one-point"}
    state, _ = play(players, "advanced", range(players), variant="advanced", **options)
    assert sum(state.delivered) > 1000 * players
    state, _ = play(players, "advanced", {0}, variant="advanced")
    assert state.delivered[0] > 1000


def test_an_offer_is_accepted_when_it_helps_and_declined_when_it_does_not() -> None:
    at = midgame().put("R1", "ZL-DV", "ZL", "P10").put("B1", "MP-ZL", "ZL", "P38")
    at.do("negotiate R1 B1", "give P10", "ask P38", "offer")  # blue is on its way from Groningen
    assert at.game.mind.advise(at.state, Random(1)) in (("accept",), ("decline",))
    at = midgame().put("R1", "ZL-DV", "ZL").put("B1", "MP-ZL", "ZL", "P46")
    at.do("negotiate R1 B1", "ask P46", "offer")
    assert at.game.mind.advise(at.state, Random(1)) == ("decline",)


def test_a_train_that_is_cut_off_is_freed_by_a_card_or_a_repair() -> None:
    at = (
        midgame().put("R1", "LW-HLG", "HLG", "P05 P06").disrupt(A="LW").hold(0, "VS", "RSD", "BD", "TB", "HT")
    )
    at.state.round = 22  # too late for a second train
    assert at.game.mind.advise(at.state, Random(1))[0] == "disrupt"
    at.state.pointer = 1
    assert at.game.mind.advise(at.state, Random(1)) == ("repair", "A")


def test_value_prefers_passengers_delivered_and_near_their_goal() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P46")
    game = at.game
    start = game.mind.value(at.state, 0)
    at.do("drive R1 ZL-DV")
    near = game.mind.value(at.state, 0)
    at.do("stop R1")
    assert start < near <= game.mind.value(at.state, 0)
    assert game.mind.value(at.state, 1) < 0
