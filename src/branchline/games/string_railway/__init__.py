"""String Railway: strings are laid freely, and geometry judges them."""

from branchline.games.string_railway.rules.board_file import judge
from branchline.games.string_railway.rules.game import StringRailway as Rules

__all__ = ["BOARDS", "Rules", "judge"]

BOARDS = {"string-railway": "table-1"}
