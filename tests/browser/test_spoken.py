"""A table in another language: all of it, from the first sight, and changed in the settings."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from branchline.core.voice import language, speak
from branchline.games import GAMES
from tests.browser import states
from tests.browser.chrome import CALM, seated
from tests.browser.conftest import Visit
from tests.server.house import House

WORDS = Path(__file__).parents[2] / "src" / "branchline"

KEYS = re.compile(r"\b(page|table|more|text|lobby|verb)\.[a-z]+(-[a-z]+)*\b")


async def said(page: Page) -> str:
    """All that can be read or heard on the page."""
    return str(
        await page.evaluate(
            """() => [document.title, document.body.innerText, ...[...document.querySelectorAll("*")].flatMap(
                (each) => ["title", "aria-label", "placeholder", "alt"].map(
                    (name) => each.getAttribute(name)))]
                .filter(Boolean).join("\\n")"""
        )
    )


async def test_a_table_speaks_the_language_of_the_browser_until_another_is_chosen(
    visit: Visit, served: House
) -> None:
    page = await visit("/", locale="de-AT")
    await seated(page, served, "sncf-france", ["me", "me", "me"])
    await expect(page).to_have_title(re.compile("Du bist dran"))
    bar = page.get_by_role("region", name="Aktionsleiste")
    await expect(bar.get_by_text("Du bist dran: ")).to_be_visible()
    await page.get_by_role("tab", name="Chat").click()
    await expect(page.get_by_placeholder("Etwas sagen")).to_be_visible()
    await page.keyboard.press("Escape")
    for key, title in (("?", "Tasten"), ("r", "Regeln")):
        await page.locator("body").press(key)
        await expect(page.get_by_role("dialog", name=title)).to_be_visible()
        assert not KEYS.search(await said(page))
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog", name=title)).to_have_count(0)
    await page.get_by_role("button", name="Menü").click()
    await page.get_by_role("button", name="Einstellungen").click()
    await page.get_by_label("Sprache").select_option("fr")
    await expect(page).to_have_title(re.compile("À vous de jouer"))
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    words = await said(page)
    assert not KEYS.search(words)
    for english in ("Your turn", "Log", "Chat", "Rules", "Seats", "Build"):
        assert not re.search(rf"\b{english}\b", words), english


# --- every screen

# what is cut: text in a box that does not scroll and is too small for it
CUT = """() => [...document.querySelectorAll("body *")].filter((each) => {
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    const words = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!words || !box.width || !each.checkVisibility({opacityProperty: true}) || box.width < 2) return false;
    if (style.textOverflow === "ellipsis" && each.closest("[title]")) return false; // whole where it is asked
    const hidden = [style.overflowX, style.overflowY].some((how) => how === "hidden" || how === "clip");
    const cut = each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 4;
    const off = box.right > innerWidth + 1 && !each.closest("svg") && !scrolls(each);
    return (hidden && cut && each.clientWidth) || off;
    function scrolls(node) {
        for (let at = node; at && at !== document.body; at = at.parentElement)
            if (/auto|scroll|hidden/.test(getComputedStyle(at).overflowX)) return true;
        return false;
    }
}).map((each) => each.innerText.slice(0, 60))"""


@cache
def english_sentences() -> list[str]:
    """All that is said in English and in no other language so: whole sentences without values."""
    found: list[str] = []
    for path in [*WORDS.glob("words/en/*.json"), *WORDS.glob("games/*/words/en.json")]:
        told = json.loads(path.read_text("utf-8"))
        texts = [
            text for each in told.values() for text in (each.values() if isinstance(each, dict) else [each])
        ]
        other = (
            path.parent.parent / "fr" / path.name if path.parent.name == "en" else path.with_name("fr.json")
        )
        same = other.read_text("utf-8")
        found += [
            text
            for text in texts
            if len(text.split()) > 1 and "{" not in text and "\n" not in text and json.dumps(text) not in same
        ]
    return found


async def judged(page: Page, state: str, size: str) -> list[str]:
    """What is English, a bare key or cut on a page."""
    words = await said(page)
    wrong = [f"English: {each}" for each in english_sentences() if each in words]
    wrong += [f"key: {found[0]}" for found in KEYS.finditer(words)]
    wrong += [f"cut: {each}" for each in await page.evaluate(CUT)]
    if folder := os.environ.get("SHOTS"):
        name = re.sub(r"\W+", "-", f"{state}-{size}-{language()}")
        await page.screenshot(path=Path(folder, f"{name}.jpg"), type="jpeg", quality=70)
    return [f"{state}, {size}: {each}" for each in wrong]


@pytest.mark.prove("languages")
@pytest.mark.parametrize("spoken", ["fr", "de"])
async def test_no_screen_is_cut_or_english(
    visit: Visit, served: House, spoken: str, count: Callable[[int, int], int]
) -> None:
    """Every state of the page; in every run a phone in French and a wide screen in German, of one game."""
    speak(spoken)
    wrong: list[str] = []
    sizes = ["phone", "wide"] if spoken == "fr" else ["wide", "phone"]
    for size in sizes[: count(1, 2)]:
        page = await visit(size=size, locale=spoken, **(CALM | {"pace": "slow"}))
        walks = {"lobby": states.lobby(page, served), "dialogs": states.dialogs(page, served)}
        walks |= {game_id: states.table(page, served, game_id) for game_id in list(GAMES)[: count(1, 9)]}
        for name, walk in walks.items():
            async for state in walk:
                wrong += await judged(page, f"{name} {state}", size)
    assert wrong == []
