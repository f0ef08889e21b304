"""What axe-core has against a page, as far as it is serious."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"


async def serious(page: Page) -> list[str]:
    """Serious and critical findings; the page must have been opened with `bypass_csp=True`."""
    assert AXE.is_file(), "axe-core is missing: `dev.py test` brings it along"
    await page.add_script_tag(path=AXE)
    # what it has nothing against is not listed: that took longest
    found = await page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })")
    return [
        f"{each['id']}: {each['help']}: {node['html'][:120]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
