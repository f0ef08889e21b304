"""Boards from outside: judged once in a process that can be ended, and few of them in memory.

`judge.py` is that process. A verdict is kept by the hash of what was judged, so that nobody makes us
work twice for the same file.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import logging
import signal
import sys
import threading
from collections import Counter, OrderedDict, deque
from typing import Any
from weakref import WeakValueDictionary

from branchline.core.board import strict_json
from branchline.core.errors import BoardError
from branchline.core.game import AnyGame
from branchline.core.voice import language, say
from branchline.games import GAMES, load
from branchline.server.refusals import Denied, rebuilt
from branchline.server.workers import Failed, Worker

log = logging.getLogger("branchline.boards")
WALL = 60.0  # seconds by the clock, for a machine that is busy; of work it may have far fewer
WAITING, OF_ONE = 20, 2  # questions that wait for the judge, and of one address
IN_MEMORY = 32  # boards from outside that are played on at a time
OF_ADDRESS = 4  # of them of one address
VERDICTS = 2000  # remembered
PLAYED = ("heavy", "tough")  # what the judge found out by playing, and is well

_loaded: WeakValueDictionary[str, AnyGame] = WeakValueDictionary()
_recent: deque[AnyGame] = deque(maxlen=4)  # until their tables hold them
_loading = threading.Lock()


def name_of(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(errors="replace"), digest_size=20).hexdigest()


def in_language(name: str) -> str:
    """Under which a refusal is kept: its words are in the language of who asked first."""
    return f"{name} {language()}"


def canonical(board: str) -> str:
    """A board's text as it is kept, without the white space; one that is no JSON stays for the judge."""
    try:
        text = json.dumps(strict_json(board, "the board"), separators=(",", ":"), ensure_ascii=False)
        text.encode()
    except (BoardError, ValueError, RecursionError):
        return board
    return text


def title_of(game: AnyGame) -> str:
    """What a board from outside calls itself; nothing where it is ours, whatever its name says."""
    board, ours = game.board, load(game.id).board
    if board.shipped or (board.id, board.digest) == (ours.id, ours.digest):
        return ""
    return str(board.data.get("title") or board.id)


def place_needed(game_id: str, board: str) -> bool:
    """Must a board from outside be loaded for this?"""
    return bool(board) and name_of(game_id, board) not in _loaded


def full() -> bool:
    """Every place is taken, also when those are let go that no table holds."""
    if len(_loaded) >= IN_MEMORY:
        with _loading:
            _recent.clear()
        gc.collect()  # a game and its looks hold each other
    return len(_loaded) >= IN_MEMORY


def loaded(game_id: str, board: str) -> AnyGame:
    """A game, on its own board or one from outside that has passed; call it beside the event loop."""
    if not board:
        return load(game_id)
    name = name_of(game_id, board)
    with _loading:
        game = _loaded.get(name)
        if game is None:
            if len(_loaded) >= IN_MEMORY:
                raise Denied("slow", say("server.boards-open"))
            game = _loaded[name] = load(game_id, board)
        _recent.append(game)
    return game


class Boards:
    """The judge and its verdicts."""

    def __init__(self) -> None:
        self.command = (sys.executable, "-m", "branchline.server.judge")
        self._verdicts: OrderedDict[str, dict[str, Any] | None] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        self._turn = asyncio.Lock()
        self._worker: Worker | None = None
        self.judged = 0  # questions that the process was asked

    async def judge(self, address: str, game_id: str, board: str, record: str = "") -> None:
        """Returns if a table can be made of it; raises what is wrong with it, the same every time."""
        if game_id not in GAMES or (not board and not record):
            return  # what is wrong with the name of a game, loading it says
        name = name_of(game_id, board, record)
        if not self._known(name):
            if self._waiting[address] >= OF_ONE or self._waiting.total() >= WAITING:
                raise Denied("slow", say("server.boards-judged"))
            self._waiting[address] += 1
            try:
                async with self._turn:
                    if not self._known(name):
                        verdict = await self._verdict(game_id, board, record)
                        in_words = verdict is not None and "refused" in verdict
                        self._keep(in_language(name) if in_words else name, verdict)
            finally:
                self._waiting -= Counter([address])
        found = self._verdicts[name if name in self._verdicts else in_language(name)]
        if found is not None and "refused" in found:
            raise rebuilt(found["refused"])
        if found is not None:
            why = found["failed"]
            text = say(f"server.board-{why}" if board else f"server.record-{why}")
            raise rebuilt({"error": "board", "rule": None, "text": text, "values": {}})
        self._keep(name_of(game_id, board, ""), None)

    def _known(self, name: str) -> bool:
        return name in self._verdicts or in_language(name) in self._verdicts

    def _keep(self, name: str, verdict: dict[str, Any] | None) -> None:
        self._verdicts[name] = verdict
        self._verdicts.move_to_end(name)
        while len(self._verdicts) > VERDICTS:
            self._verdicts.popitem(last=False)

    async def _verdict(self, game_id: str, board: str, record: str) -> dict[str, Any] | None:
        try:
            found = await self._ask(game_id, board, record)
        except Failed as error:
            log.warning("a board was given up", extra={"why": str(error)})
            if error.late:
                key = "server.busy-board" if board else "server.busy-record"
                raise Denied("slow", say(key)) from None
            found = {"failed": str(error)}
        if "failed" in found and found["failed"] not in PLAYED:
            await self.close()  # after such a board its process is not to be trusted
        return None if "passed" in found else found

    async def _ask(self, game_id: str, board: str, record: str) -> dict[str, Any]:
        if self._worker is None or self._worker.process.returncode is not None:
            self._worker = await Worker.start(self.command)
        worker = self._worker
        await worker.prepare(game_id, ("warm", game_id, "", ""))
        self.judged += 1
        try:
            return await worker.ask(("judge", game_id, board, record), WALL)
        except Failed as error:
            overworked = getattr(signal, "SIGXCPU", None)
            if overworked is not None and worker.process.returncode == -overworked:
                raise Failed("slow") from None
            raise error if error.late else Failed("large") from None

    async def close(self) -> None:
        if self._worker is not None:
            await self._worker.stop()
            self._worker = None
