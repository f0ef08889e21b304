"""Positions of String Railway for the browser, and hands for them: a mouse and a finger."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise, permutations
from typing import Any, Protocol

from playwright.async_api import CDPSession, Page

from branchline.core.record import UNFINISHED, Record, write
from branchline.games import load
from branchline.games.string_railway.rules.ids import tile_ids
from branchline.games.string_railway.rules.state import PLAY, StringState
from tests.browser.chrome import COMMIT, played, seated
from tests.processes import PATIENCE
from tests.server.house import House

Place = tuple[float, float]
GAME = "string-railway"
KINDS = ["me", "greedy", "greedy", "greedy"]


def before(fits: Callable[[StringState], bool]) -> tuple[str, StringState]:
    """A game up to its last position that fits and is seat 0's, as a record, and the state there."""
    record = played(GAME, 4)
    game = load(GAME)
    state = game.start(4)
    found, at = state.copy(), 0
    for step, (_, action, _) in enumerate(record.rows):
        if state.to_move == 0 and fits(state):
            found, at = state.copy(), step
        game.apply(state, action)
    head = {name: getattr(record, name) for name in ("game", "board", "board_digest", "players", "options")}
    return write(Record(**head, result=UNFINISHED, rows=record.rows[:at])), found


@cache
def to_lay() -> tuple[str, StringState]:
    """In the middle of the game, everything is placed and seat 0 lays a string."""
    return before(lambda state: state.phase == PLAY and not state.drawn and state.turns <= 8)


@cache
def to_place() -> tuple[str, StringState]:
    return before(lambda state: state.phase == PLAY and bool(state.drawn) and state.turns <= 8)


@cache
def last_string() -> tuple[str, StringState]:
    """Only the last strings of all are left."""
    return before(lambda state: state.phase == PLAY and not state.drawn)


def centre(state: StringState, tile: int) -> Place:
    numbers = state.tiles[tile]
    return (numbers[0] + numbers[4]) / 2, (numbers[1] + numbers[5]) / 2


def away(at: Place, start: Place, end: Place) -> float:
    """How far a point is from a straight line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return math.hypot(at[0] - start[0] - part * dx, at[1] - start[1] - part * dy)


@cache
def chain() -> list[int]:
    """Three stations that a short string can join, with no other card near the way of the pointer."""
    game = load(GAME)
    _, state = to_lay()
    ids = tile_ids(state)
    for tiles in permutations(range(len(ids)), 3):
        places = [centre(state, tile) for tile in tiles]
        others = [centre(state, tile) for tile in range(len(ids)) if tile not in tiles]
        if sum(math.dist(a, b) for a, b in pairwise(places)) > 30_000:
            continue
        if any(away(other, a, b) < 4_600 for a, b in pairwise(places) for other in others):
            continue
        if away(places[2], *places[:2]) < 4_600 or away(places[0], *places[1:]) < 4_600:
            continue
        if game.propose(state, ("lay", "short", *(ids[tile] for tile in tiles))):
            return list(tiles)
    raise AssertionError("no three stations lie so that a string can be led through them")


# --- hands


class Pointer(Protocol):
    """A mouse or a finger."""

    async def down(self, at: Place) -> None: ...
    async def move(self, at: Place, steps: int = 8) -> None: ...
    async def up(self) -> None: ...


class Mouse:
    def __init__(self, page: Page) -> None:
        self.mouse = page.mouse

    async def down(self, at: Place) -> None:
        await self.mouse.move(*at)
        await self.mouse.down()

    async def move(self, at: Place, steps: int = 8) -> None:
        await self.mouse.move(*at, steps=steps)

    async def up(self) -> None:
        await self.mouse.up()


class Finger:
    """Touch as the browser gets it from a screen; Playwright itself can only tap."""

    def __init__(self, session: CDPSession) -> None:
        self.session, self.at = session, (0.0, 0.0)

    async def _send(self, kind: str, *points: Place) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    async def down(self, at: Place) -> None:
        self.at = at
        await self._send("touchStart", at)

    async def move(self, at: Place, steps: int = 8) -> None:
        x, y = self.at
        for step in range(1, steps + 1):
            here = (x + (at[0] - x) * step / steps, y + (at[1] - y) * step / steps)
            await self._send("touchMove", here)
        self.at = at

    async def up(self) -> None:
        await self._send("touchEnd")

    async def turn(self, radius: float, degrees: int) -> None:
        """A second finger goes round the first one."""
        for step in range(0, degrees + 1, 3):
            turn = math.radians(-step)  # against the clock on the screen
            other = (self.at[0] + radius * math.cos(turn), self.at[1] + radius * math.sin(turn))
            await self._send("touchStart" if step == 0 else "touchMove", self.at, other)
        await self._send("touchEnd", self.at)


async def on_screen(page: Page, at: Place) -> Place:
    """Where a point of the table is in the window."""
    x, y = await page.evaluate(
        """([x, y]) => {
            const m = document.querySelector('g.strings').getScreenCTM();
            return [m.a * x / 100 + m.e, m.d * -y / 100 + m.f];
        }""",
        at,
    )
    return x, y


async def rope(page: Page) -> list[Place]:
    """The string in hand, in units of the table."""
    line = await page.locator("path.grab").get_attribute("d")
    found = re.findall(r"(-?[\d.]+) (-?[\d.]+)", line or "")
    return [(100 * float(x), -100 * float(y)) for x, y in found]


def length(points: list[Place]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


async def view(page: Page, id: str) -> Any:
    table = await page.evaluate("async (id) => (await fetch(`/api/tables/${id}`)).json()", id)
    return table["view"]


async def until(page: Page, id: str, fits: Callable[[Any], bool]) -> Any:
    async with asyncio.timeout(PATIENCE):
        while not fits(found := await view(page, id)):
            await asyncio.sleep(0.1)
        return found


async def commit(page: Page) -> None:
    await page.locator(f"{COMMIT}:enabled").click()


async def sit(page: Page, served: House, record: str, **more: Any) -> str:
    id = await seated(page, served, GAME, KINDS, record=record, **more)
    await page.locator("g.strings").wait_for()
    return id


async def lead(page: Page, pointer: Pointer, tiles: list[int], state: StringState) -> None:
    """Drag from the first station through the others, and let go."""
    places = [await on_screen(page, centre(state, tile)) for tile in tiles]
    await pointer.down(places[0])
    for place in places[1:]:
        await pointer.move(place)
    await pointer.up()
