"""Puzzles in a real browser, from the lobby to why: failed, solved and shown, by every kind of hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from branchline.core.action import Action
from branchline.games.puzzles import Listed, puzzles_of
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.server.house import House


def turns(listed: Listed) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """A right turn and a wrong one."""
    puzzle = listed.puzzle()
    wrong = next(side for side in puzzle.place.sides if not side.places[-1].right)
    return puzzle.turn_of(puzzle.solution), puzzle.turn_of(wrong)


def long_one() -> Listed:
    """One whose turns have several steps, so that a wrong one is taken back."""
    return next(each for each in puzzles_of("sncf-france") if min(map(len, turns(each))) > 1)


async def opened(page: Page, served: House, listed: Listed, hand: str) -> Player:
    """From the poster through the list to its table."""
    number = 1 + puzzles_of(listed.game).index(listed)
    buttons = [
        page.get_by_role("button", name="Puzzles: SNCF France"),
        page.get_by_role("button", name=f"Puzzle {number},"),
    ]
    for button in buttons:
        if hand == "keyboard":
            await button.focus()
            await page.keyboard.press("Enter")
        else:
            await (button.tap if hand == "touch" else button.click)()
    await page.wait_for_url("**/table/*")
    room = await served.hall.tables.room(page.url.rsplit("/", 1)[1])
    await expect(page.get_by_role("region", name="Puzzle")).to_contain_text(f"Puzzle {number} of")
    return Player(page, room.match, hand)


def standing(player: Player) -> int:
    match: Any = player.match
    return len(match.standing)


@pytest.mark.parametrize("hand", ["mouse", "touch", "keyboard"])
async def test_a_puzzle_is_failed_and_then_solved(visit: Visit, served: House, hand: str) -> None:
    listed = long_one()
    right, wrong = turns(listed)
    page = await visit(phone=hand == "touch")
    solver = await opened(page, served, listed, hand)
    card = page.get_by_role("region", name="Puzzle")
    await expect(card).not_to_contain_text("Hint")
    for tries in (1, 2):
        for action in wrong:
            await solver.do(action)
        await expect(card).to_contain_text("That is not it")
        await expect(card).to_contain_text(f"{tries} tr")
        assert standing(solver) == listed.step, "the next try begins at the position"
    await expect(card).to_contain_text(listed.puzzle().now().hints[0])
    for action in right:
        await solver.do(action)
    why = page.get_by_role("region", name="Solved")
    people = [seat.name for seat in solver.match.seats]
    for note in solver.match.lesson.now(people).notes:
        await expect(why).to_contain_text(note)
    await why.get_by_role("link", name="Lobby").click()
    await page.get_by_role("button", name="Puzzles: SNCF France").click()
    number = 1 + puzzles_of(listed.game).index(listed)
    await expect(page.get_by_role("button", name=f"Puzzle {number},")).to_have_attribute(
        "aria-label", f"Puzzle {number}, {listed.players} players, solved"
    )
    await expect(page.get_by_role("dialog")).to_contain_text("1 of")


@pytest.mark.parametrize("phone", [False, True])
async def test_a_puzzle_that_was_shown_is_not_solved(visit: Visit, served: House, phone: bool) -> None:
    page = await visit(phone=phone)
    today = page.get_by_role("region", name="Puzzle of the day")
    await today.get_by_role("button", name="Solve it").click()
    await page.wait_for_url("**/table/*")
    await page.get_by_role("button", name="Show me").click()
    why = page.get_by_role("region", name="The solution")
    await expect(why).to_contain_text("The best turn")
    table = page.url
    await why.get_by_role("button", name="Next puzzle").click()
    await page.wait_for_url(lambda url: url != table)
    await expect(page.get_by_role("region", name="Puzzle")).to_be_visible()
    await page.goto(served.base)
    await expect(today.get_by_role("button", name="Solve it")).to_be_visible()
    await expect(today).not_to_contain_text("Solved")
