"""Compiling the kernels ahead of time, so that the first player does not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from branchline.games.string_railway.geometry.field import check_field
from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import MOUNTAIN, RIVER, Measures
from branchline.games.string_railway.geometry.place import (
    check_tile,
    lattice_place,
    nearest_place_for,
    random_places,
)
from branchline.games.string_railway.geometry.shapes import home_at, standard_field, tile_at
from branchline.games.string_railway.geometry.terrain import check_river
from branchline.games.string_railway.geometry.verdict import lay, scratch
from branchline.games.string_railway.laying.finder import Finder, pack, propose
from branchline.games.string_railway.laying.proposals import between
from branchline.games.string_railway.laying.strokes import fit_stroke
from branchline.games.string_railway.rules.setup import random_mountain, random_river
from branchline.games.string_railway.rules.tables import CENTRAL, HOME

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind


def nobody() -> None:
    """To wait for."""


def warm(mind: Mind, tell: Callable[[str], None], wait: Callable[[], None] = nobody) -> None:
    if not is_compiled():
        tell(mind.game.words.sentence("ui", "warm"))
        compile_kernels(wait)


def is_compiled() -> bool:
    """Whether every kernel is ready in this process."""
    return bool(compile_kernels.cache_info().currsize)


@cache
def compile_kernels(wait: Callable[[], None] = nobody) -> None:
    """Compile every kernel, or load it from the disk, by using each once on a small table.

    Whoever compiles half of them meanwhile (`warm_aside`) is waited for before that half is used.
    """
    layout, rng = two_tiles(), Random(1)
    measures, field = layout.measures, standard_field(layout.measures, 4)
    layout.add_string(RIVER, -1, random_river(measures, field, field, rng))
    layout.add_string(MOUNTAIN, -1, random_mountain(measures, field, field, rng))
    check_field(measures, 4, field, field)
    for start in (-500, -250):  # across the field string at a corner of the river, and between two
        check_river(measures, field, field, [(start + 500 * k, 40_000) for k in range(121)])
    check_tile(layout, 40_000, 40_000, 0)
    lattice_place(layout)
    random_places(layout, rng, 1)
    legs = Finder(layout, -1, before=Finder(layout, -1))
    Finder(layout, 0).chains(measures.short)
    foresee(measures, legs)
    wait()
    for _ in range(2):  # the second time the table has grown
        for found in propose(layout, 0, measures.short, want=1):
            lay(layout, 0, found.points, found.verdict)
    check_tile(layout, 9_000, 2_700, 0)  # what is refused says where, and where it would fit
    nearest_place_for(layout, 9_000, 2_700, 0)
    between(layout, 0, 1)
    fit_stroke(layout, 0, measures.short, [(2_700, 2_700), (9_000, 2_700)])


def warm_aside(mind: Mind) -> None:
    """How a string is made of a way, which takes as long as all the rest."""
    from branchline.games.string_railway.laying.filling import links, realise

    layout = two_tiles()
    target = layout.measures.short
    way = np.array([(*layout.centre(0), 0), (5_000, 2_700, -1), (*layout.centre(1), 1)], float)
    realise(pack(layout, 0), way, target, 0, 1, 1, np.zeros((links(target), 2), np.int64), *scratch())


def two_tiles() -> Layout:
    """A home and the central station in the usual field."""
    measures = Measures()
    field = standard_field(measures, 4)
    layout, home = Layout(measures, field), home_at(measures, field, field[0])
    assert home is not None
    layout.add_tile(HOME, home[1], home[2], 0, 1)
    layout.add_tile(CENTRAL, *tile_at(measures, 9_000, 2_700, 0))
    return layout


def foresee(measures: Measures, legs: Finder) -> None:
    """What these two tiles are to two companies."""
    from branchline.games.string_railway.mind.features import COMPANY
    from branchline.games.string_railway.mind.kernels.features import describe
    from branchline.games.string_railway.mind.kernels.playout import next_gains

    ways = legs.leg_length, *legs.starts, *legs.ends
    tiles = np.array([HOME, CENTRAL]), np.zeros(2, np.int64), np.array([0, -1]), np.array([1, 0])
    lengths, held_back = np.array([measures.short, measures.long]), np.zeros(6)
    next_gains(*ways, *tiles, 0, np.array([1, 0]), lengths, held_back, 0, np.zeros(1))
    describe(
        *ways, legs.distance, len(legs.grid.open_points), *tiles, 0, np.array([[1, 0]]), lengths, held_back,
        0, np.zeros((1, len(COMPANY))),
    )  # fmt: skip
