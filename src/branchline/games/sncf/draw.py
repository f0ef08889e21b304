"""A position as SVG."""
from __future__ import annotations
from typing import TYPE_CHECKING
from branchline.core.game import Json
if TYPE_CHECKING:
    from branchline.games.sncf.rules import Sncf


def picture(game: Sncf, view: Json | None) -> str:
    raise NotImplementedError
