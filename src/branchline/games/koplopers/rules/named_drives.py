"""A drive as people name it: sections one after the other, or stations and joints on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from branchline.games.koplopers.rules.state import KoplopersState, capacity
from branchline.games.koplopers.rules.stops import boardable
from branchline.games.koplopers.rules.tables import Tables


def shortest(tables: Tables, start: int, places: Sequence[str], closed: int, taken: int) -> list[int] | None:
    """The directions of a cheapest drive that names these places in this order and ends at the last.

    A section is driven over next; a station or a joint is driven to. No station of `closed` is
    entered, and the drive does not end on a section of `taken`.
    """
    came: dict[tuple[int, int], tuple[int, int] | None] = {(start, 0): None}
    todo = deque(came)
    while todo:
        here = todo.popleft()
        direction, done = here
        if done == len(places):  # a drive that has come to its end on a free section is over
            if not taken >> (direction >> 1) & 1:
                return _path(came, here)
            continue
        wanted = tables.section_index.get(places[done], -1)
        for end in tables.onward[direction]:
            if tables.front_bit[end] & closed or (wanted >= 0 and end >> 1 != wanted):
                continue
            reached = wanted >= 0 or tables.nodes[tables.front[end]] == places[done]
            for step in {(end, done + 1)} if wanted >= 0 else {(end, done), (end, done + reached)}:
                if step not in came:
                    came[step] = here
                    todo.append(step)
    return None


def _path(came: dict[tuple[int, int], tuple[int, int] | None], at: tuple[int, int]) -> list[int]:
    path = []
    before = came[at]
    while before is not None:
        path.append(at[0])
        at, before = before, came[before]
    return path[::-1]


def lines(tables: Tables) -> dict[str, tuple[str, ...]]:
    """Lines of several sections by their two stations, `VL-EHV` and `EHV-VL`, and what they consist of.

    Not where a section or another line is called so.
    """
    found: dict[str, list[tuple[str, ...]]] = {}
    for start, station in enumerate(tables.station[:-1]):
        if station < 0 or tables.in_yard[start]:
            continue
        end = start ^ 1  # away from that station
        sections = [tables.sections[end >> 1]]
        while tables.station[end] < 0 and tables.onward[end]:
            end = tables.onward[end][0]
            sections.append(tables.sections[end >> 1])
        name = f"{tables.stations[station]}-{tables.nodes[tables.front[end]]}"
        if len(sections) > 1 and name not in tables.section_index:
            found.setdefault(name, []).append(tuple(sections))
    return {name: ways[0] for name, ways in found.items() if len(ways) == 1}


def spelled_out(tables: Tables, start: int, places: Sequence[str]) -> tuple[str, ...]:
    """These places with sections instead of lines, in the order in which a train from `start` drives."""
    known, found = lines(tables), tuple[str, ...]()
    for place in places:
        line = known.get(place, (place,))
        ways = [way[first:] for first in range(len(line)) for way in (line, line[::-1])]
        leads = (way for way in ways if shortest(tables, start, (*found, *way), 0, 0) is not None)
        found += next(leads, line)
    return found


def passed_on(tables: Tables, path: Sequence[int]) -> int:
    """The stations that a drive comes to, its end included, as a set."""
    found = 0
    for direction in path:
        found |= tables.front_bit[direction]
    return found


def driven(tables: Tables, start: int, sections: Sequence[str]) -> list[int]:
    """The directions of a drive over these sections."""
    path = []
    for section in sections:
        start = tables.entered[tables.front[start], section]
        path.append(start)
    return path


def waiting_on(tables: Tables, state: KoplopersState, train: int, stations: int) -> int:
    """Passengers at these stations whom the train could take aboard, as far as it has room."""
    waiting = sum(tables.passengers[chip] for chip in boardable(tables, state, train, stations))
    return min(waiting, capacity(state, train) - state.load[train])
