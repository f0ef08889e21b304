"""A server for tests: the real application behind a real uvicorn, in this process, on a free port."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from branchline.server.app import create_app
from branchline.server.hall import Hall, Settings
from branchline.server.security import Limits
from branchline.server.serve import bound, config
from branchline.server.store import Store, store_for
from branchline.server.world import World
from tests.processes import PATIENCE

GENEROUS = Limits(
    rate=1e6, burst=1e6, address_rate=1e6, address_burst=1e6, tables_an_hour=1e6, connections=10_000
)


class Time:
    """A clock that a test moves."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Tokens:
    """Tokens in a row, as long as real ones."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self) -> str:
        self.number += 1
        return f"token{self.number:017}"


def fixed_world(seed: str = "world", time: Time | None = None) -> World:
    return World(time or Time(), Tokens(), Random(seed), Time(0.0))


class House:
    """A running server and a client of it."""

    def __init__(self, hall: Hall, base: str, client: httpx.AsyncClient) -> None:
        self.hall, self.base, self.client = hall, base, client

    async def create(self, *kinds: str, game: str = "sncf-france", **more: Any) -> Any:
        """A table; a kind is `me`, `friend`, `anyone`, `screen` or a bot's name."""
        seats = [
            {"kind": kind} if kind in ("me", "friend", "anyone", "screen") else {"kind": "bot", "bot": kind}
            for kind in kinds
        ]
        found = await self.client.post("/api/tables", json={"game": game, "seats": seats, **more})
        assert found.status_code == 201, found.text
        return found.json()

    async def people(self, count: int = 3, **more: Any) -> tuple[str, list[str]]:
        """A table with that many people at it, by their tokens."""
        made = await self.create(*["me"] * count, **more)
        return made["id"], [seat["token"] for seat in made["seats"]]

    async def get(self, path: str, token: str | None = None, /, **query: Any) -> httpx.Response:
        return await self.client.get(path, params=query, headers=bearer(token))

    async def table(self, id: str, token: str | None = None, /, **query: Any) -> Any:
        found = await self.get(f"/api/tables/{id}", token, **query)
        assert found.status_code == 200, found.text
        return found.json()

    async def ask(self, id: str, token: str | None, /, **question: Any) -> httpx.Response:
        return await self.client.post(f"/api/tables/{id}", json=question, headers=bearer(token))

    async def mover(self, id: str, tokens: list[str]) -> tuple[int, Any]:
        """Who is to move, and what they see."""
        seat = (await self.table(id))["to_move"]
        return seat, await self.table(id, tokens[seat])

    @contextlib.asynccontextmanager
    async def listen(self, id: str, token: str | None = None, **more: Any) -> AsyncIterator[Ear]:
        address = self.base.replace("http", "ws") + f"/ws/{id}"
        async with connect(address, additional_headers=bearer(token), compression=None, **more) as socket:
            yield Ear(socket)


class Ear:
    """A WebSocket with what a test wants of it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def send(self, **question: Any) -> None:
        await self.socket.send(json.dumps(question))

    async def next(self, kind: str) -> Any:
        """The next message of that type; others are passed over."""
        while True:
            found = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if found["type"] == kind:
                return found


def bearer(token: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


@contextlib.asynccontextmanager
async def house(
    database: Path | str, settings: Settings | None = None, store: Store | None = None
) -> AsyncIterator[House]:
    settings = settings or Settings(GENEROUS)
    app = create_app(store or store_for(str(database)), settings)
    listening = bound("127.0.0.1", 0)
    server = uvicorn.Server(config(app, settings.limits))
    running = asyncio.create_task(server._serve([listening]))
    while not server.started:
        assert not running.done(), running.exception()
        await asyncio.sleep(0.01)
    base = f"http://127.0.0.1:{listening.getsockname()[1]}"
    try:
        async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
            yield House(app.state.hall, base, client)
    finally:
        server.should_exit = True
        await running
        listening.close()
