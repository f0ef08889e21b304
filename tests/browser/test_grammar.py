"""One grammar of hands: a draft, a second click, a way back, and an answer to whatever is clicked."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from branchline.core.errors import RuleViolation
from branchline.core.record import last_state, read
from branchline.games import load
from tests.browser.chrome import asks, cut, played, seated, tried
from tests.browser.conftest import Visit
from tests.browser.test_table import PLAYERS, building, commit, middle, my_choices, typed, words
from tests.server.house import House


def too_far(text: str) -> str:
    """A hex that the railroad being built does not touch, where the rule itself names a nearer one."""
    game = load("sncf-france")
    state = last_state(game, read(text))
    railroad = game.legal_actions(state)[0][1]
    for hex in game.board.data["hexes"]:
        try:
            game.check(state, ("build", railroad, hex["id"]))
        except RuleViolation as error:
            if error.rule == "build.adjacent":
                return str(hex["id"])
    raise AssertionError("the railroad reaches everywhere")


async def test_a_refusal_is_a_sentence_with_its_rule_and_a_way_out(visit: Visit, served: House) -> None:
    page, record = await visit(), building()
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=record)
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    await page.get_by_role("group", name="Board").locator(f'[data-id="{too_far(record)}"]').click()
    await expect(page.get_by_role("alert")).to_contain_text("own track. Nearest to it")
    await page.get_by_role("button", name="Rule build.adjacent").click()
    drawer = page.get_by_role("dialog", name="Rules")
    await expect(drawer.get_by_role("heading", name="build.adjacent")).to_be_in_viewport()
    await drawer.get_by_role("searchbox").fill("open country")
    await expect(drawer.get_by_role("heading", name="build.rural")).to_be_visible()
    await expect(drawer.get_by_role("heading", name="build.adjacent")).to_have_count(0)
    await page.get_by_role("button", name="Close the rules").click()
    await page.get_by_role("button", name=re.compile("instead$")).click()
    await expect(page.get_by_role("alert")).to_have_count(0)  # it is drafted, or done where it brings nothing


@pytest.mark.parametrize("key", ["Escape", "u"])
async def test_the_way_back_first_forgets_and_then_undoes(visit: Visit, served: House, key: str) -> None:
    page = await visit()
    id = await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    action = await asks(page, [a for a in await my_choices(page) if a[0] == "build"])
    before = await served.table(id)
    await typed(page, words(action))
    await expect(page.get_by_role("button", name="Clear")).to_be_visible()
    await page.keyboard.press(key)
    await expect(page.get_by_role("button", name="Clear")).to_have_count(0)
    assert (await served.table(id))["step"] == before["step"]
    await commit(page, action)
    await expect(page.get_by_role("button", name="End the build")).to_be_visible()
    assert (await served.table(id))["step"] == before["step"] + 1
    await page.keyboard.press(key)
    await expect(page.get_by_role("button", name="End the build")).to_have_count(0)
    after = await served.table(id)
    assert (after["step"], after["view"]) == (before["step"], before["view"])


async def test_what_brings_nothing_and_can_be_undone_needs_one_click(visit: Visit, served: House) -> None:
    page = await visit()
    id = await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    hexes = [a[2] for a in await my_choices(page) if a[0] == "build"]
    builds = [a for a in await my_choices(page) if a[0] == "build" and hexes.count(a[2]) == 1]
    free = [a for a in builds if (await tried(page, a))["free"]]
    step = (await served.table(id))["step"]
    place = page.get_by_role("group", name="Board").locator(f'[data-id="{free[0][2]}"]')
    await place.dblclick()  # whoever is used to two is not told off for the second
    await expect(page.get_by_role("button", name="End the build")).to_be_visible()
    assert (await served.table(id))["step"] == step + 1
    await expect(page.get_by_role("alert")).to_have_count(0)
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("button", name="End the build")).to_have_count(0)


async def test_a_turn_ends_only_when_i_say_so(visit: Visit, served: House) -> None:
    page = await visit()
    await page.evaluate("localStorage.setItem('settings', JSON.stringify({ending: true}))")
    record = played("sncf-france", PLAYERS)
    fifth = cut(record, lambda state, _: state.to_move == 0 and state.building >= 0 and state.built == 4)
    id = await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=fifth)
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    action = next(a for a in await my_choices(page) if a[0] == "build")
    assert (await tried(page, action))["stopped"] == "other"
    step = (await served.table(id))["step"]
    place = page.get_by_role("group", name="Board").locator(f'[data-id="{action[2]}"]')
    await place.click()
    end = page.get_by_role("button", name=re.compile("^End turn"))
    await expect(end).to_be_enabled()
    await place.click()  # a second click is not enough
    await expect(end).to_be_enabled()
    assert (await served.table(id))["step"] == step
    await end.click()
    await expect(end).to_have_count(0)
    while (await served.table(id))["step"] == step:  # the button goes when the move is sent
        await page.wait_for_timeout(20)


async def test_whatever_is_clicked_gets_the_rule_that_stands_against_it(visit: Visit, served: House) -> None:
    page = await visit()
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    legal = {a[2] for a in await my_choices(page) if a[0] == "build"}
    board = load("sncf-france").board.data["hexes"]
    for hex in [each["id"] for each in board if each["id"] not in legal][:6]:
        await page.get_by_role("group", name="Board").locator(f'path.hex[data-id="{hex}"]').click()
        await expect(page.get_by_role("button", name=re.compile("^Rule build"))).to_be_visible()
        assert "no part" not in await page.get_by_role("alert").inner_text()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("alert")).to_have_count(0)
