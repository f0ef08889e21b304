"""kill -9 at any moment while people are called by push, mail and webhook: each turn is told once.

Between the word that a call goes out and the word that it was taken nobody can know whether it arrived: such
a one is not sent again. So it is never told twice, and where it was not told the outbox says so.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import asyncpg
import httpx
import pytest

from tests.processes import PATIENCE
from tests.server.house import bearer
from tests.server.process import Process
from tests.server.receivers import LetterBox, Phone, Receiver, letter_box, receiver

PUBLIC = "https://games.example.org"
MAIL = "anna@example.org"


class Scene:
    """A table of three people at a server that is killed; the first of them is called in every way."""

    def __init__(self, database: str, smtp: str, hook: Receiver, service: Receiver, box: LetterBox) -> None:
        self.database, self.hook, self.service, self.box = database, hook, service, box
        self.environment = {
            "BRANCHLINE_SMTP": smtp,
            "BRANCHLINE_MAIL_FROM": "tables@example.org",
            "BRANCHLINE_PUBLIC_URL": PUBLIC,
            "BRANCHLINE_ALLOW_PRIVATE_CALLS": "1",
            "BRANCHLINE_CALL_AFTER": "0.2",
        }
        self.phone = Phone(service)
        self.id, self.tokens, self.key = "", [""], ""
        self.turns = -1  # the number of the last turn that was told

    def process(self) -> Process:
        return Process(self.database, False, **self.environment)

    async def sit(self, base: str) -> None:
        async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
            seats = [{"kind": "me"}] * 3
            made = (await client.post("/api/tables", json={"game": "sncf-france", "seats": seats})).json()
            self.id, self.tokens = made["id"], [seat["token"] for seat in made["seats"]]
            while (await self.look(client))["to_move"] == 0:
                await self.turn(client)
            for way in (
                {"call": "hook", "to": self.hook.base},
                self.phone.way(),
                {"call": "mail", "to": MAIL},
            ):
                answer = await client.post(f"/api/tables/{self.id}", json=way, headers=bearer(self.tokens[0]))
                assert answer.is_success, answer.text
            self.key = answer.json()["push_key"]
            link = re.search(rf"{PUBLIC}(/calls/\S+)", self.box.letters.pop().get_content())
            assert link and (await client.post(link[1])).is_success

    async def look(self, client: httpx.AsyncClient, token: str = "") -> Any:
        return (await client.get(f"/api/tables/{self.id}", headers=bearer(token))).json()

    async def turn(self, client: httpx.AsyncClient) -> None:
        """Whoever is to move ends their turn."""
        seat = (await self.look(client))["to_move"]
        while (now := await self.look(client, self.tokens[seat]))["to_move"] == seat:
            ends = [each for each in now["choices"] if each == ["done"]]
            asked = {"do": (ends or now["choices"])[0], "after": now["version"]}
            done = await client.post(f"/api/tables/{self.id}", json=asked, headers=bearer(self.tokens[seat]))
            assert done.is_success, done.text

    async def round(self, base: str) -> None:
        """Until it is the turn of who is called, once more."""
        async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
            await self.turn(client)
            while (await self.look(client))["to_move"] != 0:
                await self.turn(client)

    def told(self) -> dict[str, list[str]]:
        """By each way, the turns that were told."""
        letters = [str(letter["Message-ID"]) for letter in self.box.letters]
        hooks = [each["id"] for each in self.hook.messages()]
        return {"hook": hooks, "push": [each["body"] for each in self.phone.read(self.key)], "mail": letters}

    async def calls(self) -> list[tuple[int, str, float]]:
        """Turn and state of each in the outbox, and since when."""
        query = "SELECT turn, state, at FROM calls"
        if "://" not in self.database:
            with sqlite3.connect(self.database) as connection:
                found = connection.execute(query).fetchall()
            connection.close()
            return found
        database = await asyncpg.connect(self.database)
        found = [tuple(row) for row in await database.fetch(query)]
        await database.close()
        return found


@asynccontextmanager
async def scene(database: str) -> AsyncIterator[Scene]:
    async with receiver() as hook, receiver() as service, letter_box() as (box, smtp):
        yield Scene(database, smtp, hook, service, box)


async def settled(found: Scene, died: float = 0.0) -> list[str]:
    """Wait until nothing is left to send about the present turn; what a process that died then was sending
    stays so, what the next one is sending will arrive."""
    async with asyncio.timeout(PATIENCE):
        while True:
            calls = [call for call in await found.calls() if call[0] > found.turns]
            if len(calls) == 3 and all(
                state in ("sent", "unsure") or (state == "sending" and at <= died) for _, state, at in calls
            ):
                found.turns = calls[0][0]
                return [state for _, state, _ in calls]
            await asyncio.sleep(0.05)


@pytest.mark.prove("called")
async def test_each_turn_is_told_once_whatever_ends_the_server(
    database: str, count: Any, record_property: Any
) -> None:
    rng, kills, unsure, turns = Random("called"), count(1, 12), 0, 0
    async with scene(database) as found:
        served = found.process()
        served.__enter__()
        try:
            await found.sit(served.base)
            for kill in range(kills):
                before = sum(map(len, found.told().values()))
                await found.round(served.base)
                turns += 1
                if kill:
                    await asyncio.sleep(rng.uniform(0, 0.6))  # before, while and after it is sent
                else:
                    found.hook.silent = True  # it has the call, and the server never hears so
                    async with asyncio.timeout(PATIENCE):
                        while len(found.hook.came) == 0:
                            await asyncio.sleep(0.02)
                served.kill()
                died = time.time()
                found.hook.silent = False
                served.__exit__()
                served = found.process()
                served.__enter__()
                states = await settled(found, died)
                arrived = sum(map(len, found.told().values())) - before
                lost = 3 - arrived
                assert arrived <= 3 and 0 <= lost <= sum(state != "sent" for state in states), states
                unsure += lost
            await found.round(served.base)
            await settled(found)
            turns += 1
        finally:
            served.__exit__()
        told = found.told()
        for way, turns_told in told.items():
            assert max(Counter(turns_told).values()) == 1, f"{way} told a turn twice"
        assert sum(map(len, told.values())) == 3 * turns - unsure
        record_property("sheet", f"{turns} turns by 3 ways, {kills} kills: {unsure} calls lost, none doubled")
