"""Moves: do, try, propose, takeback, versions, keys and races."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from branchline import load
from branchline.core.record import last_state
from tests.server.house import House, house


async def stored(served: House, id: str) -> int:
    return len(await served.hall.store.read("rows", id))


async def test_a_move_reaches_everyone_as_their_own_whole_view(served: House) -> None:
    id, tokens = await served.people()
    seat, before = await served.mover(id, tokens)
    assert before["choices"] and before["seat"] == seat
    other = (seat + 1) % 3
    async with (
        served.listen(id, tokens[seat]) as mover,
        served.listen(id, tokens[other]) as friend,
        served.listen(id) as spectator,
    ):
        assert (await mover.next("welcome"))["seats"] == [seat]
        for ear in (mover, friend, spectator):
            assert (await ear.next("table"))["version"] == before["version"]
        action = next(each for each in before["choices"] if each[0] == "trade")
        await mover.send(do=action, after=before["version"], key="one")
        seen = [await ear.next("table") for ear in (mover, friend, spectator)]
    assert [each["seat"] for each in seen] == [seat, other, None]
    assert len({each["version"] for each in seen}) == 1
    assert seen[0]["version"] > before["version"]
    assert seen[0]["events"] == [["traded", seat, *action[1:]]]
    assert seen[0]["view"]["seats"][seat]["hand"] and not seen[1]["view"]["seats"][seat]["hand"]
    assert seen[2]["choices"] == []


async def test_every_move_of_bots_is_told_in_order_with_who_made_it(served: House) -> None:
    made = await served.create("me", "greedy", "greedy", "greedy")
    id, token = made["id"], made["seats"][0]["token"]
    async with served.listen(id, token) as ear:
        told = [await ear.next("table")]
        while {each["mover"] for each in told[1:]} != {0, 1, 2, 3}:
            last = told[-1]
            if last["choices"]:
                await ear.send(do=last["choices"][0], after=last["version"])
            told.append(await ear.next("table"))
    assert [each["began"] for each in told[1:]] == [each["step"] for each in told[:-1]]
    log = (await served.get(f"/api/tables/{id}/log", token)).json()["rows"]
    for each in told:
        past = await served.table(id, token, at=each["step"])
        rows = log[each["began"] : each["step"]]
        assert [line for row in rows for line in row["lines"]] == each["lines"] == past["lines"]
        assert [event for row in rows for event in row["events"]] == each["events"] == past["events"]
        assert (past["mover"], past["began"]) == (each["mover"], each["began"])
    start = await served.table(id, token, at=0)
    assert (start["mover"], start["began"], start["lines"]) == (None, 0, [])


async def test_a_refusal_has_one_shape_and_changes_nothing(served: House) -> None:
    id, tokens = await served.people()
    seat, before = await served.mover(id, tokens)
    rows = await stored(served, id)
    for question, error in (
        ({"do": ["fly"], "after": before["version"]}, "bad-action"),
        ({"do": ["trade", "red", "red", 1], "after": before["version"]}, "rule"),
        ({"do": ["done"], "after": 3}, "stale"),
        ({"try": [["fly"]]}, "bad-action"),
        ({"takeback": 0, "after": before["version"]}, "takeback"),
    ):
        found = (await served.ask(id, tokens[seat], **question)).json()
        assert set(found) == {"type", "error", "rule", "text", "values", "key"}, found
        assert (found["type"], found["error"]) == ("refused", error)
    other = await served.ask(id, tokens[(seat + 1) % 3], do=["done"], after=before["version"])
    assert (other.status_code, other.json()["error"]) == (403, "not-yours")
    watcher = await served.ask(id, None, do=["done"], after=before["version"])
    assert (watcher.status_code, watcher.json()["error"]) == (403, "not-yours")
    assert await stored(served, id) == rows
    assert await served.table(id, tokens[seat]) == before


async def test_of_two_moves_for_one_version_exactly_one_wins(served: House) -> None:
    id, tokens = await served.people()
    for _ in range(10):
        seat, now = await served.mover(id, tokens)
        rows = await stored(served, id)
        both = await asyncio.gather(
            *(served.ask(id, tokens[seat], do=each, after=now["version"]) for each in now["choices"][:2])
        )
        assert sorted(each.status_code for each in both) == [200, 409]
        loser = next(each.json() for each in both if each.status_code == 409)
        assert loser["error"] == "stale"
        fresh = loser["values"]["table"]
        assert fresh["version"] == (await served.table(id))["version"] > now["version"]
        assert fresh["seat"] == seat
        assert await stored(served, id) == rows + 1


async def test_the_database_decides_between_two_servers(tmp_path: Path) -> None:
    """Two processes with one file: the row that comes second is refused, and that table read anew."""
    async with house(tmp_path / "one.db") as first, house(tmp_path / "one.db") as second:
        id, tokens = await first.people()
        seat, now = await first.mover(id, tokens)
        await second.table(id)
        assert (await first.ask(id, tokens[seat], do=now["choices"][-1], after=now["version"])).is_success
        late = await second.ask(id, tokens[seat], do=now["choices"][-2], after=now["version"])
        assert (late.status_code, late.json()["error"]) == (409, "stale")
        assert late.json()["values"]["table"] == await first.table(id, tokens[seat])
        assert (await second.table(id))["version"] == (await first.table(id))["version"]


async def test_a_repeated_key_answers_the_same_and_stores_nothing(tmp_path: Path) -> None:
    async with house(tmp_path / "tables.db") as served:
        id, tokens = await served.people()
        seat, now = await served.mover(id, tokens)
        question = {"do": now["choices"][-1], "after": now["version"], "key": "k1"}
        first = await served.ask(id, tokens[seat], **question)
        rows = await stored(served, id)
        again = await served.ask(id, tokens[seat], **question)
        assert first.status_code == again.status_code == 200
        assert first.json() == again.json()
    async with house(tmp_path / "tables.db") as served:  # also after a restart
        assert (await served.ask(id, tokens[seat], **question)).json() == first.json()
        assert await stored(served, id) == rows


async def test_a_takeback_is_a_row_and_versions_only_grow(served: House) -> None:
    id, tokens = await served.people()
    seat, start = await served.mover(id, tokens)
    assert start["takeback"] is None
    build = next(each for each in start["choices"] if each[0] == "build")
    done = (await served.ask(id, tokens[seat], do=build, after=start["version"])).json()
    now = await served.table(id, tokens[seat])
    assert now["takeback"] == start["version"]
    stale = await served.ask(id, tokens[seat], takeback=start["version"], after=start["version"])
    assert stale.json()["error"] == "stale"
    back = await served.ask(id, tokens[seat], takeback=start["version"], after=done["version"], key="b")
    assert back.status_code == 200
    after = await served.table(id, tokens[seat])
    assert after["version"] == back.json()["version"] > now["version"]
    assert after["view"] == start["view"] and after["choices"] == start["choices"]
    again = await served.ask(id, tokens[seat], takeback=start["version"], after=done["version"], key="b")
    assert again.json() == back.json()
    # the rows are all there, and the record holds what stands
    kinds = [row[1] for row in await served.hall.store.read("rows", id)]
    assert kinds[-2:] == ["act", "back"]
    room = await served.hall.tables.room(id)
    record = room.match.record()
    assert last_state(load("sncf-france"), record) == room.match.state
    # another seat's action ends the right
    trade = next(each for each in after["choices"] if each[0] == "trade")
    await served.ask(id, tokens[seat], do=trade, after=after["version"])
    assert (await served.table(id, tokens[seat]))["takeback"] == start["version"]
    following, now = await served.mover(id, tokens)
    trade = next(each for each in now["choices"] if each[0] == "trade")
    await served.ask(id, tokens[following], do=trade, after=now["version"])
    assert (await served.table(id, tokens[seat]))["takeback"] is None
    last = await served.table(id)
    refused = await served.ask(id, tokens[seat], takeback=start["version"], after=last["version"])
    assert refused.json()["error"] == "takeback"


async def mine_again(served: House, id: str, token: str) -> Any:
    """The table as soon as it is our turn, or at its end."""
    async with asyncio.timeout(60):
        now = await served.table(id, token)
        while now["status"] == "playing" and not now["choices"]:
            now = await served.table(id, token, after=now["version"], wait=5)
    return now


async def test_alone_with_bots_one_goes_back_past_them(served: House) -> None:
    made = await served.create("me", "random", "random")
    id, token = made["id"], made["seats"][0]["token"]
    start = await mine_again(served, id, token)
    trade = next(each for each in start["choices"] if each[0] == "trade")
    await served.ask(id, token, do=trade, after=start["version"])
    now = await mine_again(served, id, token)
    assert now["version"] > start["version"] + 1 and now["takeback"] == start["version"]
    back = await served.ask(id, token, takeback=now["version"] - 1, after=now["version"])
    after = await served.table(id, token)
    assert after["version"] == back.json()["version"] > now["version"]
    assert (after["view"], after["choices"]) == (start["view"], start["choices"])
    assert after["takeback"] is None and after["redrawn"] == 0
    served.hall.tables.rooms.clear()  # the log alone says where the table stands
    assert await served.table(id, token) == after


async def test_what_chance_drew_is_drawn_anew_and_everyone_is_told(served: House) -> None:
    made = await served.create("me", "random", game="koplopers")
    id, token = made["id"], made["seats"][0]["token"]
    for _ in range(200):
        now = await mine_again(served, id, token)
        rows = (await served.get(f"/api/tables/{id}/log", token)).json()["rows"]
        own = [row["n"] for row in rows if row["seat"] == 0]
        if own and any(row["seat"] == -1 and row["n"] > own[-1] for row in rows):
            break
        await served.ask(id, token, do=now["choices"][0], after=now["version"])
    back = await served.ask(id, token, takeback=now["version"] - 1, after=now["version"])
    assert back.status_code == 200
    after = await served.table(id, token)
    assert (after["to_move"], after["redrawn"]) == (0, 1)
    log = (await served.get(f"/api/tables/{id}/log", token)).json()
    assert "drawn anew" in log["chat"][-1]["text"] and len(log["rows"]) == after["step"]
    served.hall.tables.rooms.clear()
    assert await served.table(id, token) == after
    room = await served.hall.tables.room(id)
    assert room.match.record().redrawn == 1


async def test_try_shows_and_does_nothing(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    rows = await stored(served, id)
    build = next(each for each in now["choices"] if each[0] == "build")
    found = (await served.ask(id, tokens[seat], **{"try": [build, ["done"], ["done"]]})).json()
    assert (found["steps"], found["stopped"]) == (2, "other")
    assert found["events"][0][:2] == ["built", seat]
    assert found["lines"]
    one = (await served.ask(id, tokens[seat], **{"try": [build]})).json()
    assert one["stopped"] is None and ["done"] in one["choices"]
    wrong = (await served.ask(id, tokens[seat], **{"try": [build, build]})).json()
    assert wrong["error"] == "rule"
    other = (await served.ask(id, tokens[(seat + 1) % 3], **{"try": [build]})).json()
    assert other["error"] == "not-yours"
    assert await stored(served, id) == rows
    assert await served.table(id, tokens[seat]) == now


async def test_propose_completes_what_was_begun(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    found = (await served.ask(id, tokens[seat], propose=["trade", "red"], key="p")).json()
    assert found["key"] == "p"
    expected = [each for each in now["choices"] if each[:2] == ["trade", "red"]]
    assert [each["action"] for each in found["actions"]] == expected
    assert (await served.ask(id, tokens[(seat + 1) % 3], propose=[])).json()["error"] == "not-yours"
    everything: Any = (await served.ask(id, tokens[seat], propose=[])).json()
    assert len(everything["actions"]) == min(60, len(now["choices"]))
