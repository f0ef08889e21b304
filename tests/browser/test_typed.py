"""Moves that are typed in a real browser, as they would be in the terminal."""

from __future__ import annotations

from playwright.async_api import expect

from branchline.games import load
from tests.browser.chrome import primary, seated
from tests.browser.conftest import Visit
from tests.browser.test_table import middle, my_choices, typed
from tests.server.house import House


async def test_several_hexes_and_printed_names_are_typed_in_one_line(visit: Visit, served: House) -> None:
    page = await visit()
    id = await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    verb, colour, first = next(a for a in await my_choices(page) if a[0] == "build")
    step = (await served.table(id))["step"]
    await typed(page, f"Build {colour.upper()}, {first} {first}")
    await expect(page.get_by_role("alert")).to_be_visible()
    game = load("sncf-france")
    room = served.hall.tables.rooms[id]
    state = room.match.state.copy()
    game.apply(state, (verb, colour, first))
    second = next(a[2] for a in game.legal_actions(state) if a[:2] == (verb, colour))
    await typed(page, f"Build {colour.upper()}, {first} {game.words.name(second)}")
    while (await served.table(id))["step"] < step + 2:
        if await primary(page, "Build").count():  # what brings nothing is done without it
            await page.keyboard.press("Enter")
        await page.wait_for_timeout(20)
    assert [row.body for row in room.match.standing[-2:]] == [
        f"build {colour} {first}", f"build {colour} {second}"
    ]  # fmt: skip


async def test_a_slip_is_mended_where_it_was_typed(visit: Visit, served: House) -> None:
    page = await visit()
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    verb, colour, hex = next(a for a in await my_choices(page) if a[0] == "build")
    field = page.get_by_role("textbox", name="Type a move")
    for slip in (f"{verb} {colour} nowhere", f"{verb} {colour} paris"):  # not understood; not allowed
        await typed(page, slip)
        await expect(page.get_by_role("alert")).to_be_visible()
        await expect(field).to_be_focused()
        await expect(field).to_have_value(slip)
    await typed(page, f"{verb} {colour} {hex}")
    await expect(field).to_have_count(0)
