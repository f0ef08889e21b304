"""One connection to a table, and what waits to be sent on it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from branchline.core.voice import language
from branchline.server.seats import Visitor

LAGGING = 32  # so many messages unsent, and older views are dropped: the newest one says it all
DROPPED = 512  # so many, and the connection is given up

Send = Callable[[bytes], Awaitable[None]]


class Listener:
    """One connection. Messages wait in a mailbox, so that a slow one keeps nobody waiting."""

    __slots__ = ("_ended", "_idle", "_mailbox", "language", "link", "say", "seats", "text", "visitor")

    def __init__(self, visitor: Visitor, seats: list[int], text: bool) -> None:
        self.visitor, self.seats, self.text = visitor, seats, text
        self.language = language()  # in which it was opened
        self.link = ""  # the hash of the one that lends them a seat's eyes
        self._mailbox: deque[tuple[bool, bytes]] = deque()
        self._idle: asyncio.Future[None] | None = None
        self._ended = False
        self.say: Callable[[bytes], bool] | None = None  # sends at once, or says that it cannot

    def put(self, message: bytes, view: bool = False) -> None:
        mailbox = self._mailbox
        if self._ended or len(mailbox) >= DROPPED:
            self.end()
            return
        if self.say is not None and self._idle is not None and not mailbox and self.say(message):
            return
        if len(mailbox) >= LAGGING and view:
            kept = [each for each in mailbox if not each[0]]
            mailbox.clear()
            mailbox.extend(kept)
        mailbox.append((view, message))
        self._wake()

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)
        self._idle = None

    def end(self) -> None:
        """Hang up: it cannot be served any more, or is too far behind."""
        self._ended = True
        self._mailbox.clear()
        self._wake()

    async def deliver(self, send: Send) -> None:
        """Send what comes, until cancelled or ended."""
        mailbox, loop = self._mailbox, asyncio.get_running_loop()
        while not self._ended:
            while mailbox:
                await send(mailbox.popleft()[1])
            if not self._ended:
                self._idle = loop.create_future()
                await self._idle
