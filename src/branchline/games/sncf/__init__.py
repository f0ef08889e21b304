"""SNCF: France & Germany, two boards and one rule book."""

from branchline.games.sncf.rules.board_file import judge
from branchline.games.sncf.rules.game import Sncf as Rules

__all__ = ["BOARDS", "Rules", "judge"]

BOARDS = {"sncf-france": "france-1", "sncf-germany": "germany-1"}
