"""What the network says here: a seat holds parts of all railroads, as many shares as it is likely to have.

Things are encoded one by one, for a trade changes only two.
"""

import numpy as np

from branchline.core.network import Net
from branchline.core.network_kernels import encode, judge_seat, see_all, share_out
from branchline.games.sncf.mind.kernels import compiled
from branchline.games.sncf.mind.kernels.desk import Desk
from branchline.games.sncf.mind.weights import HELD


@compiled
def encode_all(net: Net, desk: Desk) -> None:
    for thing in range(6):
        encode(net, desk, thing)


@compiled
def judge(net: Net, desk: Desk, players: int) -> None:
    """Everybody's share of the win into `desk.shares`, from codes that are up to date."""
    see_all(net, desk)
    for seat in range(players):
        desk.held[:] = 0
        for thing in range(6):
            part = np.float32(desk.expected[seat, thing] / HELD)
            for j in range(desk.held.shape[0]):
                desk.held[j] += part * desk.codes[thing, j]
        judge_seat(net, desk, seat)
    share_out(desk, players)
