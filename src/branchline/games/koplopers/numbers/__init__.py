"""Koplopers as numbers: a drive is a train and where it ends, then stations on the way where that matters.

Trains are told from the seat to move on: its own are 0 to 2.
"""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core import numbers
from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.numbers import Part
from branchline.games.koplopers.numbers.parts import parts
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.named_drives import driven, passed_on
from branchline.games.koplopers.rules.state import LETTERS, POINTS, TRAINS, UNITS, KoplopersState

PLAIN = ("settle", "leave", "offer", "accept", "decline", "done", "straight")
OWN = [f"train {number}" for number in range(1, UNITS + 1)]
OTHERS = [f"train {unit} of the seat {away} on" for away in range(1, 4) for unit in range(1, UNITS + 1)]
MEMO = 100_000  # actions whose index is kept


class Numbers(numbers.Numbers[KoplopersState]):
    """Verbs in the order of `FORMS`, each with its things; drives by train, section and direction."""

    game: Koplopers
    depth = POINTS  # a train and an end, then at most a station for each section but the last

    def __init__(self, game: Koplopers) -> None:
        super().__init__(game)
        tables = game.tables
        ends = [
            f"{tables.sections[d >> 1]} towards {tables.nodes[tables.front[d]]}"
            for d in range(len(tables.front))
        ]
        trains, chips = [*OWN, *OTHERS], tables.chips
        self._begin: dict[str, int] = {}
        self._width: dict[str, int] = {}
        words: list[str] = []
        forms: list[tuple[str, Sequence[str], Sequence[str]]] = [
            ("build", tables.yard_ids, ()), ("turn", OWN, ()), ("drive", OWN, ends), ("dismantle", OWN, ()),
            ("disrupt", tables.cards, ()), ("repair", LETTERS, ()), ("stop", OWN, ()),
            ("board", OWN, chips), ("pick", OWN, chips), ("transfer", OWN, OWN), ("couple", OWN, OWN),
            ("uncouple", OWN, tables.sections), ("negotiate", OWN, trains), ("shift", chips, ()),
            ("give", chips, ()), ("ask", chips, ()), ("via", tables.stations, ()),
        ]  # fmt: skip
        for verb, one, other in forms:
            self._begin[verb], self._width[verb] = len(words), len(other) or 1
            words += [f"{verb} {a} {b}".strip() for a in one for b in other or ("",)]
        for verb in PLAIN:
            self._begin[verb] = len(words)
            words.append(verb)
        self.meanings = tuple(words)
        self._train = {id: number for number, id in enumerate(TRAINS)}
        self._known: dict[tuple[int, Action], int] = {}
        self._things = (
            tables.yard_index | tables.card_index | {letter: at for at, letter in enumerate(LETTERS)}
        )
        self._seconds = {**tables.chip_index, **tables.section_index}

    def offered(
        self, state: KoplopersState, left: Sequence[Action], chosen: tuple[int, ...]
    ) -> dict[int, list[Action]]:
        if chosen:
            return self._by_stations(state, left, chosen)
        known, found, seat, at = self._known, dict[int, list[Action]](), state.to_move, state.at
        for action in left:
            # a drive's sections lead somewhere from where its train stands
            key = at[self._train[action[1]]] if action[0] == "drive" else -1 - seat, action
            index = known.get(key)
            if index is None:
                index = self._first(state, action)
                if len(known) >= MEMO:
                    known.clear()
                known[key] = index
            if index in found:
                found[index].append(action)
            else:
                found[index] = [action]
        return found

    def _first(self, state: KoplopersState, action: Action) -> int:
        verb, things = action[0], action[1:]
        begin, width = self._begin[verb], self._width.get(verb, 1)
        if not things:
            return begin
        if verb in ("build", "disrupt", "repair"):
            return begin + self._things[things[0]]
        if verb in ("shift", "give", "ask"):
            return begin + self.game.tables.chip_index[things[0]]
        train = self._train[things[0]]
        own = train % UNITS
        if verb == "drive":
            return begin + own * width + driven(self.game.tables, state.at[train], things[1:])[-1]
        if len(things) == 1:
            return begin + own
        if things[1] in self._train:
            other = self._train[things[1]]
            away = (other // UNITS - state.to_move) % state.players
            return begin + own * width + away * UNITS + other % UNITS
        return begin + own * width + self._seconds[things[1]]

    def _by_stations(
        self, state: KoplopersState, left: Sequence[Action], chosen: tuple[int, ...]
    ) -> dict[int, list[Action]]:
        """Ways to one place: by a station that not all of them pass, or straight, by as few as there are."""
        tables, via = self.game.tables, self._begin["via"]
        passed = [
            passed_on(tables, driven(tables, state.at[self._train[action[1]]], action[2:])) for action in left
        ]
        some, every = 0, passed[0]
        for stations in passed:
            some, every = some | stations, every & stations
        fewest = min(range(len(left)), key=lambda number: (passed[number].bit_count(), len(left[number])))
        found = {self._begin["straight"]: [left[fewest]]}
        for station in bits(some & ~every):
            by = [action for action, stations in zip(left, passed, strict=True) if stations >> station & 1]
            found[via + station] = by
        return found

    def parts(self, players: int) -> tuple[list[Part], list[Part]]:
        return parts(self.game.tables, players)
