"""Players that are programs. A bot is a function of a game, a masked state and a random source."""

from branchline.bots.bot import BOTS, Bot, choose, named

__all__ = ["BOTS", "Bot", "choose", "named"]
