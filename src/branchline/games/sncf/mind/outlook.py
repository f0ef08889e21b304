"""Who is likely to win a game that is not over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.game import OVER
from branchline.core.mind import shares
from branchline.games.sncf.mind.value import expected, points
from branchline.games.sncf.rules.state import SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.mind import Mind

MARGIN = 12.0  # so many points more make a win e times as likely


def outlook(mind: Mind, state: SncfState) -> list[float]:
    if state.to_move == OVER:
        return mind.outcome(state)
    return shares(points(mind.game, state, expected(mind.game, state)), MARGIN)
