"""What a person may do now, line by line: what to type, and what it brings. Drives are listed by place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from branchline.core.action import to_text
from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.core.words import plural
from branchline.games.koplopers.driving import dismantle_cost
from branchline.games.koplopers.state import BUILD_COST, LETTERS, KoplopersState
from branchline.games.koplopers.typed import best_way
from branchline.games.koplopers.ways import driven

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers

Line = tuple[str, str]


def listing(game: Koplopers, state: KoplopersState, begun: Action) -> list[Line]:
    """The lines that go on from these words; a train and a place list every way there."""
    legal = game.legal_actions(state)
    place = begun[2] if len(begun) == 3 and begun[0] == "drive" else ""
    if place in game.tables.nodes:
        ways = [each for each in legal if each[:2] == begun[:2] and _comes_to(game, state, each) == place]
        return [(to_text(way), _drive(game, state, way)) for way in ways]
    lines: list[Line] = []
    listed: set[str] = set()
    for action in legal:
        if action[: len(begun)] != begun:
            continue
        if action[0] != "drive" or len(begun) > 2:
            lines.append((_typed(game, action), _brings(game, state, action)))
        elif action[1] not in listed:
            listed.add(action[1])
            lines += _drives(game, state, [each for each in legal if each[:2] == action[:2]])
    return lines


def _drives(game: Koplopers, state: KoplopersState, drives: list[Action]) -> list[Line]:
    """One line for each place that a train can come to: stations first, the nearest at the top."""
    tables, train = game.tables, game.train[drives[0][1]]
    places = dict.fromkeys(_comes_to(game, state, drive) for drive in drives)
    ways = {place: best_way(game, state, train, place, drives) or () for place in places}
    order = sorted(places, key=lambda place: (place not in tables.station_index, len(ways[place])))
    here = tables.nodes[tables.front[state.at[train]]]  # back to where it is only goes by naming the way
    return [
        (
            to_text(ways[place]) if place == here else f"drive {drives[0][1]} {game.words.name(place)}",
            _drive(game, state, ways[place]),
        )
        for place in order
    ]


def _comes_to(game: Koplopers, state: KoplopersState, drive: Action) -> str:
    """The place where a drive has its front in the end; nothing for other actions."""
    if drive[0] != "drive":
        return ""
    path = driven(game.tables, state.at[game.train[drive[1]]], drive[2:])
    return game.tables.nodes[game.tables.front[path[-1]]]


def _drive(game: Koplopers, state: KoplopersState, drive: Action) -> str:
    """What a drive costs, who alights at its end, and who waits there."""
    station = game.tables.station_index.get(_comes_to(game, state, drive))
    price = plural(len(drive) - 2, "# point", "# points")
    if station is None:
        return f"{price}, open track"
    return ", ".join([price, *_at(game, state, game.train[drive[1]], station)])


def _at(game: Koplopers, state: KoplopersState, train: int, station: int) -> list[str]:
    tables = game.tables
    leaving = tables.total(tables.bound[station] & state.aboard[train])
    found = [plural(leaving, "# passenger alights", "# passengers alight")] if leaving else []
    if state.waiting[station]:
        found.append(f"waiting: {_chips(game, bits(state.waiting[station]))}")
    return found


def _chips(game: Koplopers, chips: Iterable[int]) -> str:
    tables = game.tables
    return ", ".join(
        f"{tables.passengers[chip]} to {tables.stations[tables.destination[chip]]}" for chip in chips
    )


def _typed(game: Koplopers, action: Action) -> str:
    """An action as people would type it, by printed names where they are understood."""
    kinds = {"build": "yard", "disrupt": "card"}
    if action[0] in kinds:
        return f"{action[0]} {game.names_by_kind[kinds[action[0]]][action[1]]}"
    return to_text(action)


def _brings(game: Koplopers, state: KoplopersState, action: Action) -> str:
    tables, verb = game.tables, action[0]
    if verb == "drive":
        return _drive(game, state, action)
    if verb == "build":
        number = tables.yard_number[tables.yard_index[action[1]]]
        return f"{f'yard {number}' if number else 'yard without number'}, {BUILD_COST} points"
    if verb == "turn":
        front = tables.nodes[tables.front[state.at[game.train[action[1]]] ^ 1]]
        return f"1 point, front at {game.words.name(front)}"
    if verb == "dismantle":
        return plural(dismantle_cost(tables, state, game.train[action[1]]), "# point", "# points")
    if verb == "disrupt":
        return f"1 point, {LETTERS[state.pointer]} goes there"
    if verb == "repair":
        station = tables.stations[state.letters[LETTERS.index(action[1])]]
        return f"1 point, frees {game.words.name(station)}"
    if verb == "stop":
        train = game.train[action[1]]
        station_number = tables.station[state.at[train]]
        name = game.words.name(tables.stations[station_number])
        return ", ".join([name, *_at(game, state, train, station_number)])
    if verb in ("board", "pick", "shift", "give", "ask"):
        return _chips(game, [tables.chip_index[action[-1]]])
    return game.words.groups["verbs"][verb]
