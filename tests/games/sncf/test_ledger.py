"""What an action brings, before it is done: nothing that changes a hand's points is left out."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.game import CHANCE, OVER
from branchline.games import load

from .positions import france


def foreseen(at_limit: int, action: tuple[str, str, str, int]) -> list[tuple[int, str]]:
    """The ledger of a trade in a game of four (the limit is 15) where Red is worth 5 and Blue nothing."""
    at = france(players=4).hold(0, red=3, blue=at_limit - 3)
    at.state.value[0] = 5
    game = at.game
    return game.looks.foresee(game.mask(at.state, 0), [action]).ledger


def test_a_trade_says_what_is_given_up_what_is_got_and_how_many_shares_there_are_then() -> None:
    assert foreseen(8, ("trade", "red", "blue", 2)) == [
        (-5, "1 Red less, worth 5 now; 2 kept"),
        (0, "2 Blue more, worth 0 each now; 7 held"),
        (0, "9 shares then; each over 15 costs 20"),
    ]
    assert foreseen(8, ("trade", "blue", "red", 2))[1] == (
        10,
        "2 Red more, worth 5 each now; 5 held",
    )


def test_a_trade_says_what_the_limit_costs() -> None:
    assert foreseen(15, ("trade", "blue", "red", 2))[2] == (
        -20,
        "16 shares then, 1 over the limit of 15",
    )
    assert foreseen(17, ("trade", "blue", "red", 2))[2] == (
        -20,
        "18 shares then, 3 over the limit of 15",
    )
    assert foreseen(17, ("trade", "blue", "red", 1))[2] == (
        0,
        "17 shares as before; each over 15 costs 20",
    )


@pytest.mark.parametrize("game_id", ["sncf-france", "sncf-germany"])
def test_the_ledger_adds_up_to_what_the_hand_gains(game_id: str) -> None:
    game, rng = load(game_id), Random(15)
    state, trades = game.start(3), 0
    while state.to_move != OVER and trades < 60:
        seat = state.to_move
        if seat == CHANCE:
            game.apply(state, game.draw(state, rng))
            continue
        action = rng.choice(game.legal_actions(state))
        before = game.looks.view(game.mask(state, seat), seat)["seats"][seat]["points"]
        ledger = game.looks.foresee(game.mask(state, seat), [action]).ledger
        game.apply(state, action)
        after = game.looks.view(game.mask(state, seat), seat)["seats"][seat]["points"]
        assert sum(points for points, _ in ledger) == after - before, action
        trades += action[0] == "trade"
    assert trades
