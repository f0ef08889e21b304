"""Links that work once, takeovers, wishes, absent people and imports, as people see them."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Any

from playwright.async_api import Page, expect

from branchline.server.store.sqlite import SqliteStore
from tests.browser.axe import serious
from tests.browser.chrome import at_part, played, seated
from tests.browser.conftest import Visit
from tests.server.house import House

HEBREW = "\u05d3\u05df \u05db\u05d4\u05df"


async def sit_down(page: Page, name: str) -> None:
    dialog = page.get_by_role("dialog", name="Take a seat")
    await dialog.get_by_role("textbox").fill(name)
    await dialog.get_by_role("button", name="Sit down").click()
    await expect(dialog).to_have_count(0)


async def link_to(page: Page, id: str, seat: int) -> str:
    """A link that this browser, as host, makes for a seat."""
    answer = await page.evaluate(
        """async ([id, hand]) => {
            const answer = await fetch(`/api/tables/${id}`, {method: 'POST', body: JSON.stringify({hand})});
            return answer.json();
        }""",
        [id, seat],
    )
    return str(answer["token"])


def record() -> str:
    return at_part(played("sncf-france", 3), 0.4)


async def menu(page: Page) -> Any:
    await page.get_by_role("button", name="Menu").click()
    return page.get_by_role("dialog")


async def test_a_used_link_says_so_and_shows_nothing(
    visit: Visit, served: House, complaints: list[str]
) -> None:
    made = await served.create("me", "friend", "random")
    link = f"/table/{made['id']}#{made['seats'][1]['token']}"
    ben = await visit(link)
    await sit_down(ben, "Ben")
    await expect(ben.get_by_text("you", exact=True)).to_be_visible()
    eve = await visit(link)
    await expect(eve.get_by_text("This link has been used")).to_be_visible()
    await expect(eve.get_by_role("group", name="Board")).to_have_count(0)
    await expect(eve.get_by_text("Ben")).to_have_count(0)
    assert any("410" in each for each in complaints)
    complaints.clear()
    await ben.goto(served.base)
    await ben.goto(served.base + link)  # the same browser is at home there
    await expect(ben.get_by_text("you", exact=True)).to_be_visible()
    await expect(ben.get_by_role("dialog")).to_have_count(0)
    assert "#" not in ben.url


async def test_a_second_device_and_a_seat_handed_on(visit: Visit, served: House) -> None:
    anna = await visit()
    id = await seated(anna, served, "sncf-france", ["me", "random", "random"])
    dialog = await menu(anna)
    await dialog.get_by_role("button", name="Play on a second device").click()
    await expect(dialog.get_by_alt_text("QR code of the link")).to_be_visible()
    address = await dialog.locator("code").inner_text()
    phone = await visit(address, phone=True)
    await expect(phone.get_by_title("You", exact=True)).to_be_visible()
    assert "#" not in phone.url
    await dialog.get_by_role("button", name="Hand the seat on").click()
    await dialog.get_by_role("button", name="Give this seat away by a link?").click()
    await expect(dialog.get_by_text("Whoever opens this first")).to_be_visible()
    address = await dialog.locator("code").inner_text()
    await dialog.get_by_role("button", name="Close").click()
    ben = await visit(address)
    await sit_down(ben, "Ben")
    await expect(anna.get_by_role("list", name="Seats").get_by_text("took over")).to_be_visible()
    await expect(anna.get_by_text("you", exact=True)).to_have_count(0)  # she watches now, on both
    await expect(phone.get_by_title("You", exact=True)).to_have_count(0)
    await anna.get_by_role("tab", name="Chat").click()
    await expect(anna.get_by_role("log", name="Chat")).to_contain_text("Ben has taken over the seat of")
    assert (await served.table(id))["seats"][0]["name"] == "Ben"


async def test_people_agree_and_a_person_takes_a_bots_seat(visit: Visit, served: House) -> None:
    anna = await visit()
    id = await seated(anna, served, "sncf-france", ["me", "friend", "random"], record=record())
    ben = await visit(f"/table/{id}#{await link_to(anna, id, 1)}", bypass_csp=True)
    await sit_down(ben, "Ben")
    dialog = await menu(anna)
    await dialog.get_by_role("button", name="Let a person play here").click()
    await dialog.get_by_role("button", name="Close").click()
    between = ben.get_by_label("Between players")
    await expect(between).to_contain_text("would let a person take over the seat of")
    assert await serious(ben) == []
    await between.get_by_role("button", name="Agree").click()
    await expect(ben.get_by_role("list", name="Seats").get_by_text("open to a person")).to_be_visible()
    dialog = await menu(anna)
    await dialog.get_by_role("button", name="Link for a person").click()
    cleo = await visit(await dialog.locator("code").inner_text())
    await sit_down(cleo, "Cleo")
    await expect(ben.get_by_role("list", name="Seats").get_by_text("took over")).to_be_visible()


def hurry(served: House, id: str) -> None:
    """Let a table have begun ten days ago, so that a test need not wait."""
    assert isinstance(served.hall.store, SqliteStore)
    with contextlib.closing(sqlite3.connect(served.hall.store.path)) as database, database:
        database.execute("UPDATE rows SET at = at - 864000 WHERE table_id = ?", (id,))
        database.execute(
            "UPDATE tables SET setup ="
            " json_set(setup, '$.created', json_extract(setup, '$.created') - 864000) WHERE id = ?",
            (id,),
        )
    del served.hall.tables.rooms[id]


async def test_an_absent_player_is_replaced_and_comes_back(visit: Visit, served: House) -> None:
    ben = await visit()
    made = await served.create("me", "me", "me", tempo={"kind": "days", "days": 3}, absent="")
    hurry(served, made["id"])
    path = f"/table/{made['id']}#"
    late = (await served.table(made["id"]))["to_move"]
    other = next(seat for seat in range(3) if seat != late)
    await ben.goto(served.base + path + "device=" + made["seats"][other]["token"])
    between = ben.get_by_label("Between players")
    await expect(between).to_contain_text(f"The table waits for Player {late + 1}, who is not here.")
    await between.get_by_role("button", name="Let a bot play for them").click()
    await expect(between.get_by_text("The table waits")).to_have_count(0)
    assert (await served.table(made["id"]))["seats"][late]["bot"] == "casual"
    anna = await visit(path + "device=" + made["seats"][late]["token"])
    between = anna.get_by_label("Between players")
    await expect(between).to_contain_text("A casual bot plays for you.")
    await between.get_by_role("button", name="Take the seat back").click()
    await expect(between.get_by_text("plays for you")).to_have_count(0)
    assert (await served.table(made["id"]))["seats"][late]["bot"] is None


async def test_on_a_phone_one_sees_that_somebody_has_said_something(visit: Visit, served: House) -> None:
    anna = await visit(phone=True)
    id = await seated(anna, served, "koplopers", ["me", "anyone"])
    ben = (await served.ask(id, None, join=1, name="Ben")).json()["token"]
    handle = anna.get_by_role("button", name="Pull the panel up")
    await expect(handle).to_be_visible()
    await expect(handle.locator(".news")).to_have_count(0)
    await served.ask(id, ben, chat="Are you there?")
    await expect(handle.locator(".news")).to_be_visible()
    await handle.tap()
    await anna.get_by_role("tab", name="Chat").tap()
    await expect(anna.get_by_role("log", name="Chat")).to_contain_text("Are you there?")
    await anna.get_by_role("button", name="Push the panel down").tap()
    await expect(handle.locator(".news")).to_have_count(0)


async def test_an_imported_table_is_marked_and_the_chat_can_be_hidden(visit: Visit, served: House) -> None:
    anna = await visit(bypass_csp=True)
    id = await seated(anna, served, "sncf-france", ["me", "friend", "random"], record=record(), listed=True)
    await expect(anna.get_by_text("From a record:", exact=True)).to_be_visible()
    watcher = await visit(f"/table/{id}")
    await expect(watcher.get_by_text("From a record:", exact=True)).to_be_visible()
    await watcher.goto(served.base)
    await expect(watcher.get_by_text("from a record")).to_be_visible()
    link = await link_to(anna, id, 1)
    sat = (await served.ask(id, None, join=None, token=link, name=HEBREW)).json()
    await served.ask(id, sat["token"], chat="noise")
    await anna.get_by_role("tab", name="Chat").click()
    chat = anna.get_by_role("log", name="Chat")
    await expect(chat).to_contain_text(f"\u2068{HEBREW}\u2069:")
    await expect(chat).to_contain_text("noise")
    dialog = await menu(anna)
    assert await serious(anna) == []
    await dialog.get_by_role("button", name="Hide their chat").click()
    await dialog.get_by_role("button", name="Mute for everyone").click()
    await expect(dialog.get_by_role("button", name="Let them speak")).to_be_visible()
    await dialog.get_by_role("button", name="Close").click()
    await expect(chat.get_by_text("noise")).to_have_count(0)
    assert (await served.ask(id, sat["token"], chat="more noise")).json()["error"] == "muted"
