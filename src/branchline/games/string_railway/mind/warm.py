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
from branchline.games.string_railway.geometry.verdict import lay
from branchline.games.string_railway.laying.finder import Finder, propose
from branchline.games.string_railway.laying.proposals import between
from branchline.games.string_railway.laying.strokes import fit_stroke
from branchline.games.string_railway.rules.setup import random_mountain, random_river
from branchline.games.string_railway.rules.tables import CENTRAL, HOME

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind


def warm(mind: Mind, tell: Callable[[str], None]) -> None:
    if not is_compiled():
        tell(mind.game.words.sentence("ui", "warm"))
        compile_kernels()


def is_compiled() -> bool:
    """Whether every kernel is ready in this process."""
    return bool(compile_kernels.cache_info().currsize)


@cache
def compile_kernels() -> None:
    """Compile every kernel, or load it from the disk, by using each once on a small table."""
    from branchline.games.string_railway.mind.features import COMPANY
    from branchline.games.string_railway.mind.kernels.features import describe
    from branchline.games.string_railway.mind.kernels.playout import next_gains

    measures, rng = Measures(), Random(1)
    field = standard_field(measures, 4)
    check_field(measures, 4, field, field)
    layout = Layout(measures, field)
    layout.add_string(RIVER, -1, random_river(measures, field, field, rng))
    layout.add_string(MOUNTAIN, -1, random_mountain(measures, field, field, rng))
    home = home_at(measures, field, field[0])
    assert home is not None
    layout.add_tile(HOME, home[1], home[2], 0, 1)
    layout.add_tile(CENTRAL, *tile_at(measures, 9_000, 2_700, 0))
    check_tile(layout, 40_000, 40_000, 0)
    lattice_place(layout)
    random_places(layout, rng, 1)
    for _ in range(2):  # the second time the table has grown
        for found in propose(layout, 0, measures.short, want=1):
            lay(layout, 0, found.points, found.verdict)
    legs = Finder(layout, -1)
    (start_x, start_y), (end_x, end_y) = legs.starts, legs.ends
    next_gains(
        legs.leg_length, start_x, start_y, end_x, end_y, np.array([HOME, CENTRAL]), np.zeros(2, np.int64),
        np.array([0, -1]), np.array([1, 0]), 0, np.array([1, 0]),
        np.array([measures.short, measures.long]), np.zeros(6), 0, np.zeros(1),
    )  # fmt: skip
    describe(
        legs.leg_length, start_x, start_y, end_x, end_y, legs.distance, len(legs.grid.open_points),
        np.array([HOME, CENTRAL]), np.zeros(2, np.int64), np.array([0, -1]), np.array([1, 0]), 0,
        np.array([[1, 0]]), np.array([measures.short, measures.long]), np.zeros(6), 0,
        np.zeros((1, len(COMPANY))),
    )  # fmt: skip
    check_tile(layout, 9_000, 2_700, 0)  # what is refused says where, and where it would fit
    nearest_place_for(layout, 9_000, 2_700, 0)
    for start in (-500, -250):  # across the field string at a corner of the river, and between two
        check_river(measures, field, field, [(start + 500 * k, 40_000) for k in range(121)])
    between(layout, 0, 1)
    fit_stroke(layout, 0, measures.short, [(2_700, 2_700), (9_000, 2_700)])
