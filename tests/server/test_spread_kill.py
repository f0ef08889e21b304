"""Two processes on PostgreSQL, players of each table at both, and again and again one of them is killed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from tests.processes import PATIENCE
from tests.server.cluster import Cluster
from tests.server.house import bearer
from tests.server.process import Process
from tests.server.test_kill import check_store

TABLES, SEATS = 12, 4  # seats sit at the processes by turns, so that every move crosses over
STUCK = 3.0  # seconds


class Servers:
    """Two processes; whoever finds theirs gone goes to the other."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.at: list[Process | None] = [None, None]
        self._stack = contextlib.ExitStack()

    def start(self, number: int) -> None:
        self.at[number] = self._stack.enter_context(Process(self.address))

    def kill(self, number: int) -> None:
        served, self.at[number] = self.at[number], None
        assert served is not None
        served.kill()

    def near(self, seat: int) -> str:
        served = self.at[seat % 2] or self.at[1 - seat % 2]
        assert served is not None
        return served.base

    def __enter__(self) -> Servers:
        for number in range(2):
            self.start(number)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


class Party:
    """Everyone at one table. After a fault they send the same again, with its key, to whoever is there."""

    def __init__(self, servers: Servers, made: Any, rng: Random) -> None:
        self.servers, self.id, self.rng = servers, made["id"], rng
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.acknowledged: dict[str, tuple[int, list[Any]]] = {}
        self.longest = 0.0
        self.over = False

    async def play(self, client: httpx.AsyncClient, stopping: asyncio.Event) -> None:
        version, seat, began = 0, 0, time.monotonic()
        while not self.over and not stopping.is_set():
            now = await self._see(client, seat, version)
            seat = now["to_move"]
            if now["status"] == "over":
                self.over = True
                return
            now = await self._see(client, seat, now["version"])  # through their own eyes, where they sit
            key = f"k{len(self.acknowledged)}"
            question = {"do": self.rng.choice(now["choices"]), "after": now["version"], "key": key}
            done = await self._ask(client, seat, json=question)
            self.acknowledged[key] = done["version"], question["do"]
            version = done["version"]
            self.longest = max(self.longest, time.monotonic() - began)
            began = time.monotonic()

    async def _see(self, client: httpx.AsyncClient, seat: int, version: int) -> Any:
        while (now := await self._ask(client, seat))["version"] < version:
            await asyncio.sleep(0.002)
        return now

    async def _ask(self, client: httpx.AsyncClient, seat: int, **body: Any) -> Any:
        while True:
            address = f"{self.servers.near(seat)}/api/tables/{self.id}"
            try:
                if body:
                    answer = await client.post(address, headers=bearer(self.tokens[seat]), **body)
                else:
                    answer = await client.get(address, headers=bearer(self.tokens[seat]))
            except httpx.TransportError:
                await asyncio.sleep(0.01)
                continue
            assert answer.status_code == 200, answer.text
            return answer.json()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster() as found:
        yield found


def acknowledged(parties: list[Party]) -> int:
    return sum(len(party.acknowledged) for party in parties)


@pytest.mark.prove("spread")
async def test_nothing_is_lost_or_doubled_while_processes_are_killed(
    cluster: Cluster, count: Any, record_property: Any
) -> None:
    wanted, between, rng = count(120, 10_000), count(40, 300), Random("spread")
    parties: list[Party] = []
    playing: list[asyncio.Task[None]] = []
    stopping, kills, victim = asyncio.Event(), 0, 0
    with Servers(cluster.address) as servers:
        async with httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_connections=None)) as client:
            while acknowledged(parties) < wanted:
                while sum(not party.over for party in parties) < count(4, TABLES):
                    served = servers.at[len(parties) % 2] or servers.at[1 - victim]
                    assert served is not None
                    made = await asyncio.to_thread(served.create, *["me"] * SEATS)
                    parties.append(Party(servers, made, Random(len(parties))))
                    playing.append(asyncio.create_task(parties[-1].play(client, stopping)))
                enough = acknowledged(parties) + between
                while acknowledged(parties) < enough and not all(party.over for party in parties):
                    await asyncio.sleep(0.005)
                    for task in playing:
                        if task.done():
                            task.result()
                await asyncio.sleep(rng.uniform(0, 0.05))
                servers.kill(victim)
                kills += 1
                await asyncio.sleep(rng.uniform(0, 0.5))  # played on without it
                await asyncio.to_thread(servers.start, victim)
                victim = 1 - victim
            stopping.set()
            await asyncio.gather(*playing)
    await check_store(cluster.address, parties)  # type: ignore[arg-type]
    longest = max(party.longest for party in parties)
    record_property(
        "sheet",
        f"{acknowledged(parties)} moves, {kills} kills, the longest that anyone waited: {longest:.2f} s",
    )
    assert longest < count(20, 1) * STUCK  # the short version runs beside anything
