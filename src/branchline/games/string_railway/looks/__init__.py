"""How String Railway is shown."""

from __future__ import annotations

from branchline.core import looks
from branchline.games.string_railway.looks.draw import picture
from branchline.games.string_railway.looks.ledger import ledger
from branchline.games.string_railway.looks.listing import listing
from branchline.games.string_railway.looks.origins import origins
from branchline.games.string_railway.looks.position import position
from branchline.games.string_railway.looks.text import prompt, text
from branchline.games.string_railway.looks.view import view
from branchline.games.string_railway.looks.where import places, where
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import StringState


class Looks(looks.Looks[StringState]):
    game: StringRailway
    view = view
    text = text
    position = position
    places = places
    where = where
    picture = picture
    ledger = ledger
    origins = origins
    prompt = prompt
    listing = listing
