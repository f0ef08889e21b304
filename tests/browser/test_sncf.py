"""SNCF in a real browser: building on the map and trading in the panel, on both maps, wide and on a phone."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from branchline.core.game import CHANCE
from branchline.core.record import UNFINISHED, Record, new_record, play_row, write
from branchline.games import load
from branchline.games.sncf.rules.tables import distance
from tests.browser.chrome import asks, at_part, cut, lettered, played, primary, seated, tried
from tests.browser.conftest import Visit
from tests.server.house import House

MAPS = ("sncf-france", "sncf-germany")
SEATS = ["me", "greedy", "greedy"]


def hexes(page: Page, id: str) -> Locator:
    return page.locator(f'path[data-id="{id}"]')


def chooser(page: Page, railroad: str) -> Locator:
    return page.locator(f'.chooser [data-railroad="{railroad}"]')


async def confirm(page: Page, verb: str) -> None:
    await primary(page, verb).click()


async def table(page: Page) -> Any:
    return await page.evaluate(
        "fetch('/api' + location.pathname.replace('table', 'tables')).then(a => a.json())"
    )


async def lay(page: Page, railroad: str, id: str) -> bool:
    """A cube into a hex by the mouse, among several railroads (it says so) with its button next to it."""
    several = len([each for each in (await table(page))["choices"] if each[-1] == id]) > 1
    await hexes(page, id).click()
    if several:
        await chooser(page, railroad).click()
    return several


async def act(page: Page, action: tuple[Any, ...]) -> None:
    """Any action of the game as a person would do it, until the server has done it."""
    step = (await table(page))["step"]
    if action[0] == "done":
        await page.get_by_role("button", name="End the build").click()
    elif action[0] == "trade":
        _, sold, bought, count = action
        await page.locator(f'[data-sell="{sold}"]').click()
        await page.locator(f'[data-buy="{bought} {count}"]').click()
        await confirm(page, "Trade")
    else:
        free = (await tried(page, list(action)))["free"]
        if await lay(page, *action[1:]) or not free:  # else it is done by this click
            await confirm(page, "Build")
    while (await table(page))["step"] == step:
        await page.wait_for_timeout(30)


def track(page: Page, railroad: str) -> Locator:
    return page.locator(f'g[data-railroad="{railroad}"] path.track')


@cache
def towards_the_goal() -> str:
    """Seat 0 of France may enter Marseille: everyone has built Red that way and nothing else."""
    game: Any = load("sncf-france")
    record, state, rng = new_record(game, 3, {}), game.start(3), Random("goal")
    places = {each["id"]: (each["col"], each["row"]) for each in game.board.data["hexes"]}
    while True:
        if state.to_move == CHANCE:
            play_row(game, record, state, game.draw(state, rng))
            continue
        legal = game.legal_actions(state)
        if state.to_move == 0 and ("build", "red", "o12") in legal:
            head = {
                name: getattr(record, name)
                for name in ("game", "board", "board_digest", "players", "options")
            }
            return write(Record(**head, result=UNFINISHED, rows=record.rows))
        builds = [each for each in legal if each[:2] == ("build", "red") and each[2] != "o12"]
        builds.sort(key=lambda each: distance(places[each[2]], places["o12"]))
        if builds and distance(places[builds[0][2]], places["o12"]) > 0 and state.built < 4:
            play_row(game, record, state, builds[0])
        else:
            play_row(game, record, state, ("done",) if ("done",) in legal else legal[-1])


async def test_a_first_build_is_clicks_on_hexes(visit: Visit, served: House) -> None:
    page = await visit()
    await seated(page, served, "sncf-france", SEATS, record=at_part(played("sncf-france", 3), 0.001))
    await expect(page.get_by_text("Build up to 5 cubes of one railroad or trade a share.")).to_be_visible()
    # bots may have built before us: a railroad that has no track yet
    builds = [each for each in (await table(page))["choices"] if each[0] == "build"]
    fresh = {each[1] for each in builds if not await track(page, each[1]).count()}
    verb, railroad, id = next(each for each in builds if each[1] in fresh)
    await act(page, (verb, railroad, id))
    await expect(page.get_by_text(re.compile(r"1 of 5 cubes laid. Lay up to 4 more"))).to_be_visible()
    await expect(track(page, railroad)).to_have_count(1)
    # now only one railroad is in question: a hex is enough, and where it brings points a second click on it
    builds = [each for each in (await table(page))["choices"] if each[0] == "build"]
    free = (await tried(page, builds[0]))["free"]
    await hexes(page, builds[0][2]).click()
    if not free:
        await expect(primary(page, "Build")).to_be_enabled()
        await hexes(page, builds[0][2]).click()
    await expect(page.get_by_text(re.compile(r"2 of 5 cubes laid"))).to_be_visible()
    await expect(track(page, railroad)).to_have_count(2)
    await page.get_by_role("button", name="End the build").click()
    await expect(page.get_by_text(re.compile(r"2 of 5 cubes laid"))).to_have_count(0)


async def test_a_railroad_of_the_panel_shows_where_it_may_go(visit: Visit, served: House) -> None:
    page = await visit()
    record = played("sncf-france", 3)
    begin = cut(record, lambda state, step: state.to_move == 0 and state.building < 0 and step < 80)
    await seated(page, served, "sncf-france", SEATS, record=begin)
    await expect(page.locator("button[data-railroad]").first).to_be_visible()
    legal = (await table(page))["choices"]
    # a railroad with one way alone is not asked for a hex, and one click builds a hex that brings nothing
    ways = Counter(each[1] for each in legal if each[0] == "build")
    _, railroad, asked = await asks(
        page, [each for each in legal if each[0] == "build" and ways[each[1]] > 1]
    )
    own = {each[2] for each in legal if each[:2] == ["build", railroad]}
    button = page.locator(f'button[data-railroad="{railroad}"]')
    await button.click()
    await expect(page.locator("path.open")).to_have_count(len(own))
    await expect(page.get_by_text(f"Choose a glowing hex for {railroad.capitalize()}")).to_be_visible()
    await button.click()  # once more: all of them again
    every = {each[2] for each in legal if each[0] == "build"}
    await expect(page.locator("path.open")).to_have_count(len(every))
    # by the keyboard: a hex is a button
    await button.click()
    await page.locator(f'path.open[data-id="{asked}"]').focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".ring")).to_be_visible()


async def test_a_trade_is_two_clicks_and_tells_what_cannot_be(visit: Visit, served: House) -> None:
    page = await visit()
    begin = cut(played("sncf-france", 3), lambda state, _: state.to_move == 0 and state.building < 0)
    await seated(page, served, "sncf-france", SEATS, record=begin)
    await expect(page.locator("[data-sell]").first).to_be_visible()
    legal = [each for each in (await table(page))["choices"] if each[0] == "trade"]
    _, sold, bought, _ = legal[0]
    await page.locator(f'[data-sell="{sold}"]').click()
    await expect(page.get_by_text(f"You sell 1 {sold.capitalize()}: choose what to buy")).to_be_visible()
    await expect(page.locator("path.open")).to_have_count(0)
    count = await page.locator("[data-buy]:not([disabled])").count()
    assert count == len([each for each in legal if each[1] == sold])
    await page.locator(f'[data-buy="{bought} 1"]').click()
    await confirm(page, "Trade")
    line = re.compile(f"sells 1 {sold.capitalize()} and buys 1 {bought.capitalize()}")
    await expect(page.get_by_text(line).first).to_be_visible()


async def test_germany_begins_with_a_start_in_any_city(visit: Visit, served: House) -> None:
    page = await visit()
    begin = cut(
        played("sncf-germany", 3, seed="start"), lambda state, _: state.to_move >= 0 and not any(state.track)
    )
    kinds = ["greedy"] * 3
    # whoever holds the Locomotive is the one who sits in front of this screen
    first = int(next(row.split()[2] for row in begin.splitlines() if row.startswith("- locomotive")))
    kinds[first] = "me"
    await seated(page, served, "sncf-germany", kinds, record=begin)
    await expect(page.get_by_text("Open the game: start a railroad in any city.")).to_be_visible()
    await hexes(page, "g9").click()
    await expect(page.get_by_text("Choose a railroad for Berlin.")).to_be_visible()
    await chooser(page, "green").click()
    await expect(page.locator(".gain")).to_have_text("+8")
    await confirm(page, "Start")
    await expect(page.locator('[data-marker="green"] title')).to_have_text("Green: a share is worth 8")


async def test_a_build_that_ends_the_game_is_announced(visit: Visit, served: House) -> None:
    page = await visit()
    await seated(page, served, "sncf-france", SEATS, record=towards_the_goal())
    await expect(page.locator("path.open").first).to_be_visible()
    await lay(page, "red", "o12")
    await expect(page.get_by_role("status")).to_contain_text(
        "Marseille has track: the game ends with this build."
    )
    await expect(page.locator(".gain")).to_have_text("+4")
    await confirm(page, "Build")
    await page.get_by_role("button", name="End the build").click()
    await expect(page.get_by_label("The end")).to_be_visible()
    await expect(page.get_by_text("The game is over: Marseille has track.").first).to_be_visible()


@pytest.mark.parametrize("game_id", MAPS)
async def test_from_a_late_position_to_the_final_score(visit: Visit, served: House, game_id: str) -> None:
    record = played(game_id, 3)
    last = max(step for step, (seat, _, _) in enumerate(record.rows) if seat >= 0)
    seat = record.rows[last][0]
    turn = last
    while record.rows[turn - 1][0] == seat:
        turn -= 1
    kinds = ["greedy"] * 3
    kinds[seat] = "me"
    page = await visit()
    await seated(page, served, game_id, kinds, record=cut(record, lambda _, step: step <= turn))
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    for _, action, _ in record.rows[turn : last + 1]:
        await act(page, action)
    await expect(page.get_by_label("The end")).to_be_visible()
    points = page.locator("table").last.locator("tbody td:last-child")
    await expect(points).to_have_count(3)
    shown = [int((await each.inner_text()).replace("−", "-")) for each in await points.all()]
    assert shown == [int(each.split(",")[0]) for each in record.result.split()]


@pytest.mark.parametrize("game_id", MAPS)
@pytest.mark.parametrize("phone", (False, True))
async def test_no_two_names_meet_in_the_real_font(
    visit: Visit, served: House, game_id: str, phone: bool
) -> None:
    page = await visit(phone=phone)
    await seated(page, served, game_id, SEATS)
    await expect(page.locator("text[data-name]").first).to_be_visible()
    await lettered(page)
    meeting = await page.evaluate(
        """() => {
            const names = [...document.querySelectorAll('text[data-name]')].map((each) => {
                const {x, y, width, height} = each.getBBox();
                const size = parseFloat(each.getAttribute('font-size'));
                // the box of a text holds its line, the letters only the middle of it
                const air = size * 0.22;
                const [top, bottom] = [y + air, y + height - air];
                return {id: each.dataset.name, left: x, right: x + width, top, bottom};
            });
            return names.flatMap((one, n) => names.slice(n + 1)
                .filter((other) => one.left < other.right && other.left < one.right
                    && one.top < other.bottom && other.top < one.bottom)
                .map((other) => `${one.id} ${other.id}`));
        }"""
    )
    assert meeting == []
    assert await page.locator("text[data-name]").count() > 40


async def test_a_build_by_finger_on_a_phone(visit: Visit, served: House) -> None:
    page = await visit(phone=True)
    await seated(page, served, "sncf-germany", SEATS, record=at_part(played("sncf-germany", 3), 0.5))
    await expect(page.locator("path.open").first).to_be_visible()
    verb, railroad, id = await asks(
        page, [each for each in (await table(page))["choices"] if each[0] in ("build", "start")]
    )
    several = len([each for each in (await table(page))["choices"] if each[-1] == id]) > 1
    await hexes(page, id).tap()
    if several:
        await chooser(page, railroad).tap()
    await expect(page.locator(".ring")).to_be_visible()
    await confirm(page, verb.capitalize())
    await expect(page.locator(".ring")).to_have_count(0)
    box = await page.locator("rect.rim").bounding_box()
    assert box and box["x"] >= -1 and box["x"] + box["width"] <= 391
