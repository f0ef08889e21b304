"""What can be pressed is large enough for a finger: 24 pixels, and 44 for what is picked most."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
from playwright.async_api import Page, expect

from branchline.games import GAMES
from tests.browser import states
from tests.browser.chrome import CALM, lettered, seated
from tests.browser.conftest import Visit
from tests.browser.shots import players_of
from tests.browser.test_still import position
from tests.server.house import House

LEAST, MOST = 24, 44

# Controls of the page; words of the game stand in sentences, which WCAG excepts. What lies outside a box that
# scrolls is measured all the same, and what is cut in the bar is no target.
CONTROLS = """([least, most]) => {
    const found = [];
    const seen = (each) => each.checkVisibility({visibilityProperty: true}) && !each.closest('[inert]');
    const named = (each) => (each.getAttribute('aria-label') ?? (each.textContent || each.title)).trim();
    for (const each of document.querySelectorAll(
        'button:enabled:not(.term), a[href], input, select, summary, [role=tab]')) {
        if (!seen(each) || each.closest('section[aria-label=Position]:not(.open)')) continue;
        // a box to tick is pressed by its words too
        const {width, height, left, right} = (each.closest('label') ?? each).getBoundingClientRect();
        const bar = each.closest('section[aria-label="Action bar"] .do');
        const wanted = bar ? most : least;
        if (Math.min(width, height) < wanted - 0.5)
            found.push(`${named(each)}: ${Math.round(width)} x ${Math.round(height)}`);
        const box = bar?.getBoundingClientRect();
        if (bar && (left < box.left - 0.5 || right > box.right + 0.5)) found.push(`${named(each)} is cut`);
    }
    return found;
}"""

# How far from the middle of what glows a tap still means it, by `reached` of Stage.svelte.
GLOWING = """([least, most]) => {
    const FINGER = 22, AIM = 12, svg = document.querySelector('.stage > svg');
    const targets = [...svg.querySelectorAll('[role=button]:not([aria-disabled=true])')];
    const boxes = targets.map((each) => each.getBoundingClientRect());
    const closest = (away, within) => {
        const least = Math.min(...away);
        return least <= within ? targets[away.indexOf(least)] : null;
    };
    const meant = (x, y) => {
        const hit = document.elementFromPoint(x, y);
        if (!hit || !svg.contains(hit)) return null;
        const own = hit.closest('[data-grab], [role=button]');
        if (own) return own;
        if (hit.closest('[data-id]')) return closest(boxes.map(({left, right, top, bottom}) =>
            Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y)), AIM);
        return closest(boxes.map(({left, right, top, bottom}) =>
            Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))), FINGER);
    };
    const middle = (each) => {
        const line = each.matches('path') ? null : each.querySelector(':scope > path.hit');
        if (line) {
            const at = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
            return [at.x, at.y];
        }
        if (each.matches('path.field')) {
            const box = each.getBBox();
            const inside = [0.5, 0.3, 0.7].flatMap((u) => [0.5, 0.3, 0.7].map((v) =>
                new DOMPoint(box.x + u * box.width, box.y + v * box.height)))
                .find((point) => each.isPointInFill(point));
            const at = inside.matrixTransform(each.getScreenCTM());
            return [at.x, at.y];
        }
        const {left, right, top, bottom} = each.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
    };
    const found = [];
    for (const each of targets) {
        const [x, y] = middle(each);
        const mine = (at) => at && (each.contains(at) || at.contains(each));
        if (!mine(meant(x, y))) continue;  // another thing that may be picked lies on it
        const reach = (dx, dy) => {
            let far = 0;
            while (far < most && mine(meant(x + dx * (far + 1), y + dy * (far + 1)))) far += 1;
            return far;
        };
        const size = Math.min(reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1)) + 1;
        const away = (others) => Math.min(...[...others]
            .filter((other) => !mine(other) && (!each.dataset.id || other.dataset.id !== each.dataset.id))
            .map((other) => Math.hypot(middle(other)[0] - x, middle(other)[1] - y)));
        // neighbours share the room between them: `least` at least, unless they glow, too, and are nearer
        const [beside, next] = [away(svg.querySelectorAll('[data-id], [data-grab]')), away(targets)];
        const shared = Math.max(least, 0.8 * Math.min(beside, next));
        const wanted = next < 1.3 * least ? next / 2 : Math.min(most, shared);
        const name = each.getAttribute('aria-label') ?? each.dataset.id;
        if (size < Math.floor(wanted)) found.push(`${name}: ${size} of ${Math.round(wanted)}`);
    }
    return [targets.length, found];
}"""


async def small(page: Page, walk: AsyncIterator[str]) -> dict[str, list[str]]:
    """What is too small in each state."""
    found = {}
    async for state in walk:
        await lettered(page)
        if here := await page.evaluate(CONTROLS, [LEAST, MOST]):
            found[state] = here
    return found


@pytest.mark.prove("browser")
@pytest.mark.parametrize("size", ["phone", "aside"])
async def test_every_control_is_large_enough_for_a_finger(
    visit: Visit, served: House, size: str, count: Callable[[int, int], int]
) -> None:
    page = await visit(size=size, **(CALM | {"pace": "slow"}))
    assert await small(page, states.lobby(page, served)) == {}
    assert await small(page, states.dialogs(page, served)) == {}
    first = 2 if size == "phone" else 3
    for game_id in list(GAMES)[first:][: count(1, 9)] + list(GAMES)[: count(0, first)]:
        assert await small(page, states.table(page, served, game_id)) == {}, game_id


@pytest.mark.prove("browser")
@pytest.mark.parametrize("game_id", GAMES)
async def test_what_glows_can_be_met_by_a_finger(
    visit: Visit, served: House, game_id: str, count: Callable[[int, int], int]
) -> None:
    players, glowing = players_of(game_id), 0
    for number in range(count(1, 10)):
        record = position(game_id, players, number)
        for size in ("phone", "aside"):
            page = await visit(size=size, **CALM)
            await seated(page, served, game_id, ["me"] + ["random"] * (players - 1), record=record)
            await expect(page).to_have_title("● Your turn · Branchline")
            await lettered(page)
            targets, found = await page.evaluate(GLOWING, [LEAST, MOST])
            assert found == [], (number, size)
            glowing += targets
            await page.context.close()
    assert glowing
