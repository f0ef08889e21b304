"""A server for every test that asks for one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.house import House, house


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "tables.db") as found:
        yield found
