"""How Bridgetown Races is played well."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from branchline.core import mind
from branchline.core.mind import Plan
from branchline.games.bridgetown.mind.advise import advise
from branchline.games.bridgetown.mind.outlook import outlook, skill
from branchline.games.bridgetown.mind.value import value
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import BridgetownState

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Mind(mind.Mind[BridgetownState]):
    game: Bridgetown
    value = value
    advise = advise
    outlook = outlook
    skill = skill
    # a look ahead takes 20 ms, and what is small here is gone at the end of a game
    effort = mind.Effort(rounds=2, worlds=16, most=48, cost=0.05)
    prepared = False  # in this process

    # numba takes a while to load, and most games do without

    def plans(self, state: BridgetownState, rng: Random, width: int) -> list[Plan]:
        from branchline.games.bridgetown.mind.plans import plans

        return plans(self, state, width)

    def playout(self, state: BridgetownState, rng: Random, turns: int) -> list[float]:
        from branchline.games.bridgetown.mind.playout import playout

        return playout(self, state, rng, turns)

    def decide(self, state: BridgetownState, rng: Random, sight: mind.Sight) -> Plan:
        from branchline.games.bridgetown.mind.learned import decide

        return decide(self, state, rng, sight)

    def considered(self, state: BridgetownState, rng: Random, width: int) -> list[Plan]:
        from branchline.games.bridgetown.mind.learned import considered

        return considered(self, state, width)

    def go_on(self, state: BridgetownState, rng: Random, turns: int) -> list[float]:
        from branchline.games.bridgetown.mind.learned import go_on

        return go_on(self, state, rng, turns)

    def features(self, state: BridgetownState) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        from branchline.games.bridgetown.mind.learned import described

        return described(self, state)

    def kept_in(self) -> str:
        from branchline.games.bridgetown.mind.kernels import FOLDER

        return FOLDER

    def prepare(self) -> None:
        from branchline.games.bridgetown.mind.learned import prepare, weights

        if not self.prepared:
            prepare(self, weights())
            self.prepared = True

    @cached_property
    def arrays(self) -> Any:
        """The board as the kernels want it."""
        from branchline.games.bridgetown.mind.kernels.position import arrays_of

        return arrays_of(self.game.tables)

    @cached_property
    def town(self) -> Any:
        """The same as a record."""
        from branchline.games.bridgetown.mind.kernels.desk import town_of

        return town_of(self.game.tables, self.arrays)
