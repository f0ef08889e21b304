"""Strangers do their worst, and somebody else's table does not notice: `dev.py prove attack`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.server import attacks, attacks_inside  # noqa: F401 - each function in them is a row
from tests.server.attack import REAL, Bystander, run, share, sheet
from tests.server.process import Process

DAMAGED = '"table":"damaged'  # what is logged of these is what whoever runs the server needs


@pytest.mark.prove("attack")
async def test_an_attack_is_not_noticed_at_another_table(
    tmp_path: Path, count: Any, record_property: Callable[[str, object], None]
) -> None:
    proving = count(0, 1) == 1
    with Process(tmp_path / "t.db", False, "serve", **REAL, BRANCHLINE_LOG="error") as served:
        rows = await run(served, tmp_path, proving)
        memory = psutil.Process(served.process.pid).memory_info().rss
        printed = served.out()
    record_property("sheet", sheet(rows) + f"\nThe server had {memory / 1e6:.0f} MB at the end.")
    assert not any(row.lost or row.leaked or row.faults for row in rows)
    broken = [line for line in printed.splitlines() if "traceback" in line.lower() and DAMAGED not in line]
    assert not broken, broken[0][:3000]
    assert memory < 400e6
    if not proving:
        return  # machines are busy with other tests, and how long something takes is for the proof
    slow = [
        row.what
        for row in rows[1:]
        if max(row.health) > 0.1 or share(row.moves, 0.99) > 0.1 or max(row.bots, default=0) > 2
    ]
    assert not slow, f"noticed at another table: {', '.join(slow)}"


async def test_a_bystander_who_cannot_play_ends_the_attack_at_once() -> None:
    with pytest.raises(AssertionError, match="broken off"):
        async with Bystander("http://127.0.0.1:9") as bystander:  # where nobody listens
            await bystander.beside(asyncio.sleep(3600))
