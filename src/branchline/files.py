"""Files of the user's: read with a sentence when that fails, pictures, and where saves live."""

from __future__ import annotations

import errno
import os
import sys
from functools import cache
from pathlib import Path

from branchline.core.action import Action, shortened, to_text
from branchline.core.errors import BranchlineError, RecordError
from branchline.core.game import AnyGame
from branchline.core.languages import ENGLISH
from branchline.core.record import Record
from branchline.core.study import Study, read
from branchline.core.svg import SANS
from branchline.core.voice import quoted, say
from branchline.games import GAMES, game_of, load

LARGEST = 20_000_000  # bytes; what we write ourselves stays far below
# what happens to people; Python tells all else in English
SAID = (
    "ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "EEXIST", "ENAMETOOLONG", "ENOSPC",
    "EROFS", "EADDRINUSE",
)  # fmt: skip


def read_text(path: str) -> str:
    """A text file, or an error that names it."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise BranchlineError(say("files.too-large", path))
        return Path(path).read_text("utf-8-sig")  # some editors begin a file with a mark
    except FileNotFoundError:
        raise BranchlineError(say("files.absent", path)) from None
    except IsADirectoryError:
        raise BranchlineError(say("files.folder", path)) from None
    except PermissionError:
        raise BranchlineError(say("files.unreadable", path)) from None
    except UnicodeDecodeError:
        raise BranchlineError(say("files.not-text", path)) from None


def why_not(error: OSError) -> str:
    """What the system says of a file that cannot be used, in the language that is spoken here."""
    name = errno.errorcode.get(error.errno or 0, "")
    return say(f"files.errno-{name}") if name in SAID else str(error.strerror or error)


def will_write(path: str, folder: bool = False) -> None:
    """Say before the work, and not after it, that no file can be written there, or no files into this folder;
    folders that are missing are made."""
    target = Path(path)
    into = target if folder else target.parent
    try:
        into.mkdir(parents=True, exist_ok=True)
        if not os.access(into, os.W_OK):
            raise PermissionError(errno.EACCES, "")
        if not folder and target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "")
    except OSError as error:
        raise BranchlineError(say("files.no-room", path, why_not(error))) from None


def read_record(path: str) -> tuple[AnyGame, Record]:
    """A record, or that of a study, and the game it was played in, on the board that travels with it."""
    game, study = read_study(path)
    return game, study.record


def read_study(path: str) -> tuple[AnyGame, Study]:
    """A study, which a plain record is too, and its game."""
    try:
        study = read(read_text(path))
        return game_of(study.record), study
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def chosen_game(name: str, board: str | None, language: str = ENGLISH) -> AnyGame:
    """A game by its id, on our board or on the user's file."""
    if board and name in GAMES:
        return load(name, read_text(board), board, language=language)
    return load(name, language=language)


def read_options(pairs: list[str]) -> dict[str, str]:
    """`name=value` pairs from the command line."""
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BranchlineError(say("files.option", quoted(pair)))
        options[name] = value
    return options


def write_picture(svg: str, path: str) -> None:
    """An .svg file as it is, a .png file through resvg."""
    target = Path(path)
    if target.suffix == ".svg":
        target.write_text(svg, "utf-8")
    elif target.suffix == ".png":
        target.write_bytes(to_png(svg))
    else:
        raise BranchlineError(say("files.picture", quoted(target.name)))


def to_png(svg: str, width: int | None = None) -> bytes:
    """An SVG as PNG, twice as large as it says or of that `width`."""
    try:
        import resvg_py
    except ImportError:
        raise BranchlineError(say("files.png")) from None
    look_for_fonts()
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, zoom=None if width else 2))


@cache
def look_for_fonts() -> None:
    """Where no font of ours is installed, resvg leaves text out, so say that."""
    import resvg_py

    letter = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">A</text></svg>'
    letter = letter.replace("<text", f'<text font-family="{SANS}"')
    drawn = resvg_py.svg_to_bytes(svg_string=letter)
    if bytes(drawn) == bytes(resvg_py.svg_to_bytes(svg_string=letter.replace(">A<", "><"))):
        print(f"branchline: {say('files.no-font')}", file=sys.stderr)


def saves_folder() -> Path:
    """Where unfinished games are kept: the user's data folder."""
    if os.environ.get("BRANCHLINE_SAVES"):
        return Path(os.environ["BRANCHLINE_SAVES"])
    return data_folder() / "saves"


def data_folder() -> Path:
    """The user's own folder for us, as each system has it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "branchline"


def action_text(game: AnyGame, action: Action) -> str:
    """An action as people read it, and may type it: ids by their printed names."""
    verb, *words = (
        game.words.name(part) if isinstance(part, str) and place else shortened(to_text((part,)))
        for place, part in enumerate(action)
    )
    # names of several words would run into each other
    return " ".join(
        [game.words.line(verb), (", " if any(" " in word for word in words) else " ").join(words)]
    ).strip()
