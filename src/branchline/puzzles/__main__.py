"""`dev.py puzzles`: cut puzzles from games between bots.

    dev.py puzzles sncf-france                play and look through 40 games, then choose 32 puzzles
    dev.py puzzles koplopers --games 60       so many games in all: what was begun goes on
    dev.py puzzles bridgetown --choose        no more games: choose from what was found

What was found of every game is kept in build/puzzles; the same seed finds the same. The chosen ones are
written into the folder of the game.
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from branchline.arena.selfplay import Match, play_match
from branchline.bots.compiling import prepare, warm
from branchline.bots.levels import learned
from branchline.core.game import AnyGame
from branchline.core.study import Study, read, study_of, write
from branchline.games import GAMES, load
from branchline.games.puzzles import puzzles_of
from branchline.parsing import Parser
from branchline.puzzles.choosing import Kept, chosen, cut
from branchline.puzzles.finding import puzzles_in

BUILD = Path("build/puzzles")
BOTS, CLOSE = ("casual", "strong", "greedy"), ("strong", "greedy")
WANTED, ENOUGH = 32, 30


def folder_of(game_id: str) -> Path:
    """Where a game's puzzles are."""
    return Path(str(files("branchline.games"))) / GAMES[game_id] / "puzzles"


def seats_of(game: AnyGame, number: int) -> tuple[str, ...]:
    """Who plays a game: every number of seats in turn, mixed bots; where only last turns are looked at,
    those who play close games."""
    players = game.seats[number % len(game.seats)]
    bots = BOTS if game.lists_all else CLOSE
    return tuple(Random(f"puzzles/{game.id}/{number}").choices(bots, k=players))


def looked_through(game: AnyGame, number: int) -> tuple[Study, list[Kept]]:
    """A game as a study with all its puzzles, and what they are about."""
    record = play_match(Match(game.id, seats_of(game, number), "puzzles"), number)
    study, kept = study_of(record), list[Kept]()
    for each in puzzles_in(game, record, f"puzzles/{game.id}/{number}"):
        study.line.places[each.step] = each.place
        posed = each.place.puzzle
        assert posed is not None
        kept.append(
            Kept(number, each.step, each.theme, each.players, each.part, each.margin, posed.difficulty)
        )
    return study, kept


def find(game: AnyGame, games: int, folder: Path, console: Console) -> None:
    """Look through what is missing of so many games."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [number for number in range(games) if not (folder / f"{number:03}.json").exists()]
    if not missing:
        return
    warm(game, console.print)
    if learned("expert", game.id):
        prepare(game)
    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=console) as progress:
        bar = progress.add_task(game.name, total=games, completed=games - len(missing))
        for number in missing:
            study, kept = looked_through(game, number)
            (folder / f"{number:03}.txt").write_text(write(study), "utf-8")
            (folder / f"{number:03}.json").write_text(json.dumps(kept) + "\n", "utf-8")
            progress.update(bar, advance=1)
            if not console.is_terminal:
                console.print(f"game {number}: {len(kept)} puzzles")


def choose(game: AnyGame, count: int, folder: Path) -> list[Kept]:
    """Write so many of what was found into the game's own folder."""
    found = [
        Kept(*each) for path in sorted(folder.glob("*.json")) for each in json.loads(path.read_text("utf-8"))
    ]
    taken = chosen(found, count)
    target = folder_of(game.id)
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob(f"{game.id}-*.txt"):
        old.unlink()
    for number in sorted({each.number for each in taken}):
        study = read((folder / f"{number:03}.txt").read_text("utf-8"))
        steps = [each.step for each in taken if each.number == number]
        (target / f"{game.id}-{number:03}.txt").write_text(write(cut(study, steps)), "utf-8")
    puzzles_of.cache_clear()
    return taken


def main(arguments: list[str]) -> int:
    parser = Parser(prog="dev.py puzzles", description="cut puzzles from games between bots")
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=40, help="that are looked through in all")
    parser.add_argument("--count", type=int, default=WANTED, help="puzzles that are chosen")
    parser.add_argument("--choose", action="store_true", help="look through no more games")
    asked = parser.parse_args(arguments)
    console, game, folder = Console(stderr=True), load(asked.game), BUILD / asked.game
    try:
        if not asked.choose:
            find(game, asked.games, folder, console)
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on.")
        return 130
    taken = choose(game, asked.count, folder)
    size = sum(path.stat().st_size for path in folder_of(game.id).glob(f"{game.id}-*.txt"))
    for theme in sorted({each.theme for each in taken}):
        print(f"  {theme}: {sum(each.theme == theme for each in taken)}")
    print(f"{game.name}: {len(taken)} puzzles, {size / 1000:.0f} kB.")
    return 0 if len(taken) >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
