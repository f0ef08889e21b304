"""The server's own refusals, and how each kind of error is told over HTTP."""

from __future__ import annotations

from typing import Any

from branchline.core.errors import BranchlineError, Refused, RuleViolation
from branchline.core.voice import say
from branchline.server.answers import Refusal

# what a kind of error is in HTTP; whatever stands not here is 400
STATUS = {
    "rule": 422,
    "lesson": 422,
    "not-yours": 403,
    "origin": 403,
    "secret": 403,
    "consent": 403,
    "muted": 403,
    "unknown": 404,
    "method": 405,
    "refused": 409,
    "stale": 409,
    "over": 409,
    "waiting": 409,
    "unlearned": 409,
    "plan": 409,
    "key": 409,
    "used": 410,
    "too-large": 413,
    "too-many": 429,
    "fault": 500,
    "unreadable": 500,
    "slow": 503,
    "unsaved": 503,
    "unread": 503,
}


class Denied(Refused):
    """Refused by the server; `kind` says why in one word, `values` hold what a program needs."""

    def __init__(self, kind: str, text: object, **values: Any) -> None:
        super().__init__(text)
        self.kind = kind
        self.values = values

    def to_json(self) -> dict[str, Any]:
        return {"error": self.kind, "rule": None, "text": str(self), "values": self.values}


def deleted() -> Denied:
    return Denied("unknown", say("server.deleted"))


def used() -> Denied:
    return Denied("used", say("server.link-used"))


def refusal(error: BranchlineError, key: str | None = None) -> Refusal:
    """An error of ours as the one message that refusals are sent in."""
    return Refusal(**error.to_json(), key=key)


def fault(key: str | None = None) -> Refusal:
    """A fault of ours. It may have come after something was stored, so it promises nothing."""
    return Refusal("fault", None, say("server.fault"), {}, key)


def status_of(kind: str) -> int:
    """
    >>> status_of("stale"), status_of("bad-action")
    (409, 400)
    """
    return STATUS.get(kind, 400)


def rebuilt(data: dict[str, Any]) -> BranchlineError:
    """An error that has crossed over from a worker."""
    if data["error"] == "rule":
        return RuleViolation(data["rule"], data["text"], data["values"])
    error = BranchlineError(data["text"])
    error.kind = data["error"]
    return error
