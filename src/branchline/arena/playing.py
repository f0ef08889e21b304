"""One game between bots: who is asked, with which random source, and how long each turn took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any

from branchline.bots import Bot, choose
from branchline.core.action import Action
from branchline.core.game import CHANCE, AnyGame


def player(game: AnyGame, bots: Sequence[Bot], rng: Random) -> Callable[[Any], Action]:
    """What chance and the bots in these seats do next, for one whole game."""

    def pick(state: Any) -> Action:
        if state.to_move == CHANCE:
            return game.draw(state, rng)
        return choose(bots[state.to_move], game, state, rng)

    return pick


def with_clocks(bots: Sequence[Bot], rngs: Sequence[Random], turns: Sequence[list[float]]) -> list[Bot]:
    """The same bots, each with a random source of its own; `turns` gets the seconds of each seat's turns.

    What a seat is asked until another seat is asked is one turn, draws of chance included.
    """
    last = -1

    def timed(seat: int, bot: Bot) -> Bot:
        def pick(game: AnyGame, state: Any, rng: Random) -> Any:
            nonlocal last
            if last != seat:
                turns[seat].append(0.0)
                last = seat
            began = perf_counter()
            answer = bot(game, state, rngs[seat])
            turns[seat][-1] += perf_counter() - began
            return answer

        return pick

    return [timed(seat, bot) for seat, bot in enumerate(bots)]
