"""The puzzles of every game: studies in its folder, `puzzles/GAME-ID-NUMBER.txt`, each with one to three."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from branchline.core.errors import BranchlineError
from branchline.core.puzzle import Puzzle
from branchline.core.study import Study, read
from branchline.core.voice import quoted, say
from branchline.games import GAMES, here, load, no_game


@dataclass(frozen=True, slots=True)
class Listed:
    """A puzzle of a game: `007-43` is at step 43 of game 7."""

    game: str
    number: str  # of the game that it is from
    step: int
    players: int
    difficulty: int

    @property
    def id(self) -> str:
        return f"{self.number}-{self.step}"

    @property
    def study(self) -> Study:
        return study_of(self.game, self.number)

    def puzzle(self) -> Puzzle:
        """It, from its beginning, in the language that is spoken here."""
        return Puzzle(here(load(self.game)), self.study, self.step)


@cache
def study_of(game_id: str, number: str) -> Study:
    """The game with that number, and its puzzles."""
    return read(text_of(game_id, number))


def text_of(game_id: str, number: str) -> str:
    folder = files("branchline.games") / GAMES[game_id] / "puzzles"
    return (folder / f"{game_id}-{number}.txt").read_text("utf-8")


@cache
def puzzles_of(game_id: str) -> tuple[Listed, ...]:
    """All of a game, the easiest first; none where nobody has made any."""
    folder = files("branchline.games") / GAMES.get(game_id, game_id) / "puzzles"
    names = [each.name for each in folder.iterdir()] if folder.is_dir() else []
    numbers = [
        name.removeprefix(f"{game_id}-").removesuffix(".txt")
        for name in names
        if name.startswith(f"{game_id}-")
    ]
    found = [each for number in numbers for each in headlines(game_id, number)]
    return tuple(sorted(found, key=lambda each: (each.difficulty, each.id)))


def headlines(game_id: str, number: str) -> Iterator[Listed]:
    """What a list says of a study's puzzles; to read all of it takes a hundred times as long."""
    players = step = depth = 0
    for line in text_of(game_id, number).splitlines():
        key, _, rest = line.partition(" ")
        depth += (line == "(") - (line == ")")
        if key == "players":
            players = int(rest)
        elif not depth and (key == "-" or key.isdecimal()):
            step += 1
        elif key == "puzzle":
            yield Listed(game_id, number, step, players, int(rest))


def puzzle_named(game_id: str, id: str) -> Listed:
    """The puzzle of that name, or the sentence that says what there is."""
    if game_id not in GAMES:
        raise no_game(game_id)
    known = puzzles_of(game_id)
    found = next((each for each in known if each.id == id), None)
    if found is None:
        raise BranchlineError(say("core.no-puzzle", game=game_id, id=quoted(id), count=len(known)))
    return found


def of_the_day(day: date) -> Listed | None:
    """The same for everybody on a day: all titles in turn, each from its easiest to its hardest."""
    titles = [game_id for game_id in GAMES if puzzles_of(game_id)]
    if not titles:
        return None
    round_, title = divmod(day.toordinal(), len(titles))
    mine = puzzles_of(titles[title])
    return mine[round_ % len(mine)]
