"""The questions about being called, and what answers them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from branchline.server.answers import Done
from branchline.server.call_answers import Calls
from branchline.server.call_questions import Call, ListCalls, Ring, Uncall

if TYPE_CHECKING:
    from branchline.server.calls.desk import Desk
    from branchline.server.verbs import Asked


def desk_of(asked: Asked) -> Desk:
    assert asked.desk is not None, "every question that comes from outside has one"
    return asked.desk


async def list_calls(asked: Asked, question: ListCalls) -> Calls:
    asked.seat()
    return await desk_of(asked).now(asked.room, asked.seats)


async def call(asked: Asked, question: Call) -> Calls:
    await desk_of(asked).call(asked.room, asked.visitor, asked.seat(question.seat), question)
    return await desk_of(asked).now(asked.room, asked.seats)


async def uncall(asked: Asked, question: Uncall) -> Calls:
    await desk_of(asked).uncall(asked.room, asked.seats, question.uncall)
    return await desk_of(asked).now(asked.room, asked.seats)


async def ring(asked: Asked, question: Ring) -> Done:
    await desk_of(asked).ring(asked.room, asked.visitor, asked.seats, question.ring)
    return Done(asked.room.match.version)


ANSWERS: dict[type[Any], Callable[[Asked, Any], Awaitable[Any]]] = {
    ListCalls: list_calls,
    Call: call,
    Uncall: uncall,
    Ring: ring,
}
