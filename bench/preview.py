"""Claim: a string that is led through stations is shown within 50 ms (9 of 10), through the server.

A pull at a rope takes at most 4 ms of script for each event of the pointer, on an end-of-game board.
"""

from __future__ import annotations

import asyncio
import math
import re
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.chrome import launched, person, played, seated
from tests.server.house import House, house

from branchline.core.record import UNFINISHED, Record, write
from branchline.games import load
from branchline.games.string_railway.rules.ids import tile_ids
from branchline.games.string_railway.rules.state import PLAY, StringState

GAME = "string-railway"
KINDS = ["me", "greedy", "greedy", "greedy"]
PULLS = 240  # events of the pointer


def late() -> tuple[str, StringState]:
    """The last position of a whole game in which seat 0 lays a string: the record so far, and the state."""
    record, game = played(GAME, 4), load(GAME)
    state = game.start(4)
    found, rows = state.copy(), 0
    for step, (_, action, _) in enumerate(record.rows):
        if state.to_move == 0 and state.phase == PLAY and not state.drawn:
            found, rows = state.copy(), step
        game.apply(state, action)
    head = {name: getattr(record, name) for name in ("game", "board", "board_digest", "players", "options")}
    return write(Record(**head, result=UNFINISHED, rows=record.rows[:rows])), found


def chains(state: StringState, length: int, count: int) -> list[list[str]]:
    """Stations as a hand would lead a string through them: from an own one, two to four in reach."""
    ids, rng = tile_ids(state), Random("preview")
    places = [((t[0] + t[4]) / 2, (t[1] + t[5]) / 2) for t in state.tiles]
    own = [tile for tile, present in enumerate(state.present) if present >> state.company & 1]
    found: list[list[str]] = []
    while len(found) < count:
        chain = [rng.choice(own)]
        chain += rng.sample([tile for tile in range(len(ids)) if tile not in chain], rng.randint(1, 3))
        if sum(math.dist(places[a], places[b]) for a, b in pairwise(chain)) < 0.9 * length:
            found.append([ids[tile] for tile in chain])
    return found


def spread(name: str, taken: list[float]) -> dict[str, float]:
    """The median and what 9 of 10 stay below, in milliseconds."""
    taken.sort()
    return {
        f"{name} p50 ms": round(taken[len(taken) // 2], 1),
        f"{name} p90 ms": round(taken[len(taken) * 9 // 10], 1),
    }


async def previews(served: House, record: str, state: StringState, count: int) -> dict[str, float]:
    """What the page asks while a string is led: a proposal, then its verdict with places."""
    made = await served.create(*KINDS, game=GAME, record=record)
    token = made["seats"][0]["token"]
    length = "short" if state.short[state.company] else "long"
    target = {"short": 30_000, "long": 60_000}[length]
    proposed, whole, verdicts, hits = [], [], [], 0
    async with served.listen(made["id"], token) as ear:
        await ear.next("table")
        for number, chain in enumerate(chains(state, target, count + 5)):
            start = time.perf_counter()
            await ear.send(propose=["lay", length, *chain], key=f"p{number}")
            actions = (await ear.next("proposed"))["actions"]
            middle = time.perf_counter()
            if actions:
                await ear.send(**{"try": [actions[0]["action"]], "key": f"t{number}"})
                await ear.next("tried")
            end = time.perf_counter()
            if number < 5:  # the first ones load things
                continue
            hits += bool(actions)
            proposed.append(1000 * (middle - start))
            whole.append(1000 * (end - start))
            if actions:
                verdicts.append(1000 * (end - middle))
    return {
        "previews": count,
        "previews with a string": hits,
        **spread("proposal", proposed),
        **spread("verdict", verdicts),
        **spread("preview", whole),
    }


async def pulls(served: House, record: str) -> dict[str, float]:
    """A string of the end of the game, grabbed in its middle and drawn about in a real browser."""
    async with launched() as browser:
        complaints: list[str] = []
        context, page = await person(browser, complaints)
        await page.goto(served.base)
        await seated(page, served, GAME, KINDS, record=record)
        await page.get_by_role("button", name="Show ideas").click()
        await page.get_by_role("button", name=re.compile("string [+−0]")).first.click()
        await page.locator("path.grab").wait_for()
        await page.wait_for_timeout(1000)
        x, y = await page.evaluate(
            """() => {
                const rope = document.querySelector('path.grab');
                const middle = rope.getPointAtLength(rope.getTotalLength() / 2);
                const at = middle.matrixTransform(rope.getScreenCTM());
                return [at.x, at.y];
            }"""
        )
        session = await context.new_cdp_session(page)
        await session.send("Performance.enable")
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.evaluate(
            """() => {
                window.events = 0; window.worst = 0;
                let last = performance.now();
                const beat = () => {
                    const now = performance.now();
                    window.worst = Math.max(window.worst, now - last);
                    last = now;
                    requestAnimationFrame(beat);
                };
                requestAnimationFrame(beat);
                addEventListener('pointermove', () => (window.events += 1), true);
            }"""
        )
        before = await figures(session)
        for step in range(PULLS):
            turn = step / 20
            await page.mouse.move(x + 40 * math.sin(turn), y + 30 * math.sin(1.7 * turn))
        after = await figures(session)
        events, worst = await page.evaluate("[window.events, window.worst]")
        await page.mouse.up()
        await context.close()
        assert not complaints, complaints
    return {
        "rope script ms per event": round(
            1000 * (after["ScriptDuration"] - before["ScriptDuration"]) / events, 2
        ),
        "rope style and layout ms per event": round(
            1000
            * sum(after[name] - before[name] for name in ("LayoutDuration", "RecalcStyleDuration"))
            / events,
            2,
        ),
        "rope longest frame ms": round(worst, 1),
    }


async def figures(session: Any) -> dict[str, float]:
    found = await session.send("Performance.getMetrics")
    return {each["name"]: each["value"] for each in found["metrics"]}


async def measure(count: int) -> dict[str, float]:
    record, state = late()
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder, "tables.db")) as served:
            return {
                "strings": len(state.rails),
                "tiles": len(state.tiles),
                **await previews(served, record, state, count),
                **await pulls(served, record),
            }


def run(seconds: float) -> dict[str, float]:
    """Print everything; about 20 previews a second."""
    result = asyncio.run(measure(max(30, round(20 * seconds))))
    for name, value in result.items():
        print(f"{name:36} {value}")
    return result
