"""A played game as a moving picture, for `branchline replay RECORD --out FILE.webp`; pages make their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path

from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, AnyGame
from branchline.core.record import Record, replay
from branchline.core.voice import say
from branchline.files import to_png

MOST = 30  # frames; of a longer game some turns are left out
EACH, LAST = 700, 3500  # milliseconds of a frame, and of the last one
WIDE = 960  # pixels

Track = Callable[[Sequence[str]], Iterable[str]]


def moments(record: Record) -> list[int]:
    """Steps after which a frame is drawn: before the first turn and after each; the last one always.

    >>> rows = [(seat, ("done",), "") for seat in (-1, 0, 0, 1, -1, 0)]
    >>> moments(Record("g", "b", "", 2, {}, rows=rows))
    [1, 3, 5, 6]
    """
    acting = [(step, seat) for step, (seat, _, _) in enumerate(record.rows) if seat != CHANCE]
    begun = [step for n, (step, seat) in enumerate(acting) if n == 0 or seat != acting[n - 1][1]]
    found = [*begun, len(record.rows)]
    kept = min(MOST, len(found))
    return [found[round(n * (len(found) - 1) / max(1, kept - 1))] for n in range(kept)]


def write_film(game: AnyGame, record: Record, path: str, track: Track) -> None:
    """Into a WebP file, as a spectator sees it; `track` passes the frames on as they are made."""
    try:
        from PIL import Image
    except ImportError:
        raise BranchlineError(say("files.film")) from None
    steps = set(moments(record))
    drawn = [
        game.looks.picture(game.looks.view(game.mask(state, None), None))
        for step, state in replay(game, record)
        if step in steps
    ]
    frames = []
    for picture in track(drawn):
        with Image.open(BytesIO(to_png(picture, width=WIDE))) as frame:
            frames.append(frame.convert("RGB"))
    times = [EACH] * (len(frames) - 1) + [LAST]
    frames[0].save(
        Path(path), save_all=True, append_images=frames[1:], duration=times, loop=0, quality=80, method=2
    )
