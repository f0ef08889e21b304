"""What players are told when something is refused: 200 samples of each game, kept and compared.

`wrong_actions` of a game's `pieces.py` is what people plausibly try. Read the files as a player would;
regenerate with: python -m tests.test_refusals [GAME ...]
"""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline import GAMES, load
from branchline.testing.kept import refusals
from tests.test_every_game import GAMES_HERE, pieces


def sampled(game_id: str) -> str:
    return refusals(load(game_id), pieces(game_id).wrong_actions)


def kept(game_id: str) -> Path:
    return GAMES_HERE / GAMES[game_id] / f"refusals-{game_id}.txt"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_kept_refusals_are_what_players_are_told_today(game_id: str) -> None:
    assert sampled(game_id) == kept(game_id).read_text("utf-8")


if __name__ == "__main__":
    import sys

    for each in sys.argv[1:] or GAMES:
        kept(each).write_text(sampled(each), "utf-8")
