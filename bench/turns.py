"""Claim: no turn of a level below `expert` takes 0.1 s, one of `expert` 2 s, in String Railway 0.3 and 5 s.

Every level is asked about the same positions, of games between players of `strong`; by processor time, since
a turn uses one core alone.
"""

from __future__ import annotations

import json
from random import Random
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.page import RESULTS
from branchline import GAMES, load
from branchline.arena.standing import pace
from branchline.bots import choose, named, warm
from branchline.bots.levels import LEVELS
from branchline.core.game import CHANCE, OVER, AnyGame

EVERY = 5  # turns of a game: so many are no question to all levels
GAMES_AT_MOST = 40
KEPT = RESULTS / "turns.json"  # the table of these, for docs/bots.md


def times(game: AnyGame, players: int, seconds: float) -> dict[str, list[float]]:
    """How long each level thought, of so much time at least."""
    found: dict[str, list[float]] = {level: [] for level in LEVELS}
    number = 0
    while sum(map(sum, found.values())) < seconds and number < GAMES_AT_MOST:
        rng, turn = Random(f"turns/{number}"), number
        state = game.start(players)
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
                continue
            for level in LEVELS if turn % EVERY == 0 else ():
                start = process_time()
                choose(named(level), game, state, Random(turn))
                found[level].append(process_time() - start)
            for action in choose(named("strong"), game, state, rng):
                game.apply(state, action)
            turn += 1
        number += 1
    return found


def figures(taken: list[float]) -> tuple[float, float, float]:
    """The mean, what 95 of 100 stay below, and the longest.

    >>> figures([0.1, 0.3, 0.2])
    (0.2, 0.3, 0.3)
    """
    mean, most = pace(taken)
    return round(mean, 4), round(most, 4), round(max(taken), 4)


def run(seconds: float) -> dict[str, Any]:
    title = "Seconds of processor time a turn: mean, 95 of 100 below, longest"
    table, rows = Table("game", "players", *LEVELS, "turns", title=title), []
    kept: dict[str, dict[str, dict[str, tuple[float, float, float]]]] = {}
    for game_id in GAMES:
        game = load(game_id)
        warm(game, LEVELS, print)
        kept[game_id] = {}
        for players in game.seats:
            found = times(game, players, 5 * seconds)
            rows.append({"game": game_id, "players": players, **found})
            mine = kept[game_id][str(players)] = {level: figures(found[level]) for level in LEVELS}
            told = [" ".join(f"{each:.3f}" for each in mine[level]) for level in LEVELS]
            table.add_row(game_id, str(players), *told, str(len(found["expert"])))
    Console(width=140).print(table)
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    print("docs/bots.md shows these after 'dev.py ladder'.")  # until then a test says that the page is old
    return {"rows": rows}


def kept_of(game_id: str) -> dict[str, tuple[float, float]]:
    """Each level's mean turn and what 95 of 100 stay below, at the number of seats that takes longest."""
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    by_seats = kept.get(game_id, {}).values()
    return {
        level: (max(each[level][0] for each in by_seats), max(each[level][1] for each in by_seats))
        for level in LEVELS
        if by_seats
    }
