"""The pages in a real browser behind a real nginx, with TLS and under a path of its own."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from tests.browser.chrome import launched, person
from tests.server import nginx
from tests.server.nginx import Nginx
from tests.server.process import Process


async def test_from_the_lobby_to_a_table_under_a_path_of_its_own(tmp_path: Path) -> None:
    nginx.found()
    complaints: list[str] = []
    trusting = {"BRANCHLINE_TRUSTED_PROXIES": "127.0.0.1", "BRANCHLINE_ROOT_PATH": "/games"}
    with Process(tmp_path / "t.db", False, "serve", **trusting) as served, Nginx(served.port) as front:
        # a context that ignores such errors does so for its pages, not for their service worker
        async with launched("--ignore-certificate-errors") as browser:
            context, page = await person(browser, complaints, ignore_https_errors=True)
            await page.goto(f"{front.base}/")
            scope = await page.evaluate("navigator.serviceWorker.ready.then((ready) => ready.scope)")
            assert scope == f"{front.base}/"
            app = await (await context.new_cdp_session(page)).send("Page.getAppManifest")
            assert app["url"] == f"{front.base}/manifest.webmanifest" and app["errors"] == []
            await page.get_by_role("button", name="Play now: SNCF France").click()
            await page.get_by_role("button", name="Beginner").click()
            await page.wait_for_url("**/games/table/*")
            await expect(page.get_by_role("list", name="Seats")).to_be_visible()
            await expect(page).to_have_title("● Your turn · Branchline")
            await page.goto(f"{front.base}/")
            await expect(page.get_by_role("region", name="Your tables")).to_contain_text("SNCF France")
    assert not complaints
