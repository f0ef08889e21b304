"""PostgreSQL goes away and comes back under load: nothing is lost or doubled, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import httpx
import pytest

from branchline.server.hall import Settings
from branchline.server.store import PROBE, SAVING, Conflict, Store, Unsaved, Write, store_for
from tests.server.cluster import Cluster
from tests.server.house import GENEROUS, House, fixed_world, house
from tests.server.process import Process
from tests.server.test_kill import Player, check_store, moves, seated
from tests.server.test_store import row, table

TABLES = 12  # that are played at any moment
PATIENCE = 3 * SAVING  # seconds; whoever waits longer waits for ever


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster() as found:
        yield found


@pytest.fixture
async def store(cluster: Cluster) -> AsyncIterator[Store]:
    found = store_for(cluster.address)
    await found.open()
    yield found
    await found.close()


async def outcome(saving: Any) -> str:
    """What became of a save; a test fails when nothing becomes of it."""
    try:
        await asyncio.wait_for(saving, PATIENCE)
    except Unsaved:
        return "unsaved"
    except Conflict:
        return "conflict"
    return "saved"


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await holds():
            await asyncio.sleep(0.05)


@pytest.mark.prove("restart")
async def test_nothing_acknowledged_is_lost_or_doubled_while_the_database_restarts(
    cluster: Cluster, count: Any
) -> None:
    acknowledged, _ = await restarted(cluster, count(3, 20), count(10, 50))
    assert acknowledged >= count(30, 1000)


async def restarted(cluster: Cluster, restarts: int, between: int) -> tuple[int, int]:
    """Play while the database restarts: moves acknowledged, and answers that left somebody in doubt."""
    rng = Random("restart")
    players: list[Player] = []
    playing: list[asyncio.Task[int]] = []
    with Process(cluster.address) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=PATIENCE) as client:
            stopping = asyncio.Event()
            for number in range(restarts + 1):
                while sum(not player.over for player in players) < TABLES:
                    players.append(await asyncio.to_thread(seated, served, len(players)))
                    playing.append(asyncio.create_task(play(players[-1], client, stopping)))
                wanted = moves(players) + between
                async with asyncio.timeout(PATIENCE):
                    while moves(players) < wanted:
                        await asyncio.sleep(0.01)
                if number < restarts:
                    await asyncio.sleep(rng.uniform(0, 0.2))
                    await asyncio.to_thread(cluster.stop, "fast" if number % 2 else "immediate")
                    await asyncio.sleep(rng.uniform(0, 0.5))
                    await asyncio.to_thread(cluster.start)
            stopping.set()
            doubts = sum(await asyncio.gather(*playing))
            assert (await client.get("/health")).is_success
    assert all(player.pending is None for player in players)
    await check_store(cluster.address, players)
    return moves(players), doubts


async def play(player: Player, client: httpx.AsyncClient, stopping: asyncio.Event) -> int:
    """Play on and on; what was not confirmed is sent again with its key until it is. How often it was not."""
    doubts = 0
    while not player.over and not (stopping.is_set() and player.pending is None):
        try:
            await player.play(client, lambda: stopping.is_set() and player.pending is None)
        except httpx.HTTPStatusError as error:
            assert error.response.status_code in (500, 503), error.response.text
            assert "nothing was changed" not in error.response.text
            doubts += 1
            await asyncio.sleep(0.05)
    return doubts


async def test_a_crash_answers_those_who_wait_and_later_saves_go_on(cluster: Cluster, store: Store) -> None:
    await store.save([table("crash")])
    numbers = iter(range(1, 1_000_000))
    kept: list[int] = []
    outcomes: list[str] = []

    async def write() -> None:
        for number in numbers:
            outcomes.append(await outcome(store.save([row("crash", number)])))
            if outcomes[-1] == "saved":
                kept.append(number)
            if len(kept) > 300:
                return

    async def writing_goes_on() -> bool:
        return len(kept) > 50

    writers = [asyncio.create_task(write()) for _ in range(20)]
    await until(writing_goes_on)
    await asyncio.to_thread(cluster.stop, "immediate")
    await asyncio.to_thread(cluster.start)
    await asyncio.gather(*writers)
    assert "conflict" not in outcomes
    stored = {each[0] for each in await store.read("rows", "crash")}
    assert stored >= set(kept)


async def test_an_idle_server_does_not_notice_a_restart(cluster: Cluster, store: Store) -> None:
    await store.save([table("idle")])
    await asyncio.to_thread(cluster.stop, "fast")
    await asyncio.to_thread(cluster.start)
    await store.save([row("idle", 1)])
    assert len(await store.read("rows", "idle")) == 1


async def test_a_database_that_says_nothing_is_hung_up_on(cluster: Cluster, store: Store) -> None:
    await store.save([table("held")])
    cluster.hold()
    try:
        begun = time.monotonic()
        assert await outcome(store.save([row("held", 1)])) == "unsaved"
        assert time.monotonic() - begun < SAVING + 5
    finally:
        cluster.go_on()
    # what was under way may have arrived after all; then the same again is a conflict, and never doubled
    assert await outcome(store.save([row("held", 1)])) in ("saved", "conflict")
    assert [each[0] for each in await store.read("rows", "held")] == [1]


async def test_a_statement_that_fails_takes_nobody_along(store: Store) -> None:
    await store.save([table("bad")])
    bad = store.save([Write("note", ("bad", "no number", object()))])
    first, second = await asyncio.gather(outcome(bad), outcome(store.save([row("bad", 1)])))
    assert (first, second) == ("unsaved", "saved")


@pytest.fixture
async def served(cluster: Cluster) -> AsyncIterator[House]:
    async with house(cluster.address) as found:
        yield found


async def test_health_says_when_nothing_can_be_written(served: House, cluster: Cluster) -> None:
    async def well() -> bool:
        begun = time.monotonic()
        found = (await served.get("/health")).status_code
        assert time.monotonic() - begun < SAVING / 2, "health never waits for the database"
        assert found in (200, 503)
        return found == 200

    async def ill() -> bool:
        return not await well()

    assert await well()
    await asyncio.to_thread(cluster.stop, "immediate")
    begun = time.monotonic()
    await until(ill)
    assert time.monotonic() - begun < 10, "the probe is at most five seconds old"
    assert (await served.get("/health")).json()["status"] == "cannot write"
    await asyncio.to_thread(cluster.start)
    await until(well)


@pytest.mark.parametrize("how", ["gone", "silent"])
async def test_a_server_can_be_stopped_while_its_database_is_away(cluster: Cluster, how: str) -> None:
    with Process(cluster.address) as served:
        made = served.create("me", "me", "me")
        await asyncio.to_thread(cluster.stop, "fast") if how == "gone" else cluster.hold()
        try:
            async with httpx.AsyncClient(base_url=served.base, timeout=PATIENCE) as client:
                headers = {"authorization": f"Bearer {made['seats'][0]['token']}"}
                question = {"chat": "is anybody there?"}
                path = f"/api/tables/{made['id']}"
                asking = asyncio.create_task(client.post(path, json=question, headers=headers))
                while not asking.done() and not await waits(client):
                    await asyncio.sleep(0.05)
                served.process.terminate()
                assert await asyncio.to_thread(served.process.wait, PATIENCE) == 0
                with contextlib.suppress(httpx.TransportError):
                    assert not (await asking).is_success
        finally:
            await asyncio.to_thread(cluster.start) if how == "gone" else cluster.go_on()
        assert "Traceback" not in served.out().split("Stopped.")[-1]


# a commit that waits until somebody lets it go on, as on a machine that is too busy
SLOW = """
CREATE FUNCTION held_up() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_advisory_xact_lock(77); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON rows DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (NEW.key <> '') EXECUTE FUNCTION held_up();
"""


async def test_a_move_that_was_stored_late_is_done_for_who_asks_again(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(cluster.address) as served:
        made = await served.create("me", "me", "me")
        id, tokens = made["id"], [seat["token"] for seat in made["seats"]]
        seat = (await served.table(id))["to_move"]
        now = await served.table(id, tokens[seat])
        move = {"do": now["choices"][0], "after": now["version"], "key": "late"}
        connection = await asyncpg.connect(cluster.address)
        try:
            await connection.execute(SLOW)
            await connection.execute("SELECT pg_advisory_lock(77)")
            with monkeypatch.context() as patched:
                patched.setattr("branchline.server.store.SAVING", 0.5)
                doubt = await served.ask(id, tokens[seat], **move)
            assert doubt.status_code == 503 and doubt.json()["error"] == "unsaved"
            assert (await served.table(id))["version"] == now["version"], "nothing of it can be seen yet"
            asking = asyncio.create_task(served.ask(id, tokens[seat], **move))
            await asyncio.sleep(0.1)  # it may be in line by now; if not, it finds the move at once
        finally:
            await connection.execute("SELECT pg_advisory_unlock_all(); DROP TRIGGER slow ON rows")
            await connection.execute("DROP FUNCTION held_up")
            await connection.close()
        answer = await asking
        assert answer.status_code == 200, answer.text
        assert answer.json()["version"] == (await served.table(id))["version"] > now["version"]


async def waits(client: httpx.AsyncClient) -> bool:
    """The server has noticed that it cannot write."""
    return (await client.get("/health")).status_code == 503


async def test_one_probe_serves_everyone(tmp_path: Path) -> None:
    """On a clock that stands still: fifty answers may take longer than one holds."""
    probes = 0
    async with house(tmp_path / "t.db", Settings(GENEROUS, world=fixed_world())) as served:
        real = served.hall.store.save

        async def counted(change: Any) -> None:
            nonlocal probes
            probes += change == [PROBE]  # calls write too, once a server has begun
            await real(change)

        served.hall.store.save = counted  # type: ignore[method-assign]
        found = await asyncio.gather(*(served.get("/health") for _ in range(50)))
    assert all(each.is_success for each in found)
    assert probes == 1
