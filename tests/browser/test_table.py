"""The table in a real browser: whatever a person does there, by the names that a person reads."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.async_api import Page, WebSocketRoute, expect

from branchline.core.record import write
from tests.browser.axe import serious
from tests.browser.chrome import asks, cut, played, primary, seated, tried
from tests.browser.conftest import Visit
from tests.server.house import House

PLAYERS = 3


def middle(seat: int = 0) -> str:
    """Half-way, at the beginning of that seat's turn."""
    record = played("sncf-france", PLAYERS)
    half = len(record.rows) // 2
    return cut(record, lambda state, step: state.to_move == seat and state.building < 0 and step <= half)


def building() -> str:
    """Seat 0 has laid a cube and may lay more, so that only one railroad is in question."""
    record = played("sncf-france", PLAYERS)
    return cut(record, lambda state, _: state.to_move == 0 and state.building >= 0)


async def typed(page: Page, text: str) -> None:
    """A move by the keyboard."""
    await page.keyboard.press("/")
    await page.get_by_role("textbox", name="Type a move").fill(text)
    await page.keyboard.press("Enter")


async def my_choices(page: Page) -> list[list[Any]]:
    """The legal actions of this browser's seat."""
    found = await page.evaluate(
        "fetch('/api' + location.pathname.replace('table', 'tables')).then(a => a.json())"
    )
    return list(found["choices"])


def words(action: list[Any]) -> str:
    return " ".join(map(str, action))


async def commit(page: Page, action: list[Any]) -> None:
    """Type an action, see what it brings, and do it; what brings nothing is done as soon as it is typed."""
    free = (await tried(page, action)).get("free")
    await typed(page, words(action))
    if not free:
        await expect(primary(page, str(action[0]).capitalize())).to_be_enabled()
        await page.keyboard.press("Enter")


async def test_two_browsers_and_a_bot_from_a_secret_link_to_the_first_moves(
    visit: Visit, served: House
) -> None:
    anna = await visit()
    id = await seated(anna, served, "sncf-france", ["me", "friend", "greedy"])
    await expect(anna.get_by_role("heading", name="One seat is free")).to_be_visible()
    await anna.get_by_role("button", name="Make a link").click()
    await anna.get_by_role("button", name="QR").click()
    await expect(anna.get_by_alt_text("QR code")).to_be_visible()
    links = json.loads(await anna.evaluate(f"sessionStorage.getItem('links:{id}')"))

    ben = await visit(f"/table/{id}#{links[0][1]}")
    dialog = ben.get_by_role("dialog", name="Take a seat")
    await dialog.get_by_role("textbox").fill("Ben")
    await dialog.get_by_role("button", name="Sit down").click()
    await ben.wait_for_url(f"{served.base}/table/{id}")
    await expect(anna.get_by_label("Invite")).to_have_count(0)

    for _ in range(4):  # bots move in between by themselves
        while (table := await served.table(id))["to_move"] == 2:
            await anna.wait_for_timeout(20)
        page = (anna, ben)[table["to_move"]]
        await expect(page).to_have_title("● Your turn · Branchline")
        await commit(page, next(a for a in await my_choices(page) if a[0] == "trade"))
        await expect(page).not_to_have_title("● Your turn · Branchline")
    await expect(anna.get_by_role("log", name="Log")).to_contain_text("Ben sells 1")

    await anna.get_by_role("tab", name="Chat").click()
    await anna.get_by_role("textbox", name="Say something").fill("Well built!")
    await anna.keyboard.press("Enter")
    await ben.get_by_role("tab", name="Chat").click()
    await expect(ben.get_by_role("log", name="Chat")).to_contain_text("Well built!")


async def test_a_seat_for_anyone_and_a_person_who_only_watches(visit: Visit, served: House) -> None:
    made = await served.create("me", "anyone", "greedy")
    page = await visit(f"/table/{made['id']}")
    await page.get_by_role("button", name="Sit down").click()
    await page.get_by_role("button", name="Only watch").click()
    await expect(page.get_by_text("Only watch")).to_have_count(0)
    await page.get_by_role("button", name="Sit down").click()
    await page.get_by_role("textbox").fill("Cleo")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("list", name="Seats").get_by_text("Cleo")).to_be_visible()
    await expect(page.get_by_text("you", exact=True)).to_be_visible()


async def test_a_late_position_is_played_to_the_final_score(visit: Visit, served: House) -> None:
    record = played("sncf-france", PLAYERS)
    late = cut(record, lambda state, _: state.to_move == 0)
    page = await visit()
    id = await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=late)
    end = page.get_by_label("The end")
    while (await served.table(id))["status"] != "over":
        await page.wait_for_timeout(30)
        choices = await my_choices(page)
        if choices and await page.title() == "● Your turn · Branchline":
            action = next((a for a in choices if a == ["done"]), choices[0])
            if action == ["done"]:
                await page.get_by_role("button", name="End the build").click()
            else:
                await commit(page, action)
            await page.wait_for_timeout(100)
    await expect(end).to_be_visible()
    await expect(end.get_by_text("winner")).to_be_visible()
    scores = (await served.table(id))["scores"]
    await expect(end.locator("b").first).to_have_text(str(max(scores)[0]))
    async with page.expect_download() as waited:
        await end.get_by_role("link", name="Download the record").click()
    assert "game sncf-france" in (await (await waited.value).path()).read_text()
    await end.get_by_role("button", name="Rematch").click()
    await page.wait_for_url(lambda url: id not in url)


