"""OpenSpiel: `import branchline.rl.spiel` registers every game whose moves can be listed (extra `openspiel`).

>>> import branchline.rl.spiel
>>> import pyspiel
>>> game = pyspiel.load_game("branchline_bridgetown(players=2)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

A chance outcome is the number of what the rules list as `chance`; a choice is an index of `game.numbers`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "branchline.rl.spiel needs OpenSpiel: pip install 'branchline[openspiel]'"
    ) from None

from branchline.core.action import to_text
from branchline.core.game import CHANCE, OVER
from branchline.games import GAMES, load
from branchline.rl.play import Play

MOST_OUTCOMES = 128  # more than any draw of ours has


class Open(Play):
    """A game in which whoever asks draws, too."""

    def _ask(self) -> None:
        game, state = self.game, self.state
        legal = game.legal_actions(state) if state.to_move >= 0 else []
        self.chosen, self.offers = (), self.numbers.offered(state, legal, ())


class Position(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A position as OpenSpiel asks for it."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.play = Open(game.rules, game.seats)
        self.play.begin()

    def current_player(self) -> int:
        """Who is to choose; chance is asked, too."""
        mover = self.play.state.to_move
        if mover == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.play.offers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn, by its number, and how likely it is."""
        weights = [weight for _, weight in self.play.game.chance(self.play.state)]
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        play = self.play
        if play.state.to_move == CHANCE:
            play.act(play.game.chance(play.state)[action][0])
        else:
            play.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return to_text(self.play.game.chance(self.play.state)[action][0])
        return self.play.numbers.meaning(action)

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.play.over

    def returns(self) -> list[float]:
        """At the end: 1 for whoever wins alone, -1 shared by the losers."""
        return self.play.rewards()

    def __str__(self) -> str:
        return f"{self.play.state!r} {self.play.chosen}"


class Observer:
    """What a seat knows, as an array and as words."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Position, player: int) -> None:
        """Fill the array."""
        self.tensor[:] = state.play.observe(player)

    def string_from(self, state: Position, player: int) -> str:
        """The key of what that seat knows, and who is to move."""
        play = state.play
        return repr(play.game.mask(play.state, player))


def registered(game_id: str) -> None:
    """Register one game."""
    rules = load(game_id)
    kind = pyspiel.GameType(
        short_name=f"branchline_{game_id.replace('-', '_')}",
        long_name=rules.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": rules.seats[0]},
    )

    class Registered(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            chosen = params or {}
            self.rules, self.seats = rules, int(chosen.get("players", rules.seats[0]))
            rules.start(self.seats)  # refuses a number that it is not for
            info = pyspiel.GameInfo(
                num_distinct_actions=rules.numbers.size,
                max_chance_outcomes=MOST_OUTCOMES,
                num_players=self.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=rules.longest * (rules.numbers.depth + 1),
            )
            super().__init__(kind, info, chosen)

        def new_initial_state(self) -> Position:
            return Position(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(rules.numbers.layout(self.seats).size)

    pyspiel.register_game(kind, Registered)


for game_id in GAMES:
    if load(game_id).lists_all:
        registered(game_id)
