"""Questions to a server, over the network or to one in this process: the same addresses, the same answers."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
from starlette.applications import Starlette

from branchline import __version__
from branchline.core.errors import BranchlineError

PATIENCE = 60.0  # seconds that a server has for an answer; it holds a question that waits for 30


class Turned(BranchlineError):
    """The server has refused: `kind` in one word, a sentence, and the rule where one forbids it."""

    def __init__(self, kind: str, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.kind, self.rule = kind, rule


class Api:
    """One server, and whoever asks it."""

    def __init__(self, client: httpx2.AsyncClient, home: str) -> None:
        self.client, self.home = client, home  # under which address people open it; "": nobody can

    async def get(self, path: str, token: str | None = None, /, **query: str | int) -> Any:
        return await self._ask("GET", path, token, params=query)

    async def post(self, path: str, token: str | None = None, /, **body: Any) -> Any:
        return await self._ask("POST", path, token, json=body)

    async def _ask(self, method: str, path: str, token: str | None, **more: Any) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        try:
            found = await self.client.request(method, path, headers=headers, **more)
        except httpx2.HTTPError as error:
            raise Turned(
                "away", f"The server cannot be reached: {str(error) or type(error).__name__}."
            ) from None
        try:
            answer = found.json()
        except ValueError:
            raise Turned("away", f"The server answered with the status {found.status_code}.") from None
        if found.is_success:
            return answer
        if not isinstance(answer, dict) or "text" not in answer:
            raise Turned("away", f"This is no server of ours: it answered with {found.status_code}.")
        raise Turned(str(answer.get("error")), str(answer["text"]), answer.get("rule"))


def client(base: str, transport: httpx2.AsyncBaseTransport | None = None) -> httpx2.AsyncClient:
    """No cookies are kept and no redirect is followed: what is asked goes to that server and nowhere else."""
    headers = {"accept-encoding": "identity", "user-agent": f"branchline-mcp/{__version__}"}
    return httpx2.AsyncClient(
        base_url=base, transport=transport, headers=headers, timeout=PATIENCE, follow_redirects=False
    )


def inside(app: Starlette, address: str, home: str) -> Api:
    """The server in this process, asked for somebody at that address: their limits are counted as ever."""
    transport = httpx2.ASGITransport(app, client=(address, 0))
    return Api(client("http://branchline.invalid", transport), home)


@contextlib.asynccontextmanager
async def remote(url: str) -> AsyncIterator[Api]:
    """A server somewhere, by the address at which its pages are."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise BranchlineError(f"a server is an address such as https://play.example.org, not {url!r}")
    async with client(url.rstrip("/")) as found:
        yield Api(found, url.rstrip("/"))


@contextlib.asynccontextmanager
async def own() -> AsyncIterator[Api]:
    """Tables of one's own, which end with this process; nobody else can reach them."""
    from branchline.server.app import create_app
    from branchline.server.hall import Settings
    from branchline.server.security import Limits
    from branchline.server.store import store_for

    limits = Limits(address_rate=1e4, address_burst=1e4, tables_an_hour=1e4)  # whoever asks is alone here
    with tempfile.TemporaryDirectory(prefix="branchline-") as folder:
        app = create_app(store_for(str(Path(folder) / "tables.db")), Settings(limits))
        async with app.router.lifespan_context(app):
            yield inside(app, "127.0.0.1", "")
