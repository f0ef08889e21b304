"""How long games of bots last, and how often they end because nothing changes.

`python -m tests.games.sncf.test_lengths` prints the table of docs/decisions.md.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby, product, repeat
from random import Random
from statistics import median
from typing import Any

import pytest

from branchline.arena.selfplay import Match, play_match
from branchline.core.game import CHANCE, OVER
from branchline.core.record import last_state
from branchline.games import load
from branchline.games.sncf.rules.state import ENDINGS

LONGEST = 200  # turns
TABLES = list(product(("sncf-france", "sncf-germany"), ("greedy", "casual"), range(3, 7)))


def played(game_id: str, bot: str, players: int, number: int) -> tuple[int, str]:
    """The turns of one game, and how it ended."""
    record = play_match(Match(game_id, (bot,) * players, "lengths"), number)
    turns = sum(seat >= 0 for seat, _ in groupby(seat for seat, _, _ in record.rows))
    return turns, ENDINGS[last_state(load(game_id), record).ended]


@pytest.mark.rule("end.stall")
@pytest.mark.prove("lengths")
@pytest.mark.parametrize(("game_id", "bot", "players"), TABLES)
def test_no_game_of_bots_goes_on_for_ever(game_id: str, bot: str, players: int, count: Any) -> None:
    for number in range(count(1, 400)):
        assert played(game_id, bot, players, number)[0] <= LONGEST


@pytest.mark.rule("end.stall")
@pytest.mark.parametrize("game_id", ("sncf-france", "sncf-germany"))
def test_a_slip_changes_something_where_the_turn_before_did_not(game_id: str) -> None:
    game, rng = load(game_id), Random("slips")
    state, tried = game.start(4), 0
    while tried < 4:
        assert state.to_move != OVER
        if state.to_move == CHANCE or state.building >= 0 or not state.still:
            game.apply(state, game.random_action(state, rng))
            continue
        masked = game.mask(state, state.to_move)
        for seed in range(2):
            plans = [plan[0] for plan in game.mind.plans(masked, Random(seed), 24)]
            changing = [first for first in plans if first[0] != "trade" or first[3] == 2]
            (first, *_) = game.mind.slip(masked, Random(seed), 24)
            assert first in changing or not changing
        tried += bool(changing)
        game.apply(state, game.random_action(state, rng))


def main(games: int) -> None:
    print("| game | bots | players | games | turns: median | 95 % | longest | ended by stall |")
    print("|---|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game_id, bot, players in TABLES:
            found = list(pool.map(played, *map(repeat, (game_id, bot, players)), range(games), chunksize=4))
            turns = sorted(each for each, _ in found)
            stalls = sum(ended == "stall" for _, ended in found) / games
            print(
                f"| {game_id} | {bot} | {players} | {games} | {median(turns):.0f} "
                f"| {turns[games * 19 // 20]} | {turns[-1]} | {stalls:.1%} |",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
