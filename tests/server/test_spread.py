"""Two servers on one PostgreSQL: what happens at one is so at the other, and nothing happens twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from tests.processes import until
from tests.server.conftest import fresh_database
from tests.server.house import Ear, House, house
from tests.server.plans import others_turn
from tests.server.test_queue import own_rows, queued, turn_passes

HANG_UP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"


@pytest.fixture
async def two(postgres: str) -> AsyncIterator[tuple[House, House]]:
    async with fresh_database(postgres) as address, house(address) as one, house(address) as other:
        await until(lambda: len(one.hall.spread.living) == 2 == len(other.hall.spread.living))
        yield one, other


def match(served: House, id: str) -> Any:
    return served.hall.tables.rooms[id].match


async def version(ear: Ear, at_least: int) -> Any:
    """The first view that is as new as that."""
    while (found := await ear.next("table"))["version"] < at_least:
        pass
    return found


async def test_who_plays_at_different_processes_sees_every_move(two: tuple[House, House]) -> None:
    id, tokens = await two[0].people(3)
    async with contextlib.AsyncExitStack() as stack:
        ears = [await stack.enter_async_context(two[n % 2].listen(id, tokens[n])) for n in range(3)]
        views = [await ear.next("table") for ear in ears]
        for _ in range(20):
            mover = views[0]["to_move"]
            await ears[mover].send(do=views[mover]["choices"][0], after=views[mover]["version"])
            views = [await version(ear, views[0]["version"] + 1) for ear in ears]
            assert len({(view["version"], view["to_move"], view["step"]) for view in views}) == 1
    assert match(two[0], id).rows == match(two[1], id).rows
    assert match(two[0], id).state == match(two[1], id).state


async def test_a_repeated_key_gets_the_same_answer_at_the_other_process(two: tuple[House, House]) -> None:
    id, tokens = await two[0].people(3)
    seat, now = await two[0].mover(id, tokens)
    await two[1].table(id)
    question = {"do": now["choices"][0], "after": now["version"], "key": "once"}
    # at the same time, so that neither has heard of the other
    answers = await asyncio.gather(*(each.ask(id, tokens[seat], **question) for each in two))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert (await two[1].ask(id, tokens[seat], **question)).json() == answers[0].json()
    keys = [row.key for row in match(two[0], id).rows if row.key]
    assert len(keys) == 1


async def test_who_loses_a_race_is_judged_again(two: tuple[House, House]) -> None:
    id, tokens = await two[0].people(3)
    for number in range(5):
        seat, now = await two[0].mover(id, tokens)
        await two[1].table(id)
        other = (seat + 1) % 3
        moved, said = await asyncio.gather(
            two[0].ask(id, tokens[seat], do=now["choices"][0], after=now["version"]),
            two[1].ask(id, tokens[other], chat=f"line {number}"),
        )
        assert moved.is_success, moved.text
        assert said.is_success, said.text
    await until(lambda: match(two[0], id).rows == match(two[1], id).rows)
    assert sum(row.kind == "chat" for row in match(two[0], id).rows) == 5
    # of two who move at once with different actions one is stale, and is shown the table as it is
    seat, now = await two[0].mover(id, tokens)
    wanted = [now["choices"][0], now["choices"][-1]]
    asking = zip(two, wanted, strict=True)
    answers = await asyncio.gather(
        *(each.ask(id, tokens[seat], do=do, after=now["version"]) for each, do in asking)
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (stale,) = [answer.json() for answer in answers if answer.status_code == 409]
    assert stale["values"]["table"]["version"] > now["version"]


async def test_chat_seats_takebacks_and_rematches_are_heard(two: tuple[House, House]) -> None:
    id, tokens = await two[0].people(3)
    async with two[1].listen(id, tokens[1]) as ear:
        await ear.next("table")
        assert (await two[0].ask(id, tokens[0], chat="hello")).is_success
        assert (await ear.next("said"))["text"] == "hello"
        assert (await two[0].ask(id, tokens[0], name="Zoë")).is_success
        assert (await ear.next("table"))["seats"][0]["name"] == "Zoë"
        assert "is now called" in (await ear.next("said"))["text"]
        seat, now = await two[0].mover(id, tokens)
        done = await two[0].ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
        seen = await version(ear, done.json()["version"])
        back = await two[1].ask(id, tokens[seat], takeback=now["version"], after=seen["version"])
        assert back.is_success, back.text
        assert (await version(ear, back.json()["version"]))["step"] == now["step"]
        await until(lambda: match(two[0], id).rows == match(two[1], id).rows)
        assert (await two[0].ask(id, tokens[0], forget=0)).is_success
        assert (await ear.next("forgot"))["seat"] == 0
        await until(lambda: match(two[0], id).rows == match(two[1], id).rows)
        for n, token in enumerate(tokens):
            assert (await two[n % 2].ask(id, token, agree="end")).is_success
        while (await ear.next("table"))["status"] != "ended":
            pass
        again = await asyncio.gather(*(two[n].ask(id, tokens[n], rematch=True) for n in range(2)))
        assert [each.status_code for each in again] == [200, 200], again[0].text
        assert again[0].json()["id"] == again[1].json()["id"]
        while (found := await ear.next("table"))["rematch"] is None:
            pass
        assert found["rematch"] == again[0].json()["id"]


async def test_a_link_works_once_whichever_process_gets_it(two: tuple[House, House]) -> None:
    made = await two[0].create("me", "me", "friend")
    id, link = made["id"], made["seats"][2]["token"]
    await two[1].table(id)
    joined = await asyncio.gather(
        *(served.ask(id, None, join=None, token=link, name=f"N{n}") for n, served in enumerate(two))
    )
    assert sorted(each.status_code for each in joined) == [200, 410], [each.text for each in joined]
    await until(lambda: match(two[0], id).status == match(two[1], id).status == "playing")
    await until(lambda: match(two[0], id).rows == match(two[1], id).rows)


async def test_who_is_there_counts_at_both(two: tuple[House, House]) -> None:
    id, tokens = await two[0].people(3)
    async with two[0].listen(id, tokens[0]) as near:
        await near.next("welcome")
        async with two[1].listen(id, tokens[1]) as far, two[1].listen(id) as watcher:
            await watcher.next("welcome")
            while (now := await near.next("present")) and (now["seats"], now["watching"]) != ([0, 1], 1):
                pass
            room = two[1].hall.tables.rooms[id]
            await until(lambda: room.present().seats == [0, 1])
            await far.socket.close()
            while (await near.next("present"))["seats"] != [0]:
                pass


async def test_bots_think_at_one_process_and_go_on_when_it_is_gone(postgres: str) -> None:
    async with fresh_database(postgres) as address, house(address) as one:
        async with house(address) as other:
            made = await other.create("me", "random", "random")
            id, token = made["id"], made["seats"][0]["token"]
            await until(lambda: match(other, id).state.to_move == 0)
            await one.table(id)
            other.hall.thinkers.wake = lambda room: None  # type: ignore[method-assign]  # it never comes to it
            while (now := await other.table(id, token))["to_move"] == 0:
                await other.ask(id, token, do=now["choices"][0], after=now["version"])
            await until(lambda: match(one, id).version == now["version"])
            assert one.hall.tables.rooms[id].thinking is None, "the other process sees to it"
        async with asyncio.timeout(60):
            while (await one.table(id))["to_move"] != 0:
                await asyncio.sleep(0.02)


async def test_bots_alone_play_for_who_looks_on_at_another_process(two: tuple[House, House]) -> None:
    made = await two[0].create("random", "random", "random")
    two[0].hall.tables.rooms[made["id"]].looked = -1000.0  # nobody looks there any more
    async with asyncio.timeout(60):
        while (await two[1].table(made["id"]))["status"] != "over":
            await asyncio.sleep(0.05)
    assert {match(each, made["id"]).driver for each in two} == {two[0].hall.store.name}


async def test_a_queued_turn_is_played_once_and_not_after_it_was_cancelled(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    id, tokens, me = await others_turn(two[0])
    step = (await two[0].table(id))["step"]
    told = await queued(two[1], id, tokens[me])
    await turn_passes(two[0], id, tokens, me)
    wanted = [" ".join(map(str, each)) for each in told["turn"]]
    await until(lambda: all(len(own_rows(served, id, me, step)) >= len(wanted) for served in two))
    assert [own_rows(served, id, me, step) for served in two] == [wanted, wanted]
    # cancelled here, and played there by who has not heard of that
    step, me = len(match(two[0], id).standing), (match(two[0], id).state.to_move + 1) % 3
    await queued(two[1], id, tokens[me])
    await until(lambda: match(two[0], id).queued.get(me))
    kept = match(two[0], id).queued[me]
    monkeypatch.setattr(two[0].hall.spread, "_look", nothing)
    assert (await two[1].ask(id, tokens[me], queue=0, after=0)).json()["turn"] == []
    assert match(two[0], id).queued[me] is kept
    await turn_passes(two[0], id, tokens, me)
    await until(lambda: me not in match(two[0], id).queued)
    assert own_rows(two[0], id, me, step) == []


async def nothing(*_: Any) -> None:
    pass


async def test_who_leads_is_followed_at_the_other_process(two: tuple[House, House]) -> None:
    id, tokens = await two[0].people(3)
    for token in tokens:
        assert (await two[0].ask(id, token, agree="end")).is_success
    async with two[0].listen(id, tokens[0]) as leader, two[1].listen(id, tokens[1]) as follower:
        await follower.next("table")
        await leader.send(lead=True, key="l")
        assert (await follower.next("led"))["name"] == "Player 1"
        await leader.send(look={"page": "board", "step": 1})
        while (await follower.next("led"))["at"]["step"] != 1:
            pass
        await follower.send(lead=True, key="f")
        assert (await follower.next("refused"))["error"] == "consent"
        await leader.socket.close()
        assert (await follower.next("led"))["name"] is None


async def test_a_lost_ear_catches_up(two: tuple[House, House]) -> None:
    id, tokens = await two[0].people(3)
    async with two[1].listen(id) as ear:
        await ear.next("table")
        channel = two[1].hall.store.channel  # type: ignore[attr-defined]
        connection = await asyncpg.connect(channel.address)
        for _ in range(3):
            await connection.execute(HANG_UP, f"branchline {channel.name}")
            seat, now = await two[0].mover(id, tokens)
            done = await two[0].ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
            await version(ear, done.json()["version"])
        # and while nothing can be heard at all, what is new is looked for
        address, channel.address = channel.address, "postgresql://nobody@127.0.0.1:1/none"
        await connection.execute(HANG_UP, f"branchline {channel.name}")
        await connection.close()
        await until(channel.deaf)
        for _ in range(2):
            seat, now = await two[0].mover(id, tokens)
            done = await two[0].ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
            await version(ear, done.json()["version"])
        assert channel.deaf()
        channel.address = address
        await until(lambda: not channel.deaf())
        # and the others, who took the deaf one for gone, hear again who is at the table there
        await until(lambda: two[0].hall.tables.rooms[id].present().watching == 1)
