"""Players that are programs. A bot is a function of a game, a masked state and a random source.

>>> import random
>>> from branchline import OVER, bots, load
>>> game, rng = load("sncf-germany"), random.Random(1)
>>> pick = bots.player(game, [bots.named("greedy")] * 3, rng)
>>> state = game.start(players=3)
>>> while state.to_move != OVER:
...     game.apply(state, pick(state))
>>> len(game.scores(state))
3
"""

from branchline.bots.bot import BOTS, USUAL, Bot, choose, named, player, warm
from branchline.bots.fault import Fault
from branchline.bots.own import enter, entered, watched

__all__ = [
    "BOTS", "USUAL", "Bot", "Fault", "choose", "enter", "entered", "named", "player", "warm", "watched",
]  # fmt: skip
