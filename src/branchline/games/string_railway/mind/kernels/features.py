"""The kernel that describes a position to the network, company by company; `mind/features.py` has the names.

It stands on the ways between all stations, which are found once: distances are those of strings that lose no
point, or one, by what they cross.
"""

import numpy as np

from branchline.games.string_railway.geometry.exact import count_bits
from branchline.games.string_railway.geometry.measures import Floats, Ints
from branchline.games.string_railway.laying.chains import (
    CHAIN_COLUMNS,
    COUNT,
    TILES,
    rate_stations,
    ways_apart,
)
from branchline.games.string_railway.mind.kernels import compiled
from branchline.games.string_railway.mind.kernels.playout import next_string
from branchline.games.string_railway.rules.tables import (
    HOME,
    LIMITS,
    NO_LIMIT,
    OWNER_GAINS,
    TOWN,
    TRANSFER,
)

AHEAD = 3  # strings of a company that are foreseen
NEAR, MIDDLE, FAR = 700, 1_400, 2_100  # tenths of a millimetre
ROUND_ABOUT, HELD = 800, 1_500  # of a company's stations: room for tiles, and land that is its own
ALONE, BY_LENGTH, IN_TURN, BY_OTHERS = 5, 8, 10, 13  # first columns of what is foreseen


@compiled
def nearest_ways(leg_length: Ints, present: Ints, company: int, ways: Ints) -> None:
    """How far each station is from the company's own, in each layer of points lost; -1 if it is not in reach.

    A way that loses a point counts only where it is shorter.
    """
    tiles, layers = leg_length.shape[0], leg_length.shape[2]
    ways[:] = -1
    for s in range(tiles):
        if not present[s] >> company & 1:
            continue
        for t in range(tiles):
            for k in range(layers):
                span = leg_length[s, t, k]
                if span >= 0 and (ways[t, k] < 0 or span < ways[t, k]):
                    ways[t, k] = span


@compiled
def foresee_alone(
    leg_length: Ints, apart: Ints, start_x: Floats, start_y: Floats, end_x: Floats, end_y: Floats,
    kinds: Ints, high: Ints, owners: Ints, present: Ints, left: Ints, lengths: Ints, held_back: Floats,
    anchor_end: int, things: Floats,
) -> None:  # fmt: skip
    """What each company's next strings would bring if all others waited."""
    best, by_length = np.zeros(CHAIN_COLUMNS, np.int64), np.zeros(2)
    for company in range(left.shape[0]):
        there, strings = present.copy(), left[company].copy()
        for turn in range(min(AHEAD, strings.sum())):
            things[company, ALONE + turn] = next_string(
                leg_length, apart, start_x, start_y, end_x, end_y, kinds, high, owners, there, company,
                strings, lengths, held_back, anchor_end, best, by_length,
            )  # fmt: skip
            if turn == 0:
                things[company, BY_LENGTH] = by_length[0]
                things[company, BY_LENGTH + 1] = by_length[1]


@compiled
def foresee_in_turn(
    leg_length: Ints, apart: Ints, start_x: Floats, start_y: Floats, end_x: Floats, end_y: Floats,
    kinds: Ints, high: Ints, owners: Ints, present: Ints, first: int, left: Ints, lengths: Ints,
    held_back: Floats, anchor_end: int, things: Floats,
) -> None:  # fmt: skip
    """What they bring if everybody lays in turn: places in stations are taken, and owners get their due."""
    companies = left.shape[0]
    best, by_length = np.zeros(CHAIN_COLUMNS, np.int64), np.zeros(2)
    there, strings, whose = present.copy(), left.copy(), owners.copy()
    for turn in range(AHEAD * companies):
        company = (first + turn) % companies
        if strings[company].sum() == 0:
            break
        before = there.copy()
        things[company, IN_TURN + turn // companies] = next_string(
            leg_length, apart, start_x, start_y, end_x, end_y, kinds, high, whose, there, company,
            strings[company], lengths, held_back, anchor_end, best, by_length,
        )  # fmt: skip
        for at in range(best[COUNT]):
            tile = best[TILES + at]
            if before[tile] >> company & 1:
                continue
            if whose[tile] >= 0:
                things[whose[tile], BY_OTHERS] += OWNER_GAINS[kinds[tile]]
            elif kinds[tile] == TOWN or kinds[tile] == TRANSFER or kinds[tile] == HOME:
                whose[tile] = company


