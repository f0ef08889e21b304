"""Every state of the page, in both themes: axe-core finds nothing serious or critical."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Literal

import pytest
from playwright.async_api import Page

from branchline.games import GAMES
from tests.browser import states
from tests.browser.axe import serious
from tests.browser.chrome import CALM
from tests.browser.conftest import Visit
from tests.server.house import House

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


async def faults(page: Page, walk: AsyncIterator[str], themes: int) -> dict[str, list[str]]:
    """What axe has against each state, in so many themes; by turns, where there is one for each."""
    found, visited = {}, 0
    async for state in walk:
        for number in range(themes):
            theme = THEMES[(visited + number) % 2]
            await page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            if serious_ones := await serious(page):
                found[f"{state}, {theme}"] = serious_ones
        visited += 1
    assert visited
    return found


@pytest.mark.prove("browser")
@pytest.mark.parametrize("what", ["lobby", "dialogs", "tables"])
async def test_axe_finds_nothing_serious_in_any_state(
    visit: Visit, served: House, what: str, count: Callable[[int, int], int]
) -> None:
    """In every run the states of one game on a phone, the rest on a wide screen, each in one theme."""
    sizes = ["phone", "wide"] if what == "tables" else ["wide", "phone"]
    for size in sizes[: count(1, 2)]:
        page = await visit(size=size, **(CALM | {"pace": "slow"}))
        walks = (
            [states.table(page, served, game_id) for game_id in list(GAMES)[: count(1, 9)]]
            if what == "tables"
            else [getattr(states, what)(page, served)]
        )
        for walk in walks:
            assert await faults(page, walk, count(1, 2)) == {}, size
