"""What people type: the names that may stand after each verb, the listed action that they mean, and how
they would type each listed action. Drives are typed by their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from itertools import permutations
from typing import TYPE_CHECKING

from branchline.core.action import beginnings, folded, to_text
from branchline.core.bits import bits
from branchline.core.game import Action
from branchline.games.koplopers.rules.driving import points_for
from branchline.games.koplopers.rules.named_drives import (
    driven,
    lines,
    passed_on,
    shortest,
    spelled_out,
    waiting_on,
)
from branchline.games.koplopers.rules.state import BARGAIN, LETTERS, TRAINS, KoplopersState

if TYPE_CHECKING:
    from branchline.games.koplopers.rules.game import Koplopers

Names = dict[str, str]  # ids and how they are printed
WITH_CHIPS = ("board", "pick", "shift", "give", "ask")
ONE_BY_ONE = ("shift", "give", "ask")


def names_by_kind(game: Koplopers) -> dict[str, Names]:
    """What can be named, in groups; the words of a verb are one group or two put together."""
    tables, printed = game.tables, game.words.names
    stations = {id: printed[id] for id in tables.stations}
    trains = {id: printed[id] for id in TRAINS}
    # a section from one station to the next is also called by them the other way round
    sections = {id: id for id in (*tables.sections, *lines(tables))}
    for direction, front in enumerate(tables.front):
        ends = tables.nodes[front], tables.nodes[tables.front[direction ^ 1]]
        if "-".join(ends) == tables.sections[direction >> 1] and "-".join(ends[::-1]) not in sections:
            sections["-".join(ends)] = "-".join(ends[::-1])
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


def steps(typed: Action) -> list[Action]:
    """Several chips in one line are several actions."""
    verb, *words = typed
    trains = [word for word in words if word in TRAINS]
    chips = [word for word in words if word not in TRAINS]
    if len(chips) > 1 and ((verb in ONE_BY_ONE and not trains) or (verb in WITH_CHIPS and len(trains) == 1)):
        return [(verb, *trains, chip) for chip in chips]
    return [typed]


def meant(game: Koplopers, state: KoplopersState, action: Action) -> Action:
    """The listed action that this one stands for; itself where there is none, or more than one."""
    if not action or not all(isinstance(word, str) for word in action):
        return action
    if action[0] == "drive":
        return _drive(game, state, action)
    found = could_mean(game, state, action)
    # two cards of one station are the same card
    same = action[0] == "disrupt" and len(action) > 1
    return found[0] if len(found) == 1 or (found and same) else action


def could_mean(game: Koplopers, state: KoplopersState, action: Action) -> list[Action]:
    """The listed actions that these words, perhaps too few, leave open; none for drives."""
    verb, *words = action
    if verb == "build" and words[:1] == ["yard"]:
        words = words[1:]
    verbs = ("give", "ask") if verb == "shift" and state.phase == BARGAIN else (verb,)
    return [
        listed
        for listed in game.legal_actions(state)
        if listed[0] in verbs and _stands_for(game, state, words, listed)
    ]


def nearest(names: Names, typed: str) -> list[str]:
    """Of these the ids whose names begin as what was typed, or come close to it; three at most."""
    wanted = folded(typed)
    spelled: dict[str, str] = {}
    for id, name in names.items():
        for each in (folded(id), folded(name), *beginnings(name)):
            spelled.setdefault(each, id)
    begun = [id for id, name in names.items() if wanted in beginnings(name)]
    close = [spelled[each] for each in get_close_matches(wanted, spelled)]
    return begun[:3] or list(dict.fromkeys(close))


def _stands_for(game: Koplopers, state: KoplopersState, words: list[str], listed: Action) -> bool:
    """Do these words name what the action names, in an order that means the same? Fewer do, too."""
    arguments = listed[1:]
    if len(words) > len(arguments):
        return False
    orders = [arguments] if listed[0] == "couple" else permutations(arguments, len(words))
    return any(
        all(word == id or id in _named(game, state, word) for word, id in zip(words, order, strict=False))
        for order in orders
    )


def _named(game: Koplopers, state: KoplopersState, word: str) -> set[str]:
    """What a station's id stands for: its yard, its card, the letter on it, the chips and tracks to it."""
    tables = game.tables
    found = {
        tables.yard_ids[yard] for yard, d in enumerate(tables.yards) if tables.sections[d >> 1] == word
    }  # a yard's section is the yard
    found |= set(lines(tables).get(word, ()))
    station = tables.station_index.get(word)
    if station is None:
        return found
    found |= {
        id for yard, id in enumerate(tables.yard_ids) if tables.station[tables.yards[yard] ^ 1] == station
    }
    found |= {card for card, at in zip(tables.cards, tables.card_station, strict=True) if at == station}
    found |= {letter for letter, at in zip(LETTERS, state.letters, strict=True) if at == station}
    found |= {tables.chips[chip] for chip in bits(tables.bound[station])}
    for direction in range(len(tables.front)):
        towards = tables.front_bit[direction] or tables.ahead[direction]
        if towards == 1 << station and not tables.in_yard[direction]:
            found.add(tables.sections[direction >> 1])
    return found


