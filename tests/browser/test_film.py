"""A picture of a whole game, made by the browser: a moving WebP that other programs can read."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops
from playwright.async_api import expect

from branchline.core.record import write
from tests.browser.axe import serious
from tests.browser.chrome import played, seated
from tests.browser.conftest import Visit
from tests.server.house import House

SEATS = ["me", "casual", "casual"]


async def test_a_game_becomes_a_moving_picture(visit: Visit, served: House, tmp_path: Path) -> None:
    page = await visit(bypass_csp=True)
    await seated(page, served, "sncf-france", SEATS, record=write(played("sncf-france", 3)))
    await page.get_by_role("button", name="Picture of the game").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("img")).to_be_visible()
    assert await serious(page) == []
    async with page.expect_download() as coming:
        await dialog.get_by_role("link", name="Keep it").click()
    file = tmp_path / (await coming.value).suggested_filename
    await (await coming.value).save_as(file)
    assert file.name == "sncf-france.webp"
    with Image.open(file) as film:
        assert film.format == "WEBP" and getattr(film, "is_animated", False)
        frames = getattr(film, "n_frames", 0)
        assert 20 < frames <= 60
        first = film.convert("RGB")
        film.seek(frames - 1)
        last = film.convert("RGB")
    assert first.size == last.size == (960, first.size[1])
    assert ImageChops.difference(first, last).getbbox() is not None
    assert len(first.getcolors(1 << 24) or []) > 50, "something is drawn"
    assert file.stat().st_size <= 12_000_000


async def test_a_picture_in_the_making_is_stopped_on_a_phone(visit: Visit, served: House) -> None:
    page = await visit(phone=True)
    await seated(page, served, "koplopers", SEATS, record=write(played("koplopers", 3)))
    await page.get_by_role("button", name="Picture of the game").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("progressbar", name="How far the picture is")).to_be_visible()
    await dialog.get_by_role("button", name="Stop").click()
    await expect(dialog).to_have_count(0)
    await page.get_by_role("button", name="Picture of the game").click()  # it can be made again
    await expect(dialog).to_be_visible()
