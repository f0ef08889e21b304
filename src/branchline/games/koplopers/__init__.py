"""Koplopers & Dwarsliggers: Dutch trains, passengers and disruptions, for two to four players."""

from __future__ import annotations

import json
from importlib.resources import files

from branchline.core.board import Board, shipped_board
from branchline.core.board import read_board as read
from branchline.games.koplopers.judge import judge
from branchline.games.koplopers.rules import Koplopers

_HERE = files(__package__)
NAME = "Koplopers & Dwarsliggers"
BOARD = "netherlands-1"


def game(game_id: str, board: Board | None = None) -> Koplopers:
    """The game on its own board, or on one that was read by `read_board`."""
    if board is None:
        board = shipped_board((_HERE / "boards" / f"{BOARD}.json").read_text("utf-8"))
    words = json.loads((_HERE / "words" / "en.json").read_text("utf-8"))
    return Koplopers(game_id, NAME, board, words)


def read_board(game_id: str, text: str, source: str) -> Board:
    """A board file that somebody wrote, or BoardError with every fault in it."""
    assert game_id == "koplopers"
    schema = json.loads((_HERE / "boards" / "schema.json").read_text("utf-8"))
    return read(text, source, schema, judge)
