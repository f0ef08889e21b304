"""A position as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.game import Json

if TYPE_CHECKING:
    from branchline.games.string_railway.rules import StringRailway


def picture(game: StringRailway, view: Json | None) -> str:
    return "<svg></svg>"
