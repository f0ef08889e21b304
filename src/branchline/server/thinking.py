"""Bots and proposals in worker processes with hard time limits, never on the event loop, fairly by turns.

A worker that is too slow or has died is ended and replaced; the question is asked once more of a
fresh one, and after that the table goes on with any legal action and says so.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from typing import Any

from branchline.bots import BOTS
from branchline.bots.levels import learned, searches
from branchline.bots.own import Own
from branchline.core.action import Action, from_json
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE
from branchline.core.voice import say
from branchline.server.guests import guest, turn
from branchline.server.line import Line
from branchline.server.live import Room
from branchline.server.metrics import Metrics
from branchline.server.refusals import Denied, rebuilt
from branchline.server.seats import Seat
from branchline.server.spoken import later
from branchline.server.store import Unread
from branchline.server.teaching import seed_of
from branchline.server.workers import Failed, Worker

log = logging.getLogger("branchline.thinking")

Question = tuple[str, str, str, Any, Any]
PROPOSALS = 4  # of one table at a time


class Thinkers:
    """A few workers, started when they are first needed."""

    def __init__(self, metrics: Metrics, count: int = 2, seconds: float = 10.0) -> None:
        self.metrics, self.seconds = metrics, seconds
        self.command = (sys.executable, "-m", "branchline.server.worker")
        self.line = Line(metrics, count)
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._proposing: Counter[str] = Counter()
        self._spare: asyncio.Task[None] | None = None

    async def ask(self, room: Room, question: Question, seconds: float | None = None) -> dict[str, Any]:
        """The answer of a worker, or Failed."""
        async with self.line.place(room.patron, not alone(room) and room.watched()):
            worker = self._free_for(room.patron) or await self._start()
            worker.patron = room.patron
            if not self._free and len(self._all) < self.line.places and self._spare is None:
                self._spare = asyncio.create_task(self._start_spare())
            try:
                await self._prepare(worker, question)
                answer = await worker.ask(question, seconds or self.seconds)
            except BaseException as error:
                self._all.discard(worker)
                if isinstance(error, Failed):
                    self.metrics.replaced.inc()
                    log.warning("worker replaced", extra={"why": str(error)})
                raise
            self._free.append(worker)
            return answer

    async def _prepare(self, worker: Worker, question: Question) -> None:
        """What a worker needs for a game is compiled or loaded outside the limit of a turn, on our board."""
        what, game_id, _, _, argument = question
        bot = argument[0] if what == "think" else "expert" if what in ("hint", "why") else "random"
        if isinstance(bot, Own):
            await worker.prepare(f"{game_id}, {bot.name}", ("warm", game_id, "", None, bot))
            return
        thinks = searches(bot, game_id) or learned(bot, game_id)
        need = f"{game_id}, {'search' if thinks else 'rules'}"
        await worker.prepare(need, ("warm", game_id, "", None, bot))

    def _free_for(self, patron: str) -> Worker | None:
        """One's own or a fresh one; somebody else's only when no more may be started.

        So whoever wears workers out by questions that take too long waits for new ones, and nobody else.
        """
        full = len(self._all) >= self.line.places
        able = [worker for worker in self._free if full or worker.patron in (patron, "")]
        if not able:
            return None
        found = max(able, key=lambda worker: (worker.patron == patron, worker.patron == ""))
        self._free.remove(found)
        return found

    async def _start(self) -> Worker:
        worker = await Worker.start(self.command)
        self._all.add(worker)
        return worker

    async def _start_spare(self) -> None:
        """A worker takes a second to start; whoever comes next finds one that has."""
        self._free.append(await self._start())
        self._spare = None

    async def close(self) -> None:
        if self._spare is not None:
            await self._spare
        for worker in list(self._all):
            await worker.stop()

    # --- proposals

    async def propose(self, room: Room, masked: Any, partial: Action) -> list[tuple[Any, Any]]:
        found = await self._search(room, masked, "propose", partial)
        return [(action, ledger) for action, ledger in found["actions"]]

    async def hint(self, room: Room, masked: Any) -> list[Any]:
        """What could be done now, for a seat whose bots have learned the game."""
        turns: list[Any] = (await self._search(room, masked, "hint", ()))["turns"]
        return turns

    async def understand(self, room: Room, masked: Any, line: str) -> list[Any]:
        """What a typed line means where moves cannot be listed: it may take as long as a proposal."""
        actions: list[Any] = (await self._search(room, masked, "understand", line))["actions"]
        return actions

    async def offers(self, room: Room, masked: Any, begun: str) -> list[Any]:
        """What may be done that begins so, where moves cannot be listed."""
        lines: list[Any] = (await self._search(room, masked, "offers", begun))["lines"]
        return lines

    async def why(
        self, room: Room, seen: Any, asker: int | None, plan: list[Action]
    ) -> tuple[list[Any], list[str]]:
        """A turn beside the next best ones, by what the asker has seen before it."""
        found = await self._search(room, seen, "why", (asker, plan))
        return found["turns"], found["lines"]

    async def _search(self, room: Room, masked: Any, what: str, begun: Any) -> dict[str, Any]:
        match = room.match
        question = (what, match.game.id, match.setup.board, masked, begun)
        if self._proposing[match.id] >= PROPOSALS:
            raise Denied("too-many", say("server.many-proposals", PROPOSALS))
        self._proposing[match.id] += 1
        try:
            found = await self.ask(room, question)
        except Failed as error:
            key = "server.search-late" if error.late else "server.search-stopped"
            raise Denied("slow", say(key)) from None
        finally:
            self._proposing -= Counter([match.id])
        if "refused" in found:
            raise rebuilt(found["refused"])
        return found

    # --- bots

    def wake(self, room: Room) -> None:
        """If a bot is to move, let it think; one task a table. Bots alone play while somebody watches."""
        if thinks(room) is not None and room.thinking is None:
            if room.drives():
                room.thinking = asyncio.create_task(self._drive(room))
                room.thinking.add_done_callback(lambda task: self._rest(room, task))
            else:
                room.call_driver()

    def _rest(self, room: Room, task: asyncio.Task[None]) -> None:
        room.thinking = None
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Denied | Unread):
            log.error("a bot's turn failed", exc_info=error)
        elif not task.cancelled():
            self.wake(room)  # the table may have moved on without it, or been read anew

    async def _drive(self, room: Room) -> None:
        while room.drives() and (mover := thinks(room)) is not None:
            match = room.match
            seat, version = match.state.to_move, match.version
            for action in await self._pick(room, mover.bot):
                if match.lost or room.match is not match or match.mover() is not mover or not mover.bot:
                    break  # a person has taken the seat back meanwhile
                try:
                    version = await match.do(seat, action, version)
                    self.metrics.moves.inc()
                except BranchlineError as error:
                    if match.lost:
                        break
                    if not isinstance(error, Denied):  # the game has not moved on or ended meanwhile
                        await self._stumbled(room, mover.name, "server.bot-not-allowed")
                        await match.do(seat, match.game.legal_actions(match.state)[0], match.version)
                    else:
                        await room.renew()  # another process may have moved it on
                    break
                if match.mover() is not mover or match.standing[-1].seat != seat:
                    break  # its plan ends where chance or another seat has a say

    async def _pick(self, room: Room, bot: str) -> tuple[Action, ...]:
        match = room.match
        noted = match.lesson.noted(match.state) if match.lesson else None
        if noted is not None:
            return (noted,)
        masked = match.game.mask(match.state, match.state.to_move)
        seed = seed_of(match)
        own = guest(bot)
        if own is not None:
            return await turn(self, room, own, masked, seed)
        name = bot if bot in BOTS else "random"
        for again in (False, True):
            try:
                with self.metrics.thinking.time():
                    found = await self.ask(
                        room, ("think", match.game.id, match.setup.board, masked, (name, seed))
                    )
                if "actions" in found:
                    return tuple(map(from_json, found["actions"]))
            except Failed as error:
                how = "late" if error.late else "stopped"
                key = f"server.bot-{how}-anything" if again else f"server.bot-{how}-replaced"
                await self._stumbled(room, match.seats[masked.to_move].name, key)
            if masked.to_move == CHANCE:
                break
        legal: Action = match.game.legal_actions(masked)[0]
        return (legal,)

    async def _stumbled(self, room: Room, name: str, key: str) -> None:
        """The table says what went wrong with a bot."""
        async with room.match.lock:
            row = await room.match.note_row("say", -1, later(key, name=name))
        room.say([row])


def thinks(room: Room) -> Seat | None:
    """The bot that is to move here, if it is to think now."""
    mover = None if room.sealed or room.match.lost else room.match.mover()
    return mover if mover is not None and mover.bot and not paused(room) else None


def alone(room: Room) -> bool:
    """Bots drive every seat."""
    return all(seat.bot for seat in room.match.seats)


def paused(room: Room) -> bool:
    return alone(room) and not room.watched()
