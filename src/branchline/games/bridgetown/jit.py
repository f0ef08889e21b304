"""How the kernels of this game are compiled, and the row of ints that a position is to them."""

from typing import Any

from branchline.core.jit import compiler
from branchline.games.bridgetown.state import MODES

compiled = compiler("branchline.games.bridgetown", "jit", "foresight", "kernel")

Row = Any  # a numpy array of ints
Board = Any  # the tuple that `streets.py` makes of a board's tables

SEATS = 4
LONGEST = 10  # steps of the longest ride, a doubled streetcar

(
    TO_MOVE, PLAYERS, SPECIALS_ON, RAILS_ON, BY_FLAGS, PHASE, ROUND, TURN, HOLDER, MOVED, USING, OWING,
) = range(12)  # fmt: skip
FLAGS = 12
BAG = FLAGS + MODES
AT = BAG + MODES
PLACED = AT + SEATS
SPECIALS = PLACED + SEATS
HELD = SPECIALS + SEATS
CARDS = HELD + SEATS
SIZE = CARDS + SEATS * MODES

# the parts of a board: where the ways of a network, space and length begin, their ends and bridges, steps
# from each space to each bridge, speeds, networks, bridges in reach, rounds, the streetcar and its bridge
PLACES, ENDS, BRIDGED, STEPS, SPEED, NETWORK, REACH, ROUNDS, BLUE, RAIL_BRIDGE = range(10)
