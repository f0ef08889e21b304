"""Looking at a finished game together, over the wire: one leads, live only, at a bounded rate."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from branchline.core.record import write
from branchline.server.together import spoken_to
from tests.browser.chrome import at_part, played
from tests.processes import PATIENCE
from tests.server.house import Ear, House

ALONE = ("me", "casual", "casual")


async def led(socket: Ear) -> Any:
    """The next word about who leads."""
    return await socket.next("led")


async def asked(socket: Ear, **question: Any) -> Any:
    await socket.send(**question, key="k")
    while True:
        told = json.loads(await asyncio.wait_for(socket.socket.recv(), PATIENCE))
        if told.get("key") == "k":
            return told


async def test_one_leads_the_others_hear_where_and_a_leader_who_leaves_ends_it(served: House) -> None:
    made = await served.create(*ALONE, record=write(played("sncf-france", 3)))
    id, token = made["id"], made["seats"][0]["token"]
    name = (await served.table(id))["seats"][0]["name"]
    rows = len((await served.get(f"/api/tables/{id}/log")).json()["rows"])
    async with served.listen(id) as watcher:
        async with served.listen(id, token) as player:
            assert (await asked(player, lead=True))["type"] == "done"
            assert await led(watcher) == {"type": "led", "name": name, "seat": 0, "at": place()}
            refused = await asked(watcher, lead=True)
            assert refused["text"] == f"{name} leads already; follow, or wait until they stop."
            assert (await asked(watcher, look={"page": "board"}))["error"] == "not-yours"
            at = {"page": "board", "step": 12, "point": "d7"}
            assert (await asked(player, look=at))["type"] == "done"
            assert (await led(watcher))["at"] == place(**at)
            async with served.listen(id) as late:
                assert (await led(late))["at"] == place(**at)
        assert await led(watcher) == {"type": "led", "name": None, "seat": None, "at": None}
        assert (await asked(watcher, lead=True))["type"] == "done", "who watches may lead as well"
        now = spoken_to(served.hall.tables.rooms[id].together.now)
        assert (now.name, now.seat) == ("Somebody who watches", None)
        async with served.listen(id, token) as player:
            assert (await asked(player, lead=True))["type"] == "done", "who plays comes before who watches"
            assert served.hall.tables.rooms[id].together.now.seat == 0
    assert len((await served.get(f"/api/tables/{id}/log")).json()["rows"]) == rows, "nothing is stored"


def place(**more: Any) -> dict[str, Any]:
    nowhere = dict.fromkeys(("step", "turn", "shown", "point", "spot"))
    return {"page": "result", **nowhere, **more}


async def test_places_are_passed_on_at_a_bounded_rate_and_the_last_always(served: House) -> None:
    made = await served.create(*ALONE, record=write(played("sncf-france", 3)))
    async with served.listen(made["id"]) as watcher, served.listen(made["id"]) as leader:
        await asked(leader, lead=True)
        await led(watcher)
        begun = asyncio.get_running_loop().time()
        for step in range(50):
            await leader.send(look={"page": "board", "step": step})
        heard = 0
        while (await led(watcher))["at"]["step"] != 49:
            heard += 1
        assert heard <= 10 * (asyncio.get_running_loop().time() - begun) + 2


async def test_in_a_running_game_over_http_and_with_nonsense_nobody_leads(served: House) -> None:
    made = await served.create(*ALONE, record=at_part(played("sncf-france", 3), 0.5))
    async with served.listen(made["id"], made["seats"][0]["token"]) as player:
        assert (await asked(player, lead=True))["text"] == "One leads through a game that is over."
    made = await served.create(*ALONE, record=write(played("sncf-france", 3)))
    assert (await served.ask(made["id"], None, lead=True)).json()["error"] == "not-yours"
    async with served.listen(made["id"]) as leader:
        await asked(leader, lead=True)
        for at in ({"page": "moon"}, {"spot": [0.5, 7]}, {"point": "x" * 65}, {"step": -1}):
            await leader.send(look=at)
            assert (await leader.next("refused"))["error"] == "bad-message"
