"""Whoever gave a seat away acts for it no more: not by a slow question, behind the lock, or while waiting."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

import msgspec

from branchline.server.tables import IDLE
from tests.server.house import House


async def begun(served: House, id: str, token: str, question: dict[str, Any]) -> Any:
    """A question of which the last byte has not been sent; call what comes back to send it."""
    address = urlsplit(served.base)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    body = json.dumps(question).encode()
    head = f"POST /api/tables/{id} HTTP/1.1\r\nHost: {address.netloc}\r\nAuthorization: Bearer {token}\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body[:-1])
    await writer.drain()

    async def finish() -> Any:
        writer.write(body[-1:])
        found = (await asyncio.wait_for(reader.read(), 30)).partition(b"\r\n\r\n")[2]
        writer.close()
        return json.loads(found)

    return finish


async def given_away(served: House, id: str, seat: int, token: str) -> str:
    link = (await served.ask(id, token, hand=seat)).json()["token"]
    taken = await served.ask(id, None, join=None, token=link, name="Yara")
    assert taken.is_success, taken.text
    return str(taken.json()["token"])


async def test_a_slow_question_is_of_whoever_holds_the_seat_when_it_is_here(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    action = now["choices"][0]
    questions: list[dict[str, Any]] = [
        {"do": action, "after": now["version"]},
        {"try": [action]},
        {"propose": []},
        {"typed": "done"},
        {"chat": "I am still here"},
        {"agree": "end"},
        {"note": "overwritten"},
        {"takeback": 0, "after": now["version"]},
    ]
    slow = [await begun(served, id, tokens[seat], question) for question in questions]
    while served.hall.gate.sockets < len(questions):  # all have arrived but for their last byte
        await asyncio.sleep(0.01)
    await served.table(id)
    yara = await given_away(served, id, seat, tokens[seat])
    assert (await served.ask(id, yara, note="secret")).is_success
    before = msgspec.json.encode(served.hall.tables.rooms[id].match.rows)
    for question, finish in zip(questions, slow, strict=True):
        assert (await finish())["type"] == "refused", question
    assert msgspec.json.encode(served.hall.tables.rooms[id].match.rows) == before
    async with served.listen(id, yara) as ear:
        assert (await ear.next("welcome"))["note"] == "secret"


async def test_behind_the_lock_the_seat_is_asked_for_again(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    match = served.hall.tables.rooms[id].match
    questions: list[dict[str, Any]] = [
        {"do": now["choices"][0], "after": now["version"]},
        {"chat": "still here"},
        {"agree": "end"},
        {"note": "mine"},
    ]
    async with match.lock:
        waiting = [asyncio.create_task(served.ask(id, tokens[seat], **question)) for question in questions]
        while len(match.lock._waiters or ()) < len(questions):
            await asyncio.sleep(0.01)
        match.seats[seat].holders = ["somebody else"]  # as a join before them in the queue has it
        rows = len(match.rows)
    for question, answer in zip(questions, await asyncio.gather(*waiting), strict=True):
        assert answer.json()["error"] == "not-yours", question
    assert len(match.rows) == rows


async def test_who_waits_for_the_next_version_sees_it_with_their_eyes_of_then(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    room = served.hall.tables.rooms[id]
    waiting = asyncio.create_task(served.table(id, tokens[seat], after=now["version"], wait=20))
    while not room.waiters:
        await asyncio.sleep(0.01)
    waiters, room.waiters = room.waiters, []  # they hear of nothing until the seat is another's
    await given_away(served, id, seat, tokens[seat])
    room.waiters = waiters
    room.release()
    assert (await waiting)["seat"] is None


async def test_a_table_is_forgotten_after_somebody_has_waited_in_vain(served: House) -> None:
    id, tokens = await served.people()
    now = await served.table(id, tokens[0])
    room = served.hall.tables.rooms[id]
    await served.table(id, tokens[0], after=now["version"], wait=1)
    assert not room.waiters
    room.used -= IDLE + 1
    served.hall.tables.forget_idle()
    assert id not in served.hall.tables.rooms
