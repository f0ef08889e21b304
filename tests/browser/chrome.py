"""A real browser for the tests: which one, how it is started, and positions to look at."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, async_playwright, expect

from branchline.core.game import CHANCE, OVER
from branchline.core.record import UNFINISHED, Record, new_record, play_row, write
from branchline.games import load
from tests.processes import PATIENCE
from tests.server.house import House

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
    "microsoft-edge",
)
QUIET = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
]
expect.set_options(timeout=1000 * PATIENCE)
COMMIT = "[data-point=bar] button.primary"
SIZES = {
    "wide": (1440, 900),
    "desk": (1280, 720),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "aside": (844, 390),
    "double": (640, 360),  # a desk at 200 %
}
# no motion, a first game, and a page into which a test may put what it measures by
CALM: dict[str, Any] = {"reduced_motion": "reduce", "pace": "normal", "first": True, "bypass_csp": True}


def browser_path(whole: bool = False) -> str:
    """BROWSER_PATH, or a browser of the system; without one the tests are skipped, unless they must run.

    The shell without windows is quicker, but shows no notices and installs nothing: a `whole` one does.
    """
    names = NAMES[1:] if whole else NAMES
    found = os.environ.get("BROWSER_PATH") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        if os.environ.get("REQUIRE_BROWSER") or os.environ.get("CI"):
            raise AssertionError("a browser is required, but there is none: install chromium")
        pytest.skip("no browser: set BROWSER_PATH or install chromium")
    return found


@asynccontextmanager
async def launched(*more: str, whole: bool = False) -> AsyncIterator[Browser]:
    path = browser_path(whole)
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=path, args=[*QUIET, *more])
        yield found
        await found.close()


# what somebody chose before they came; a page without an address has no storage
LIKES = """liked => { try {
    const { first, ...settings } = liked;
    if (!localStorage.getItem("settings")) localStorage.setItem("settings", JSON.stringify(settings));
    if (!first) localStorage.setItem("told", '["all"]');
} catch { /* about:blank */ } }"""


async def person(
    browser: Browser,
    complaints: list[str],
    phone: bool = False,
    size: str = "",
    dark: bool = False,
    pace: str = "instant",
    first: bool = False,
    **more: Any,
) -> tuple[BrowserContext, Page]:
    """A browser of one's own, with one page; whatever it complains about is noted.

    What others did is shown at once: tests of how it is told say another pace.
    A phone on its side is `aside`. They have played everything before, unless it is their first game.
    """
    size = size or ("phone" if phone else "wide")
    width, height = SIZES[size]
    small = size in ("phone", "aside")
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=small or size == "tablet",
        is_mobile=small,
        device_scale_factor=2 if small else 1,
        color_scheme="dark" if dark else "light",
        **more,
    )
    await context.add_init_script(f"({LIKES})({json.dumps({'pace': pace, 'first': first})})")
    page = await context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return context, page


# --- positions


@cache
def played(
    game_id: str, players: int, options: tuple[tuple[str, str], ...] = (), seed: str = "shots"
) -> Record:
    """A whole game of greedy players."""
    game = load(game_id)
    record = new_record(game, players, dict(options))
    state, rng = game.start(players, **dict(options)), Random(seed)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = game.draw(state, rng)
        else:
            action = game.mind.advise(game.mask(state, state.to_move), rng)
        play_row(game, record, state, action)
    return record


def cut(record: Record, fits: Callable[[Any, int], bool]) -> str:
    """The record up to the last step whose state and step number fit, as text."""
    game = load(record.game)
    state, found = game.start(record.players, **record.options), 0
    for step, (_, action, _) in enumerate(record.rows):
        if fits(state, step):
            found = step
        game.apply(state, action)
    head = {name: getattr(record, name) for name in ("game", "board", "board_digest", "players", "options")}
    return write(Record(**head, result=UNFINISHED, rows=record.rows[:found]))


def at_part(record: Record, part: float, seat: int = 0) -> str:
    """The record up to that part of its length, where that seat is to move."""
    return cut(record, lambda state, step: state.to_move == seat and step <= part * len(record.rows))


async def seated(page: Page, served: House, game_id: str, kinds: list[str], **more: Any) -> str:
    """Make a table as this page's browser (so that `me` is its seat), and go there."""
    if page.url == "about:blank":
        await page.goto(served.base)
    seats = [
        {"kind": kind} if kind in ("me", "friend", "anyone", "screen") else {"kind": "bot", "bot": kind}
        for kind in kinds
    ]
    made = await page.evaluate(
        """async (wanted) => {
            const answer = await fetch('/api/tables', {method: 'POST', body: JSON.stringify(wanted)});
            return answer.json();
        }""",
        {"game": game_id, "seats": seats, **more},
    )
    assert made["type"] == "created", made
    await page.goto(f"{served.base}/table/{made['id']}")
    return str(made["id"])


async def tried(page: Page, action: list[Any]) -> Any:
    """What the server says that an action of this browser's seat would bring."""
    return await page.evaluate(
        """async (action) => {
            const address = '/api' + location.pathname.replace('table', 'tables');
            const body = JSON.stringify({try: [action]});
            return (await fetch(address, {method: 'POST', body})).json();
        }""",
        action,
    )


async def lettered(page: Page) -> None:
    """All fonts have come: until then words are as wide as those of the machine's own."""
    await page.evaluate(
        """async () => {
            await Promise.all([...document.fonts].map((font) => font.load()));
            await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        }"""
    )


def primary(page: Page, verb: str = "") -> Locator:
    """The button that does what is drafted."""
    return page.locator(COMMIT, has_text=verb)


async def asks(page: Page, actions: list[list[Any]]) -> list[Any]:
    """The first of them that is drafted first: it brings something, or cannot be taken back."""
    for action in actions:
        if not (await tried(page, action)).get("free"):
            return action
    raise AssertionError("all of them are done by one click")
