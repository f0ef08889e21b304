"""The review on the page of a finished game: by mouse at a desk, by keys alone on a phone."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from branchline.arena.selfplay import Match, play_match
from branchline.bots.levels import BUDGETS
from branchline.core.record import write
from branchline.games import load
from tests.browser.axe import serious
from tests.browser.chrome import at_part, played, seated
from tests.browser.conftest import Visit
from tests.processes import until
from tests.server.house import House

SEATS = ["me", "casual", "casual"]


@cache
def careless(game_id: str) -> str:
    """A whole game in which the first seat makes mistakes."""
    record = play_match(Match(game_id, ("beginner", "casual", "strong"), "review"), 0)
    record.seats = []
    return write(record)


async def ended(page: Page, served: House, game_id: str = "sncf-france") -> tuple[str, Locator]:
    id = await seated(page, served, game_id, SEATS, record=careless(game_id))
    await expect(page.get_by_label("The end")).to_be_visible()
    return id, page.get_by_role("region", name="Review")


async def test_a_game_is_reviewed_and_tried_again_by_mouse(visit: Visit, served: House) -> None:
    page = await visit(bypass_csp=True)
    id, review = await ended(page, served)
    await page.get_by_role("button", name="Review").click()
    await expect(review.get_by_role("heading", name="Chances of the win")).to_be_visible()
    found = (await served.get(f"/api/tables/{id}/review")).json()
    number, worst = next((n, each) for n, each in enumerate(found["mistakes"]) if each["seat"] == 0)
    card = review.get_by_role("article", name=f"Turn {number + 1}")
    for line in worst["lines"]:
        await expect(card.get_by_text(line)).to_be_visible()
    await agrees(page, card, number, worst)
    await costs_of_a_turn(review, found)
    assert await serious(page) == []

    # everybody's chances stand there as text too
    await review.get_by_text("The chances as a table").click()
    last = await review.get_by_role("row").last.inner_text()
    assert last.split("\t")[1:] == [f"{round(100 * share)} %" for share in found["chances"][-1][1]]

    # another seat's turns
    other = next((each for each in found["mistakes"] if each["seat"] != 0), None)
    if other is not None:
        await review.locator("button.seat").nth(other["seat"]).click()
        await expect(review.get_by_text(other["lines"][0])).to_be_visible()
        await review.locator("button.seat").first.click()

    # that position on the board, what was done there, and the better turn as a side line
    await card.get_by_role("button", name="Show on the board").click()
    bar = page.get_by_role("region", name="A turn of the review")
    await expect(bar.get_by_text(worst["lines"][1])).to_be_visible()
    await expect(bar.get_by_role("button", name="Better")).to_have_attribute("aria-pressed", "true")
    assert f"?at={worst['step']}&turn={number + 1}&show=better" in page.url
    better = await drawing(page)
    await bar.get_by_role("button", name="Before").click()
    await expect(bar.get_by_text("was to move")).to_be_visible()
    assert await drawing(page) != better, "the side line is drawn"
    await bar.get_by_role("button", name="Played").click()
    await expect(page).to_have_url(re.compile(rf"\?at={worst['step'] + worst['steps']}&"))
    await bar.get_by_role("button", name="Back to the review").click()
    await expect(card).to_be_visible()

    # from there against bots
    await card.get_by_role("button", name="Try it yourself").click()
    await page.wait_for_url(lambda url: id not in url)
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    mine = page.url.rsplit("/", 1)[1]
    table = await served.table(mine)
    assert (table["step"], table["to_move"], table["status"]) == (worst["step"], 0, "playing")
    assert [seat["bot"] for seat in table["seats"]] == [None, "casual", "casual"]

    # there it says what it was about, and leads back to that turn
    about = page.get_by_role("region", name="From the review")
    for line in worst["lines"][:2]:
        await expect(about.get_by_text(line)).to_be_visible()
    assert await serious(page) == []
    await page.reload()
    await about.get_by_role("link", name="Back to the review").click()
    await page.wait_for_url(lambda url: id in url)
    await expect(bar.get_by_text(worst["lines"][1])).to_be_visible()
    await page.goto(f"{served.base}/table/{mine}")
    await about.get_by_role("button", name="Close").click()
    await expect(about).to_have_count(0)


async def agrees(page: Page, card: Locator, number: int, mistake: Any) -> None:
    """The bar of a turn goes from one chance of its sentence to the other; its card says the difference."""
    played, better = (float(mistake[each][mistake["seat"]]) for each in ("played", "shares"))
    height = 230  # of the chart, from the whole win down to none
    marks = page.locator("svg text.number").filter(has_text=str(number + 1))
    bar = marks.locator("xpath=preceding-sibling::*[contains(@class, 'lost')][1]")
    from_y, to_y = re.findall(r"M[\d.]+ ([\d.]+)V([\d.]+)", str(await bar.get_attribute("d")))[0]
    assert float(from_y) == pytest.approx((1 - played) * height, abs=0.1)
    assert float(to_y) == pytest.approx((1 - better) * height, abs=0.1)
    said = re.search(r"chance is (\d+) % instead of (\d+) % \(difference (\d+) ", mistake["lines"][1])
    assert said and [int(each) for each in said.groups()[:2]] == [round(100 * better), round(100 * played)]
    await expect(card.get_by_text(f"−{said[3]}", exact=True)).to_be_visible()


async def costs_of_a_turn(review: Locator, found: Any) -> None:
    """Everybody's own turns as what one of them cost, never as a sum that is more than the whole."""
    rows = review.locator("table.seats tbody tr")
    for seat, (cost, turns) in enumerate(zip(found["cost"], found["turns"], strict=True)):
        cells = rows.nth(seat).get_by_role("cell")
        shown = float(await cells.nth(0).inner_text())
        assert shown == pytest.approx(100 * cost / turns, abs=0.051) and shown <= 100
        assert await cells.nth(1).inner_text() == str(turns)


