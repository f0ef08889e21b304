"""Room to think about one turn, as one record of numpy: a kernel is handed one pointer."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from branchline.core.network import record_type
from branchline.games.sncf.mind.kernels.position import Bytes, Floats, Ints, position_type
from branchline.games.sncf.rules.state import MOST_CUBES

Floats32 = NDArray[np.float32]

THINGS, SEATS = 30, 30  # features of a railroad and of a seat
FIRST_WIDTH, CODE, HEAD, DEEP = 64, 32, 96, 32  # of the network
REACH = 6  # how many cubes ahead cities are counted
FAR = 15  # cubes: a way that is longer, or that there is not
# columns of a survey: city points at each distance, what greedy builds of 0 to 5 cubes score, and so on
AHEAD, GAIN = 0, REACH
WAY, RUN, OPEN, OWN, TIED, LAID = range(GAIN + MOST_CUBES + 1, GAIN + MOST_CUBES + 7)
COLUMNS = LAID + 1
# a turn as numbers: its kind, three more (a railroad; a trade; a start), the number of cubes, and their hexes
KIND, CUBE_COUNT, PATH = 0, 4, 5
WIDTH = PATH + MOST_CUBES
MOST_TURNS = 400  # that are looked at
SLOTS = 16  # things of each railroad whose codes are kept


class Desk(Protocol):
    survey: Ints  # a row for each railroad
    distance: Bytes  # of each hex from each railroad
    way: Ints  # of each hex to the goal, or to the nearest purple city that is empty
    best: Ints  # the most points on such a way
    known_way: Ints  # all this in front of the turn
    known_best: Ints
    known_survey: Ints
    known_distance: Bytes
    heard: Ints  # bits of the railroads whose greedy build was chosen by this hex among others
    expected: Floats  # shares that each seat is likely to hold
    loose: Floats  # cubes of each railroad in hidden hands of which nothing is proved
    room: Floats  # and how many of them each seat holds; -1: its hand is known
    prospects: Floats  # what a share of each railroad is likely to be worth
    things: Floats32
    seats: Floats32
    first: Floats32  # cells of the network, in the order of its layers
    codes: Floats32
    held: Floats32
    head: Floats32
    deep: Floats32
    shares: Floats32  # what the network answers
    kept_things: Floats32  # how things stand before a trade
    kept_codes: Floats32
    kept_prospects: Floats
    coded: Floats32  # things whose codes are known, some of each railroad
    coded_as: Floats32
    turns: Ints
    worth: Floats  # of each turn, to the seat that is to move
    keys: Ints  # cubes that were looked at already
    path: Ints
    plans: Ints  # the turns that are looked at closely
    sums: Floats
    prospect: Floats  # of the quick player
    gain: Floats
    choice: Ints
    hands: Ints  # a dealt world


def desk_type(hexes: int) -> np.dtype[np.void]:
    most = position_type(hexes)["bit"].shape[0]
    fields: list[tuple[str, type, tuple[int, ...]]] = [
        ("survey", np.int64, (6, COLUMNS)), ("distance", np.uint8, (6, most)), ("way", np.int64, (most,)),
        ("best", np.int64, (most,)), ("known_way", np.int64, (most,)), ("known_best", np.int64, (most,)),
        ("known_survey", np.int64, (6, COLUMNS)), ("known_distance", np.uint8, (6, most)),
        ("heard", np.int64, (most,)), ("prospects", np.float64, (6,)), ("kept_prospects", np.float64, (6,)),
        ("coded", np.float32, (6, SLOTS, THINGS)),
        ("coded_as", np.float32, (6, SLOTS, CODE)), ("expected", np.float64, (6, 6)),
        ("loose", np.float64, (6,)), ("room", np.float64, (6,)), ("things", np.float32, (6, THINGS)),
        ("seats", np.float32, (6, SEATS)), ("first", np.float32, (FIRST_WIDTH,)),
        ("codes", np.float32, (6, CODE)), ("held", np.float32, (CODE,)), ("head", np.float32, (2, HEAD)),
        ("deep", np.float32, (DEEP,)), ("shares", np.float32, (6,)), ("kept_things", np.float32, (6, THINGS)),
        ("kept_codes", np.float32, (6, CODE)), ("turns", np.int64, (MOST_TURNS, WIDTH)),
        ("worth", np.float64, (MOST_TURNS,)), ("keys", np.int64, (MOST_TURNS,)), ("path", np.int64, (8,)),
        ("plans", np.int64, (32, WIDTH)), ("sums", np.float64, (32,)), ("prospect", np.float64, (6,)),
        ("gain", np.float64, (6,)), ("choice", np.int64, (4,)), ("hands", np.int64, (36,)),
    ]  # fmt: skip
    return np.dtype(fields, align=True)


NET_TYPE = record_type(THINGS, SEATS, FIRST_WIDTH, CODE, HEAD, DEEP)
