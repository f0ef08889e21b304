"""Whole games in a real browser: a person clicks where the board lets them, and types where it does not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.async_api import Page, expect

from branchline.core.action import Action, to_text
from branchline.games import GAMES
from tests.browser.chrome import at_part, played, seated
from tests.browser.conftest import Visit
from tests.browser.shots import PLAYERS
from tests.server.house import House

LATE = 0.97  # where the short form begins
COMMIT = "section[aria-label='Action bar'] button.primary"


async def settled(page: Page, match: Any, version: int) -> bool:
    """Whether the table has moved on."""
    for _ in range(40):
        if match.version != version:
            return True
        await page.wait_for_timeout(25)
    return False


async def by_mouse(page: Page, action: Action) -> bool:
    """Click the place that the action names last; whether that made a draft that can be done."""
    place = page.locator(f"svg [data-id='{action[-1]}'][role='button']")
    if len(action) < 2 or not await place.count():
        return False
    await place.first.click(force=True, timeout=2000)
    commit = page.locator(COMMIT)
    for _ in range(20):
        if await commit.count() and await commit.is_enabled():
            await commit.click()
            return True
        await page.wait_for_timeout(25)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    return False


async def by_keyboard(page: Page, action: Action) -> None:
    await page.keyboard.press("/")
    await page.get_by_role("textbox", name="Type a move").fill(to_text(action))
    await page.keyboard.press("Enter")
    commit = page.locator(COMMIT)
    await expect(commit).to_be_enabled()
    await commit.click()


async def by_ideas(page: Page) -> None:
    """String Railway: the first idea that the panel shows, laid or placed."""
    await page.keyboard.press("i")
    await page.get_by_role("list", name="Ideas").get_by_role("button").first.click()
    commit = page.locator(COMMIT)
    await expect(commit).to_be_enabled(timeout=20_000)
    await commit.click()


@pytest.mark.prove("browser")
@pytest.mark.parametrize("game_id", GAMES)
async def test_a_whole_game_is_played_to_its_final_score(
    visit: Visit, served: House, game_id: str, count: Callable[[int, int], int]
) -> None:
    page, rng = await visit(), Random(game_id)
    players = PLAYERS[game_id]
    more = {"record": at_part(played(game_id, players), LATE)} if count(1, 0) else {}
    id = await seated(page, served, game_id, ["me"] + ["greedy"] * (players - 1), **more)
    match = (await served.hall.tables.room(id)).match
    clicked = typed = 0
    while match.status == "playing":
        if match.state.to_move != 0:
            await page.wait_for_timeout(20)
            continue
        await expect(page).to_have_title("● Your turn · Branchline")
        version = match.version
        action = match.game.advise(match.game.mask(match.state, 0), rng)
        if await by_mouse(page, action) and await settled(page, match, version):
            clicked += 1
            continue
        if match.version != version:
            continue
        if match.game.lists_all:
            await by_keyboard(page, action)
        else:
            await by_ideas(page)
        assert await settled(page, match, version), f"{to_text(action)} was not done"
        typed += 1
    end = page.get_by_label("The end")
    await expect(end).to_be_visible()
    best = max(match.game.scores(match.state))
    assert str(best[0]) in await end.inner_text()
    print(f"{game_id}: {clicked} by mouse, {typed} otherwise")
