"""What players are told when something is refused: 200 samples of each game, kept and compared.

A sample is drawn in seeded random games from actions near to legal ones, from `wrong_actions` of the
game's `pieces.py` (what people plausibly try), and spread over all rules that were met. Read the files
as a player would; regenerate with: python -m tests.test_refusals
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from branchline import GAMES, load
from branchline.core.action import Action, to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER
from branchline.files import shortened
from branchline.testing import mutations
from tests.test_every_game import GAMES_HERE, pieces

SAMPLES, GAMES_PLAYED = 200, 4


def sampled(game_id: str) -> str:
    """The file: rules in order of their id, each with what was tried and what was said."""
    game, known = load(game_id), pieces(game_id)
    met: dict[str, dict[str, str]] = {}  # by rule: the sentence and what it was said to
    for number in range(GAMES_PLAYED):
        rng = Random(f"refusals/{game_id}/{number}")
        state = game.start(game.seats[number % len(game.seats)])
        while state.to_move != OVER:
            if state.to_move >= 0 and (game.lists_all or rng.random() < 0.3):
                legal = game.legal_actions(state)
                tries: list[Action] = [*mutations(legal, rng, 3), *known.wrong_actions(game, state, rng)]
                for action in tries:
                    try:
                        game.accept(state, action)
                    except BranchlineError as error:
                        said = error.to_json()
                        rule = said["rule"] or said["error"]
                        met.setdefault(rule, {}).setdefault(said["text"], shortened(to_text(action)))
            game.apply(state, game.random_action(state, rng))
    lines = [f"# {game.name}: {SAMPLES} refusals; regenerate with: python -m tests.test_refusals"]
    for rule, texts in sorted(spread(met, Random(game_id)).items()):
        lines.append(f"\n{rule}")
        lines += [f"  {tried}\n    {text}" for text, tried in texts]
    return "\n".join(lines) + "\n"


def spread(met: dict[str, dict[str, str]], rng: Random) -> dict[str, list[tuple[str, str]]]:
    """So many samples in all, from every rule in turn."""
    left = {rule: rng.sample(sorted(texts.items()), len(texts)) for rule, texts in sorted(met.items())}
    chosen: dict[str, list[tuple[str, str]]] = {rule: [] for rule in left}
    taken = 0
    while taken < SAMPLES and any(left.values()):
        for rule, texts in left.items():
            if texts and taken < SAMPLES:
                chosen[rule].append(texts.pop())
                taken += 1
    return chosen


def kept(game_id: str) -> Path:
    return GAMES_HERE / GAMES[game_id] / f"refusals-{game_id}.txt"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_kept_refusals_are_what_players_are_told_today(game_id: str) -> None:
    assert sampled(game_id) == kept(game_id).read_text("utf-8")


if __name__ == "__main__":
    import sys

    for each in sys.argv[1:] or GAMES:
        kept(each).write_text(sampled(each), "utf-8")
