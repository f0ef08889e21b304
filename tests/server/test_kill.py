"""kill -9 at random moments while several clients play: nothing acknowledged is lost, nothing doubled."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from branchline.core.record import last_state
from branchline.server.metrics import Metrics
from branchline.server.store import store_for
from branchline.server.tables import Tables
from branchline.server.world import World
from tests.processes import PATIENCE
from tests.server.house import bearer
from tests.server.process import Process


class Player:
    """Plays one table for all its seats. After a fault it sends the same again, with the same key."""

    def __init__(self, id: str, tokens: list[str], rng: Random) -> None:
        self.id, self.tokens, self.rng = id, tokens, rng
        self.acknowledged: dict[str, tuple[int, list[Any]]] = {}  # by key: version and action
        self.pending: tuple[str, dict[str, Any]] | None = None
        self.over = False
        self.sent = 0

    async def play(self, client: httpx.AsyncClient, stopped: Callable[[], bool] = lambda: False) -> None:
        """Until the server dies, does not answer as it should, or the game is over."""
        path = f"/api/tables/{self.id}"
        while not self.over and not stopped():
            if self.pending is None:
                now = (await client.get(path)).raise_for_status().json()
                if now["status"] == "over":
                    self.over = True
                    return
                token = self.tokens[now["to_move"]]
                mine = (await client.get(path, headers=bearer(token))).raise_for_status().json()
                self.sent += 1
                action = self.rng.choice(mine["choices"])
                self.pending = token, {"do": action, "after": mine["version"], "key": f"k{self.sent}"}
            token, question = self.pending
            answer = await client.post(path, json=question, headers=bearer(token))
            found = answer.raise_for_status().json()
            assert found["key"] not in self.acknowledged
            self.acknowledged[found["key"]] = found["version"], question["do"]
            self.pending = None


async def until_killed(base: str, players: list[Player]) -> None:
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
        playing = [asyncio.create_task(player.play(client)) for player in players]
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if outcome is not None and not isinstance(outcome, httpx.TransportError):
                raise outcome


def moves(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


def seated(served: Process, number: int) -> Player:
    made = served.create("me", "me", "me")
    return Player(made["id"], [seat["token"] for seat in made["seats"]], Random(number))


@pytest.mark.prove("kill")
async def test_nothing_acknowledged_is_lost_and_nothing_doubled(tmp_path: Path, count: Any) -> None:
    wanted, rng, database = count(50, 1000), Random("kill"), tmp_path / "tables.db"
    players: list[Player] = []
    kills = 0
    while moves(players) < wanted or kills < 4:
        with Process(database) as served:
            playing = [player for player in players if not player.over]
            for _ in range(4 - len(playing)):
                playing.append(seated(served, len(players)))
                players.append(playing[-1])
            running = asyncio.create_task(until_killed(served.base, playing))
            enough = moves(players) + rng.randint(1, count(20, 60))
            while moves(players) < enough and not running.done():
                await asyncio.sleep(0.002)
            await asyncio.sleep(rng.uniform(0, 0.05))  # anywhere in the moves after it
            served.kill()
            await running
            kills += 1
    with Process(database) as served:  # whoever was cut off asks again with the same key
        async with httpx.AsyncClient(base_url=served.base, timeout=PATIENCE) as client:
            for player in players:
                if player.pending is not None:
                    token, question = player.pending
                    path = f"/api/tables/{player.id}"
                    answer = await client.post(path, json=question, headers=bearer(token))
                    assert answer.status_code == 200, answer.text
                    player.acknowledged[question["key"]] = answer.json()["version"], question["do"]
    assert moves(players) >= wanted
    await check_store(str(database), players)


async def check_store(database: str, players: list[Player]) -> None:
    """Every acknowledged move stands once where it was said to, and every table replays."""
    store = store_for(database)
    await store.open()
    tables = Tables(store, World(), Metrics())
    for player in players:
        match = (await tables.room(player.id)).match
        assert last_state(match.game, match.record()) == match.state  # every digest is compared
        keys = Counter(row.key.split()[2] for row in match.rows if row.key)
        assert keys == Counter(list(player.acknowledged))
        by_number = {row.n: row for row in match.rows}
        for key, (version, action) in player.acknowledged.items():
            assert by_number[version].key.endswith(f" {key}")
            assert by_number[version].body == " ".join(map(str, action))
        people = [row for row in match.rows if row.kind == "act" and row.seat >= 0]
        assert len(people) == len(player.acknowledged)
    await store.close()
