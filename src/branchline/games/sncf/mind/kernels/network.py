"""What the network says here: a seat holds parts of all railroads, as many shares as it is likely to have.

Things are encoded one by one, for a trade changes only two.
"""

import numpy as np

from branchline.core.network import Net
from branchline.core.network_kernels import UNKNOWN, encode, judge_seat, see_all, share_out
from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.mind.kernels.desk import GAIN, OPEN, OWN, SLOTS, TIED, WAY, Desk
from branchline.games.sncf.mind.weights import HELD
from branchline.games.sncf.rules.state import MOST_CUBES


@compiled
def encode_known(net: Net, desk: Desk, thing: int) -> None:
    """Encode a thing, unless one that is just like it was seen lately: the turns of a seat are much alike."""
    row, features = desk.survey[thing], desk.things[thing]
    slot = int(40 * features[0] + 60 * features[1] + 80 * features[2] + 99) + 3 * row[OWN] + 5 * row[TIED]
    slot = (slot + 7 * row[WAY] + row[OPEN] + row[GAIN + MOST_CUBES]) % SLOTS
    known, differing = desk.coded[thing, slot], 0
    for j in range(features.shape[0]):
        differing += features[j] != known[j]
    if differing:
        encode(net, desk, thing)
        known[:] = features
        desk.coded_as[thing, slot, :] = desk.codes[thing]
    else:
        desk.codes[thing, :] = desk.coded_as[thing, slot]


@compiled
def forget_codes(desk: Desk) -> None:
    """Those of another network are of no use."""
    for thing in range(6):
        for slot in range(SLOTS):
            desk.coded[thing, slot, 0] = UNKNOWN


@compiled
def encode_all(net: Net, desk: Desk) -> None:
    for thing in range(6):
        encode_known(net, desk, thing)


@compiled
def judge(net: Net, desk: Desk, players: int) -> None:
    """Everybody's share of the win into `desk.shares`, from codes that are up to date."""
    see_all(net, desk)
    for seat in range(players):
        held, codes = desk.held, desk.codes
        held[:] = 0
        for thing in range(6):
            part = np.float32(desk.expected[seat, thing] / HELD)
            for j in range(held.shape[0]):
                held[j] += part * codes[thing, j]
        judge_seat(net, desk, seat)
    share_out(desk, players)
