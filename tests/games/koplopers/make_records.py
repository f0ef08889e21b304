"""Writes records/: one game for each way in which a game of Koplopers can end.

python -m tests.games.koplopers.make_records       writes them anew
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from branchline.core.game import CHANCE, OVER, winners
from branchline.core.record import Record, new_record, play_row, write
from branchline.games.koplopers.rules.state import BY_ROUNDS, EARLY, KoplopersState

from .positions import koplopers

HERE = Path(__file__).with_name("records")
Test = Callable[[KoplopersState, list[tuple[int, ...]]], bool]


def tied(scores: list[tuple[int, ...]], parts: int) -> bool:
    """Are the best two equal in so many parts of their scores, and no more?"""
    first, second = sorted(scores, reverse=True)[:2]
    return first[:parts] == second[:parts] and first[: parts + 1] != second[: parts + 1]


WANTED: dict[str, tuple[int, dict[str, str], str, Test]] = {
    "rounds-2": (2, {}, "greedy", lambda state, _: state.ended == BY_ROUNDS),
    "rounds-4": (4, {}, "random", lambda state, _: state.ended == BY_ROUNDS),
    "early": (3, {}, "greedy", lambda state, _: state.ended == EARLY),
    "advanced": (3, {"variant": "advanced"}, "greedy", lambda state, _: state.ended > 0),
    "advanced-negative": (
        2,
        {"variant": "advanced", "passing": "must"},
        "random",
        lambda _, scores: min(scores)[0] < 0,
    ),
    "options": (
        4,
        {"again": "no-duty", "coupled": "one-point", "yard": "free"},
        "random",
        lambda state, _: state.ended > 0,
    ),
    "tie-by-passengers-left": (4, {}, "random", lambda _, scores: tied(scores, 1)),
    "tie-by-chips": (2, {}, "random", lambda _, scores: tied(scores, 2) and max(scores)[0] > 0),
    "shared": (2, {}, "lazy", lambda _, scores: len(winners(scores)) == 2),
}


def play(players: int, options: dict[str, str], how: str, seed: str) -> tuple[Record, KoplopersState]:
    """A game of players with a plan, without one, or who deliver nobody if they can help it."""
    game, rng = koplopers(), Random(seed)
    state, record = game.start(players, **options), new_record(game, players, options)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = game.draw(state, rng)
        elif how == "greedy":
            action = game.mind.advise(game.mask(state, state.to_move), rng)
        else:
            legal = game.legal_actions(state)
            if how == "lazy":
                legal = [a for a in legal if a[0] in ("done", "turn")] or legal
            action = rng.choice(legal)
        play_row(game, record, state, action)
    return record, state


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, (players, options, how, test) in WANTED.items():
        for number in range(20_000):
            record, state = play(players, options, how, f"{name}-{number}")
            if test(state, koplopers().scores(state)):
                (HERE / f"{name}.txt").write_text(write(record), "utf-8")
                print(name, number, record.result)
                break
        else:
            print(name, "not found")


if __name__ == "__main__":
    main()
