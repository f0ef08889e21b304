"""The one list of games: an id and the folder that plays it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast, overload
from weakref import WeakKeyDictionary

from branchline.core import board as boards
from branchline.core.action import folded
from branchline.core.board import Board, Fault, shipped_board
from branchline.core.errors import BranchlineError, RecordError
from branchline.core.game import AnyGame
from branchline.core.languages import ENGLISH, LANGUAGES
from branchline.core.voice import language as language_now
from branchline.core.voice import quoted, say

if TYPE_CHECKING:
    from branchline.core.record import Record
    from branchline.games.bridgetown.rules.game import Bridgetown
    from branchline.games.koplopers.rules.game import Koplopers
    from branchline.games.sncf.rules.game import Sncf
    from branchline.games.string_railway.rules.game import StringRailway

#: Every game's id, with the folder that plays it.
GAMES = {
    "sncf-france": "sncf",
    "sncf-germany": "sncf",
    "koplopers": "koplopers",
    "bridgetown": "bridgetown",
    "string-railway": "string_railway",
}


@overload
def load(
    game_id: Literal["sncf-france", "sncf-germany"],
    board: str | None = ...,
    source: str = ...,
    *,
    language: str = ...,
) -> Sncf: ...
@overload
def load(
    game_id: Literal["koplopers"], board: str | None = ..., source: str = ..., *, language: str = ...
) -> Koplopers: ...
@overload
def load(
    game_id: Literal["bridgetown"], board: str | None = ..., source: str = ..., *, language: str = ...
) -> Bridgetown: ...
@overload
def load(
    game_id: Literal["string-railway"], board: str | None = ..., source: str = ..., *, language: str = ...
) -> StringRailway: ...
@overload
def load(game_id: str, board: str | None = ..., source: str = ..., *, language: str = ...) -> AnyGame: ...


def load(
    game_id: str, board: str | None = None, source: str = "the board", *, language: str = ENGLISH
) -> AnyGame:
    """A game by its id; `board` is the text of a board file that replaces ours, `language` what it speaks.

    >>> load("sncf-france").seats
    range(3, 7)
    >>> load("sncf-france", language="fr").words.name("red")
    'Rouge'
    """
    if board is None:
        return _ours(game_id, language)
    return game_on(game_id, read_board(game_id, board, source), language)


def spoken(game: AnyGame, language: str) -> AnyGame:
    """The same game on the same board in another language: its sentences, names and refusals."""
    if game.words.language == language:
        return game
    if game.board is _ours(game.id, ENGLISH).board:
        return _ours(game.id, language)
    others = _SPOKEN.setdefault(game, {})
    if language not in others:
        others[language] = game_on(game.id, game.board, language)
    return others[language]


def here(game: AnyGame) -> AnyGame:
    """The same game in the language that is spoken here, or in English where it has no words in that."""
    wanted = language_now()
    if game.words.language == wanted:
        return game
    return spoken(game, wanted if wanted in languages_of(game.id) else ENGLISH)


_SPOKEN: WeakKeyDictionary[AnyGame, dict[str, AnyGame]] = WeakKeyDictionary()  # on boards from outside


@cache
def languages_of(game_id: str) -> list[str]:
    """The languages that a game has words in, in the order in which we list them."""
    _folder(game_id)
    home = files("branchline.games") / GAMES[game_id] / "words"
    return [each for each in LANGUAGES if (home / f"{each}.json").is_file()]


def game_of(record: Record, language: str = ENGLISH) -> AnyGame:
    """The game that a record was played in, on the board that travels with it.

    >>> from branchline import new_record
    >>> game_of(new_record(load("sncf-france"), 4))
    <Sncf sncf-france: 3 to 6 players, board france-1>
    """
    try:
        return load(record.game, record.custom or None, say("core.board-inside"), language=language)
    except BranchlineError as error:
        raise RecordError(str(error)) from None


def read_board(game_id: str, text: str, source: str) -> Board:
    """A board file that somebody wrote for that game, or BoardError with every fault."""
    if not has_boards(game_id):
        raise BranchlineError(say("core.no-boards", game_id))
    folder = _folder(game_id)
    schema = json.loads(_text(game_id, "boards/schema.json"))
    return boards.read_board(text, source, schema, lambda data: folder.judge(game_id, data))


def has_boards(game_id: str) -> bool:
    """Whether it is played on a board file, so that somebody may bring another."""
    return hasattr(_folder(game_id), "judge")


def sound(tell: Callable[[str], None]) -> dict[str, AnyGame]:
    """Every game that can be loaded; of each other one `tell` hears in a sentence why it cannot."""
    found = {}
    for game_id in GAMES:
        try:
            found[game_id] = _ours(game_id, ENGLISH)
        except BranchlineError as error:
            tell(str(error))
    return found


@cache
def _ours(game_id: str, language: str) -> AnyGame:
    """On our own board; of these there is one in each language."""
    folder = _folder(game_id)
    if language != ENGLISH:
        return game_on(game_id, _ours(game_id, ENGLISH).board, language)
    try:
        ours = getattr(folder, "BOARDS", {}).get(game_id)
        text = _text(game_id, f"boards/{ours}.json") if ours else json.dumps({"id": game_id})
        game = game_on(game_id, shipped_board(text))
        for clause in ("name", "seats", "longest"):
            getattr(game, clause)
    except Exception as error:  # a game may be broken in any way, and costs no other anything
        raise _broken(game_id, error) from error
    return game


def game_on(game_id: str, board: Board, language: str = ENGLISH) -> AnyGame:
    """The game on a board that was read; nobody is told in English what was asked for in another language."""
    if language != ENGLISH and language not in languages_of(game_id):
        known = languages_of(game_id)
        raise BranchlineError(say("core.no-words", game=game_id, language=quoted(language), known=known))
    game = _folder(game_id).Rules(game_id, board, json.loads(_text(game_id, f"words/{language}.json")))
    game.words.of, game.words.language = game_id, language
    return game


def _text(game_id: str, name: str) -> str:
    return (files("branchline.games") / GAMES[game_id] / name).read_text("utf-8")


class _Folder(Protocol):
    """What a game's package offers."""

    Rules: type[AnyGame]
    BOARDS: dict[str, str]  # an id and the name of our own board; a game that needs none has no BOARDS

    def judge(self, game_id: str, data: dict[str, Any]) -> list[Fault]:
        """What is wrong with a board that meets the schema; only where there are boards."""


def _folder(game_id: str) -> _Folder:
    if game_id not in GAMES:
        near = {folded(each): each for each in GAMES}.get(folded(game_id))
        if near:
            raise BranchlineError(say("core.game-near", quoted(game_id), near))
        raise no_game(game_id)
    try:
        return cast(_Folder, import_module(f"branchline.games.{GAMES[game_id]}"))
    except Exception as error:
        raise _broken(game_id, error) from error


def _broken(game_id: str, error: Exception) -> BranchlineError:
    return BranchlineError(say("core.game-broken", game=game_id, error=f"{type(error).__name__}: {error}"))


def no_game(game_id: str) -> BranchlineError:
    """What is raised for an id that is none."""
    return BranchlineError(say("core.no-game", quoted(game_id), list(GAMES)))
