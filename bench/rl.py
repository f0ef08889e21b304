"""Claim: our PettingZoo environments step at least as often a second as PettingZoo's own connect four, whose
game is far smaller; without an agent that looks on, games are played out at least ten times as fast.

All are measured in turn, so that a noisy machine is noisy for all; a step is a choice of an agent.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from branchline import CHANCE, OVER, load, rl
from branchline.core.game import AnyGame

ROUNDS, MANY = 3, 64
GAMES = (("sncf-france", 4), ("sncf-germany", 4), ("bridgetown", 3), ("koplopers", 3))
Measure = Callable[[float, int], float]


def connect_four() -> Any:
    with warnings.catch_warnings():  # it says that it has moved, and where to is not settled
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3
    return connect_four_v3.env()


def by_agents(env: Any) -> Measure:
    """Steps a second of random agents, as PettingZoo's own benchmark counts them."""

    def measure(seconds: float, seed: int) -> float:
        rng, steps, begun = Random(seed), 0, process_time()
        env.reset(seed=seed)
        while process_time() - begun < seconds:
            env.reset()
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                choice = None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
                env.step(choice)
                steps += 1
        return steps / (process_time() - begun)

    return measure


def in_one_call(game_id: str, players: int) -> Measure:
    """Choices a second of many games that are stepped together."""
    games = rl.vector(game_id, MANY, players, observes=False)

    def measure(seconds: float, seed: int) -> float:
        rng, steps, begun = Random(seed), 0, process_time()
        seen = games.reset(seed)
        while process_time() - begun < seconds:
            choices = [rng.choice(list(play.offers)) if play.offers else 0 for play in games.plays]
            seen = games.step(choices)
            steps += len(seen.over)
        return steps / (process_time() - begun)

    return measure


def played_out(game: AnyGame, players: int) -> Measure:
    """Actions a second of random play to the end, with nobody looking on; chance is not counted."""

    def measure(seconds: float, seed: int) -> float:
        rng, steps, begun = Random(seed), 0, process_time()
        while process_time() - begun < seconds:
            state = game.start(players)
            while state.to_move != OVER:
                steps += state.to_move != CHANCE
                game.apply(state, game.random_action(state, rng))
        return steps / (process_time() - begun)

    return measure


def cubes_and_trades(game: AnyGame, state: Any, rng: Random) -> int:
    """SNCF: what is done in one playout of the kernel."""
    from branchline.games.sncf.mind.kernels.playout import play
    from branchline.games.sncf.mind.playout import NO_LOG, numbers, sets

    mind: Any = game.mind
    room, totals = mind.board.positions(1)[0], np.zeros(6)
    words = sets(mind.game.tables, state)
    return play(room, numbers(mind, state), words, 1 << 20, rng.getrandbits(62), totals, NO_LOG)


def places_and_rides(game: AnyGame, state: Any, rng: Random) -> int:
    """The same for Bridgetown."""
    from branchline.games.bridgetown.mind.kernels.playout import race
    from branchline.games.bridgetown.mind.kernels.position import row_of
    from branchline.games.bridgetown.mind.playout import NO_LOG, PLAYERS

    mind: Any = game.mind
    luck = np.array([rng.getrandbits(63) | 1], np.uint64)
    return race(mind.arrays, row_of(state), luck, PLAYERS, 1 << 20, NO_LOG)


KERNELS = {"sncf-france": cubes_and_trades, "sncf-germany": cubes_and_trades, "bridgetown": places_and_rides}


def by_kernel(game: AnyGame, players: int) -> Measure:
    """Actions a second of `rl.playouts` by the game's quick players, who are not random."""
    count = KERNELS[game.id]
    begin, rng = game.start(players), Random(1)
    while begin.to_move == CHANCE:
        game.apply(begin, game.draw(begin, rng))
    count(game, begin, rng)  # compiled

    def measure(seconds: float, seed: int) -> float:
        rng, steps, begun = Random(seed), 0, process_time()
        while process_time() - begun < seconds:
            steps += count(game, begin, rng)
        return steps / (process_time() - begun)

    return measure


def run(seconds: float) -> dict[str, Any]:
    measures: dict[str, Measure] = {"connect four": by_agents(connect_four())}
    for game_id, players in GAMES:
        measures |= {
            f"{game_id} AEC": by_agents(rl.env(game_id, players)),
            f"{game_id} {MANY} in one call": in_one_call(game_id, players),
            f"{game_id} playouts by random players": played_out(load(game_id), players),
        }
        if game_id in KERNELS:
            measures[f"{game_id} playouts by quick players"] = by_kernel(load(game_id), players)
    rounds = [
        {name: measure(seconds / ROUNDS, seed) for name, measure in measures.items()}
        for seed in range(ROUNDS)
    ]
    table = Table(
        "", "steps/s", "× connect four", title="Random agents beside PettingZoo, medians of 3 rounds"
    )
    figures = {}
    for name in measures:
        steps = median(each[name] for each in rounds)
        ratio = median(each[name] / each["connect four"] for each in rounds)
        figures[name] = {"steps": steps, "ratio": ratio}
        table.add_row(name, f"{steps:,.0f}", f"{ratio:.1f}")
    Console().print(table)
    return figures
