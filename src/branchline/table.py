"""A game that is being played at this screen: begin, act, take back, save, load."""

from __future__ import annotations

import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from branchline.bots import USUAL, compiling, named
from branchline.core.action import to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, AnyGame
from branchline.core.lesson import Lesson
from branchline.core.puzzle import Puzzle
from branchline.core.record import UNFINISHED, Record, last_state, new_record, play_row, write
from branchline.core.takeback import takebacks
from branchline.core.voice import say as told
from branchline.files import read_record, saves_folder
from branchline.games import spoken
from branchline.prompt import Reader
from branchline.speech import language_here


@dataclass
class Table:
    """A game that is being played at this screen."""

    game: AnyGame
    record: Record
    state: Any
    console: Console
    reader: Reader
    rng: random.Random
    drawn_for: int | None = None  # the seat whose secrets may be on the screen
    drawn: str = ""  # what that seat was shown last
    hinted: bool = False  # the person was told how to get help
    log: list[str] = field(default_factory=list)
    lesson: Lesson | Puzzle | None = None
    told: int = -1  # the step of it that was told last
    tries: int = 0  # turns that did not solve a puzzle

    @property
    def people(self) -> list[str]:
        return [
            seat.removeprefix("bot:").capitalize() + f" {number}" if seat.startswith("bot:") else seat
            for number, seat in enumerate(self.record.seats, 1)
        ]

    def humans(self) -> list[int]:
        return [seat for seat, name in enumerate(self.record.seats) if not name.startswith("bot:")]


def new_table(
    game: AnyGame,
    seats: list[str],
    options: dict[str, str],
    console: Console,
    reader: Reader,
    seed: str | None,
) -> Table:
    state = game.start(len(seats), **options)
    rng = random.Random(seed) if seed is not None else random.SystemRandom()
    return Table(game, new_record(game, len(seats), options, seats), state, console, reader, rng)


def loaded_table(
    path: str, console: Console, reader: Reader, seed: str | None = None, language: str | None = None
) -> Table:
    game, record = read_record(path)
    game = spoken(game, language_here(language, game.id, console.print))
    compiling.warm(game, console.print)
    try:
        state = last_state(game, record)
    except BranchlineError as error:
        raise BranchlineError(f"{path}: {error}") from None
    if len(record.seats) != record.players:
        record.seats = [told("terminal.player"), *[f"bot:{USUAL}"] * (record.players - 1)]
    for seat in record.seats:
        if seat.startswith("bot:"):
            named(seat.removeprefix("bot:"))
    rng = random.Random(seed) if seed is not None else random.SystemRandom()
    return Table(game, record, state, console, reader, rng)


def do(table: Table, action: Any) -> None:
    """Apply an action and say what happened."""
    lines: list[str] = []
    mover = table.state.to_move

    def say(*event: Any) -> None:
        lines.append(table.game.words.event(event, table.people))

    if table.lesson:
        table.lesson.passed(table.state, action)
    play_row(table.game, table.record, table.state, action, say)
    if table.lesson:
        table.lesson.settle(table.state)
    table.log += lines
    aloud = mover == CHANCE or mover not in table.humans() or len(table.humans()) == 1
    if aloud:
        for line in lines:
            table.console.print(line, markup=False)
    if table.state.to_move != mover:
        table.drawn_for = None


def undo(table: Table, seat: int) -> None:
    """Take back this person's last action and, where only bots sit beside them, what came after it."""
    rows, alone = table.record.rows, table.humans() == [seat]
    count = next(takebacks((mover for mover, _, _ in reversed(rows)), seat, alone), 0)
    if not count:
        raise BranchlineError(told("terminal.nothing-yet" if alone else "terminal.nothing-of-yours"))
    if isinstance(table.lesson, Puzzle) and len(rows) - count < table.lesson.start:
        raise BranchlineError(told("terminal.puzzle-begins"))
    _, action, _ = rows[-count]
    redrawn = any(mover == CHANCE for mover, _, _ in rows[-count:])
    table.record.redrawn += redrawn
    cut(table, len(rows) - count)
    taken = "terminal.taken-back-anew" if redrawn else "terminal.taken-back"
    table.console.print(told(taken, table.game.words.line(to_text(action))), markup=False)


def cut(table: Table, step: int) -> None:
    """Only so many actions stand."""
    del table.record.rows[step:]
    table.log.clear()

    def say(*event: Any) -> None:
        table.log.append(table.game.words.event(event, table.people))

    table.record.result = UNFINISHED
    table.state = last_state(table.game, table.record, say=say)
    if table.lesson:
        table.lesson = table.lesson.again().follow(action for _, action, _ in table.record.rows)


def save(table: Table, path: str | None) -> Path:
    if path is None:
        folder = saves_folder()
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{table.game.id}-{time.strftime('%Y%m%d-%H%M%S')}.txt"
        while target.exists():
            target = target.with_name(target.stem + "-again.txt")
    else:
        target = Path(path)
        if target.exists() and not target.read_text("utf-8", errors="replace").startswith("format 1\n"):
            raise BranchlineError(told("terminal.no-save", path))
    target.write_text(write(table.record), "utf-8")
    return target


def command(*words: str) -> str:
    """How the person would type a command of ours."""
    return " ".join([os.environ.get("BRANCHLINE_COMMAND", "branchline"), *words])
