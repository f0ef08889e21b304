"""How much a table brings over the wire, as the browser itself counts it."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import expect

from branchline.server.security import COOKIE
from tests.browser.chrome import seated
from tests.browser.conftest import Visit
from tests.server.house import House

AIM = 110_000


async def test_a_table_of_sncf_is_at_most_110_kb_over_the_wire_fonts_aside(
    visit: Visit, served: House
) -> None:
    page = await visit("/health")
    wire = await page.context.new_cdp_session(page)
    await wire.send("Network.enable")
    await wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    names: dict[str, str] = {}
    came: dict[str, int] = {}

    def finished(told: Any) -> None:
        name = names.get(told["requestId"], "")
        came[name] = came.get(name, 0) + int(told["encodedDataLength"])

    def framed(told: Any) -> None:
        came["socket"] = came.get("socket", 0) + len(told["response"]["payloadData"].encode())

    wire.on(
        "Network.requestWillBeSent", lambda told: names.update({told["requestId"]: told["request"]["url"]})
    )
    wire.on("Network.loadingFinished", finished)
    wire.on("Network.webSocketFrameReceived", framed)
    await page.context.add_cookies([{"name": COOKIE, "value": "s" * 22, "url": served.base}])
    await seated(page, served, "sncf-france", ["me", "me", "me", "me"])
    await expect(page).to_have_title(re.compile("Your turn"))
    await expect(page.get_by_role("region", name="Action bar")).to_be_visible()
    await page.wait_for_load_state("networkidle")
    whole = sum(size for name, size in came.items() if not name.endswith((".woff2", "/health")))
    print(f"{whole} bytes, of which {came['socket']} came by the socket")
    assert any("Table-" in name for name in came) and came["socket"] > 1000
    assert whole <= AIM, came
