"""The people at the tables of the server's bench: `python -m bench.clients BASES RATE SECONDS TABLES SEATS`.

A process of its own with a thin WebSocket client, so that they cost the server nothing.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import sys
import time
from typing import Any

import httpx
import msgspec


class Frame(msgspec.Struct):
    """What a client needs of a message."""

    type: str
    version: int = 0
    to_move: int = -2
    seat: int | None = None
    status: str = ""
    choices: list[Any] = []


decode = msgspec.json.Decoder(Frame).decode


class Client(asyncio.Protocol):
    """A WebSocket client with no more in it than this bench needs."""

    def __init__(self, host: str, path: str, token: str, hear: Any) -> None:
        self.host, self.path, self.token, self.hear = host, path, token, hear
        self.buffer, self.open = bytearray(), False

    async def connect(self) -> None:
        name, port = self.host.split(":")
        await asyncio.get_running_loop().create_connection(lambda: self, name, int(port))

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self.open = True
        while len(buffer) >= 2:
            size, head = buffer[1] & 127, 2
            if size == 126:
                size, head = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < head + size:
                return
            kind, payload = buffer[0] & 15, bytes(buffer[head : head + size])
            del buffer[: head + size]
            if kind == 1:
                self.hear(self, payload)
            elif kind == 9:
                self.write(10, payload)

    def write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            bytes([128 | kind, 128 | size])
            if size < 126
            else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        )
        self.transport.write(head + bytes(4) + payload)  # a mask of zeros is a mask


class Play:
    """One table: whoever gets choices acts at random, at once or when the clock says so."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.sent: float | None = None
        self.mover: Client | None = None
        self.now: Frame | None = None
        self.over = False

    def hear(self, client: Client, data: bytes) -> None:
        if not data.startswith(b'{"type":"table"'):
            assert not data.startswith(b'{"type":"refused"'), data[:300]
            return
        frame = decode(data)
        if frame.status == "over":
            self.over = True
        if frame.seat != frame.to_move or not frame.choices:
            return
        if self.sent is not None:
            if self.now is not None and frame.version <= self.now.version:
                return
            if self.run.measuring:
                spent = time.perf_counter() - self.sent
                self.run.times.append(spent)
                if client is not self.mover:
                    self.run.opponents.append(spent)
            self.sent = None
        self.mover, self.now = client, frame
        if self.run.rate == 0:
            self.act()

    def act(self) -> None:
        if self.run.stopped or self.sent is not None or self.mover is None or self.now is None or self.over:
            return
        action = self.run.rng.choice(self.now.choices)
        question = json.dumps({"do": action, "after": self.now.version}).encode()
        self.sent = time.perf_counter()
        self.mover.write(1, question)


class Run:
    """All tables of one measurement, in the clients' process."""

    def __init__(self, bases: list[str], rate: float, tables: int, seats: int) -> None:
        self.base, self.rate, self.tables, self.seats = bases[0], rate, tables, seats
        self.hosts = [base.removeprefix("http://") for base in bases]  # seats are at them by turns
        self.rng = random.Random(1)
        self.times: list[float] = []
        self.opponents: list[float] = []  # of those where the turn went on to somebody else
        self.measuring = self.stopped = False
        self.plays: list[Play] = []

    async def seat(self, http: httpx.AsyncClient, count: int) -> None:
        for _ in range(count):
            body = {"game": "sncf-france", "seats": [{"kind": "me"}] * self.seats}
            made = (await http.post("/api/tables", json=body)).json()
            play = Play(self)
            self.plays.append(play)
            for each in made["seats"]:
                host = self.hosts[each["seat"] % len(self.hosts)]
                client = Client(host, f"/ws/{made['id']}", each["token"], play.hear)
                await client.connect()

    async def keep_full(self, http: httpx.AsyncClient) -> None:
        """A finished game is replaced by a new one, so that always as many are played."""
        while not self.stopped:
            over = [play for play in self.plays if play.over]
            for play in over:
                self.plays.remove(play)
            await self.seat(http, len(over))
            await asyncio.sleep(0.2)

    async def pace(self) -> None:
        period, number = 1 / self.rate, 0
        due = time.perf_counter()
        while not self.stopped:
            due += period
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            for _ in range(len(self.plays)):  # the next table that waits for its player
                number += 1
                play = self.plays[number % len(self.plays)]
                if play.sent is None and play.mover is not None and not play.over:
                    play.act()
                    break

    async def main(self, seconds: float) -> None:
        async with httpx.AsyncClient(base_url=self.base, timeout=60) as http:
            await self.seat(http, self.tables)
            tasks = [asyncio.create_task(self.keep_full(http))]
            if self.rate:
                tasks.append(asyncio.create_task(self.pace()))
            await asyncio.sleep(1.5)
            print("begin", flush=True)
            self.measuring = True
            await asyncio.sleep(seconds)
            self.measuring = False
            print("end", flush=True)
            self.stopped = True
            await asyncio.gather(*tasks)
        found = {"moves": len(self.times), **quantiles("", self.times)}
        print(json.dumps(found | quantiles("opponent_", self.opponents)), flush=True)


def quantiles(name: str, times: list[float]) -> dict[str, float]:
    """The middle and the worst of a hundred, in milliseconds."""
    times = sorted(times)
    return {f"{name}p{part}_ms": times[part * len(times) // 100] * 1000 for part in (50, 99)} if times else {}


if __name__ == "__main__":
    import uvloop

    bases, rate, seconds, *more = sys.argv[1:]
    uvloop.run(Run(bases.split(","), float(rate), *map(int, more)).main(float(seconds)))
