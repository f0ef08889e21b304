"""Railway board games with every rule enforced. Start with `branchline.load("sncf-france")`.

A game in which bots play every seat, from the first draw to the winners:

>>> import random
>>> import branchline
>>> from branchline import CHANCE, OVER, bots, winners
>>> game = branchline.load("sncf-germany")
>>> rng = random.Random(1)
>>> state = game.start(players=3)
>>> while state.to_move != OVER:
...     if state.to_move == CHANCE:
...         game.apply(state, game.draw(state, rng))
...     else:
...         for action in bots.choose(bots.named("greedy"), game, state, rng):
...             game.apply(state, action)
>>> len(winners(game.scores(state)))
1

All that stands in `__all__` is the public face: it is documented with examples, and it changes as
docs/release.md says. Other modules are ours, and may change at any time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from branchline.core.action import Action
from branchline.core.errors import BadAction, BoardError, BranchlineError, RecordError, Refused, RuleViolation
from branchline.core.game import CHANCE, OVER, Game, Option, State, winners
from branchline.games import GAMES, game_of, load

if TYPE_CHECKING:
    from branchline import bots
    from branchline.core.looks import Looks, Shown
    from branchline.core.mind import Mind
    from branchline.core.record import Record, key, new_record, play_out, play_row, replay, write
    from branchline.reading import Position, Positions, read

__all__ = [
    "CHANCE",
    "GAMES",
    "OVER",
    "Action",
    "BadAction",
    "BoardError",
    "BranchlineError",
    "Game",
    "Looks",
    "Mind",
    "Option",
    "Position",
    "Positions",
    "Record",
    "RecordError",
    "Refused",
    "RuleViolation",
    "Shown",
    "State",
    "__version__",
    "bots",
    "game_of",
    "key",
    "load",
    "new_record",
    "play_out",
    "play_row",
    "read",
    "replay",
    "winners",
    "write",
]
__version__ = "0.1.0"  #: This version, as docs/release.md counts them.

# found when somebody asks for them: who only wants rules loads neither screens nor bots
_LATER = {
    "Looks": "core.looks",
    "Mind": "core.mind",
    "Position": "reading",
    "Positions": "reading",
    "Record": "core.record",
    "Shown": "core.looks",
    "bots": "bots",
    "key": "core.record",
    "new_record": "core.record",
    "play_out": "core.record",
    "play_row": "core.record",
    "read": "reading",
    "replay": "core.record",
    "write": "core.record",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'branchline' has no attribute {name!r}")
    module = import_module(f"branchline.{_LATER[name]}")
    return module if name == "bots" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
