"""Claim: a move of SNCF costs about as much server CPU as one of boardgame.io's in its memory, although every
move is on the disk before anyone sees it. `--peer` measures both by turns; without it only ours is.

67 tables of three people, 201 WebSockets, SQLite with FULL sync, one server process. A move counts when
the next player has its view with the new choices. The clients are a process of their own with a thin
WebSocket client, so that they do not cost the server anything.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import msgspec
import psutil
from rich.console import Console
from rich.table import Table as Sheet

from bench import peer as beside

TABLES = 67
SEATS = 3
PACED = 200  # moves a second
IDLE = 1000
LONG = 500  # actions of the table that is opened
AIM, AIM_PACED = 190, 450  # µs of CPU a move on a quiet machine, saturated and paced
TIMES = 3
LIMITS = {
    f"BRANCHLINE_{name}": "100000000"
    for name in ("RATE", "BURST", "ADDRESS_RATE", "ADDRESS_BURST", "TABLES_AN_HOUR", "CONNECTIONS")
}


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

    def __init__(self, bases: list[str], rate: float, tables: int = TABLES, seats: int = SEATS) -> None:
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


class Served:
    """A server to measure, which may be several processes."""

    def __init__(self, folder: Path, database: str = "", processes: int = 1) -> None:
        self.out = folder / "out.txt"
        self.begun = time.perf_counter()
        command = [sys.executable, "-m", "branchline", "serve", "--port", "0"]
        command += ["--database", database or str(folder / "t.db"), "--processes", str(processes)]
        with self.out.open("w") as out:
            self.process = subprocess.Popen(
                command,
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**os.environ, **LIMITS, "BRANCHLINE_LOG": "warning"},
            )
        try:
            self.base = self._address()
            assert httpx.get(f"{self.base}/health", timeout=60).is_success
        except BaseException:
            self.stop()
            raise
        self.started = time.perf_counter() - self.begun
        self.watched = psutil.Process(self.process.pid)

    def _address(self) -> str:
        while not (found := re.search(r"at (http://\S+?)/ ", self.out.read_text())):
            assert self.process.poll() is None, self.out.read_text()
            time.sleep(0.005)
        return found[1]

    def cpu(self) -> float:
        all_of_it = [each.cpu_times() for each in (self.watched, *self.watched.children(recursive=True))]
        return float(sum(each.user + each.system for each in all_of_it))

    def memory(self) -> float:
        return float(self.watched.memory_info().rss) / 1e6

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def measured(
    rate: float, seconds: float, meanwhile: Callable[[str], AbstractContextManager[object]] = nullcontext
) -> dict[str, float]:
    """A fresh server on SQLite, and what it takes.

    `meanwhile` gets the server's address and may ask for more than moves, from before the first that counts.
    """
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        try:
            with meanwhile(served.base):
                return played([served], rate, seconds)
        finally:
            served.stop()


def played(
    servers: list[Served], rate: float, seconds: float, tables: int = TABLES, seats: int = SEATS
) -> dict[str, float]:
    """The clients in a process of their own, and the CPU that the servers spent."""
    bases = ",".join(served.base for served in servers)
    numbers = [str(each) for each in (rate, seconds, tables, seats)]
    command = [sys.executable, "-m", "bench.server", bases, *numbers]
    begun = spent = cpu = wall = 0.0
    figures: dict[str, float] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        for line in clients.stdout:
            if line.startswith("begin"):
                begun, cpu = time.perf_counter(), sum(served.cpu() for served in servers)
            elif line.startswith("end"):
                wall = time.perf_counter() - begun
                spent = sum(served.cpu() for served in servers) - cpu
            else:
                figures = json.loads(line)
    assert clients.returncode == 0
    figures["moves_per_s"] = figures["moves"] / wall
    figures["cpu_us"] = spent / figures["moves"] * 1e6
    figures["start_s"] = servers[0].started
    return figures


async def idle(base: str, count: int) -> None:
    """Open so many connections at one table and keep them."""
    host = base.removeprefix("http://")
    async with httpx.AsyncClient(base_url=base) as http:
        body = {"game": "sncf-france", "seats": [{"kind": "me"}] * SEATS}
        for number in range(count):
            if number % SEATS == 0:
                made = (await http.post("/api/tables", json=body)).json()
            token = made["seats"][number % SEATS]["token"]
            client = Client(host, f"/ws/{made['id']}", token, lambda *_: None)
            await client.connect()
    await asyncio.sleep(1)


def idle_memory() -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        before = served.memory()

        async def measure() -> float:
            await idle(served.base, IDLE)
            return served.memory()

        after = asyncio.run(measure())
        served.stop()
        return before, after


def opening(times: int = 5) -> float:
    """Milliseconds until a table of 500 actions, which nobody has open, is there."""
    from branchline import load
    from branchline.core.game import OVER
    from branchline.core.record import new_record, play_row, write

    game = load("sncf-france")
    record, state, seed = None, None, 0
    while record is None or len(record.rows) < LONG:
        seed += 1
        rng, state = random.Random(seed), game.start(6, stall="5")
        record = new_record(game, 6, {"stall": "5"})
        while state.to_move != OVER and len(record.rows) < LONG:
            legal = game.legal_actions(state)
            trades = [action for action in legal if action[0] == "trade" and action[3] == 1]
            build = [action for action in legal if action[0] in ("build", "done")]
            slow = rng.random() < 0.8 and trades
            play_row(
                game,
                record,
                state,
                game.draw(state, rng)
                if state.to_move < 0
                else rng.choice(trades if slow else build or legal),
            )
    found = []
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        body = {"game": "sncf-france", "seats": [{"kind": "me"}] * 6, "record": write(record)}
        made = httpx.post(f"{served.base}/api/tables", json=body, timeout=60).json()
        served.stop()
        for _ in range(times):
            served = Served(Path(folder))
            with httpx.Client(base_url=served.base) as client:
                client.get("/health")
                begun = time.perf_counter()
                assert client.get(f"/api/tables/{made['id']}").json()["step"] == len(record.rows)
                found.append((time.perf_counter() - begun) * 1000)
            served.stop()
    return median(found)


def run(seconds: float, peer: Path | None = None) -> dict[str, Any]:
    full, paced = [], []
    others: dict[str, list[float]] = {}
    for _ in range(TIMES):  # by turns, so that whatever else the machine does meets all of them
        full.append(measured(0, seconds))
        paced.append(measured(PACED, seconds))
        if peer is not None:
            for rate, when in ((0.0, "saturated"), (float(PACED), "paced")):
                for store, figures in beside.measured(peer, rate, seconds).items():
                    others.setdefault(f"{store}, {when}", []).append(figures["cpu_us_per_move"])
    before, after = idle_memory()
    opened = opening()
    middle = {name: median(each[name] for each in full) for name in full[0]}
    calm = {name: median(each[name] for each in paced) for name in paced[0]}
    title = f"{TABLES} tables of {SEATS}, medians of {TIMES}; load {os.getloadavg()[0]:.1f}"
    sheet = Sheet("figure", "measured", "aim", title=title)
    rows = [
        ("moves/s, saturated", f"{middle['moves_per_s']:,.0f}", ""),
        ("server CPU a move, saturated", f"{middle['cpu_us']:.0f} µs", f"≤ {AIM} µs"),
        (f"server CPU a move at {PACED} moves/s", f"{calm['cpu_us']:.0f} µs", f"≤ {AIM_PACED} µs"),
        *((f"CPU a move of {name}", f"{median(found):.0f} µs", "beside") for name, found in others.items()),
        ("p50 / p99, saturated", f"{middle['p50_ms']:.1f} / {middle['p99_ms']:.1f} ms", ""),
        (f"p50 / p99 at {PACED} moves/s", f"{calm['p50_ms']:.1f} / {calm['p99_ms']:.1f} ms", "p99 < 15 ms"),
        (f"memory with {IDLE} idle connections", f"{after:.0f} MB ({before:.0f} without)", "< 100 MB"),
        (f"opening a table of {LONG} actions", f"{opened:.0f} ms", "< 100 ms"),
        ("start to /health", f"{middle['start_s']:.2f} s", "< 2 s"),
    ]
    for row in rows:
        sheet.add_row(*row)
    Console().print(sheet)
    kept = {"idle_mb": after, "start_mb": before, "open_ms": opened}
    return {"saturated": full, "paced": paced, "peer": others, **kept}


if __name__ == "__main__":
    import uvloop

    bases, rate, seconds, *more = sys.argv[1:]
    uvloop.run(Run(bases.split(","), float(rate), *map(int, more)).main(float(seconds)))
