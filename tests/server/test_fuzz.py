"""Mutated messages: no 5xx, no dead handler, no stored garbage, every refusal in the one shape."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from branchline.core.record import last_state
from branchline.server.answers import Answer
from branchline.server.questions import VERBS
from tests.processes import PATIENCE
from tests.server.house import Ear, House, bearer, house
from tests.server.process import Process

SEEDS: list[dict[str, Any]] = [
    {"do": ["build", "red", "d7"], "after": 37, "key": "a"},
    {"do": ["trade", "red", "blue", 2], "after": 37},
    {"try": [["trade", "red", "blue", 1], ["done"]]},
    {"propose": ["trade", "red"]},
    {"typed": "build red Le Havre"},
    {"takeback": 36, "after": 37},
    {"chat": "hello"},
    {"note": "mine"},
    {"name": "Anna", "colour": "red", "seat": 0},
    {"join": 1, "token": "x" * 22, "name": "Ben"},
    {"join": None, "token": None},
    {"agree": "end", "yes": False},
    {"agree": "time", "seat": 1},
    {"hand": 0, "device": True, "key": "h"},
    {"mute": 1, "yes": False},
    {"calls": True},
    {"call": "hook", "to": "https://127.0.0.1/", "remind": 6, "quiet": [1320, 420], "zone": "Europe/Paris"},
    {"call": "push", "to": "https://127.0.0.1/", "keys": {"p256dh": "x", "auth": "y"}},
    {"uncall": "x" * 22},
    {"ring": "x" * 22},
    {"do": ["lay", "short", [[0, 5], [30, 5]]], "after": 37},
]
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**70, -(2**70), 1.5, 1e308, "", "?", "done", "\x00", "\ud800",
    "é" * 70, "x" * 5000, [], [[]], {}, {"do": {}}, [[[[[[[[1]]]]]]]], "red", "d7", ["done"], "37", [0, 0],
]  # fmt: skip
CHECKS = [response_schema_conformance, status_code_conformance, content_type_conformance]
SHAPE = {"type", "error", "rule", "text", "values", "key"}


def mutated(rng: Random) -> bytes:
    """A message near to a good one: other words, other kinds, broken JSON, broken bytes."""
    message = deepcopy(rng.choice(SEEDS))
    for _ in range(rng.randint(1, 3)):
        key = rng.choice(list(message) or ["do"])
        how = rng.randrange(6)
        if how == 0:
            message[key] = deepcopy(rng.choice(ODD))
        elif how == 1:
            message.pop(key, None)
        elif how == 2:
            message[rng.choice([*VERBS, "after", "key", "seat", "bot", "nosuch"])] = deepcopy(rng.choice(ODD))
        elif how == 3 and isinstance(message.get(key), list):
            message[key].insert(rng.randint(0, len(message[key])), deepcopy(rng.choice(ODD)))
        elif how == 4 and isinstance(message.get(key), list) and message[key]:
            message[key][rng.randrange(len(message[key]))] = deepcopy(rng.choice(ODD))
        else:
            message[key] = [message.get(key)]
    data = bytearray(json.dumps(message).encode())
    if rng.random() < 0.3:
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(data) + 1)
            if rng.random() < 0.5:
                data.insert(place, rng.randrange(256))
            else:
                del data[place : place + rng.randint(1, 8)]
    return bytes(data)


def good_answer(data: str | bytes) -> Any:
    """A message of ours, of a known type; a refusal has all its parts and is no fault of ours."""
    found = json.loads(data)
    msgspec.convert(found, Answer, strict=False)
    if found["type"] == "refused":
        assert set(found) == SHAPE
        assert found["text"] and found["error"] != "fault", found
    return found


async def flood(ear: Ear, messages: list[bytes], number: int) -> None:
    """Send all of them, then one with a known answer: who still answers is alive."""
    for data in messages:
        try:
            await ear.socket.send(data.decode())
        except UnicodeDecodeError:
            await ear.socket.send(data)
    await ear.send(**{"try": [["nosuch"]], "key": f"alive{number}"})
    while good_answer(await ear.socket.recv()).get("key") != f"alive{number}":
        pass


async def sound(served: House, id: str) -> None:
    """What is stored replays to its digests and holds only rows that we know."""
    served.hall.tables.rooms.clear()
    match = (await served.hall.tables.room(id)).match
    assert last_state(match.game, match.record()) == match.state
    for row in match.rows:
        assert row.kind in ("act", "back", "chat", "say", "seat", "end", "wish", "wished", "time", "look")
        assert row.n > 0 and "\x00" not in row.body


@pytest.mark.prove("fuzz")
async def test_mutated_messages_do_no_harm(served: House, count: Any) -> None:
    rng, batches = Random("fuzz"), count(14, 900)
    for batch in range(batches):  # half over the WebSocket, half over HTTP, at a fresh table now and then
        if batch % 10 == 0:
            id, tokens = await served.people()
        token = tokens[rng.randrange(3)]
        async with served.listen(id, token) as ear:
            await flood(ear, [mutated(rng) for _ in range(72)], batch)
        for _ in range(72):
            path, data = f"/api/tables/{id}", mutated(rng)
            if rng.random() < 0.1:
                path = "/api/tables"
            found = await served.client.post(path, content=data, headers=bearer(token))
            assert found.status_code < 500, (data, found.text)
            good_answer(found.content)
        if batch % 10 == 9 or batch == batches - 1:
            await sound(served, id)


texts = st.text(max_size=30)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(texts, inside, max_size=4),
    max_leaves=12,
)
questions = st.dictionaries(st.sampled_from([*VERBS, "after", "key", "seat", "token"]), values, max_size=4)


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server in its own process, for the tools that are not asynchronous."""
    with Process(tmp_path_factory.mktemp("fuzz") / "t.db") as running:
        yield running
        assert '"what":"fault"' not in running.out()


@pytest.mark.prove("fuzz")
def test_whatever_json_hypothesis_finds(process: Process, count: Any) -> None:
    made = process.create("me", "me", "me")
    client = httpx.Client(base_url=process.base, headers=bearer(made["seats"][0]["token"]), timeout=PATIENCE)

    @settings(
        max_examples=count(150, 5000),
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(questions)
    def ask(question: dict[str, Any]) -> None:
        found = client.post(f"/api/tables/{made['id']}", content=json.dumps(question))
        assert found.status_code < 500
        good_answer(found.content)

    with client:
        ask()


@pytest.mark.prove("fuzz")
def test_schemathesis_finds_no_fault(process: Process, count: Any) -> None:
    """Cases from the OpenAPI document: answers are as described, and none is a 5xx."""
    schema = schemathesis.openapi.from_url(f"{process.base}/openapi.json")
    checked = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @settings(
            max_examples=count(12, 400),
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            answer = case.call(base_url=process.base)
            assert answer.status_code < 500, answer.text
            if answer.status_code >= 400:
                assert set(json.loads(answer.content)) == SHAPE
            case.validate_response(answer, checks=CHECKS)

        ask()
        checked += 1
    assert checked >= 9


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "tables.db") as found:
        yield found
