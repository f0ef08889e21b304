"""Hands on the table: bubbles, two fingers, the loupe, a page at 200 %, and a way back by consent."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.chrome import CALM, COMMIT, SIZES, at_part, played, seated
from tests.browser.conftest import Visit
from tests.browser.shots import players_of
from tests.browser.states import drafted, halfway
from tests.browser.strings import Finger, centre, chain, on_screen, sit, to_lay
from tests.browser.test_still import TRANSFORM
from tests.browser.test_table import commit, my_choices
from tests.server.house import House

LONGER = """() => {
    const walk = document.createTreeWalker(document.querySelector('.table'), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('svg')) texts.push(walk.currentNode);
    for (const text of texts) {
        const words = text.data.trim();
        if (words.length > 2) text.data = words + ' ' + words.slice(0, Math.ceil(words.length / 3));
    }
}"""


async def table_of(page: Page) -> Any:
    return await page.evaluate(
        "fetch('/api' + location.pathname.replace('table', 'tables')).then(a => a.json())"
    )


async def test_a_way_back_past_another_person_is_a_question_in_their_bar(visit: Visit, served: House) -> None:
    anna = await visit()
    id = await seated(anna, served, "sncf-france", ["me", "anyone", "greedy"])
    ben = await visit(f"/table/{id}")
    await ben.get_by_role("button", name="Sit down").click()
    await ben.get_by_role("textbox").fill("Ben")
    await ben.keyboard.press("Enter")
    pages, acted = [anna, ben], set[int]()
    while len(acted) < 2:
        while (table := await served.table(id))["to_move"] not in (0, 1):
            await anna.wait_for_timeout(20)
        page = pages[table["to_move"]]
        await expect(page).to_have_title("● Your turn · Branchline")
        await commit(page, next(a for a in await my_choices(page) if a[0] == "trade"))
        await expect(page).not_to_have_title("● Your turn · Branchline")
        acted.add(table["to_move"])
    asker, asked = pages if (await table_of(anna))["consent"] else reversed(pages)
    step = (await served.table(id))["step"]
    await asker.get_by_role("button", name="Ask to undo").click()
    await expect(asker.get_by_text("You have asked to take back your last action")).to_be_visible()
    await expect(asker.get_by_role("button", name="Ask to undo")).to_have_count(0)
    bar = asked.get_by_role("region", name="Action bar")
    await expect(bar.get_by_text("asks to take back their last action")).to_be_visible()
    await bar.get_by_role("button", name="Agree").click()
    await expect(asker).to_have_title("● Your turn · Branchline")
    assert (await served.table(id))["step"] < step
    for page in pages:
        await expect(page.get_by_role("log", name="Log")).to_contain_text(
            re.compile("took back the last .* agreed")
        )


@pytest.mark.parametrize("game_id", ["sncf-france", "koplopers", "bridgetown", "string-railway"])
async def test_a_tap_explains_whatever_it_is(visit: Visit, served: House, game_id: str) -> None:
    thing, lines = {
        "sncf-france": ('path.hex[data-id="d6"]', ["Le Havre", "point"]),
        "koplopers": ('.station[data-id="UT"] .plate', ["Utrecht Centraal"]),
        "bridgetown": ('path[data-id="taxi"]', ["Taxi", "space"]),
        "string-railway": ("path.station >> nth=-1", ["Here: "]),
    }[game_id]
    page = await visit(phone=True, **CALM)
    players = players_of(game_id)
    kinds = ["me"] + ["random"] * (players - 1)
    await seated(page, served, game_id, kinds, record=at_part(played(game_id, players), 0.5))
    await expect(page).to_have_title("● Your turn · Branchline")
    await page.locator(thing).first.tap(force=True)
    for line in lines:
        await expect(page.get_by_role("tooltip")).to_contain_text(line)
    box = await page.get_by_role("tooltip").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390


async def test_two_fingers_zoom_and_draw_nothing_and_one_has_a_loupe(visit: Visit, served: House) -> None:
    page = await visit(phone=True)
    session = await page.context.new_cdp_session(page)
    finger = Finger(session)
    record, state = to_lay()
    await sit(page, served, record)
    one, two = [await on_screen(page, centre(state, tile)) for tile in chain()[:2]]
    await finger.down(one)
    await finger.move(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))
    await expect(page.locator(".loupe use")).to_have_count(1)
    before = await page.evaluate(TRANSFORM)

    async def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    x, y = finger.at
    await touch("touchStart", (x, y), (x - 40, y))
    await expect(page.locator(".loupe")).to_have_count(0)
    for by in range(10, 80, 10):
        await touch("touchMove", (x + by / 5, y), (x - 40 - by, y))
    await touch("touchEnd")
    await expect(page.get_by_role("button", name="Fit the whole board")).to_be_enabled()
    after = await page.evaluate(TRANSFORM)
    assert after[0] > 1.5 * before[0]
    await expect(page.locator("path.grab, path.taut, g.step")).to_have_count(0)
    await expect(page.locator(COMMIT)).to_have_count(0)


@pytest.mark.parametrize("game_id", ["sncf-france", "koplopers", "bridgetown"])
@pytest.mark.parametrize("size", ["double", "desk", "phone"])
async def test_it_fits_with_words_a_third_longer(
    visit: Visit, served: House, game_id: str, size: str
) -> None:
    page = await visit(size=size, **CALM)
    await drafted(page, await halfway(page, served, game_id))
    await page.evaluate(LONGER)
    assert await page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    if await page.locator(COMMIT).count():
        await expect(page.locator(COMMIT)).to_be_in_viewport(ratio=1)
    wide = await page.evaluate(
        """[...document.querySelectorAll('aside, aside .panel, aside .panel table')]
            .filter((each) => getComputedStyle(each).overflowX !== 'visible')
            .filter((each) => each.scrollWidth > each.clientWidth + 1)
            .map((each) => `${each.tagName}.${each.className} ${each.scrollWidth}/${each.clientWidth}`)"""
    )
    assert wide == []
