"""Lessons in a real browser, from the poster to what was learnt: by mouse, by touch and by keyboard alone."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Error, Locator, Page, expect

from branchline.core.action import Action, to_text
from branchline.core.lesson import Lesson
from branchline.games import load
from branchline.games.lessons import has_lesson
from tests.browser.conftest import Visit
from tests.processes import PATIENCE
from tests.server.house import House

COMMIT = "section[aria-label='Action bar'] button.primary"
GAMES = [
    each
    for each in ("sncf-france", "bridgetown", "koplopers", "sncf-germany", "string-railway")
    if has_lesson(each)
]


class Learner:
    """Somebody at a lesson's table with one kind of hand; does what the page shows that can be done."""

    def __init__(self, page: Page, match: Any, hand: str) -> None:
        self.page, self.match, self.hand = page, match, hand
        self.typed: list[str] = []  # what could not be pointed at

    async def press(self, thing: Locator) -> None:
        await (thing.tap if self.hand == "touch" else thing.click)(force=True, timeout=3000)

    async def moved(self, version: int, milliseconds: int) -> bool:
        """Press the bar's button as soon as it can be pressed; whether the table has moved on."""
        commit = self.page.locator(COMMIT)
        for _ in range(milliseconds // 50):
            if self.match.version != version:
                return True
            with contextlib.suppress(Error):  # it may be gone by now, because the move is done
                if await commit.count() and await commit.is_enabled(timeout=500):
                    await (
                        self.page.keyboard.press("Enter") if self.hand == "keyboard" else self.press(commit)
                    )
            await self.page.wait_for_timeout(50)
        return bool(self.match.version != version)

    async def point(self, action: Action) -> bool:
        """By mouse or finger: a button of the bar, a trade in the panel, or a place of the board."""
        page, (verb, *rest) = self.page, action
        bar = page.locator("section[aria-label='Action bar']")
        if not rest:
            label = self.match.game.words.groups["verbs"][verb]
            await self.press(
                bar.get_by_role("button", name=re.compile(rf"^({re.escape(label)}|{verb})", re.IGNORECASE))
            )
            return True
        if verb == "trade":
            await self.panel()
            await self.press(page.locator(f'[data-sell="{rest[0]}"]'))
            await self.press(page.locator(f'[data-buy="{rest[1]} {rest[2]}"]'))
            return True
        if verb == "corner":
            await self.press(page.locator(f'[data-corner="{rest[0]}"]'))
            return True
        if not self.match.game.lists_all:
            await self.panel()
            await self.press(page.get_by_role("button", name="Show ideas"))
            await self.press(await self.best())
            await self.put_away()
            return True
        begins = bar.get_by_role("button", name=re.compile(rf"^{verb}\b", re.IGNORECASE))
        if verb in ("turn", "stop") and await begins.count():
            await self.press(begins.first)
            if await self.moved(self.match.version, 1000):
                return True
        place = page.locator(f'[data-id="{rest[-1]}"][role="button"]')
        if not await place.count():
            await self.panel()
        if not await place.count():
            return False
        await self.press(place.first)
        chooser = page.locator(f'.chooser [data-railroad="{rest[0]}"]')
        if await chooser.count():
            await self.press(chooser)
        return True

    async def panel(self) -> None:
        """On a phone the panel is pulled up first."""
        pull = self.page.get_by_role("button", name="Pull the panel up")
        if await pull.count():
            await self.press(pull)

    async def put_away(self) -> None:
        push = self.page.get_by_role("button", name="Push the panel down")
        if await push.count():
            await self.press(push)

    async def type(self, action: Action) -> None:
        await self.page.keyboard.press("/")
        await self.page.get_by_role("textbox", name="Type a move").fill(to_text(action))
        await self.page.keyboard.press("Enter")

    async def best(self) -> Locator:
        """The first idea that brings points, as the panel shows it, or else the first."""
        ideas = self.page.get_by_role("list", name="Ideas").get_by_role("button")
        await expect(ideas.first).to_be_visible()
        gains = ideas.filter(has_text="+")
        return gains.first if await gains.count() else ideas.first

    async def idea(self) -> None:
        """By keyboard, where moves cannot be listed: the first that the game can think of."""
        await self.page.keyboard.press("i")
        await (await self.best()).focus()
        await self.page.keyboard.press("Enter")
        await self.page.evaluate("document.activeElement.blur()")

    async def do(self, action: Action) -> None:
        version = self.match.version
        if self.hand != "keyboard":
            with contextlib.suppress(Error):
                if await self.point(action) and await self.moved(version, 4000):
                    await self.put_away()
                    return
            await self.put_away()
            if await self.page.locator(COMMIT).is_enabled():  # without a draft Escape would undo
                await self.page.keyboard.press("Escape")
            self.typed.append(to_text(action)[:40])
        if self.match.game.lists_all or action[0] == "corner":
            await self.type(action)
        else:
            await self.idea()
        assert await self.moved(version, 1000 * PATIENCE), f"{to_text(action)[:60]} was not done"


def followed(match: Any) -> Lesson:
    lesson: Lesson = match.lesson
    return lesson


async def to_the_end(page: Page, served: House, game_id: str, hand: str) -> Learner:
    """From the poster to what was learnt; what to do is the noted action of each step."""
    await page.get_by_role("button", name=f"Learn: {load(game_id).name}").click()
    await page.wait_for_url("**/table/*")
    room = await served.hall.tables.room(page.url.rsplit("/", 1)[1])
    learner, seen = Learner(page, room.match, hand), set()
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
        await expect(learnt).to_contain_text(note.split(": ", 1)[-1])
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
