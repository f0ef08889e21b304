"""Whole games in a real browser: a person clicks where the board lets them, and types where it does not."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.async_api import Error, Page, expect

from branchline.core.action import Action, to_text
from branchline.core.game import winners
from branchline.games import GAMES
from tests.browser.chrome import at_part, played, seated
from tests.browser.conftest import Visit
from tests.browser.shots import players_of
from tests.server.house import House

LATE = 0.97  # where the short form begins
COMMIT = "section[aria-label='Action bar'] button.primary"


async def committed(page: Page, match: Any, version: int, seconds: float) -> bool:
    """Press the bar's button as soon as it can be pressed; whether the table has moved on."""
    commit = page.locator(COMMIT)
    for _ in range(int(seconds * 40)):
        if match.version != version:
            return True
        with contextlib.suppress(Error):  # it may be gone by now, because the move is done
            if await commit.count() and await commit.is_enabled(timeout=1000):
                await commit.click(timeout=1000)
        await page.wait_for_timeout(25)
    return bool(match.version != version)


async def by_mouse(page: Page, match: Any, version: int, action: Action) -> bool:
    """Click the place that the action names last, and do what that makes a draft of."""
    place = page.locator(f"svg [data-id='{action[-1]}'][role='button']")
    if len(action) < 2 or not await place.count():
        return False
    await place.first.click(force=True, timeout=2000)
    if await committed(page, match, version, 1):
        return True
    clear = page.get_by_role("button", name="Clear", exact=True)
    if await clear.count():
        await clear.click()
    return False


async def by_keyboard(page: Page, action: Action) -> None:
    await page.keyboard.press("/")
    await page.get_by_role("textbox", name="Type a move").fill(to_text(action))
    await page.keyboard.press("Enter")


async def by_ideas(page: Page) -> None:
    """String Railway: the first idea that the panel shows, laid or placed."""
    await page.keyboard.press("i")
    await page.get_by_role("list", name="Ideas").get_by_role("button").first.click()


@pytest.mark.prove("browser")
@pytest.mark.parametrize("game_id", GAMES)
async def test_a_whole_game_is_played_to_its_final_score(
    visit: Visit, served: House, game_id: str, count: Callable[[int, int], int]
) -> None:
    page, rng = await visit(), Random(game_id)
    players = players_of(game_id)
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
        action = match.game.mind.advise(match.game.mask(match.state, 0), rng)
        if await by_mouse(page, match, version, action):
            clicked += 1
            continue
        if match.game.lists_all:
            await by_keyboard(page, action)
        else:
            await by_ideas(page)
        assert await committed(page, match, version, 30), f"{to_text(action)} was not done"
        typed += 1
    end = page.get_by_label("The end")
    await expect(end).to_be_visible()
    told = await end.get_by_role("listitem").all_inner_texts()
    won = winners(match.game.scores(match.state))
    assert sum("winner" in each for each in told) == len(won)
    for seat in won:
        assert any(match.seats[seat].name in each and "winner" in each for each in told)
    print(f"{game_id}: {clicked} by mouse, {typed} otherwise")
