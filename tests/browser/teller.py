"""Somebody who plays a table in words by keys alone."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from playwright.async_api import Page, expect

from branchline import load
from branchline.core.action import Action, to_text
from branchline.core.voice import sentences
from tests.processes import PATIENCE
from tests.server.house import House

TEXT = sentences("en", "text")
FRENCH = sentences("fr", "text")


async def in_words(page: Page) -> None:
    """From the board to the words."""
    await page.locator(".stage svg").first.wait_for()
    await page.keyboard.press("t")
    await expect(page.locator("#now")).to_be_focused()


class Teller:
    """Sits at a table in words and does there by keys what can be typed or chosen."""

    def __init__(self, page: Page, match: Any, text: dict[str, str] = FRENCH) -> None:
        self.page, self.match, self.text = page, match, text
        self.line = page.get_by_role("combobox", name=text["line"])
        self.moves = 0
        self.words = load(match.game.id, language="fr" if text is FRENCH else "en").words

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def begin(self) -> None:
        """The line has the focus and is empty."""
        await self.page.evaluate("document.activeElement?.blur()")
        await self.press("/")
        await expect(self.line).to_be_focused()
        await expect(self.line).to_have_value("")

    async def type(self, words: list[str]) -> None:
        await self.page.keyboard.type(" ".join(words))
        await self.press("Enter")

    async def complete(self, words: list[str]) -> None:
        """Word by word; Tab says the rest of each where what is typed is enough to know it."""
        for word in words:
            before = await self.line.input_value()
            await self.page.keyboard.type(word[: max(1, len(word) - 1)])
            await self.press("Tab")
            if f"{before}{word}".strip() != (await self.line.input_value()).strip():
                await self.line.fill(f"{before}{word} ")
        await self.press("Enter")

    async def choose(self, words: list[str]) -> None:
        """By the buttons of the list, one after the other."""
        await self.page.keyboard.type("?")
        await self.press("Enter")
        choices = self.page.get_by_role("list", name=self.text["may"]).get_by_role("button")
        for number in range(len(words)):
            line = (await self.line.input_value()).split()
            if len(line) - words[0].count(" ") > number:
                continue  # there was no choice
            texts = await choices.locator("b").all_inner_texts()
            if words[number] not in texts:
                break  # the whole line stands there already
            for _ in range(texts.index(words[number]) - texts.index(await self.focused())):
                await self.press("Tab")
            await self.press("Enter")
            await self.page.wait_for_timeout(30)
        # where more could follow, what stands there is a choice as well, and the first
        if await choices.count() and (await choices.first.inner_text()).strip() == " ".join(words):
            await expect(choices.first).to_be_focused()
            await self.press("Enter")

    async def focused(self) -> str:
        return str(await self.page.evaluate("document.activeElement.querySelector('b').innerText"))

    async def first(self) -> None:
        """Where moves cannot be listed: the first of the list, by an arrow."""
        await expect(self.page.get_by_role("list", name=self.text["may"])).to_be_visible()
        await self.press("ArrowDown")
        await expect(self.line).to_have_attribute("aria-expanded", "true")
        option = self.page.locator(f"#{await self.line.get_attribute('aria-activedescendant')}")
        await expect(option).to_have_attribute("aria-selected", "true")
        await self.press("Enter")

    async def do(self, action: Action) -> None:
        version, arguments = self.match.version, [to_text((each,)) for each in action[1:]]
        words = [self.words.line(action[0]), *arguments]  # a verb may be several
        await self.begin()
        if not self.match.game.lists_all:
            await self.first()
        else:
            await (self.type, self.complete, self.choose)[self.moves % 3](words)
        for _ in range(20 * PATIENCE):
            if self.match.version != version:
                break
            if await self.page.locator("section.bar button.primary:enabled").count():
                await self.press("Enter")
            await self.page.wait_for_timeout(50)
        assert self.match.version != version, f"{to_text(action)[:60]} was not done"
        self.moves += 1

    async def play(self) -> None:
        rng = Random("words")
        while self.match.status == "playing":
            if self.match.state.to_move != 0:
                await self.page.wait_for_timeout(20)
                continue
            await expect(self.page).to_have_title(re.compile("^● "))
            mind = self.match.game.mind
            await self.do(mind.advise(self.match.game.mask(self.match.state, 0), rng))


async def begun(page: Page, served: House, what: str, wanted: Any) -> Any:
    """Make a lesson or a puzzle as this browser, and go there."""
    made = await page.evaluate(
        """async ([what, wanted]) =>
            (await fetch(`/api/${what}`, {method: 'POST', body: JSON.stringify(wanted)})).json()""",
        [what, wanted],
    )
    await page.goto(f"{served.base}/table/{made['id']}")
    return await served.hall.tables.room(made["id"])


async def posted(page: Page, action: Action) -> None:
    await page.evaluate(
        """async (action) => {
            const address = '/api' + location.pathname.replace('table', 'tables');
            const after = (await (await fetch(address)).json()).version;
            await fetch(address, {method: 'POST', body: JSON.stringify({do: action, after})});
        }""",
        json.loads(json.dumps(action)),
    )
