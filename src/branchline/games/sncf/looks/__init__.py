"""How SNCF is shown."""

from __future__ import annotations

from branchline.core import looks
from branchline.core.game import Json
from branchline.games.sncf.looks.draw import picture
from branchline.games.sncf.looks.ledger import ledger
from branchline.games.sncf.looks.origins import origins
from branchline.games.sncf.looks.position import position
from branchline.games.sncf.looks.text import text
from branchline.games.sncf.looks.view import view
from branchline.games.sncf.looks.where import places, where
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import SncfState


class Looks(looks.Looks[SncfState]):
    game: Sncf
    view = view
    text = text
    position = position
    places = places
    where = where
    picture = picture
    ledger = ledger
    origins = origins

    def prompt(self, view: Json) -> str:
        build = view["build"]
        return self.game.words.sentence("ui", "prompt.build", build["left"]) if build else ""
