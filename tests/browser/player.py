"""Somebody who plays in a real browser by one kind of hand: mouse, touch or keyboard alone."""

from __future__ import annotations

import contextlib
import re
from typing import Any

from playwright.async_api import Error, Locator, Page, expect

from branchline.core.action import Action, to_text
from branchline.core.voice import language, say
from branchline.games import spoken
from tests.browser.chrome import COMMIT
from tests.processes import PATIENCE


class Player:
    """Sits at a table and does there what the page shows that can be done."""

    def __init__(self, page: Page, match: Any, hand: str) -> None:
        self.page, self.match, self.hand = page, match, hand
        self.typed: list[str] = []  # what could not be pointed at

    async def press(self, thing: Locator, force: bool = True) -> None:
        """Without force once it stands still: the panel of a phone slides."""
        await (thing.tap if self.hand == "touch" else thing.click)(force=force, timeout=3000)

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
            await self.press(page.locator(f'[data-sell="{rest[0]}"]'), force=False)
            await self.press(page.locator(f'[data-buy="{rest[1]} {rest[2]}"]'), force=False)
            return True
        if verb == "corner":
            await self.press(page.locator(f'[data-corner="{rest[0]}"]'))
            return True
        if not self.match.game.lists_all:
            await self.panel()
            await self.press(page.get_by_role("button", name="Show ideas"), force=False)
            await self.press(await self.best(), force=False)
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
        field = self.page.get_by_role("textbox", name=say("table.type-move"))
        await expect(field).to_have_count(0)  # that of the last move goes when its answer has come
        await self.page.keyboard.press("/")
        await field.fill(to_text(action))
        await self.page.keyboard.press("Enter")

    def ideas_named(self) -> str:
        return spoken(self.match.game, language()).words.sentence("ui", "ideas")

    async def best(self) -> Locator:
        """The first idea that brings points, as the panel shows it, or else the first."""
        ideas = self.page.get_by_role("list", name=self.ideas_named()).get_by_role("button")
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
            if await self.page.locator(f"{COMMIT}:enabled").count():  # without a draft Escape would undo
                await self.page.keyboard.press("Escape")
            self.typed.append(to_text(action)[:40])
        if self.match.game.lists_all or action[0] == "corner":
            await self.type(action)
        else:
            await self.idea()
        assert await self.moved(version, 1000 * PATIENCE), f"{to_text(action)[:60]} was not done"
