"""Plans and queued turns on the page: by mouse at a desk, by finger at 390 pixels, and by keys alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from branchline.core.action import Action, from_json, to_text
from tests.browser.axe import serious
from tests.browser.chrome import COMMIT, cut, played, seated
from tests.browser.conftest import Visit
from tests.browser.test_review import tabbed
from tests.processes import until
from tests.server.house import House

SEATS = ["me", "friend", "friend"]


def before_me(game_id: str, part: float = 0.5) -> str:
    """A game in which the last seat before the first one is to move, and has just begun its turn."""
    record = played(game_id, 3)
    seats = [seat for seat, _, _ in record.rows]

    def fits(state: Any, step: int) -> bool:
        return bool(state.to_move == 2 and seats[step - 1] != 2 and step <= part * len(seats))

    return cut(record, fits)


async def waiting(page: Page, served: House, game_id: str = "sncf-france") -> Any:
    """Sit down where another is to move; the match behind it."""
    id = await seated(page, served, game_id, SEATS, record=before_me(game_id))
    await expect(page.get_by_role("region", name="Action bar")).to_be_visible()
    return served.hall.tables.rooms[id].match


def banner(page: Page) -> Locator:
    return page.get_by_role("region", name="A plan")


async def planned(page: Page, number: int = 1) -> Any:
    """What the server says of a plan of this browser's seat."""
    return await page.evaluate(
        """async (plan) => {
            const address = '/api' + location.pathname.replace('table', 'tables');
            return (await fetch(address, {method: 'POST', body: JSON.stringify({plan})})).json();
        }""",
        number,
    )


async def rows(page: Page, count: int) -> Any:
    """The plan, as soon as so many actions in it were chosen."""
    for _ in range(200):
        told = await planned(page)
        if sum(row["seat"] >= 0 for row in told["rows"]) >= count:
            return told
        await page.wait_for_timeout(50)
    raise AssertionError("nothing was added to the plan")


async def move(match: Any, action: Action) -> None:
    await match.do(match.state.to_move, action, match.version)


def trade(choices: list[Any]) -> list[Any]:
    found: list[Any] = next(each for each in choices if each[0] == "trade")
    return found


async def build(page: Page, touch: bool = False) -> list[Any]:
    """Pick the first hex that can be built on, by hand, and commit it where that is asked."""
    told = await planned(page)
    count = sum(row["seat"] >= 0 for row in told["rows"])
    action: list[Any] = next(each for each in told["table"]["choices"] if each[0] == "build")
    press = "tap" if touch else "click"
    await getattr(page.locator(f'[data-id="{action[2]}"][role="button"]').first, press)()
    chooser = page.locator(f'.chooser [data-railroad="{action[1]}"]')
    commit = page.locator(f"{COMMIT}:enabled")
    for _ in range(200):
        if sum(row["seat"] >= 0 for row in (await planned(page))["rows"]) > count:
            return action
        if await chooser.count():
            await getattr(chooser, press)()
        elif await commit.count():
            await getattr(commit, press)(timeout=2000)
        await page.wait_for_timeout(50)
    raise AssertionError("the plan has not gone on")


