"""Bridgetown Races: eight bridges, eight ways to cross them."""

from branchline.games.bridgetown.rules.board_file import judge
from branchline.games.bridgetown.rules.game import Bridgetown as Rules

__all__ = ["BOARDS", "Rules", "judge"]

BOARDS = {"bridgetown": "portland-1"}
