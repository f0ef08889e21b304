"""What the server takes from outside, in one place, so that a test can fix it: time, tokens, chance."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random


def token() -> str:
    """128 random bits as 22 letters that need no escaping in a link."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class World:
    """The clock, the source of ids and secrets, what chance is drawn from, and time that only passes.

    `now` may be set back or forwards by whoever keeps the machine; what is reckoned in seconds that
    have passed, such as a rate, asks `elapsed`.
    """

    now: Callable[[], float] = time.time
    token: Callable[[], str] = token
    chance: Random = field(default_factory=secrets.SystemRandom)
    elapsed: Callable[[], float] = time.monotonic
