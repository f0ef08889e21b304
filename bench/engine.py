"""Claim: random play through `legal_actions` is several times as fast as python-chess's.

The yardstick is measured between our loops, so that a noisy machine is noisy for both.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import chess
from rich.console import Console
from rich.table import Table

from branchline import GAMES, load
from branchline.core.game import OVER, AnyGame

ROUNDS = 3


class Row(NamedTuple):
    """What is kept of one game at one number of players."""

    game: str
    players: int
    steps: float
    ratio: float
    quick: float
    games: float
    copy_us: float


def chess_plies(seconds: float, seed: int) -> float:
    """python-chess: random plies a second."""
    rng, plies, begun = Random(seed), 0, perf_counter()
    while perf_counter() - begun < seconds:
        board = chess.Board()
        while True:
            moves = list(board.legal_moves)
            if not moves or board.ply() > 300:
                break
            board.push(rng.choice(moves))
            plies += 1
    return plies / (perf_counter() - begun)


Pick = Callable[[Any, Random], Any]


def our_steps(game: AnyGame, players: int, seconds: float, pick: Pick, seed: int) -> tuple[float, float]:
    """Steps and games a second."""
    rng, steps, games, begun = Random(seed), 0, 0, perf_counter()
    while perf_counter() - begun < seconds:
        state = game.start(players)
        while state.to_move != OVER:
            game.apply(state, pick(state, rng))
            steps += 1
        games += 1
    spent = perf_counter() - begun
    return steps / spent, games / spent


def listed(game: AnyGame) -> Pick:
    return lambda state, rng: rng.choice(game.legal_actions(state))


def copy_time(thing: Any, times: int = 20_000) -> float:
    """Microseconds for a copy."""
    begun = perf_counter()
    for _ in range(times):
        thing.copy()
    return (perf_counter() - begun) / times * 1e6


def middle_state(game: AnyGame, players: int) -> Any:
    """A state from the middle of a seeded random game."""
    rng, states = Random(2), []
    state = game.start(players)
    while state.to_move != OVER:
        game.apply(state, game.random_action(state, rng))
        states.append(state.copy())
    return states[len(states) // 2]


def middle_board() -> Any:
    rng, board = Random(2), chess.Board()
    for _ in range(40):
        board.push(rng.choice(list(board.legal_moves)))
    return board


def run(seconds: float) -> dict[str, Any]:
    console = Console()
    title = "Random play beside python-chess, medians of 3 rounds"
    table = Table("game", "players", "steps/s", "× chess", "quick steps/s", "games/s", "copy µs", title=title)
    rows: list[Row] = []
    board_copy = median(copy_time(middle_board(), 3000) for _ in range(ROUNDS))
    plies: list[float] = []
    for game_id in GAMES:
        game = load(game_id)
        if not game.lists_all:
            continue  # its moves are searched for, not listed: see `strings`
        for players in (game.seats[0], game.seats[-1]):
            rounds = []
            for seed in range(ROUNDS):  # fresh games in every round: what is remembered must not flatter us
                yardstick = chess_plies(seconds / 3, seed)
                plies.append(yardstick)
                steps, games = our_steps(game, players, seconds / 3, listed(game), seed)
                quick, _ = our_steps(game, players, seconds / 3, game.random_action, seed + ROUNDS)
                rounds.append((steps / yardstick, steps, quick, games))
            ratio, steps, quick, games = sorted(rounds)[ROUNDS // 2]
            copy = median(copy_time(middle_state(game, players)) for _ in range(ROUNDS))
            rows.append(Row(game_id, players, steps, ratio, quick, games, copy))
            figures = (f"{steps:,.0f}", f"{ratio:.1f}", f"{quick:,.0f}", f"{games:,.0f}", f"{copy:.2f}")
            table.add_row(game_id, str(players), *figures)
    table.add_row("python-chess", "2", f"{median(plies):,.0f}", "1.0", "", "", f"{board_copy:.2f}")
    console.print(table)
    return {
        "yardstick_plies": median(plies),
        "yardstick_copy_us": board_copy,
        "rows": [row._asdict() for row in rows],
    }
