"""How many sequences of actions there are from fixed positions: any change of the rules changes these.

A line of `games/NAME/perft.txt` is `game players options played depth count`; options are `-` for the
defaults or `variant=advanced`. The position: a game played at random for so many actions, chance
included, by Random("perft"). A game whose moves cannot be listed keeps no such file.

    python -m tests.test_perft [GAME]       writes the counts anew: the difference belongs into the commit
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.core.game import OVER, AnyGame

GAMES_HERE = Path(__file__).parent / "games"
FILES = {folder: GAMES_HERE / folder / "perft.txt" for folder in dict.fromkeys(GAMES.values())}


def lines(folder: str) -> list[str]:
    return FILES[folder].read_text("utf-8").splitlines() if FILES[folder].exists() else []


LINES = [line for folder in FILES for line in lines(folder)]


def position(game: AnyGame, players: int, options: str, played: int) -> Any:
    chosen = {} if options == "-" else dict(pair.split("=") for pair in options.split(","))
    rng, state = Random("perft"), game.start(players, **chosen)
    for _ in range(played):
        game.apply(state, rng.choice(game.legal_actions(state)))
    return state


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Sequences of so many actions, or fewer where the game ends before."""
    if state.to_move == OVER:
        return 1
    actions = game.legal_actions(state)
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = state.copy()
        game.apply(after, action)
        count += perft(game, after, depth - 1)
    return count


def counted(line: str) -> str:
    """The line with the count that the rules come to today."""
    game_id, players, options, played, depth, *_ = line.split()
    game = load(game_id)
    count = perft(game, position(game, int(players), options, int(played)), int(depth))
    return f"{game_id} {players} {options} {played} {depth} {count}"


@pytest.mark.parametrize("line", LINES)
def test_there_are_as_many_sequences_of_actions_as_the_file_says(line: str) -> None:
    assert counted(line) == line


@pytest.mark.parametrize("game_id", [game_id for game_id, folder in GAMES.items() if lines(folder)])
def test_the_counts_begin_at_tables_of_every_size(game_id: str) -> None:
    kept = [line.split() for line in LINES]
    assert {int(players) for name, players, *_ in kept if name == game_id} == set(load(game_id).seats)


if __name__ == "__main__":
    for name, file in FILES.items():
        if file.exists() and sys.argv[1:] in ([], [name]):
            file.write_text("".join(f"{counted(line)}\n" for line in lines(name)), "utf-8")
