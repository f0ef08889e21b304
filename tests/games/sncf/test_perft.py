"""How many sequences of actions there are from fixed positions: any change of the rules changes these.

A line of perft.txt is `board players played depth count`. The position: a game with all options at
their defaults, played at random for so many actions (chance included) by Random("perft").

    python -m tests.games.sncf.test_perft       prints the file anew
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from branchline.core.game import OVER
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import SncfState

from .positions import france_game, germany_game

FILE = Path(__file__).with_name("perft.txt")
LINES = [line for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]


def position(game: Sncf, players: int, played: int) -> SncfState:
    rng, state = Random("perft"), game.start(players)
    for _ in range(played):
        game.apply(state, rng.choice(game.legal_actions(state)))
    return state


def perft(game: Sncf, state: SncfState, depth: int) -> int:
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


def game_on(board: str) -> Sncf:
    return next(game for game in (france_game(), germany_game()) if game.board.id == board)


@pytest.mark.parametrize("line", LINES)
def test_there_are_as_many_sequences_of_actions_as_the_file_says(line: str) -> None:
    board, *numbers = line.split()
    players, played, depth, count = map(int, numbers)
    game = game_on(board)
    assert perft(game, position(game, players, played), depth) == count


def main() -> None:
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith("#"):
            print(line)
            continue
        board, players, played, depth, _ = line.split()
        game = game_on(board)
        count = perft(game, position(game, int(players), int(played)), int(depth))
        print(board, players, played, depth, count)


if __name__ == "__main__":
    main()
