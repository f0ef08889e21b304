"""The puzzles of every game: studies in its folder, `puzzles/GAME-ID-NUMBER.txt`, each with one or two."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from branchline.core.errors import BranchlineError
from branchline.core.puzzle import Puzzle
from branchline.core.study import Study, read
from branchline.games import GAMES, load


@dataclass(frozen=True, slots=True)
class Listed:
    """A puzzle of a game: `007-43` is at step 43 of game 7."""

    game: str
    id: str
    study: Study
    step: int
    difficulty: int

    @property
    def players(self) -> int:
        return self.study.record.players

    def puzzle(self) -> Puzzle:
        """It, from its beginning."""
        return Puzzle(load(self.game), self.study, self.step)


@cache
def puzzles_of(game_id: str) -> tuple[Listed, ...]:
    """All of a game, the easiest first; none where nobody has made any."""
    folder, found = files("branchline.games") / GAMES.get(game_id, game_id) / "puzzles", []
    kept = sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []
    for name in (each for each in kept if each.startswith(f"{game_id}-") and each.endswith(".txt")):
        study = read((folder / name).read_text("utf-8"))
        for step, place in enumerate(study.line.places):
            if place.puzzle:
                number = name.removeprefix(f"{game_id}-").removesuffix(".txt")
                found.append(Listed(game_id, f"{number}-{step}", study, step, place.puzzle.difficulty))
    return tuple(sorted(found, key=lambda each: (each.difficulty, each.id)))


def puzzle_named(game_id: str, id: str) -> Listed:
    """The puzzle of that name, or the sentence that says what there is."""
    if game_id not in GAMES:
        raise BranchlineError(f"there is no game {game_id!r}; there are {', '.join(GAMES)}")
    known = puzzles_of(game_id)
    found = next((each for each in known if each.id == id), None)
    if found is None:
        raise BranchlineError(f"{game_id} has no puzzle {id[:40]!r}; it has {len(known)}, numbered from 1")
    return found


def of_the_day(day: date) -> Listed | None:
    """The same for everybody on a day: all titles in turn, each from its easiest to its hardest."""
    titles = [game_id for game_id in GAMES if puzzles_of(game_id)]
    if not titles:
        return None
    round_, title = divmod(day.toordinal(), len(titles))
    mine = puzzles_of(titles[title])
    return mine[round_ % len(mine)]
