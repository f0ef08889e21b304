"""Absent people, and what people ask each other for, on a clock that the test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from branchline.server.clocks import DAY
from branchline.server.hall import Settings
from branchline.server.spoken import aloud
from tests.processes import until
from tests.server.house import GENEROUS, House, Time, fixed_world, house

Timed = tuple[House, Time]


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Timed]:
    time = Time()
    async with house(tmp_path / "t.db", Settings(GENEROUS, world=fixed_world(time=time))) as served:
        yield served, time


async def wishes(served: House, id: str) -> list[tuple[str, int | None, list[int]]]:
    return [(wish["what"], wish["seat"], wish["agreed"]) for wish in (await served.table(id))["wishes"]]


async def with_host(served: House, **more: Any) -> tuple[str, list[str], str]:
    made = await served.create("me", "me", "me", **more)
    return made["id"], [seat["token"] for seat in made["seats"]], made["host"]


# --- a bot for an absent person


async def test_the_host_replaces_who_is_absent_and_they_return(timed: Timed) -> None:
    served, time = timed
    id, tokens, host = await with_host(served)
    late, _ = await served.mover(id, tokens)
    time.now += 3599
    early = await served.ask(id, host, agree="bot", seat=late)
    assert early.json()["error"] == "consent" and "60 minutes" in early.json()["text"]
    time.now += 2
    waits = (late + 1) % 3  # it is not their turn: nobody waits for them
    assert (await served.ask(id, host, agree="bot", seat=waits)).json()["error"] == "consent"
    assert (await served.ask(id, None, agree="bot", seat=late)).json()["error"] == "not-yours"
    async with served.listen(id) as watcher:
        await watcher.next("table")
        assert (await served.ask(id, host, agree="bot", seat=late)).is_success
        assert "a bot plays for them until they return" in (await watcher.next("said"))["text"]
    assert (await served.table(id))["seats"][late]["bot"] == "casual"
    assert (await served.table(id, tokens[late]))["seat"] == late  # it is theirs as before
    assert (await served.ask(id, tokens[late], drive=late)).is_success
    assert (await served.table(id))["seats"][late]["bot"] is None


async def test_a_vote_replaces_who_is_absent_but_nobody_who_is_there(timed: Timed) -> None:
    served, time = timed
    id, tokens = await served.people()
    late, _ = await served.mover(id, tokens)
    one = next(seat for seat in range(3) if seat != late)
    time.now += 3601
    async with served.listen(id, tokens[late]) as ear:  # they are only slow
        await ear.next("table")
        assert (await served.ask(id, tokens[one], agree="bot", seat=late)).json()["error"] == "consent"
    time.now += 3601
    assert (await served.ask(id, tokens[one], agree="bot", seat=late)).is_success
    assert (await served.table(id))["seats"][late]["bot"] == "casual"  # the third was not there to ask


async def test_everyone_who_is_there_is_asked(timed: Timed) -> None:
    served, time = timed
    id, tokens = await served.people()
    late, _ = await served.mover(id, tokens)
    one, two = (seat for seat in range(3) if seat != late)
    time.now += 3601
    async with served.listen(id, tokens[two]) as ear:
        await ear.next("table")
        assert (await served.ask(id, tokens[one], agree="bot", seat=late)).is_success
        assert await wishes(served, id) == [("bot", late, [one])]
        served.hall.tables.rooms[id].match.lost = True  # and what was asked for is in the store
        assert await wishes(served, id) == [("bot", late, [one])]
        assert (await served.table(id))["seats"][late]["bot"] is None
        assert (await served.ask(id, tokens[two], agree="bot", seat=late)).is_success
        assert (await served.table(id))["seats"][late]["bot"] == "casual"
        assert await wishes(served, id) == []


async def test_by_the_day_a_bot_stands_in_unless_the_table_wants_to_wait(timed: Timed) -> None:
    served, time = timed
    found = {}
    for absent in (None, ""):
        more: dict[str, Any] = {} if absent is None else {"absent": absent}
        id, tokens = await served.people(tempo={"kind": "days", "days": 2}, **more)
        found[absent] = id, (await served.mover(id, tokens))[0]
    time.now += 2 * DAY + 1
    await served.hall.pass_time()
    (id, seat), (patient, other) = found[None], found[""]
    assert (await served.table(id))["seats"][seat]["bot"] == "casual"
    assert (await served.table(patient))["seats"][other]["bot"] is None


# --- more time


@pytest.mark.parametrize(
    ("tempo", "more"),
    [({"kind": "live", "seconds": 400, "increment": 0}, 100), ({"kind": "days", "days": 2}, 2 * DAY)],
)
async def test_more_time_when_the_others_agree(timed: Timed, tempo: dict[str, Any], more: float) -> None:
    served, _ = timed
    id, tokens = await served.people(tempo=tempo)
    mover, before = await served.mover(id, tokens)
    one, two = (seat for seat in range(3) if seat != mover)
    assert (await served.ask(id, tokens[mover], agree="time", seat=mover)).is_success
    assert (await served.ask(id, tokens[one], agree="time", seat=mover)).is_success
    assert (await served.table(id))["clock"] == before["clock"]
    assert (await served.ask(id, tokens[two], agree="time", seat=mover)).is_success
    for _ in range(2):
        clock = (await served.table(id))["clock"]
        assert clock["deadline"] == before["clock"]["deadline"] + more
        served.hall.tables.rooms.clear()  # the same from the store
    assert await wishes(served, id) == []


async def test_against_bots_time_is_given_at_once_and_without_a_clock_never(timed: Timed) -> None:
    served, _ = timed
    tempo = {"kind": "live", "seconds": 400, "increment": 0}
    made = await served.create("me", "random", "random", tempo=tempo)
    me = made["seats"][0]["token"]
    assert (await served.ask(made["id"], me, agree="time", seat=0)).is_success
    assert (await served.table(made["id"]))["clock"]["left"][0] == 500
    id, tokens = await served.people()
    refused = await served.ask(id, tokens[0], agree="time", seat=0)
    assert "no clock" in refused.json()["text"]


# --- an agreed end


async def test_an_absent_person_cannot_block_the_end(timed: Timed) -> None:
    served, time = timed
    id, tokens = await served.people()
    for token in tokens[:2]:
        assert (await served.ask(id, token, agree="end")).is_success
    time.now += DAY - 1
    await served.hall.pass_time()
    assert (await served.table(id))["status"] == "playing"
    time.now += 2
    served.hall.tables.rooms.clear()  # nobody has the table open
    await served.hall.pass_time()
    assert (await served.table(id))["status"] == "ended"


@pytest.mark.parametrize("early", [True, False])
async def test_nobody_is_ended_behind_their_back(timed: Timed, early: bool) -> None:
    """A bot that plays for somebody agrees to nothing, and whoever looks in within the day is not absent."""
    served, time = timed
    id, tokens = await served.people()
    assert (await served.ask(id, tokens[2], drive=2, bot="random")).is_success
    for token in tokens[:2]:
        assert (await served.ask(id, token, agree="end")).is_success
    assert (await served.table(id))["status"] == "playing"
    time.now += 10 if early else DAY - 10
    await served.table(id, tokens[2])  # back for a look
    time.now += DAY - 10 if early else 10
    time.now += 1
    await served.hall.pass_time()
    assert (await served.table(id))["status"] == "playing"
    assert await wishes(served, id) == []  # it has lapsed


async def test_one_no_is_enough(timed: Timed) -> None:
    served, time = timed
    id, tokens = await served.people()
    for token in tokens[:2]:
        assert (await served.ask(id, token, agree="end")).is_success
    async with served.listen(id) as watcher:
        await watcher.next("table")
        assert (await served.ask(id, tokens[2], agree="end", yes=False)).is_success
        assert (await watcher.next("said"))["text"] == "Player 3 does not agree."
    assert await wishes(served, id) == []
    time.now += 2 * DAY
    await served.hall.pass_time()
    assert (await served.table(id))["status"] == "playing"


async def test_who_no_longer_agrees_or_plays_does_not_count(timed: Timed) -> None:
    served, _ = timed
    id, tokens = await served.people()
    await served.ask(id, tokens[0], agree="end")
    await served.ask(id, tokens[0], agree="end", yes=False)
    assert await wishes(served, id) == []
    for token in tokens[1:]:
        await served.ask(id, token, agree="end")
    assert (await served.ask(id, None, agree="end")).json()["error"] == "not-yours"
    assert (await served.table(id))["status"] == "playing"
    assert (await served.ask(id, tokens[0], concede=0)).is_success
    assert (await served.ask(id, tokens[1], agree="end")).is_success
    assert (await served.table(id))["status"] == "ended"


async def test_wishes_that_cannot_be_are_refused_with_a_sentence(timed: Timed) -> None:
    served, _ = timed
    id, tokens = await served.people()
    for question, text in (
        ({"agree": "bot"}, "say which by 'seat'"),
        ({"agree": "time", "seat": 9}, "say which by 'seat'"),
        ({"agree": "person", "seat": 1}, "is no bot"),
        ({"agree": "peace"}, "Invalid enum value"),
        ({"agree": True}, "Expected `str`"),
    ):
        found = await served.ask(id, tokens[0], **question)
        assert found.status_code in (400, 403) and text in found.json()["text"], found.text
    assert await wishes(served, id) == []


async def test_a_look_counts_also_when_the_table_has_slept_since(timed: Timed) -> None:
    served, time = timed
    id, tokens = await served.people()
    for token in tokens[:2]:
        assert (await served.ask(id, token, agree="end")).is_success
    kinds: list[str] = []
    for _ in range(6):
        time.now += 3600 * 2
        for _ in range(3):
            await served.table(id, tokens[2])
        kinds = [row.kind for row in served.hall.tables.rooms[id].match.rows if row.seat == 2]
        served.hall.tables.rooms.clear()  # the room has gone to sleep
    assert kinds.count("look") == 6  # one for each hour in which they looked
    time.now += DAY
    await served.hall.pass_time()
    assert (await served.table(id))["status"] == "playing"
    assert await wishes(served, id) == []


async def test_who_was_there_when_it_was_asked_has_seen_it(timed: Timed) -> None:
    served, time = timed
    id, tokens = await served.people()
    async with served.listen(id, tokens[2]) as ear:
        await ear.next("table")
        for token in tokens[:2]:
            assert (await served.ask(id, token, agree="end")).is_success
        time.now += 60
    await until(lambda: any(row.kind == "look" for row in served.hall.tables.rooms[id].match.rows))
    served.hall.tables.rooms.clear()
    time.now += DAY
    await served.hall.pass_time()
    assert (await served.table(id))["status"] == "playing"


async def test_nobody_gives_themselves_time_behind_the_others_backs(timed: Timed) -> None:
    served, time = timed
    id, tokens = await served.people(tempo={"kind": "live", "seconds": 4000, "increment": 0})
    mover, before = await served.mover(id, tokens)
    time.now += 121  # everyone else is absent by now
    refused = await served.ask(id, tokens[mover], agree="time", seat=mover)
    assert refused.json()["error"] == "consent" and "Nobody else is here" in refused.json()["text"]
    assert (await served.table(id))["clock"] == before["clock"]
    one = (mover + 1) % 3
    await served.table(id, tokens[one])  # one of them is back, and is asked
    assert (await served.ask(id, tokens[mover], agree="time", seat=mover)).is_success
    assert (await served.table(id))["clock"] == before["clock"]
    assert (await served.ask(id, tokens[one], agree="time", seat=mover)).is_success
    assert (await served.table(id))["clock"]["left"][mover] == 5000


async def test_a_no_needs_a_question(timed: Timed) -> None:
    served, _ = timed
    id, tokens = await served.people()
    rows = len(served.hall.tables.rooms[id].match.rows)
    refused = await served.ask(id, tokens[0], agree="end", yes=False)
    assert refused.json()["error"] == "consent" and "nothing to say no to" in refused.json()["text"]
    assert len(served.hall.tables.rooms[id].match.rows) == rows


async def test_the_table_speaks_of_somebody_at_the_pace_of_a_chat(timed: Timed) -> None:
    served, time = timed
    id, tokens, host = await with_host(served)
    assert (await served.ask(id, host, mute=1)).is_success
    found = []
    for number in range(4):
        found.append(await served.ask(id, tokens[1], name=f"Ben {number}"))
        found.append(await served.ask(id, tokens[1], drive=1, bot="random"))
    assert [each.is_success for each in found] == [True] * 5 + [False] * 3
    assert found[-1].json()["error"] == "too-many"
    await served.ask(id, tokens[0], agree="end")
    assert (await served.ask(id, tokens[1], agree="end", yes=False)).json()["error"] == "too-many"
    said = [aloud(row.body) for row in served.hall.tables.rooms[id].match.rows if row.kind == "say"]
    assert "is now called" in said[0] and len(said) == 5
    time.now += 11
    assert (await served.ask(id, tokens[1], agree="end", yes=False)).is_success
