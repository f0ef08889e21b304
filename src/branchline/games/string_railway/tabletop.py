"""A state's table packed for the kernels, kept ready on the game: a cache, and never part of a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from branchline.games.string_railway import measures as lie
from branchline.games.string_railway.measures import Measures
from branchline.games.string_railway.options import measures_of
from branchline.games.string_railway.search import FAST, Proposal, Search
from branchline.games.string_railway.state import Points, StringState, Tile
from branchline.games.string_railway.table import Table

KEPT = 8  # positions; a search that looks ahead comes back to the same few
RAILS_FROM = 2  # on the table the river is string 0 and the mountain string 1


def corners_of(tile: Tile) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Corners and core of a tile as points."""
    points = list(zip(tile[0::2], tile[1::2], strict=True))
    return points[:4], points[4:]


@dataclass(slots=True, eq=False)
class Tabletop:
    """One position: what it was made from, its table, and what has been found on it."""

    ground: tuple[Any, ...]
    rails: list[Points]
    layers: list[int]
    tiles: list[Tile]
    kinds: list[int]
    owners: list[int]
    present: list[int]
    table: Table
    searches: dict[tuple[int, int], Search] = field(default_factory=dict)
    strings: dict[tuple[int, int, int], list[Proposal]] = field(default_factory=dict)

    def is_of(self, ground: tuple[Any, ...], state: StringState) -> bool:
        return (
            self.rails == state.rails
            and self.tiles == state.tiles
            and self.kinds == state.kinds
            and self.layers == state.layers
            and self.present == state.present
            and self.owners == state.owners
            and self.ground == ground
        )

    def begins(self, ground: tuple[Any, ...], state: StringState) -> bool:
        """Whether the state has what lies here, and perhaps more."""
        return (
            self.rails == state.rails[: len(self.rails)]
            and self.tiles == state.tiles[: len(self.tiles)]
            and self.kinds == state.kinds[: len(self.kinds)]
            and self.layers == state.layers[: len(self.layers)]
            and self.ground == ground
        )

    def search(self, company: int, target: int) -> Search:
        """The legs of the whole table for a company and a length of string, found once.

        Legs that were found for a longer string serve a shorter one as well.
        """
        known = [key for key in self.searches if key[0] == company and key[1] >= target]
        if known:
            found = self.searches[min(known)]
        else:
            found = self.searches[company, target] = Search(self.table, company, FAST, target)
        return found

    def best(self, company: int, target: int, want: int = 3) -> list[Proposal]:
        """The best strings of this length that were found; looks harder where a fast look finds none."""
        found = self.strings.get((company, target, want))
        if found is None:
            found = self.search(company, target).strings(target, want=want)
            if not found:
                from branchline.games.string_railway.search import propose

                found = propose(self.table, company, target, want=want)
            self.strings[company, target, want] = found
        return found


class Tabletops:
    """The last few positions of one game object."""

    def __init__(self, sizes: dict[str, int]) -> None:
        self.sizes = sizes
        self.kept: list[Tabletop] = []
        self.known: dict[tuple[int, ...], Measures] = {}

    def measures(self, choices: tuple[int, ...]) -> Measures:
        found = self.known.get(choices)
        if found is None:
            found = self.known[choices] = measures_of(choices, self.sizes)
        return found

    def of(self, state: StringState) -> Tabletop:
        """The position of this state: known already, grown from one before it, or packed anew."""
        ground = (state.choices, state.field, state.river, state.mountain)
        for at, top in enumerate(self.kept):
            if top.is_of(ground, state):
                if at:
                    self.kept.insert(0, self.kept.pop(at))
                return top
        table = self._grown(ground, state)
        for tile, (owner, present) in enumerate(zip(state.owners, state.present, strict=True)):
            table.mark(tile, owner, present)
        made = Tabletop(
            ground,
            state.rails[:],
            state.layers[:],
            state.tiles[:],
            state.kinds[:],
            state.owners[:],
            state.present[:],
            table,
        )
        self.kept.insert(0, made)
        del self.kept[KEPT:]
        return made

    def _grown(self, ground: tuple[Any, ...], state: StringState) -> Table:
        before = [top for top in self.kept if top.begins(ground, state)]
        if before:
            nearest = max(before, key=lambda top: (len(top.rails), len(top.tiles)))
            # what others grew from is kept: a search comes back to it with every plan
            self.kept.remove(nearest)
            self.kept.insert(0, nearest)
            table, rails, tiles = nearest.table.copy(), len(nearest.rails), len(nearest.tiles)
        else:
            table, rails, tiles = Table(self.measures(state.choices), state.field), 0, 0
            table.add_string(lie.RIVER, -1, state.river)
            table.add_string(lie.MOUNTAIN, -1, state.mountain)
        for kind, tile in list(zip(state.kinds, state.tiles, strict=True))[tiles:]:
            table.add_tile(kind, *corners_of(tile))
        for points, company in list(zip(state.rails, state.layers, strict=True))[rails:]:
            table.add_string(lie.RAIL, company, points)
        return table
