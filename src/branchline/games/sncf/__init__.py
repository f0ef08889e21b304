"""SNCF: France & Germany, two boards and one rule book."""

from __future__ import annotations

import json
from importlib.resources import files

from branchline.core.board import Board, shipped_board
from branchline.core.board import read_board as read
from branchline.games.sncf.judge import judge
from branchline.games.sncf.rules import Sncf

_HERE = files(__package__)
NAMES = {"sncf-france": "SNCF France", "sncf-germany": "SNCF Germany"}
BOARDS = {"sncf-france": "france-1", "sncf-germany": "germany-1"}


def game(game_id: str, board: Board | None = None) -> Sncf:
    """The game on its own board, or on one that was read by `read_board`."""
    if board is None:
        board = shipped_board((_HERE / "boards" / f"{BOARDS[game_id]}.json").read_text("utf-8"))
    words = json.loads((_HERE / "words" / "en.json").read_text("utf-8"))
    return Sncf(game_id, NAMES[game_id], board, words)


def read_board(game_id: str, text: str, source: str) -> Board:
    """A board file that somebody wrote, or BoardError with every fault in it."""
    schema = json.loads((_HERE / "boards" / "schema.json").read_text("utf-8"))
    return read(text, source, schema, lambda data: judge(data, game_id.removeprefix("sncf-")))
