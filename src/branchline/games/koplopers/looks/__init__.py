"""How Koplopers & Dwarsliggers is shown."""

from __future__ import annotations

from branchline.core import looks
from branchline.core.game import Json
from branchline.games.koplopers.looks.draw import picture
from branchline.games.koplopers.looks.ledger import ledger
from branchline.games.koplopers.looks.listing import listing
from branchline.games.koplopers.looks.origins import origins, points
from branchline.games.koplopers.looks.position import position
from branchline.games.koplopers.looks.text import text
from branchline.games.koplopers.looks.view import view
from branchline.games.koplopers.looks.where import places, where
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.state import KoplopersState


class Looks(looks.Looks[KoplopersState]):
    game: Koplopers
    view = view
    text = text
    position = position
    places = places
    where = where
    picture = picture
    ledger = ledger
    points = points
    origins = origins
    listing = listing

    def prompt(self, view: Json) -> str:
        """Points, or the exchange that is open."""
        exchange, words = view["exchange"], self.game.words
        if exchange:
            return words.sentence("ui", "prompt.exchange", exchange["train"], exchange["other"])
        return words.sentence("ui", "prompt.points", view["points"]) if view["phase"] == "play" else ""
