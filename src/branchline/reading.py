"""A played game as a table of its positions: for pandas, notebooks and whatever takes rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from os import PathLike, fspath
from typing import Any, overload

from branchline.core.action import to_text
from branchline.core.errors import BranchlineError, RecordError
from branchline.core.game import CHANCE, OVER, AnyGame, winners
from branchline.core.looks import Shown
from branchline.core.record import Record, last_state, replay
from branchline.core.study import read as read_study
from branchline.files import read_record
from branchline.games import game_of

__all__ = ["Position", "Positions", "read", "rows"]

RESULT = re.compile(r"-?\d+(,-?\d+)*( -?\d+(,-?\d+)*)*")


class Position(dict[str, Any]):
    """A position of a played game: a plain row of the table, which draws itself in a notebook.

    >>> from branchline import load, new_record, read
    >>> first = read(new_record(load("sncf-france"), 4))[0]
    >>> first["step"], first["to_move"], first.state
    (0, -1, <SncfState: 4 players, chance to draw, ~7ce8552f>)
    """

    def __init__(self, played: Positions, row: dict[str, Any]) -> None:
        super().__init__(row)
        self.played = played  #: The game that it is of.

    @property
    def state(self) -> Any:
        """The state, a copy of its own."""
        return last_state(self.played.game, self.played.record, self["step"])

    def show(self, seat: int | None = None) -> Shown:
        """What that seat saw; None: a spectator."""
        return self.played.game.show(self.state, seat)

    def _repr_svg_(self) -> str:
        """With all hands open: whoever has the record may see them."""
        looks = self.played.game.looks
        return looks.picture(looks.view(self.state, None))


class Positions(Sequence[Position]):
    """Every position of a played game, from the start to the end: rows that `pandas.DataFrame` takes.

    >>> import random
    >>> from branchline import load, new_record, play_out, read
    >>> game, rng = load("bridgetown"), random.Random(1)
    >>> record = new_record(game, 2)
    >>> play_out(game, game.start(2), lambda state: game.random_action(state, rng), record)
    >>> played = read(record)
    >>> len(played) == len(record.rows) + 1
    True
    >>> played[10]["step"], played[10]["verb"], played[-1]["to_move"]
    (10, 'place', -2)
    >>> list(played[0])[:5]
    ['step', 'seat', 'verb', 'action', 'to_move']
    """

    def __init__(self, game: AnyGame, record: Record, chances: bool = False) -> None:
        self.game, self.record = game, record  #: Its rules on its board, and what was played.
        self._rows = [Position(self, row) for row in rows(game, record, chances, judged=True)]

    @overload
    def __getitem__(self, at: int) -> Position: ...

    @overload
    def __getitem__(self, at: slice) -> list[Position]: ...

    def __getitem__(self, at: int | slice) -> Position | list[Position]:
        return self._rows[at]

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        result = self.record.result
        return f"<{self.game.name}: {self.record.players} players, {len(self) - 1} actions, {result}>"

    def _repr_html_(self) -> str:
        """The end of it, drawn."""
        return f"<div>{escape(repr(self)[1:-1])}</div>{self[-1]._repr_svg_()}"


def read(source: Record | PathLike[str] | str, chances: bool = False) -> Positions:
    """A played game, by its record, its text or its file, as a table of positions; every row is judged.

    Row n is the position after n actions: `step`, who acted (`seat`, −1 is chance), the `verb` and all of
    the `action`, who is `to_move` now, the `digest`, what was `said`, `points_0` and so on of every seat, and
    `won_0` and so on, their share of the win in the end. With `chances` also `chance_0` and so on:
    everybody's share of the win as it looked then, by what all could see.

    >>> from branchline import load, new_record, write
    >>> game = load("sncf-germany")
    >>> read(write(new_record(game, 3)))
    <SNCF Germany: 3 players, 0 actions, unfinished>
    >>> read(new_record(game, 3)).record == new_record(game, 3)
    True
    """
    if isinstance(source, Record):
        return Positions(game_of(source), source, chances)
    if isinstance(source, str) and ("\n" in source or source.startswith("format ")):
        record = read_study(source).record
        return Positions(game_of(record), record, chances)
    if not isinstance(source, str | PathLike):
        raise BranchlineError(
            f"a record, its text or the path of its file is read, not {type(source).__name__}"
        )
    game, record = read_record(fspath(source))
    try:
        return Positions(game, record, chances)
    except RecordError as error:
        raise RecordError(f"{fspath(source)}: {error}") from None


def rows(
    game: AnyGame, record: Record, chances: bool = False, judged: bool = False
) -> Iterator[dict[str, Any]]:
    """The table row by row; who has just played a game need not have it `judged` again."""
    said: list[str] = []

    def say(*event: Any) -> None:
        said.append(game.words.event(event))

    won = _shares(record)
    steps = replay(game, record, say) if judged else _walk(game, record, say)
    for step, state in steps:
        seat, action, digest = record.rows[step - 1] if step else (CHANCE, ("",), "")
        row: dict[str, Any] = {
            "step": step,
            "seat": seat,
            "verb": action[0],
            "action": to_text(action),
            "to_move": state.to_move,
            "digest": digest,
            "said": " ".join(said),
        }
        row |= {f"points_{each}": points for each, points in enumerate(game.looks.points(state))}
        row |= {f"won_{each}": share for each, share in enumerate(won)}
        if chances:
            found = game.mind.outlook(state.copy() if state.to_move == OVER else game.mask(state, None))
            row |= {f"chance_{each}": share for each, share in enumerate(found)}
        said.clear()
        yield row


def _walk(game: AnyGame, record: Record, say: Any) -> Iterator[tuple[int, Any]]:
    """The steps of a record that is known to be right."""
    state = game.start(record.players, **record.options)
    yield 0, state
    for step, (_, action, _) in enumerate(record.rows, start=1):
        game.apply(state, action, say)
        yield step, state


def _shares(record: Record) -> list[float]:
    """Everybody's share of the win; nobody's, as long as the game is not finished."""
    if not RESULT.fullmatch(record.result):
        return [0.0] * record.players
    scores = [tuple(map(int, each.split(","))) for each in record.result.split()]
    best = winners(scores)
    return [1 / len(best) if seat in best else 0.0 for seat in range(record.players)]
