"""PettingZoo's other kind: all seats answer at once, and the answer of the one to move counts."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec

from branchline.core.game import AnyGame
from branchline.rl.aec import MODES, Seen, checked_mode, drawn, seat_names, seen_space
from branchline.rl.play import Play

Answers = tuple[
    dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class Together(ParallelEnv):  # type: ignore[misc] # PettingZoo has no types
    """Every agent answers in every cycle; whoever is not to move waits, whatever it answers.

    What the seat to move may not choose changes nothing: its info says why, and it is asked again. After
    `max_cycles` the game is cut off.
    """

    def __init__(
        self,
        game: AnyGame | str,
        players: int | None = None,
        observation: str = "state",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: str,
    ) -> None:
        self.play = Play(game, players, observation, **options)
        self.render_mode, self.max_cycles = checked_mode(render_mode), max_cycles
        self.metadata = {
            "name": f"branchline_{self.play.game.id.replace('-', '_')}_together_v0",
            "render_modes": MODES,
            "is_parallelizable": True,
            "render_fps": 1,
        }
        self.possible_agents = seat_names(self.play.players)
        self.agents = self.possible_agents[:]
        self.action_spaces = {name: spaces.Discrete(self.play.numbers.size) for name in self.agents}
        self.observation_spaces = {name: seen_space(self.play) for name in self.agents}
        self.cycles = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """What that agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What that agent may choose from."""
        return self.action_spaces[agent]

    def _seen(self) -> dict[str, Seen]:
        play = self.play
        return {
            name: {"observation": play.observe(seat), "action_mask": play.mask(seat)}
            for seat, name in enumerate(self.possible_agents)
        }

    def _infos(self, refused: str = "") -> dict[str, dict[str, Any]]:
        """Each mask once more, and a refusal for who was to move."""
        infos: dict[str, dict[str, Any]] = {
            name: {"action_mask": self.play.mask(seat)} for seat, name in enumerate(self.possible_agents)
        }
        if refused:
            infos[self.possible_agents[self.play.state.to_move]]["refused"] = refused
        return infos

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new game; the same seed draws the same."""
        self.play.begin(seed)
        self.agents, self.cycles = self.possible_agents[:], 0
        return self._seen(), self._infos()

    def step(self, actions: dict[str, Any]) -> Answers:
        """Everybody's answers; one of them counts."""
        play, refused = self.play, ""
        if self.agents:
            index = int(actions[self.possible_agents[play.state.to_move]])
            if index in play.offers:
                play.choose(index)
            else:
                refused = play.refusal(index)
            self.cycles += 1
        names, over = self.possible_agents, play.over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = dict(zip(names, play.rewards(), strict=True))
        found = (
            self._seen(),
            rewards,
            dict.fromkeys(names, over),
            dict.fromkeys(names, cut),
            self._infos(refused),
        )
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return found

    def render(self) -> str | None:
        """The board as text: returned (`ansi`), or printed (`human`)."""
        return drawn(self.play, self.render_mode)


def parallel_env(game: AnyGame | str, players: int | None = None, **chosen: Any) -> Together:
    """A PettingZoo parallel environment; `max_cycles` cuts a game off.

    >>> table = parallel_env("sncf-germany", players=3, max_cycles=50)
    >>> seen, infos = table.reset(seed=1)
    >>> sorted(seen)
    ['seat_0', 'seat_1', 'seat_2']
    """
    return Together(game, players, **chosen)


def in_turn(game: AnyGame | str, players: int | None = None, **chosen: Any) -> AECEnv:
    """The parallel environment asked one agent after the other, as PettingZoo turns one into the other."""
    return parallel_to_aec(parallel_env(game, players, **chosen))
