"""Compiling the kernels ahead of time, so that the first player does not wait for it."""

from random import Random

import numpy as np

from branchline.games.string_railway.geometry import home_at, standard_field
from branchline.games.string_railway.measures import CENTRAL, HOME, MOUNTAIN, RIVER, Measures
from branchline.games.string_railway.table import Table

_warm = False


def is_compiled() -> bool:
    """Whether every kernel is ready in this process."""
    return _warm


def warm() -> None:
    """Compile every kernel, or load it from the disk, by using each once on a small table."""
    global _warm
    if _warm:
        return
    from branchline.games.string_railway.fields import check_field
    from branchline.games.string_railway.foresight import foresee
    from branchline.games.string_railway.geometry import tile_at
    from branchline.games.string_railway.ground import (
        check_river,
        check_tile,
        lattice_place,
        nearest_place_for,
    )
    from branchline.games.string_railway.search import Search, propose
    from branchline.games.string_railway.stroke import fit_stroke
    from branchline.games.string_railway.suggest import between
    from branchline.games.string_railway.terrain import random_mountain, random_places, random_river
    from branchline.games.string_railway.verdict import lay

    measures, rng = Measures(), Random(1)
    field = standard_field(measures, 4)
    check_field(measures, 4, field, field)
    table = Table(measures, field)
    table.add_string(RIVER, -1, random_river(measures, field, field, rng))
    table.add_string(MOUNTAIN, -1, random_mountain(measures, field, field, rng))
    home = home_at(measures, field, field[0])
    assert home is not None
    table.add_tile(HOME, home[1], home[2], 0, 1)
    table.add_tile(CENTRAL, *tile_at(measures, 9_000, 2_700, 0))
    check_tile(table, 40_000, 40_000, 0)
    lattice_place(table)
    random_places(table, rng, 1)
    for _ in range(2):  # the second time the table has grown
        for found in propose(table, 0, measures.short, want=1):
            lay(table, 0, found.points, found.verdict)
    legs = Search(table, -1)
    (start_x, start_y), (end_x, end_y) = legs.starts, legs.ends
    foresee(
        legs.leg_length, start_x, start_y, end_x, end_y, np.array([HOME, CENTRAL]), np.zeros(2, np.int64),
        np.array([0, -1]), np.array([1, 0]), 0, 4, np.array([1, 0]),
        np.array([measures.short, measures.long]), np.zeros(6), 0, np.zeros(1),
    )  # fmt: skip
    check_tile(table, 9_000, 2_700, 0)  # what is refused says where, and where it would fit
    nearest_place_for(table, 9_000, 2_700, 0)
    for start in (-500, -250):  # across the field string at a corner of the river, and between two
        check_river(measures, field, field, [(start + 500 * k, 40_000) for k in range(121)])
    between(table, 0, 1)
    fit_stroke(table, 0, measures.short, [(2_700, 2_700), (9_000, 2_700)])
    _warm = True
