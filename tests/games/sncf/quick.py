"""A turn of the kernel's quick player, as what is done."""

from __future__ import annotations

from branchline.core.action import Action
from branchline.games.sncf.mind import Mind
from branchline.games.sncf.mind.kernels.playout import LAID, TRADED
from branchline.games.sncf.mind.kernels.position import Ints
from branchline.games.sncf.rules.state import COLOURS


def as_actions(mind: Mind, log: Ints) -> list[Action]:
    """What its log says, without the `done` that a build may need."""
    tables, bit, found = mind.game.tables, mind.board.bit, list[Action]()
    for what, one, other, count in log.tolist():
        if what == TRADED:
            found.append(("trade", COLOURS[one], COLOURS[other], count))
        else:
            found.append((tables.build if what == LAID else tables.start)[one][bit[other]])
    return found
