"""Gymnasium: one seat is the environment's, the others are bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import gymnasium
from gymnasium import spaces

from branchline import bots
from branchline.bots.own import Own, given
from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER, AnyGame, shown
from branchline.rl.aec import METADATA, Seen, checked_mode, drawn, seen_space
from branchline.rl.play import Play

ILLEGAL = -1.0  # the reward of what may not be chosen


Chosen = str | Callable[..., Any]  # a level, a bot of one's own by what is typed, or a function


def rivals(players: int, seat: int, chosen: Chosen | Sequence[Chosen]) -> list[str | Own]:
    """The bots in all seats, ours by name, by one for all others or one for each; nobody asks the own one."""
    if type(seat) is not int or seat not in range(players):
        raise BranchlineError(f"a seat of this game is 0 to {players - 1}, not {shown(seat)}")
    one = isinstance(chosen, str) or callable(chosen)
    listed: list[Any] = [chosen] * (players - 1) if one else list(chosen)  # type: ignore[arg-type]
    if len(listed) != players - 1:
        raise BranchlineError(f"there are {players - 1} other seats, and {len(listed)} bots for them")
    seated = [bots.entered(each)[0] if isinstance(each, str) else given(each) for each in listed]
    return [*seated[:seat], "", *seated[seat:]]


def turn_of(bot: str | Own, game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
    """What a rival does."""
    return bots.choose(bots.named(bot) if isinstance(bot, str) else bot, game, state, rng)


class Seat(gymnasium.Env[Seen, Any]):
    """One seat against bots; what may not be chosen changes nothing, costs a point and says why.

    >>> env = Seat("sncf-germany", players=3, bots="greedy")
    >>> seen, info = env.reset(seed=2)
    >>> seen, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
    >>> reward, terminated
    (0.0, False)
    """

    metadata = METADATA

    def __init__(
        self,
        game: AnyGame | str,
        players: int | None = None,
        seat: int = 0,
        bots: Chosen | Sequence[Chosen] = "casual",
        observation: str = "state",
        render_mode: str | None = None,
        **options: str,
    ) -> None:
        self.play = Play(game, players, observation, **options)
        self.seat, self.bots = seat, rivals(self.play.players, seat, bots)
        self.render_mode = checked_mode(render_mode)
        self.action_space = spaces.Discrete(self.play.numbers.size)
        self.observation_space = seen_space(self.play)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new game, up to the first decision of the own seat."""
        super().reset(seed=seed)
        self.play.begin(int(self.np_random.integers(1 << 62)))
        self._wait()
        return self._seen(), self._info()

    def _wait(self) -> None:
        """Until it is the own seat's decision, or all is over."""
        play = self.play
        while play.state.to_move not in (OVER, self.seat):
            mover = play.state.to_move
            for action in turn_of(self.bots[mover], play.game, play.state, play.rng):
                play.act(action)
                if play.drew or play.state.to_move != mover:
                    break  # a plan holds until chance or another seat has a say

    def _seen(self) -> Seen:
        return {"observation": self.play.observe(self.seat), "action_mask": self.play.mask(self.seat)}

    def _info(self, refused: str = "") -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.play.mask(self.seat)}
        return info | {"refused": refused} if refused else info

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """A choice of the own seat, and all that follows until its next one."""
        index = self.play.index(action)
        if index not in self.play.offers:
            return self._seen(), ILLEGAL, self.play.over, False, self._info(self.play.refusal(index))
        self.play.choose(index)
        self._wait()
        if self.render_mode == "human":
            self.render()
        return self._seen(), self.play.rewards()[self.seat], self.play.over, False, self._info()

    def render(self) -> Any:
        """The board as text: returned (`ansi`), or printed (`human`)."""
        return drawn(self.play, self.render_mode)

    def key(self) -> int:
        """64 bits that stand for this position."""
        return self.play.key()


def seat_env(game: AnyGame | str, players: int | None = None, **chosen: Any) -> Seat:
    """A Gymnasium environment: `seat` (0) is yours, `bots` (casual) a level or a bot of your own for all
    others, or a list."""
    return Seat(game, players, **chosen)