async def test_a_plan_is_made_while_another_thinks_and_played_by_mouse(visit: Visit, served: House) -> None:
    page = await visit(bypass_csp=True)
    match = await waiting(page, served)
    version, step = match.version, len(match.standing)
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Plan", exact=True).click()
    await expect(banner(page).get_by_text("A plan: nothing is played")).to_be_visible()
    await expect(page.get_by_text("A guess for Player 3", exact=True)).to_be_visible()
    await expect(banner(page).get_by_role("button", name="Queue for my turn")).to_be_disabled()
    assert await serious(page) == []

    # as a guess for the other one, then for oneself
    await build(page)
    done = page.get_by_role("region", name="Action bar").get_by_role("button", name="End the build")
    await done.click()
    await expect(page.get_by_text("Your turn in the plan", exact=True)).to_be_visible()
    mine = [await build(page), await build(page)]
    await banner(page).get_by_role("button", name="4 actions").click()
    listed = banner(page).get_by_role("list", name="Actions of the plan").get_by_role("listitem")
    await expect(listed).to_have_count(4)
    await expect(listed.first).to_contain_text("a guess")
    await expect(listed.last).not_to_contain_text("a guess")
    assert await serious(page) == []
    await page.keyboard.press("u")
    await expect(listed).to_have_count(3)
    await build(page)
    assert (match.version, len(match.standing)) == (version, step), "nothing was played"

    # a second one, and back to the first; a reload keeps both
    await banner(page).get_by_role("button", name="Plans").click()
    await page.get_by_role("button", name=f"New plan from step {step}").click()
    await expect(banner(page)).to_contain_text("Plan 2")
    await page.reload()
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Plan", exact=True).click()
    await page.get_by_role("button", name="Drop plan 2").click()
    await expect(page.get_by_role("button", name="Drop plan 2")).to_have_count(0)
    await page.get_by_role("button", name="Open plan 1").click()
    await expect(banner(page)).to_contain_text("Plan 1")

    # the other one really does something else, and the turn comes while the plan is open
    table = match.game.legal_actions(match.game.mask(match.state, 2))
    await move(match, from_json(trade(table)))
    await expect(banner(page).get_by_text("It is your turn at the table.")).to_be_visible()
    told = await planned(page)
    await banner(page).get_by_role("button", name="Play this").click()
    await expect(banner(page)).to_have_count(0)
    await until(lambda: len(match.standing) >= step + 1 + len(told["turn"]))
    assert [row.body for row in match.standing[step + 1 :]] == [to_text(from_json(each)) for each in mine]


async def test_playing_a_plan_stops_with_the_sentence_of_what_no_longer_fits(
    visit: Visit, served: House
) -> None:
    page = await visit()
    match = await waiting(page, served)
    step = len(match.standing)
    await page.keyboard.press("n")
    await expect(banner(page)).to_be_visible()
    choices = (await planned(page))["table"]["choices"]
    await typed(page, trade(choices), 1)
    first = await build(page)
    await move(match, from_json(first))  # the one before builds there first
    await move(match, ("done",))
    await banner(page).get_by_role("button", name="Play this").click()
    refused = page.get_by_role("region", name="Action bar").get_by_role("alert")
    await expect(refused).to_be_visible()
    with pytest.raises(Exception) as why:
        match.game.accept(match.state, from_json(first))
    await expect(refused).to_have_text(str(why.value))
    assert all(row.seat == 2 for row in match.standing[step:])


async def typed(page: Page, action: list[Any], count: int) -> Any:
    """By keys: type a move in the plan, and do it."""
    field = page.get_by_role("textbox", name="Type a move")
    await expect(field).to_have_count(0)
    await page.keyboard.press("/")
    await field.fill(to_text(from_json(action)))
    await page.keyboard.press("Enter")
    for _ in range(200):
        told = await planned(page)
        if sum(row["seat"] >= 0 for row in told["rows"]) >= count:
            return told
        if await page.locator(f"{COMMIT}:enabled").count():
            await page.keyboard.press("Enter")
        await page.wait_for_timeout(50)
    raise AssertionError("the plan has not gone on")


