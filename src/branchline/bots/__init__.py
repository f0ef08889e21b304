"""Players that are programs. A bot is a function of a game, a masked state and a random source."""

from branchline.bots.bot import BOTS, USUAL, Bot, choose, named, player, warm, watched

__all__ = ["BOTS", "USUAL", "Bot", "choose", "named", "player", "warm", "watched"]
