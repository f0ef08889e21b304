"""An environment of words: the position is told, a line is typed, and a refusal says what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
from gymnasium import spaces

from branchline.core.action import to_text
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, OVER, AnyGame, shown, winners
from branchline.core.looks import spoken
from branchline.games import load
from branchline.rl.play import packed, rewards_of
from branchline.rl.seat import Chosen, rivals, turn_of

LONGEST_LINE, LONGEST_TEXT = 4_000, 200_000
LETTERS = frozenset(map(chr, (10, *range(32, 0x3000))))
NOT_DRAWN: dict[str, Any] = {"render_modes": []}
EXAMPLES = 12  # legal actions that are named with a position


class Words(gymnasium.Env[str, str]):
    """One seat, in words, against bots; nothing is lost by what cannot be done.

    >>> env = Words("sncf-france", players=3, bots="greedy")
    >>> text, info = env.reset(seed=3)
    >>> text.splitlines()[0]
    'You are to move.'
    >>> text, reward, terminated, truncated, info = env.step("build red paris")
    >>> text.splitlines()[0]
    'Refused: No railroad may build into Paris. Nearest to it, Red may enter Troyes.'
    """

    metadata = NOT_DRAWN

    def __init__(
        self,
        game: AnyGame | str,
        players: int | None = None,
        seat: int = 0,
        bots: Chosen | Sequence[Chosen] = "casual",
        **options: str,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.players = self.game.seats[0] if players is None else players
        self.seat, self.bots, self.options = seat, rivals(self.players, seat, bots), options
        self.state: Any = self.game.start(self.players, **options)
        self.rng, self.told = Random(), list[str]()
        self.action_space = spaces.Text(LONGEST_LINE, min_length=0, charset=LETTERS)
        self.observation_space = spaces.Text(LONGEST_TEXT, min_length=0, charset=LETTERS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """A new game, up to the first decision of the own seat."""
        super().reset(seed=seed)
        self.rng = Random(int(self.np_random.integers(1 << 62)))
        self.state, self.told = self.game.start(self.players, **self.options), []
        self._wait()
        return self._position(), {}

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "game": packed(self.game)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, game=load(*kept["game"]))

    def _say(self, *event: Any) -> None:
        self.told.append(self.game.words.event(event))

    def _wait(self) -> None:
        game, state = self.game, self.state
        while state.to_move not in (OVER, self.seat):
            if state.to_move == CHANCE:
                game.apply(state, game.draw(state, self.rng), self._say)
                continue
            mover = state.to_move
            for action in turn_of(self.bots[mover], game, state, self.rng):
                game.apply(state, action, self._say)
                if state.to_move != mover:
                    break

    def _position(self) -> str:
        """What happened since the last line, the position as the seat knows it, and some things to do."""
        game, state = self.game, self.state
        view = game.looks.view(game.mask(state, self.seat), self.seat)
        lines = spoken(game.looks.position(view))
        if state.to_move == OVER:
            won = self.seat in winners(game.scores(state))
            head = ["The game is over.", "You have won." if won else "You have not won."]
        else:
            legal = game.legal_actions(game.mask(state, self.seat))
            step = max(1, len(legal) // EXAMPLES)
            head = ["You are to move."]
            lines += [f"Possible now ({len(legal)}), such as:", *map(to_text, legal[::step][:EXAMPLES])]
        happened = ["Since then:", *(f"- {line}" for line in self.told)] if self.told else []
        return "\n".join([*head, *happened, *lines])[:LONGEST_TEXT]

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """A line, as it is typed in the terminal: done whole, or refused with a sentence and nothing done."""
        if self.state.to_move == OVER:
            return "Refused: the game is over; call reset()", 0.0, True, False, {"refused": "over"}
        if self.state.to_move != self.seat:
            raise BranchlineError("call reset() before the first step()")
        if not isinstance(action, str):
            raise BranchlineError(f"a line that is typed is a text, not {shown(action)}")
        masked = self.game.mask(self.state, self.seat)
        try:
            actions, _ = self.game.understand(masked, action)
        except BranchlineError as error:
            rule = getattr(error, "rule", "")
            sentence = "".join(letter if letter in LETTERS else "?" for letter in str(error))
            return f"Refused: {sentence}", 0.0, False, False, {"refused": sentence, "rule": rule}
        self.told = []
        for each in actions:
            self.game.apply(self.state, each, self._say)
        self._wait()
        over = self.state.to_move == OVER
        reward = rewards_of(self.game, self.state)[self.seat] if over else 0.0
        return self._position(), reward, over, False, {"actions": [to_text(each) for each in actions]}


def text_env(game: AnyGame | str, players: int | None = None, **chosen: Any) -> Words:
    """An environment of words, for every game: `seat` (0) is yours, `bots` (casual) have the others."""
    return Words(game, players, **chosen)
