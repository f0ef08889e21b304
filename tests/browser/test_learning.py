"""What a beginner is told on the page: three lines once, and what the words of the game mean."""

from __future__ import annotations

from playwright.async_api import Page, expect

from branchline.games import load
from tests.browser.chrome import seated
from tests.browser.conftest import Visit
from tests.browser.strings import centre, chain, on_screen, sit, to_lay
from tests.server.house import House

LINES = load("bridgetown").words.groups["first"]["bridgetown.place"].split("\n")
BOARD = (
    "[...document.querySelectorAll('.stage > svg')].map(each => JSON.stringify(each.getBoundingClientRect()))"
)


async def beginning(page: Page, served: House) -> None:
    await seated(page, served, "bridgetown", ["me", "random"])
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()


async def test_a_first_game_says_what_the_aim_is_until_one_has_got_it(visit: Visit, served: House) -> None:
    page = await visit(first=True)
    await beginning(page, served)
    card = page.get_by_role("region", name="Your first game")
    assert await card.locator("p").all_inner_texts() == LINES
    before = await page.evaluate(BOARD)
    await card.get_by_role("button", name="Got it").click()
    await expect(card).to_have_count(0)
    assert await page.evaluate(BOARD) == before != []
    await page.reload()
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    await expect(page.get_by_role("region", name="Panel")).to_be_visible()
    await expect(card).to_have_count(0)


async def test_on_a_phone_the_lines_come_one_by_one_and_a_tapped_word_is_explained(
    visit: Visit, served: House
) -> None:
    page = await visit(first=True, phone=True)
    await beginning(page, served)
    card = page.get_by_role("region", name="Your first game")
    before = await page.evaluate(BOARD)
    for line in LINES:
        if line == LINES[1]:  # something else is looked at in between
            await page.locator('[data-id="bike"][role="button"]').first.tap()
            await expect(card).to_have_count(0)
            await page.get_by_role("button", name="Clear").tap()
        await expect(card.locator("p")).to_have_text(line)
        await card.get_by_role("button", name="Got it" if line == LINES[-1] else "Next").tap()
    await expect(card).to_have_count(0)
    assert await page.evaluate(BOARD) == before != []

    bar = page.get_by_role("region", name="Action bar")
    word = bar.get_by_role("button", name="coordinator", exact=True)
    await word.tap()
    means = page.get_by_role("tooltip")
    await expect(means).to_have_text(load("bridgetown").words.groups["glossary"]["coordinator|coordinators"])
    await expect(means).to_be_in_viewport(ratio=1)
    await expect(word).to_have_attribute("aria-describedby", await means.get_attribute("id") or "none")
    await page.keyboard.press("Escape")
    await expect(means).to_have_count(0)
    await word.tap()
    await bar.get_by_role("button", name="mode", exact=True).tap()
    await expect(means).to_have_count(1)
    await expect(means).to_contain_text("A way to travel")


async def test_on_a_phone_what_one_does_on_the_board_is_answered_before_the_lines(
    visit: Visit, served: House
) -> None:
    page = await visit(first=True, phone=True)
    record, state = to_lay()
    await sit(page, served, record)
    card = page.get_by_role("region", name="Your first game")
    await expect(card).to_be_visible()
    await page.touchscreen.tap(*await on_screen(page, centre(state, chain()[0])))
    await expect(card).to_have_count(0)
    prompt = page.get_by_role("region", name="Action bar").locator(".prompt")
    await expect(prompt).to_be_in_viewport(ratio=1)