async def test_a_turn_is_queued_by_finger_on_a_phone_and_played_when_it_comes(
    visit: Visit, served: House
) -> None:
    page = await visit(phone=True, bypass_csp=True)
    match = await waiting(page, served)
    step = len(match.standing)
    await page.get_by_role("button", name="Menu").tap()
    await page.get_by_role("button", name="Plan", exact=True).tap()
    await expect(banner(page)).to_be_visible()
    await build(page, touch=True)
    await page.get_by_role("button", name="End the build").tap()
    await expect(page.get_by_text("Your turn in the plan", exact=True)).to_be_visible()
    mine = [await build(page, touch=True)]
    await page.get_by_role("button", name="End the build").tap()
    await rows(page, 4)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    assert await serious(page) == []
    await banner(page).get_by_role("button", name="Queue for my turn").tap()
    note = page.get_by_role("region", name="Queued turn")
    await expect(note).to_contain_text("Queued for your turn:")
    assert await serious(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390

    # it can be cancelled until then, and a reload keeps it
    await note.get_by_role("button", name="Cancel it").tap()
    await expect(note).to_have_count(0)
    await page.get_by_role("button", name="Menu").tap()
    await page.get_by_role("button", name="Plan", exact=True).tap()
    await page.get_by_role("button", name="Open plan 1").tap()
    await banner(page).get_by_role("button", name="Queue for my turn").tap()
    await expect(note).to_be_visible()
    await page.reload()
    await expect(note).to_contain_text("Queued for your turn:")
    await move(match, from_json(trade(match.game.legal_actions(match.state))))
    await expect(note).to_have_count(0)
    await until(lambda: len(match.standing) >= step + 3)
    assert [row.body for row in match.standing[step + 1 : step + 3]] == [to_text(from_json(mine[0])), "done"]
    await page.get_by_role("button", name="Pull the panel up").tap()
    said = "Player 1 had queued this turn: it is played automatically."
    await expect(page.get_by_role("log", name="Log").get_by_text(said)).to_be_visible()


async def test_by_keys_a_turn_is_queued_and_its_cancellation_read(visit: Visit, served: House) -> None:
    page = await visit(phone=True)
    match = await waiting(page, served)
    step = len(match.standing)
    await page.keyboard.press("n")
    await expect(banner(page)).to_be_visible()
    told = await typed(page, trade((await planned(page))["table"]["choices"]), 1)
    first = next(each for each in told["table"]["choices"] if each[0] == "build")
    told = await typed(page, first, 2)
    await page.keyboard.press("Escape")  # back at the table
    await expect(banner(page)).to_have_count(0)
    await page.keyboard.press("n")
    await expect(page.get_by_role("dialog", name="Plans")).to_be_visible()
    await tabbed(page, "Open plan 1")
    await page.keyboard.press("Enter")
    await expect(banner(page)).to_be_visible()
    await tabbed(page, "Queue for my turn")
    await page.keyboard.press("Enter")
    note = page.get_by_role("region", name="Queued turn")
    await expect(note).to_contain_text("Queued for your turn:")
    await move(match, from_json(first))
    await move(match, ("done",))
    why = note.get_by_role("alert")
    await expect(why).to_contain_text("Your queued turn was not played: ")
    with pytest.raises(Exception) as rule:
        match.game.accept(match.state, from_json(first))
    await expect(why).to_contain_text(str(rule.value))
    assert all(row.seat == 2 for row in match.standing[step:])
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    await tabbed(page, "Close")
    await page.keyboard.press("Enter")
    await expect(note).to_have_count(0)


async def test_after_the_end_an_earlier_position_is_planned_from(visit: Visit, served: House) -> None:
    from branchline.core.record import write

    page = await visit()
    await seated(page, served, "bridgetown", SEATS, record=write(played("bridgetown", 3)))
    await expect(page.get_by_label("The end")).to_be_visible()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    replay = page.get_by_role("region", name="Replay")
    await replay.get_by_role("button", name="Plan", exact=True).click()
    await expect(banner(page)).to_be_visible()
    await expect(page.get_by_label("The end")).to_have_count(0)
    for name in ("Play this", "Queue for my turn"):
        await expect(banner(page).get_by_role("button", name=name)).to_have_count(0)
    await banner(page).get_by_role("button", name="Back to the table").click()
    await expect(page.get_by_label("The end")).to_be_visible()


async def test_who_watches_and_who_shares_a_screen_has_no_plans(visit: Visit, served: House) -> None:
    page = await visit()
    match = await waiting(page, served)
    watcher = await visit(f"/table/{match.id}")
    shared = await visit()
    await seated(shared, served, "bridgetown", ["screen", "screen", "friend"], record=before_me("bridgetown"))
    for other in (watcher, shared):
        await expect(other.get_by_role("region", name="Action bar")).to_be_visible()
        await other.keyboard.press("n")
        await other.get_by_role("button", name="Menu").click()
        await expect(other.get_by_role("button", name="Keys")).to_be_visible()
        await expect(other.get_by_role("button", name="Plan", exact=True)).to_have_count(0)
