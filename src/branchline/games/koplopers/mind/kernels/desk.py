"""The board and room to think about one turn, each as one record: a kernel is handed one pointer."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from branchline.core.network import record_type
from branchline.games.koplopers.mind.distances import FAR, Distances
from branchline.games.koplopers.mind.goals import PICKUPS
from branchline.games.koplopers.mind.kernels.position import CARDS, CHIPS, SEATS, STATIONS, TRAINS, WIDTH
from branchline.games.koplopers.rules.state import UNITS
from branchline.games.koplopers.rules.tables import Tables

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Ints = NDArray[np.int64]

DIRECTIONS, ENDS, YARDS = 256, 16, 16  # of a board; ENDS: ways on from a place
THINGS = TRAINS  # a thing of the network is a train
THING_FEATURES, SEAT_FEATURES = 28, 36
FIRST_WIDTH, CODE, HEAD, DEEP = 32, 24, 48, 24  # of the network
WAYS_KEPT = 8  # answers of `ways_to` for each station
STEPS = 40  # of a turn
MOST_TURNS = 48  # that are compared
STOPS_KEPT = 64  # answers of `next_stop` for each train
KNOWN = 512  # positions of a look ahead whose thoughts are remembered
MOST_PLANS = 16  # of them that are looked at closely
MOST_GOALS = 40  # of one train
# a step of a turn: what is done, with which train, yard, card or letter, and to where
VERB, WHAT, WHERE = range(3)
BUILD, TURN, DRIVE, STOP, BOARD, DISRUPT, REPAIR, DISMANTLE, DONE = range(9)
VERBS = ("build", "turn", "drive", "stop", "board", "disrupt", "repair", "dismantle", "done")


class Railway(Protocol):
    """The network of the railway: tracks, chips, cards, and all distances."""

    station: Ints  # of each direction, -1 on open track
    front: Ints
    in_yard: Ints
    onward: Ints
    ways_on: Ints  # how many
    before: Ints  # directions that lead here
    ways_from: Ints
    ahead: Ints  # the next station ahead on open track
    yard_at: Ints  # the section of a station's yard
    yards: Ints
    yard_number: Ints
    arrivals: Ints  # sections at each station, as directions
    arrival_count: Ints
    passengers: Ints
    destination: Ints
    card_station: Ints
    cost: Floats  # points from a direction to a station
    arrival: Ints  # and the direction there
    stations: int
    directions: int
    yard_count: int
    chips: int
    cards: int


class Desk(Protocol):
    first_chip: Ints  # where the chips of each station begin in `chips`
    chips: Ints
    total: Ints  # passengers at each station, without those who are left to other trains
    least: Ints
    horizon: float
    aboard: Ints  # lists of chips, by stage
    count: Ints
    seen: Ints  # stations that have been looked at, by stage
    mark: int
    candidates: Ints  # the next stops that are looked at, by stage
    ratio: Floats
    goals: Ints  # of each own train, the best first
    worths: Floats
    goal_count: Ints
    leg: Floats
    ways_to: Floats  # points from every direction to each station, as often as `ways_key` tells them apart
    ways_key: Ints
    ways_next: Ints  # which of them is the oldest
    line: Ints  # directions whose distance has to be looked at again
    in_line: Ints
    queue: Ints  # of a drive
    reached: Ints
    wish: Ints  # the station that each own train makes for; -1: not thought of, -2: nowhere
    wish_worth: Floats
    may_build: int
    yard_worth: Floats  # -1 where nothing can be built
    owes: Ints  # the cheapest action that each own train owes, or -1
    steps: Ints
    step_count: int
    loose: int  # the turn was ended though the rules ask for something that no step is for
    things: Floats32
    seats: Floats32
    scene: int  # who waits where, and where letters are
    stops_key: Ints  # next stops of trains that were looked for before
    stops: Floats
    near: Ints  # whether each letter is in the way of a seat
    likely: Floats
    outcome: Floats
    coded: Floats32  # things whose codes are up to date
    codes: Floats32
    first: Floats32  # cells of the network, in the order of its layers
    held: Floats32
    head: Floats32
    deep: Floats32
    shares: Floats32
    turns: Ints
    turn_count: Ints  # steps of each
    loosely: Ints  # whether it is loose
    ideas: Ints  # what each was made from
    top: Ints  # the best goals of each own train when the turn began
    top_count: Ints
    rows: Ints  # the position after each turn
    digests: Ints
    worth: Floats
    plans: Ints
    sums: Floats
    hand_counts: int  # a turn hung on the cards of the hand
    # thoughts about positions of a look ahead, of turns that play no card: `kernels/memory.py`
    known: Ints
    known_count: Ints
    known_digests: Ints
    known_worth: Floats
    known_ideas: Ints
    known_best: Ints
    known_turn: Ints
    known_turn_count: Ints


RAILWAY_TYPE = np.dtype(
    [
        ("station", np.int64, (DIRECTIONS,)), ("front", np.int64, (DIRECTIONS,)),
        ("in_yard", np.int64, (DIRECTIONS,)), ("onward", np.int64, (DIRECTIONS, ENDS)),
        ("ways_on", np.int64, (DIRECTIONS,)), ("before", np.int64, (DIRECTIONS, ENDS)),
        ("ways_from", np.int64, (DIRECTIONS,)), ("ahead", np.int64, (DIRECTIONS,)),
        ("yard_at", np.int64, (STATIONS,)), ("yards", np.int64, (YARDS,)),
        ("yard_number", np.int64, (YARDS,)), ("arrivals", np.int64, (STATIONS, ENDS)),
        ("arrival_count", np.int64, (STATIONS,)), ("passengers", np.int64, (CHIPS,)),
        ("destination", np.int64, (CHIPS,)), ("card_station", np.int64, (CARDS,)),
        ("cost", np.float64, (DIRECTIONS, STATIONS)), ("arrival", np.int64, (DIRECTIONS, STATIONS)),
        ("stations", np.int64), ("directions", np.int64), ("yard_count", np.int64), ("chips", np.int64),
        ("cards", np.int64),
    ],
    align=True,
)  # fmt: skip

DESK_TYPE = np.dtype(
    [
        ("first_chip", np.int64, (STATIONS + 1,)), ("chips", np.int64, (CHIPS,)),
        ("total", np.int64, (STATIONS,)), ("least", np.int64, (STATIONS,)), ("horizon", np.float64),
        ("aboard", np.int64, (3, CHIPS)), ("count", np.int64, (3,)), ("seen", np.int64, (2, STATIONS)),
        ("mark", np.int64), ("candidates", np.int64, (2, STATIONS)), ("ratio", np.float64, (2, PICKUPS)),
        ("goals", np.int64, (UNITS, MOST_GOALS)), ("worths", np.float64, (UNITS, MOST_GOALS)),
        ("goal_count", np.int64, (UNITS,)), ("leg", np.float64, (STATIONS,)),
        ("ways_to", np.float64, (STATIONS, WAYS_KEPT, DIRECTIONS)),
        ("ways_key", np.int64, (STATIONS, WAYS_KEPT)), ("ways_next", np.int64, (STATIONS,)),
        ("line", np.int64, (DIRECTIONS,)), ("in_line", np.int64, (DIRECTIONS,)),
        ("queue", np.int64, (DIRECTIONS,)), ("reached", np.int64, (DIRECTIONS,)),
        ("wish", np.int64, (UNITS,)), ("wish_worth", np.float64, (UNITS,)), ("may_build", np.int64),
        ("yard_worth", np.float64, (YARDS,)), ("owes", np.int64, (UNITS,)), ("steps", np.int64, (STEPS, 3)),
        ("step_count", np.int64), ("loose", np.int64), ("things", np.float32, (THINGS, THING_FEATURES)),
        ("seats", np.float32, (SEATS, SEAT_FEATURES)), ("near", np.int64, (SEATS, 3)),
        ("scene", np.int64), ("stops_key", np.int64, (TRAINS, STOPS_KEPT)),
        ("stops", np.float64, (TRAINS, STOPS_KEPT, 3)),
        ("likely", np.float64, (SEATS,)),
        ("outcome", np.float64, (SEATS,)), ("coded", np.float32, (THINGS, THING_FEATURES)),
        ("codes", np.float32, (THINGS, CODE)), ("first", np.float32, (FIRST_WIDTH,)),
        ("held", np.float32, (CODE,)), ("head", np.float32, (2, HEAD)), ("deep", np.float32, (DEEP,)),
        ("shares", np.float32, (SEATS,)), ("turns", np.int64, (MOST_TURNS, STEPS, 3)),
        ("turn_count", np.int64, (MOST_TURNS,)), ("loosely", np.int64, (MOST_TURNS,)),
        ("ideas", np.int64, (MOST_TURNS, UNITS + 3)), ("top", np.int64, (UNITS, MOST_GOALS)),
        ("top_count", np.int64, (UNITS,)), ("rows", np.int64, (MOST_TURNS, WIDTH)),
        ("digests", np.int64, (MOST_TURNS,)), ("worth", np.float64, (MOST_TURNS,)),
        ("plans", np.int64, (MOST_PLANS,)), ("sums", np.float64, (MOST_PLANS,)),
        ("hand_counts", np.int64), ("known", np.int64, (KNOWN,)), ("known_count", np.int64, (KNOWN,)),
        ("known_digests", np.int64, (KNOWN, MOST_TURNS)), ("known_worth", np.float64, (KNOWN, MOST_TURNS)),
        ("known_ideas", np.int64, (KNOWN, MOST_TURNS, UNITS + 3)), ("known_best", np.int64, (KNOWN,)),
        ("known_turn", np.int64, (KNOWN, STEPS, 3)), ("known_turn_count", np.int64, (KNOWN,)),
    ],
    align=True,
)  # fmt: skip

NET_TYPE = record_type(THING_FEATURES, SEAT_FEATURES, FIRST_WIDTH, CODE, HEAD, DEEP)


def fits(tables: Tables) -> bool:
    """Is a board small enough for these kernels?"""
    sizes = (
        (len(tables.front), DIRECTIONS), (len(tables.stations), STATIONS), (len(tables.chips), CHIPS),
        (len(tables.cards), CARDS), (len(tables.yards), YARDS), (max(map(len, tables.onward)), ENDS),
        (max(map(len, tables.arrivals)), ENDS),
    )  # fmt: skip
    return all(size <= most for size, most in sizes)


def railway_of(tables: Tables, distances: Distances) -> Any:
    """The board as an array of one record."""
    made = np.zeros(1, RAILWAY_TYPE)
    net = made[0]
    directions, stations = len(tables.front), len(tables.stations)
    net["station"][:] = net["ahead"][:] = net["yard_at"][:] = net["arrival"][:] = -1
    net["cost"][:] = FAR
    net["station"][:directions] = tables.station[:-1]
    for name in (
        "front",
        "in_yard",
        "yard_at",
        "yards",
        "yard_number",
        "passengers",
        "destination",
        "card_station",
    ):
        found = getattr(tables, name)
        net[name][: len(found)] = found
    for name, count, lists in (
        ("onward", "ways_on", tables.onward), ("before", "ways_from", distances.back),
        ("arrivals", "arrival_count", tables.arrivals),
    ):  # fmt: skip
        for number, found in enumerate(lists):
            net[name][number, : len(found)] = found
            net[count][number] = len(found)
    net["ahead"][:directions] = [each.bit_length() - 1 for each in tables.ahead]
    net["cost"][:directions, :stations] = distances.cost
    net["arrival"][:directions, :stations] = distances.arrival
    net["stations"], net["directions"], net["yard_count"] = stations, directions, len(tables.yards)
    net["chips"], net["cards"] = len(tables.chips), len(tables.cards)
    return made


def desks_for(count: int) -> Any:
    """So many desks."""
    made = np.zeros(count, DESK_TYPE)
    made["ways_key"] = -2
    made["coded"] = -1e9
    return made
