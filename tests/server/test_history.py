"""What has happened: any step, since your last turn, chat, notes, and the record only at the end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.processes import PATIENCE
from tests.server.house import House, house


async def some_moves(served: House, id: str, tokens: list[str], count: int) -> list[tuple[int, Any]]:
    """Play on and return (seat, what that seat saw before it moved)."""
    seen = []
    for _ in range(count):
        seat, now = await served.mover(id, tokens)
        seen.append((seat, now))
        trade = [each for each in now["choices"] if each[0] == "trade" and each[3] == 2]
        await served.ask(id, tokens[seat], do=(trade or now["choices"])[0], after=now["version"])
    return seen


async def test_any_step_can_be_looked_at_as_one_saw_it_then(served: House) -> None:
    id, tokens = await served.people()
    seen = await some_moves(served, id, tokens, 6)
    for seat, then in seen:
        again = await served.table(id, tokens[seat], at=then["step"])
        assert again["view"] == then["view"]
        assert again["version"] == then["version"]
        assert again["choices"] == []
    assert (await served.table(id, at=0))["step"] == 0
    last = (await served.table(id))["step"]
    for bad in (last + 1, 10**12):
        found = await served.get(f"/api/tables/{id}", at=bad)
        assert (found.status_code, found.json()["error"]) == (404, "unknown")
    for bad in ("-1", "x", "1e3", "٣", ""):
        assert (await served.get(f"/api/tables/{id}", at=bad)).json()["error"] == "bad-message"


async def test_the_log_shows_each_what_they_may_know(served: House) -> None:
    id, tokens = await served.people()
    await some_moves(served, id, tokens, 4)
    mine = (await served.get(f"/api/tables/{id}/log", tokens[0])).json()["rows"]
    deals = [row["action"] for row in mine if row["action"][0] == "deal"]
    assert len(deals) == 30
    assert all((action[2] == "?") == (action[1] != 0) for action in deals)
    watcher = (await served.get(f"/api/tables/{id}/log")).json()["rows"]
    assert all(row["action"][2] == "?" for row in watcher if row["action"][0] == "deal")
    assert any("buys" in line for row in watcher for line in row["lines"])
    assert "digest" not in mine[0]


async def test_since_your_last_turn(served: House) -> None:
    id, tokens = await served.people()
    seen = await some_moves(served, id, tokens, 4)
    first = seen[0][0]  # has moved first and last
    since = (await served.get(f"/api/tables/{id}/log", tokens[first], since="turn")).json()["rows"]
    assert since == []
    second = seen[1][0]
    since = (await served.get(f"/api/tables/{id}/log", tokens[second], since="turn")).json()["rows"]
    assert [row["seat"] for row in since] == [seen[2][0], seen[3][0]]
    step = (await served.table(id))["step"]
    assert len((await served.get(f"/api/tables/{id}/log", since=step - 3)).json()["rows"]) == 3
    assert (await served.get(f"/api/tables/{id}/log", since="x")).json()["error"] == "bad-message"


async def test_the_record_leaves_only_after_the_end(served: House) -> None:
    id, tokens = await served.people()
    for token in (None, tokens[0]):
        early = await served.get(f"/api/tables/{id}/record", token)
        assert (early.status_code, early.json()["error"]) == (403, "secret")
    for seat, token in enumerate(tokens):
        await served.ask(id, token, drive=seat, bot="random")
    async with asyncio.timeout(PATIENCE):
        while (await served.table(id))["status"] != "over":
            await asyncio.sleep(0.05)
    record = await served.get(f"/api/tables/{id}/record")
    assert record.status_code == 200 and record.text.startswith("format 1\n")
    assert "attachment" in record.headers["content-disposition"]
    rows = (await served.get(f"/api/tables/{id}/log")).json()["rows"]
    assert not any("?" in row["action"] for row in rows)
    # and it can be imported again, by people who only want to look
    made = await served.create("me", "me", "me", record=record.text)
    assert (await served.table(made["id"]))["status"] == "over"


async def test_chat_and_notes(tmp_path: Path) -> None:
    async with house(tmp_path / "t.db") as served:
        id, tokens = await served.people()
        before = await served.table(id)
        async with served.listen(id) as watcher, served.listen(id, tokens[1]) as one:
            await watcher.next("table")
            await one.send(chat="<script>alert(1)</script> Grüße", key="c")
            line = await watcher.next("said")
            assert (line["seat"], line["text"]) == (1, "<script>alert(1)</script> Grüße")
            assert (await one.next("done"))["key"] == "c"
            await one.send(note="they are after red", key="n")
            await one.next("done")
        assert (await served.ask(id, None, chat="me too")).json()["error"] == "not-yours"
        for bad in ("", "x" * 501, "a\x00b"):
            assert (await served.ask(id, tokens[0], chat=bad)).json()["error"] == "bad-message"
        # a line of chat makes nobody's move stale
        assert (await served.table(id))["version"] == before["version"]
        seat, now = await served.mover(id, tokens)
        assert (await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])).is_success
    async with house(tmp_path / "t.db") as served:
        for token, note in ((tokens[1], "they are after red"), (tokens[0], ""), (None, "")):
            async with served.listen(id, token) as ear:
                welcome = await ear.next("welcome")
            assert welcome["note"] == note
            assert [line["text"] for line in welcome["chat"]] == ["<script>alert(1)</script> Grüße"]


async def test_who_comes_back_gets_the_same_message(served: House) -> None:
    id, tokens = await served.people()
    await some_moves(served, id, tokens, 3)
    found = []
    for _ in range(2):
        async with served.listen(id, tokens[0]) as ear:
            found.append(await ear.next("table"))
        served.hall.tables.rooms.clear()  # from memory, then from the store
    assert found[0] == found[1]


async def test_scripts_wait_for_the_next_version(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    waiting = asyncio.create_task(served.table(id, after=now["version"], wait=20))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
    assert (await waiting)["version"] > now["version"]
    assert (await served.table(id, after=0, wait=20))["version"] > 0