async def drawing(page: Page) -> str:
    """The board and the panel, as they are drawn."""
    return str(await page.evaluate("document.querySelector('.table').innerHTML.replace(/A turn of.*/s, '')"))


async def test_a_game_is_reviewed_and_tried_again_by_keys_on_a_phone(visit: Visit, served: House) -> None:
    page = await visit(phone=True, bypass_csp=True)
    id, review = await ended(page, served, "bridgetown")
    await tabbed(page, "Review")
    await page.keyboard.press("Enter")
    heading = review.get_by_role("heading", name="Review", exact=True)
    await expect(heading).to_be_focused()
    await expect(review.get_by_role("heading", name="Chances of the win")).to_be_visible()
    assert await serious(page) == []
    found = (await served.get(f"/api/tables/{id}/review")).json()
    mistake = found["mistakes"][0]
    name = (await served.table(id))["seats"][mistake["seat"]]["name"]
    await heading.focus()
    await tabbed(page, name)
    await page.keyboard.press("Enter")
    await tabbed(page, "Show on the board")
    await page.keyboard.press("Enter")
    bar = page.get_by_role("region", name="A turn of the review")
    await expect(bar).to_be_visible()
    await expect(bar.get_by_text(mistake["lines"][1])).to_be_visible()
    wide = await page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing sticks out of a phone"
    for side in ("scrollHeight <= e.clientHeight", "scrollWidth <= e.clientWidth"):
        assert await bar.get_by_role("status").evaluate(f"e => e.{side}"), "nothing of what it says is cut"
    await page.keyboard.press("Escape")
    await expect(review).to_be_visible()
    await tabbed(page, name)
    await page.keyboard.press("Enter")
    await tabbed(page, "Try it yourself")
    await page.keyboard.press("Enter")
    await page.wait_for_url(lambda url: id not in url)
    await expect(page.locator(".table")).to_be_visible()
    table = await served.table(page.url.rsplit("/", 1)[1])
    assert (table["imported"], table["seats"][mistake["seat"]]["kind"]) == (mistake["step"], "me")


