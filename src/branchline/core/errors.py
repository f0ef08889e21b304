"""Every refusal carries one sentence, and all of them have one JSON shape."""

from __future__ import annotations

from typing import Any

from branchline.core.voice import say


class BranchlineError(ValueError):
    """Something was asked for that cannot be done; `str(error)` is the sentence for people.

    >>> import branchline
    >>> try:
    ...     branchline.load("chess")
    ... except branchline.BranchlineError as error:
    ...     print(str(error).split(";")[0])
    there is no game 'chess'
    """

    kind = "error"  #: What it is called in JSON.

    def to_json(self) -> dict[str, Any]:
        """The one shape in which an error leaves us.

        >>> BadAction("there is no verb 'fly'").to_json()
        {'error': 'bad-action', 'rule': None, 'text': "there is no verb 'fly'", 'values': {}}
        """
        return {"error": self.kind, "rule": None, "text": str(self), "values": {}}


class RuleViolation(BranchlineError):
    """A well-formed action that a rule of the game does not allow now; `rule` is its id in RULES.md.

    >>> import random, branchline
    >>> game, rng = branchline.load("sncf-france"), random.Random(7)
    >>> state = game.start(players=4)
    >>> while state.to_move == branchline.CHANCE:
    ...     game.apply(state, game.draw(state, rng))
    >>> try:
    ...     game.check(state, ("build", "red", "o12"))
    ... except branchline.RuleViolation as error:
    ...     print(error.rule)
    build.adjacent
    """

    kind = "rule"

    def __init__(self, rule: str, text: str, values: dict[str, Any] | None = None) -> None:
        super().__init__(text)
        self.rule = rule
        self.values = values or {}

    def to_json(self) -> dict[str, Any]:
        return {"error": self.kind, "rule": self.rule, "text": str(self), "values": self.values}


class BadAction(BranchlineError):
    """No such verb, or arguments that are of the wrong kind or number."""

    kind = "bad-action"


class BoardError(BranchlineError):
    """A board file is wrong; `faults` holds every (key, reason) that was found."""

    kind = "board"

    def __init__(self, source: str, faults: list[tuple[str, str]]) -> None:
        super().__init__("\n".join(f"{source}: {key}: {reason}" for key, reason in faults))
        self.source = source
        self.faults = faults


class RecordError(BranchlineError):
    """A record cannot be read, or does not replay to what it says."""

    kind = "record"


class Refused(BranchlineError):
    """Refused by the platform, not by a rule: the game is over, it is not your turn, ..."""

    kind = "refused"


def over() -> Refused:
    """What `draw`, `apply`, `check` and `legal_actions` raise once a game has ended."""
    return Refused(say("core.over"))
