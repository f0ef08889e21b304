"""What the things on the table are called: `home-red`, `local3`, `red-string2`, `river`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from branchline.core.words import Words
from branchline.games.string_railway.rules.state import COMPANIES, LENGTHS, StringState
from branchline.games.string_railway.rules.tables import HOME, STATIONS

if TYPE_CHECKING:
    from branchline.games.string_railway.rules.game import StringRailway

RAILS_FROM = 2  # on the table the river is string 0 and the mountain string 1


def tile_ids(state: StringState) -> list[str]:
    """The id of each tile: a home by its company, others numbered as they came."""
    seen = [0] * len(STATIONS)
    found = []
    for kind, owner in zip(state.kinds, state.owners, strict=True):
        seen[kind] += 1
        found.append(f"home-{COMPANIES[owner]}" if kind == HOME else f"{STATIONS[kind]}{seen[kind]}")
    return found


def string_ids(state: StringState) -> list[str]:
    """The id of each string as the table numbers them: river, mountain, then the railways."""
    seen = [0] * len(COMPANIES)
    found = ["river", "mountain"]
    for company in state.layers:
        seen[company] += 1
        found.append(f"{COMPANIES[company]}-string{seen[company]}")
    assert len(found) == RAILS_FROM + len(state.rails)
    return found


def printed_names(deck: Mapping[str, int], words: Words) -> dict[str, str]:
    """Every id of a tile or string with the name that people read."""
    found = {}
    for colour in COMPANIES:
        found[f"home-{colour}"] = words.sentence("ui", "name.home", colour)
        for number in range(1, 6):
            found[f"{colour}-string{number}"] = words.sentence("ui", "name.string", colour, number)
    for kind, count in deck.items():
        for number in range(1, count + 1):
            found[f"{kind}{number}"] = words.sentence("ui", "name.station", kind, number)
    return found


def called(game: StringRailway, verb: str, place: int) -> dict[str, str]:
    """What may stand in that place after the verb: a length, a station of the deck, or tiles of the table."""
    names, deck = game.words.names, game.board.data["deck"]
    if place == 1 and verb in ("lay", "forfeit"):
        return {length: length for length in LENGTHS}
    if place == 1:
        return {kind: names[kind] for kind in STATIONS[1:]}
    homes = {f"home-{colour}": names[f"home-{colour}"] for colour in COMPANIES}
    return homes | {f"{kind}{n}": names[f"{kind}{n}"] for kind in deck for n in range(1, deck[kind] + 1)}
