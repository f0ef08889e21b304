"""Every way of an exact length, by a plain search that knows only the board file and the rules' words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .positions import game

DATA: dict[str, Any] = game().board.data
RAIL = {node["id"] for node in DATA["nodes"] if node["rail"]}
BRIDGE = {bridge["node"] for bridge in DATA["bridges"]}
OVERPASS = {each[deck]: each for each in DATA["overpasses"] for deck in ("upper", "lower")}


def joined(here: str, *, stairs: bool = False, rails: bool = False) -> Iterator[str]:
    for edge in DATA["edges"]:
        if (edge["kind"] == "stairs" and not stairs) or (rails and not edge["rail"]):
            continue
        if edge["a"] == here:
            yield edge["b"]
        elif edge["b"] == here and not edge.get("oneway"):
            yield edge["a"]


def drives(path: list[str], left: int) -> Iterator[list[str]]:
    if not left:
        yield path
        return
    for there in joined(path[-1]):
        if len(path) < 2 or there != path[-2]:
            yield from drives([*path, there], left - 1)


def streetcars(path: list[str], left: int) -> Iterator[list[str]]:
    if not left:
        yield path
        return
    boarding = path[-1] not in RAIL
    for there in joined(path[-1], stairs=boarding, rails=not boarding):
        if there in RAIL and (len(path) < 2 or there != path[-2]):
            yield from streetcars([*path, there], left - 1)


def place(space: str) -> str:
    """For walkers both decks are one place."""
    return str(OVERPASS[space]["id"]) + "!" if space in OVERPASS else space


def decks(space: str) -> list[str]:
    return [OVERPASS[space]["upper"], OVERPASS[space]["lower"]] if space in OVERPASS else [space]


def walks(path: list[str], left: int) -> Iterator[list[str]]:
    if not left:
        for deck in decks(path[-1]):
            yield [*path[:-1], deck]
        return
    for deck in decks(path[-1]):
        for there in joined(deck):
            if len(path) < 2 or place(there) != place(path[-2]):
                yield from walks([*path, there], left - 1)


SEARCH = {"walk": walks, "drive": drives, "rail": streetcars}
