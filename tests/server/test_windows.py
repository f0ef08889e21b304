"""Links for watching: what a delay hides is in no message, and eyes are lent by consent alone."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from branchline.core.record import last_state, read
from branchline.core.voice import say
from branchline.games import load
from branchline.server import windows
from branchline.server.hall import Settings
from branchline.server.store import Unread
from tests.browser.chrome import at_part, played
from tests.processes import until
from tests.server.conftest import fresh_database
from tests.server.house import GENEROUS, Ear, House, Time, fixed_world, house
from tests.server.worlds import pairs

EVERYWHERE = ("", "/log", "/picture", "/position", "/ending", "/review", "/record", "/words", "/board")


async def act(served: House, id: str, tokens: list[str]) -> int:
    """Whoever is to move ends their turn, or does the first thing they may; returns the seat."""
    seat, now = await served.mover(id, tokens)
    done = next((each for each in now["choices"] if each == ["done"]), now["choices"][0])
    answer = await served.ask(id, tokens[seat], do=done, after=now["version"])
    assert answer.status_code == 200, answer.text
    return seat


async def turn(served: House, id: str, tokens: list[str]) -> None:
    """A whole turn."""
    seat = await act(served, id, tokens)
    while (await served.mover(id, tokens))[0] == seat:
        await act(served, id, tokens)


async def window(served: House, id: str, token: str | None, what: str, by: int) -> str:
    answer = (await served.ask(id, token, window=what, by=by)).json()
    assert answer["type"] == "opened", answer
    return str(answer["id"])


async def everything(served: House, id: str, step: int) -> bytes:
    """All that can be had by an address, also by asking for what is newer."""
    said = []
    for part in EVERYWHERE:
        for query in ({}, {"at": step}, {"at": step - 1}, {"text": 1}, {"since": 0}):
            said.append((await served.get(f"/api/tables/{id}{part}", **query)).content)
    for question in ({"hint": True}, {"why": step}, {"review": True}, {"chat": "hello"}, {"join": 0}):
        said.append((await served.ask(id, None, **question)).content)
    return b"\n".join(said)


async def test_so_many_turns_later(served: House) -> None:
    id, tokens = await served.people(3)
    late = await window(served, id, tokens[0], "turns", 2)
    begun = (await served.table(id))["step"]
    ends = [begun]
    async with served.listen(late) as ear:
        for number in range(8):
            await served.ask(id, tokens[0], chat=f"secret-{number}")
            await turn(served, id, tokens)
            ends.append((await served.table(id))["step"])
            now = await served.table(late)
            assert now["step"] == ends[max(0, number - 1)], "two turns are missing"
            assert now["late"] and now["version"] < (await served.table(id))["version"]
            said = await everything(served, late, ends[-1])
            assert f"secret-{number}".encode() not in said and id.encode() not in said
            assert (await served.get(f"/api/tables/{late}", at=now["step"] + 1)).status_code == 404
        await served.hall.pass_time()
        heard = await all_heard(ear)
    steps = [each["step"] for each in heard if each["type"] == "table"]
    assert steps[0] == begun and max(steps) <= ends[-3]
    text = json.dumps(heard)
    assert id not in text and "secret-7" not in text and "secret-6" not in text


async def all_heard(ear: Ear) -> list[Any]:
    """What a WebSocket has brought so far."""
    found: list[Any] = []
    await ear.send(chat="the last", key="last")
    while True:
        told = json.loads(await ear.socket.recv())
        if told.get("key") == "last":
            assert told["error"] == "not-yours"
            return found
        found.append(told)


async def test_so_many_minutes_later(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path / "t.db", Settings(GENEROUS, world=fixed_world(time=time))) as served:
        id, tokens = await served.people(3)
        late = await window(served, id, tokens[1], "minutes", 10)
        assert (await served.table(late))["step"] == 0, "not even the deal"
        seen: list[tuple[float, int]] = []
        async with served.listen(late) as ear:
            for _ in range(12):
                seen.append((time.now, (await served.table(id))["step"]))
                time.now += 181
                await served.hall.pass_time()
                now = await served.table(late)
                due = max((step for at, step in seen if at <= time.now - 600), default=0)
                assert now["step"] <= due, "nothing that is less than ten minutes old"
                await turn(served, id, tokens)
            time.now += 601
            await served.hall.pass_time()
            last = (await served.table(id))["step"]
            while (await ear.next("table"))["step"] != last:
                pass
        assert (await served.table(late))["step"] == last


async def test_the_end_is_not_kept_from_who_waits_for_turns(served: House) -> None:
    id, tokens = await served.people(3)
    late = await window(served, id, tokens[0], "turns", 5)
    for token in tokens:
        await served.ask(id, token, agree="end")
    assert (await served.table(late))["status"] == "ended"


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "t.db")
        return
    async with fresh_database(request.getfixturevalue("postgres")) as found:
        yield found


async def test_links_outlast_a_restart(database: str) -> None:
    async with house(database) as served:
        id, tokens = await served.people(3)
        late = await window(served, id, tokens[0], "turns", 2)
        for token in tokens:
            await served.ask(id, token, agree="eyes", seat=0)
        eyes = await window(served, id, tokens[0], "eyes", 0)
        for _ in range(3):
            await turn(served, id, tokens)
        before = [await served.table(each) for each in (late, eyes)]
    async with house(database) as served:
        after = [await served.table(each) for each in (late, eyes)]
        assert [each["view"] for each in after] == [each["view"] for each in before]
        assert after[1]["seat"] == 0 and after[1]["watched"] == [0]
        await served.ask(id, tokens[2], agree="eyes", seat=0, yes=False)
    async with house(database) as served:
        assert (await served.get(f"/api/tables/{eyes}")).status_code == 404


async def test_eyes_are_lent_by_everyone_seen_by_everyone_and_taken_back_by_anyone(served: House) -> None:
    id, tokens = await served.people(3)
    assert (await served.ask(id, tokens[0], window="eyes", by=0)).json()["error"] == "consent"
    assert (await served.ask(id, tokens[1], agree="eyes", seat=0)).json()["error"] == "consent", "not theirs"
    for seat in (0, 1):
        await served.ask(id, tokens[seat], agree="eyes", seat=0)
        assert (await served.table(id))["watched"] == []
        assert (await served.ask(id, tokens[0], window="eyes", by=0)).json()["error"] == "consent"
    await served.ask(id, tokens[2], agree="eyes", seat=0)
    assert (await served.table(id))["watched"] == [0], "a spectator sees it too"
    assert (await served.ask(id, tokens[1], window="eyes", by=0)).json()["error"] == "not-yours"
    eyes = await window(served, id, tokens[0], "eyes", 0)
    mine, theirs = await served.table(id, tokens[0]), await served.table(eyes)
    assert (theirs["seat"], theirs["view"], theirs["late"]) == (0, mine["view"], False)
    assert (await served.ask(eyes, None, do=["done"], after=mine["version"])).json()["error"] == "not-yours"
    # who plays here does not see another's hand by it
    rival = await served.table(eyes, tokens[1])
    assert rival["seat"] == 1 and rival["view"] == (await served.table(id, tokens[1]))["view"]
    async with served.listen(eyes) as ear:
        assert (await ear.next("table"))["seat"] == 0
        await served.ask(id, tokens[1], agree="eyes", seat=0, yes=False)
        now = await ear.next("table")
        assert (now["seat"], now["watched"]) == (None, []), "from that moment on"
        assert now["view"] == (await served.table(id))["view"]
    assert (await served.get(f"/api/tables/{eyes}")).json()["text"] == "This link shows nothing any more."
    # agreed to again, the old link stays void
    for token in tokens:
        await served.ask(id, token, agree="eyes", seat=0)
    assert (await served.table(id))["watched"] == [0]
    assert (await served.get(f"/api/tables/{eyes}")).status_code == 404


async def test_alone_with_bots_nobody_has_to_agree(served: House) -> None:
    made = await served.create("me", "casual", "casual", record=at_part(played("sncf-france", 3), 0.5))
    id, token = made["id"], made["seats"][0]["token"]
    assert (await served.ask(id, None, window="eyes", by=0)).json()["error"] == "not-yours"
    assert (await served.ask(id, token, window="eyes", by=1)).json()["error"] == "not-yours"
    async with served.listen(id) as ear:
        assert (await ear.next("table"))["watched"] == []
        eyes = await window(served, id, token, "eyes", 0)
        assert (await ear.next("table"))["watched"] == [0], "who looks on sees that it is so"
    mine, theirs = await served.table(id, token), await served.table(eyes)
    assert (theirs["seat"], theirs["view"]) == (0, mine["view"])
    # a person who takes a bot's place has not agreed
    await served.ask(id, token, agree="person", seat=1)
    link = (await served.ask(id, made["host"], hand=1)).json()["token"]
    assert (await served.ask(id, None, join=None, token=link, name="Jo")).json()["type"] == "sat"
    assert (await served.table(id))["watched"] == []
    assert (await served.get(f"/api/tables/{eyes}")).status_code == 404
    assert (await served.ask(id, token, window="eyes", by=0)).json()["error"] == "consent"


async def test_who_comes_later_has_not_agreed(served: House) -> None:
    made = await served.create("me", "me", "casual")
    id, tokens = made["id"], [seat["token"] for seat in made["seats"]]
    for token in tokens:
        await served.ask(id, token, agree="eyes", seat=0)
    eyes = await window(served, id, tokens[0], "eyes", 0)
    link = (await served.ask(id, tokens[1], hand=1)).json()["token"]
    assert (await served.table(id))["watched"] == [0]
    assert (await served.ask(id, None, join=1, token=link, name="Jo")).json()["type"] == "sat"
    assert (await served.table(id))["watched"] == []
    assert (await served.get(f"/api/tables/{eyes}")).status_code == 404


async def test_lent_eyes_see_no_other_secret(tmp_path: Path) -> None:
    """Two tables that differ only in what the lent seat may not know say the same by its link."""
    game = load("sncf-france")
    records = pairs(game, 3, 1, "windows", steps=12)
    assert last_state(game, read(records[0])) != last_state(game, read(records[1]))
    said: list[list[bytes]] = []
    for name, record in zip("ab", records, strict=True):
        (tmp_path / name).mkdir()
        async with house(tmp_path / name / "t.db", Settings(GENEROUS, world=fixed_world())) as served:
            made = await served.create("me", "me", "me", record=record)
            id, tokens = made["id"], [seat["token"] for seat in made["seats"]]
            for token in (tokens[1], tokens[0], tokens[2]):
                await served.ask(id, token, agree="eyes", seat=1)
            eyes = await window(served, id, tokens[1], "eyes", 1)
            late = await window(served, id, tokens[1], "turns", 1)
            parts = [f"/api/tables/{each}{part}" for each in (eyes, late) for part in EVERYWHERE]
            said.append([(await served.get(part, at=14)).content for part in parts])
            said[-1] += [(await served.get(part)).content for part in parts]
    assert said[0] == said[1]


async def test_a_repeated_key_gets_the_same_link_and_there_are_not_too_many(served: House) -> None:
    id, tokens = await served.people(3)
    asked = [
        (await served.ask(id, tokens[0], window="turns", by=3, key="k" * 20)).json()["id"] for _ in range(2)
    ]
    assert asked[0] == asked[1]
    match = served.hall.tables.rooms[id].match
    assert len(match.panes.links) == 1
    for _ in range(19):
        await window(served, id, tokens[0], "minutes", 1)
    assert (await served.ask(id, tokens[0], window="turns", by=3)).json()["error"] == "too-many"
    assert (await served.ask(id, None, window="turns", by=3)).json()["error"] == "not-yours"
    assert (await served.ask(id, tokens[0], window="turns", by=0)).json()["error"] == "bad-message"


async def test_a_delay_that_nobody_looks_through_is_forgotten(served: House) -> None:
    id, tokens = await served.people(3)
    late = await window(served, id, tokens[0], "turns", 2)
    async with served.listen(late) as ear:
        await ear.next("table")
        await served.hall.pass_time()
        assert late in served.hall.tables.delayed
    await until(lambda: not served.hall.tables.delayed[late].listeners)
    await served.hall.pass_time()
    assert late not in served.hall.tables.delayed


async def test_links_with_a_delay_are_closed_and_eyes_are_not(served: House) -> None:
    id, tokens = await served.people(3)
    await lend(served, id, tokens)
    late = await window(served, id, tokens[0], "turns", 2)
    eyes = await window(served, id, tokens[0], "eyes", 0)
    assert (await served.ask(id, None, window="closed")).json()["error"] == "not-yours"
    async with served.listen(late) as ear:
        await ear.next("table")
        closed = (await served.ask(id, tokens[1], window="closed", key="c")).json()
        assert (closed["type"], closed["id"]) == ("opened", "")
        assert (await served.ask(id, tokens[1], window="closed", key="c")).json() == closed
        await served.hall.pass_time()
        assert late not in served.hall.tables.delayed, "who looked through it is sent away"
    gone = await served.get(f"/api/tables/{late}")
    assert (gone.status_code, gone.json()["text"]) == (404, say("server.link-closed"))
    assert (await served.get(f"/api/tables/{eyes}")).status_code == 200


async def test_what_was_said_is_heard_when_it_is_due(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path / "t.db", Settings(GENEROUS, world=fixed_world(time=time))) as served:
        id, tokens = await served.people(3)
        late = await window(served, id, tokens[0], "minutes", 1)
        await served.ask(id, tokens[0], chat="hello")
        async with served.listen(late) as ear:
            assert (await ear.next("welcome"))["chat"] == []
            time.now += 61
            await served.hall.pass_time()
            assert (await ear.next("said"))["text"] == "hello"


async def lend(served: House, id: str, tokens: list[str]) -> None:
    for token in tokens:
        await served.ask(id, token, agree="eyes", seat=0)
    assert (await served.table(id))["watched"] == [0]


async def test_who_stayed_on_an_old_link_does_not_see_again_when_all_agree_again(served: House) -> None:
    id, tokens = await served.people(3)
    await lend(served, id, tokens)
    old = await window(served, id, tokens[0], "eyes", 0)
    async with served.listen(old) as ear:
        assert (await ear.next("table"))["seat"] == 0
        await served.ask(id, tokens[1], agree="eyes", seat=0, yes=False)
        await lend(served, id, tokens)
        new = await window(served, id, tokens[0], "eyes", 0)
        await act(served, id, tokens)
        seen = [(await ear.next("table"))["seat"]]
        while (last := await ear.next("table"))["step"] < (await served.table(id))["step"]:
            seen.append(last["seat"])
        assert {*seen, last["seat"]} == {None}
        assert (await served.table(new))["seat"] == 0


async def test_turns_that_were_taken_back_are_not_waited_for(served: House) -> None:
    """The delay is counted in turns that stand: going to and fro shows nothing newer."""
    id, tokens = await served.people(3)
    late = await window(served, id, tokens[0], "turns", 1)
    await turn(served, id, tokens)
    before = (await served.table(id))["step"]
    await turn(served, id, tokens)
    assert (await served.table(late))["step"] == before
    seat, now = await served.mover(id, tokens)
    build = next(each for each in now["choices"] if each[0] == "build")
    await served.ask(id, tokens[seat], do=build, after=now["version"])
    then = await served.table(id, tokens[seat])
    back = await served.ask(id, tokens[seat], takeback=then["takeback"], after=then["version"])
    assert back.status_code == 200, back.text
    assert (await served.table(late))["step"] == before


async def test_no_is_heard_at_any_time(served: House) -> None:
    """After the end, and from somebody who has just said a lot."""
    id, tokens = await served.people(3)
    await lend(served, id, tokens)
    for number in range(6):
        await served.ask(id, tokens[1], chat=f"line {number}")
    for token in tokens:
        await served.ask(id, token, agree="end")
    assert (await served.table(id))["status"] == "ended"
    assert (await served.ask(id, tokens[1], agree="eyes", seat=0, yes=False)).json()["type"] == "done"
    assert (await served.table(id))["watched"] == []


async def test_whoever_has_gone_does_not_agree_any_more(served: House) -> None:
    id, tokens = await served.people(3)
    for seat in (0, 1):
        await served.ask(id, tokens[seat], agree="eyes", seat=0)
    link = (await served.ask(id, tokens[1], hand=1)).json()["token"]
    assert (await served.ask(id, None, join=1, token=link, name="Jo")).json()["type"] == "sat"
    await served.ask(id, tokens[2], agree="eyes", seat=0)
    assert (await served.table(id))["watched"] == []


async def test_a_database_that_is_away_does_not_stop_the_clock(served: House) -> None:
    id, tokens = await served.people(3)
    late = await window(served, id, tokens[0], "turns", 1)
    async with served.listen(late) as ear:
        await ear.next("table")
        real, served.hall.tables.store.read = served.hall.tables.store.read, broken  # type: ignore[method-assign]
        try:
            await windows.go_on(served.hall.tables)
        finally:
            served.hall.tables.store.read = real  # type: ignore[method-assign]
        assert len(served.hall.tables.delayed) == 1


async def broken(query: str, *values: Any) -> list[tuple[Any, ...]]:
    raise Unread
