"""Files of the user's: read with a sentence when that fails, pictures, and where saves live."""

from __future__ import annotations

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
from branchline.games import GAMES, game_of, load

LARGEST = 20_000_000  # bytes; what we write ourselves stays far below


def read_text(path: str) -> str:
    """A text file, or an error that names it."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise BranchlineError(f"{path} is larger than any file of ours")
        return Path(path).read_text("utf-8-sig")  # some editors begin a file with a mark
    except FileNotFoundError:
        raise BranchlineError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise BranchlineError(f"{path} is a folder, not a file") from None
    except PermissionError:
        raise BranchlineError(f"{path} may not be read") from None
    except UnicodeDecodeError:
        raise BranchlineError(f"{path} is not a text file") from None


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
            raise BranchlineError(f"an option is NAME=VALUE, such as hidden=open, not {pair!r}")
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
        raise BranchlineError(f"a picture is an .svg or a .png file, not {target.name!r}")


def to_png(svg: str, width: int | None = None) -> bytes:
    """An SVG as PNG, twice as large as it says or of that `width`."""
    try:
        import resvg_py
    except ImportError:
        raise BranchlineError(
            "a .png file needs the extra 'png' (pip install 'branchline[png]'); an .svg file does not"
        ) from None
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
        print("branchline: no usable font was found, so the picture has no text", file=sys.stderr)


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
    return " ".join([verb, (", " if any(" " in word for word in words) else " ").join(words)]).strip()
