"""How Koplopers & Dwarsliggers is played well."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from branchline.core import mind
from branchline.core.mind import Plan
from branchline.games.koplopers.mind.advise import advise
from branchline.games.koplopers.mind.distances import Distances
from branchline.games.koplopers.mind.outlook import outlook, skill
from branchline.games.koplopers.mind.plans import plans
from branchline.games.koplopers.mind.playout import playout
from branchline.games.koplopers.mind.value import value
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.state import KoplopersState

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Mind(mind.Mind[KoplopersState]):
    game: Koplopers
    value = value
    advise = advise
    plans = plans
    outlook = outlook
    skill = skill
    playout = playout
    # what the network says after two rounds was wrong in one of four; a game to its end takes 10 ms
    effort = mind.Effort(rounds=2, worlds=24, most=96, ends=48)
    prepared = False  # in this process

    @cached_property
    def distances(self) -> Distances:
        """From everywhere to everywhere, made when a bot first asks."""
        return Distances(self.game.tables)

    # numba takes a while to load, and most games do without

    def decide(self, state: KoplopersState, rng: Random, sight: mind.Sight) -> Plan:
        from branchline.games.koplopers.mind.learned import decide

        return decide(self, state, rng, sight)

    def considered(self, state: KoplopersState, rng: Random, width: int) -> list[Plan]:
        from branchline.games.koplopers.mind.learned import considered

        return considered(self, state, rng, width)

    def go_on(self, state: KoplopersState, rng: Random, turns: int) -> list[float]:
        from branchline.games.koplopers.mind.learned import go_on

        return go_on(self, state, rng, turns)

    def features(self, state: KoplopersState) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        if self.railway is None:
            return super().features(state)
        from branchline.games.koplopers.mind.learned import described

        return described(self, state)

    def kept_in(self) -> str:
        from branchline.games.koplopers.mind.kernels import FOLDER

        return FOLDER

    def prepare(self) -> None:
        from branchline.games.koplopers.mind.learned import prepare, weights

        if not self.prepared and self.railway is not None:
            prepare(self, weights())
        self.prepared = True

    @cached_property
    def railway(self) -> Any:
        """The board as the kernels want it; nothing if it is too large for them."""
        from branchline.games.koplopers.mind.kernels.desk import fits, railway_of

        tables = self.game.tables
        return railway_of(tables, self.distances) if fits(tables) else None
