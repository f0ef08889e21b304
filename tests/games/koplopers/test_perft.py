"""How many sequences of actions there are from fixed positions: any change of the rules changes these.

A line of perft.txt is `variant players played depth count`. The position: a game with all other
options at their defaults, played at random for so many actions (chance included) by Random("perft"),
and then on to the beginning of a turn.

    python -m tests.games.koplopers.test_perft       prints the file anew
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from branchline.core.game import OVER
from branchline.games.koplopers.rules.state import POINTS, KoplopersState

from .positions import koplopers

FILE = Path(__file__).with_name("perft.txt")
LINES = [line for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]


def position(variant: str, players: int, played: int) -> KoplopersState:
    game, rng = koplopers(), Random("perft")
    state = game.start(players, variant=variant)
    number = 0
    while number < played or (played and state.points < POINTS):
        game.apply(state, rng.choice(game.legal_actions(state)))
        number += 1
    return state


def perft(state: KoplopersState, depth: int) -> int:
    """Sequences of so many actions, or fewer where the game ends before."""
    game = koplopers()
    actions = game.legal_actions(state)
    if depth == 1 or state.to_move == OVER:
        return max(1, len(actions))
    count = 0
    for action in actions:
        after = state.copy()
        game.apply(after, action)
        count += perft(after, depth - 1)
    return count


@pytest.mark.parametrize("line", LINES)
def test_there_are_as_many_sequences_of_actions_as_the_file_says(line: str) -> None:
    variant, *numbers = line.split()
    players, played, depth, count = map(int, numbers)
    assert perft(position(variant, players, played), depth) == count


def main() -> None:
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith("#"):
            print(line)
            continue
        variant, players, played, depth, *_ = line.split()
        count = perft(position(variant, int(players), int(played)), int(depth))
        print(variant, players, played, depth, count)


if __name__ == "__main__":
    main()
