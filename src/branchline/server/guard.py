"""Around every request: origin, rate, headers, the cookie, one log line, and no naked fault."""

from __future__ import annotations

import logging
from time import perf_counter

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.core.errors import BranchlineError
from branchline.core.languages import language_for
from branchline.core.voice import say, speak
from branchline.server.answers import Refusal, encode
from branchline.server.metrics import Metrics
from branchline.server.refusals import Denied, fault, refusal, status_of
from branchline.server.security import COOKIE, HEADERS, YEAR, Gate, address_of, own_origin, too_many
from branchline.server.world import World

log = logging.getLogger("branchline.http")
SAFE = ("GET", "HEAD", "OPTIONS")
HEADER = 200  # letters of one that are read


def refused(error: BranchlineError | Refusal) -> Response:
    """A refusal as an HTTP answer."""
    message = error if isinstance(error, Refusal) else refusal(error)
    return Response(encode(message), status_of(message.error), media_type="application/json")


def wished(connection: HTTPConnection) -> str:
    """The language of whoever asks: chosen on the page (`lang`), else what their browser asks for."""
    header = connection.headers.get("accept-language", "")[:HEADER]
    return language_for([connection.query_params.get("lang", ""), *header.split(",")])


class Guard:
    """ASGI middleware; WebSockets pass it once, when they are opened."""

    def __init__(self, app: ASGIApp, gate: Gate, metrics: Metrics, world: World) -> None:
        self.app, self.gate, self.metrics, self.world = app, gate, metrics, world

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            self.gate.proxies.see_through(scope)
            speak(wished(HTTPConnection(scope)))
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = perf_counter(), 500
        connection = HTTPConnection(scope)
        address = address_of(connection)
        page = scope["method"] == "GET" and (scope["path"] == "/" or scope["path"].startswith("/table/"))
        cookie = self.world.token() if page and COOKIE not in connection.cookies else None

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if cookie:
                    secure = "; Secure" if scope["scheme"] == "https" else ""
                    path = self.gate.proxies.root or "/"
                    headers.append(
                        "set-cookie",
                        f"{COOKIE}={cookie}; Path={path}; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}",
                    )
            try:
                await send(message)
            except RuntimeError as error:  # uvloop's, about a connection that was cut off meanwhile
                if "closed" in str(error):
                    raise ClientDisconnect from None
                raise

        try:
            await self._pass(scope, receive, guarded, connection, address)
        except ClientDisconnect:
            status = 499  # gone in the middle of a sentence; there is nobody to answer
        except Exception as error:
            log.exception("fault", extra={"path": scope["path"], "error": type(error).__name__})
            await refused(fault())(scope, receive, guarded)
        self.metrics.answers.labels(str(status)).inc()
        log.info(
            "answered",
            extra={
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "ms": round((perf_counter() - begun) * 1000, 1),
                "address": address,
            },
        )

    async def _pass(
        self, scope: Scope, receive: Receive, send: Send, connection: HTTPConnection, address: str
    ) -> None:
        # whoever watches over the server must always get an answer, and this one costs next to nothing
        if scope["path"] != "/health" and not self.gate.question(address, self.world.elapsed()):
            answer = refused(too_many())
            answer.headers["connection"] = "close"  # whatever was sent along with it is not read
            await answer(scope, receive, send)
        elif scope["method"] not in SAFE and not own_origin(connection.headers):
            error = Denied("origin", say("server.not-our-page"))
            await refused(error)(scope, receive, send)
        else:
            await self.app(scope, receive, send)
