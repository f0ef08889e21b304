"""How fast it is with several processes, with many people and with many tables; figures on a sheet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from bench import spread

from tests.server.cluster import Cluster

PATIENT = 100  # times slower than it must be: the short versions run beside anything
FULL_LOBBY = 100


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster() as found:
        yield found


def rounded(figures: Any) -> Any:
    if isinstance(figures, dict):
        return {name: rounded(each) for name, each in figures.items()}
    return round(figures, 2)


@pytest.mark.prove("spread")
def test_people_at_several_processes_see_each_other_move_at_once(
    cluster: Cluster, count: Any, record_property: Any
) -> None:
    seconds, tables, rate = count(2, 60), count(8, 50), count(40, 200)
    found = spread.across(cluster.address, seconds, tables, rate)
    sheet = [f"{tables} tables, the next player always at the other process: {json.dumps(rounded(found))}"]
    assert found["moves"] >= count(1, 0.97 * rate * seconds)
    assert found["opponent_p99_ms"] < count(PATIENT, 1) * 25
    if count(0, 1):
        found = spread.crowd(cluster.address, 300)
        sheet.append(f"1,002 people at 334 tables for 300 s: {json.dumps(rounded(found))}")
        assert found["moves"] >= 0.97 * 200 * 300
        assert found["p99_ms"] < 50
    record_property("sheet", "\n".join(sheet))


@pytest.mark.prove("spread")
def test_many_stored_tables_slow_neither_the_lobby_nor_an_opening(
    cluster: Cluster, count: Any, record_property: Any
) -> None:
    wanted = count(1000, 100_000)
    found = spread.stored(cluster.address, wanted, count(3, 40), count(5, FULL_LOBBY))
    record_property("sheet", f"ms, before and with {wanted:,} tables more: {json.dumps(rounded(found))}")
    for what in ("lobby", "opening"):
        for when in ("after", "copies"):
            assert found[when][what] < count(PATIENT, 1.5) * found["before"][what] + 5
