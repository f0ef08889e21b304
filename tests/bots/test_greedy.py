"""How often one greedy bot wins among random ones, seats rotated, with its interval."""

from __future__ import annotations

from typing import Any

import pytest

from branchline import GAMES, load
from branchline.arena.selfplay import Match, play_series
from branchline.arena.standing import wilson
from branchline.core.game import winners
from branchline.core.mind import Mind

# the least share of wins that we promise, by folder; a game without a mind of its own promises nothing
PROMISED = {"sncf": 0.90, "bridgetown": 0.95, "koplopers": 0.95, "string_railway": 0.80}
TABLES = [
    (game_id, players) for game_id in GAMES if GAMES[game_id] in PROMISED for players in load(game_id).seats
]


def greedy_wins(game_id: str, players: int, games: int) -> float:
    wins = 0.0
    match = Match(game_id, ("greedy", *["random"] * (players - 1)), "greedy", rotate=True)
    for record in play_series(match, games, processes=1):
        best = winners([tuple(map(int, score.split(","))) for score in record.result.split()])
        if record.seats.index("bot:greedy") in best:
            wins += 1 / len(best)
    return wins


def test_every_game_with_a_mind_of_its_own_promises_something() -> None:
    assert {GAMES[each] for each in GAMES if type(load(each).mind) is not Mind} == set(PROMISED)


@pytest.mark.prove("greedy")
@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_one_greedy_among_random_players_wins(game_id: str, players: int, count: Any) -> None:
    games = count(players * 2, 400)
    wins = greedy_wins(game_id, players, games)
    low, high = wilson(wins, games)
    says = f"{game_id}, {players} players: {wins:g} of {games} = {wins / games:.1%} ({low:.1%} to {high:.1%})"
    print(says)
    promised = PROMISED[GAMES[game_id]]
    # a short run may lose a game or two by bad luck; the proof may not
    assert wins / games >= promised if games >= 400 else high >= promised, says
