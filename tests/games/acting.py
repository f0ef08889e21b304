"""What every game's positions share: act, be refused, and see what is allowed."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from branchline.core.action import from_text
from branchline.core.errors import BadAction, RuleViolation
from branchline.core.game import Action, Game, State

G = TypeVar("G", bound=Game[Any])
S = TypeVar("S", bound=State)


class Acting(Generic[G, S]):
    """A game and its state; changes are made by the game's own functions."""

    def __init__(self, game: G, state: S) -> None:
        self.game, self.state = game, state

    def do(self, *texts: str) -> list[tuple[Any, ...]]:
        """Take legal actions; what they made happen. Chance is drawn by naming it, too."""
        events: list[tuple[Any, ...]] = []
        for text in texts:
            action = from_text(text)
            self.game.check(self.state, action)
            self.game.apply(self.state, action, lambda *event: events.append(event))
        return events

    def refused(self, text: str) -> RuleViolation:
        """The rule that forbids this action; the state stays as it was."""
        before = self.state.copy()
        try:
            self.game.check(self.state, from_text(text))
        except RuleViolation as violation:
            assert self.state == before
            return violation
        raise AssertionError(f"'{text}' is allowed")

    def malformed(self, action: Action) -> str:
        """The sentence with which an action that is none is answered."""
        try:
            self.game.check(self.state, action)
        except BadAction as error:
            return str(error)
        raise AssertionError(f"{action} is well formed")

    def allows(self, text: str) -> bool:
        return from_text(text) in self.game.legal_actions(self.state)

    def verbs(self) -> set[str]:
        return {action[0] for action in self.game.legal_actions(self.state)}
