"""Looking at a finished game together: one leads, another follows on a phone; links to a step or turn."""

from __future__ import annotations

import re

from playwright.async_api import Page, expect

from branchline.core.record import write
from tests.browser.axe import serious
from tests.browser.chrome import played, seated
from tests.browser.conftest import Visit
from tests.browser.test_review import careless, tabbed
from tests.processes import until
from tests.server.house import House

SEATS = ["me", "casual", "casual"]


async def rung(page: Page, id: str) -> None:
    await expect(page.locator(f'[data-pointer="{id}"]')).to_be_visible()


async def test_one_leads_and_another_follows_on_a_phone(visit: Visit, served: House) -> None:
    page = await visit(bypass_csp=True)
    id = await seated(page, served, "sncf-france", SEATS, record=write(played("sncf-france", 3)))
    await expect(page.get_by_label("The end")).to_be_visible()
    lead = page.get_by_role("button", name="Lead")
    await expect(lead).to_have_count(0)  # nobody else is there: one hears how others come
    await page.get_by_role("button", name="Look at it together").click()
    await expect(page.get_by_text("Nobody else is at this table now.")).to_be_visible()
    link = await page.get_by_label("The end").locator("code").inner_text()
    assert await serious(page) == []

    other = await visit(link, phone=True, bypass_csp=True)
    await expect(other.get_by_label("The end")).to_be_visible()
    await expect(page.get_by_role("button", name="Look at it together")).to_have_count(0)
    await lead.click()
    follow = other.get_by_role("button", name="Follow")
    await expect(other.get_by_text("leads", exact=False).first).to_be_visible()
    assert await serious(other) == []
    await tabbed(other, "Follow")  # by keys alone
    await other.keyboard.press("Enter")
    await expect(other.get_by_text("You follow")).to_be_visible()

    # the follower's page goes where the leader's goes
    await page.get_by_role("button", name="Go on looking at the board").first.click()
    await expect(other.get_by_label("The end")).to_have_count(0)
    await page.keyboard.press("ArrowLeft")
    step = (await served.table(id))["step"] - 1
    await expect(other).to_have_url(re.compile(rf"at={step}$"))
    await expect(other.get_by_role("region", name="Replay")).to_be_visible()

    # a place of the board by its id, by mouse and by name
    hexagon = page.locator(".stage [data-id]").first
    point = await hexagon.get_attribute("data-id")
    await hexagon.click(force=True)
    shown = page.locator("[data-pointer]").first
    await expect(shown).to_be_visible()
    await rung(other, str(await shown.get_attribute("data-pointer")))
    select = page.get_by_label("Point at")
    await select.focus()
    await select.select_option(str(point))
    await rung(other, str(point))
    assert await other.evaluate("document.documentElement.scrollWidth") <= 390

    # who goes on alone stays where they are; who comes later is led too
    await other.get_by_role("button", name="Stop following").click()
    await page.get_by_role("button", name="One step back").click()
    third = await visit(f"/table/{id}")
    await third.get_by_role("button", name="Follow").click()
    await expect(third).to_have_url(re.compile(rf"at={step - 1}$"))
    await expect(other).to_have_url(re.compile(rf"at={step}$"))

    # a leader who leaves ends it
    await page.goto("about:blank")
    await expect(third.get_by_role("button", name="Lead")).to_be_visible()
    await until(lambda: served.hall.tables.rooms[id].together.leader is None)
    await expect(follow).to_have_count(0)


async def test_a_turn_of_the_review_is_led_to_and_linked_to(visit: Visit, served: House) -> None:
    page = await visit(bypass_csp=True)
    id = await seated(page, served, "sncf-france", SEATS, record=careless("sncf-france"))
    other = await visit(f"/table/{id}", bypass_csp=True)
    await page.get_by_role("button", name="Lead").click()
    await other.get_by_role("button", name="Follow").click()
    await page.get_by_role("button", name="Review").click()
    card = page.get_by_role("article").first
    await expect(card).to_be_visible()
    await expect(other.get_by_role("heading", name="Chances of the win")).to_be_visible()
    await card.get_by_role("button", name="Show on the board").click()
    bar = other.get_by_role("region", name="A turn of the review")
    await expect(bar.get_by_role("button", name="Better")).to_have_attribute("aria-pressed", "true")
    told = await bar.get_by_role("status").inner_text()

    # the address opens the same side line for who has it
    await page.get_by_role("button", name="Copy link to this turn").wait_for()
    assert re.search(r"\?at=\d+&turn=\d+&show=better$", page.url)
    third = await visit(page.url)
    bar = third.get_by_role("region", name="A turn of the review")
    await expect(bar.get_by_role("status")).to_have_text(told)


async def test_a_link_opens_a_finished_game_at_its_step(visit: Visit, served: House) -> None:
    page = await visit()
    id = await seated(page, served, "sncf-france", SEATS, record=write(played("sncf-france", 3)))
    other = await visit(f"/table/{id}?at=40")
    await expect(other.get_by_text("Looking back: step 40")).to_be_visible()


async def test_why_a_bot_did_that_is_asked_by_keys_on_a_phone(visit: Visit, served: House) -> None:
    page = await visit(phone=True, bypass_csp=True)
    await seated(page, served, "bridgetown", SEATS, record=write(played("bridgetown", 3)))
    await page.get_by_role("button", name="Go on looking at the board").first.click()
    why = page.get_by_role("button", name="Why did")
    for _ in range(8):  # to a turn of a bot
        await page.keyboard.press("ArrowLeft")
        await expect(page.get_by_text("Looking back")).to_be_visible()
        if await why.count():
            break
    await tabbed(page, "Why did")
    await page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("listitem").first.get_by_text("%")).to_be_visible()
    await expect(dialog.get_by_text("At first sight")).to_be_visible()
    assert await serious(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
