"""The lobby in a real browser: two clicks to a game, tables as one wants them, and lists of them."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from branchline import GAMES, load
from branchline.core.record import write
from tests.browser.axe import serious
from tests.browser.chrome import played, seated
from tests.browser.conftest import Visit
from tests.server.house import House


async def test_two_clicks_lead_to_a_game_against_bots(visit: Visit) -> None:
    page = await visit("/")
    await page.get_by_role("button", name="Play now: SNCF France").click()
    await page.get_by_role("button", name="Beginner").click()
    await page.wait_for_url("**/table/*")


async def test_a_table_for_a_friend_has_options_and_a_secret_link(visit: Visit, served: House) -> None:
    page = await visit("/")
    await page.get_by_role("button", name="With friends …: SNCF France").click()
    await page.get_by_label("Your name").fill("Anna")
    await page.get_by_role("combobox", name="Seats").select_option("3")
    await page.get_by_text("How it is played").click()
    await page.get_by_label("What players may see of each other's shares.").select_option("open")
    await page.get_by_role("button", name="Make the table").click()
    await page.wait_for_url("**/table/*")
    id = page.url.rsplit("/", 1)[1]
    links = await page.evaluate(f"JSON.parse(sessionStorage.getItem('links:{id}'))")
    assert [seat for seat, _ in links] == [1] and len(links[0][1]) == 22
    table = await served.table(id)
    assert table["seats"][0]["name"] == "Anna" and table["status"] == "waiting"
    room = await served.hall.tables.room(id)
    assert room.match.setup.options["hidden"] == "open"


async def test_a_record_that_is_none_gets_a_sentence_and_the_form_stays(
    visit: Visit, complaints: list[str]
) -> None:
    page = await visit("/")
    await page.get_by_role("button", name="With friends …: SNCF Germany").click()
    await page.get_by_text("From a file").click()
    record = {"name": "x.txt", "mimeType": "text/plain", "buffer": b"no record"}
    await page.get_by_label("A record to go on from").set_input_files(record)  # type: ignore[arg-type]
    await page.get_by_role("button", name="Make the table").click()
    await expect(page.get_by_role("alert")).to_contain_text("record")
    await expect(page.get_by_role("button", name="Make the table")).to_be_enabled()
    assert "400" in complaints.pop()  # Chromium itself notes what the server refused


async def test_my_tables_come_first_and_open_ones_can_be_joined(visit: Visit, served: House) -> None:
    await served.create("me", "anyone", "greedy", game="koplopers", listed=True)
    page = await visit("/")
    await expect(page.get_by_role("link", name="Sit down")).to_contain_text("Waiting for 1 more")
    await page.get_by_role("button", name="Play now: Bridgetown Races").click()
    await page.get_by_role("button", name="Beginner").click()
    await page.wait_for_url("**/table/*")
    await page.goto(served.base)
    mine = page.get_by_role("region", name="Your tables")
    await expect(mine.get_by_role("link")).to_contain_text("Bridgetown Races")


async def test_a_language_is_chosen_in_the_lobby_on_a_phone_too_and_kept(visit: Visit, served: House) -> None:
    page = await visit("/", phone=True, locale="de-AT")
    await expect(page.get_by_role("combobox", name="Sprache")).to_have_value("de")
    await page.get_by_role("combobox", name="Sprache").select_option("Français")
    await expect(page.get_by_role("heading", name="Choisissez un jeu")).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    for game_id in GAMES:
        about = load(game_id, language="fr").words.groups["ui"][f"about.{game_id}"]
        await expect(page.get_by_text(about)).to_be_visible()
    await page.get_by_role("button", name="Jouer\u00a0: SNCF France").click()
    await page.get_by_role("button", name="Débutant joue ce qui saute aux yeux").click()
    await page.wait_for_url("**/table/*")
    await page.goto(served.base)
    row = page.get_by_role("region", name="Vos tables")
    await expect(row.get_by_role("link")).to_contain_text("aujourd’hui, ")
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing is wider than the phone"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_axe_finds_nothing_serious_in_the_lobby(visit: Visit, dark: bool) -> None:
    page = await visit("/", dark=dark, bypass_csp=True)
    await expect(page.get_by_role("article")).to_have_count(5)
    assert await serious(page) == []
    await page.get_by_role("button", name="Play now: String Railway").click()
    assert await serious(page) == []
    await page.get_by_role("button", name="With friends …: SNCF France").click()
    await page.get_by_text("How it is played").click()
    assert await serious(page) == []


async def test_a_host_gives_a_seat_to_a_bot_calls_a_table_off_and_removes_it(
    visit: Visit, served: House
) -> None:
    page = await visit("/")
    await page.get_by_role("button", name="Play now: SNCF France").click()
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="With friends …: SNCF France").click()
    assert "Greedy" not in await page.get_by_role("combobox", name="Seat 2").inner_text()
    await page.get_by_role("combobox", name="Seats").select_option("3")
    await page.get_by_role("combobox", name="Seat 3").select_option("friend")
    await page.get_by_role("button", name="Make the table").click()
    await page.wait_for_url("**/table/*")
    invite = page.get_by_role("region", name="Invite")
    await expect(invite.get_by_role("note")).to_contain_text("this machine only")
    await invite.get_by_role("button", name="Bot").first.click()
    await expect(invite.get_by_role("heading")).to_have_text("One seat is free")
    await invite.get_by_role("button", name="Call this table off").click()
    await invite.get_by_role("button", name="Really?").click()
    await page.wait_for_url(served.base + "/")
    mine = page.get_by_role("region", name="Your tables")
    await expect(mine.get_by_role("link")).to_contain_text("Ended without a result")
    await mine.get_by_role("button", name="Remove").click()
    await expect(mine).to_have_count(0)


async def test_a_finished_race_is_listed_by_its_points(visit: Visit, served: House) -> None:
    """As the end page counts them; what decides first in Bridgetown is whether every bridge was crossed."""
    page = await visit()
    record = write(played("bridgetown", 3))
    id = await seated(page, served, "bridgetown", ["me", "greedy", "greedy"], record=record)
    match = served.hall.tables.rooms[id].match
    points = match.game.looks.points(match.state)
    await page.goto(served.base)
    row = page.get_by_role("link").filter(has_text="Bridgetown Races").first
    await expect(row).to_contain_text(str(max(points)))
    for seat, count in zip(match.seats, points, strict=True):
        await expect(row).to_contain_text(f"{seat.name} {count}")
