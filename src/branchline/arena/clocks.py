"""Bots that are timed, each with a random source of its own."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from branchline.bots import Bot
from branchline.core.action import Action
from branchline.core.game import AnyGame


def with_clocks(bots: Sequence[Bot], rngs: Sequence[Random], turns: Sequence[list[float]]) -> list[Bot]:
    """The same bots, each with a random source of its own; `turns` gets the seconds of each seat's turns.

    What a seat is asked until another seat is asked is one turn, draws of chance included.
    """
    last = -1

    def timed(seat: int, bot: Bot) -> Bot:
        def pick(game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
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
