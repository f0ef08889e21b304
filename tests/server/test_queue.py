"""Queued turns: played at once if they bring what they were to, else cancelled by a sentence; never twice."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from branchline.server import queueing
from branchline.server.hall import Settings
from branchline.server.spoken import aloud
from tests.browser.chrome import at_part, played
from tests.processes import PATIENCE, until
from tests.server.conftest import fresh_database
from tests.server.house import GENEROUS, Ear, House, bearer, fixed_world, house
from tests.server.plans import begin, builds, do, others_turn, trades, until_over
from tests.server.process import Process

AUTOMATIC = "had queued this turn: it is played automatically."


async def queued(served: House, id: str, token: str, pick: Any = builds) -> Any:
    """Plan a turn and queue it."""
    told = await until_over(served, id, token, await begin(served, id, token), pick)
    version = (await served.table(id))["version"]
    answer = (await served.ask(id, token, queue=1, after=version)).json()
    assert answer["type"] == "queued" and answer["turn"] == told["turn"] and answer["lines"]
    return told


def why_not(match: Any, seat: int) -> str:
    return aloud(match.queued[seat].why)


def own_rows(served: House, id: str, seat: int, since: int) -> list[Any]:
    standing = served.hall.tables.rooms[id].match.standing[since:]
    return [row.body for row in standing if row.seat == seat]


async def turn_passes(served: House, id: str, tokens: list[str], me: int, pick: Any = trades) -> None:
    """The others act until it would be this seat's turn."""
    step = (await served.table(id))["step"]
    while (await served.table(id))["to_move"] != me and not own_rows(served, id, me, step):
        await do(served, id, tokens, pick)


async def test_it_is_played_at_once_action_by_action_and_said_to_be_automatic(served: House) -> None:
    id, tokens, me = await others_turn(served)
    step = (await served.table(id))["step"]
    told = await queued(served, id, tokens[me])
    assert len(told["turn"]) > 1
    async with served.listen(id) as ear:
        await ear.next("table")
        await turn_passes(served, id, tokens, me)
        seen = [(await ear.next("table"))["mover"] for _ in range(1 + len(told["turn"]))]
    assert seen[1:] == [me] * len(told["turn"]), "every action is told for itself"
    await until(lambda: len(own_rows(served, id, me, step)) == len(told["turn"]))
    assert own_rows(served, id, me, step) == [" ".join(map(str, each)) for each in told["turn"]]
    said = [each["text"] for each in (await served.get(f"/api/tables/{id}/log")).json()["chat"]]
    assert [text for text in said if AUTOMATIC in text] == [f"Player {me + 1} {AUTOMATIC}"]
    assert await served.hall.store.read("queued", id) == []


async def test_where_a_rule_forbids_it_now_it_is_cancelled_with_the_rules_sentence(served: House) -> None:
    id, tokens, me = await others_turn(served)
    step = (await served.table(id))["step"]
    mine = await until_over(served, id, tokens[me], await begin(served, id, tokens[me]), builds)
    first = mine["turn"][0]
    # the one before builds there first
    guess = (await served.ask(id, tokens[me], plan=2, at=step)).json()["table"]["choices"]
    assert first in guess
    await served.ask(id, tokens[me], queue=1, after=(await served.table(id))["version"])
    async with served.listen(id, tokens[me]) as ear:
        assert (await ear.next("welcome"))["queued"][0]["turn"] == mine["turn"]
        await do(served, id, tokens, lambda choices: first)
        while (await served.table(id))["to_move"] != me:
            await do(served, id, tokens, builds)
        told = await ear.next("queued")
    assert told["turn"] == [] and told["why"].startswith("Your queued turn was not played: ")
    assert told["why"].endswith(".") and own_rows(served, id, me, step) == []
    now = (await served.table(id, tokens[me]))["version"]
    refused = (await served.ask(id, tokens[me], do=first, after=now)).json()
    assert refused["text"] in told["why"]
    async with served.listen(id, tokens[me]) as ear:  # it is there until it was read
        assert (await ear.next("welcome"))["queued"][0]["why"] == told["why"]
    assert (await served.ask(id, tokens[me], plans=True)).json()["queued"]["why"] == told["why"]
    assert (await served.ask(id, tokens[me], queue=0, after=0)).json()["why"] == ""


