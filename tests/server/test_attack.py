"""Strangers do their worst, and somebody else's table does not notice: `dev.py prove attack`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.server import attacks  # noqa: F401 - each of them is a row
from tests.server.attack import REAL, run, share, sheet
from tests.server.process import Process


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
    assert "traceback" not in printed.lower(), printed[max(0, printed.lower().find("traceback") - 300) :][
        :3000
    ]
    assert memory < 400e6
    # in every run machines are busy with other tests, so that only what hangs is seen there; and on a machine
    # that is busy by itself the bystander's own figures from before the attack are the measure
    patience, before = (1 if proving else 20), rows[0]
    for row in rows[1:]:
        assert max(row.health) < max(0.1 * patience, 3 * max(before.health)), row.what
        assert share(row.moves, 0.99) < max(0.1 * patience, 3 * share(before.moves, 0.99)), row.what
        assert max(row.bots, default=0) < max(2.0 * patience, 3 * max(before.bots)), row.what
