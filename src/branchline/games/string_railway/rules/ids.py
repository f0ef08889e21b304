"""What the things on the table are called: `home-red`, `local3`, `red-string2`, `river`."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.core.words import Words
from branchline.games.string_railway.rules.state import COMPANIES, StringState
from branchline.games.string_railway.rules.tables import HOME, STATIONS

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