async def test_where_it_would_bring_something_else_the_difference_is_said(served: House) -> None:
    id, tokens, me = await others_turn(served)
    step = (await served.table(id))["step"]
    await queued(served, id, tokens[me])
    match = served.hall.tables.rooms[id].match
    queue = match.queued[me]
    first = queue.turn[0]
    more = queueing.Foreseen(first.action, first.events, [(7, "Red reaches Rouen")])
    match.queued[me] = queueing.Queue([more, *queue.turn[1:]])
    await turn_passes(served, id, tokens, me)
    await until(lambda: match.queued[me].why)
    assert why_not(match, me).endswith(" instead of +7 (Red reaches Rouen).")
    assert own_rows(served, id, me, step) == []
    other = queueing.Foreseen(first.action, [["built", me, "red", "nowhere"]], first.ledger)
    words = queueing.changed(match.game, ["A", "B", "C"], [other], [first])
    assert " it would go otherwise: " in aloud(words)


async def test_it_is_cancelled_by_its_seat_by_a_bot_and_by_going_back(served: House) -> None:
    id, tokens, me = await others_turn(served)
    await queued(served, id, tokens[me])
    assert (await served.ask(id, tokens[me], queue=0, after=0)).json()["turn"] == []
    step = (await served.table(id))["step"]
    mover = (await served.table(id))["to_move"]
    version = (await served.table(id))["version"]
    assert (await served.ask(id, tokens[me], queue=1, after=version)).is_success
    await do(served, id, tokens, builds)
    version = (await served.table(id))["version"]
    assert (await served.ask(id, tokens[mover], takeback=version - 1, after=version)).is_success
    match = served.hall.tables.rooms[id].match
    assert why_not(match, me) == (
        "Your queued turn was not played: the game went back to an earlier position."
    )
    version = (await served.table(id))["version"]
    assert (await served.ask(id, tokens[me], queue=1, after=version)).is_success
    assert (await served.ask(id, tokens[me], drive=me, bot="random")).is_success
    await turn_passes(served, id, tokens, me)
    await until(lambda: why_not(match, me) == "Your queued turn was not played: a bot has played for you.")
    assert own_rows(served, id, me, step)


async def test_in_ones_own_turn_of_nothing_and_after_acting_nothing_is_queued(served: House) -> None:
    id, tokens, me = await others_turn(served)
    version = (await served.table(id))["version"]
    await begin(served, id, tokens[me])
    none = (await served.ask(id, tokens[me], queue=1, after=version)).json()
    assert none["text"] == "This plan has no turn of yours that is still to come."
    told = await queued(served, id, tokens[me], trades)
    await turn_passes(served, id, tokens, me)
    await until(lambda: own_rows(served, id, me, told["at"]))
    again = (await served.ask(id, tokens[me], queue=1, after=version)).json()
    assert again["error"] == "plan", "what was sent again does nothing twice"
    while (await served.table(id))["to_move"] != me:
        await do(served, id, tokens, trades)
    await until_over(served, id, tokens[me], await begin(served, id, tokens[me], plan=2))
    now = (await served.table(id))["version"]
    own = (await served.ask(id, tokens[me], queue=2, after=now)).json()
    assert own["text"] == "It is your turn: play it, there is nothing to wait for."


