"""What the game's own hints advise: a player with a plan but no patience."""

from __future__ import annotations

from random import Random
from typing import Any

from branchline.core.action import Action
from branchline.core.game import AnyGame


def pick(game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
    return (game.mind.advise(state, rng),)