async def test_a_broken_line_in_mid_turn_loses_nothing(visit: Visit, served: House) -> None:
    page = await visit()
    lines: list[WebSocketRoute] = []
    deaf = False

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def back(message: str | bytes) -> None:
            # the server has heard the move, but its answer gets lost
            if not (deaf and line is lines[0]):
                line.send(message)

        server.on_message(back)

    await page.route_web_socket(re.compile("/ws/"), through)
    id = await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    action = next(a for a in await my_choices(page) if a[0] == "trade")
    await typed(page, words(action))
    await expect(primary(page, "Trade")).to_be_enabled()
    step = (await served.table(id))["step"]
    deaf = True
    await page.keyboard.press("Enter")
    while (await served.table(id))["step"] == step:
        await page.wait_for_timeout(20)
    await lines[0].close()
    await expect(page.get_by_text("Reconnecting")).to_be_visible()
    await expect(page.get_by_role("group", name="Board")).to_be_visible()
    await expect(page.get_by_text("Reconnecting")).to_have_count(0)
    # the button of the draft is gone; "Trade a share" may be there again for the next turn
    await expect(primary(page)).to_have_count(0)
    assert len(lines) > 1
    rows = (await served.get(f"/api/tables/{id}/log")).json()["rows"]
    assert [row["action"] for row in rows[step:] if row["seat"] == 0] == [action]  # sent twice, done once


