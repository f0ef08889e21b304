"""Reviews of finished games: one at a time in a process of its own, others in line, stored with the table.

Nobody waits for one: whoever looks on is told how far it is. It goes on when its asker has left, and is
lost only if the server ends before it is stored; then it is asked for again.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import msgspec

from branchline.bots.levels import learned
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER
from branchline.core.record import Record
from branchline.core.voice import say
from branchline.review.telling import sign, signed_by, told_again
from branchline.server.live import Room
from branchline.server.match import Match
from branchline.server.refusals import Denied, rebuilt
from branchline.server.review_answers import Review, Reviewing
from branchline.server.reviewer import figures_of
from branchline.server.seats import Visitor
from branchline.server.spoken import aloud, later
from branchline.server.spread import Spread
from branchline.server.store import Gone, Write
from branchline.server.tables import Tables
from branchline.server.workers import Failed, Worker

log = logging.getLogger("branchline.reviews")
LONGEST = 900.0  # seconds, compiling included; a game takes one of them or some
IN_LINE, OF_ONE = 20, 2  # tables whose reviews wait or are worked on, and of them those of one address
MADE = 3  # how reviews are made today
READ = (2, MADE)  # and those that can be read: one that was made otherwise is made anew


@dataclass(slots=True)
class Job:
    """A review that waits or is worked on."""

    table: str
    address: str
    askers: set[tuple[str, str]] = field(default_factory=set)
    now: Reviewing = Reviewing("waiting")  # noqa: RUF009 - frozen
    task: asyncio.Task[None] | None = None


class Reviews:
    """The line of those that are asked for, in the order in which they were."""

    def __init__(self, tables: Tables, places: int = 1) -> None:
        self.tables = tables
        self.command: tuple[str, ...] = (sys.executable, "-m", "branchline.server.reviewer")
        self._jobs: dict[str, Job] = {}
        self._elsewhere: dict[str, tuple[str, Reviewing]] = {}  # by table, at which process, and how far
        self._places = asyncio.Semaphore(places)
        self._say: Callable[[str, str, Any], None] = lambda id, kind, data: None  # to other processes

    async def ask(self, room: Room, visitor: Visitor) -> Reviewing:
        """Have a game looked at again, unless it was or is; how far that is."""
        match = room.match
        refuse(match)
        if match.id not in self._jobs and await self._stored(match.id) is not None:
            return Reviewing("done", 1.0)
        if match.id in self._elsewhere:
            return self._elsewhere[match.id][1]
        job = self._jobs.get(match.id)
        if job is None:
            addresses = Counter(each.address for each in self._jobs.values())
            if addresses.total() >= IN_LINE or addresses[visitor.address] >= OF_ONE:
                raise Denied("slow", say("server.reviews-full"))
            job = self._jobs[match.id] = Job(match.id, visitor.address)
            job.now = Reviewing("waiting", ahead=len(self._jobs) - 1)
            record = replace(match.record(), seats=[])
            job.task = asyncio.create_task(self._do(job, match.setup.board, record))
        job.askers.add((visitor.who, visitor.address))
        return job.now

    async def stop(self, room: Room, visitor: Visitor) -> Reviewing:
        """No longer: for who asked for it and who plays or hosts here."""
        refuse(room.match)
        id, job = room.match.id, self._jobs.get(room.match.id)
        known = bool(room.seats_of(visitor) or visitor.hosts(room.match.setup))
        if id in self._elsewhere:
            room.elsewhere.tell("halt", (visitor.who, visitor.address, known))
            return self._elsewhere[id][1]  # all hear of it when it has stopped
        if job is None or job.task is None:
            done = await self._stored(room.match.id) is not None
            return Reviewing("done", 1.0) if done else Reviewing("stopped")
        if not known and (visitor.who, visitor.address) not in job.askers:
            raise Denied("not-yours", say("server.review-stop"))
        job.task.cancel()
        await asyncio.wait([job.task])
        return job.now

    async def found(self, room: Room) -> Review:
        """What was found, in the language of whoever reads it and with the names that people have now."""
        match = room.match
        refuse(match)
        body = await self._stored(match.id)
        if body is None:
            raise Denied("unknown", say("server.review-none"))
        signs = [sign(seat) for seat in range(match.setup.players)]
        record = replace(match.record(), seats=signs)
        figures = [figures_of(each) for each in body["mistakes"]]
        told, turns = await asyncio.to_thread(told_again, match.game, record, figures)
        names = room.names()
        mistakes = [
            {**each, "lines": [signed_by(line, names) for line in lines]}
            for each, lines in zip(body["mistakes"], told, strict=True)
        ]
        read = {**body, "version": match.version, "turns": turns, "mistakes": mistakes}
        return msgspec.convert(read, Review, strict=False)

    async def close(self) -> None:
        tasks = [job.task for job in self._jobs.values() if job.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _stored(self, id: str) -> dict[str, Any] | None:
        """A review as the store has it; none where it was made otherwise than today."""
        rows = await self.tables.store.read("review", id)
        if not rows:
            return None
        made: dict[str, Any] = msgspec.json.decode(rows[0][0])
        body: dict[str, Any] | None = made["review"] if made["made"] in READ else None
        return body

    # --- the work

    async def _do(self, job: Job, board: str, record: Record) -> None:
        try:
            async with self._places:
                body = await self._work(job, (record.game, board, record))
            text = msgspec.json.encode({"made": MADE, "review": body}).decode()
            await self.tables.store.save([Write("review", (job.table, text))])
            job.now = Reviewing("done", 1.0)
        except asyncio.CancelledError:
            job.now = Reviewing("stopped", job.now.part)
        except Failed as error:
            log.warning("a review was given up", extra={"table": job.table, "why": str(error)})
            key = "server.review-late" if error.late else "server.review-stopped"
            job.now = Reviewing("failed", job.now.part, text=later(key))
        except Gone:
            job.now = Reviewing("failed", text=later("server.deleted"))
        except BranchlineError as error:
            job.now = Reviewing("failed", text=str(error))
        except Exception:
            log.exception("a review failed", extra={"table": job.table})
            job.now = Reviewing("failed", text=later("server.review-fault"))
        del self._jobs[job.table]
        self._tell(job)
        for ahead, each in enumerate(self._jobs.values()):
            if each.now.state == "waiting" and each.now.ahead != ahead:
                each.now = Reviewing("waiting", ahead=ahead)
                self._tell(each)

    async def _work(self, job: Job, question: tuple[Any, ...]) -> dict[str, Any]:
        """A process for each: it can be ended at any time, and gives all that it took back."""

        def tell(part: float) -> None:
            job.now = Reviewing("working", part)
            self._tell(job)

        tell(0.0)
        worker = await Worker.start(self.command)
        try:
            found = await worker.ask(question, LONGEST, tell)
        finally:
            await worker.stop()
        if "refused" in found:
            raise rebuilt(found["refused"])
        body: dict[str, Any] = found["review"]
        return body

    def _tell(self, job: Job) -> None:
        """Everyone who is at the table now, which may have been forgotten and opened again meanwhile."""
        self._say(job.table, "review", job.now)
        room = self.tables.rooms.get(job.table)
        if room is not None:
            room.tell_all(partial(spoken_to, job.now))

    # --- other processes

    def hear_from(self, spread: Spread) -> None:
        self._say = spread.say
        spread.others |= {"review": self._heard, "halt": self._halt}
        spread.on_gone = self._gone

    def _heard(self, process: str, id: str, data: str) -> None:
        """How far a review is that another process makes."""
        now = msgspec.json.decode(data, type=Reviewing)
        if now.state in ("waiting", "working"):
            self._elsewhere[id] = process, now
        else:
            self._elsewhere.pop(id, None)
        room = self.tables.rooms.get(id)
        if room is not None:
            room.tell_all(partial(spoken_to, now))

    def _halt(self, process: str, id: str, data: str) -> None:
        """Somebody there wants no review any more that is made here."""
        who, address, known = msgspec.json.decode(data, type=tuple[str, str, bool])
        job = self._jobs.get(id)
        if job is not None and job.task is not None and (known or (who, address) in job.askers):
            job.task.cancel()

    def _gone(self, process: str) -> None:
        lost = Reviewing("failed", text=later("server.review-lost"))
        for id in [id for id, (at, _) in self._elsewhere.items() if at == process]:
            self._heard(process, id, msgspec.json.encode(lost).decode())


def spoken_to(now: Reviewing) -> Reviewing:
    """With why it failed in the language of whoever is served."""
    return msgspec.structs.replace(now, text=aloud(now.text))


def refuse(match: Match) -> None:
    """Where there can be no review, say why."""
    if match.state.to_move != OVER:
        ended = match.status == "ended"
        raise Denied(
            "over" if ended else "secret", say("server.review-ended" if ended else "server.review-secret")
        )
    if not learned("expert", match.game.id):
        raise Denied("unlearned", say("server.review-unlearned", match.game.name))
