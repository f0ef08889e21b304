"""Answers are packed for whoever unpacks them, say the same to who does not, and secrets never are."""

from __future__ import annotations

import gzip

import httpx
import pytest

from branchline.server import pages
from tests.server.house import House, bearer

PACKED, PLAIN = {"accept-encoding": "gzip, br"}, {"accept-encoding": "identity"}


async def raw(served: House, path: str, headers: dict[str, str]) -> tuple[httpx.Response, bytes]:
    """An answer and its body as it came over the wire."""
    async with served.client.stream("GET", path, headers=headers) as answer:
        return answer, b"".join([part async for part in answer.aiter_raw()])


@pytest.mark.parametrize("what", ["", "/board", "/words", "/log", "/picture"])
async def test_a_table_comes_packed_and_says_the_same(served: House, what: str) -> None:
    id, tokens = await served.people()
    path = f"/api/tables/{id}{what}"
    plain, whole = await raw(served, path, PLAIN | bearer(tokens[0]))
    packed, small = await raw(served, path, PACKED | bearer(tokens[0]))
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(small) == whole and len(small) < 0.6 * len(whole)
    assert int(packed.headers["content-length"]) == len(small)
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
    assert plain.headers.get("content-type") == packed.headers["content-type"]


async def test_a_short_answer_and_a_refusal_arrive_whole(served: House) -> None:
    health, body = await raw(served, "/health", PACKED)
    assert "content-encoding" not in health.headers and b'"ok"' in body
    missing, body = await raw(served, "/api/tables/none", PACKED)
    assert missing.status_code == 404 and b"There is no such table." in body


async def test_what_is_posted_is_answered_plainly_for_it_may_bring_a_secret(served: House) -> None:
    id, tokens = await served.people()
    seat, table = await served.mover(id, tokens)
    headers = PACKED | bearer(tokens[seat])
    tried = await served.client.post(
        f"/api/tables/{id}", json={"try": [table["choices"][0]]}, headers=headers
    )
    assert tried.is_success and len(tried.content) > 500 and "content-encoding" not in tried.headers


async def test_files_of_the_page_are_packed_once_and_fonts_never(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, font = b"export const track = 1;\n" * 200, bytes(range(256)) * 8
    found = {"assets/a.js": (script, "text/javascript"), "assets/a.woff2": (font, "font/woff2")}
    monkeypatch.setattr(pages, "files", lambda: found)
    pages.small.cache_clear()
    packed, small = await raw(served, "/static/assets/a.js", PACKED)
    assert packed.headers["content-encoding"] == "gzip" and gzip.decompress(small) == script
    assert packed.headers["vary"] == "accept-encoding" and "immutable" in packed.headers["cache-control"]
    assert (await raw(served, "/static/assets/a.js", PLAIN))[1] == script
    plain, whole = await raw(served, "/static/assets/a.woff2", PACKED)
    assert whole == font and "content-encoding" not in plain.headers
    assert pages.small.cache_info().currsize == 2
    found["sw.js"] = found["assets/a.js"]
    worker, _ = await raw(served, "/sw.js", PACKED)
    assert worker.headers["cache-control"] == "no-cache", "what keeps its name is asked for each time"
    pages.small.cache_clear()