async def tabbed(page: Page, name: str) -> None:
    """Press Tab until something of that name has the focus."""
    for _ in range(80):
        await page.keyboard.press("Tab")
        found = await page.evaluate(
            "(e => e.getAttribute('aria-label') ?? e.textContent.trim())(document.activeElement)"
        )
        if name in found and len(found) < 60:
            return
    raise AssertionError(f"Tab does not lead to {name}")


async def test_a_review_is_stopped_and_begun_again(visit: Visit, served: House) -> None:
    page = await visit()
    _, review = await ended(page, served)
    reviews = served.hall.reviews
    real, reviews.command = reviews.command, ("false",)
    await page.get_by_role("button", name="Review").click()
    await expect(review.get_by_role("alert")).to_have_text("The review stopped; ask for it again.")
    reviews.command = ("sleep", "1000")
    await review.get_by_role("button", name="Begin again").click()
    await expect(review.get_by_role("progressbar", name="How far the review is")).to_be_visible()
    await review.get_by_role("button", name="Stop").click()
    await expect(review.get_by_text("The review was stopped.")).to_be_visible()
    reviews.command = real
    await review.get_by_role("button", name="Begin again").click()
    await expect(review.get_by_role("heading", name="Chances of the win")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(review).to_have_count(0)
    await expect(page.get_by_role("button", name="Review")).to_be_visible()


async def test_a_game_that_no_bot_has_learned_says_so(
    visit: Visit, served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(BUDGETS, "string-railway")  # as a game that is not in the table yet
    game = load("string-railway")
    page = await visit()
    await seated(page, served, game.id, SEATS, record=write(played(game.id, 3)))
    await page.get_by_role("button", name="Review").click()
    await expect(page.get_by_role("alert")).to_have_text(
        f"{game.name} cannot be reviewed yet: its bots have not learned it."
    )
    await expect(page.get_by_role("button", name="Begin again")).to_have_count(0)
    await page.get_by_role("button", name="Back to the result").click()
    await expect(page.get_by_role("region", name="Review")).to_have_count(0)


async def test_a_hint_is_asked_for_and_done(visit: Visit, served: House) -> None:
    page = await visit(bypass_csp=True)
    record = at_part(played("sncf-france", 3), 0.5)
    id = await seated(page, served, "sncf-france", SEATS, record=record)
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    step = (await served.table(id))["step"]
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    best = hint.get_by_role("listitem").first
    await expect(best.locator("small").first).to_be_visible()  # what it brings, nothing as well
    await expect(best.get_by_text("%")).to_be_visible()
    assert await serious(page) == []
    await best.get_by_role("button").click()
    await until(lambda: len(served.hall.tables.rooms[id].match.standing) > step)
    rows = (await served.get(f"/api/tables/{id}/log", since=str(step))).json()["rows"]
    assert rows[0]["seat"] == 0


async def test_where_there_is_no_hint_the_menu_and_its_key_say_why(visit: Visit, served: House) -> None:
    page = await visit()
    record = at_part(played("sncf-france", 3), 0.5)
    await seated(page, served, "sncf-france", ["me", "friend", "casual"], record=record)
    await page.get_by_role("button", name="Menu").click()
    none = "Only for one person alone with bots, or where the table was made with hints."
    hint = page.get_by_role("button", name="Hint")
    await expect(hint).to_be_disabled()
    await expect(hint).to_have_accessible_description(none)
    await page.keyboard.press("Escape")
    await page.keyboard.press("h")
    dialog = page.get_by_role("dialog", name="Hint")
    await expect(dialog.get_by_text(none)).to_be_visible()
    await dialog.get_by_role("button", name="Close").click()

    # alone with bots, in one's own turn, and while one looks back
    await seated(page, served, "sncf-france", SEATS, record=record)
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    await page.keyboard.press("h")
    await expect(page.get_by_role("region", name="Hint")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_text("Looking back")).to_be_visible()
    await page.keyboard.press("h")
    await expect(dialog.get_by_text("In your own turn")).to_be_visible()
