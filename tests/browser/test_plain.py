"""The plain pages in a real browser: every game can be played by hand, and links work."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from branchline import GAMES
from tests.server.house import House, house

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "microsoft-edge")
QUIET = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-gpu"]


def browser_path() -> str:
    """BROWSER_PATH, or a browser of the system; without one the tests are skipped, unless they must run."""
    found = os.environ.get("BROWSER_PATH") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        if os.environ.get("REQUIRE_BROWSER"):
            raise AssertionError("REQUIRE_BROWSER is set, but there is no browser")
        pytest.skip("no browser: set BROWSER_PATH or install chromium")
    return found


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    path = browser_path()
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=path, args=QUIET)
        yield found
        await found.close()


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "tables.db") as found:
        yield found


Visit = Callable[[str], Coroutine[Any, Any, Page]]


@pytest.fixture
async def visit(browser: Browser, served: House) -> AsyncIterator[Visit]:
    """Open an address as a person of one's own; whatever the browser complains about fails the test."""
    complaints: list[str] = []
    contexts = []

    async def opened(address: str) -> Page:
        context = await browser.new_context()
        contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))

        async def named(dialog: Any) -> None:
            await dialog.accept("Zoë<b>")

        page.on("dialog", named)
        await page.goto(address if "://" in address else served.base + address)
        return page

    yield opened
    for context in contexts:
        await context.close()
    assert complaints == []


async def new_table(page: Page, game_id: str, *kinds: str) -> None:
    await page.wait_for_selector("#game option", state="attached")
    await page.select_option("#game", game_id)
    for place, kind in enumerate(kinds, start=1):
        await page.select_option(f"#seats p:nth-child({place}) select", kind)
    await page.click("text=Make the table")
    await page.wait_for_url("**/table/*")


@pytest.mark.parametrize("game_id", GAMES)
async def test_every_game_can_be_played_with_typed_actions(visit: Visit, game_id: str) -> None:
    page = await visit("/")
    await new_table(page, game_id)
    log, error, action = page.locator("#log li"), page.locator("#error"), page.locator("#action")
    for _ in range(3):
        await expect(page.locator("#status")).to_contain_text("Your turn", timeout=20_000)
        await expect(page.locator("#choices option").first).to_be_attached()
        choices = await page.eval_on_selector_all("#choices option", "all => all.map(each => each.value)")
        lines = await log.count()
        await action.fill(choices[len(choices) // 2])
        await page.click("#act > button:has-text('Do')")
        await expect(action).to_have_value("")
        await expect(log.nth(lines)).to_be_attached()
        await expect(error).to_have_text("")
    await expect(page.locator("#status")).to_contain_text("Your turn", timeout=20_000)
    await action.fill("fly to the moon")
    await page.click("#act > button:has-text('Do')")
    await expect(error).not_to_have_text("")


async def test_a_friend_comes_by_a_link_and_their_words_stay_words(visit: Visit) -> None:
    host = await visit("/")
    await new_table(host, "sncf-france", "me", "friend")
    link = await host.input_value("#links input")
    assert "#" in link
    friend = await visit(link)
    await expect(friend.locator("#seats")).to_contain_text("(you)")
    assert "#" not in friend.url  # the secret is gone from the address bar
    await expect(host.locator("#seats")).to_contain_text("Zoë<b>")
    await friend.fill("#line", "<img src=x onerror=alert(1)>")
    await friend.click("#talk button")
    await expect(host.locator("#chat")).to_contain_text("<img src=x")
    assert await host.locator("#chat img, #seats b").count() == 0
    past = await visit(f"{friend.url}?at=5")
    await expect(past.locator("#status")).to_have_text("After 5 actions")
