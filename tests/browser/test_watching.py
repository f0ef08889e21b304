"""Links for watching in real browsers: a delay that is kept, and eyes that are lent, seen and taken back."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.axe import serious
from tests.browser.chrome import at_part, played, seated
from tests.browser.conftest import Visit
from tests.browser.test_review import tabbed
from tests.server.house import House

SEATS = ["me", "casual", "casual"]


async def test_a_delay_is_kept_and_a_teacher_looks_on_a_phone(
    visit: Visit, served: House, complaints: list[str]
) -> None:
    page = await visit(bypass_csp=True)
    record = at_part(played("sncf-france", 3), 0.5)
    id = await seated(page, served, "sncf-france", SEATS, record=record)
    await expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Link with a delay").click()
    shown = page.get_by_role("dialog").locator("code")
    late = await shown.inner_text()
    assert id not in late
    await expect(page.get_by_role("button", name="Lend your eyes")).to_have_count(0)  # nobody has to agree
    await page.get_by_role("button", name="Link to your eyes").click()
    await expect(shown).not_to_have_text(late)
    eyes = await shown.inner_text()
    assert await serious(page) == []
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()
    await expect(page.get_by_text("seen by link")).to_be_visible()

    other = await visit(late)
    await expect(other.get_by_text("Later than it happens:")).to_be_visible()
    step = (await served.table(id))["step"]
    behind = (await served.table(late.rsplit("/", 1)[1]))["step"]
    assert behind < step

    teacher = await visit(eyes, phone=True, bypass_csp=True)
    await expect(teacher.get_by_text("Lent eyes:").first).to_be_visible()
    await expect(teacher.get_by_role("button", name="Build", exact=True)).to_have_count(0)
    assert await serious(teacher) == []
    assert await teacher.evaluate("document.documentElement.scrollWidth") <= 390

    # by keys: it is ended, and the teacher sees what everybody sees
    await page.get_by_role("button", name="Menu").focus()
    await page.keyboard.press("Enter")
    await tabbed(page, "End it")
    await page.keyboard.press("Enter")
    await expect(teacher.get_by_text("Lent eyes:")).to_have_count(0)
    await expect(page.get_by_text("seen by link")).to_have_count(0)
    await teacher.reload()
    await expect(teacher.get_by_text("This link shows nothing any more.")).to_be_visible()
    assert all("404" in each for each in complaints)
    complaints.clear()
