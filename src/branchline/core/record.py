"""A played game as text: write, read, replay. The same format is a save, a fixture, a bug report.

    format 1
    game sncf-france
    board france-1 3f2a9c0d1e2f
    players 4
    options end=after-turn hidden=strict stall=3
    result 61,0 58,1 44,2 40,3
    - deal 0 red ~77e0a1b2
    0 build red f12 ~1a2b3c4d

A row is the seat that acted (`-` is chance), its action, and a digest of the state after it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any

from branchline.core.action import Action, from_text, to_text
from branchline.core.errors import BranchlineError, RecordError
from branchline.core.game import CHANCE, OVER, AnyGame, Options, Say, silent
from branchline.core.voice import quoted
from branchline.core.voice import say as told

UNFINISHED = "unfinished"


@dataclass(slots=True)
class Record:
    """What a record says: what was played, under which options, and every action that stands.

    >>> import random
    >>> from branchline import game_of, load, new_record, play_out, read, replay, write
    >>> game, rng = load("sncf-germany"), random.Random(1)
    >>> record = new_record(game, 3, {"hidden": "open"})
    >>> play_out(game, game.start(3, hidden="open"), lambda state: game.random_action(state, rng), record)
    >>> again = read(write(record)).record
    >>> again == record
    True
    >>> steps = sum(1 for step in replay(game_of(again), again))  # judges every row
    >>> steps == len(record.rows) + 1
    True
    """

    game: str
    board: str
    board_digest: str
    players: int
    options: dict[str, str]
    result: str = UNFINISHED
    seats: list[str] = field(default_factory=list)  # who drove each seat, where that is known
    imported: int = 0  # so many of its actions were played elsewhere, in the open: it was no fair deal
    redrawn: int = 0  # so often chance was drawn anew, because somebody alone with bots took back
    custom: str = ""  # the data of a board that is not ours, as one line of JSON
    rows: list[tuple[int, Action, str]] = field(default_factory=list)


@cache
def _canonical() -> Callable[[Any], bytes]:
    """The same state gives the same bytes, quickly, because a server makes a digest for every move."""
    import msgspec  # here because `import branchline` is light

    return msgspec.json.Encoder(order="deterministic").encode


@cache
def _values(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """All fields of a kind of state at once; a server makes a digest for every move."""
    return attrgetter(*(each.name for each in fields(kind) if each.compare))


def digest(state: Any) -> str:
    """Eight hex digits of the canonical JSON of a state's fields.

    A field that does not take part in comparison is a cache of the rules' own and is left out.
    """
    kind: Any = type(state)
    return hashlib.blake2b(_canonical()(_values(kind)(state)), digest_size=4).hexdigest()


def key(state: Any) -> int:
    """64 bits that stand for a state, the same in every process: equal states have equal keys.

    >>> from branchline import load
    >>> game = load("sncf-france")
    >>> key(game.start(4)) == key(game.start(4)), key(game.start(4)) == key(game.start(5))
    (True, False)
    """
    kind: Any = type(state)
    seed = kind.__name__.encode()
    return int.from_bytes(
        hashlib.blake2b(_canonical()(_values(kind)(state)), digest_size=8, person=seed[:16]).digest(), "big"
    )


def brief(state: Any) -> str:
    """A state at a prompt, as its `__repr__`: who is to move, and the digest that a record has for it.

    All of a state is hundreds of numbers, which help nobody; two that look alike here are alike.
    """
    seats = f"{type(state).__name__}: {state.players} players"
    who, does = ("chance", "draw") if state.to_move == CHANCE else (f"seat {state.to_move}", "move")
    mover = "over" if state.to_move == OVER else f"{who} to {does}"
    return f"<{seats}, {mover}, ~{digest(state)}>"


def new_record(
    game: AnyGame, players: int, options: Options | None = None, seats: list[str] | None = None
) -> Record:
    """An empty record of a match that begins now; `seats` says who drives each seat, where that is known.

    >>> from branchline import load
    >>> print(write(new_record(load("sncf-france"), 4, {"hidden": "open"})), end="")
    format 1
    game sncf-france
    board france-1 4dfc28a49fb6
    players 4
    options end=after-turn hidden=open stall=3
    result unfinished
    """
    board = game.board
    custom = "" if board.shipped else json.dumps(board.data, separators=(",", ":"), ensure_ascii=False)
    complete = dict(sorted(game.complete(options or {}).items()))
    return Record(game.id, board.id, board.digest, players, complete, seats=seats or [], custom=custom)


def result_text(scores: list[tuple[int, ...]]) -> str:
    """The scores of all seats as a record holds them."""
    return " ".join(",".join(map(str, score)) for score in scores)


def play_row(game: AnyGame, record: Record, state: Any, action: Action, say: Say = silent) -> None:
    """Apply a legal action and write it down; at the end the result too.

    >>> import random
    >>> from branchline import load
    >>> game = load("sncf-france")
    >>> record, state = new_record(game, 4), game.start(4)
    >>> play_row(game, record, state, game.draw(state, random.Random(7)))
    >>> record.rows == [(-1, record.rows[0][1], digest(state))]
    True
    """
    seat = state.to_move
    game.apply(state, action, say)
    record.rows.append((seat, action, digest(state)))
    if state.to_move == OVER:
        record.result = result_text(game.scores(state))


def write(record: Record) -> str:
    """The record as text, which `read` reads."""
    return "\n".join([*header_lines(record), *(row_line(*row) for row in record.rows)]) + "\n"


def header_lines(record: Record) -> list[str]:
    """What stands above the first row."""
    lines = [
        "format 1",
        f"game {record.game}",
        f"board {record.board} {record.board_digest}",
        f"players {record.players}",
    ]
    if record.options:
        lines.append("options " + " ".join(f"{name}={value}" for name, value in record.options.items()))
    if record.seats:
        lines.append("seats " + " ".join(record.seats))
    if record.imported:
        lines.append(f"imported {record.imported}")
    if record.redrawn:
        lines.append(f"redrawn {record.redrawn}")
    lines.append(f"result {record.result}")
    if record.custom:
        lines.append(f"custom {record.custom}")
    return lines


def row_line(seat: int, action: Action, state_digest: str) -> str:
    """A row as it is written; a side line's may have no digest."""
    mark = f" ~{state_digest}" if state_digest else ""
    return f"{'-' if seat == CHANCE else seat} {to_text(action)}{mark}"


