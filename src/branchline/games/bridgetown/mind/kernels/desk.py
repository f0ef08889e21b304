"""Room to think about one turn, and the board, each as one record: a kernel is handed one pointer."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from branchline.core.network import record_type
from branchline.games.bridgetown.mind.kernels.position import LONGEST, ROW, SEATS, Board
from branchline.games.bridgetown.rules.state import BRIDGES, MODES
from branchline.games.bridgetown.rules.tables import Tables

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Ints = NDArray[np.int64]

THINGS = SEATS * BRIDGES  # a thing of the network is a bridge as one seat sees it
THING_FEATURES, SEAT_FEATURES = 21, 40
FIRST_WIDTH, CODE, HEAD, DEEP = 32, 16, 48, 24  # of the network
KEPT_WORTHS = 1 << 15  # plans whose worth is remembered
KEPT_CHOICES = 1 << 12  # of a seat that has still to place: what the best is worth
KEPT_POSITIONS = 1 << 12  # of a look ahead; it meets some hundred
# a turn as numbers: what kind of, a move as the players of `player.py` have it, specials that go with it, and
# the two bridges whose flags are swapped
KIND, RIDE, SPECIAL, ONE, OTHER = 0, 1, 6, 7, 8
TURN_WIDTH = 9
MOST_TURNS = 600  # that are looked at
MOST_PLANS = 32  # of them that are looked at closely
# what a card holds, as numbers: flags, colours, missing bridges close by, the way along all of them, and the
# place in the next round's order
CARD_FLAGS, CARD_COLOURS, CARD_NEAR, CARD_TOUR, CARD_PLACE = range(5)
SPACES, WAYS = 128, 100_000  # a board with more makes the kernels compile anew


class Town(Protocol):
    """A board's tables: `position.Board` says what they are."""

    places: Ints
    ends: Ints
    bridges: Ints
    reach: Ints
    steps: Ints
    speed: Ints
    network: Ints
    at: Ints  # the space of each bridge
    size: int
    rounds: int
    blue: int
    rail_bridge: int


class Desk(Protocol):
    pays: Ints  # for each seat and mode: bridges whose flags are worth taking
    fresh: Ints  # for each seat: modes whose colour its card has not
    lone: Ints  # for each seat: bridges whose colour its card has once
    extra: Ints  # for each seat and mode: the bonus
    flag: Floats  # what a flag is worth to each seat
    last: int  # is it the last round?
    rails: int
    rest: Floats  # for each seat and space: what it is worth to end the round there
    rest_key: Ints
    keys: Ints  # plans that are remembered
    kept: Floats  # and what they are worth
    choices: Ints  # choices that are remembered, two words each
    chosen: Floats  # and what the best plan is worth
    plan: Floats  # what the best plan of each seat is worth
    next: Ints  # for each seat: bridges where its next ride could take a flag
    twice: Ints  # with Double
    may: Ints  # with a mode that it could place
    card: Floats
    outcome: Floats  # shares of the win if the game ended now
    things: Floats32
    seats: Floats32
    coded: Floats32  # things whose codes are up to date
    codes: Floats32
    first: Floats32  # cells of the network, in the order of its layers
    held: Floats32
    head: Floats32
    deep: Floats32
    shares: Floats32  # what the network answers
    turns: Ints
    worth: Floats  # of each turn, to the seat that is to move
    liking: Floats  # of each turn, by the greedy player
    plans: Ints  # the turns that are looked at closely
    sums: Floats
    met: Ints  # positions that are remembered
    met_as: Ints  # what is, of each
    met_turn: Ints  # the network's turn
    met_worth: Floats  # what the greedy player thinks of places, or the share that a position promises


def rounded(number: int, step: int) -> int:
    return -(-number // step) * step


def town_of(tables: Tables, board: Board) -> Any:
    """The board as an array of one record."""
    spaces, ways = rounded(tables.size, SPACES), rounded(len(board.ends), WAYS)
    made = np.zeros(
        1,
        np.dtype(
            [
                ("places", np.int32, (3 * spaces * (LONGEST + 1) + 1,)), ("ends", np.int16, (ways,)),
                ("bridges", np.uint8, (ways,)), ("reach", np.uint8, (3 * spaces * (LONGEST + 1),)),
                ("steps", np.int16, (spaces, BRIDGES)), ("speed", np.int64, (MODES,)),
                ("network", np.int64, (MODES,)), ("at", np.int64, (BRIDGES,)), ("size", np.int64),
                ("rounds", np.int64), ("blue", np.int64), ("rail_bridge", np.int64),
            ],
            align=True,
        ),
    )  # fmt: skip
    town = made[0]
    for name in ("places", "ends", "bridges", "reach", "steps", "speed", "network"):
        found = getattr(board, name)
        town[name][: len(found)] = found
    town["at"][:] = tables.bridge_spaces
    town["size"], town["rounds"] = tables.size, tables.rounds
    town["blue"], town["rail_bridge"] = tables.streetcar, tables.rail_bridge
    return made


def desks_for(tables: Tables, count: int) -> Any:
    """So many desks."""
    spaces = rounded(tables.size, SPACES)
    fields: list[tuple[str, type, tuple[int, ...]]] = [
        ("pays", np.int64, (SEATS, MODES)), ("fresh", np.int64, (SEATS,)), ("lone", np.int64, (SEATS,)),
        ("extra", np.int64, (SEATS, MODES)), ("flag", np.float64, (SEATS,)), ("last", np.int64, ()),
        ("rails", np.int64, ()), ("rest", np.float64, (SEATS, spaces)), ("rest_key", np.int64, (SEATS,)),
        ("keys", np.int64, (KEPT_WORTHS,)), ("kept", np.float64, (KEPT_WORTHS,)),
        ("choices", np.int64, (KEPT_CHOICES, 2)), ("chosen", np.float64, (KEPT_CHOICES,)),
        ("plan", np.float64, (SEATS,)), ("next", np.int64, (SEATS,)), ("twice", np.int64, (SEATS,)),
        ("may", np.int64, (SEATS,)), ("card", np.float64, (SEATS, 5)), ("outcome", np.float64, (SEATS,)),
        ("things", np.float32, (THINGS, THING_FEATURES)), ("seats", np.float32, (SEATS, SEAT_FEATURES)),
        ("coded", np.float32, (THINGS, THING_FEATURES)), ("codes", np.float32, (THINGS, CODE)),
        ("first", np.float32, (FIRST_WIDTH,)), ("held", np.float32, (CODE,)),
        ("head", np.float32, (2, HEAD)), ("deep", np.float32, (DEEP,)), ("shares", np.float32, (SEATS,)),
        ("turns", np.int64, (MOST_TURNS, TURN_WIDTH)), ("worth", np.float64, (MOST_TURNS,)),
        ("liking", np.float64, (MOST_TURNS,)), ("plans", np.int64, (MOST_PLANS, TURN_WIDTH)),
        ("sums", np.float64, (MOST_PLANS,)), ("met", np.int64, (KEPT_POSITIONS, ROW)),
        ("met_as", np.int64, (KEPT_POSITIONS,)), ("met_turn", np.int64, (KEPT_POSITIONS, TURN_WIDTH)),
        ("met_worth", np.float64, (KEPT_POSITIONS, 2 * MODES + 1)),
    ]  # fmt: skip
    made = np.zeros(count, np.dtype(fields, align=True))
    made["keys"] = made["rest_key"] = made["choices"] = -1
    return made


NET_TYPE = record_type(THING_FEATURES, SEAT_FEATURES, FIRST_WIDTH, CODE, HEAD, DEEP)
