"""Bots and proposals in worker processes with hard time limits, never on the event loop.

A worker that is too slow or has died is ended and replaced; the question is asked once more of a
fresh one, and after that the table goes on with any legal action and says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import sys
from typing import Any

import msgspec

from branchline.bots import BOTS
from branchline.bots.levels import searches
from branchline.core.action import Action, from_json
from branchline.core.errors import BranchlineError, RuleViolation
from branchline.core.game import CHANCE
from branchline.core.words import isolated
from branchline.server.live import Room, said
from branchline.server.metrics import Metrics
from branchline.server.refusals import Denied

log = logging.getLogger("branchline.thinking")

Question = tuple[str, str, str, Any, Any]
WARMING = 180.0  # seconds that a worker may take to get ready, once: there may be a compiler at work


class Failed(Exception):
    """A worker gave no answer."""


class Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def ask(self, question: Question) -> dict[str, Any]:
        data = pickle.dumps(question)
        to, back = self.process.stdin, self.process.stdout
        assert to is not None and back is not None
        to.write(len(data).to_bytes(4, "big") + data)
        await to.drain()
        size = int.from_bytes(await back.readexactly(4), "big")
        found: dict[str, Any] = msgspec.json.decode(await back.readexactly(size))
        return found

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


class Thinkers:
    """A few workers, started when they are first needed."""

    def __init__(self, metrics: Metrics, count: int = 1, seconds: float = 10.0) -> None:
        self.metrics, self.count, self.seconds = metrics, count, seconds
        self.command = (sys.executable, "-m", "branchline.server.worker")
        self._free: list[Worker] = []
        self._room = asyncio.Semaphore(count)
        self._all: set[Worker] = set()
        self._ready: set[tuple[str, str]] = set()

    async def ask(self, question: Question, seconds: float | None = None) -> dict[str, Any]:
        """The answer of a worker, or Failed."""
        async with self._room:
            worker = self._free.pop() if self._free else await self._start()
            try:
                answer = await asyncio.wait_for(worker.ask(question), seconds or self.seconds)
            except BaseException as error:
                self._all.discard(worker)
                await worker.stop()
                if not isinstance(error, Exception):
                    raise
                self.metrics.replaced.inc()
                why = "took too long" if isinstance(error, TimeoutError) else "stopped"
                log.warning("worker replaced", extra={"why": why})
                raise Failed(why) from None
            self._free.append(worker)
            return answer

    async def _start(self) -> Worker:
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        worker = Worker(process)
        self._all.add(worker)
        return worker

    async def close(self) -> None:
        for worker in list(self._all):
            await worker.stop()

    # --- proposals

    async def propose(self, room: Room, seat: int, partial: Action) -> list[tuple[Any, Any]]:
        match = room.match
        if match.status != "playing" or match.state.to_move != seat:
            raise Denied("not-yours", "Proposals are made in one's own turn only.")
        masked = match.game.mask(match.state, seat)
        question = ("propose", match.game.id, match.setup.board, masked, partial)
        try:
            found = await self.ask(question)
        except Failed as error:
            raise Denied("slow", f"No proposal was found: the search {error}.") from None
        if "refused" in found:
            raise rebuilt(found["refused"])
        return [(action, ledger) for action, ledger in found["actions"]]

    # --- bots

    def wake(self, room: Room) -> None:
        """If a bot is to move, let it think; one task a table."""
        mover = room.match.mover()
        if mover is not None and mover.bot and room.thinking is None:
            room.thinking = asyncio.create_task(self._drive(room))
            room.thinking.add_done_callback(lambda task: self._rest(room, task))

    def _rest(self, room: Room, task: asyncio.Task[None]) -> None:
        room.thinking = None
        if not task.cancelled() and task.exception() is not None:
            log.error("a bot's turn failed", exc_info=task.exception())

    async def _drive(self, room: Room) -> None:
        while (mover := room.match.mover()) is not None and mover.bot:
            match = room.match
            seat, version = match.state.to_move, match.version
            for action in await self._pick(room, mover.bot):
                if match.lost or room.match is not match or match.mover() is not mover or not mover.bot:
                    return  # a person has taken the seat back meanwhile
                try:
                    version = await match.do(seat, action, version)
                    self.metrics.moves.inc()
                except BranchlineError as error:
                    if match.lost:
                        return
                    if getattr(error, "kind", "") != "stale":
                        await self._stumbled(room, mover.name, "wanted what the rules do not allow")
                        await match.do(seat, match.game.legal_actions(match.state)[0], match.version)
                    break
                if match.mover() is not mover or match.standing[-1].seat != seat:
                    break  # its plan ends where chance or another seat has a say

    async def _pick(self, room: Room, bot: str) -> tuple[Action, ...]:
        match = room.match
        masked = match.game.mask(match.state, match.state.to_move)
        name = bot if bot in BOTS else "random"
        await self._warm(match.game.id, match.setup.board, name)
        for again in (False, True):
            try:
                with self.metrics.thinking.time():
                    found = await self.ask(("think", match.game.id, match.setup.board, masked, name))
                if "actions" in found:
                    return tuple(map(from_json, found["actions"]))
            except Failed as error:
                what = "plays anything allowed now" if again else "has been replaced"
                await self._stumbled(room, match.seats[masked.to_move].name, f"{error} and {what}")
            if masked.to_move == CHANCE:
                break
        legal: Action = match.game.legal_actions(masked)[0]
        return (legal,)

    async def _warm(self, game_id: str, board: str, bot: str) -> None:
        """Before a bot's first turn: what it needs is compiled or loaded outside the limit of a turn."""
        if (game_id, bot) not in self._ready and searches(bot, game_id):
            self._ready.add((game_id, bot))
            with contextlib.suppress(Failed):
                await self.ask(("warm", game_id, board, None, bot), WARMING)

    async def _stumbled(self, room: Room, name: str, what: str) -> None:
        """The table says what went wrong with a bot."""
        async with room.match.lock:
            row = await room.match.note_row("say", -1, f"The bot {isolated(name)} {what}.")
        room.tell_all(said(row))


def rebuilt(data: dict[str, Any]) -> BranchlineError:
    """An error that has crossed over from a worker."""
    if data["error"] == "rule":
        return RuleViolation(data["rule"], data["text"], data["values"])
    error = BranchlineError(data["text"])
    error.kind = data["error"]
    return error
