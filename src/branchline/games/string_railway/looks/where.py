"""Where a station lies from every other one, in words: whoever cannot see the field asks for it."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.games.string_railway.looks.position import from_other, station

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks


def places(looks: Looks, view: Json) -> dict[str, str]:
    """Stations."""
    return {tile["id"]: looks.game.words.name(tile["id"]) for tile in view["tiles"]}


def where(looks: Looks, view: Json, place: str) -> list[str]:
    """What it is, then how far away and in which direction the others are, the nearest first."""
    game = looks.game
    if not place:
        return [station(game, view, tile) for tile in view["tiles"]]
    here = next(tile for tile in view["tiles"] if tile["id"] == place)
    others = [tile for tile in view["tiles"] if tile is not here]
    others.sort(key=lambda tile: hypot(tile["x"] - here["x"], tile["y"] - here["y"]))
    return [station(game, view, here), *(f"{from_other(game, here, tile)}." for tile in others)]
