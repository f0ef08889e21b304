"""What a bot is, the list of them, and the one way to ask them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from branchline.bots import greedy, levels, random_bot
from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, AnyGame

# one or more actions to do one after the other: a turn is thought out once
Bot = Callable[[AnyGame, Any, Random], tuple[Action, ...]]

BOTS: dict[str, Bot] = {
    **{level: levels.bot(level) for level in levels.LEVELS},
    "greedy": greedy.pick,
    "random": random_bot.pick,
}
USUAL = "casual"  # whom people meet who have not chosen


def named(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise BranchlineError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]


def choose(bot: Bot, game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
    """Ask a bot for the seat to move. It is given that seat's masked state and nothing else.

    What it answers holds until chance or another seat has a say; then it must be asked again.
    """
    return bot(game, game.mask(state, state.to_move), rng)


def player(game: AnyGame, bots: Sequence[Bot], rng: Random) -> Callable[[Any], Action]:
    """What chance and the bots in these seats do next, action by action, for one whole game."""
    ready: list[Action] = []
    owner = CHANCE

    def pick(state: Any) -> Action:
        nonlocal ready, owner
        if state.to_move == CHANCE:
            ready = []
            return game.draw(state, rng)
        if not ready or owner != state.to_move:
            owner = state.to_move
            ready = list(choose(bots[owner], game, state, rng))
        return ready.pop(0)

    return pick
