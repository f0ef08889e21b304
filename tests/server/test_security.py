"""Origins, headers, sizes, rates, and tokens that are nowhere but in their links."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from branchline.server import trying
from branchline.server.hall import Settings
from branchline.server.logs import JsonLines
from branchline.server.security import HEADERS, Limits
from tests.server.house import House, Time, fixed_world, house

FRONT = Path(__file__).parents[2] / "frontend" / "src"


async def test_other_pages_cannot_act_for_a_browser(served: House) -> None:
    id, tokens = await served.people()
    headers = {"origin": "https://evil.example", "authorization": f"Bearer {tokens[0]}"}
    found = await served.client.post(f"/api/tables/{id}", json={"chat": "hello"}, headers=headers)
    assert (found.status_code, found.json()["error"]) == (403, "origin")
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "http://[bad"):
        with pytest.raises(InvalidStatus) as refused:
            async with served.listen(id, tokens[0], origin=origin):
                pass
        assert refused.value.response.status_code == 403
    async with served.listen(id, tokens[0], origin=served.base) as ear:
        assert (await ear.next("welcome"))["seats"] == [0]


async def test_every_answer_carries_the_headers(served: House) -> None:
    for path in ("/", "/table/x", "/static/nosuch.js", "/health", "/api/tables", "/nosuch", "/metrics"):
        found = await served.client.get(path)
        for name, value in HEADERS.items():
            assert found.headers[name] == value, path
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy and "default-src 'none'" in policy


async def test_built_files_are_kept_for_ever_because_their_names_hold_a_digest(served: House) -> None:
    page = (await served.client.get("/")).text
    (script,) = re.findall(r'src="(/static/assets/[^"]+\.js)"', page)
    found = await served.client.get(script)
    assert found.status_code == 200 and "immutable" in found.headers["cache-control"]
    assert found.headers["content-type"].startswith("text/javascript")
    for path in ("/static/../app.py", "/static/%2e%2e/server/app.py", "/static/built.txt", "/static/"):
        assert (await served.client.get(path)).status_code == 404


def test_pages_have_no_inline_script_style_or_user_text() -> None:
    for source in [*FRONT.rglob("*.svelte"), *FRONT.rglob("*.ts"), FRONT.parent / "index.html"]:
        text = source.read_text("utf-8")
        for word in ("<script>", "{@html", "innerHTML", "insertAdjacentHTML", "eval(", ' style="'):
            assert word not in text, f"{word} in {source.name}"


async def test_a_browser_gets_one_cookie_that_scripts_cannot_read(tmp_path: Path) -> None:
    async with house(tmp_path / "t.db") as served:
        first = await served.client.get("/")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
        assert "set-cookie" not in (await served.client.get("/")).headers
        assert "set-cookie" not in (await served.client.get("/api/tables")).headers


@pytest.mark.parametrize("size", [100_000, 3_000_000])
async def test_large_messages_are_refused(served: House, size: int) -> None:
    id, tokens = await served.people()
    found = await served.ask(id, tokens[0], chat="x" * size)
    assert (found.status_code, found.json()["error"]) == (413, "too-large")
    seats = [{"kind": "me"}] * 3
    body = {"game": "sncf-france", "seats": seats, "record": "x" * size}
    found = await served.client.post("/api/tables", json=body)
    assert found.status_code in (400, 413) and found.json()["type"] == "refused"
    async with served.listen(id, tokens[0]) as ear:
        await ear.next("table")
        with pytest.raises(ConnectionClosed):
            await ear.send(chat="x" * size)
            await ear.next("said")
    assert (await served.table(id))["status"] == "playing"


async def test_haste_is_refused_on_a_connection_and_then_it_is_closed(tmp_path: Path) -> None:
    limits = Limits(rate=1, burst=5, address_rate=1e6, address_burst=1e6)
    async with house(tmp_path / "t.db", Settings(limits, world=fixed_world())) as served:
        id, tokens = await served.people()
        async with (
            served.listen(id, tokens[0], close_timeout=0.2) as ear,
            served.listen(id, tokens[1]) as other,
        ):
            for _ in range(6):
                await ear.send(**{"try": [["fly"]]})
            errors = [(await ear.next("refused"))["error"] for _ in range(6)]
            assert errors.count("too-many") == 1
            await other.send(**{"try": [["fly"]]})
            assert (await other.next("refused"))["error"] != "too-many"
            with pytest.raises(ConnectionClosed):
                while True:
                    for _ in range(50):
                        await ear.send(chat="again")
                    await ear.next("refused")


async def test_haste_from_an_address_is_refused(tmp_path: Path) -> None:
    limits = Limits(address_rate=1, address_burst=10, tables_an_hour=2)
    async with house(tmp_path / "t.db", Settings(limits, world=fixed_world())) as served:
        made = [await served.create("me", "me", "me") for _ in range(2)]
        seats = [{"kind": "me"}] * 3
        third = await served.client.post("/api/tables", json={"game": "sncf-france", "seats": seats})
        assert (third.status_code, third.json()["error"]) == (429, "too-many")
        codes = [(await served.get(f"/api/tables/{made[0]['id']}")).status_code for _ in range(9)]
        assert codes[:7] == [200] * 7 and codes[7:] == [429] * 2


async def test_a_clock_that_is_set_back_or_forwards_changes_no_limit(tmp_path: Path) -> None:
    limits, time = Limits(address_rate=1, address_burst=20, rate=1, burst=20), Time()
    async with house(tmp_path / "t.db", Settings(limits, world=fixed_world(time=time))) as served:
        id, tokens = await served.people()
        async with served.listen(id, tokens[0]) as ear:
            time.now -= 3600
            await ear.send(chat="still here")
            assert (await ear.next("said"))["text"] == "still here"
            codes = [(await served.get(f"/api/tables/{id}")).status_code for _ in range(10)]
            assert codes == [200] * 10
            time.now += 7200  # nor does it give anyone more
            codes = [(await served.get(f"/api/tables/{id}")).status_code for _ in range(30)]
            assert 429 in codes


async def test_health_is_never_refused(tmp_path: Path) -> None:
    limits = Limits(address_rate=1, address_burst=5)
    async with house(tmp_path / "t.db", Settings(limits, world=fixed_world())) as served:
        codes = [(await served.get("/api/games")).status_code for _ in range(10)]
        assert codes[-1] == 429
        codes = [(await served.get("/health")).status_code for _ in range(50)]
        assert codes == [200] * 50


async def test_what_was_sent_along_with_too_much_is_not_read(tmp_path: Path) -> None:
    """Fifteen questions in one go: those within the limit are answered, then the line is closed."""
    limits = Limits(address_rate=1, address_burst=10)
    async with house(tmp_path / "t.db", Settings(limits, world=fixed_world())) as served:
        port = int(served.base.rsplit(":", 1)[1])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /api/tables HTTP/1.1\r\nHost: x\r\n\r\n" * 15)
        answers = (await reader.read()).split(b"HTTP/1.1 ")[1:]
        writer.close()
        assert [answer[:3] for answer in answers] == [b"200"] * 10 + [b"429"]


async def test_connections_from_an_address_are_counted(tmp_path: Path) -> None:
    limits = Limits(connections=2)
    async with house(tmp_path / "t.db", Settings(limits)) as served:
        id, _ = await served.people()
        async with served.listen(id), served.listen(id):
            with pytest.raises(InvalidStatus):
                async with served.listen(id):
                    pass
        await asyncio.sleep(0.2)
        async with served.listen(id) as ear:
            await ear.next("welcome")


async def test_opening_connections_counts_like_questions(tmp_path: Path) -> None:
    limits = Limits(address_rate=1, address_burst=10)
    async with house(tmp_path / "t.db", Settings(limits, world=fixed_world())) as served:
        id, _ = await served.people()
        with pytest.raises(InvalidStatus):
            for _ in range(10):
                async with served.listen(id) as ear:
                    await ear.next("welcome")
        assert (await served.get(f"/api/tables/{id}")).status_code == 429
        assert (await served.get("/health")).status_code == 200


async def test_those_at_a_table_are_told_now_and_then_who_comes_and_goes(served: House) -> None:
    """However many there are, and in the end as it is."""
    id, tokens = await served.people()
    begun = monotonic()
    async with served.listen(id, tokens[0]) as ear:
        await ear.next("table")
        for _ in range(100):
            async with served.listen(id) as guest:
                await guest.next("welcome")
        async with contextlib.AsyncExitStack() as stay:
            for _ in range(5):
                await stay.enter_async_context(served.listen(id))
            told = [await ear.next("present")]
            while told[-1]["watching"] != 5:
                told.append(await ear.next("present"))
        assert len(told) <= 4 * (monotonic() - begun) + 2


async def test_no_token_is_in_any_log_line_or_message_to_others(
    served: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = await served.create("me", "friend", "anyone")
    id, tokens = made["id"], [each["token"] for each in made["seats"]]
    messages: list[str] = []
    async with served.listen(id) as watcher:
        await served.ask(id, None, join=None, token=tokens[1], name="Anna")
        sat = (await served.ask(id, None, join=2)).json()
        handed = (await served.ask(id, tokens[0], hand=0)).json()
        await served.get(f"/api/tables/{id}", tokens[1], text=1, token=tokens[1])  # even a foolish query
        await served.ask(id, tokens[1], join=None, token="wrong" * 4)
        await served.ask(id, sat["token"], chat="hello")
        while True:
            message = json.loads(await watcher.socket.recv())
            messages.append(json.dumps(message))
            if message["type"] == "said":
                break
    secrets = [*tokens, sat["token"], handed["token"], made["host"]]
    form = JsonLines()
    ours = [form.format(record) for record in caplog.records if record.name.startswith("branchline")]
    assert len(ours) > 5
    assert any('"path"' in line for line in ours)
    for secret in secrets:
        assert len(secret) >= 20
        assert not any(secret in line for line in (*ours, *messages))


def test_finer_levels_of_uvicorn_which_print_headers_are_never_on() -> None:
    script = (
        "import logging; from branchline.server import logs; logs.to_stderr('debug');"
        "logging.getLogger('uvicorn.error').debug('authorization: Bearer SECRET');"
        "logging.getLogger('uvicorn.access').info('/ws/x?token=SECRET');"
        "logging.getLogger('branchline.http').debug('ours')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "SECRET" not in done.stderr and '"what":"ours"' in done.stderr


async def test_figures_are_there_for_prometheus(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
    await served.ask(id, tokens[seat], do=["fly"], after=0)
    text = (await served.get("/metrics")).text
    assert "branchline_moves_total 1.0" in text
    assert 'branchline_refusals_total{error="stale"} 1.0' in text or 'error="not-yours"' in text
    assert "branchline_tables 1.0" in text


async def test_a_fault_of_ours_tells_nothing_and_kills_nothing(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, tokens = await served.people()

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("the secret reason")

    async with served.listen(id, tokens[0]) as ear:
        await ear.next("table")
        with monkeypatch.context() as patch:
            patch.setattr(trying, "attempt", broken)
            found = await served.ask(id, tokens[0], **{"try": [["done"]]})
            assert (found.status_code, found.json()["error"]) == (500, "fault")
            assert "secret" not in found.text
            await ear.send(**{"try": [["done"]], "key": "x"})
            assert (await ear.next("refused"))["error"] == "fault"
        await ear.send(chat="still here")
        assert (await ear.next("said"))["text"] == "still here"


async def test_a_store_that_fails_loses_no_move_and_tells_none(served: House) -> None:
    """Store, then tell: when storing fails nobody hears of the move, and the table is read anew."""
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    room = await served.hall.tables.room(id)
    real = served.hall.store.save

    async def failing(change: Any) -> None:
        raise OSError("no space left on device")

    served.hall.store.save = failing  # type: ignore[method-assign]
    found = await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
    assert (found.status_code, found.json()["error"]) == (500, "fault")
    served.hall.store.save = real  # type: ignore[method-assign]
    assert room.match.lost
    assert await served.table(id, tokens[seat]) == now
    assert (await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])).is_success
