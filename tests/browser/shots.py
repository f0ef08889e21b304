"""Screenshots of every screen: `python -m tests.browser.shots [WORD ...]` writes docs/pictures/screens/.

A word picks the pictures whose name holds it: `sncf-france`, `mid`, `phone`, `dark`, `lobby`. Where SHOTS
names a folder they go there, and those of all other sizes are made too.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from branchline.core.record import write
from branchline.games import GAMES, load
from tests.browser.chrome import SIZES, at_part, launched, person, played, seated
from tests.server.house import house

FOLDER = Path(os.environ.get("SHOTS", Path(__file__).parents[2] / "docs" / "pictures" / "screens"))
PLAYERS = {"sncf-france": 4, "sncf-germany": 4, "koplopers": 3, "bridgetown": 3, "string-railway": 4}
PARTS = {"start": 0.0, "mid": 0.55, "end": 1.0}


def players_of(game_id: str) -> int:
    return PLAYERS.get(game_id, load(game_id).seats[-1])


async def shoot(words: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    screens = [("lobby", "")] + [(game_id, part) for game_id in GAMES for part in PARTS]
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder, "tables.db")) as served, launched() as browser:
            for screen, part in screens:
                for size in SIZES if "SHOTS" in os.environ else ("wide", "phone"):
                    for theme in ("light", "dark"):
                        name = "-".join(filter(None, (screen, part, size, theme)))
                        if not all(word in name for word in words):
                            continue
                        complaints: list[str] = []
                        context, page = await person(browser, complaints, size=size, dark=theme == "dark")
                        await page.goto(served.base)
                        if part:
                            record = played(screen, players_of(screen))
                            kinds = ["me"] + ["casual"] * (record.players - 1)
                            text = write(record) if part == "end" else at_part(record, PARTS[part])
                            more = {} if part == "start" else {"record": text}
                            await seated(page, served, screen, kinds, **more)
                        else:
                            await page.get_by_role("article").last.wait_for()
                        await page.wait_for_timeout(1500)
                        await page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)
                        await context.close()
                        print(name, *complaints)


if __name__ == "__main__":
    asyncio.run(shoot(sys.argv[1:]))
