"""What a person types: names of railroads and cities, and several hexes in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from branchline.core.action import Action

if TYPE_CHECKING:
    from branchline.games.sncf.rules.game import Sncf


def called(game: Sncf, verb: str, place: int) -> Mapping[str, str]:
    """The ids that may stand in that place after the verb, with their printed names."""
    if verb in ("build", "start"):
        return game.railroad_names if place == 1 else game.place_names
    return game.railroad_names if verb == "trade" and place < 3 else {}


def steps(typed: Action) -> list[Action]:
    """`build red g9 g10 h10` is three cubes."""
    if typed[0] == "build" and len(typed) > 3:
        return [(*typed[:2], hex) for hex in typed[2:]]
    return [typed]
