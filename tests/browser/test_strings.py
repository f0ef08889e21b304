"""String Railway's table in a real browser: strings led, bent and drawn, cards placed, mouse and touch."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import AsyncIterator
from typing import cast

import pytest
from playwright.async_api import Page, expect

from branchline.core.game import OVER
from branchline.games import load
from branchline.games.string_railway.laying.proposals import passes
from branchline.games.string_railway.rules.game import StringRailway
from tests.browser.axe import serious
from tests.browser.chrome import COMMIT, seated
from tests.browser.conftest import Visit
from tests.browser.strings import (
    GAME,
    KINDS,
    Finger,
    Mouse,
    Place,
    Pointer,
    centre,
    chain,
    commit,
    last_string,
    lead,
    length,
    on_screen,
    rope,
    sit,
    to_lay,
    to_place,
    until,
)
from tests.processes import PATIENCE
from tests.server.house import House, house


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """One server for all tests here: its workers take seconds to load the geometry."""
    async with house(tmp_path_factory.mktemp("strings") / "tables.db") as found:
        yield found


# --- positions


async def until_allowed(page: Page, mend: str) -> None:
    """Press what mends it as often as the server refuses what is in hand."""
    async with asyncio.timeout(PATIENCE):
        # what is in hand may still be judged while the button of what it was before can be pressed
        while (
            await page.locator("[data-refused]").count()
            or not await page.locator(f"{COMMIT}:enabled").count()
        ):
            if await page.locator("[data-refused]").count():
                await page.locator(mend).click()
            await page.wait_for_timeout(150)


async def lead_bend_and_lay(page: Page, served: House, pointer: Pointer) -> None:
    record, state = to_lay()
    id = await sit(page, served, record)
    await lead(page, pointer, chain(), state)
    await page.locator("path.grab").wait_for()
    await expect(page.locator(COMMIT)).to_be_enabled()
    straight = await rope(page)
    assert length(straight) == pytest.approx(30_000, rel=0.002)

    middle = await on_screen(page, straight[len(straight) // 2])
    await pointer.down(middle)
    await pointer.move((middle[0] + 9, middle[1] + 9), steps=5)
    await pointer.up()
    bent = await rope(page)
    assert bent != straight
    assert length(bent) == pytest.approx(30_000, rel=0.002)
    assert math.dist(bent[0], straight[0]) < 100  # the ends stay

    # where it may not lie so, it is fitted again
    await until_allowed(page, "[data-refit]" if isinstance(pointer, Mouse) else "[data-key=refit]")
    await expect(page.locator("[data-refused]")).to_have_count(0)
    await commit(page)
    laid = await until(page, id, lambda now: len(now["strings"]) > len(state.rails))
    assert laid["strings"][len(state.rails)]["company"] == "red"


async def place_and_turn(page: Page, served: House, pointer: Pointer) -> None:
    record, state = to_place()
    game = load(GAME)
    action = next(each for each in game.legal_actions(state) if each[0] == "place")
    id = await sit(page, served, record)
    kind, at = action[1], action[2]
    card = page.locator(f"g.drawn[data-kind={kind}]").first
    box = await card.bounding_box()
    assert box is not None
    await pointer.down((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    await pointer.move(await on_screen(page, at), steps=10)
    if isinstance(pointer, Finger):
        await pointer.turn(60, 24)
    await pointer.up()
    turned = page.locator("g.drawn[aria-label*='turned by']")
    if isinstance(pointer, Mouse):
        await page.mouse.wheel(0, -100)
        await expect(turned).to_have_attribute("aria-label", re.compile("turned by 3 degrees"))
    else:
        label = await turned.get_attribute("aria-label")
        assert label is not None and 20 <= int(re.findall(r"(\d+) degrees", label)[0]) <= 28
    # to an angle that the place allows, five degrees at a time from where it is
    await until_allowed(page, "[data-turn=left]" if isinstance(pointer, Mouse) else "[data-key=left]")
    await commit(page)
    now = await until(page, id, lambda now: len(now["tiles"]) > len(state.tiles))
    placed = now["tiles"][len(state.tiles)]
    assert placed["kind"] == kind
    assert math.dist((placed["x"], placed["y"]), at) < 700


# --- tests


async def test_a_string_is_led_through_three_stations_bent_and_laid(visit: Visit, served: House) -> None:
    page = await visit()
    await lead_bend_and_lay(page, served, Mouse(page))


async def test_a_string_is_led_bent_and_laid_by_touch(visit: Visit, served: House) -> None:
    page = await visit(phone=True)
    await lead_bend_and_lay(page, served, Finger(await page.context.new_cdp_session(page)))


async def test_a_card_is_placed_and_turned(visit: Visit, served: House) -> None:
    page = await visit()
    await place_and_turn(page, served, Mouse(page))


async def test_a_card_is_placed_and_turned_by_touch(visit: Visit, served: House) -> None:
    page = await visit(phone=True)
    await place_and_turn(page, served, Finger(await page.context.new_cdp_session(page)))


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
async def test_a_stroke_is_fitted(visit: Visit, served: House, phone: bool) -> None:
    page = await visit(phone=phone)
    pointer: Pointer = Finger(await page.context.new_cdp_session(page)) if phone else Mouse(page)
    record, state = to_lay()
    await sit(page, served, record)
    await page.locator("[data-key=stroke]" if phone else "[data-tool=stroke]").click()
    await lead(page, pointer, chain(), state)
    await page.locator("path.grab").wait_for()
    assert length(await rope(page)) == pytest.approx(30_000, rel=0.002)
    await expect(page.locator(COMMIT)).to_be_enabled()


async def test_crossings_and_points_are_shown_while_the_string_is_led(visit: Visit, served: House) -> None:
    page = await visit()
    record, state = to_lay()
    await sit(page, served, record)
    mouse = Mouse(page)
    places = [await on_screen(page, centre(state, tile)) for tile in chain()]
    await mouse.down(places[0])
    for place in places[1:]:
        await mouse.move(place)
    await expect(page.locator("g.step")).to_have_count(3)
    await page.locator("g.mark").first.wait_for()
    await expect(page.locator("g.bubble")).to_contain_text("cm left")
    await mouse.up()


async def test_out_of_reach_is_taut_and_says_how_much_is_missing(visit: Visit, served: House) -> None:
    page = await visit()
    record, state = to_lay()
    await sit(page, served, record)
    mouse = Mouse(page)
    start = centre(state, 0)
    far = min(state.marks, key=lambda mark: -math.dist(mark, start))
    await mouse.down(await on_screen(page, start))
    await mouse.move(await on_screen(page, (far[0] * 0.9 + 4_000, far[1] * 0.9 + 4_000)), steps=20)
    await expect(page.locator("g.bubble.bad")).to_contain_text("cm missing")
    await mouse.up()


async def test_blind_reach_says_nothing_until_the_string_is_let_go(visit: Visit, served: House) -> None:
    page = await visit()
    record, state = to_lay()
    await sit(page, served, record)
    await page.get_by_label("Blind reach").check()
    mouse = Mouse(page)
    places = [await on_screen(page, centre(state, tile)) for tile in chain()]
    await mouse.down(places[0])
    for place in places[1:]:
        await mouse.move(place)
    await page.wait_for_timeout(300)
    assert await page.locator("path.grab").count() == await page.locator("g.bubble").count() == 0
    await mouse.up()
    await page.locator("path.grab").wait_for()


async def test_a_refusal_shows_its_witness(visit: Visit, served: House) -> None:
    page = await visit()
    record, state = to_lay()
    await sit(page, served, record)
    await lead(page, Mouse(page), chain(), state)
    await page.locator("path.grab").wait_for()
    await expect(page.locator(COMMIT)).to_be_enabled()
    end = await on_screen(page, (await rope(page))[0])
    mouse = Mouse(page)
    await mouse.down(end)
    await mouse.move((end[0] - 30, end[1] + 75), steps=10)  # off its station, onto bare table
    await mouse.up()
    await page.locator("[data-witness]").wait_for()
    assert (await page.locator("[data-witness]").get_attribute("data-witness") or "").startswith("string.")
    await expect(page.locator("g.bubble.bad")).to_be_visible()
    await expect(page.locator(f"{COMMIT}:enabled")).to_have_count(0)


async def test_a_card_is_placed_by_keys_alone(visit: Visit, served: House) -> None:
    page = await visit()
    record, state = to_place()
    id = await sit(page, served, record)
    card = page.locator("g.drawn[aria-label*='turned by'] circle.hit")

    async def at() -> Place:
        x, y = [float(await card.get_attribute(name) or "") for name in ("cx", "cy")]
        return x, y

    await page.keyboard.press("ArrowLeft")  # the card comes into the hand
    await card.wait_for()
    start = await at()
    moves = {"ArrowLeft": (-5, 0), "ArrowUp": (0, -5), "Shift+ArrowRight": (1, 0), "Shift+ArrowDown": (0, 1)}
    for key, (x, y) in moves.items():
        before = await at()
        await page.keyboard.press(key)
        assert await at() == pytest.approx((before[0] + x, before[1] + y)), key
    await page.keyboard.press("q")
    turned = page.locator("g.drawn[aria-label*='turned by']")
    await expect(turned).to_have_attribute("aria-label", re.compile("turned by 5 degrees"))
    await page.keyboard.press("e")
    await expect(turned).to_have_attribute("aria-label", re.compile("turned by 0 degrees"))

    # from there to a place that the rules allow, and there it is placed
    game = cast(StringRailway, load(GAME))
    now = await at()
    here = (100 * now[0], -100 * now[1])
    steps = sorted(
        ((dx, dy) for dx in range(-40, 41) for dy in range(-40, 41)), key=lambda by: abs(by[0]) + abs(by[1])
    )
    kind = (await turned.get_attribute("data-kind")) or ""
    dx, dy = next(
        (dx, dy)
        for dx, dy in steps
        if passes(game, state, ("place", kind, (round(here[0]) + 500 * dx, round(here[1]) + 500 * dy), 0))
    )
    for key, count in (("ArrowRight", dx), ("ArrowLeft", -dx), ("ArrowUp", dy), ("ArrowDown", -dy)):
        for _ in range(count):
            await page.keyboard.press(key)
    await expect(page.locator(COMMIT)).to_be_enabled()
    await page.keyboard.press("Enter")
    view = await until(page, id, lambda now: len(now["tiles"]) > len(state.tiles))
    placed = view["tiles"][len(state.tiles)]
    assert (placed["kind"], placed["x"]) == (kind, round(here[0]) + 500 * dx)
    assert start != now


async def test_a_stroke_that_fails_stays_with_its_reason_and_the_nearest_string(
    visit: Visit, served: House
) -> None:
    page = await visit()
    record, state = to_lay()
    await sit(page, served, record)
    await page.locator("[data-tool=stroke]").click()
    mouse = Mouse(page)
    x, y = centre(state, chain()[0])
    # away from its station into the bare table and back: no second station
    way = [(x, y), (x + 2_500, y + 2_500), (x + 3_000, y), (x + 1_000, y - 1_000)]
    await mouse.down(await on_screen(page, way[0]))
    for place in way[1:]:
        await mouse.move(await on_screen(page, place))
    await mouse.up()
    await page.locator("path.stroke.failed").wait_for()
    await expect(page.locator("g.bubble.bad")).to_be_visible()
    await page.locator("[data-near]").wait_for()
    await expect(page.locator(f"{COMMIT}:enabled")).to_have_count(0)
    await page.locator("[data-nearest]").click()
    await page.locator("path.grab").wait_for()
    await expect(page.locator("path.stroke.failed")).to_have_count(0)
    await expect(page.locator(COMMIT)).to_be_enabled()


async def test_a_string_that_is_bent_keeps_its_stations_until_it_is_dragged_off(
    visit: Visit, served: House
) -> None:
    page = await visit()
    record, state = to_lay()
    await sit(page, served, record)
    tiles, mouse = chain(), Mouse(page)
    await lead(page, mouse, tiles, state)
    await page.locator("path.grab").wait_for()
    await expect(page.locator("g.step")).to_have_count(3)
    await expect(page.locator(COMMIT)).to_be_enabled()  # it is let go, and not on its way any more
    straight = await rope(page)
    middle = centre(state, tiles[1])
    on = min(range(len(straight)), key=lambda n: math.dist(straight[n], middle))
    place = await on_screen(page, straight[on // 2])
    await mouse.down(place)
    await mouse.move((place[0] + 40, place[1] + 40), steps=10)
    await mouse.up()
    bent = await rope(page)
    assert bent[on // 2] != straight[on // 2]
    for at in (0, on, len(straight) - 1):
        assert math.dist(bent[at], straight[at]) < 300  # 3 mm
    await expect(page.locator("g.step")).to_have_count(3)

    end = await on_screen(page, bent[-1])
    await mouse.down(end)
    await mouse.move((end[0] - 30, end[1] + 75), steps=10)  # off its station, onto bare table
    await mouse.up()
    await expect(page.locator("g.step")).to_have_count(2)


async def test_ideas_are_shown_on_demand(visit: Visit, served: House) -> None:
    page = await visit()
    record, _ = to_lay()
    await sit(page, served, record)
    await page.get_by_role("button", name="Show ideas").click()
    await page.locator("[data-ghost='1']").wait_for()
    await page.get_by_role("button", name=re.compile("Short: ")).first.click()
    await page.locator("path.grab").wait_for()
    await expect(page.locator(COMMIT)).to_be_enabled()


@pytest.mark.parametrize("how", [{}, {"dark": True, "phone": True}], ids=["wide", "phone"])
async def test_nothing_serious_for_people_who_see_or_hear_otherwise(
    visit: Visit, served: House, how: dict[str, bool]
) -> None:
    page = await visit(bypass_csp=True, **how)
    await sit(page, served, (to_place if how else to_lay)()[0])
    assert await serious(page) == []


async def test_a_corner_is_chosen(visit: Visit, served: House) -> None:
    page = await visit()
    id = await seated(page, served, GAME, KINDS)
    await expect(page.locator("circle.corner")).to_have_count(4)
    await page.locator("[data-corner='2']").click()
    await commit(page)
    now = await until(page, id, lambda now: bool(now["tiles"]))
    assert now["companies"][0]["corner"] == 2


@pytest.mark.parametrize("thing", ["river", "mountain", "field"])
async def test_the_set_up_is_drawn_and_bent(visit: Visit, served: House, thing: str) -> None:
    page = await visit()
    options = {"field": "chosen"} if thing == "field" else {"terrain": "players"}
    # with four players the second lays the field, the third the river, the fourth the mountain
    kinds = ["me" if thing in part else "random" for part in ("", "field", "river", "mountain")]
    id = await seated(page, served, GAME, kinds, options=options)
    await page.locator("rect.sheet").wait_for()
    mouse, middle = Mouse(page), (40_000.0, 40_000.0) if thing != "field" else (0.0, 0.0)
    if thing == "river":
        stroke = [(15_000 + 900.0 * n, 40_000 + 4_000 * math.sin(n / 8)) for n in range(50)]
    else:
        turns = [math.tau * n / 40 for n in range(41)]
        stroke = [
            (middle[0] + 18_000 * math.cos(turn), middle[1] + 15_000 * math.sin(turn)) for turn in turns
        ]
    await mouse.down(await on_screen(page, stroke[0]))
    for place in stroke[1:]:
        await mouse.move(await on_screen(page, place), steps=2)
    await mouse.up()
    await page.locator("path.grab").wait_for()
    drawn = await rope(page)
    at = await on_screen(page, drawn[12])
    await mouse.down(at)
    await mouse.move((at[0] + 6, at[1] + 6), steps=4)
    await mouse.up()
    assert await rope(page) != drawn
    await commit(page)
    await until(page, id, lambda now: bool(now[thing]))


async def test_a_late_position_is_played_to_the_final_score(visit: Visit, served: House) -> None:
    page = await visit()
    record, state = last_string()
    assert sum(state.short) + sum(state.long) <= 4
    id = await sit(page, served, record)
    await page.get_by_role("button", name="Show ideas").click()
    await page.get_by_role("button", name=re.compile("(Short|Long): ")).first.click()
    await commit(page)
    over = await until(page, id, lambda now: now["to_move"] == OVER)
    await expect(page.locator("g.laid")).to_have_count(len(over["strings"]))
    assert over["scores"]
