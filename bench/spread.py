"""Claims: what a process stores, a player at another one sees within 25 ms (p99 at 200 moves/s); a thousand
connected people play at 200 moves/s with a p99 below 50 ms; a hundred thousand stored tables slow nothing.

PostgreSQL as it comes, with its commits on the disk. Servers, database and clients share one machine, so the
throughput of more processes than it has cores to spare says what they cost, not what they bring.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
from rich.console import Console
from rich.table import Table as Sheet
from tests.server.cluster import Cluster

from bench.server import PACED, Served, played
from branchline.server.lobby import LIST

COUNTS = (1, 2, 4)  # processes
CROWD, OF_THREE = 334, 3  # tables, and seats of each
STORED = 100_000
LOOKS = 40  # of each kind, before and after


@contextlib.contextmanager
def servers(database: str, *processes: int) -> Iterator[list[Served]]:
    """A server for each number, with so many processes."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        found = []
        for number, each in enumerate(processes):
            place = Path(folder, str(number))
            place.mkdir()
            found.append(Served(place, database, each))
            stack.callback(found[-1].stop)
        yield found


def across(address: str, seconds: float, tables: int = 50, rate: float = PACED) -> dict[str, float]:
    """Two servers, and at every table the next player is at the other one."""
    with servers(address, 1, 1) as two:
        return played(two, rate, seconds, tables, 4)


def crowd(address: str, seconds: float, tables: int = CROWD, rate: float = PACED) -> dict[str, float]:
    """Many people at two processes behind one port."""
    with servers(address, 2) as found:
        return played(found, rate, seconds, tables, OF_THREE)


def saturated(address: str, seconds: float) -> dict[int, dict[str, float]]:
    """As many moves as go, with each number of processes."""
    found = {}
    for count in COUNTS:
        with servers(address, count) as started:
            found[count] = played(started, 0, seconds)
    return found


# --- many stored tables

COPIES = """
INSERT INTO {table}({columns})
SELECT {values} FROM {table} t, generate_series($2::int, $3::int) number WHERE t.{id} = $1
"""


async def fill(address: str, ids: list[str], wanted: int) -> None:
    """As many tables as that, copies of these, each with its log and seats."""
    connection = await asyncpg.connect(address)
    rows = await connection.fetch(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
        " AND table_name IN ('tables', 'seats', 'rows', 'holders') ORDER BY ordinal_position"
    )
    share = wanted // len(ids) + 1
    async with connection.transaction():
        for place, id in enumerate(ids):
            for name in ("tables", "seats", "rows", "holders"):
                key = "id" if name == "tables" else "table_id"
                columns = [column for table, column in rows if table == name]
                values = [
                    "'stored-' || number"
                    if column == key
                    else "t.changed - number"
                    if column == "changed"
                    else f"t.{column}"
                    for column in columns
                ]
                statement = COPIES.format(
                    table=name, columns=", ".join(columns), values=", ".join(values), id=key
                )
                await connection.execute(statement, id, place * share, (place + 1) * share - 1)
    await connection.execute("ANALYZE")
    await connection.close()


def seated(client: httpx.Client, moves: int) -> str:
    """A table that is listed, with some moves."""
    body = {"game": "sncf-france", "seats": [{"kind": "me"}] * 3, "listed": True}
    made = client.post("/api/tables", json=body).json()
    path = f"/api/tables/{made['id']}"
    for _ in range(moves):
        seat = client.get(path).json()["to_move"]
        headers = {"authorization": f"Bearer {made['seats'][seat]['token']}"}
        now = client.get(path, headers=headers).json()
        client.post(path, headers=headers, json={"do": now["choices"][0], "after": now["version"]})
    return str(made["id"])


def looked(base: str, ids: list[str]) -> dict[str, float]:
    """Milliseconds, in the middle, for the lobby and for tables that are not in memory."""
    found: dict[str, list[float]] = {"lobby": [], "opening": []}
    with httpx.Client(base_url=base, timeout=60) as client:
        for id in ids:
            for what, path in (("lobby", "/api/tables"), ("opening", f"/api/tables/{id}")):
                begun = time.perf_counter()
                assert client.get(path).is_success
                found[what].append((time.perf_counter() - begun) * 1000)
    return {what: statistics.median(times) for what, times in found.items()}


def stored(address: str, wanted: int = STORED, looks: int = LOOKS, listed: int = LIST) -> dict[str, Any]:
    """The same server before and after its database has got so many tables."""
    with servers(address, 1) as (maker,):
        with httpx.Client(base_url=maker.base, timeout=60) as client:
            ids = [seated(client, moves=20) for _ in range(2 * looks)]
            for _ in range(listed):
                seated(client, moves=0)  # a lobby that is full
        with servers(address, 1) as (fresh,):  # in its memory there is none of them
            before = looked(fresh.base, ids[:looks])
            asyncio.run(fill(address, ids[:20], wanted))
            after = looked(fresh.base, ids[looks:])
            copy = looked(fresh.base, [f"stored-{number * (wanted // looks)}" for number in range(looks)])
    return {"before": before, "after": after, "copies": copy}


def run(seconds: float) -> dict[str, Any]:
    with Cluster() as cluster:
        many, near = saturated(cluster.address, seconds), across(cluster.address, seconds)
        crowded, kept = crowd(cluster.address, seconds), stored(cluster.address)
    sheet = Sheet("figure", "measured", "aim", title=f"on PostgreSQL; load {os.getloadavg()[0]:.1f}")
    for count, each in many.items():
        sheet.add_row(f"moves/s, {count} processes", f"{each['moves_per_s']:,.0f}", "")
        sheet.add_row(f"CPU a move, {count} processes", f"{each['cpu_us']:.0f} µs", "")
    sheet.add_row(
        f"opponent's p50 / p99 at {PACED} moves/s, at another process",
        f"{near['opponent_p50_ms']:.1f} / {near['opponent_p99_ms']:.1f} ms",
        "p99 < 25 ms",
    )
    sheet.add_row(
        f"p50 / p99 at {PACED} moves/s, {CROWD * OF_THREE} people at {CROWD} tables, {seconds:g} s",
        f"{crowded['p50_ms']:.1f} / {crowded['p99_ms']:.1f} ms",
        "p99 < 50 ms",
    )
    for what in ("lobby", "opening"):
        before, after, copy = (kept[when][what] for when in ("before", "after", "copies"))
        sheet.add_row(
            f"{what}, before and with {STORED:,} tables",
            f"{before:.1f}, {after:.1f} ({copy:.1f}) ms",
            "no slower",
        )
    Console().print(sheet)
    return {"saturated": many, "across": near, "crowd": crowded, "stored": kept}
