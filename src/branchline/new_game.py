"""`branchline new-game NAME`: a small whole game in a checkout, to be changed until it is one's own.

It carries out docs/add-a-game.md, which shows every file in full under the name `depot`.
"""

from __future__ import annotations

import argparse
import keyword
import re
import shutil
from importlib import invalidate_caches, util
from pathlib import Path
from types import ModuleType

from branchline import games
from branchline.arena.selfplay import Match, play_series
from branchline.core.errors import BranchlineError
from branchline.core.record import write
from branchline.games import GAMES, load
from branchline.testing.kept import refusals, trace

LONGEST = 24
RESERVED = ("check",)  # `board check` is a command
PAGE = Path("docs", "add-a-game.md")
LIST = Path("src", "branchline", "games", "__init__.py")
SHARED = "tests/test_every_game.py tests/test_refusals.py tests/test_vocabulary.py"  # tests of every game
FILE = re.compile(r"^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^The line in `GAMES`[^\n]*\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DEPOT = re.compile(r'(games[/.]|test_|: ")?(depot|Depot)')  # after what stands in front it is the folder
GAMES_DICT = re.compile(r"^GAMES = \{\n.*?(?=^\}$)", re.MULTILINE | re.DOTALL)


def new_game(chosen: argparse.Namespace) -> int:
    """Write everything, or nothing and one sentence."""
    name: str = chosen.name
    root = checkout()
    refuse_bad(name)
    refuse_taken(name, root)
    files, listed, game_id = written(root, name), (root / LIST).read_text("utf-8"), id_of(name)
    try:
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, "utf-8")
        GAMES[game_id] = name
        keep_files(game_id, root / "tests" / "games" / name)
    except Exception as error:
        (root / LIST).write_text(listed, "utf-8")
        for folder in ("src/branchline/games", "tests/games"):
            shutil.rmtree(root / folder / name, ignore_errors=True)
        says = f"the game of {PAGE.as_posix()} cannot be made: {error}; nothing was written"
        raise BranchlineError(says) from error
    both = name if name == game_id else f"'{name} or {game_id}'"
    print(f"Written: src/branchline/games/{name}, tests/games/{name}, and a line in GAMES.")
    print(f"It can be played:  python3 dev.py play {game_id}")
    print(f"It can be tested:  python3 dev.py test tests/games/{name} {SHARED} -k {both}")
    return 0


def id_of(name: str) -> str:
    return name.replace("_", "-")


def checkout() -> Path:
    """The folder that this Branchline is worked on in."""
    root = Path(__file__).parents[2]
    if not all((root / path).is_file() for path in ("dev.py", PAGE, LIST)):
        raise BranchlineError(
            "new-game writes into a checkout of Branchline, and this one is installed; in a checkout it is"
            " 'python3 dev.py run new-game NAME'"
        )
    return root


def refuse_bad(name: str) -> None:
    """A name is a word of Python, in small letters."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or "__" in name or name.endswith("_"):
        raise BranchlineError(
            "a game's name is small letters, digits and single underscores, such as night_train,"
            f" not {name[:40]!r}"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or name in RESERVED:
        raise BranchlineError(f"{name!r} means something else already; give the game another name")
    if len(name) > LONGEST:
        raise BranchlineError(
            f"a game's name has at most {LONGEST} letters, and {name[:40]!r} has {len(name)}"
        )


def refuse_taken(name: str, root: Path) -> None:
    """There is no such game, and nothing stands where it would be written."""
    places = (f"src/branchline/games/{name}", f"src/branchline/games/{name}.py", f"tests/games/{name}")
    there = next((place for place in places if (root / place).exists()), None)
    if id_of(name) in GAMES or name in GAMES.values() or there:
        raise BranchlineError(
            f"{name!r} is taken: there is {there or 'a game of that name'}; choose another name"
        )
    if name in vars(games):  # the folder would hide it from everything that imports it
        raise BranchlineError(f"{name!r} means something else already; give the game another name")


def written(root: Path, name: str) -> dict[str, str]:
    """Every file that is written, by its path: those of the page and the list of games with one more line."""
    page, listed = (root / PAGE).read_text("utf-8"), (root / LIST).read_text("utf-8")
    line, games = LINE.search(page), GAMES_DICT.search(listed)
    found = {renamed(path, name): renamed(text, name) for path, text in FILE.findall(page)}
    if len(found) < 5 or not line or not games:
        raise BranchlineError(
            f"{PAGE.as_posix()} is not as new-game knows it; mend it, or write the files by hand"
        )
    end = games.end()
    found[LIST.as_posix()] = listed[:end] + renamed(line[1], name) + listed[end:]
    return found


def renamed(text: str, name: str) -> str:
    """What the page says of `depot`, said of another game: its folder, its id, its name.

    >>> renamed('games/depot games.depot load("depot") Depot', "night_depot")
    'games/night_depot games.night_depot load("night-depot") Night Depot'
    """
    said = {"depot": id_of(name), "Depot": name.replace("_", " ").title()}
    return DEPOT.sub(lambda found: found[1] + name if found[1] else said[found[2]], text)


def keep_files(game_id: str, folder: Path) -> None:
    """What its tests compare with: a trace, refusals and a record."""
    invalidate_caches()
    game = load(game_id)
    (folder / "records").mkdir()
    match = Match(game_id, ("random", "random"), "0")
    for record in play_series(match, 1, processes=1):
        (folder / "records" / f"{game_id}-0-00000.txt").write_text(write(record), "utf-8")
    (folder / f"trace-{game_id}.txt").write_text(trace(game), "utf-8")
    samples = refusals(game, pieces(folder).wrong_actions)
    (folder / f"refusals-{game_id}.txt").write_text(samples, "utf-8")


def pieces(folder: Path) -> ModuleType:
    spec = util.spec_from_file_location(f"pieces_{folder.name}", folder / "pieces.py")
    assert spec and spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
