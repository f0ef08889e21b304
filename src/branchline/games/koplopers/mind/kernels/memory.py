"""What was thought about positions of a look ahead: its worlds differ in cards, and most turns play none.

In another world the same trains come to the same places, with other cards in the hands. All turns that play
no card are the same there, and what they promise, because nobody's cards are told to the network.
"""

import numpy as np

from branchline.core.network import Net
from branchline.games.koplopers.mind.kernels import compiled
from branchline.games.koplopers.mind.kernels.desk import KNOWN, Desk, Railway
from branchline.games.koplopers.mind.kernels.position import CARD, DELIVERED, OLD, Row
from branchline.games.koplopers.mind.kernels.turns import judge_turns, list_turns, think_of_cards


@compiled
def all_but_cards(row: Row) -> int:
    """Positions that differ in anything but which cards are where have different ones, very likely."""
    found = np.uint64(1469598103934665603)
    for place in range(CARD):
        if not OLD <= place < DELIVERED:
            found = (found ^ np.uint64(row[place] + 7)) * np.uint64(1099511628211)
    return int(found >> np.uint64(1)) | 1


@compiled
def forget_positions(desk: Desk) -> None:
    """They were another player's, or a network's that has changed."""
    desk.known[:] = 0


@compiled
def best_turn(net: Railway, row: Row, desk: Desk, weights: Net) -> int:
    """The number in `desk.turns` of the turn that `think` finds to be the best, by the network.

    Of turns that are remembered only the best one is in `desk.turns`.
    """
    key = all_but_cards(row)
    place = (key >> 20) % KNOWN
    if desk.known[place] == key:
        count = desk.known_count[place]
        desk.digests[:count] = desk.known_digests[place, :count]
        desk.worth[:count] = desk.known_worth[place, :count]
        desk.ideas[:count] = desk.known_ideas[place, :count]
        best, steps = desk.known_best[place], desk.known_turn_count[place]
        desk.turn_count[best] = steps
        desk.turns[best, :steps] = desk.known_turn[place, :steps]
    else:
        desk.hand_counts = 0
        count = list_turns(net, row, desk)
        judge_turns(net, row, desk, weights, True, 0, count)
        if not desk.hand_counts:
            best = int(np.argmax(desk.worth[:count]))
            steps = desk.turn_count[best]
            desk.known[place], desk.known_count[place] = key, count
            desk.known_digests[place, :count] = desk.digests[:count]
            desk.known_worth[place, :count] = desk.worth[:count]
            desk.known_ideas[place, :count] = desk.ideas[:count]
            desk.known_best[place], desk.known_turn_count[place] = best, steps
            desk.known_turn[place, :steps] = desk.turns[best, :steps]
    count = think_of_cards(net, row, desk, weights, True, count)
    return int(np.argmax(desk.worth[:count]))
