"""How strong a bot is, by a name that people know. One table of budgets for each game.

Budgets are iterations and not seconds, so that a level plays the same on every machine; docs/bots.md
has what they are worth.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from branchline.bots.search import Budget, search
from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame
from branchline.core.mind import Sight

LEVELS = ("beginner", "casual", "strong", "expert")

Budgets = tuple[Budget, Budget, Budget, Budget]  # in the order of LEVELS

# for a game that is not in the table: it may have nothing but `advise`, so it is asked for little
ANY: Budgets = (
    Budget(width=8, slips=0.5),
    Budget(),
    Budget(iterations=32, width=4, turns=2),
    Budget(iterations=96, width=6, turns=2),
)

_SNCF: Budgets = (
    Budget(sight=Sight(temperature=1.0)),
    Budget(sight=Sight(temperature=0.25)),
    Budget(sight=Sight()),
    Budget(sight=Sight(plans=6, worlds=16, turns=4, belief=0.07)),
)

BUDGETS: dict[str, Budgets] = {
    "sncf-france": _SNCF,
    "sncf-germany": _SNCF,
    # a turn is a whole one of five points; the greedy one is always looked at beside these
    "koplopers": (
        Budget(sight=Sight(temperature=0.5)),
        Budget(sight=Sight(temperature=0.1)),
        Budget(sight=Sight(plans=3, worlds=1, turns=4)),
        Budget(sight=Sight(plans=6, worlds=24, turns=8)),
    ),
    # a look ahead ends with the round; half as many of the greedy player's turns are looked at beside these
    "bridgetown": (
        Budget(sight=Sight(temperature=0.25)),
        Budget(sight=Sight(temperature=0.05)),
        Budget(sight=Sight(plans=3, worlds=1)),
        Budget(sight=Sight(plans=8, worlds=32)),
    ),
    # whole turns that are thought of, each judged by the network once; all of them are too good for a
    # beginner, who takes what is obvious
    "string-railway": (
        Budget(width=4, slips=1.0),
        Budget(sight=Sight(plans=8, temperature=1.0)),
        Budget(sight=Sight(plans=16)),
        Budget(sight=Sight(plans=384)),
    ),
}


# for the arena alone, never to change: the searches that players who learned are measured against. Playouts
# of SNCF are cut off because players may trade to and fro for hundreds of turns
POOL: dict[str, dict[str, Budget]] = {
    "small": {
        "koplopers": Budget(iterations=12, width=4, turns=3),
        "bridgetown": Budget(iterations=12, width=4, turns=0),
        "sncf-france": Budget(iterations=12, width=4, turns=60),
        "sncf-germany": Budget(iterations=12, width=4, turns=60),
        "string-railway": Budget(iterations=12, width=4, turns=12),
    },
    "expert-0": {
        "koplopers": Budget(iterations=24, width=8, turns=3),
        "bridgetown": Budget(iterations=80, width=12, turns=0),
        "sncf-france": Budget(iterations=300, width=8, turns=60),
        "sncf-germany": Budget(iterations=300, width=8, turns=60),
        "string-railway": Budget(iterations=64, width=64, turns=12),
    },
}


def budget(level: str, game_id: str) -> Budget:
    if level in POOL:
        if game_id not in POOL[level]:
            raise BranchlineError(f"{level} is a bot of {', '.join(POOL[level])}, not of {game_id}")
        return POOL[level][game_id]
    return BUDGETS.get(game_id, ANY)[LEVELS.index(level)]


def searches(name: str, game_id: str) -> bool:
    """Does a bot of this name compare plans, or play games out, before it decides?"""
    if name not in LEVELS and name not in POOL:
        return False
    found = budget(name, game_id)
    return found.iterations > 0 or found.slips > 0


def learned(name: str, game_id: str) -> bool:
    """Does a bot of this name decide by a network?"""
    return (name in LEVELS or name in POOL) and budget(name, game_id).sight is not None


def bot(level: str) -> Callable[[AnyGame, Any, Random], tuple[Action, ...]]:
    """The bot of a level, for every game."""

    def pick(game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
        return search(game, state, rng, budget(level, game.id))

    return pick
