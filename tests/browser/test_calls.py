"""The page as an app that is called, in a real browser: it asks, gets its push, installs, and says what to do
without a line. Only the push service is the test's own; the message goes its whole way and is encrypted."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from branchline.server.calls.caller import CallSettings
from branchline.server.hall import Settings
from tests.browser.axe import serious
from tests.browser.chrome import QUIET, browser_path, launched, seated
from tests.browser.conftest import Visit
from tests.processes import PATIENCE, until
from tests.server.house import GENEROUS, House, house
from tests.server.receivers import LetterBox, Phone, Receiver, letter_box, receiver

# what stands where a browser maker's push service would: it gives this browser an address, and no more
SERVICE = """way => {
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => ({
        endpoint: way.to, toJSON: () => ({endpoint: way.to, keys: way.keys}),
    });
}"""

END_TURN = """async address => {
    let now = await (await fetch(address)).json();
    while (now.to_move === 0) {
        const action = now.choices.find((each) => each[0] === 'done') ?? now.choices[0];
        await fetch(address, {method: 'POST', body: JSON.stringify({do: action, after: now.version})});
        now = await (await fetch(address)).json();
        if (now.mover !== 0) break;
    }
}"""
SHOWN = """async () => {
    const ready = await navigator.serviceWorker.ready;
    return (await ready.getNotifications()).map(({title, data}) => ({title, data}));
}"""
TOLD = "caches.match('/language').then((kept) => kept?.text())"  # in which language the worker is to speak


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched(whole=True) as found:
        yield found


@pytest.fixture
async def service() -> AsyncIterator[Receiver]:
    async with receiver() as found:
        yield found


@pytest.fixture
async def box() -> AsyncIterator[tuple[LetterBox, str]]:
    async with letter_box() as found:
        yield found


@pytest.fixture
async def served(tmp_path: Path, box: tuple[LetterBox, str]) -> AsyncIterator[House]:
    calls = CallSettings(box[1], "tables@example.org", "https://games.example.org", private=True, after=0.2)
    async with house(tmp_path / "t.db", Settings(GENEROUS, calls=calls)) as found:
        yield found


async def asked(page: Page) -> Any:
    """Open the dialog, by keyboard."""
    await page.get_by_role("button", name="Menu").focus()
    await page.keyboard.press("Enter")
    entry = page.get_by_role("button", name="Call me")
    await entry.focus()
    await page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Call me")
    await expect(dialog.get_by_role("button", name="Close")).to_be_visible()
    return dialog


async def test_a_turn_comes_as_a_push_message_to_a_closed_table(
    visit: Visit, served: House, service: Receiver
) -> None:
    phone = Phone(service)
    page = await visit(bypass_csp=True, permissions=["notifications"])
    await page.context.add_init_script(f"({SERVICE})({json.dumps(phone.way())})")
    id = await seated(page, served, "sncf-france", ["me", "random", "random"])
    await expect(page).to_have_title(re.compile("Your turn"))
    dialog = await asked(page)
    await dialog.get_by_role("button", name="Call me on this device").press("Enter")
    await expect(dialog.get_by_text("This device is called from now on.")).to_be_visible()
    await expect(dialog.get_by_role("list", name="How you are called")).to_contain_text("This device")
    assert await serious(page) == []
    key = await page.evaluate(
        "fetch(`../api/tables/${location.pathname.split('/').pop()}`, {method: 'POST',"
        " body: '{\"calls\": true}'}).then((answer) => answer.json())"
    )
    worker = await page.context.new_cdp_session(page)
    told: dict[str, str] = {}
    worker.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: told.update(
            {each["scopeURL"]: each["registrationId"] for each in said["registrations"]}
        ),
    )
    await worker.send("ServiceWorker.enable")
    done: list[Any] = []
    worker.on(
        "BackgroundService.backgroundServiceEventReceived",
        lambda said: done.append(said["backgroundServiceEvent"]),
    )
    await worker.send("BackgroundService.startObserving", {"service": "pushMessaging"})
    await worker.send("BackgroundService.setRecording", {"service": "pushMessaging", "shouldRecord": True})
    await page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    await page.goto(served.base)  # they leave the table as they end their turn, and bots play
    await page.evaluate(END_TURN, f"/api/tables/{id}")
    await until(lambda: service.came)
    (message,) = phone.read(key["push_key"])
    assert message["title"] == "It is your turn: SNCF France"
    await until(lambda: told)
    push = {
        "origin": served.base,
        "registrationId": told[f"{served.base}/"],
        "data": json.dumps(message),
    }
    await worker.send("ServiceWorker.deliverPushMessage", push)
    # Chromium forgets a notice for which it is asked while it is about to show it: ask only after that
    await until(lambda: done and done[-1]["eventName"] == "Push event completed")
    assert done[-1]["eventMetadata"] == [{"key": "Status", "value": "Success"}]
    (notice,) = await page.evaluate(SHOWN)
    assert notice["title"] == message["title"] and notice["data"]["url"] == f"/table/{id}"


async def test_the_page_installs_as_an_app_and_says_what_can_be_done_without_a_line(tmp_path: Path) -> None:
    home: dict[str, str | float | bool] = {
        **os.environ,
        "HOME": str(tmp_path),
    }  # where an installed app leaves its icon
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=browser_path(whole=True), args=QUIET, env=home
        )
        page = context.pages[0]
        async with house(tmp_path / "t.db") as served:
            await page.goto(served.base)
            await page.evaluate("navigator.serviceWorker.ready.then(() => null)")
            wire = await context.new_cdp_session(page)
            manifest = await wire.send("Page.getAppManifest")
            assert manifest["errors"] == [] and json.loads(manifest["data"])["name"] == "Branchline"
            assert (await wire.send("Page.getInstallabilityErrors"))["installabilityErrors"] == []
            app = {"manifestId": (await wire.send("Page.getAppId"))["appId"]}
            await wire.send("PWA.install", app)
            async with context.expect_page() as opening:
                await wire.send("PWA.launch", app)
            window = await opening.value
            await expect(window.get_by_role("article").first).to_be_visible()
            await wire.send("PWA.uninstall", app)
            await page.get_by_label("Language").select_option("Nederlands")
            await expect(page.get_by_role("heading", name="Kies een spel")).to_be_visible()
            async with asyncio.timeout(PATIENCE):  # `wait_for_function` takes a promise for a yes
                while await page.evaluate(TOLD) != "nl":
                    await asyncio.sleep(0.02)
            worker = "navigator.serviceWorker.ready.then((found) => found.active.scriptURL)"
            assert await page.evaluate(worker) == f"{served.base}/sw.js", "one worker speaks them all"
            await seated(page, served, "sncf-france", ["me", "me", "me"])
            table = page.url
        await page.goto(table)
        await expect(page.get_by_role("heading", name="Geen verbinding met de tafels")).to_be_visible()
        await expect(page.get_by_text("Er is niets verloren")).to_be_visible()
        await expect(page.get_by_role("link")).to_be_visible()
        styled = "getComputedStyle(document.querySelector('.button')).borderRadius"
        assert await page.evaluate(styled) == "9px", "its look was kept too"
        assert await page.evaluate("document.querySelector('img').naturalWidth") == 192
        await context.close()


async def test_what_a_browser_or_a_server_does_not_offer_is_said_on_a_phone(
    visit: Visit, served: House, box: tuple[LetterBox, str]
) -> None:
    page = await visit(phone=True, bypass_csp=True)  # nobody has allowed notices here
    await seated(page, served, "sncf-france", ["me", "me", "me"], tempo={"kind": "days", "days": 2})
    await page.evaluate("void Object.defineProperty(Notification, 'permission', {value: 'denied'})")
    dialog = await asked(page)
    await expect(dialog.get_by_text("Your browser forbids notices for this page.")).to_be_visible()
    await dialog.get_by_role("textbox", name="Mail address").fill("anna@example.org")
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_text("A letter is on its way to anna@example.org.")).to_be_visible()
    await expect(dialog.get_by_role("button", name="Try it: anna@example.org")).to_be_disabled()
    await dialog.get_by_label("but not at night").check()
    await expect(dialog.get_by_text("Kept.")).to_be_visible()
    await expect(dialog.get_by_label("Quiet from")).to_have_value("22:00")
    assert len(box[0].letters) == 1, "what is changed before the address is confirmed sends no other letter"
    assert await serious(page) == []
    cut = "(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('dialog'))"
    assert await page.evaluate(cut) <= 0, "nothing is cut off"
    await dialog.get_by_role("button", name="Remove: anna@example.org").press("Enter")
    await expect(dialog.get_by_role("list", name="How you are called")).to_have_count(0)


async def test_a_mails_link_takes_the_seat_when_somebody_presses_a_button(
    visit: Visit, served: House, box: tuple[LetterBox, str]
) -> None:
    """Programs that look through mail open every link, and run what is there."""
    id, tokens = await served.people()
    seat = (await served.table(id))["to_move"]
    await served.ask(id, tokens[seat], call="mail", to="anna@example.org")
    asking = re.search(r"example\.org(/calls/\S+)", box[0].letters[0].get_content())
    assert asking and (await served.client.post(asking[1])).is_success
    await until(lambda: len(box[0].letters) == 2)
    link = re.search(r"example\.org(/table/\S+)", box[0].letters[1].get_content())
    assert link
    holders = (await served.hall.tables.room(id)).match.seats[seat]
    scanner = await visit(link[1])
    await expect(scanner.get_by_role("button", name="Play here")).to_be_visible()
    await scanner.wait_for_load_state("networkidle")
    assert len(holders.holders) == 1, "nothing is used by looking"
    page = await visit(link[1], phone=True)
    await page.get_by_role("dialog", name="Your seat").get_by_role("button", name="Play here").press("Enter")
    await expect(page).to_have_title(re.compile("Your turn"))
    assert len(holders.holders) == 2 and "#" not in page.url
    await page.goto(served.base)
    await page.goto(served.base + link[1])
    await expect(page).to_have_title(re.compile("Your turn"))
    await expect(page.get_by_role("button", name="Play here")).to_have_count(0)
