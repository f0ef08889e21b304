"""What the tests of a game keep as files, so that a commit shows every change of its rules and words."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from branchline.core.action import Action, shortened, to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.core.looks import unmarked
from branchline.testing import mutations

Tries = Callable[[Any, Any, Random], list[Action]]  # `wrong_actions` of a game's pieces.py

SAMPLES, GAMES_PLAYED = 200, 4


def trace(game: AnyGame) -> str:
    """A seeded random game as people would read it: actions, what happened, and some positions."""
    rng, state = Random("trace"), game.start(game.seats[0])
    lines = [f"# {game.name}, {game.seats[0]} players; regenerate with: python -m tests.test_every_game"]
    number = 0
    while state.to_move != OVER:
        if number % 60 == 40:
            lines.append(unmarked(game.looks.text(game.looks.view(game.mask(state, None), None))))
        action = game.random_action(state, rng)
        who = "-" if state.to_move == CHANCE else str(state.to_move + 1)
        number += 1
        lines.append(f"{number:>4} {who} {to_text(action)}")
        game.apply(state, action, lambda *event: lines.append(f"       {game.words.event(event)}"))
    lines.append(f"scores {game.scores(state)}")
    return "\n".join(line.rstrip() for text in lines for line in text.split("\n")) + "\n"


def refusals(game: AnyGame, wrong_actions: Tries) -> str:
    """Rules in order of their id, each with what was tried and what was said.

    Drawn in seeded random games from actions near to legal ones and from what people plausibly try, and
    spread over all rules that were met.
    """
    met: dict[str, dict[str, str]] = {}  # by rule: the sentence and what it was said to
    for number in range(GAMES_PLAYED):
        rng = Random(f"refusals/{game.id}/{number}")
        state = game.start(game.seats[number % len(game.seats)])
        while state.to_move != OVER:
            if state.to_move >= 0 and (game.lists_all or rng.random() < 0.3):
                legal = game.legal_actions(state)
                tries: list[Action] = [*mutations(legal, rng, 3), *wrong_actions(game, state, rng)]
                for action in tries:
                    try:
                        game.accept(state, action)
                    except BranchlineError as error:
                        said = error.to_json()
                        rule = said["rule"] or said["error"]
                        met.setdefault(rule, {}).setdefault(said["text"], shortened(to_text(action)))
            game.apply(state, game.random_action(state, rng))
    chosen = _spread(met, Random(game.id))
    count = sum(map(len, chosen.values()))
    lines = [f"# {game.name}: {count} refusals; regenerate with: python -m tests.test_refusals"]
    for rule, texts in sorted(chosen.items()):
        lines.append(f"\n{rule}")
        lines += [f"  {tried}\n    {text}" for text, tried in texts]
    return "\n".join(lines) + "\n"


def _spread(met: dict[str, dict[str, str]], rng: Random) -> dict[str, list[tuple[str, str]]]:
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
