"""The state of a game of String Railway: what lies on the table, and whose turn it is. All of it is open."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.core.record import brief
from branchline.games.string_railway.geometry.measures import Point

COMPANIES = ("red", "blue", "yellow", "green", "purple")
FIELD, RIVER, MOUNTAIN, CORNERS, PLAY = range(5)
PHASES = ("field", "river", "mountain", "corners", "play")
LENGTHS = ("short", "long")
SHORTS = {2: 4, 3: 4, 4: 4, 5: 3}  # end.five: with five players one short string stays in the box
START = 3  # setup.score

Points = tuple[Point, ...]
Tile = tuple[int, ...]  # four corners, then the four corners of the core: sixteen numbers


@dataclass(slots=True)
class StringState:
    """Strings and tiles are tuples that never change, so that a copy only copies lists of them."""

    to_move: int
    players: int
    choices: tuple[int, ...]  # the value of each option, in the order of `options.OPTIONS`
    phase: int
    company: int  # whose turn it is; in the set-up whose corner
    turns: int  # strings laid or given up so far
    draws: int  # tiles that chance has still to draw
    extra: int  # 1: this turn's extra tile is drawn, or no longer to be had
    redrawn: int  # 1: a tile was drawn anew in this turn
    drawn: list[int]  # kinds of the tiles in hand, still to be placed
    deck: list[int]  # how many of each kind are left
    bottom: list[int]  # of each kind at the bottom of the deck
    removed: list[int]  # of each kind out of the game
    field: Points
    marks: Points
    river: Points
    mountain: Points
    corners: list[int]  # of each company, -1 before it has chosen
    kinds: list[int]  # of each tile on the table, in the order in which they came
    tiles: list[Tile]
    owners: list[int]  # a company or -1
    present: list[int]  # the companies with a string on the tile, a bit each
    high: list[int]  # 1: inside the mountain
    rails: list[Points]  # the railway strings, oldest first
    layers: list[int]  # the company of each
    short: list[int]  # strings that each company has left
    long: list[int]
    score: list[int]

    __repr__ = brief

    def copy(self) -> StringState:
        return StringState(
            self.to_move,
            self.players,
            self.choices,
            self.phase,
            self.company,
            self.turns,
            self.draws,
            self.extra,
            self.redrawn,
            self.drawn[:],
            self.deck[:],
            self.bottom[:],
            self.removed[:],
            self.field,
            self.marks,
            self.river,
            self.mountain,
            self.corners[:],
            self.kinds[:],
            self.tiles[:],
            self.owners[:],
            self.present[:],
            self.high[:],
            self.rails[:],
            self.layers[:],
            self.short[:],
            self.long[:],
            self.score[:],
        )

    def seat(self, company: int) -> int:
        """Who plays a company; with two players each has two (setup.two-players)."""
        return company % self.players

    def left(self, company: int) -> list[str]:
        """The lengths of string that a company still has."""
        return [name for name, left in zip(LENGTHS, (self.short, self.long), strict=True) if left[company]]
