"""For ears and keys: the position in words, one announcement for a turn, focus that stays.

`python -m tests.browser.test_ears` writes what screen readers find of each game's position anew.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from branchline.core.record import last_state, write
from branchline.games import GAMES, load
from tests.browser.axe import serious
from tests.browser.chrome import at_part, launched, person, played, seated
from tests.browser.conftest import Visit
from tests.browser.shots import players_of
from tests.server.house import House, house

KEPT = Path(__file__).parent / "position"


async def listening(page: Page, served: House, game_id: str) -> str:
    """What a screen reader finds of a game that is half over."""
    record = played(game_id, players_of(game_id))
    kinds = ["me"] + ["casual"] * (record.players - 1)
    await seated(page, served, game_id, kinds, record=at_part(record, 0.55))
    await page.get_by_role("region", name="Position").get_by_role("button").focus()
    await page.keyboard.press("Enter")
    region = page.get_by_role("region", name="Position")
    await region.get_by_role("listitem").first.wait_for()
    await expect(region.get_by_role("heading", name="Position")).to_be_focused()
    return await region.aria_snapshot() + "\n"


@pytest.mark.parametrize("game_id", GAMES)
async def test_screen_readers_find_the_position(
    browser: Browser, served: House, complaints: list[str], game_id: str
) -> None:
    _, page = await person(browser, complaints)
    assert await listening(page, served, game_id) == (KEPT / f"{game_id}.yaml").read_text("utf-8")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("region", name="Position").get_by_role("listitem")).to_have_count(0)
    assert complaints == []


async def test_a_finished_turn_is_announced_once_and_focus_stays(
    browser: Browser, served: House, complaints: list[str]
) -> None:
    _, page = await person(browser, complaints)
    await seated(page, served, "sncf-france", ["me", "random", "random"])
    await expect(page).to_have_title(re.compile("Your turn"))
    said = page.get_by_role("log", name="What happened")
    await expect(said).to_contain_text("Your turn.")
    live = page.locator("[aria-live=polite], [role=status]").filter(visible=True)
    button = page.get_by_role("button", name="Undo").or_(page.locator(".stage [data-id][role=button]")).first
    await button.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Undo")).to_be_visible()
    inside = await page.evaluate("!!document.activeElement.closest('.stage, .foot')")
    assert inside, "the focus was lost"
    await page.get_by_role("button", name=re.compile("End|Done|finish", re.IGNORECASE)).first.focus()
    await page.keyboard.press("Enter")
    await expect(said.locator("p").last).to_contain_text("Your turn.")
    texts = await said.locator("p").all_inner_texts()
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert text not in [each for each in await live.all_inner_texts() if each != text]
    assert complaints == []


@pytest.mark.parametrize("how", [{}, {"phone": True, "dark": True}])
async def test_the_end_is_a_page_without_serious_faults(
    visit: Visit, served: House, how: dict[str, bool]
) -> None:
    page = await visit(bypass_csp=True, **how)
    record = played("sncf-france", 4)
    await seated(page, served, "sncf-france", ["me"] + ["casual"] * 3, record=write(record))
    end = page.get_by_role("region", name="The end")
    await expect(end.get_by_role("img", name=re.compile("Points over the game"))).to_be_visible()
    await expect(end.get_by_role("heading", name="The turn that brought most")).to_be_visible()
    assert await serious(page) == []
    points = [int(each) for each in await end.locator("ol li b").all_inner_texts()]
    game = load("sncf-france")
    final = [score[0] for score in game.scores(last_state(game, record))]
    assert points == sorted(final, reverse=True)
    whose = end.get_by_role("combobox", name="Whose points")
    for number, most in enumerate(points):
        await whose.select_option(index=number)
        gains = (
            await end.get_by_role("region", name="Where the points came from")
            .locator("li b")
            .all_inner_texts()
        )
        assert sum(int(each.replace("−", "-")) for each in gains) == most
    async with page.expect_download() as kept:
        await end.get_by_role("button", name="Picture of the board").click()
    drawn = Path(await (await kept.value).path()).read_text("utf-8")
    assert drawn.startswith("<svg") and f"{points[0]}</text>" in drawn
    await end.get_by_role("button", name="Show it").click()
    await expect(page.get_by_role("region", name="Replay")).to_be_visible()
    await page.get_by_role("button", name="Back to now").click()
    await end.get_by_role("button", name="Go on looking at the board", exact=True).click()
    await expect(end).to_have_count(0)


async def keep() -> None:
    KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder, "tables.db")) as served, launched() as browser:
            for game_id in GAMES:
                complaints: list[str] = []
                context, page = await person(browser, complaints)
                (KEPT / f"{game_id}.yaml").write_text(await listening(page, served, game_id), "utf-8")
                await context.close()
                print(game_id, *complaints)


if __name__ == "__main__":
    asyncio.run(keep())
