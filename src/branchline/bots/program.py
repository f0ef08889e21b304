"""A bot that is a program in any language: JSON lines on its standard input, answers on its standard output.

docs/write-a-bot.md describes what is said. There is one process for each bot in each process that asks; what
goes wrong is a `Fault`, and the process is ended.
"""

from __future__ import annotations

import atexit
import json
import os
import queue
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import IO, Any

from branchline.bots.fault import Fault
from branchline.core.action import Action, from_json, to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame, Options, winners

PROTOCOL = 1
STARTING = 30.0  # seconds more for the first answer of a process, which may have much to load
PATIENCE = 5.0  # seconds for one that may end by itself: it may have learned something, and write it down
ENDING = 3.0  # seconds for one that is told to end
SAMPLES = 8  # moves that are offered where they cannot be listed
LONGEST = 1_000_000  # letters of an answer
KEPT = 50  # lines of what it writes on standard error
TABLES = 1000  # that one process may be in the middle of
GUARD = Path(__file__).with_name("guard.py")
AN_ANSWER = (
    "an answer is one line: a move as it is typed, an action as a JSON list, or a JSON list of such actions"
)


class Program:
    """One running process."""

    def __init__(self, command: str) -> None:
        words = found(command)
        self._lifeline = -1  # there is none where systems have no groups of processes
        guarded: dict[str, Any] = {}
        if os.name == "posix":
            reading, self._lifeline = os.pipe()
            words = [sys.executable, "-I", "-S", str(GUARD), str(reading), *words]
            guarded = {"pass_fds": [reading], "start_new_session": True}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, **guarded)
        if guarded:
            os.close(reading)
        self.answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.wrote: deque[str] = deque(maxlen=KEPT)
        self.fresh = True
        self.met: dict[tuple[str, int], None] = {}  # tables and seats that it was told of
        self._messages: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._threads = [
            threading.Thread(target=self._speak, args=[self.process.stdin], daemon=True),
            threading.Thread(target=self._hear, args=[self.process.stdout], daemon=True),
            threading.Thread(target=self._overhear, args=[self.process.stderr], daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _speak(self, stream: IO[bytes]) -> None:
        """What it is told goes out from here: one that does not listen keeps nobody waiting."""
        with suppress(OSError), stream:
            while (message := self._messages.get()) is not None:
                stream.write(message)
                stream.flush()

    def _hear(self, stream: IO[bytes]) -> None:
        while line := stream.readline(LONGEST):
            self.answers.put(line.decode("utf-8", "replace"))
        self.answers.put(None)

    def _overhear(self, stream: IO[bytes]) -> None:
        while line := stream.readline(LONGEST):
            self.wrote.append(line.decode("utf-8", "replace").rstrip("\n"))

    def tell(self, message: dict[str, Any]) -> None:
        self._messages.put(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")

    def ask(self, message: dict[str, Any], seconds: float) -> str:
        """Its answer as a line, or Fault."""
        if not self.answers.empty():
            early = self.answers.get()
            if early is None:
                raise self.stopped()
            raise self.fault(f"wrote {shown(early)}, though nobody asked; standard error is for that")
        end = time.monotonic() + seconds + (STARTING if self.fresh else 0)
        self.tell(message)
        try:
            line = self.answers.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            raise self.fault(f"has not answered after {end_of(seconds, self.fresh):g} seconds") from None
        if line is None:
            raise self.stopped()
        if len(line) >= LONGEST and not line.endswith("\n"):
            raise self.fault(f"answers with a line of more than {LONGEST:,} letters; {AN_ANSWER}")
        self.fresh = False
        return line

    def stopped(self) -> Fault:
        try:
            status = self.process.wait(ENDING)
        except subprocess.TimeoutExpired:
            return self.fault("has closed its standard output")
        return self.fault(f"ended with status {status} instead of an answer")

    def fault(self, what: str) -> Fault:
        self.close()
        return Fault("a program", what, "\n".join(self.wrote))

    def close(self, patience: float = 0.0) -> None:
        """End it, whatever it does; it has so many seconds to end by itself, which it should."""
        self._messages.put(None)
        if patience:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
        if self._lifeline >= 0:
            with suppress(BrokenPipeError):  # the guard has nobody left to end
                os.write(self._lifeline, b"!")
            os.close(self._lifeline)
            self._lifeline = -1
        else:
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(ENDING)
        assert self.process.stdout and self.process.stderr
        self.process.stdout.close()
        self.process.stderr.close()


def end_of(seconds: float, fresh: bool) -> float:
    return seconds + (STARTING if fresh else 0)


def found(command: str) -> list[str]:
    """The words of a command whose program there is."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise BranchlineError(f"'cmd:{command}' is no command, such as cmd:./my-bot or 'cmd:node my-bot.mjs'")
    if shutil.which(words[0]) is None:
        here = Path(words[0]).is_file()
        why = "is no program: it may not be run (chmod +x)" if here else "is no program that there is here"
        raise BranchlineError(f"{words[0]!r} of the bot 'cmd:{command}' {why}")
    return words


# --- those that run here

_running: dict[tuple[int, str], Program] = {}  # by process, because a fork shares no child of its parent


def running(command: str) -> Program:
    """The one process of a command here, started when it is first asked for."""
    key = os.getpid(), command
    if key not in _running:
        _running[key] = Program(command)
    return _running[key]


def end(command: str, patience: float = 0.0) -> None:
    """End the process of a command here, if there is one."""
    program = _running.pop((os.getpid(), command), None)
    if program is not None:
        program.close(patience)


@atexit.register
def end_all() -> None:
    """End every program that this process has started."""
    for pid, command in list(_running):
        if pid == os.getpid():
            end(command, PATIENCE)


# --- what is said


def hello(game: AnyGame, state: Any, seat: int, table: str, options: Options) -> dict[str, Any]:
    from branchline import __version__

    board = {"id": game.board.id, "digest": game.board.digest, "data": game.board.data}
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "branchline": __version__,
        "table": table,
        "game": game.id,
        "players": state.players,
        "seat": seat,
        "options": dict(game.complete(options)),
        "board": board,
    }


def question(game: AnyGame, state: Any, rng: Random, table: str, seconds: float) -> dict[str, Any]:
    """What a seat may see and do, by its masked state."""
    seat = state.to_move
    if game.lists_all:
        moves = game.legal_actions(state)
    else:
        moves = list(dict.fromkeys(game.random_action(state, rng) for _ in range(SAMPLES)))
    return {
        "type": "ask",
        "table": table,
        "seat": seat,
        "seconds": seconds,
        "seed": rng.getrandbits(32),
        "view": game.looks.view(state, seat),
        "moves": [to_text(move) for move in moves],
        "complete": game.lists_all,
    }


def farewell(game: AnyGame, state: Any, seat: int, table: str) -> dict[str, Any]:
    scores = game.scores(state)
    return {"type": "end", "table": table, "seat": seat, "scores": scores, "winners": winners(scores)}


def understood(game: AnyGame, state: Any, line: str) -> list[Action]:
    """The actions that an answer names, judged as far as it was typed; or BranchlineError."""
    text = line.strip()
    try:
        said = json.loads(text)
    except ValueError:
        said = text
    if isinstance(said, str) and said:
        return game.understand(state, said)[0]
    if isinstance(said, list) and said:
        if isinstance(said[0], str):
            return [from_json(said)]
        if all(isinstance(each, list) for each in said):
            return [from_json(each) for each in said]
    raise BranchlineError(AN_ANSWER)


def ask(
    command: str, game: AnyGame, state: Any, rng: Random, table: str, options: Options, seconds: float
) -> list[Action]:
    """What a program does for the seat to move of a masked state, or Fault."""
    try:
        program = running(command)
        seat = state.to_move
        if (table, seat) not in program.met:
            program.tell(hello(game, state, seat, table, options))
            program.met[table, seat] = None
            if len(program.met) > TABLES:
                del program.met[next(iter(program.met))]
        line = program.ask(question(game, state, rng, table, seconds), seconds)
    except Fault:
        end(command)
        raise
    try:
        return understood(game, state, line)
    except BranchlineError as error:
        raise Fault(
            "a program", f"answers {shown(line)}, which is refused: {error}", "\n".join(program.wrote)
        ) from None


def over(command: str, game: AnyGame, state: Any, table: str) -> None:
    """Tell a program how games ended in which it played; it need not listen any more."""
    program = _running.get((os.getpid(), command))
    for seat in range(state.players):
        if program is not None and (table, seat) in program.met:
            del program.met[table, seat]
            program.tell(farewell(game, state, seat, table))


def shown(line: str) -> str:
    """An answer inside a sentence; a program may write anything."""
    text = repr(line.strip()[:80])
    return text if len(line.strip()) <= 80 else f"{text}…"
