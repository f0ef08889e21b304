"""Nothing on the board moves between pick and commit, and nothing lies over what glows, on any screen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

from branchline.core.game import CHANCE, OVER
from branchline.core.record import UNFINISHED, Record, new_record, play_row, write
from branchline.games import GAMES, load
from tests.browser.chrome import CALM, COMMIT, at_part, lettered, played, seated
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.shots import players_of
from tests.browser.states import drafted, halfway
from tests.server.house import House

TRANSFORM = """() => {
    const {a, b, c, d, e, f} = document.querySelector('.stage svg > g').getScreenCTM();
    return [a, b, c, d, e, f].map((each) => Math.round(each * 1000));
}"""


# what lets clicks through hides all the same
SOLID = ".about, .told rect, .ending rect, g.bubble rect { pointer-events: all !important }"


@pytest.mark.parametrize("size", ["phone", "aside"])
@pytest.mark.parametrize("game_id", ["sncf-france", "koplopers", "bridgetown", "string-railway"])
async def test_the_board_stands_still_from_pick_to_commit(
    visit: Visit, served: House, game_id: str, size: str
) -> None:
    page = await visit(size=size, **CALM)
    match = await halfway(page, served, game_id)
    await lettered(page)
    before = await page.evaluate(TRANSFORM)
    version = match.version
    if match.game.lists_all:
        await drafted(page, match)
    else:
        await Player(page, match, "keyboard").idea()
        await expect(page.locator(f"{COMMIT}:enabled")).to_be_visible()
    commit = page.locator(COMMIT)
    if await commit.count():
        await expect(commit).to_be_in_viewport(ratio=1)
        assert await page.evaluate(TRANSFORM) == before
        await commit.click()
    while match.version == version:
        await page.wait_for_timeout(20)
    await expect(commit).to_have_count(0)
    assert await page.evaluate(TRANSFORM) == before


async def test_a_long_refusal_moves_nothing_either(visit: Visit, served: House) -> None:
    page = await visit(phone=True, **CALM)
    kinds = ["me", "random", "random", "random"]
    await seated(page, served, "sncf-france", kinds, record=at_part(played("sncf-france", 4), 0.5))
    await expect(page).to_have_title("● Your turn · Branchline")
    await lettered(page)
    before = await page.evaluate(TRANSFORM)
    await page.locator('path.hex:not(.open)[data-id="o9"]').dispatch_event("click")
    await expect(page.get_by_role("alert")).to_be_visible()
    await expect(page.get_by_role("button", name="Rule build")).to_be_in_viewport()
    assert await page.evaluate(TRANSFORM) == before


# --- nothing lies over what glows

COVERED = """() => {
    const [width, height] = [innerWidth, innerHeight];
    const found = [];
    for (const target of document.querySelectorAll('.stage svg [role=button]:not([aria-disabled=true])')) {
        // its middle: of a line the middle of its length, of anything else that of its box
        const line = target.matches('path') ? null : target.querySelector(':scope > path.hit');
        let {left, right, top, bottom} = target.getBoundingClientRect();
        let [x, y] = [(left + right) / 2, (top + bottom) / 2];
        if (line) {
            const at = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
            [x, y] = [at.x, at.y];
        } else if (target.matches('path.field')) {
            // a wedge of the wheel is hollow on one side
            const box = target.getBBox();
            const inside = [0.5, 0.3, 0.7].flatMap((u) => [0.5, 0.3, 0.7].map((v) =>
                new DOMPoint(box.x + u * box.width, box.y + v * box.height)))
                .find((point) => target.isPointInFill(point));
            const at = inside.matrixTransform(target.getScreenCTM());
            [x, y] = [at.x, at.y];
        }
        const name = target.getAttribute('aria-label') ?? target.dataset.id;
        if (x < 0 || y < 0 || x > width || y > height) { found.push(`${name} is outside`); continue; }
        const hit = document.elementFromPoint(x, y);
        // another thing that may be picked may lie on it: a train on its section
        const other = hit?.closest('.stage svg [role=button], .stage svg [data-grab]');
        if (hit && (other || target.contains(hit))) continue;
        found.push(`${name} is below ${hit?.tagName}.${hit?.getAttribute('class')}`);
    }
    return [document.querySelectorAll('.stage svg [role=button]').length, found];
}"""


def position(game_id: str, players: int, number: int) -> str:
    """Somewhere in a random game, with seat 0 to move."""
    game: Any = load(game_id)
    rng = Random(f"{game_id} {number}")
    record, state = new_record(game, players, {}), game.start(players)
    length = rng.randrange(4, 160 if game.lists_all else 30)
    found = 0
    for step in range(400):
        if state.to_move == OVER:
            break
        if state.to_move == 0:
            found = step
            if step >= length:
                break
        action = game.draw(state, rng) if state.to_move == CHANCE else game.random_action(state, rng)
        play_row(game, record, state, action)
    head = {name: getattr(record, name) for name in ("game", "board", "board_digest", "players", "options")}
    return write(Record(**head, result=UNFINISHED, rows=record.rows[:found]))


@pytest.mark.prove("browser")
@pytest.mark.parametrize("game_id", GAMES)
async def test_nothing_lies_over_what_glows(
    visit: Visit, served: House, game_id: str, count: Callable[[int, int], int]
) -> None:
    players, glowing = players_of(game_id), 0
    for number in range(count(1, 50)):
        record = position(game_id, players, number)
        for size in ("phone", "aside", "desk"):
            page = await visit(size=size, **CALM)
            await seated(page, served, game_id, ["me"] + ["random"] * (players - 1), record=record)
            await expect(page).to_have_title("● Your turn · Branchline")
            await page.add_style_tag(content=SOLID)
            targets, covered = await page.evaluate(COVERED)
            assert covered == [], (number, size)
            glowing += targets
            target = page.locator(".stage svg [role=button]").first
            if targets:  # and with a bubble, and what a pick brings
                await target.dispatch_event("click")
                for _ in range(25):  # until the draft is drawn
                    await page.wait_for_timeout(80)
                    covered = (await page.evaluate(COVERED))[1]
                    if not covered:
                        break
                assert covered == [], (number, size, "picked")
            await page.context.close()
    assert glowing
