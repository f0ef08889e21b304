"""The kernel's races keep the rules: every move is legal in the plain engine and leads to the same state."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.core.game import CHANCE, OVER
from branchline.games import load
from branchline.games.bridgetown.mind import Mind, foresight
from branchline.games.bridgetown.mind.kernels.foresight import NOISE, WEIGHTS, modes_worth
from branchline.games.bridgetown.mind.kernels.playout import end_round, race
from branchline.games.bridgetown.mind.kernels.position import FLAGS, TO_MOVE, row_of
from branchline.games.bridgetown.mind.playout import PLAYERS
from branchline.games.bridgetown.rules import movement
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import ASK, COORDINATORS, MODES, PLACE, TURNS, BridgetownState

OPTIONS: list[dict[str, str]] = [{}, {"streetcar": "free"}, {"specials": "off"}]


@pytest.fixture(scope="module")
def game() -> Bridgetown:
    return load("bridgetown")


def do(game: Bridgetown, state: BridgetownState, action: tuple[Any, ...]) -> None:
    game.check(state, action)
    game.apply(state, action)


def follow(game: Bridgetown, state: BridgetownState, logged: list[int]) -> None:
    """Do with the plain rules what the kernel has logged."""
    seat, mode, end, takes, doubled, stuck = logged
    tables = game.tables
    if state.phase == PLACE:
        assert state.to_move == seat
        do(game, state, ("place", "double" if mode == MODES else tables.mode_ids[mode]))
        return
    if state.phase == ASK:
        do(game, state, ("first",))
    assert state.to_move == seat
    if doubled:
        do(game, state, ("double",))
    if stuck:
        do(game, state, ("walk", tables.mode_ids[mode], tables.ids[end]))
        return
    for action in game.rides(state, mode):
        there, free, exchanged = movement.outcome(game, state, action)
        if there == end and free | exchanged == takes:
            do(game, state, action)
            return
    raise AssertionError(f"no ride of {tables.mode_ids[mode]} ends at {end} and takes {takes:b}")


def refill(game: Bridgetown, state: BridgetownState, row: Any) -> None:
    """Draw with the plain rules what the kernel has drawn."""
    while state.to_move == CHANCE:
        _, bridge, _ = game.legal_actions(state)[0]
        bit = 1 << game.tables.bridge[bridge]
        colour = next(each for each in range(MODES) if row[FLAGS + each] & bit)
        do(game, state, ("flag", bridge, game.tables.colours[colour]))


@pytest.mark.prove("kernel")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_kernel_plays_by_the_rules(
    game: Bridgetown, players: int, options: dict[str, str], count: Any
) -> None:
    arrays = Mind(game).arrays
    for seed in range(count(6, 400)):
        rng = Random(f"kernel/{seed}")
        state = game.start(players, **options)
        placed = players * COORDINATORS if seed % 2 else 0  # half of the races begin with specials
        while state.to_move == CHANCE or (placed and state.phase == PLACE):
            game.apply(state, game.random_action(state, rng))
        row, luck = row_of(state), np.array([rng.getrandbits(63) | 1], np.uint64)
        while row[TO_MOVE] != OVER:
            log = np.zeros((players * (COORDINATORS + TURNS), 6), np.int64)
            made = race(arrays, row, luck, PLAYERS, 0, log)
            for logged in log[:made].tolist():
                follow(game, state, logged)
            if row[TO_MOVE] == CHANCE:
                end_round(arrays, row, luck)
                refill(game, state, row)
            assert row_of(state).tolist() == row.tolist()


def test_the_kernel_foresees_what_the_plain_player_foresees(game: Bridgetown) -> None:
    """Plain and compiled, and no chance in what one does: the same worth of any three modes."""
    rng = Random("foresight")
    weights = np.array((*WEIGHTS[:NOISE], 0.0))
    for stop in (2, 3, 4):
        state = game.start(3)
        while state.to_move == CHANCE or state.phase != PLACE or state.round < stop:
            game.apply(state, game.random_action(state, rng))
        seat = state.to_move
        known = foresight.Foresight(game, state, seat)
        worth = modes_worth(Mind(game).arrays, row_of(state), seat, 3, 0, weights)
        for modes in (0b111, 0b10110000, 0b1001001):
            assert worth[modes] == pytest.approx(known.worth(modes, state.at[seat], 0), abs=1e-6)
