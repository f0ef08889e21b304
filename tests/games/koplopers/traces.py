"""A game as text that people can read: every action with what it made happen, and the last position.

python -m tests.games.koplopers.traces       writes trace.txt anew
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

from branchline.core.action import to_text
from branchline.core.game import CHANCE, OVER

from .positions import koplopers

FILE = Path(__file__).with_name("trace.txt")


def trace(players: int = 3, seed: str = "trace") -> str:
    """A game of two players with a plan and one without."""
    game, rng = koplopers(), Random(seed)
    state = game.start(players)
    lines: list[str] = []
    while state.to_move != OVER:
        seat, events = state.to_move, list[tuple[Any, ...]]()
        if seat == CHANCE:
            action = game.draw(state, rng)
        elif seat == 0:
            action = rng.choice(game.legal_actions(state))
        else:
            action = game.advise(game.mask(state, seat), rng)
        game.apply(state, action, lambda *event: events.append(event))  # noqa: B023
        lines.append(f"{'-' if seat == CHANCE else seat} {to_text(action)}")
        lines += [f"    {game.words.event(event)}" for event in events]
    lines.append("")
    lines += re.sub(r"\[/?[a-z0-9 ]*\]", "", game.text(game.view(state, None))).splitlines()
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(trace(), "utf-8")
