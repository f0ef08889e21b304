"""A board and its positions as the kernel wants them: rows of ints."""

from __future__ import annotations

import numpy as np

from branchline.games.bridgetown.jit import LONGEST, SEATS, Board, Row
from branchline.games.bridgetown.state import MODES, BridgetownState
from branchline.games.bridgetown.tables import Tables


def kernel_board(tables: Tables) -> Board:
    """Every ride as end and bridges, in one list with a place for each network, space and length."""
    places, ends, bridges, reach = [0], [], [], []
    for network in range(3):
        for space in range(tables.size):
            for length in range(LONGEST + 1):
                found = 0
                if 0 < length <= tables.longest[network]:
                    for end, entered, _ in tables.ways(network, space, length):
                        ends.append(end)
                        bridges.append(entered)
                        found |= entered
                places.append(len(ends))
                reach.append(found)
    distances = [[tables.distance(space)[b] for b in tables.bridge_spaces] for space in range(tables.size)]
    return (
        np.array(places, np.int64),
        np.array(ends, np.uint16),  # without a sign, so that the kernel need not look at it
        np.array(bridges, np.int64),
        np.array(distances, np.int64),
        np.array(tables.speed, np.int64),
        np.array(tables.network, np.int64),
        np.array(reach, np.int64),
        tables.rounds,
        tables.streetcar,
        tables.rail_bridge,
    )


def kernel_row(state: BridgetownState) -> Row:
    """A position as one row of ints."""
    spare = [0] * (SEATS - state.players)
    return np.array(
        [
            state.to_move,
            state.players,
            state.with_specials,
            state.with_rails,
            state.by_flags,
            state.phase,
            state.round,
            state.turn,
            state.first,
            state.moved,
            state.using,
            state.owing,
            *state.flags,
            *state.bag,
            *state.at,
            *spare,
            *state.modes,
            *spare,
            *state.specials,
            *spare,
            *state.held,
            *spare,
            *state.cards,
            *spare * MODES,
        ],
        np.int64,
    )