async def test_others_hear_the_same_whether_a_turn_is_queued_or_not_until_it_is_played(
    tmp_path: Path,
) -> None:
    """To the byte: nothing is sent, no version grows, no list changes, also where it comes to nothing."""
    heard: list[list[str]] = []
    for what in ("nothing", "cancelled", "refused"):
        (tmp_path / what).mkdir()
        async with house(tmp_path / what / "t.db", Settings(GENEROUS, world=fixed_world())) as served:
            id, tokens, me = await others_turn(served, listed=True)
            other, said, step = (me + 1) % 3, list[str](), (await served.table(id))["step"]
            async with served.listen(id) as watcher, served.listen(id, tokens[other]) as ear:
                if what != "nothing":
                    await queued(served, id, tokens[me])
                if what == "cancelled":
                    await served.ask(id, tokens[me], queue=0, after=0)
                await look(served, id, [None, *tokens[:me], *tokens[me + 1 :]], said)
                match = served.hall.tables.rooms[id].match
                if what == "refused":
                    wanted = queueing.Foreseen("build red nowhere", [], [])
                    match.queued[me] = queueing.Queue([wanted])
                await turn_passes(served, id, tokens, me)
                if what == "refused":
                    await until(partial(why_not, match, me))
                await look(served, id, [None, *tokens[:me], *tokens[me + 1 :]], said)
                assert own_rows(served, id, me, step) == []
                for each in (watcher, ear):
                    await hear(each, said)
            heard.append(said)
    assert heard[0] == heard[1] == heard[2]


async def look(served: House, id: str, tokens: list[str | None], said: list[str]) -> None:
    for path in (f"/api/tables/{id}", "/api/tables", f"/api/tables/{id}/log", "/api/mine"):
        for token in tokens:
            said.append((await served.get(path, token)).text)


async def hear(ear: Ear, said: list[str]) -> None:
    """All that came, but for who is there: that is told after a while."""
    await ear.send(**{"try": [["nosuch"]], "key": "last"})
    message = ""
    while '"key":"last"' not in message:
        message = str(await asyncio.wait_for(ear.socket.recv(), PATIENCE))
        if '"type":"present"' not in message and '"type":"welcome"' not in message:
            said.append(message)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_it_survives_a_restart_and_is_played_without_anyone_there(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    if kind == "postgres":
        async with fresh_database(request.getfixturevalue("postgres")) as address:
            await survives(address)
    else:
        await survives(str(tmp_path / "t.db"))


async def survives(database: str) -> None:
    async with house(database) as served:
        id, tokens, me = await others_turn(served)
        step = (await served.table(id))["step"]
        told = await queued(served, id, tokens[me])
        served.hall.tables.on_change = lambda room: None  # it dies before it comes to it
        await turn_passes(served, id, tokens, me)
        assert own_rows(served, id, me, step) == []
    async with house(database) as served:
        await until(lambda: id in served.hall.tables.rooms)  # nobody has asked for it
        await until(lambda: len(own_rows(served, id, me, step)) == len(told["turn"]))
        assert await served.hall.store.read("queued", id) == []


@pytest.mark.prove("kill")
async def test_killed_at_any_moment_it_is_played_once(tmp_path: Path, count: Any) -> None:
    """kill -9 while it is played: after the next start every action of it stands once."""
    rng, database = Random("queue"), tmp_path / "t.db"
    record = at_part(played("sncf-france", 3), 0.5)
    for _ in range(count(3, 40)):
        with Process(database) as served:
            made = served.create("me", "me", "me", record=record)
            id, tokens = made["id"], [seat["token"] for seat in made["seats"]]
            async with httpx.AsyncClient(base_url=served.base, timeout=PATIENCE) as client:
                there = House(None, served.base, client)  # type: ignore[arg-type]
                me = ((await there.table(id))["to_move"] + 1) % 3
                step = (await there.table(id))["step"]
                told = await queued(there, id, tokens[me])
                await do(there, id, tokens, trades)
            await asyncio.sleep(rng.uniform(0, 0.03))
            served.kill()
        with Process(database) as served:
            wanted = [(me, each) for each in told["turn"]]
            async with httpx.AsyncClient(base_url=served.base, timeout=PATIENCE) as client:
                for _ in range(int(PATIENCE / 0.05)):
                    path = f"/api/tables/{id}/log"
                    answer = await client.get(path, params={"since": step + 1}, headers=bearer(tokens[me]))
                    found = [(row["seat"], row["action"]) for row in answer.json()["rows"]]
                    if len(found) >= len(wanted):
                        break
                    await asyncio.sleep(0.05)
                assert found == wanted
                said = [each["text"] for each in answer.json()["chat"]]
                assert len([text for text in said if AUTOMATIC in text]) == 1
