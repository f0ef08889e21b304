"""One browser for each test module, one person for each visit; a complaint of the browser fails the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.browser.chrome import launched, person
from tests.server.house import House, house

Visit = Callable[..., Coroutine[Any, Any, Page]]


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as found:
        yield found


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "tables.db") as found:
        yield found


@pytest.fixture
def complaints() -> list[str]:
    """What browsers have complained about; a test takes out what it has asked for."""
    return []


@pytest.fixture
async def visit(browser: Browser, served: House, complaints: list[str]) -> AsyncIterator[Visit]:
    """`await visit(address, phone=..., dark=...)`: a person of one's own opens an address."""
    contexts = []

    async def opened(address: str = "/", **how: Any) -> Page:
        context, page = await person(browser, complaints, **how)
        contexts.append(context)
        await page.goto(address if "://" in address else served.base + address)
        return page

    yield opened
    for context in contexts:
        await context.close()
    assert complaints == []
