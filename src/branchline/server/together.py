"""Looking at a finished game together: one leads, and who wants to follows. Nothing of it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from branchline.core.voice import say
from branchline.server.names import shown
from branchline.server.questions import Place
from branchline.server.refusals import Denied
from branchline.server.spoken import aloud
from branchline.server.watch_answers import Led

if TYPE_CHECKING:
    from branchline.server.listener import Listener

BREATH = 0.1  # seconds between two places that are passed on; what comes in between is left out
NOBODY = Led(None, None, None)


def spoken_to(led: Led) -> Led:
    """With the name in the language of whoever is served: somebody who only watches has none."""
    if led.name is None:
        return led
    return msgspec.structs.replace(led, name=aloud(led.name) if led.seat is None else shown(led.name))


class Together:
    """Who leads at a table, and where they look."""

    def __init__(self, tell: Callable[[Led, bool], None]) -> None:
        """`tell` is given where to look, and whether other processes have yet to hear of it."""
        self.leader: Listener | None = None
        self.now = NOBODY
        self._process = ""  # at which they lead, if not here
        self._tell = tell
        self._told = 0.0
        self._waiting = False

    def lead(self, listener: Listener, name: str, seat: int | None, yes: bool) -> None:
        """Begin or end to lead; one at a time."""
        guest = self.now.seat is None and listener.seats  # players come first
        others = self.now.name is not None and self.leader is not listener
        if others and not (yes and guest):
            raise Denied("consent", say("server.led-already", spoken_to(self.now).name))
        if yes != (self.leader is listener):
            self.leader, self._process = listener if yes else None, ""
            self.now = Led(name, seat, Place()) if yes else NOBODY
            self._tell(self.now, True)

    def look(self, listener: Listener, at: Place) -> None:
        """The leader looks somewhere: at most so many places a second are passed on, and the last always."""
        if self.leader is not listener:
            raise Denied("not-yours", say("server.look-leader"))
        self.now = Led(self.now.name, self.now.seat, at)
        wait = self._told + BREATH - monotonic()
        if wait <= 0:
            self._pass_on()
        elif not self._waiting:
            self._waiting = True
            asyncio.get_running_loop().call_later(wait, self._pass_on)

    def _pass_on(self) -> None:
        self._waiting = False
        self._told = monotonic()
        if self.leader is not None:  # else it was said already that nobody leads
            self._tell(self.now, True)

    def leave(self, listener: Listener) -> None:
        """A leader who leaves ends it."""
        if self.leader is listener:
            self.leader, self.now = None, NOBODY
            self._tell(NOBODY, True)

    # --- at other processes

    def heard(self, process: str, led: Led) -> None:
        """Somebody leads there, or does no longer. Of two who began at once, one goes on leading."""
        if led.name is None and process != self._process:
            return
        if self.leader is not None:
            mine, theirs = rank(self.now), rank(led)
            if mine < theirs:
                self._tell(self.now, True)
                return
            led = led if theirs < mine else NOBODY
        self.leader, self.now = None, led
        self._process = process if led.name is not None else ""
        self._tell(led, False)

    def gone(self, process: str) -> None:
        """That process is not there any more."""
        if process == self._process:
            self.heard(process, NOBODY)


def rank(led: Led) -> tuple[bool, int, str]:
    """Players come first."""
    return led.seat is None, led.seat or 0, led.name or ""
