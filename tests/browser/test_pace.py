"""How what others did is told: one move after the other, with a clock that the test moves."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import Page, expect

from tests.browser.chrome import at_part, played, primary, seated
from tests.browser.conftest import Visit
from tests.server.house import House

HERE = "'/api' + location.pathname.replace('table', 'tables')"


async def asked(page: Page, question: dict[str, Any] | None = None, path: str = "") -> Any:
    """What the server answers to this page's person, beside the page."""
    return await page.evaluate(
        f"""([question, path]) => fetch({HERE} + path,
            question ? {{method: 'POST', body: JSON.stringify(question)}} : {{}}).then(a => a.json())""",
        [question, path],
    )


async def at_our_turn(page: Page, served: House) -> None:
    """A game of SNCF, half-way, in which the clock of the page stands still from now on."""
    await page.clock.install()
    record = at_part(played("sncf-france", 3), 0.5)
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=record)
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    await page.clock.pause_at(await page.evaluate("Date.now()") + 2000)


async def trade(page: Page) -> list[str]:
    """Trade a share, which ends the turn, and wait for the bots; what they did, move by move."""
    now = await asked(page)
    step = now["step"]
    action = next(each for each in now["choices"] if each[0] == "trade")
    assert (await asked(page, {"do": action, "after": now["version"]}))["type"] == "done"
    while not (table := await asked(page))["choices"] or table["step"] == step:
        await asyncio.sleep(0.05)
    rows = (await asked(page, path=f"/log?since={step + 1}"))["rows"]
    return [" ".join(row["lines"]) for row in rows if row["lines"]]


def caption(page: Page) -> Any:
    return page.get_by_role("region", name="Action bar").locator(".caption")


async def test_moves_of_others_are_told_in_order_and_again(visit: Visit, served: House) -> None:
    page = await visit(pace="normal")
    await at_our_turn(page, served)
    moves = await trade(page)
    assert len(moves) > 1
    # the present is known at once, that one may act; but what others did is not headed "Your turn"
    await expect(page.get_by_text("Before your turn", exact=True)).to_be_visible()
    await expect(page.get_by_role("button", name="Trade a share")).to_be_enabled()
    for again in (False, True):
        for at, move in enumerate(moves):
            await expect(caption(page)).to_contain_text(move)
            marks = page.locator("[data-mark]")  # of what was told, and of nothing else
            await expect(marks).to_have_count(sum(" builds " in each for each in moves[: at + 1]))
            trades = sum(" sells " in each for each in moves[: at + 1])
            await expect(page.locator("[data-traded]")).to_have_count(2 * trades)  # what was sold and bought
            for _ in range(30):  # 1.5 s at most
                await page.clock.run_for(50)
                if move not in " ".join(await caption(page).all_inner_texts()):
                    break
        await expect(caption(page)).to_have_count(0)
        since = page.get_by_role("region", name="Since your last turn")
        await expect(since.get_by_role("listitem")).to_have_count(2)  # a line for each bot
        if not again:
            await since.get_by_role("button", name="Show again").click()
            await page.clock.run_for(400)


async def test_a_key_or_a_tap_shows_the_present_and_does_what_it_means(visit: Visit, served: House) -> None:
    page = await visit(pace="normal")
    await at_our_turn(page, served)
    moves = await trade(page)
    await expect(caption(page)).to_contain_text(moves[0])
    await page.keyboard.press("?")
    await expect(caption(page)).to_have_count(0)
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("region", name="Since your last turn")).to_be_visible()

    moves = await trade(page)
    await expect(caption(page)).to_contain_text(moves[0])
    legal = {tuple(each[1:3]) for each in (await asked(page))["choices"] if each[0] == "build"}
    alone = next(hex for _, hex in sorted(legal) if sum(hex == other for _, other in legal) == 1)
    step = (await asked(page))["step"]
    assert await page.locator(".hex.open").count() == 0  # while others are told nothing glows
    await page.locator(f'path[data-id="{alone}"]').click()
    await expect(caption(page)).to_have_count(0)
    # the click meant a build: a draft of it, or the build itself where it brings nothing
    while not await primary(page, "Build").count() and (await asked(page))["step"] == step:
        await asyncio.sleep(0.05)


async def test_who_comes_back_sees_the_present(visit: Visit, served: House) -> None:
    page = await visit(pace="slow")
    await at_our_turn(page, served)
    moves = await trade(page)
    await expect(caption(page)).to_contain_text(moves[0])
    await page.evaluate("dispatchEvent(new Event('online'))")  # the line is opened anew
    await expect(caption(page)).to_have_count(0)
    moves = await trade(page)
    await expect(caption(page)).to_contain_text(moves[0])
    await page.reload()
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    await expect(page.get_by_role("region", name="Since your last turn")).to_be_visible()
    await expect(caption(page)).to_have_count(0)
    await expect(page.locator("[data-mark]").or_(page.get_by_text("sells 1")).first).to_be_visible()


async def test_without_motion_the_captions_are_told_alone(visit: Visit, served: House) -> None:
    page = await visit(pace="normal", reduced_motion="reduce")
    await at_our_turn(page, served)
    moves = await trade(page)
    for move in moves[:2]:
        await expect(caption(page)).to_contain_text(move)
        assert await page.evaluate("document.getAnimations().length") == 0
        for _ in range(30):
            await page.clock.run_for(50)
            if move not in " ".join(await caption(page).all_inner_texts()):
                break


HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));
}"""
COUNTED = """() => {
    window.flown = 0;
    const things = nodes => [...nodes].filter(each => each.nodeType === Node.ELEMENT_NODE);
    const count = found => found.forEach(each => (window.flown += things(each.addedNodes).length));
    new MutationObserver(count).observe(document.querySelector('.flights'), {childList: true});
}"""


async def test_nothing_piles_up_in_a_tab_that_nobody_looks_at(visit: Visit, served: House) -> None:
    page = await visit(pace="slow")
    await at_our_turn(page, served)
    moves = await trade(page)
    await expect(caption(page)).to_contain_text(moves[0])
    await page.evaluate(COUNTED)
    await page.evaluate(HIDE, True)  # in the midst of the telling
    await expect(caption(page)).to_have_count(0)
    for _ in range(2):
        moves = await trade(page)
        await page.clock.run_for(1000)
    await expect(page).to_have_title("● Your turn · Branchline")
    since = page.get_by_role("region", name="Since your last turn")
    await expect(since).to_contain_text(moves[-1])  # all of it has come
    await page.evaluate(HIDE, False)
    # the present at once: nothing is told, nothing flies, and what happened can be read
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    assert await caption(page).count() == 0
    await expect(page.get_by_role("region", name="Since your last turn")).to_be_visible()
    assert await page.evaluate("window.flown") == 0
    await page.clock.run_for(10_000)
    assert await caption(page).count() == 0
    moves = await trade(page)  # and from now on moves are told as before
    await expect(caption(page)).to_contain_text(moves[0])
