"""How Bridgetown Races is shown."""

from __future__ import annotations

from branchline.core import looks
from branchline.games.bridgetown.looks.draw import picture
from branchline.games.bridgetown.looks.ledger import ledger
from branchline.games.bridgetown.looks.listing import listing
from branchline.games.bridgetown.looks.origins import origins, points
from branchline.games.bridgetown.looks.position import position
from branchline.games.bridgetown.looks.text import prompt, text
from branchline.games.bridgetown.looks.view import view
from branchline.games.bridgetown.looks.where import places, where
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import BridgetownState


class Looks(looks.Looks[BridgetownState]):
    game: Bridgetown
    view = view
    text = text
    position = position
    places = places
    where = where
    picture = picture
    ledger = ledger
    points = points
    origins = origins
    prompt = prompt
    listing = listing
