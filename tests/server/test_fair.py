"""Fair bots: however many tables one stranger opens, somebody else's bot finds a worker."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from branchline.server.line import Line
from branchline.server.metrics import Metrics
from tests.processes import PATIENCE
from tests.server.house import bearer
from tests.server.process import Process

STRANGER = "127.0.0.2"


@contextlib.asynccontextmanager
async def from_address(base: str, address: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(base_url=base, transport=transport, timeout=PATIENCE) as client:
        yield client


async def occupy(base: str, tables: int, stop: asyncio.Event) -> None:
    """A stranger at so many tables of experts, at each as somebody who sits there and looks on."""
    async with from_address(base, STRANGER) as client, contextlib.AsyncExitStack() as lines:
        seats = [{"kind": "bot", "bot": "expert"}] * 3
        for _ in range(tables):
            made = (await client.post("/api/tables", json={"game": "sncf-france", "seats": seats})).json()
            address = f"{base.replace('http', 'ws')}/ws/{made['id']}"
            token = bearer(made["host"])
            await lines.enter_async_context(
                connect(address, additional_headers=token, compression=None, local_addr=(STRANGER, 0))
            )
        await stop.wait()


async def bot_answers(base: str, times: int) -> list[float]:
    """Seconds until it is our turn again, at a table with two bots."""
    found: list[float] = []
    async with httpx.AsyncClient(base_url=base, timeout=300) as client:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"}]
        made = (await client.post("/api/tables", json={"game": "sncf-france", "seats": seats})).json()
        token = bearer(made["seats"][0]["token"])
        address = f"{base.replace('http', 'ws')}/ws/{made['id']}"
        async with connect(address, additional_headers=token, compression=None) as line:
            begun = None
            while len(found) < times:
                now: Any = json.loads(await line.recv())
                if now["type"] != "table" or now["to_move"] != 0 or not now["choices"]:
                    continue
                if begun is not None:
                    found.append(time.monotonic() - begun)
                trade = next(each for each in now["choices"] if each[0] == "trade")
                await line.send(json.dumps({"do": trade, "after": now["version"]}))
                begun = time.monotonic()
    return found


async def test_a_stranger_with_many_experts_delays_nobody_elses_bot(tmp_path: Path) -> None:
    with Process(tmp_path / "t.db", BRANCHLINE_WORKERS="2") as served:
        stop = asyncio.Event()
        stranger = asyncio.create_task(occupy(served.base, 15, stop))
        async with httpx.AsyncClient(base_url=served.base) as client, asyncio.timeout(PATIENCE):
            while True:  # until more of them wait than could be answered soon
                figures = (await client.get("/metrics")).text
                if stranger_waits(figures) >= 10:
                    break
                assert not stranger.done(), stranger.exception()
                await asyncio.sleep(0.1)
        answers = await bot_answers(served.base, 4)
        stop.set()
        await stranger
    assert sorted(answers)[2] < 2.0, answers


def stranger_waits(figures: str) -> float:
    lines = [line for line in figures.splitlines() if line.startswith("branchline_waiting ")]
    return float(lines[0].split()[1])


async def test_people_go_first_then_whoever_used_least() -> None:
    line, order = Line(Metrics(), 2), []

    async def come(address: str, people: bool, seconds: float = 0.0) -> None:
        async with line.place(address, people):
            order.append(address)
            await asyncio.sleep(seconds)

    held = [asyncio.create_task(come("busy", True, 0.2)), asyncio.create_task(come("other", True, 0.2))]
    await asyncio.sleep(0.01)
    more = [("busy", False), ("busy", True), ("bots alone", False), ("new", True)]
    waiting = [asyncio.create_task(come(*each)) for each in more]
    gone = asyncio.create_task(come("gone", True))
    await asyncio.sleep(0.01)
    gone.cancel()
    await asyncio.gather(*held, *waiting)
    assert order[:2] == ["busy", "other"]
    assert order[2:4] == ["new", "busy"] and order[4:] == ["bots alone", "busy"]
    assert not line._waiting and not line._inside.total()


@pytest.mark.parametrize("places", [1, 2, 4])
async def test_one_address_never_has_all_places(places: int) -> None:
    line = Line(Metrics(), places)
    async with contextlib.AsyncExitStack() as inside:
        for _ in range(max(1, places - 1)):
            await inside.enter_async_context(line.place("stranger", True))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05), line.place("stranger", True):
                pass
        if places > 1:
            async with asyncio.timeout(1), line.place("somebody", False):
                pass
    assert not line._waiting and not line._inside.total()