def _drive(game: Koplopers, state: KoplopersState, action: Action) -> Action:
    """Another way to the same end is the listed one; only the end is the best way there."""
    tables = game.tables
    train = game.train.get(action[1], -1) if len(action) > 2 else -1
    if not 0 <= train < len(state.at) or state.at[train] < 0:
        return action
    places = spelled_out(tables, state.at[train], action[2:])
    legal = [each for each in game.legal_actions(state) if each[0] == "drive" and each[1] == action[1]]
    start = state.at[train]
    if len(places) == 1 and places[0] not in tables.section_index:
        if places[0] == tables.nodes[tables.front[start]]:
            return action  # it is there, and nobody means a round trip by that
        return best_way(game, state, train, places[0], legal) or action
    taken = state.occupied & ~(1 << (start >> 1))
    path = shortest(tables, start, places, state.disrupted, taken)
    if path is None or len(path) > points_for(state, train, state.points):
        return action
    way = game.routes[state.advanced].way_to(start, path[-1], passed_on(tables, path), state.disrupted)
    listed: Action = ("drive", action[1], *way)
    return listed if listed in legal else action


def best_way(
    game: Koplopers, state: KoplopersState, train: int, place: str, drives: list[Action]
) -> Action | None:
    """The cheapest of these drives to a station or joint, and among equals the one past most passengers.

    Only in the advanced game does anybody board in passing, so that the way matters.
    """
    tables, start = game.tables, state.at[train]
    best, found = (0, 0), None
    for drive in drives:
        path = driven(tables, start, drive[2:])
        if tables.nodes[tables.front[path[-1]]] == place:
            waiting = waiting_on(tables, state, train, passed_on(tables, path)) if state.advanced else 0
            if found is None or (len(path), -waiting) < best:
                best, found = (len(path), -waiting), drive
    return found


def lines_for(game: Koplopers, state: KoplopersState, begun: Action) -> list[tuple[str, Action]]:
    """What to type for all that begins with these words; a train and a place give every way there."""
    legal = game.legal_actions(state)
    place = begun[2] if len(begun) == 3 and begun[0] == "drive" else ""
    if place in game.tables.nodes:
        ways = [each for each in legal if each[:2] == begun[:2] and drives_to(game, state, each) == place]
        return [(game.words.line(to_text(way)), way) for way in ways]
    found: list[tuple[str, Action]] = []
    listed: set[str] = set()
    for action in legal:
        if action[: len(begun)] != begun:
            continue
        if action[0] != "drive" or len(begun) > 2:
            found.append((_typed(game, action), action))
        elif action[1] not in listed:
            listed.add(action[1])
            found += _drives(game, state, [each for each in legal if each[:2] == action[:2]])
    return found


def _typed(game: Koplopers, action: Action) -> str:
    """By printed names where they are understood."""
    kinds = {"build": "yard", "disrupt": "card"}
    if action[0] in kinds:
        return game.words.line(f"{action[0]} {game.names_by_kind[kinds[action[0]]][action[1]]}")
    return game.words.line(to_text(action))


def _drives(game: Koplopers, state: KoplopersState, drives: list[Action]) -> list[tuple[str, Action]]:
    """One line for each place that a train can come to: stations first, the nearest at the top."""
    tables, train = game.tables, game.train[drives[0][1]]
    places = dict.fromkeys(drives_to(game, state, drive) for drive in drives)
    ways = {place: best_way(game, state, train, place, drives) or () for place in places}
    order = sorted(places, key=lambda place: (place not in tables.station_index, len(ways[place])))
    by, here = (
        to_text(drives[0][:2]),
        tables.nodes[tables.front[state.at[train]]],
    )  # back to where it is only goes by naming the way
    return [
        (
            game.words.line(to_text(ways[place]) if place == here else f"{by} {game.words.name(place)}"),
            ways[place],
        )
        for place in order
    ]


def drives_to(game: Koplopers, state: KoplopersState, drive: Action) -> str:
    """The place where a drive has its front in the end; nothing for other actions."""
    if drive[0] != "drive":
        return ""
    path = driven(game.tables, state.at[game.train[drive[1]]], drive[2:])
    return game.tables.nodes[game.tables.front[path[-1]]]
