"""What a person may do now, line by line: what to type, and what it brings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.games.koplopers.rules.driving import dismantle_cost
from branchline.games.koplopers.rules.state import COSTS, LETTERS, KoplopersState
from branchline.games.koplopers.rules.typed import drives_to, lines_for

if TYPE_CHECKING:
    from branchline.games.koplopers.looks import Looks
    from branchline.games.koplopers.rules.game import Koplopers


def listing(looks: Looks, state: KoplopersState, begun: Action) -> list[tuple[str, str]]:
    """The lines that go on from these words; a train and a place list every way there."""
    game = looks.game
    return [(line, _brings(game, state, action)) for line, action in lines_for(game, state, begun)]


def _drive(game: Koplopers, state: KoplopersState, drive: Action) -> str:
    """What a drive costs, who alights at its end, and who waits there."""
    station = game.tables.station_index.get(drives_to(game, state, drive))
    price = _points(game, COSTS["drive"] * (len(drive) - 2))
    if station is None:
        return f"{price}, {game.words.sentence('looks', 'mark.track')}"
    return ", ".join([price, *_at(game, state, game.train[drive[1]], station)])


def _at(game: Koplopers, state: KoplopersState, train: int, station: int) -> list[str]:
    tables, words = game.tables, game.words
    leaving = tables.total(tables.bound[station] & state.aboard[train])
    found = [words.sentence("looks", "alight", leaving)] if leaving else []
    if state.waiting[station]:
        found.append(words.sentence("looks", "wait", _chips(game, bits(state.waiting[station]))))
    return found


def _chips(game: Koplopers, chips: Iterable[int]) -> str:
    tables = game.tables
    return ", ".join(
        game.words.typed("ui", "ticket", tables.passengers[chip], tables.stations[tables.destination[chip]])
        for chip in chips
    )


def _brings(game: Koplopers, state: KoplopersState, action: Action) -> str:
    tables, verb = game.tables, action[0]
    if verb == "drive":
        return _drive(game, state, action)
    if verb in COSTS:
        return f"{_points(game, COSTS[verb])}, {_effect(game, state, action)}"
    if verb == "dismantle":
        return _points(game, dismantle_cost(tables, state, game.train[action[1]]))
    if verb == "stop":
        train = game.train[action[1]]
        station = tables.station[state.at[train]]
        return ", ".join([game.words.name(tables.stations[station]), *_at(game, state, train, station)])
    if verb in ("board", "pick", "shift", "give", "ask"):
        return _chips(game, [tables.chip_index[action[-1]]])
    return game.words.groups["verbs"][verb]


def _effect(game: Koplopers, state: KoplopersState, action: Action) -> str:
    """What one gets for the points of an action that has a fixed price."""
    tables, words, (verb, what) = game.tables, game.words, action
    if verb == "build":
        number = tables.yard_number[tables.yard_index[what]]
        return words.sentence("looks", "yard.number" if number else "yard.plain", number)
    if verb == "turn":
        front = tables.nodes[tables.front[state.at[game.train[what]] ^ 1]]
        return words.sentence("looks", "front", front)
    if verb == "disrupt":
        return words.sentence("looks", "goes-there", LETTERS[state.pointer])
    return words.sentence("looks", "frees", tables.stations[state.letters[LETTERS.index(what)]])


def _points(game: Koplopers, count: int) -> str:
    return game.words.sentence("looks", "points", count)
