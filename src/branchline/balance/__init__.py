"""How fair and how varied a game is on a board: counted from games between bots, shown as a page."""

from branchline.balance.counting import Balance, Facts, counted, facts_of
from branchline.balance.page import described, page, told

__all__ = ["Balance", "Facts", "counted", "described", "facts_of", "page", "told"]
