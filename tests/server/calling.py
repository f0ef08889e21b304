"""What tests of calls share: how a server is set up to call, and a table at which turns are made."""

from __future__ import annotations

import sqlite3
from typing import Any

from branchline.server.calls.caller import CallSettings
from branchline.server.hall import Settings
from tests.processes import until
from tests.server.house import GENEROUS, House
from tests.server.receivers import Receiver

PUBLIC = "https://games.example.org"
ANNA = "anna@example.org"


def settings(smtp: str = "", **more: Any) -> Settings:
    calls = CallSettings(smtp, "Tables <tables@example.org>", PUBLIC, private=True, after=0.1)
    return Settings(GENEROUS, calls=calls, **more)


async def turn(served: House, id: str, tokens: list[str]) -> int:
    """Whoever is to move ends their turn; who is to move then."""
    seat, now = await served.mover(id, tokens)
    while now["to_move"] == seat:
        ends = [each for each in now["choices"] if each == ["done"]]
        action = (ends or now["choices"])[0]
        done = await served.ask(id, tokens[seat], do=action, after=now["version"])
        assert done.is_success, done.text
        now = await served.table(id, tokens[seat])
    return int(now["to_move"])


async def taken_back(served: House, id: str, token: str) -> None:
    now = await served.table(id, token)
    back = await served.ask(id, token, takeback=now["takeback"], after=now["version"])
    assert back.is_success, back.text


def outbox(served: House) -> list[tuple[str, str]]:
    """What, and in which state."""
    store: Any = served.hall.store
    with sqlite3.connect(store.path) as connection:
        found = connection.execute("SELECT what, state FROM calls ORDER BY id").fetchall()
    connection.close()
    return found


async def settled(served: House, wanted: list[tuple[str, str]]) -> None:
    await until(lambda: sorted(outbox(served)) == sorted(wanted))


async def come(service: Receiver, count: int) -> None:
    await until(lambda: len(service.came) == count)
