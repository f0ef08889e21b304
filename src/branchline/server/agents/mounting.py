"""The address `/mcp` of a server; what it needs is loaded when the first agent comes."""

from __future__ import annotations

import asyncio
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from branchline.core.errors import BranchlineError
from branchline.server.refusals import Denied

MISSING = (
    "Agents are not served here: whoever runs this server installs them (pip install 'branchline[agents]')."
)


def installed() -> bool:
    """Is the extra `agents` there?"""
    return find_spec("mcp") is not None and find_spec("httpx2") is not None


def serving() -> Any:
    """The part that speaks MCP, or a sentence that says what is missing."""
    if not installed():
        raise BranchlineError("agents need the extra 'agents': pip install 'branchline[agents]'")
    return import_module("branchline.server.agents.serving")


class Door:
    """`POST /mcp`; as an ASGI application, because the SDK answers by itself."""

    def __init__(self, largest: int) -> None:
        self.largest = largest
        self._mounted: Any = None
        self._opening = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not installed():
            raise Denied("unknown", MISSING)
        async with self._opening:
            if self._mounted is None:
                app: Starlette = scope["app"]
                mounted = (await asyncio.to_thread(serving)).Mounted(app, self.largest)
                await mounted.open()
                self._mounted = mounted
        await self._mounted.answer(scope, receive, send)

    async def close(self) -> None:
        if self._mounted is not None:
            await self._mounted.close()
