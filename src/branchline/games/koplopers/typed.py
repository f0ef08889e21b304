"""What people type: the names that may stand after each verb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from branchline.games.koplopers.state import LETTERS, TRAINS

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers

Names = dict[str, str]  # ids and how they are printed
WITH_TRAINS = ("couple", "transfer", "negotiate")
WITH_CHIPS = ("board", "pick", "shift", "give", "ask")


def names_by_kind(game: Koplopers) -> dict[str, Names]:
    """What can be named, in groups; the words of a verb are one group or two put together."""
    tables, printed = game.tables, game.words.names
    stations = {id: printed[id] for id in tables.stations}
    trains = {id: printed[id] for id in TRAINS}
    sections = {id: id for id in tables.sections}
    # in `build` a station's name stands for its yard
    yards = {
        id: printed[tables.stations[tables.station[d ^ 1]]]
        for id, d in zip(tables.yard_ids, tables.yards, strict=True)
    }
    # in `disrupt` it stands for its card, unless there are several
    count = Counter(tables.card_station)
    single = {
        id: stations[tables.stations[station]]
        for id, station in zip(tables.cards, tables.card_station, strict=True)
        if count[station] == 1
    }
    cards = {id: single.get(id, id) for id in tables.cards}
    return {
        "train": trains,
        "yard": _beside(stations, yards),
        "place": stations | {id: id for id in tables.nodes[len(stations) :]} | sections,
        "card": _beside(stations, cards),
        "letter": stations | {letter: letter for letter in LETTERS},
        "chip": trains | stations | {id: id for id in tables.chips},
    }


def _beside(stations: Names, others: Names) -> Names:
    """Others that bear stations' names, and the stations, by their ids alone where a name is given away."""
    taken = set(others.values())
    return {id: id if name in taken else name for id, name in stations.items()} | others


def called(game: Koplopers, verb: str, place: int) -> Mapping[str, str]:
    """The ids that may stand in that place after the verb; a verb that nobody knows has none."""
    kinds = game.names_by_kind
    if verb == "build":
        return kinds["yard"]
    if verb == "disrupt":
        return kinds["card"]
    if verb == "repair":
        return kinds["letter"]
    if verb in WITH_CHIPS:
        return kinds["chip"]
    if verb in ("drive", "uncouple") and place > 1:
        return kinds["place"]
    return kinds["train"]
