"""Any legal action, each as likely as the next."""

from __future__ import annotations

from random import Random
from typing import Any

from branchline.core.action import Action
from branchline.core.game import AnyGame


def pick(game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
    return (game.random_action(state, rng),)
