"""A way to call somebody: where, when not, and what for. Quiet hours are reckoned in its own time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Struct

from branchline.core.languages import ENGLISH
from branchline.core.voice import say
from branchline.server.call_answers import CallWay
from branchline.server.call_questions import CallKind, PushKeys
from branchline.server.refusals import Denied
from branchline.server.spoken import aloud
from branchline.server.store import Write


class Wants(Struct, frozen=True):
    """What the store keeps of a way."""

    kind: CallKind
    to: str
    keys: PushKeys | None = None
    began: bool = False
    waiting: bool = False
    remind: float = 0
    quiet: tuple[int, int] | None = None
    zone: str = "UTC"
    confirmed: bool = False
    origin: str = ""  # the address by which its page was opened, for links
    trouble: str = ""  # to be said by `aloud`
    language: str = ENGLISH  # in which it was asked for, so in which they are called


@dataclass(frozen=True, slots=True)
class Way:
    """A way, whose it is, and how much of the table's log was looked at for it."""

    id: str
    table: str
    seat: int
    owner: str  # the hash of the device that asked for it, by which it holds the seat
    looked: int
    wants: Wants
    body: str = ""  # as the store has it

    def written(self) -> Write:
        return Write("way", (self.id, self.table, self.seat, self.owner, encoded(self.wants)))

    def becomes(self, wants: Wants) -> Write:
        """Its body, if it is still the one that was read."""
        return Write("way is", (encoded(wants), self.id, self.body))

    def told(self) -> CallWay:
        wants = self.wants
        return CallWay(
            self.id, wants.kind, wants.to, wants.began, wants.waiting, wants.remind, wants.quiet, wants.zone,
            wants.confirmed, aloud(wants.trouble),
        )  # fmt: skip


def encoded(wants: Wants) -> str:
    return msgspec.json.encode(wants).decode()


def read_way(row: tuple[Any, ...]) -> Way:
    id, table, seat, owner, looked, body = row
    return Way(id, table, seat, owner, looked, msgspec.json.decode(body, type=Wants), body)


# --- the time of day


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name, or Denied."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Denied("bad-message", say("server.no-zone", repr(name))) from None


def local(wants: Wants, at: float) -> datetime:
    return datetime.fromtimestamp(at, zone_of(wants.zone))


def is_quiet(wants: Wants, at: float) -> bool:
    """
    >>> night = Wants("mail", "a@b.example", quiet=(22 * 60, 7 * 60))
    >>> is_quiet(night, 23 * 3600.0), is_quiet(night, 6 * 3600.0), is_quiet(night, 12 * 3600.0)
    (True, True, False)
    """
    if wants.quiet is None:
        return False
    first, end = wants.quiet
    here = local(wants, at)
    minute = here.hour * 60 + here.minute
    return first <= minute < end if first <= end else minute >= first or minute < end


def after_quiet(wants: Wants, at: float) -> float:
    """That moment, or the end of the quiet hours in which it lies."""
    return _turned(wants, at, 1, 1) if is_quiet(wants, at) else at


def before_quiet(wants: Wants, at: float) -> float:
    """That moment, or a minute before the quiet hours in which it lies."""
    return _turned(wants, at, 0, -1) - 60 if is_quiet(wants, at) else at


def _turned(wants: Wants, at: float, which: int, days: int) -> float:
    """The nearest end (1) or beginning (0) of the quiet hours, forwards or backwards from a moment."""
    assert wants.quiet is not None
    minute, here = wants.quiet[which], local(wants, at)
    found = here.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    if (found.timestamp() - at) * days < 0:
        found += timedelta(days=days)
    return found.timestamp()
