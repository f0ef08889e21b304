"""Who has lost still plays on as well as they can: of turns that end a lost game, that with most points."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from branchline.bots.compiling import prepare
from branchline.bots.levels import budget
from branchline.bots.search import search
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.games import load
from branchline.games.bridgetown.rules.state import ALL_BRIDGES
from branchline.review.weigh import after


def last_turn(game: AnyGame, players: int, seed: int) -> Any:
    """The position before the turn that ends a game between greedy players."""
    state, rng = game.start(players), Random(f"lost/{seed}")
    before, mover = state, CHANCE
    while state.to_move != OVER:
        if state.to_move not in (mover, CHANCE):
            before = state.copy()
        mover = state.to_move
        chance = state.to_move == CHANCE
        game.apply(state, game.draw(state, rng) if chance else game.mind.advise(state, rng))
    return before


def hopeless(game_id: str, state: Any) -> None:
    """Another seat is far ahead."""
    other = (state.to_move + 1) % state.players
    if game_id == "bridgetown":
        state.held[other] = ALL_BRIDGES
    elif game_id == "koplopers":
        state.delivered[other] += 5000
    else:
        state.score[other] += 100


@pytest.mark.parametrize(
    ("game_id", "seeds"),
    [("bridgetown", range(6)), ("koplopers", range(7, 12)), ("string-railway", range(1))],
)
def test_who_has_lost_still_takes_what_is_left(game_id: str, seeds: range) -> None:
    game, chosen_well = load(game_id), 0
    prepare(game)
    for seed in seeds:
        state = last_turn(game, 3, seed)
        hopeless(game_id, state)
        masked, seat = game.mask(state, state.to_move), state.to_move

        def points(plan: Any, state: Any = state, seat: int = seat) -> int:
            return int(game.scores(after(game, state, plan))[seat][-1 if game_id == "bridgetown" else 0])

        ends = [
            points(plan)
            for plan in game.mind.considered(masked.copy(), Random(0), 16)
            if after(game, state, plan).to_move == OVER
        ]
        for level in ("strong", "expert") if game_id != "string-railway" else ("strong",):
            plan = search(game, masked.copy(), Random(0), budget(level, game_id))
            if after(game, state, plan).to_move == OVER:
                assert points(plan) >= max(ends), (seed, level, plan)
                chosen_well += len(set(ends)) > 1
    assert chosen_well, "no position had anything to choose"
