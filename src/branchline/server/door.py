"""The door: what a connection keeps to before it is a request. Heads, addresses, patience, places.

uvicorn's parser takes heads of any size and waits for them for ever. Here a request has so many bytes
around its body, so many seconds to arrive, and an address so many connections; whoever does not read
their answer is hung up on.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from branchline.core.voice import say
from branchline.server.answers import Refusal, encode
from branchline.server.proxies import neighbourhood
from branchline.server.security import FRAMES, Bucket, Gate

REASONS = {
    400: "Bad Request",
    408: "Request Timeout",
    413: "Content Too Large",
    414: "URI Too Long",
    429: "Too Many Requests",
    431: "Headers Too Large",
}
QUEUED = 8  # messages of one connection that may wait before no more are read
PIPELINE = 16  # requests of one connection that may wait for the answer before theirs
PIECES = 1000  # that a body may come in, and one more for every so many bytes of it
PIECE = 512
SLICE = 1024  # bytes of a WebSocket that are read before its frames are counted again
CHUNKED = 9  # a body in chunks of a byte each comes with eight bytes around every one


class TooMuch(Exception):
    """Raised inside the parser: the request is not read further."""


class Door(HttpToolsProtocol):
    """One HTTP connection."""

    gate: Gate

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._refusal = 400, "bad-message", say("server.no-http")
        self._inside = False  # has a place
        self._arriving = True  # the request is not complete
        self._began = False
        self._fed = self._body = self._head = self._pieces = 0
        self._patience: asyncio.TimerHandle | None = None
        self._listening: asyncio.TimerHandle | None = None
        self._unread = 0

    # --- places and patience

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._inside = self.gate.enter(self._address())
        if not self._inside:
            transport.abort()
            return
        self._patience = self.loop.call_later(self.gate.limits.patience, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._done_waiting()
        if self._listening is not None:
            self._listening.cancel()
        if self._inside:
            self.gate.leave(self._address())

    def _address(self) -> str:
        return self.client[0] if self.client else "local"

    def _done_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _too_slow(self) -> None:
        self._patience = None
        self._refuse(408, "slow", say("server.request-slow", f"{self.gate.limits.patience:g}"))
        self.send_400_response("")

    # --- whoever does not read

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch()

    def _watch(self) -> None:
        """A slow line has time as long as it reads at all; closing would wait for a deaf one for ever."""
        self._unread = self.transport.get_write_buffer_size()
        if self._unread and self._listening is None:
            self._listening = self.loop.call_later(self.gate.limits.patience, self._still_reading)

    def _still_reading(self) -> None:
        self._listening = None
        if self._unread and self.transport.get_write_buffer_size() >= self._unread:
            self.transport.abort()
        else:
            self._watch()

    # --- sizes

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return  # refused already
        self._began = False
        super().data_received(data)
        if self._arriving and not self.transport.is_closing():
            # what came before the request began is not its own
            self._fed += 0 if self._began else len(data)
            if self._fed - CHUNKED * self._body > self.gate.limits.head:
                self._too_large()
                self.send_400_response("")
            elif self._patience is None:
                self._patience = self.loop.call_later(self.gate.limits.patience, self._too_slow)
        elif self._patience is not None:
            self._done_waiting()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= PIPELINE:
            self._refuse(429, "too-many", say("server.one-request"))
            raise TooMuch
        super().on_message_begin()
        self._arriving = self._began = True
        self._fed = self._body = self._head = self._pieces = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self.gate.limits.url:
            self._refuse(414, "too-large", say("server.long-address", self.gate.limits.url))
            raise TooMuch

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head += len(name) + len(value) + 4
        if self._head > self.gate.limits.head:
            self._too_large()
            raise TooMuch
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        self._pieces += 1
        if self._pieces > PIECES + self._body // PIECE:
            self._refuse(413, "too-large", say("server.many-pieces"))
            raise TooMuch
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._arriving = False
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._arriving = False
        self._done_waiting()
        super().handle_websocket_upgrade()

    # --- refusing

    def _too_large(self) -> None:
        self._refuse(431, "too-large", say("server.long-headers", self.gate.limits.head))

    def _refuse(self, status: int, kind: str, text: str) -> None:
        self._refusal = status, kind, text

    def send_400_response(self, msg: str) -> None:
        """In our own shape, and the end of this connection; uvicorn calls it for what it cannot parse."""
        if self.transport.is_closing():
            return
        status, kind, text = self._refusal
        body = encode(Refusal(kind, None, text, {}))
        head = (
            f"HTTP/1.1 {status} {REASONS[status]}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()
        self._done_waiting()


class Line(WebSocketsSansIOProtocol):
    """One WebSocket; it has the place of the request that it was."""

    gate: Gate

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames = Bucket(FRAMES * self.gate.limits.burst, self.loop.time())

    # --- how much

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + SLICE])

    def handle_events(self) -> None:
        if self.handshake_initiated and not self._may(len(self.conn.events)):
            self._hang_up()
        else:
            super().handle_events()

    def _may(self, frames: int) -> bool:
        now, limits, client = self.loop.time(), self.gate.limits, self.scope["client"]
        if not self._frames.take(now, FRAMES * limits.rate, FRAMES * limits.burst, frames):
            return False
        # the scope's client is whom a proxy of ours speaks for
        return self.gate.frames(neighbourhood(client[0]) if client else "local", now, frames)

    def _hang_up(self) -> None:
        self.conn.fail(1008)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.loop.call_later(self.close_timeout, self.transport.abort)  # if they do not read

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # whoever does not read gets no answers to pings piled up

    # --- speaking and hearing

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions["branchline.say"] = self.say

    def say(self, data: bytes) -> bool:
        """Send at once, past all layers that would only pass it on; False: wait your turn."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        size = len(data)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65536:
            head = bytes((0x81, 126, size >> 8, size & 255))
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + data)
        return True

    def send_receive_event_to_app(self) -> None:
        """A message for the application; reading goes on until some of them wait."""
        if self.queue.qsize() < QUEUED and not self.read_paused:
            self.read_paused = True  # which keeps uvicorn from pausing after every single one
            super().send_receive_event_to_app()
            self.read_paused = False
        else:
            super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.gate.leave(self.client[0] if self.client else "local")

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # a polite end would wait for ever behind what they do not read


def protocols(gate: Gate) -> dict[str, Any]:
    """What uvicorn is to use for the connections of one server."""
    return {"http": type("Door", (Door,), {"gate": gate}), "ws": type("Line", (Line,), {"gate": gate})}
