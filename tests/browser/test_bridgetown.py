"""Bridgetown in a real browser: coordinators and rides by mouse, the end, a refusal, a phone."""

from __future__ import annotations

import re

from playwright.async_api import Locator, Page, expect

from branchline.games import load
from branchline.games.bridgetown.rules.state import PLACE, RACE, BridgetownState
from tests.browser.axe import serious
from tests.browser.chrome import cut, played, seated
from tests.browser.conftest import Visit
from tests.processes import until
from tests.server.house import House

BOTS = ["me", "greedy", "greedy"]


def sector(page: Page, mode: str) -> Locator:
    return page.locator(f"path[data-id={mode}]")


def ends(page: Page) -> Locator:
    return page.locator("[data-end]")


async def my_turn(page: Page) -> None:
    await expect(page.locator(".bar .turn")).to_have_text("Your turn")


async def commit(page: Page) -> None:
    """Do what is drafted, and wait until the draft is gone."""
    button = page.locator("button.primary", has_text=re.compile("^ ?(Place|Ride|Walk|Stay)"))
    await button.click()
    await expect(button).to_have_count(0)


def racing(state: BridgetownState, modes: int) -> bool:
    return state.to_move == 0 and state.phase == RACE and state.modes[0].bit_count() >= modes


def late() -> str:
    """The last move of a game, which is ours to make."""
    return cut(played("bridgetown", 3), lambda state, _: state.to_move == 0 and state.phase == RACE)


async def test_first_moves(visit: Visit, served: House) -> None:
    page = await visit()
    await seated(page, served, "bridgetown", BOTS)
    for mode in ("taxi", "bus", "bike"):
        await my_turn(page)
        await expect(page.locator(".prompt")).to_contain_text("coordinator")
        await sector(page, mode).click()
        await commit(page)
    await my_turn(page)
    await expect(page.locator(".prompt")).to_contain_text("pick the space to end on")
    await expect(ends(page).first).to_be_visible()
    # a mode of the wheel shows its own rides only
    await page.mouse.move(5, 5)
    every = await ends(page).count()
    await sector(page, "bike").click()
    await expect(ends(page)).not_to_have_count(every)
    first = ends(page).first
    space = await first.get_attribute("data-id")
    await first.hover()
    await expect(page.locator("[data-trail]")).to_have_count(1)
    racer = page.locator("[data-racer='0']")
    before = await racer.get_attribute("style")
    await first.click()
    await expect(racer).not_to_have_attribute("style", before or "")
    await commit(page)
    match = (await served.hall.tables.room(page.url.rsplit("/", 1)[1])).match
    await until(lambda: load("bridgetown").looks.view(match.state, 0)["seats"][0]["space"] == space)


async def test_a_ride_takes_flags_and_has_several_ways(visit: Visit, served: House) -> None:
    def flags(state: BridgetownState, _: int) -> bool:
        rides = load("bridgetown").looks.view(state, 0)["rides"] if racing(state, 2) else []
        found = [ride["end"] for ride in rides]
        return any(ride["takes"] for ride in rides) and len(found) > len(set(found))

    page = await visit()
    await seated(page, served, "bridgetown", BOTS, record=cut(played("bridgetown", 3), flags))
    await my_turn(page)
    taking = page.locator("[data-end][aria-label*=takes]").first
    await taking.click()
    flag = page.locator("[data-flag][data-taken]").first
    await expect(flag).to_contain_text("+1")
    # the ledger says so too
    await expect(page.locator(".bar")).to_contain_text("the flag of")
    # ends with most flags come first, so another one than before
    several = page.locator("[data-end][aria-label*='way 1 of']:not([aria-label*=takes])").first
    await several.click()
    await page.get_by_role("button", name="Another way: 1 of").click()
    await expect(page.get_by_role("button", name="Another way: 2 of")).to_be_visible()
    await page.keyboard.press("x")
    await expect(page.get_by_role("button", name=re.compile("Another way: (1|3) of"))).to_be_visible()
    match = (await served.hall.tables.room(page.url.rsplit("/", 1)[1])).match
    version = match.version
    await several.click()  # the second click on the same end does it
    await until(lambda: match.version != version)


async def test_from_a_late_position_to_the_end(visit: Visit, served: House) -> None:
    page = await visit()
    await seated(page, served, "bridgetown", BOTS, record=late())
    await my_turn(page)
    await ends(page).first.click()
    await commit(page)
    end = page.get_by_role("region", name="The end")
    await expect(end).to_be_visible()
    await expect(end.get_by_role("heading", level=2)).to_contain_text(re.compile("won|win"))
    await expect(end.locator("ol li")).to_have_count(3)


async def test_refusals_name_what_stands_in_the_way(visit: Visit, served: House) -> None:
    def second(state: BridgetownState, _: int) -> bool:
        return state.to_move == 0 and state.phase == PLACE and state.modes[0].bit_count() == 1

    page = await visit()
    record = cut(played("bridgetown", 3), second)
    await seated(page, served, "bridgetown", BOTS, record=record)
    await my_turn(page)
    mine = page.locator("path[data-id][role=img][aria-label*='Player 1']").first
    await mine.click()
    await expect(page.get_by_role("alert")).to_contain_text("You have a coordinator on")
    await expect(page.locator("path.ring.shaking")).to_have_count(1)

    record = cut(played("bridgetown", 3), lambda state, _: racing(state, 3))
    await seated(page, served, "bridgetown", BOTS, record=record)
    await my_turn(page)
    legal = [await end.get_attribute("data-id") for end in await ends(page).all()]
    wrong = next(
        id for id in ("museum", "library", "jeff_405", "psu", "ross_w", "corbett") if id not in legal
    )
    await page.locator(f"circle[data-id={wrong}]").click()
    await expect(page.get_by_role("alert")).to_contain_text(re.compile("No ride of|rails|one step"))
    await expect(page.locator(".shaking").first).to_be_visible()


async def test_on_a_phone(visit: Visit, served: House) -> None:
    page = await visit(phone=True, dark=True)
    await seated(page, served, "bridgetown", BOTS)
    await my_turn(page)
    await sector(page, "taxi").tap()
    await commit(page)
    await my_turn(page)
    wide = await page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    city = await page.locator("g.bridgetown").bounding_box()
    assert city is not None
    assert city["x"] >= -1
    assert city["x"] + city["width"] <= 391


async def test_nothing_serious_for_axe(visit: Visit, served: House) -> None:
    page = await visit(bypass_csp=True)
    record = cut(played("bridgetown", 3), lambda state, _: racing(state, 2))
    await seated(page, served, "bridgetown", BOTS, record=record)
    await my_turn(page)
    assert await serious(page) == []
