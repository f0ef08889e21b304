"""Keys: what was asked once is done once, and a key means one question. And the chat's pace and mute."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from branchline.core.words import isolated
from branchline.server.hall import Settings
from tests.server.house import GENEROUS, House, Time, fixed_world, house

HEBREW = "\u05d3\u05df"


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[tuple[House, Time]]:
    time = Time()
    async with house(tmp_path / "t.db", Settings(GENEROUS, world=fixed_world(time=time))) as served:
        yield served, time


def state(served: House, id: str) -> bytes:
    """Everything that memory holds of a table's seats and log."""
    match = served.hall.tables.rooms[id].match
    return msgspec.json.encode([match.seats, match.rows, match.number, sorted(match.keys)])


async def test_a_key_with_another_question_is_refused(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    trades = [each for each in now["choices"] if each[0] == "trade"]
    token = tokens[seat]
    done = (await served.ask(id, token, do=trades[0], after=now["version"], key="k")).json()
    before = state(served, id)
    for question in (
        {"do": trades[1], "after": now["version"]},
        {"do": trades[0], "after": done["version"]},
        {"chat": "hello"},
        {"hand": seat},
        {"takeback": 0, "after": done["version"]},
        {"leave": seat},
        {"concede": seat},
        {"agree": "end"},
        {"name": "Zoë"},
    ):
        refused = await served.ask(id, token, **question, key="k")
        assert (refused.status_code, refused.json()["error"]) == (409, "key"), question
    assert state(served, id) == before
    again = await served.ask(id, token, do=trades[0], after=now["version"], key="k")
    assert again.json() == done
    served.hall.tables.rooms.clear()  # also by what is stored
    assert (await served.ask(id, token, chat="hello", key="k")).json()["error"] == "key"
    assert (await served.ask(id, token, do=trades[0], after=now["version"], key="k")).json() == done


@pytest.mark.parametrize(
    "question",
    [
        {"chat": "hello"},
        {"hand": 0},
        {"hand": 0, "device": True},
        {"name": "Zoë", "seat": 0},
        {"drive": 0, "bot": "random"},
        {"agree": "end"},
        {"leave": 0, "bot": "random"},
        {"concede": 0},
    ],
    ids=lambda each: " ".join(map(str, each)),
)
async def test_a_repeated_key_does_nothing_twice_and_is_answered_alike(
    tmp_path: Path, question: dict[str, Any]
) -> None:
    async with house(tmp_path / "t.db") as served:
        id, tokens = await served.people()
        first = (await served.ask(id, tokens[0], **question, key="k")).json()
        assert first["type"] in ("done", "sat") and first["key"] == "k"
        rows = len(await served.hall.store.read("rows", id))
        assert (await served.ask(id, tokens[0], **question, key="k")).json() == first
    async with house(tmp_path / "t.db") as served:
        assert (await served.ask(id, tokens[0], **question, key="k")).json() == first
        asked = [row for row in await served.hall.store.read("rows", id) if row[5].endswith(" k")]
        assert len(asked) == 1
        assert rows >= 1
        if "hand" in question:
            sat = await served.ask(id, None, join=None, token=first["token"])
            assert sat.json()["seat"] == 0


async def test_a_link_of_one_key_is_nobody_elses(served: House) -> None:
    id, tokens = await served.people()
    found = {(await served.ask(id, tokens[seat], hand=seat, key="k")).json()["token"] for seat in range(3)}
    other = await served.people()
    found.add((await served.ask(other[0], other[1][0], hand=0, key="k")).json()["token"])
    assert len(found) == 4


async def test_a_refused_hand_changes_nothing(served: House) -> None:
    async with httpx.AsyncClient(base_url=served.base) as anna:
        await anna.get("/")
        seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "friend"}]
        made = (await anna.post("/api/tables", json={"game": "bridgetown", "seats": seats})).json()
        path = f"/api/tables/{made['id']}"
        await anna.post(path, json={"join": None, "token": made["seats"][-1]["token"]})
        await anna.post(path, json={"concede": 0})
        before = state(served, made["id"])
        for question in ({"hand": 0}, {"hand": 0, "device": True}, {"hand": 9}):
            assert (await anna.post(path, json={**question, "key": "k"})).json()["type"] == "refused"
        for question in ({"hand": 0}, {"hand": 1}, {"hand": 1, "device": True}):
            assert (await served.ask(made["id"], None, **question)).json()["type"] == "refused"
        assert state(served, made["id"]) == before
        assert (await anna.get("/api/mine")).json()["tables"][0]["mine"] == [0, 1, 2]  # still theirs


# --- the chat


async def test_the_chat_has_a_pace(timed: tuple[House, Time]) -> None:
    served, time = timed
    id, tokens = await served.people()
    for number in range(5):
        assert (await served.ask(id, tokens[0], chat=f"line {number}")).is_success
    async with served.listen(id, tokens[0]) as ear:  # by another way, but the same person
        await ear.send(chat="line 6", key="six")
        assert (await ear.next("refused"))["error"] == "too-many"
    assert (await served.ask(id, tokens[1], chat="I too")).is_success
    time.now -= 5  # a clock that steps back locks nobody out
    assert (await served.ask(id, tokens[0], chat="x")).json()["error"] == "too-many"
    time.now += 16
    assert (await served.ask(id, tokens[0], chat="and on")).is_success


async def test_the_host_mutes_and_unmutes(served: House) -> None:
    made = await served.create("me", "me", "random")
    id, tokens = made["id"], [seat["token"] for seat in made["seats"]]
    assert (await served.ask(id, tokens[0], mute=1)).json()["error"] == "not-yours"
    assert (await served.ask(id, made["host"], mute=2)).json()["error"] == "not-yours"
    assert (await served.ask(id, made["host"], mute=1)).is_success
    assert (await served.table(id))["seats"][1]["muted"]
    silent = await served.ask(id, tokens[1], chat="hello?")
    assert (silent.status_code, silent.json()["error"]) == (403, "muted")
    assert (await served.ask(id, tokens[0], chat="quiet here")).is_success
    assert (await served.ask(id, made["host"], mute=1, yes=False)).is_success
    assert (await served.ask(id, tokens[1], chat="hello!")).is_success


# --- names


async def test_a_name_does_not_turn_the_words_around_it(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    assert (await served.ask(id, tokens[seat], name=HEBREW, seat=seat)).is_success
    trade = next(each for each in now["choices"] if each[0] == "trade")
    await served.ask(id, tokens[seat], do=trade, after=now["version"])
    shown = await served.table(id, text=1)
    assert any(f"\u2068{HEBREW}\u2069" in line for line in shown["lines"])
    assert shown["seats"][seat]["name"] == HEBREW  # as it was given
    for turning in ("\u202e", "\u2066", "\u2069", "\u202a"):
        assert (await served.ask(id, tokens[0], name=f"A{turning}b")).json()["error"] == "bad-message"
    assert isolated("Zoë 3") == "Zoë 3"
