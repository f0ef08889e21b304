"""One WebSocket: welcome, then questions in and whatever concerns the table out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.core.errors import BranchlineError
from branchline.server import consent
from branchline.server.answers import Done, encode
from branchline.server.hall import Hall
from branchline.server.listener import Listener
from branchline.server.live import Room
from branchline.server.questions import read_question
from branchline.server.refusals import fault, refusal
from branchline.server.seats import hashed
from branchline.server.security import Bucket, own_origin, too_many, visitor_of
from branchline.server.verbs import Asked, answer
from branchline.server.windows import enter

log = logging.getLogger("branchline.live")
PATIENCE = 200  # refusals for haste, and the connection is closed


async def listen(websocket: WebSocket) -> None:
    """The whole life of a connection."""
    hall: Hall = websocket.app.state.hall
    visitor = visitor_of(websocket)
    now = hall.tables.world.elapsed()
    if (
        not own_origin(websocket.headers)
        or not hall.gate.question(visitor.address, now)  # coming in is as much work as a question
        or not hall.gate.connect(visitor.address)
    ):
        await websocket.close(1008)
        return
    try:
        try:
            room, eyes = await enter(hall.tables, websocket.path_params["id"])
            seats = room.admitted(visitor)
        except BranchlineError as error:
            await websocket.accept()
            await websocket.send_text(encode(refusal(error)).decode())
            await websocket.close(1008)
            return
        await websocket.accept()
        listener = Listener(visitor, seats, _text(websocket))
        listener.link = "" if eyes is None else hashed(websocket.path_params["id"])
        await converse(hall, room, listener, websocket)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone while we spoke
    finally:
        hall.gate.disconnect(visitor.address)


def _text(websocket: WebSocket) -> bool:
    return websocket.query_params.get("text") == "1"


async def converse(hall: Hall, room: Room, listener: Listener, websocket: WebSocket) -> None:
    note = ""
    await consent.looked(room, listener.visitor)
    listener.seats = room.seats_of(listener.visitor)
    if listener.seats:
        found = await hall.tables.store.read("note", room.match.id, listener.seats[0])
        held = room.seats_of(listener.visitor)  # somebody may have taken it over while we read
        note = found[0][0] if found and held == listener.seats else ""
        listener.seats = held
    listener.say = websocket.scope.get("extensions", {}).get("branchline.say")
    room.look(listener.visitor, listener.seats)
    room.arrive(listener, note)
    hall.thinkers.wake(room)
    hall.metrics.listeners.inc()
    writing = asyncio.create_task(deliver(listener, websocket))
    try:
        await hear(hall, room, listener, websocket)
    finally:
        hall.metrics.listeners.dec()
        writing.cancel()
        room.depart(listener)
        with contextlib.suppress(asyncio.CancelledError):
            await writing
        await consent.looked(room, listener.visitor)  # what was asked while they were here, they have seen


async def deliver(listener: Listener, websocket: WebSocket) -> None:
    """Send until the other side is gone or too slow, and then hang up."""

    async def send(data: bytes) -> None:
        await websocket.send({"type": "websocket.send", "text": data.decode()})

    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        await listener.deliver(send)
        await websocket.close(1013)


async def hear(hall: Hall, room: Room, listener: Listener, websocket: WebSocket) -> None:
    limits, now = hall.gate.limits, hall.tables.world.elapsed
    address, hasty = listener.visitor.address, 0
    bucket = Bucket(limits.burst, now())
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        time = now()
        if not bucket.take(time, limits.rate, limits.burst) or not hall.gate.question(address, time):
            hasty += 1
            if hasty > PATIENCE:
                await websocket.close(1008)
                return
            listener.put(encode(refusal(too_many())))
            continue
        data = message.get("text")
        reply = await reply_to(hall, room, listener, data if data is not None else message.get("bytes", b""))
        if reply is not None:
            listener.put(encode(reply))


async def reply_to(hall: Hall, room: Room, listener: Listener, data: str | bytes) -> Any:
    """The private answer, if there is one: whoever sends no key sees their move in the next view."""
    key = None
    try:
        question = read_question(data)
        key = question.key
        if room.match.lost:
            await hall.tables.room(room.match.id)
        asked = Asked(hall.tables, hall.thinkers, hall.reviews, room, listener.visitor, listener, hall.desk)
        found = await answer(asked, question)
    except BranchlineError as error:
        hall.metrics.refusals.labels(error.kind).inc()
        return refusal(error, key)
    except Exception as error:
        log.exception("fault", extra={"table": room.match.id, "error": type(error).__name__})
        return fault(key)
    return None if type(found) is Done and key is None else found
