"""PettingZoo: every seat is an agent, and one of them chooses at a time."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame, shown
from branchline.core.looks import unmarked
from branchline.rl.play import Play

MODES = ["human", "ansi"]
METADATA: dict[str, Any] = {"render_modes": MODES, "render_fps": 1}
Seen = dict[str, Any]  # an observation and an action mask


def seat_names(players: int) -> list[str]:
    return [f"seat_{seat}" for seat in range(players)]


def seen_space(play: Play) -> spaces.Dict:
    """What an agent sees: what it knows, and what it may choose."""
    low, high = play.bounds()
    mask = spaces.Box(0, 1, (play.numbers.size,), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


def checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise BranchlineError(f"a render mode is one of {', '.join(MODES)}, not {shown(mode)}")
    return mode


def drawn(play: Play, mode: str | None) -> str | None:
    """The board as text: returned (`ansi`), or printed (`human`)."""
    looks = play.game.looks
    text = unmarked(looks.text(looks.view(play.game.mask(play.state, None), None)))
    if mode == "ansi":
        return text
    if mode == "human":
        print(text)
    return None


class Table(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A game whose seats are agents `seat_0`, `seat_1` and so on.

    >>> table = Table("sncf-france", players=3)
    >>> table.reset(seed=4)
    >>> seen, reward, termination, truncation, info = table.last()
    >>> table.step(int(seen["action_mask"].argmax()))
    >>> again = table.clone()
    >>> again.key() == table.key()
    True
    """

    def __init__(
        self,
        game: AnyGame | str,
        players: int | None = None,
        observation: str = "state",
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        super().__init__()
        self.play = Play(game, players, observation, **options)
        self.render_mode = checked_mode(render_mode)
        self.metadata = {
            "name": f"branchline_{self.play.game.id.replace('-', '_')}_v0",
            "render_modes": MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = seat_names(self.play.players)
        self.agents = self.possible_agents[:]
        self._seat = {name: seat for seat, name in enumerate(self.possible_agents)}
        self.action_spaces = {name: spaces.Discrete(self.play.numbers.size) for name in self.agents}
        self.observation_spaces = {name: seen_space(self.play) for name in self.agents}
        self._nothing = self.play.numbers.mask(())

    def observation_space(self, agent: str) -> spaces.Dict:
        """What that agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What that agent may choose from."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed draws the same."""
        self.play.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {"action_mask": self._nothing} for name in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        """Who chooses now, and what may be chosen."""
        play = self.play
        mover = play.state.to_move
        self.agent_selection = agent = self.possible_agents[max(mover, 0)]
        self.infos[agent] = {"action_mask": play.mask(mover)}

    def observe(self, agent: str) -> Seen:
        """What that agent knows, from its masked state, and what it may choose."""
        info = self.infos.get(agent)
        mask = self._nothing if info is None else info["action_mask"]
        return {"observation": self.play.observe(self._seat[agent]), "action_mask": mask}

    def step(self, action: Any) -> None:
        """The agent to move chooses; an index that its mask does not have is refused, and changes nothing."""
        self.play.check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.play.choose(self.play.index(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": self._nothing}
        self._select()
        if self.play.over:
            self.rewards = dict(zip(self.agents, self.play.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text: returned (`ansi`), or printed (`human`)."""
        return drawn(self.play, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def clone(self) -> Self:
        """Another table in this position, which goes on identically."""
        found = type(self).__new__(type(self))
        for name, value in vars(self).items():
            setattr(found, name, value.copy() if isinstance(value, (dict, list, Play)) else value)
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def key(self) -> int:
        """64 bits that stand for this position."""
        return self.play.key()


class Strict(Table):
    """A table at which who chooses what is not legal loses at once, as in PettingZoo's own games.

    What three of PettingZoo's wrappers do, which cost more time than a game: out of bounds, illegal, and too
    early are told.
    """

    begun = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed draws the same."""
        super().reset(seed, options)
        self.begun = True

    def step(self, action: Any) -> None:
        """The agent to move chooses, or loses by what it may not choose."""
        if not self.begun:
            raise BranchlineError("call reset() before the first step()")
        if not self.agents:
            raise BranchlineError("the game is over and everybody has heard of it; call reset()")
        agent = self.agent_selection
        if action is None or self.terminations[agent] or action in self.play.offers:
            super().step(action)
            return
        self.play.numbers.meaning(int(action))  # an index that there is not is a mistake, and no move
        EnvLogger.warn_on_illegal_move()
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: -1.0}
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._deads_step_first()


def raw_env(game: AnyGame | str, players: int | None = None, **chosen: Any) -> Table:
    """A PettingZoo AEC environment; what is not legal is refused by an error, and changes nothing.

    `players`, `observation` (`state` or `features`), `render_mode`, and the game's own options by name.
    """
    return Table(game, players, **chosen)


def env(game: AnyGame | str, players: int | None = None, **chosen: Any) -> Strict:
    """The same as PettingZoo's own games are played: who chooses what is not legal loses at once.

    >>> table = env("bridgetown", players=2, specials="off")
    >>> table.reset(seed=1)
    >>> table.agent_selection in table.agents
    True
    """
    return Strict(game, players, **chosen)
