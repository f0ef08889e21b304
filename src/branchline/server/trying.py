"""What actions would bring to who knows a masked state: nothing is done, drawn, stored or revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.action import Action
from branchline.core.game import AnyGame
from branchline.server import takebacks
from branchline.server.answers import Tried, stopped

if TYPE_CHECKING:
    from branchline.server.match import Match


def attempt(match: Match, seat: int, actions: list[Action], people: list[str]) -> Tried:
    """Actions on the seat's masked state, until it is not its decision any more."""
    free = takebacks.left(match, seat)
    return tried(match.game, match.eyes(seat), actions, people, match.version, free)


def tried(
    game: AnyGame, masked: Any, actions: list[Action], people: list[str], version: int, free: bool
) -> Tried:
    """Actions of the seat to move; `free`: it may take them back."""
    seat = masked.to_move
    foreseen = game.looks.foresee(masked, actions, judged=False)
    state, events = foreseen.state, foreseen.events
    reason = stopped(seat, state.to_move)
    return Tried(
        version=version,
        steps=foreseen.steps,
        stopped=reason,
        # at the end a view would count hands that the seat does not know
        view=None if reason == "over" else game.looks.view(state, seat),
        choices=game.legal_actions(state) if game.lists_all and not reason else [],
        events=events,
        lines=[game.words.event(event, people) for event in events],
        ledger=foreseen.ledger,
        free=not reason and not any(points for points, _ in foreseen.ledger) and free,
    )
