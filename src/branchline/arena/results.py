"""Finished games in a file, one line of JSON each below a line that says what was played.

    {"arena":1,"game":"sncf-france","board":"france-1 3f2a9c0d1e2f","options":{...},"bots":[...],...}
    {"number":0,"seats":["greedy","random",...],"scores":[[61,0],...],"ms":[[12,9,...],...]}

A line is written whole and synced before the next game is looked at. What a crash may leave is half a
last line, which is cut off when the file is opened again.
"""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from branchline.arena.selfplay import Match
from branchline.arena.series import Result
from branchline.bots.levels import LEVELS, budget, learned
from branchline.bots.own import own_among
from branchline.bots.search import Budget
from branchline.bots.sources import stamped
from branchline.core.errors import BranchlineError
from branchline.core.mind import Sight
from branchline.core.voice import say
from branchline.files import why_not
from branchline.games import load

SetUp = dict[str, Any]
FORMAT = 1


def set_up(match: Match) -> SetUp:
    """What the results of a series depend on, beside the number of a game."""
    game = load(match.game, match.board)
    own = {bot.name: stamped(bot) for bot in own_among(match.bots)}
    network = game.mind.skill() if any(learned(bot, match.game) for bot in match.bots) else ""
    return {
        "arena": FORMAT,
        "game": match.game,
        "board": f"{game.board.id} {game.board.digest}",
        "options": dict(sorted(game.complete(match.options).items())),
        "bots": list(match.bots),
        "budgets": {bot: budget_of(bot, match.game) for bot in sorted(set(match.bots)) if bot in LEVELS},
        **({"network": network} if network else {}),
        "seed": match.seed,
        **({"own": own} if own else {}),
    }


def budget_of(level: str, game: str) -> dict[str, Any]:
    """A level's budget as far as it is not the usual one."""
    found = budget(level, game)
    values = {each.name: getattr(found, each.name) for each in fields(found)}
    told = {name: value for name, value in values.items() if value != getattr(Budget(), name)}
    if found.sight and not found.sight.belief:
        # as it was before there was such a thing, for the files of then
        told["sight"] = found.sight[: Sight._fields.index("belief")]
    as_read: dict[str, Any] = json.loads(json.dumps(told))  # a sight is a tuple here and a list in a file
    return as_read


def line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def to_line(result: Result) -> bytes:
    return line(
        {
            "number": result.number,
            "seats": result.seats,
            "scores": result.scores,
            "ms": result.milliseconds,
        }
    )


def from_line(text: bytes, found: SetUp) -> Result:
    data = json.loads(text)
    result = Result(
        int(data["number"]),
        tuple(map(str, data["seats"])),
        tuple(tuple(map(int, score)) for score in data["scores"]),
        tuple(tuple(map(int, each)) for each in data["ms"]),
    )
    if not fits(result, found):
        raise ValueError("not a game of this set-up")
    return result


Results = dict[int, Result]


def read(path: str) -> tuple[SetUp, Results]:
    """What was played and all its finished games; half a last line does not count."""
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        raise BranchlineError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise BranchlineError(
            f"{path} is a folder, not a file of the arena; the table of a round robin is shown by its own "
            "command, with this folder as --out"
        ) from None
    found, results, _ = parse(content, path)
    return found, results


def parse(content: bytes, path: str) -> tuple[SetUp, Results, int]:
    """Set-up, games and how many bytes of them are whole lines."""
    head, *rest = content.splitlines(keepends=True) or [b""]
    try:
        found = json.loads(head)
        ours = found["arena"] == FORMAT and found["bots"] != [] and {"game", "seed"} <= found.keys()
    except (ValueError, TypeError, KeyError, AttributeError):
        ours = False
    if not ours:
        raise BranchlineError(f"{path} is not a file of the arena")
    results: Results = {}
    whole = len(head)
    for number, text in enumerate(rest, start=2):
        try:
            result = from_line(text, found)
        except (ValueError, TypeError, KeyError):
            if number == len(rest) + 1 and not text.endswith(b"\n"):
                break
            raise BranchlineError(f"{path}: line {number} is not a result") from None
        add(results, result, f"{path}: line {number}")
        whole += len(text)
    return found, results, whole


def fits(result: Result, found: SetUp) -> bool:
    """Is it of a game among these bots, with a score and turns of every seat?"""
    seats = len(found["bots"])
    return (
        result.number >= 0
        and set(result.seats) <= set(found["bots"])
        and len(result.seats) == len(result.scores) == len(result.milliseconds) == seats
        and len({len(score) for score in result.scores}) == 1
        and result.scores[0] != ()
    )


def add(results: Results, result: Result, where: str) -> None:
    """The same game twice must have gone the same way."""
    known = results.setdefault(result.number, result)
    if (known.seats, known.scores) != (result.seats, result.scores):
        raise BranchlineError(f"{where}: game {result.number} went another way before")


def merged(paths: list[str]) -> tuple[SetUp, Results]:
    """The games of several files of one set-up."""
    first, results = read(paths[0])
    for path in paths[1:]:
        found, more = read(path)
        if found != first:
            raise BranchlineError(
                f"{path} holds games of another set-up than {paths[0]}: {differs(found, first)}"
            )
        for result in more.values():
            add(results, result, path)
    return first, results


def differs(found: SetUp, wanted: SetUp) -> str:
    """The first thing in which two set-ups differ, as words."""
    for key in {**wanted, **found}:
        if found.get(key) != wanted.get(key):
            if key == "own" and (changed := rewritten(found.get(key, {}), wanted.get(key, {}))):
                return changed
            return f"{key} {shown(found.get(key))}, not {shown(wanted.get(key))}"
    return "nothing"


def rewritten(found: dict[str, str], wanted: dict[str, str]) -> str:
    """The first bot of one's own that has the same source by name, but not the same files, as words."""
    for name in found.keys() & wanted.keys():
        source, _, digest = found[name].rpartition(" ")
        named, _, now = wanted[name].rpartition(" ")
        if source == named and digest != now:
            return f"the bot {name!r}, {source}, was another then: its files have changed"
    return ""


def shown(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    if isinstance(value, dict):
        return " ".join(f"{name}={each}" for name, each in value.items())
    return str(value)


class Log:
    """The open file of a series. Only one arena at a time writes to it."""

    def __init__(self, path: str, wanted: SetUp) -> None:
        self.path = path
        target = Path(path)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            self.file: BinaryIO = target.open("a+b")
        except OSError as error:
            raise BranchlineError(say("files.no-room", path, why_not(error))) from None
        try:
            self._lock()
            self.results = self._resume(wanted)
        except BaseException:
            self.file.close()
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows has no such locks
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BranchlineError(f"another arena is writing to {self.path}") from None

    def _resume(self, wanted: SetUp) -> Results:
        self.file.seek(0)
        content = self.file.read()
        head = line(wanted)
        if head.startswith(content):  # new, or torn in its first line
            self.file.truncate(0)
            self._write(head)
            return {}
        found, results, whole = parse(content, self.path)
        if found != wanted:
            raise BranchlineError(
                f"{self.path} holds games of another set-up ({differs(found, wanted)}):"
                " name another file with --out"
            )
        self.file.truncate(whole)
        if not content[:whole].endswith(b"\n"):
            self._write(b"\n")
        return results

    def _write(self, text: bytes) -> None:
        self.file.write(text)
        self.file.flush()
        os.fsync(self.file.fileno())

    def append(self, result: Result) -> None:
        """Keep a finished game for good."""
        add(self.results, result, self.path)
        self._write(to_line(result))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()
