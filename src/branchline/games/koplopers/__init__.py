"""Koplopers & Dwarsliggers: Dutch trains, passengers and disruptions, for two to four players."""

from branchline.games.koplopers.rules.board_file import judge
from branchline.games.koplopers.rules.game import Koplopers as Rules

__all__ = ["BOARDS", "Rules", "judge"]

BOARDS = {"koplopers": "netherlands-1"}
