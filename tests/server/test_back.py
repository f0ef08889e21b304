"""The way back past what people have done since: only when they agree, and everyone reads of it."""

from __future__ import annotations

from typing import Any

from tests.server.house import House


async def trade(served: House, id: str, token: str) -> Any:
    """One trade, which ends the turn; the table before it."""
    before = await served.table(id, token)
    action = next(each for each in before["choices"] if each[0] == "trade")
    assert (await served.ask(id, token, do=action, after=before["version"])).is_success
    return before


async def passed_by(served: House, turns: int = 2) -> tuple[str, list[str], list[int], Any]:
    """A table of three people where so many have traded; who they were, and how it was before the first."""
    id, tokens = await served.people()
    first, order = None, []
    for _ in range(turns):
        seat, _ = await served.mover(id, tokens)
        before = await trade(served, id, tokens[seat])
        first = first or before
        order.append(seat)
    return id, tokens, order, first


async def test_who_has_acted_since_is_asked_and_agrees(served: House) -> None:
    id, tokens, (one, two), first = await passed_by(served)
    now = await served.table(id, tokens[one])
    assert now["takeback"] is None and now["consent"] == [two]
    refused = await served.ask(id, tokens[one], takeback=first["version"], after=now["version"])
    assert refused.json()["error"] == "takeback"
    async with served.listen(id, tokens[two]) as ear, served.listen(id) as watcher:
        await ear.next("table")
        await watcher.next("table")
        assert (await served.ask(id, tokens[one], agree="back", seat=one)).is_success
        said = (await watcher.next("said"))["text"]
        assert "asks to take back" in said and "must agree" in said
        (wish,) = (await ear.next("table"))["wishes"]
        assert (wish["what"], wish["seat"], wish["agreed"], wish["asked"]) == ("back", one, [one], [two])
        await ear.send(agree="back", seat=one)
        said = (await watcher.next("said"))["text"]
        assert "took back the last 2 actions" in said and "agreed" in said
    after = await served.table(id, tokens[one])
    assert (after["view"], after["choices"]) == (first["view"], first["choices"])
    assert after["version"] > now["version"] and after["wishes"] == [] and after["consent"] == []
    served.hall.tables.rooms.clear()  # the log alone says where the table stands
    assert await served.table(id, tokens[one]) == after
    log = (await served.get(f"/api/tables/{id}/log", tokens[two])).json()
    assert [each["text"] for each in log["chat"]][-1] == said


async def test_one_no_is_enough_and_nothing_has_happened(served: House) -> None:
    id, tokens, (one, two), _ = await passed_by(served)
    before = await served.table(id, tokens[one])
    assert (await served.ask(id, tokens[one], agree="back", seat=one)).is_success
    assert (await served.ask(id, tokens[two], agree="back", seat=one, yes=False)).is_success
    after = await served.table(id, tokens[one])
    assert after == before


async def test_only_who_did_it_asks_and_only_who_acted_since_is_asked(served: House) -> None:
    id, tokens, (one, two), _ = await passed_by(served)
    three = ({0, 1, 2} - {one, two}).pop()
    early = await served.ask(id, tokens[two], agree="back", seat=one)
    assert early.json()["error"] == "consent" and "has not asked" in early.json()["text"]
    free = await served.ask(id, tokens[two], agree="back", seat=two)
    assert "nothing to take back for which others" in free.json()["text"]  # nobody has acted since
    assert (await served.ask(id, tokens[one], agree="back", seat=one)).is_success
    assert (await served.ask(id, tokens[three], agree="back", seat=one)).is_success  # welcome, but not enough
    (wish,) = (await served.table(id))["wishes"]
    assert wish["agreed"] == sorted([one, three]) and wish["asked"] == [two]
    assert (await served.ask(id, None, agree="back", seat=one)).json()["error"] == "not-yours"


async def test_who_acts_meanwhile_is_asked_too_and_who_goes_on_has_changed_their_mind(served: House) -> None:
    id, tokens, (one, two), _ = await passed_by(served)
    three = (await served.table(id))["to_move"]
    assert (await served.ask(id, tokens[one], agree="back", seat=one)).is_success
    await trade(served, id, tokens[three])
    (wish,) = (await served.table(id))["wishes"]
    assert wish["asked"] == sorted([two, three])
    assert (await served.ask(id, tokens[two], agree="back", seat=one)).is_success
    assert (await served.table(id))["wishes"][0]["asked"] == [three]
    await trade(served, id, tokens[one])
    assert (await served.table(id))["wishes"] == []
    served.hall.tables.rooms.clear()
    assert (await served.table(id))["wishes"] == []


async def test_what_brings_nothing_and_can_be_undone_is_free_to_try(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    answers = {}
    for action in now["choices"]:
        found = (
            await served.client.post(
                f"/api/tables/{id}",
                json={"try": [action]},
                headers={"authorization": f"Bearer {tokens[seat]}"},
            )
        ).json()
        answers[action[0], found["stopped"], any(points for points, _ in found["ledger"])] = found["free"]
    assert answers["build", None, False]
    assert not any(free for (_, stopped, points), free in answers.items() if stopped or points)
