"""A process that answers questions and can be ended at any time: in some bots think, one judges boards, one
looks at finished games again."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

import msgspec

from branchline.core.voice import language

WARMING = 180.0  # seconds that a worker may take to get ready for a game: there may be a compiler at work


class Failed(Exception):
    """A worker gave no answer; the text says why, and `status` how its process ended, if by itself."""

    status: int | None = None

    @property
    def late(self) -> bool:
        return str(self) == LATE


LATE = "too late"
Tell = Callable[[float], None]


class Worker:
    """One process. A question is a pickled tuple of our own with the language of the answer, which is JSON;
    both are led by their length."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.ready: set[str] = set()  # what it has been warmed up for
        self.patron = ""  # the address that it last worked for

    @classmethod
    async def start(cls, command: tuple[str, ...]) -> Worker:
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))

    async def ask(
        self, question: tuple[Any, ...], seconds: float, tell: Tell = lambda part: None
    ) -> dict[str, Any]:
        """Its answer, or Failed, and then it is ended; `tell` hears which part of the work is done."""
        try:
            return await asyncio.wait_for(self._ask(question, tell), seconds)
        except BaseException as error:
            await self.stop()
            if not isinstance(error, Exception):
                raise
            failed = Failed(LATE if isinstance(error, TimeoutError) else "stopped")
            if isinstance(error, asyncio.IncompleteReadError):
                failed.status = self.process.returncode
            raise failed from None

    async def prepare(self, need: str, question: tuple[Any, ...]) -> None:
        """Once in its life: what its questions need is compiled or loaded outside their own limit."""
        if need not in self.ready:
            await self.ask(question, WARMING)
            self.ready.add(need)

    async def _ask(self, question: tuple[Any, ...], tell: Tell) -> dict[str, Any]:
        data = pickle.dumps((language(), question))
        to, back = self.process.stdin, self.process.stdout
        assert to is not None and back is not None
        to.write(len(data).to_bytes(4, "big") + data)
        await to.drain()
        while True:
            size = int.from_bytes(await back.readexactly(4), "big")
            found: dict[str, Any] = msgspec.json.decode(await back.readexactly(size))
            if "part" not in found:
                return found
            tell(found["part"])

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
