"""Answers packed small for whoever unpacks them: gzip, which every browser and client knows."""

from __future__ import annotations

import asyncio
import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

KINDS = ("text/", "application/json", "image/svg+xml")  # fonts and pictures are packed already
LEAST = 500  # bytes; less fits into one packet anyway
LONG = 32_000  # bytes; packing more than this happens beside the event loop


def takes_gzip(headers: Headers) -> bool:
    """
    >>> takes_gzip(Headers({"accept-encoding": "br;q=1.0, gzip;q=0.8"}))
    True
    >>> takes_gzip(Headers({"accept-encoding": "gzip;q=0"})), takes_gzip(Headers())
    (False, False)
    """
    for each in headers.get("accept-encoding", "").lower().split(","):
        name, _, quality = each.partition(";")
        if name.strip() == "gzip":
            return quality.replace(" ", "").removeprefix("q=") not in ("0", "0.0", "0.00", "0.000")
    return False


def pack(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


class Packing:
    """ASGI middleware for whole answers to GET.

    What is posted is answered plainly: such an answer may hold a new secret beside what the asker sent, and
    the length of the two packed together would tell of it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        wanted = takes_gzip(Headers(scope=scope))
        begun: Message | None = None

        async def packed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith(KINDS):
                    headers.add_vary_header("accept-encoding")
                    if wanted and "content-encoding" not in headers:
                        begun = message  # it waits for its body
                        return
            elif begun is not None:
                body = message.get("body", b"")
                if not message.get("more_body") and len(body) >= LEAST:
                    body = await asyncio.to_thread(pack, body) if len(body) > LONG else pack(body)
                    headers = MutableHeaders(scope=begun)
                    headers["content-encoding"], headers["content-length"] = "gzip", str(len(body))
                    message = {**message, "body": body}
                await send(begun)
                begun = None
            await send(message)

        await self.app(scope, receive, packed)
