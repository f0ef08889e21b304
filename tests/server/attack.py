"""An attack on a running server: strangers do their worst while somebody plays on, and everything is counted.

An attack is a function of a `Scene`. It tries, counts into its `Row`, and returns; meanwhile the bystander
plays at two tables and asks for /health. Add one with `@attack`, and it is a row of `dev.py prove attack`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.processes import PATIENCE
from tests.server.process import LIMITS, Process

REAL = dict.fromkeys(LIMITS, "")  # what a server has that nobody has set up otherwise


@dataclass(slots=True)
class Row:
    """What one attack tried, and what came of it."""

    what: str
    tried: int = 0
    lost: int = 0  # acknowledged and then not there
    leaked: int = 0  # secrets of others in what strangers were sent
    refused: int = 0
    faults: int = 0  # answers that are none of ours
    note: str = ""
    health: list[float] = field(default_factory=list)  # the bystander's figures meanwhile, in seconds
    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)

    def heard(self, answer: httpx.Response, secrets: list[str]) -> None:
        """Judge one answer to a stranger."""
        self.refused += answer.status_code >= 400
        self.faults += answer.status_code == 500
        self.leaked += any(secret in answer.text for secret in secrets)


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else 0.0


BROKEN_OFF = "the bystander's play was broken off"


class Bystander:
    """Somebody who only wants to play (`bystander.py`), in a process that the attackers do not slow down."""

    def __init__(self, base: str) -> None:
        self.base, self.row = base, Row("before")
        self.secrets: list[str] = []
        self.table = ""
        self.acknowledged: list[tuple[int, Any]] = []

    async def __aenter__(self) -> Bystander:
        command = (sys.executable, "-m", "tests.server.bystander", self.base)
        self.process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        ended = self.process.returncode
        if ended is None:
            self.process.kill()
        await self.process.wait()
        await self._reading
        assert ended is None, BROKEN_OFF

    async def beside(self, attack: Coroutine[Any, Any, None]) -> None:
        """Play on until the attack is over; if that cannot be, it ends at once."""
        task = asyncio.create_task(attack)
        await asyncio.wait((task, self._reading), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            await asyncio.wait((task,))
            raise AssertionError(BROKEN_OFF)
        await task

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            kind, *told = json.loads(line)
            if kind == "secrets":
                self.secrets += told
            elif kind == "table":
                self.table = told[0]
            else:
                getattr(self.row, kind).append(told[0])
                if len(told) > 1:
                    self.acknowledged.append((told[1], told[2]))

    async def lost(self) -> int:
        """Moves of the first table that were acknowledged and do not stand where they were said to."""
        acknowledged = [
            *self.acknowledged
        ]  # play goes on, and what comes later is not in the log that is read
        async with httpx.AsyncClient(base_url=self.base, timeout=120) as client:
            rows = (await client.get(f"/api/tables/{self.table}/log")).json()["rows"]
        stands: dict[int, Any] = {row["n"]: row["action"] for row in rows if row["seat"] >= 0}
        return sum(not near(stands, version, action) for version, action in acknowledged)


def near(stands: dict[int, Any], version: int, action: Any) -> bool:
    """The action stands there, or just before what chance drew after it."""
    last = max((number for number in stands if number <= version), default=-1)
    return bool(stands.get(last) == action)


@dataclass(slots=True)
class Scene:
    """Where an attack takes place."""

    served: Process
    folder: Path
    bystander: Bystander
    proving: bool

    @property
    def base(self) -> str:
        return self.served.base

    def count(self, short: int, full: int) -> int:
        return full if self.proving else short

    @contextlib.asynccontextmanager
    async def stranger(self, number: int = 1) -> AsyncIterator[httpx.AsyncClient]:
        """Somebody else, with an address of their own: strangers are 127.0.1.1 and on."""
        transport = httpx.AsyncHTTPTransport(local_address=address(number))
        async with httpx.AsyncClient(base_url=self.base, transport=transport, timeout=120) as client:
            yield client


def address(number: int) -> str:
    return f"127.0.1.{number}"


Attack = Callable[[Scene, Row], Coroutine[Any, Any, None]]
ATTACKS: dict[str, Attack] = {}


def attack(what: str) -> Callable[[Attack], Attack]:
    """A row of the proof, in the order in which they are written."""

    def added(function: Attack) -> Attack:
        ATTACKS[what] = function
        return function

    return added


async def run(served: Process, folder: Path, proving: bool) -> list[Row]:
    """Every attack, one after the other, with the bystander playing through all of them."""
    rows = []
    async with Bystander(served.base) as bystander:
        scene = Scene(served, folder, bystander, proving)
        rows.append(bystander.row)
        async with asyncio.timeout(PATIENCE):
            while len(bystander.row.moves) < 5 or not bystander.row.bots:
                await asyncio.sleep(0.1)
        bystander.row.health.clear()  # it has started and so have the workers
        bystander.row.moves.clear()
        bystander.row.bots.clear()
        await asyncio.sleep(scene.count(4, 15))  # what it is like without them
        for what, function in ATTACKS.items():
            rows.append(Row(what))
            bystander.row = rows[-1]
            await bystander.beside(function(scene, rows[-1]))
            rows[-1].lost += await bystander.lost()
    return rows


def sheet(rows: list[Row]) -> str:
    """One table of everything."""
    head = ("attack", "tried", "lost", "leaked", "refused", "faults", "/health", "move p99", "bot", "")
    lines = [head] + [
        (
            row.what,
            f"{row.tried:,}",
            str(row.lost),
            str(row.leaked),
            f"{row.refused:,}",
            str(row.faults),
            f"{max(row.health, default=0) * 1000:.0f} ms",
            f"{share(row.moves, 0.99) * 1000:.0f} ms",
            f"{max(row.bots, default=0):.1f} s",
            row.note,
        )
        for row in rows
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if column in (0, len(head) - 1) else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
