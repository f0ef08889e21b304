"""How Koplopers & Dwarsliggers is played well."""

from __future__ import annotations

from functools import cached_property

from branchline.core import mind
from branchline.games.koplopers.mind.advise import advise
from branchline.games.koplopers.mind.distances import Distances
from branchline.games.koplopers.mind.outlook import outlook
from branchline.games.koplopers.mind.plans import plans
from branchline.games.koplopers.mind.playout import playout
from branchline.games.koplopers.mind.value import value
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.state import KoplopersState


class Mind(mind.Mind[KoplopersState]):
    game: Koplopers
    value = value
    advise = advise
    plans = plans
    outlook = outlook
    playout = playout

    @cached_property
    def distances(self) -> Distances:
        """From everywhere to everywhere, made when a bot first asks."""
        return Distances(self.game.tables)
