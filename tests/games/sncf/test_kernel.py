"""The kernel of playouts beside the plain engine: every turn legal, every position the same."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.core.action import Action
from branchline.core.game import CHANCE, OVER
from branchline.games import load
from branchline.games.sncf.mind import Mind, playout
from branchline.games.sncf.mind.kernels import playout as kernel
from branchline.games.sncf.mind.kernels.position import BOX, ENDED, HANDS, SHARES, STILL, TO_MOVE, VALUE, Ints
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import SncfState

from .quick import as_actions

OPTIONS: dict[str, list[dict[str, str]]] = {
    "sncf-france": [{}, {"end": "at-once"}, {"stall": "1"}],
    "sncf-germany": [{}, {"possible": "boxes"}, {"stall": "1"}],
}


def same(game: Sncf, state: SncfState, ints: Any, sets: list[int]) -> None:
    """All that the kernel keeps of a state is what the plain engine has."""
    found = ints.tolist()
    assert found[TO_MOVE] == state.to_move
    assert found[STILL] == state.still
    assert found[ENDED] == state.ended
    assert found[BOX : BOX + 6] == state.box
    assert found[VALUE : VALUE + 6] == state.value
    assert found[SHARES : SHARES + state.players] == state.shares
    assert found[HANDS : HANDS + 6 * state.players] == state.hands
    assert sets == [state.closed, state.once, state.startable, *state.track]


def one_turn(mind: Mind, state: SncfState, seed: int) -> tuple[list[Action], Ints, list[int]]:
    """A turn of the quick player as actions, and the position after it as numbers and as sets."""
    game, board = mind.game, mind.board
    ints, log = playout.numbers(mind, state), np.zeros((8, 4), np.int64)
    words = playout.sets(game.tables, state)
    rows = kernel.play(board.positions(1)[0], ints, words, 1, seed, np.zeros(6), log)
    actions = as_actions(mind, log[:rows])
    if log[rows - 1, 0] == kernel.LAID:
        actions.append(("done",))  # left out where the build ends by itself
    return actions, ints, [int.from_bytes(row.tobytes(), "little") for row in words]


def beside(mind: Mind, state: SncfState, rng: Random) -> None:
    """Play to the end by the kernel, turn by turn, and the same actions by the rules."""
    game = mind.game
    while state.to_move != OVER:
        actions, ints, sets = one_turn(mind, state, rng.getrandbits(60))
        for action in actions:
            if action == ("done",) and state.building < 0:
                break  # the build has ended by itself
            game.check(state, action)
            game.apply(state, action)
        same(game, state, ints, sets)


@pytest.mark.prove("kernel")
@pytest.mark.parametrize(("game_id", "options"), [(g, o) for g in OPTIONS for o in OPTIONS[g]], ids=str)
def test_the_kernel_plays_as_the_rules_say(game_id: str, options: dict[str, str], count: Any) -> None:
    game = load(game_id)
    assert isinstance(game, Sncf)
    for seed in range(count(8, 400)):
        rng = Random(f"kernel/{seed}")
        state = game.start(rng.choice(game.seats), **options)
        # it also takes over wherever random play has led
        for _ in range(rng.choice((0, 30, 80, 150)) + 60):
            if state.to_move == OVER:
                break
            game.apply(state, game.random_action(state, rng))
        while state.to_move == CHANCE or state.building >= 0:
            game.apply(state, game.random_action(state, rng))
        beside(Mind(game), state, rng)


def test_a_playout_says_who_wins() -> None:
    game, rng = load("sncf-france"), Random(1)
    state = game.start(4)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    for turns in (0, 3, 1000):
        share = game.mind.playout(state.copy(), Random(7), turns)
        assert len(share) == 4
        assert sum(share) == pytest.approx(1)
        assert share == game.mind.playout(state.copy(), Random(7), turns)
