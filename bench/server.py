"""Claim: a move of SNCF costs about as much server CPU as one of boardgame.io's in its memory, although every
move is on the disk before anyone sees it. `--peer` measures both by turns; without it only ours is.

67 tables of three people, 201 WebSockets, SQLite with FULL sync, one server process. A move counts when
the next player has its view with the new choices. The clients are a process of their own with a thin
WebSocket client, so that they do not cost the server anything.
"""

from __future__ import annotations

import asyncio
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
import psutil
from rich.console import Console
from rich.table import Table as Sheet

from bench import peer as beside
from bench.clients import Client

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
    command = [sys.executable, "-m", "bench.clients", bases, *numbers]
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
