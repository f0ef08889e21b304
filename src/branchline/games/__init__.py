"""The one list of games: an id and the folder that plays it."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from branchline.core.board import Board
from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame

GAMES = {
    "sncf-france": "sncf",
    "sncf-germany": "sncf",
    "koplopers": "koplopers",
    "bridgetown": "bridgetown",
    "string-railway": "string_railway",
}

_loaded: dict[str, AnyGame] = {}


def load(game_id: str, board: str | None = None, source: str = "the board") -> AnyGame:
    """A game by its id; `board` is the text of a board file that replaces ours.

    >>> load("sncf-france").seats
    range(3, 7)
    """
    if game_id not in GAMES:
        raise BranchlineError(f"there is no game {game_id!r}; there are {', '.join(GAMES)}")
    if board is not None:
        return _folder(game_id).game(game_id, read_board(game_id, board, source))
    if game_id not in _loaded:
        _loaded[game_id] = _folder(game_id).game(game_id)
    return _loaded[game_id]


def read_board(game_id: str, text: str, source: str) -> Board:
    """A board file for that game, or BoardError with every fault."""
    return _folder(game_id).read_board(game_id, text, source)


class _Folder(Protocol):
    """What a game's package offers."""

    def game(self, game_id: str, board: Board | None = None) -> AnyGame: ...

    def read_board(self, game_id: str, text: str, source: str) -> Board: ...


def _folder(game_id: str) -> _Folder:
    return cast(_Folder, import_module(f"branchline.games.{GAMES[game_id]}"))
