"""What a bot is, the list of them, and the one way to ask them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from branchline.bots import greedy, random_bot
from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame

Bot = Callable[[AnyGame, Any, Random], Action]

BOTS: dict[str, Bot] = {
    "random": random_bot.pick,
    "greedy": greedy.pick,
}


def named(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise BranchlineError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]


def choose(bot: Bot, game: AnyGame, state: Any, rng: Random) -> Action:
    """Ask a bot for the seat to move. It is given that seat's masked state and nothing else."""
    return bot(game, game.mask(state, state.to_move), rng)
