"""How SNCF is played well."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from branchline.core import mind
from branchline.games.sncf.mind.advise import advise
from branchline.games.sncf.mind.outlook import outlook, skill
from branchline.games.sncf.mind.plans import plans, slip
from branchline.games.sncf.mind.value import value
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import SncfState

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from branchline.games.sncf.mind.playout import Board


class Mind(mind.Mind[SncfState]):
    game: Sncf
    value = value
    advise = advise
    plans = plans
    slip = slip
    outlook = outlook
    skill = skill
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

    def go_on(self, state: SncfState, rng: Random, turns: int) -> list[float]:
        from branchline.games.sncf.mind.learned import go_on

        return go_on(self, state, rng, turns)

    def features(self, state: SncfState) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        from branchline.games.sncf.mind.learned import described

        return described(self, state)

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
