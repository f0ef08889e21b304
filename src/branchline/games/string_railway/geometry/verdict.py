"""What the kernels found, in words of the game: a verdict on a string with its ledger of points.

The first call loads numba and compiles or loads the kernels; importing this module does not.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from branchline.games.string_railway.geometry.columns import (
    AMOUNT,
    AT_X,
    AT_Y,
    CROSSED,
    CROSSED_COLUMNS,
    ENTERED,
    ENTERED_COLUMNS,
    HEAD,
    LENGTH,
    MOST_CROSSED,
    OWNER,
    PRESENT,
    RULE,
    SCORE,
    THING,
)  # fmt: skip
from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import MOST_TILES, RAIL, Ints, Point
from branchline.games.string_railway.geometry.rule_ids import Rule
from branchline.games.string_railway.geometry.shapes import points_of


class Entry(NamedTuple):
    """A tile that the string lies on; `owner` is the other company that gains or loses, or -1."""

    tile: int
    place: Point
    points: int
    owner: int
    owner_points: int
    newly_owned: bool


class Crossing(NamedTuple):
    """The so-manieth crossing of a string outside tiles, counted along the new string."""

    string: int
    number: int
    place: Point
    points: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The first broken rule ("" if none) with its witness, or the score with its ledger.

    thing: the tile, string, vertex, segment or end that breaks it. amount: millionths of a cm too long, or
    below 0 too short; how far two things are from each other; the limit. why: a key of words where a rule
    can be broken in several ways.
    """

    rule: str
    place: Point = (0, 0)
    thing: int = -1
    amount: int = 0
    why: str = ""
    length: int = 0
    score: int = 0
    entered: tuple[Entry, ...] = ()
    crossed: tuple[Crossing, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""
        return not self.rule


FINE = Verdict("")


def scratch() -> tuple[Ints, Ints, Ints]:
    """Empty head, entered and crossed arrays for the kernel."""
    return (
        np.zeros(HEAD, np.int64),
        np.zeros((MOST_TILES, ENTERED_COLUMNS), np.int64),
        np.zeros((MOST_CROSSED, CROSSED_COLUMNS), np.int64),
    )


_SHAPES = ("reach", "repeated", "few")  # in the order of the kernels' OUT_OF_REACH, REPEATED, TOO_FEW


def read_refusal(head: Ints) -> Verdict:
    """The refusal that a kernel wrote down."""
    rule, x, y, thing, amount = (int(head[i]) for i in (RULE, AT_X, AT_Y, THING, AMOUNT))
    broken = next(each for each in Rule if each == rule)
    why = _SHAPES[amount] if broken is Rule.STRING_SHAPE else ""
    return Verdict(broken.id, (x, y), thing, amount, why, int(head[LENGTH]))


def read_verdict(head: Ints, entered: Ints, crossed: Ints) -> Verdict:
    """The arrays that the kernel filled, as a verdict."""
    if head[RULE]:
        return read_refusal(head)
    entries = tuple(
        Entry(t, (x, y), points, owner, gain, bool(newly))
        for t, x, y, points, owner, gain, newly in entered[: head[ENTERED]].tolist()
    )
    crossings = tuple(
        Crossing(s, number, (x, y), points)
        for s, number, x, y, points, _ in crossed[: head[CROSSED]].tolist()
    )
    return Verdict("", length=int(head[LENGTH]), score=int(head[SCORE]), entered=entries, crossed=crossings)


def judge(layout: Layout, company: int, target: int, points: object) -> Verdict:
    """Whether the company may lay a string of this length along these points, and what it scores."""
    from branchline.games.string_railway.geometry.judge_string import judge_string

    line = points_of(points)
    if isinstance(line, str):
        return Verdict("string.shape", why=line)
    head, entered, crossed = scratch()
    judge_string(
        line, target, company, layout.field, layout.convex, layout.segments, layout.chunks, layout.strings,
        layout.tiles, layout.numbers, head, entered, crossed,
    )  # fmt: skip
    return read_verdict(head, entered, crossed)


def lay(layout: Layout, company: int, points: object, verdict: Verdict) -> int:
    """Put a string that was judged legal on the table: presence, owners, the string; returns its number."""
    line = points_of(points)
    assert not isinstance(line, str) and verdict.legal
    for entry in verdict.entered:
        row = layout.tiles[entry.tile]
        owner = company if entry.newly_owned else int(row[OWNER])
        layout.mark(entry.tile, owner, int(row[PRESENT]) | 1 << company)
    return layout.add_string(RAIL, company, line)
