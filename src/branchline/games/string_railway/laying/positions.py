"""A state's table packed for the kernels, kept ready on the game: a cache, and never part of a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from branchline.games.string_railway.geometry import measures as lie
from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import Measures
from branchline.games.string_railway.laying.finder import FAST, Finder, Proposal, Quality
from branchline.games.string_railway.rules.options import measures_of
from branchline.games.string_railway.rules.state import Points, StringState, Tile

Legs = tuple[int, int, Quality]  # of a company or of all, for strings so long, so well looked for

KEPT = 8  # positions; a search that looks ahead comes back to the same few


def corners_of(tile: Tile) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Corners and core of a tile as points."""
    points = list(zip(tile[0::2], tile[1::2], strict=True))
    return points[:4], points[4:]


@dataclass(slots=True, eq=False)
class Position:
    """One position: what it was made from, its table, and what has been found on it."""

    ground: tuple[Any, ...]
    rails: list[Points]
    layers: list[int]
    tiles: list[Tile]
    kinds: list[int]
    owners: list[int]
    present: list[int]
    layout: Layout
    older: dict[Legs, Finder] = field(default_factory=dict)  # of the table that this one grew from
    finders: dict[Legs, Finder] = field(default_factory=dict)
    strings: dict[tuple[int, int, int, Quality], list[Proposal]] = field(default_factory=dict)

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

    def finder(self, company: int, target: int, quality: Quality = FAST) -> Finder:
        """The legs of the whole table for a company and a length of string, found once.

        Legs that were found for a longer string serve a shorter one as well; those of the table before that
        nothing new touches are taken from there.
        """
        known = [key for key in self.finders if key[::2] == (company, quality) and key[1] >= target]
        if known:
            found = self.finders[min(known)]
        else:
            key = company, target, quality
            found = Finder(self.layout, company, quality, target, before=self.older.get(key))
            self.finders[key] = found
        return found

    def for_all(self, quality: Quality) -> Finder:
        """The legs for everybody."""
        return self.finder(-1, self.layout.measures.long, quality)

    def best(self, company: int, target: int, want: int = 3, quality: Quality = FAST) -> list[Proposal]:
        """The best strings of this length that were found; looks harder where a fast look finds none."""
        found = self.strings.get((company, target, want, quality))
        if found is None:
            found = self.finder(company, target, quality).strings(target, want=want)
            if not found:
                from branchline.games.string_railway.laying.finder import propose

                found = propose(self.layout, company, target, want=want)
            self.strings[company, target, want, quality] = found
        return found


class Positions:
    """The last few positions of one game object."""

    def __init__(self, sizes: dict[str, int]) -> None:
        self.sizes = sizes
        self.kept: list[Position] = []
        self.known: dict[tuple[int, ...], Measures] = {}

    def measures(self, choices: tuple[int, ...]) -> Measures:
        found = self.known.get(choices)
        if found is None:
            found = self.known[choices] = measures_of(choices, self.sizes)
        return found

    def of(self, state: StringState) -> Position:
        """The position of this state: known already, grown from one before it, or packed anew."""
        ground = (state.choices, state.field, state.river, state.mountain)
        for at, position in enumerate(self.kept):
            if position.is_of(ground, state):
                if at:
                    self.kept.insert(0, self.kept.pop(at))
                return position
        layout, older = self._grown(ground, state)
        for tile, (owner, present) in enumerate(zip(state.owners, state.present, strict=True)):
            layout.mark(tile, owner, present)
        made = Position(
            ground, state.rails[:], state.layers[:], state.tiles[:], state.kinds[:], state.owners[:],
            state.present[:], layout, older,
        )  # fmt: skip
        self.kept.insert(0, made)
        del self.kept[KEPT:]
        return made

    def _grown(self, ground: tuple[Any, ...], state: StringState) -> tuple[Layout, dict[Legs, Finder]]:
        older: dict[Legs, Finder] = {}
        before = [position for position in self.kept if position.begins(ground, state)]
        if before:
            nearest = max(before, key=lambda position: (len(position.rails), len(position.tiles)))
            # what others grew from is kept: a search comes back to it with every plan
            self.kept.remove(nearest)
            self.kept.insert(0, nearest)
            layout, rails, tiles = nearest.layout.copy(), len(nearest.rails), len(nearest.tiles)
            everybody = {key: found for key, found in nearest.older.items() if key[0] < 0}
            older = {**everybody, **nearest.finders}
        else:
            layout, rails, tiles = Layout(self.measures(state.choices), state.field), 0, 0
            layout.add_string(lie.RIVER, -1, state.river)
            layout.add_string(lie.MOUNTAIN, -1, state.mountain)
        for kind, tile in list(zip(state.kinds, state.tiles, strict=True))[tiles:]:
            layout.add_tile(kind, *corners_of(tile))
        for points, company in list(zip(state.rails, state.layers, strict=True))[rails:]:
            layout.add_string(lie.RAIL, company, points)
        return layout, older
