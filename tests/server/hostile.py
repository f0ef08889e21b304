"""Boards that somebody could send to do harm: they hang, explode, or are wrong in thirty thousand places."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from branchline.games import load


def data_of(game_id: str) -> Any:
    return json.loads(json.dumps(load(game_id).board.data))


def dense(mark: str, sections: int = 300) -> str:
    """Koplopers with as many sections as a board may have: ways without number."""
    data = data_of("koplopers")
    data["id"] = f"dense-{mark}"
    there = {frozenset(each["ends"]) for each in data["sections"].values()}
    for number, pair in enumerate(combinations(sorted(data["stations"]), 2)):
        if frozenset(pair) not in there and len(data["sections"]) < sections:
            data["sections"][f"d{number}"] = {"ends": list(pair), "kind": "black"}
    return json.dumps(data)


def many_faults(mark: str) -> str:
    """SNCF with twelve thousand hexes of no kind."""
    data = data_of("sncf-france")
    data["id"] = f"many-{mark}"
    data["hexes"] += [{"id": f"z{n}", "kind": "?"} for n in range(12_000)]
    return json.dumps(data, separators=(",", ":"))


def ring(mark: str, joints: int = 3) -> str:
    """Koplopers with a line of joints that bites its own tail."""
    data = data_of("koplopers")
    data["id"] = f"ring-{mark}"
    kind = next(iter(data["joints"].values()))
    for number in range(joints):
        data["joints"][f"j{number}"] = kind
        ends = [f"j{number}", f"j{(number + 1) % joints}"]
        data["sections"][f"r{number}"] = {"ends": ends, "kind": "black"}
    return json.dumps(data)


def deep(mark: str) -> str:
    return '{"id": "' + mark + '", "hexes": ' + "[" * 190_000 + "]" * 190_000 + "}"


def number(mark: str) -> str:
    """An integer of so many digits that reading it is work."""
    return '{"id": "' + mark + '", "size": ' + "9" * 390_000 + "}"


KINDS: dict[str, tuple[str, Callable[[str], str]]] = {
    "dense": ("koplopers", dense),
    "faults": ("sncf-france", many_faults),
    "ring": ("koplopers", ring),
    "deep": ("sncf-germany", deep),
    "number": ("bridgetown", number),
}


def boards(count: int) -> Iterator[tuple[str, str]]:
    """So many different ones, as a game and a text."""
    kinds = list(KINDS.values())
    for each in range(count):
        game_id, make = kinds[each % len(kinds)]
        yield game_id, make(f"n{each}")
