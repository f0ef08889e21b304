"""The Model Context Protocol by its official SDK: by standard input and output, and at `/mcp` of a server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import mcp_types as types
import msgspec
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from branchline import __version__
from branchline.core.errors import BranchlineError
from branchline.server.agents import api, desk, tools
from branchline.server.agents.api import Api
from branchline.server.security import bounded_body

Reached = Callable[[Any], Api]  # the server that is asked, for who sends this request
Context = ServerRequestContext[Any, Any]


def tool(name: str, kind: type[tools.Tool]) -> types.Tool:
    """A tool as agents are told of it."""
    hints = types.ToolAnnotations(
        read_only_hint=name not in tools.CHANGING, destructive_hint=False, open_world_hint=False
    )
    return types.Tool(
        name=name,
        description=tools.description(kind),
        input_schema=tools.schema(kind),
        annotations=hints,
    )


def said(text: str, refused: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=refused)


def speaker(reached: Reached) -> Server[Any]:
    """The tools, answered by whichever server a request reaches."""
    listed = [tool(name, kind) for name, kind in tools.TOOLS.items()]

    async def list_tools(context: Context, asked: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed)

    async def call_tool(context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        kind = tools.TOOLS.get(asked.name)
        if kind is None:
            return said(f"Refused: there is no such tool; there are {', '.join(tools.TOOLS)}.", refused=True)
        try:
            question = msgspec.convert(asked.arguments or {}, kind, strict=False)
            return said(await desk.answer(reached(context.request), question))
        except msgspec.ValidationError as error:
            return said(f"Refused: the arguments of `{asked.name}` do not fit: {error}.", refused=True)
        except BranchlineError as error:
            return said(str(error), refused=True)

    return Server(
        "branchline",
        version=__version__,
        title="Branchline",
        instructions=tools.ABOUT,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


# --- standard input and output


async def speak(url: str | None) -> None:
    """Until standard input ends: with tables of a server, or with one's own."""
    async with api.remote(url) if url else api.own() as found, stdio_server() as (heard, told):
        server = speaker(lambda request: found)
        await server.run(heard, told, server.create_initialization_options())


# --- at a server


class Mounted:
    """`/mcp` of a server. Each request stands for itself: no session is kept, the seat's token says who asks.

    What surrounds every request (limits, origins, one log line) surrounds this one too, and the questions of
    which a tool is made pass through it again, as those of the same address.
    """

    def __init__(self, app: Starlette, largest: int) -> None:
        self.app, self.largest = app, largest
        server = speaker(self._reached)
        self._manager = StreamableHTTPSessionManager(
            server, json_response=True, stateless=True, max_request_body_size=largest
        )
        self._running: asyncio.Task[None] | None = None
        self._ready, self._leave = asyncio.Event(), asyncio.Event()

    def _reached(self, request: Request) -> Api:
        home = (
            f"{request.url.scheme}://{request.headers.get('host', '')}{self.app.state.hall.gate.proxies.root}"
        )
        address = request.client.host if request.client else "local"
        return api.inside(self.app, address, home)

    async def open(self) -> None:
        self._running = asyncio.create_task(self._run())
        await self._ready.wait()

    async def _run(self) -> None:
        """What the SDK starts must end in the task in which it was started."""
        async with self._manager.run():
            self._ready.set()
            await self._leave.wait()

    async def close(self) -> None:
        self._leave.set()
        if self._running is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._running

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await bounded_body(Request(scope, receive), self.largest)
        unread = [body]

        async def again() -> Message:
            if unread:
                return {"type": "http.request", "body": unread.pop(), "more_body": False}
            return await receive()

        await self._manager.handle_request(scope, again, send)