@compiled
def describe_reach(
    leg_length: Ints, kinds: Ints, high: Ints, owners: Ints, present: Ints, companies: int, things: Floats
) -> None:
    """Stations that each company could enter, by how far they are and who else is near."""
    tiles, layers = leg_length.shape[0], leg_length.shape[2]
    ways = np.zeros((companies, tiles, layers), np.int64)
    usable, mine = np.zeros(tiles, np.int64), np.zeros(tiles, np.int64)
    terminal, worth = np.zeros(tiles, np.int64), np.zeros(tiles, np.int64)
    for company in range(companies):
        nearest_ways(leg_length, present, company, ways[company])
    for company in range(companies):
        row = things[company]
        rate_stations(kinds, high, owners, present, company, usable, mine, terminal, worth)
        for t in range(tiles):
            if mine[t]:
                row[14] += 1
                if owners[t] == company:
                    for other in range(companies):
                        if other != company and not present[t] >> other & 1:
                            if kinds[t] == TRANSFER:
                                row[24] += 1
                            elif kinds[t] in (HOME, TOWN) and 0 <= ways[other, t, 0] <= MIDDLE:
                                row[25] += 1
                continue
            if not usable[t]:
                continue
            way, lossy = ways[company, t, 0], ways[company, t, 1]
            if 0 <= way <= NEAR:
                row[15] += worth[t]
            if 0 <= way <= MIDDLE:
                row[16] += worth[t]
                if LIMITS[kinds[t]] < NO_LIMIT and count_bits(present[t]) + 1 == LIMITS[kinds[t]]:
                    row[19] += worth[t]
                for other in range(companies):
                    if other != company and 0 <= ways[other, t, 0] <= MIDDLE:
                        row[20] += worth[t]
                        break
            if 0 <= way <= FAR:
                row[17] += worth[t]
            elif 0 <= lossy <= FAR:
                row[26] += 1
            if 0 <= lossy <= MIDDLE:
                row[18] += worth[t]


@compiled
def describe_land(distance: Ints, nodes: int, present: Ints, companies: int, things: Floats) -> None:
    """Room for tiles near each company's stations, without a string in between."""
    away = np.full((companies, nodes), 1 << 30, np.int32)
    for t in range(present.shape[0]):
        for company in range(companies):
            if present[t] >> company & 1:
                nearest, ways = away[company], distance[t]
                for node in range(nodes):
                    nearest[node] = min(nearest[node], ways[node])
    for company in range(companies):
        for node in range(nodes):
            mine = away[company, node]
            if mine > HELD:
                continue
            alone = True
            for other in range(companies):
                if other != company and away[other, node] <= mine:
                    alone = False
            things[company, 21] += mine <= ROUND_ABOUT
            things[company, 22] += alone


@compiled
def describe(
    leg_length: Ints, start_x: Floats, start_y: Floats, end_x: Floats, end_y: Floats, distance: Ints,
    nodes: int, kinds: Ints, high: Ints, owners: Ints, present: Ints, first: int, left: Ints, lengths: Ints,
    held_back: Floats, anchor_end: int, things: Floats,
) -> None:  # fmt: skip
    """All that the table says of each company, undivided; `first` is whose turn is next."""
    apart = ways_apart(leg_length)
    foresee_alone(
        leg_length, apart, start_x, start_y, end_x, end_y, kinds, high, owners, present, left, lengths,
        held_back, anchor_end, things,
    )  # fmt: skip
    foresee_in_turn(
        leg_length, apart, start_x, start_y, end_x, end_y, kinds, high, owners, present, first, left,
        lengths, held_back, anchor_end, things,
    )  # fmt: skip
    describe_reach(leg_length, kinds, high, owners, present, left.shape[0], things)
    describe_land(distance, nodes, present, left.shape[0], things)
