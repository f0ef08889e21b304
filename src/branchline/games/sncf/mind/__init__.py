"""How SNCF is played well."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from branchline.core import mind
from branchline.games.sncf.mind.advise import advise
from branchline.games.sncf.mind.outlook import outlook
from branchline.games.sncf.mind.plans import plans, slip
from branchline.games.sncf.mind.value import value
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.mind.playout import Board


class Mind(mind.Mind[SncfState]):
    game: Sncf
    value = value
    advise = advise
    plans = plans
    slip = slip
    outlook = outlook
    prepared = False  # in this process

    def playout(self, state: SncfState, rng: Random, turns: int) -> list[float]:
        from branchline.games.sncf.mind.playout import playout  # numba takes a while to load

        return playout(self, state, rng, turns)

    def decide(self, state: SncfState, rng: Random, sight: mind.Sight) -> mind.Plan:
        from branchline.games.sncf.mind.learned import decide

        return decide(self, state, rng, sight)

    def considered(self, state: SncfState, rng: Random, width: int) -> list[mind.Plan]:
        from branchline.games.sncf.mind.learned import considered

        return considered(self, state, width)

    def finish(self, state: SncfState, rng: Random) -> list[float]:
        from branchline.games.sncf.mind.learned import finish

        return finish(self, state, rng)

    def kept_in(self) -> str:
        from branchline.games.sncf.mind.kernels import FOLDER

        return FOLDER

    def prepare(self) -> None:
        from branchline.games.sncf.mind.learned import prepare

        if not self.prepared:
            prepare(self)
            self.prepared = True

    @cached_property
    def board(self) -> Board:
        """The board as the kernel of playouts wants it."""
        from branchline.games.sncf.mind.playout import board_for

        return board_for(self.game.tables)
