"""String Railway. This folder's geometry is whole numbers: 1 unit is 0.001 cm."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

from branchline.core.board import Board, shipped_board
from branchline.core.board import read_board as read

if TYPE_CHECKING:
    from branchline.games.string_railway.rules import StringRailway

_HERE = files(__package__)


def game(game_id: str, board: Board | None = None) -> StringRailway:
    """The game on our own table, or on one that was read by `read_board`."""
    from branchline.games.string_railway.rules import StringRailway

    if board is None:
        board = shipped_board((_HERE / "boards" / "table-1.json").read_text("utf-8"))
    words = json.loads((_HERE / "words" / "en.json").read_text("utf-8"))
    return StringRailway(game_id, board, words)


def read_board(game_id: str, text: str, source: str) -> Board:
    """A board file that somebody wrote, or BoardError with every fault in it."""
    from branchline.games.string_railway.judge import judge

    schema = json.loads((_HERE / "boards" / "schema.json").read_text("utf-8"))
    return read(text, source, schema, judge)