_ROW = re.compile(r"(-|[0-9]{1,2}) (.+?)(?: ~([0-9a-f]{8}))?\Z")
HEADERS = (
    "format", "game", "board", "players", "options", "seats", "imported", "redrawn", "result", "custom",
)  # fmt: skip


def read(text: str) -> Record:
    """The record that a text says, or RecordError with the line that is wrong."""
    found: dict[str, str] = {}
    rows: list[tuple[int, Action, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        key, _, rest = line.partition(" ")
        if number == 1 and line != "format 1":
            raise RecordError(told("core.record-first"))
        if key in HEADERS:
            if key in found or rows:
                raise RecordError(told("core.record-once", number=number, name=key))
            found[key] = rest
            continue
        rows.append(read_row(line, number))
    return record_of(found, rows)


def read_row(line: str, number: int, bare: bool = False) -> tuple[int, Action, str]:
    """A row, or RecordError with the number of its line; where `bare`, it needs no digest."""
    matched = _ROW.match(line)
    if not matched or not (matched[3] or bare):
        raise RecordError(told("core.record-row", number=number, line=quoted(line)))
    try:
        action = from_text(matched[2])
    except BranchlineError as error:
        raise RecordError(told("core.record-line", number=number, why=str(error))) from None
    return CHANCE if matched[1] == "-" else int(matched[1]), action, matched[3] or ""


def record_of(found: dict[str, str], rows: list[tuple[int, Action, str]]) -> Record:
    """The record that these headers and rows make, or RecordError."""
    for key in ("format", "game", "board", "players", "result"):
        if key not in found:
            raise RecordError(told("core.record-missing", key))
    board, _, board_digest = found["board"].partition(" ")
    for key, digits in (("players", 2), ("imported", 6), ("redrawn", 6)):
        number = found.get(key, "0")
        if not re.fullmatch(f"[0-9]{{1,{digits}}}", number):
            raise RecordError(told("core.record-number", f"{key} {number[:20]}", 10**digits))
    if int(found.get("imported", "0")) > len(rows):
        raise RecordError(told("core.record-imported", f"imported {found['imported']}", len(rows)))
    options = {}
    for pair in found.get("options", "").split():
        name, equals, value = pair.partition("=")
        if not equals or not value or name in options:
            raise RecordError(told("core.record-options", quoted(pair)))
        options[name] = value
    return Record(
        found["game"],
        board,
        board_digest,
        int(found["players"]),
        options,
        found["result"],
        found.get("seats", "").split(),
        int(found.get("imported", "0")),
        int(found.get("redrawn", "0")),
        found.get("custom", ""),
        rows,
    )


def replay(
    game: AnyGame, record: Record, say: Say = silent, upto: int | None = None
) -> Iterator[tuple[int, Any]]:
    """Each step of a record as (number of actions so far, state), checked row by row.

    The state is the same object at every step: copy what you keep. Raises RecordError where a row
    is not legal, a digest differs, or the result is not what the game comes to.

    >>> from branchline import load
    >>> game = load("sncf-germany")
    >>> list(replay(game, new_record(game, 3, {})))
    [(0, <SncfState: 3 players, chance to draw, ~7e8e41f9>)]
    """
    if record.game != game.id:
        raise RecordError(told("core.record-game", record.game, game.id))
    boards = {"board": record.board, "digest": record.board_digest}
    boards |= {"ours": game.board.id, "our_digest": game.board.digest}
    if (record.board, record.board_digest) != (game.board.id, game.board.digest):
        raise RecordError(told("core.record-board", **boards))
    try:
        state = game.start(record.players, **record.options)
    except BranchlineError as error:
        raise RecordError(str(error)) from None
    yield 0, state
    for number, (seat, action, expected) in enumerate(record.rows[:upto], start=1):
        if state.to_move == OVER:
            raise _wrong(number, action, told("core.record-over"))
        if seat != state.to_move:
            raise _wrong(number, action, told("core.record-mover", _mover(state.to_move), _mover(seat)))
        try:
            game.check(state, action)
        except BranchlineError as error:
            raise _wrong(number, action, str(error)) from None
        game.apply(state, action, say)
        found = digest(state)
        if found != expected:
            raise _wrong(number, action, told("core.record-digest", found, expected))
        yield number, state
    if upto is None or upto >= len(record.rows):
        _check_result(game, record, state)


def _check_result(game: AnyGame, record: Record, state: Any) -> None:
    result = result_text(game.scores(state)) if state.to_move == OVER else UNFINISHED
    if result != record.result:
        raise RecordError(told("core.record-result", record.result, result))


def _wrong(number: int, action: Action, why: str) -> RecordError:
    return RecordError(told("core.record-action", number=number, action=to_text(action)[:80], why=why))


def _mover(seat: int) -> str:
    return told("core.chance") if seat == CHANCE else told("core.seat", seat)


def last_state(game: AnyGame, record: Record, upto: int | None = None, say: Say = silent) -> Any:
    """The state that a record leads to, checked row by row."""
    *_, (_, state) = replay(game, record, say, upto)
    return state


def play_out(
    game: AnyGame, state: Any, pick: Callable[[Any], Action], record: Record | None = None, say: Say = silent
) -> None:
    """Play to the end with whatever `pick` answers, writing it down if there is a record.

    >>> import random
    >>> from branchline import load
    >>> game, rng = load("bridgetown"), random.Random(1)
    >>> state, record = game.start(2), new_record(game, 2)
    >>> play_out(game, state, lambda state: game.random_action(state, rng), record)
    >>> record.result == result_text(game.scores(state))
    True
    """
    while state.to_move != OVER:
        action = pick(state)
        if record is None:
            game.apply(state, action, say)
        else:
            play_row(game, record, state, action, say)
