"""Claim: a core plays 10,000 games of SNCF out in a second, and a fair search tries 2,000 plans.

Beside python-chess in the same run, by processor time, so that a busy machine is busy for both.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import chess
from rich.console import Console
from rich.table import Table

from branchline import GAMES, load
from branchline.bots import warm
from branchline.bots.search import Budget, best_of
from branchline.core.game import CHANCE, AnyGame

QUIET = 34_000  # plies that python-chess plays in a second on the machine of docs/decisions.md, when quiet


def begun(game: AnyGame, players: int) -> Any:
    """A game in front of its first decision."""
    state, rng = game.start(players), Random(1)
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    return state


def rate(seconds: float, work: Callable[[int], int]) -> float:
    """How much of it is done in a second of processor time."""
    done, number, start = 0, 0, process_time()
    while process_time() - start < seconds:
        done += work(number)
        number += 1
    return done / (process_time() - start)


def chess_game(number: int) -> int:
    """The yardstick: the plies of a random game of python-chess."""
    rng, board = Random(number), chess.Board()
    while board.ply() < 300 and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    return board.ply()


def figures(game: AnyGame, players: int, seconds: float) -> tuple[float, float, float]:
    """Playouts, search iterations and lists of plans a second."""
    state = begun(game, players)
    masked = game.mask(state, state.to_move)
    plans = game.mind.plans(masked, Random(1), 8)
    budget = Budget(iterations=64, width=8)

    def played(number: int) -> int:
        game.mind.playout(state.copy(), Random(number), 1000)
        return 1

    def searched(number: int) -> int:
        best_of(game, masked, Random(number), budget, plans)
        return budget.iterations

    def planned(number: int) -> int:
        game.mind.plans(masked, Random(number), 8)
        return 1

    return rate(seconds, played), rate(seconds, searched), rate(seconds, planned)


def run(seconds: float) -> dict[str, Any]:
    columns = ("game", "players", "playouts/s", "iterations/s", "plans/s", "playouts/s if quiet")
    table, rows = Table(*columns, title="What the levels are made of, by processor time"), []
    for game_id in GAMES:
        game = load(game_id)
        if not game.lists_all:
            continue  # its playouts are seconds long
        warm(game, ["expert"], print)
        players = 4 if 4 in game.seats else game.seats[-1]
        plies = rate(seconds / 3, chess_game)
        playouts, iterations, plans = figures(game, players, seconds / 3)
        quiet = playouts * QUIET / plies
        rows.append({"game": game_id, "playouts": playouts, "iterations": iterations, "chess": plies})
        shown = (f"{playouts:,.0f}", f"{iterations:,.0f}", f"{plans:,.0f}", f"{quiet:,.0f}")
        table.add_row(game_id, str(players), *shown)
    Console().print(table)
    return {"rows": rows}
