"""What guests, hosts, a clock that is set, a damaged table and a database that goes away do: more rows."""

from __future__ import annotations

import sqlite3
from typing import Any

from branchline.arena.selfplay import Match, play_match
from branchline.core.record import UNFINISHED, write
from branchline.server.hall import Settings
from branchline.server.security import Limits
from tests.server.attack import Row, Scene, attack
from tests.server.cluster import Cluster
from tests.server.house import Time, bearer, fixed_world, house
from tests.server.test_restart import restarted

ME, FRIEND, BOT = {"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "bot": "random"}


async def made(client: Any, *seats: dict[str, str], **more: Any) -> Any:
    answer = await client.post("/api/tables", json={"game": "sncf-france", "seats": [*seats], **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


@attack("links that were used")
async def used_links(scene: Scene, row: Row) -> None:
    """A guest sits down by a link; whoever brings it afterwards sees and gets nothing."""
    async with scene.stranger(70) as client:
        table = await made(client, ME, FRIEND, FRIEND)
        address, link = f"/api/tables/{table['id']}", table["seats"][1]["token"]
        sat = (await client.post(address, json={"join": None, "token": link, "name": "Ann"})).json()
        for number in range(scene.count(20, 400)):
            asked = {"join": None, "token": link, "name": "Eve"} if number % 2 else {"chat": "me too"}
            row.tried += 2
            for answer in (
                await client.post(address, json=asked, headers=bearer(link)),
                await client.get(address, headers=bearer(link)),
            ):
                row.heard(answer, [sat["token"], *scene.bystander.secrets])
    assert row.refused == row.tried


@attack("the host and hidden hands")
async def hands(scene: Scene, row: Row) -> None:
    """Whoever made the table asks for a bot's seat, which people must agree about first."""
    async with scene.stranger(71) as client:
        table = await made(client, ME, ME, BOT)
        address, host = f"/api/tables/{table['id']}", table["host"] or table["seats"][0]["token"]
        tries: list[dict[str, Any]] = [
            {"hand": 2},
            {"join": 2, "name": "Eve"},
            {"drive": 2},
            {"hand": 2, "device": True},
        ]
        for number in range(scene.count(20, 300)):
            asked = tries[number % len(tries)]
            row.tried += 1
            row.heard(await client.post(address, json=asked, headers=bearer(host)), scene.bystander.secrets)
            seen = (await client.get(address, headers=bearer(host))).json()
            row.leaked += seen.get("seat") == 2
    assert row.refused == row.tried


@attack("keys again and again")
async def keys(scene: Scene, row: Row) -> None:
    """Every question five times by the same key, and once that key with another question."""
    async with scene.stranger(72) as client:
        table = await made(client, ME, ME, ME)
        address, tokens = f"/api/tables/{table['id']}", [seat["token"] for seat in table["seats"]]
        for number in range(scene.count(10, 100)):
            now = (await client.get(address)).json()
            mine = bearer(tokens[now["to_move"]])
            choices = (await client.get(address, headers=mine)).json()["choices"]
            trade = next(each for each in choices if each[0] == "trade")
            asked = {"do": trade, "after": now["version"], "key": f"k{number}"}
            versions = set()
            for _ in range(5):
                row.tried += 1
                versions.add((await client.post(address, json=asked, headers=mine)).json()["version"])
            row.lost += len(versions) - 1  # done twice
            other = {**asked, "do": ["done"]}
            row.tried += 1
            row.heard(await client.post(address, json=other, headers=mine), scene.bystander.secrets)
            if (await client.get(address)).json()["status"] != "playing":
                break
        row.note = "each done once"


@attack("deals from elsewhere")
async def imports(scene: Scene, row: Row) -> None:
    """Tables made from unfinished records say so to whoever looks."""
    record = play_match(Match("sncf-france", ("random",) * 3, "attack"), 0)
    record.rows, record.result = record.rows[:60], UNFINISHED
    async with scene.stranger(73) as client:
        for _ in range(scene.count(5, 40)):
            table = await made(client, ME, FRIEND, FRIEND, record=write(record))
            row.tried += 1
            seen = (await client.get(f"/api/tables/{table['id']}")).json()
            row.leaked += seen.get("imported") != 60  # a secret that would be kept from the others
    row.note = "all marked"


@attack("damaged tables")
async def damaged(scene: Scene, row: Row) -> None:
    """Copies of a table with broken rows, all of them due: the clocks of others go on."""
    async with scene.stranger(74) as client:
        table = await made(client, ME, ME, ME, tempo={"kind": "live", "seconds": 600})
        with sqlite3.connect(scene.served.database, timeout=30) as database:
            for number in range(scene.count(5, 50)):
                name = f"damaged{number:015}"
                database.execute(
                    "INSERT INTO tables(id, setup, status, listed, to_move, deadline, changed, rematch)"
                    " SELECT ?, setup, status, listed, to_move, 1, changed, rematch FROM tables WHERE id = ?",
                    (name, table["id"]),
                )
                database.execute(
                    "INSERT INTO rows(table_id, n, kind, seat, body, digest, key, at)"
                    " VALUES(?, 1, 'act', 0, 'no such verb', 'x', '', 0)",
                    (name,),
                )
        database.close()
        for number in range(scene.count(5, 50)):
            row.tried += 1
            answer = await client.get(f"/api/tables/damaged{number:015}")
            row.refused += answer.json()["error"] == "unreadable"
        for seat in table["seats"]:
            assert (await client.get(f"/api/tables/{table['id']}", headers=bearer(seat["token"]))).is_success
    assert row.refused == row.tried


@attack("a clock that is set")
async def clock(scene: Scene, row: Row) -> None:
    """Hours back and forth, by the server's own clock: nobody is locked out and nobody gets more."""
    limits, time = Limits(address_rate=1, address_burst=1000), Time()
    async with house(scene.folder / "clock.db", Settings(limits, world=fixed_world(time=time))) as served:
        for number in range(scene.count(20, 500)):
            time.now += 3600 * (-1) ** number
            row.tried += 1
            row.refused += not (await served.get("/api/tables")).is_success
    assert row.refused == 0


@attack("PostgreSQL restarts")
async def restarts(scene: Scene, row: Row) -> None:
    """Twelve tables are played while the database is stopped or crashed, and started again."""
    with Cluster() as cluster:
        row.tried, row.refused = await restarted(cluster, scene.count(1, 20), scene.count(10, 50))
    row.note = "moves acknowledged; refused is what had to be sent again"