async def test_the_replay_has_links_to_its_steps(visit: Visit, served: House) -> None:
    anna = await visit()
    id = await seated(anna, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    step = (await served.table(id))["step"]
    await expect(anna.get_by_text("Your turn", exact=True)).to_be_visible()
    await anna.keyboard.press("ArrowLeft")
    await expect(anna.get_by_text(f"step {step - 1} of {step}")).to_be_visible()
    await anna.keyboard.press("ArrowLeft")
    await expect(anna.get_by_text(f"step {step - 2} of {step}")).to_be_visible()
    assert anna.url.endswith(f"?at={step - 2}")
    await anna.get_by_role("slider", name="Step").fill("30")
    await expect(anna.get_by_text(f"step 30 of {step}")).to_be_visible()

    stranger = await visit(anna.url)
    await expect(stranger.get_by_text(f"step 30 of {step}")).to_be_visible()
    await stranger.get_by_role("button", name="Back to now").click()
    await expect(stranger.get_by_role("region", name="Action bar")).to_be_visible()
    assert stranger.url.endswith(id)

    line = anna.get_by_role("log", name="Log").get_by_role("button").filter(has_not_text="Why?").last
    await line.click()
    await expect(anna.get_by_text(f"step {step} of {step}")).to_be_visible()
    await anna.keyboard.press("Escape")
    await expect(anna.get_by_text("Your turn", exact=True)).to_be_visible()


async def test_since_your_last_turn_is_told_on_arriving(visit: Visit, served: House) -> None:
    page = await visit()
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    since = page.get_by_role("region", name="Since your last turn")
    await expect(since).to_contain_text("Brunel")
    await since.get_by_role("button", name="Close").click()
    await expect(since).to_have_count(0)


async def test_the_other_hand_is_not_in_the_page_until_they_are_there(visit: Visit, served: House) -> None:
    page = await visit()
    id = await seated(page, served, "sncf-france", ["me", "screen", "screen"], record=middle(1))
    await expect(page.get_by_role("heading", name="Player 2, it is your turn")).to_be_visible()
    assert await page.get_by_role("group", name="Board").count() == 0
    assert await page.get_by_role("region", name="Panel").count() == 0
    assert await page.get_by_role("list", name="Seats").count() == 0
    await page.get_by_role("button", name="I am Player 2").click()
    await expect(page.get_by_role("region", name="Panel")).to_be_visible()

    action = next(a for a in await my_choices(page) if a[0] == "trade")
    await commit(page, action)
    await expect(page.get_by_role("heading", name="Player 3, it is your turn")).to_be_visible()
    hand = (await served.table(id))["view"]
    assert hand["seats"][1]["hand"] is None  # a spectator knows none, and the page shows less
    assert await page.locator("main").count() == 1
    assert set((await page.locator("main").inner_text()).split("\n")) <= {
        *("P", "G", "R", "B", "", "Player 3, it is your turn", "I am Player 3"),
        "Pass the screen on. What Player 3 holds is shown when Player 3 is there.",
    }
    await page.reload()
    await expect(page.get_by_role("button", name="I am Player 3")).to_be_visible()
    assert await page.get_by_role("region", name="Panel").count() == 0


async def test_settings_are_kept(visit: Visit, served: House) -> None:
    page = await visit()
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_label("Theme").select_option("dark")
    await page.get_by_label("End my turn only when I say so").check()
    await page.get_by_role("dialog", name="Settings").get_by_role("button", name="Close").click()
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    assert await page.evaluate("JSON.parse(localStorage.getItem('settings')).ending")
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


async def test_a_bot_plays_for_me_until_i_take_the_seat_back(visit: Visit, served: House) -> None:
    page = await visit()
    id = await seated(page, served, "sncf-france", ["me", "friend", "friend"], record=middle())
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Let a bot play for me").click()
    await expect(page.get_by_text("bot plays for you")).to_be_visible()
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()
    await page.get_by_role("button", name="Take the seat back").click()
    await expect(page.get_by_text("bot plays for you")).to_have_count(0)
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Concede").click()
    await page.get_by_role("button", name="Give up for good?").click()
    await expect(page.get_by_role("button", name="Concede")).to_have_count(0)
    assert (await served.table(id))["seats"][0]["conceded"]


async def test_my_name_and_my_words_go_when_i_say_so(visit: Visit, served: House) -> None:
    page = await visit()
    id = await seated(page, served, "sncf-france", ["me", "friend", "friend"], record=middle())
    other = await visit(f"/table/{id}")
    for each in (page, other):
        await each.get_by_role("tab", name="Chat").click()
    await page.get_by_role("textbox", name="Say something").fill("where I live")
    await page.keyboard.press("Enter")
    await expect(other.get_by_text("where I live")).to_be_visible()
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Remove my name and what I said").click()
    await page.get_by_role("button", name="Remove them for good?").click()
    for each in (page, other):
        await expect(each.get_by_text("where I live")).to_have_count(0)


async def test_nothing_serious_for_people_who_see_or_hear_otherwise(visit: Visit, served: House) -> None:
    for how in ({}, {"dark": True}, {"phone": True}):
        page = await visit(bypass_csp=True, **how)
        await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
        await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
        if "dark" in how:
            await page.keyboard.press("r")
            await expect(page.get_by_role("heading", name="build.city")).to_be_visible()
        assert await serious(page) == []
    end = await visit(bypass_csp=True)
    record = write(played("sncf-france", PLAYERS))
    await seated(end, served, "sncf-france", ["me", "greedy", "greedy"], record=record)
    await expect(end.get_by_label("The end")).to_be_visible()
    assert await serious(end) == []


async def first_cube(page: Page) -> str:
    """A hex where one railroad only may be laid, so that a click drafts it: it brings points."""
    builds = [action for action in await my_choices(page) if action[0] == "build"]
    hexes = [action[2] for action in builds]
    return str((await asks(page, [each for each in builds if hexes.count(each[2]) == 1]))[2])


async def test_the_board_is_zoomed_moved_and_clicked(visit: Visit, served: House) -> None:
    page = await visit()
    id = await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    place = page.get_by_role("group", name="Board").locator(f'[data-id="{await first_cube(page)}"]')
    small = await place.bounding_box()
    assert small
    await page.mouse.move(small["x"] + small["width"] / 2, small["y"] + small["height"] / 2)
    await page.mouse.wheel(0, -300)
    large = await place.bounding_box()
    assert large and large["width"] > 1.5 * small["width"]
    await page.mouse.down()
    await page.mouse.move(large["x"] + 90, large["y"] + 70, steps=6)
    await page.mouse.up()
    moved = await place.bounding_box()
    assert moved and abs(moved["x"] - large["x"]) > 20
    await expect(page.get_by_role("button", name="Clear")).to_have_count(0)  # a drag is no click

    step = (await served.table(id))["step"]
    await place.click()
    await expect(primary(page, "Build")).to_be_enabled()
    assert (await served.table(id))["step"] == step
    await place.click()  # the second click on the same place does it
    await expect(page.get_by_role("button", name="End the build")).to_be_visible()
    assert (await served.table(id))["step"] == step + 1
    await page.get_by_role("button", name="Fit the whole board").click()
    whole = await place.bounding_box()
    assert whole and abs(whole["width"] - small["width"]) < 1


async def test_the_sheet_of_a_phone(visit: Visit, served: House) -> None:
    page = await visit(phone=True)
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=middle())
    await page.get_by_role("button", name="Pull the panel up").tap()
    await expect(page.get_by_role("log", name="Log")).to_be_in_viewport()
    await expect(page.get_by_role("log", name="Log")).to_contain_text("sells 1")
    await page.get_by_role("button", name="Push the panel down").tap()
    await expect(page.get_by_role("log", name="Log")).not_to_be_in_viewport()
    await page.get_by_role("button", name="Menu").tap()
    await page.get_by_role("button", name="Rules").tap()
    await expect(page.get_by_role("heading", name="SNCF: France & Germany")).to_be_visible()
