"""What is asked about being called: by push, mail or a webhook, when it is one's turn."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from branchline.server.asking import PLAIN, Ask, SeatNumber

CallKind = Literal["push", "mail", "hook", "discord"]
Minute = Annotated[int, Meta(ge=0, lt=1440)]
WayId = Annotated[str, Meta(min_length=1, max_length=64, pattern=PLAIN)]


class PushKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser's push messages are encrypted for."""

    p256dh: Annotated[str, Meta(max_length=200, pattern=PLAIN)]
    auth: Annotated[str, Meta(max_length=100, pattern=PLAIN)]


class Call(Ask, frozen=True):
    """Call me in that way when it is my turn; said again with the same `to`, it is changed."""

    call: CallKind
    to: Annotated[str, Meta(min_length=3, max_length=1000, pattern=PLAIN)]
    keys: PushKeys | None = None  # of a browser
    seat: SeatNumber | None = None
    began: bool = False  # also when the player before me has begun
    waiting: bool = False  # also when everyone has waited for me for long
    remind: Annotated[float, Meta(ge=0, le=720)] = 0  # hours before my time runs out; 0: not
    quiet: tuple[Minute, Minute] | None = None  # minutes of the day between which nothing is sent
    zone: Annotated[str, Meta(min_length=1, max_length=64, pattern=PLAIN)] = "UTC"


class ListCalls(Ask, frozen=True):
    """How I am called at this table, and in which ways this server can."""

    calls: Literal[True]


class Uncall(Ask, frozen=True):
    """No more calls in that way."""

    uncall: WayId


class Ring(Ask, frozen=True):
    """Send a call now, to try that way."""

    ring: WayId
