"""Lessons in a real browser, from the poster to what was learnt: by mouse, by touch and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Page, expect

from branchline.core.lesson import Lesson
from branchline.games import load
from branchline.games.lessons import has_lesson
from tests.browser.chrome import COMMIT
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.server.house import House

GAMES = [
    each
    for each in ("sncf-france", "bridgetown", "koplopers", "sncf-germany", "string-railway")
    if has_lesson(each)
]


def followed(match: Any) -> Lesson:
    lesson: Lesson = match.lesson
    return lesson


async def to_the_end(page: Page, served: House, game_id: str, hand: str) -> Player:
    """From the poster to what was learnt; what to do is the noted action of each step."""
    await page.get_by_role("button", name=f"Learn: {load(game_id).name}").click()
    await page.wait_for_url("**/table/*")
    room = await served.hall.tables.room(page.url.rsplit("/", 1)[1])
    learner, seen = Player(page, room.match, hand), set()
    card = page.get_by_role("region", name="Lesson")
    while not (lesson := followed(room.match)).finished:
        if room.match.state.to_move != lesson.seat:
            await page.wait_for_timeout(20)
            continue
        step = lesson.now()
        await expect(card).to_contain_text(f"Step {step.number} of {step.of}")
        await expect(card).to_contain_text(step.notes[0])
        if step.number not in seen:
            seen.add(step.number)
            await expect(page.locator("[data-pointer]").first).to_be_attached()
        noted = [action for seat, action, _ in lesson.rows[lesson.cursor :] if seat == lesson.seat]
        await learner.do(noted[0])
    learnt = page.get_by_role("region", name="What you have learnt")
    await expect(learnt).to_be_visible()
    for note in lesson.now().notes:
        await expect(learnt).to_contain_text(note.split(": ", 1)[-1], ignore_case=True)
    assert seen == set(range(1, len(lesson.tasks) + 1))
    await learnt.get_by_role("button", name="Play a real game").click()
    await page.wait_for_url(lambda url: not url.endswith(room.match.id))
    await expect(page.get_by_role("region", name="Action bar")).to_be_visible()
    assert await card.count() == 0
    return learner


@pytest.mark.prove("browser")
@pytest.mark.parametrize("hand", ["mouse", "touch", "keyboard"])
async def test_lessons_are_played_from_the_poster_to_what_was_learnt(
    visit: Visit, served: House, hand: str, count: Callable[[int, int], int], record_property: Any
) -> None:
    first = ["mouse", "touch", "keyboard"].index(hand)
    games = (GAMES[first:] + GAMES[:first])[: count(1, len(GAMES))]
    typed = {}
    for game_id in games:
        page = await visit(phone=hand == "touch")
        learner = await to_the_end(page, served, game_id, hand)
        typed[game_id] = learner.typed
    record_property("sheet", f"by {hand}, typed all the same: {typed}")
    assert not typed.get("sncf-france"), "this one can be played by pointing alone"


async def test_a_wrong_try_gets_its_reason_and_then_the_hint(visit: Visit, served: House) -> None:
    page = await visit()
    await page.get_by_role("button", name="Learn: SNCF France").click()
    card = page.get_by_role("region", name="Lesson")
    await expect(card).to_contain_text("Step 1 of 9")
    await expect(card).not_to_contain_text("Hint")
    room = await served.hall.tables.room(page.url.rsplit("/", 1)[1])
    version = room.match.version
    await page.locator('path[data-id="o12"]').click()  # Marseille, far away
    await expect(page.get_by_role("alert")).to_contain_text("Marseille")
    await expect(card).to_contain_text("Hint")
    await page.locator('[data-sell="black"]').click()
    await page.locator('[data-buy="blue 1"]').click()
    await page.locator(COMMIT).click()
    await expect(page.get_by_role("alert")).to_contain_text("not what this step asks for")
    assert room.match.version == version
    await card.get_by_role("button", name="Why?").click()
    await expect(page.get_by_text("its marker moves up by the city's value").first).to_be_visible()
