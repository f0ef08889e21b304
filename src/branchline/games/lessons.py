"""The first game of every game: a study in its folder, `lessons/GAME-ID.txt`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from branchline.core.errors import BranchlineError
from branchline.core.lesson import Lesson
from branchline.core.study import Study, read
from branchline.core.voice import say
from branchline.games import GAMES, here, load, no_game


def has_lesson(game_id: str) -> bool:
    """Whether somebody has written one."""
    folder = files("branchline.games") / GAMES.get(game_id, game_id)
    return (folder / "lessons" / f"{game_id}.txt").is_file()


@cache
def study_for(game_id: str) -> Study:
    """The study of a game's first game."""
    if game_id not in GAMES:
        raise no_game(game_id)
    if not has_lesson(game_id):
        raise BranchlineError(say("core.no-lesson", game=game_id, known=list(filter(has_lesson, GAMES))))
    return read(
        (files("branchline.games") / GAMES[game_id] / "lessons" / f"{game_id}.txt").read_text("utf-8")
    )


def lesson_for(game_id: str) -> Lesson:
    """The lesson of a game, from its beginning, in the language that is spoken here."""
    return Lesson(here(load(game_id)), study_for(game_id))
