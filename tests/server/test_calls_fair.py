"""Nobody's calls wait for somebody else's, and no limit of theirs is got round."""

from __future__ import annotations

import asyncio
import socket
import threading
from typing import Any

import pytest

from branchline.server.calls import desk, senders
from branchline.server.calls.outgoing import Failed, Outgoing
from branchline.server.calls.ways import Wants, Way, read_way
from branchline.server.store import WRITES, Write, store_for
from branchline.server.store.postgres import ID_AT
from tests.processes import PATIENCE, until
from tests.server.receivers import letter_box

ANNA = "anna@example.org"


async def test_everyones_first_call_goes_before_anyones_second(database: str) -> None:
    store = store_for(database)
    await store.open()
    setup = ("t", "{}", "playing", 0, 0, None, 0.0, None)
    ways = [Write("way", (owner, "t", 0, owner, "{}")) for owner in ("ann", "ben")]
    await store.save([Write("table", setup), *ways])
    many = [Write("call", (f"a{n:02}", "ann", "t", 0, "turn", n, 1.0, 1.0)) for n in range(20)]
    await store.save([*many, Write("call", ("b", "ben", "t", 0, "turn", 1, 2.0, 1.0))])
    found = await store.read("due calls", 9.0, 0.0, 10)
    assert [row[0] for row in found] == ["a00", "b", *(f"a{n:02}" for n in range(1, 8))]
    await store.close()


def test_statements_are_sorted_by_the_id_of_what_they_change() -> None:
    """Else two processes would wait for each other: PostgreSQL stores them in the order of that id."""
    for name, text in WRITES.items():
        if text.startswith("UPDATE") and " id = {}" in text:
            count = text.count("{}")
            at = text[: text.index(" id = {}")].count("{}")
            assert ID_AT.get(name, 0) % count == at, name


async def test_what_was_changed_meanwhile_is_not_written_over(database: str) -> None:
    store = store_for(database)
    await store.open()
    setup = ("t", "{}", "playing", 0, 0, None, 0.0, None)
    made = Way("w", "t", 0, "ann", -1, Wants("mail", ANNA))
    await store.save([Write("table", setup), made.written()])
    (row,) = await store.read("way", "w")
    seen = read_way(row)
    confirmed = Wants("mail", ANNA, confirmed=True)
    await store.save([seen.becomes(confirmed), Write("look again", ("w",))])
    await store.save([seen.becomes(Wants("mail", ANNA, trouble="late"))])
    await store.save([Write("looked", (7, "w", seen.body))])
    (row,) = await store.read("way", "w")
    assert read_way(row).wants == confirmed and read_way(row).looked == -1
    await store.close()


async def test_names_that_are_never_found_hold_up_their_own_domain_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    answer = threading.Event()

    def slow(host: str, port: int, **more: Any) -> list[Any]:
        asked.append(host)
        if host.endswith("slow.example"):
            answer.wait(PATIENCE)
        return [(2, 1, 6, "", ("93.184.215.14", port))]

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    outgoing = Outgoing()
    waiting = [asyncio.create_task(outgoing.target(f"https://{n}.slow.example/")) for n in range(9)]
    waiting += [asyncio.create_task(outgoing.target("https://0.slow.example/")) for _ in range(9)]
    try:
        await until(lambda: len(asked) == 2)
        assert (await outgoing.target("https://quick.example/")).found == [(2, "93.184.215.14")]
        assert asked == ["0.slow.example", "1.slow.example", "quick.example"]
    finally:
        answer.set()
        await asyncio.gather(*waiting)
        outgoing.close()
    assert len(asked) == 10, "one look for all who want the same name"


def test_what_is_left_of_a_budget_is_not_forgotten_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "BUCKETS", 3)
    budget, once = desk.Budget(), (1.0, 0.1)
    assert [budget.take(each, 0, once) for each in "aabc"] == [True, False, True, True]
    assert not budget.take("d", 1, once) and not budget.take("a", 1, once)
    assert budget.take("d", 11, once) and budget.take("a", 11, once), "full ones make way"


@pytest.mark.parametrize(
    ("address", "safely"),
    [
        ("smtp://me:secret@mail.example.org", True),
        ("smtp://me:secret@127.0.0.1", None),
        ("smtp://mail.example.org", None),
        ("smtps://me:secret@mail.example.org", None),
    ],
)
def test_a_password_goes_over_a_safe_line(address: str, safely: bool | None) -> None:
    assert senders.Post(address, "me@example.org").safely is safely


async def test_a_mail_server_without_a_safe_line_gets_no_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(senders, "is_loopback", lambda host: False)
    async with letter_box() as (box, smtp):
        post = senders.Post(smtp.replace("//", "//me:secret@"), "me@example.org")
        letter = post.letter(ANNA, "Title", "Text", "id", 0.0)
        with pytest.raises(Failed, match="not as it should"):
            await post.send(letter, ANNA, desk._go)
    with pytest.raises(Failed, match="cannot be written") as refused:
        post.letter("a\nb@c.example", "Title", "Text", "id", 0.0)
    assert refused.value.final and box.letters == []
