"""Somebody who only wants to play: one table of people, one with bots, and /health all the while.

Prints what they see as lines of JSON: `["moves", 0.012, 41, ["build", "red", "d7"]]` is a move that was
acknowledged after 12 ms as version 41.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.processes import PATIENCE

PEOPLE = [{"kind": "me"}] * 3
BOTS = [{"kind": "me"}, *[{"kind": "bot", "bot": "greedy"}] * 2]


def tell(*what: Any) -> None:
    print(json.dumps(what), flush=True)


class Play:
    """One browser, which holds all its seats."""

    def __init__(self, base: str, client: httpx.AsyncClient) -> None:
        self.base, self.client = base, client

    async def seated(self, seats: list[dict[str, str]]) -> str:
        made = (await self.client.post("/api/tables", json={"game": "sncf-france", "seats": seats})).json()
        tell("secrets", *(seat["token"] for seat in made["seats"] if seat["token"]))
        return str(made["id"])

    def line(self, id: str) -> connect:
        address = f"{self.base.replace('http', 'ws')}/ws/{id}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        return connect(address, additional_headers={"cookie": cookie}, compression=None)

    async def health(self) -> None:
        while True:
            begun = time.perf_counter()
            answer = await self.client.get("/health")
            assert answer.is_success, answer.text
            tell("health", time.perf_counter() - begun)
            await asyncio.sleep(0.02)

    async def people(self) -> None:
        """Ten moves a second for all seats of a table; one that is over is followed by another."""
        first = await self.seated(PEOPLE)
        tell("table", first)
        id = first
        while True:
            view: Any = None
            action: Any = None
            begun = 0.0
            async with self.line(id) as line:
                async for text in line:
                    found = json.loads(text)
                    assert found["type"] != "refused", found
                    if found["type"] == "table":
                        view = found
                    elif found["type"] == "done":
                        acknowledged = (found["version"], action) if id == first else ()
                        tell("moves", time.perf_counter() - begun, *acknowledged)
                        action = None
                        await asyncio.sleep(0.1)
                    if view is None or action is not None:
                        continue
                    if view["status"] == "over":
                        break
                    action = view["choices"][0]
                    question = {"do": action, "after": view["version"], "key": f"k{view['version']}"}
                    view, begun = None, time.perf_counter()
                    await line.send(json.dumps(question))
            id = await self.seated(PEOPLE)

    async def bots(self) -> None:
        """How long two bots take until it is our turn again."""
        while True:
            begun = 0.0
            async with self.line(await self.seated(BOTS)) as line:
                async for text in line:
                    now = json.loads(text)
                    if now["type"] != "table" or now["to_move"] not in (0, -2):
                        continue
                    if begun:
                        tell("bots", time.perf_counter() - begun)
                    if now["status"] == "over":
                        break
                    trades = [each for each in now["choices"] if each[0] == "trade"]
                    await asyncio.sleep(0.3)
                    action = (trades or now["choices"])[0]
                    await line.send(json.dumps({"do": action, "after": now["version"]}))
                    begun = time.perf_counter()


async def main(base: str) -> None:
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
        await client.get("/")  # brings a cookie
        tell("secrets", *client.cookies.values())
        play = Play(base, client)
        await asyncio.gather(play.health(), play.people(), play.bots())


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
