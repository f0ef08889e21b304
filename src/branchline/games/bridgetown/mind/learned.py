"""The player that learned the game, as Python sees it: its weights, its turns, and what it thinks of them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.action import Action
from branchline.core.game import CHANCE, OVER
from branchline.core.mind import Plan, Sight, preferred
from branchline.core.network import as_record
from branchline.games.bridgetown.mind.kernels import foresight, table
from branchline.games.bridgetown.mind.kernels.desk import KIND, NET_TYPE, ONE, OTHER, RIDE, SPECIAL, desks_for
from branchline.games.bridgetown.mind.kernels.features import describe
from branchline.games.bridgetown.mind.kernels.player import DOUBLED, END, MODE, STUCK, TAKES
from branchline.games.bridgetown.mind.kernels.position import SEATS, row_of
from branchline.games.bridgetown.mind.kernels.turns import DECLINES, PUTS, SITS, WALKS, think
from branchline.games.bridgetown.mind.outlook import network
from branchline.games.bridgetown.mind.weights import WORST
from branchline.games.bridgetown.rules import movement
from branchline.games.bridgetown.rules.state import (
    BRIDGES,
    COORDINATORS,
    DOUBLE,
    FIRST,
    TURNS,
    BridgetownState,
)

if TYPE_CHECKING:
    from branchline.games.bridgetown.mind import Mind

Record = NDArray[np.void]
NOISE = 0.01  # of the greedy players of a look ahead: nobody is sure what the others do
MIXED = 0.5  # how many of the players of a look ahead play by the network, the others like the greedy one
SHORT = (3, 2, 1)  # turns of the network, of the greedy player, and worlds of a short look ahead
HOLDS = np.repeat(np.eye(SEATS), BRIDGES, 1)  # a seat holds the bridges as it sees them
LIKED = 0.5  # of the turns that are looked at closely so many more come from the greedy player


@cache
def weights() -> Record:
    return as_record(network().layers, NET_TYPE)


def manner_of(plans: int, liked: int, worlds: int) -> NDArray[np.float64]:
    """How it looks ahead, by the names in kernels/table.py."""
    found = np.zeros(table.MANNER)
    found[: foresight.NOISE + 1] = (*foresight.WEIGHTS[: foresight.NOISE], NOISE)
    found[[table.PLANS, table.LIKED, table.WORLDS, table.MIXED]] = plans, liked, worlds, MIXED
    return found


def manner_by(sight: Sight) -> NDArray[np.float64]:
    """How a level plays."""
    found = manner_of(sight.plans, round(LIKED * sight.plans), sight.worlds)
    found[table.TEMPERATURE] = sight.temperature
    return found


def prepare(mind: Mind, net: Record) -> None:
    """Compile or load all that `decide` and `outlook` call."""
    game, rng = mind.game, Random(1)
    state = game.start(game.seats[0])
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    turns(mind, state, net)
    looked_ahead(mind, state, net, manner_of(1, 1, 1), rng)
    outlook(mind, state, net)
    go_on(mind, state, rng, 0)


def actions(mind: Mind, state: BridgetownState, turn: NDArray[Any]) -> Plan:
    """A turn of the kernel as what is done."""
    game, tables = mind.game, mind.game.tables
    row: list[int] = turn.tolist()
    special, mode = row[SPECIAL], row[RIDE + MODE]
    if row[KIND] == PUTS:
        ids = [id for id, bit in tables.special_bit.items() if special == bit]
        return tuple(("place", id) for id in [*ids, *([tables.mode_ids[mode]] if mode >= 0 else [])])
    if row[KIND] == DECLINES:
        return (("decline",),)
    if row[KIND] == SITS:
        return (("sit",),)
    before = list[Action]()
    if special & FIRST:
        before.append(("first",))
    if row[ONE] >= 0:
        before.append(("swap", tables.bridge_ids[row[ONE]], tables.bridge_ids[row[OTHER]]))
    if row[RIDE + DOUBLED] and not state.using & DOUBLE:
        before.append(("double",))
    after = state.copy()
    for action in before:
        game.apply(after, action)
    return (*before, ridden(mind, after, row))


def ridden(mind: Mind, state: BridgetownState, row: list[int]) -> Action:
    """The ride with this outcome."""
    game, tables, mode, end = mind.game, mind.game.tables, row[RIDE + MODE], row[RIDE + END]
    id = tables.mode_ids[mode]
    if row[RIDE + STUCK]:
        return ("walk", id, tables.ids[end]) if row[RIDE + STUCK] == WALKS else ("stay", id)
    for ride in game.rides(state, mode):
        there, free, exchanged = movement.outcome(game, state, ride)
        if there == end and free | exchanged == row[RIDE + TAKES]:
            return ride
    raise AssertionError(f"no ride of {id} ends at {tables.ids[end]} like that")


def turns(mind: Mind, state: BridgetownState, net: Record) -> list[tuple[float, Plan]]:
    """All turns and the logarithm of the share that each promises, the best first."""
    desk = desks_for(mind.game.tables, 1)[0]
    count = think(mind.town[0], row_of(state), desk, net[0])
    order = np.argsort(-desk["worth"][:count], kind="stable")
    return [(float(desk["worth"][i]), actions(mind, state, desk["turns"][i])) for i in order]


def looked_ahead(
    mind: Mind, state: BridgetownState, net: Record, manner: NDArray[np.float64], rng: Random
) -> Plan:
    """The best of some turns by how the round ends after them."""
    desks, luck = desks_for(mind.game.tables, 2), np.array([rng.getrandbits(62) | 1], np.uint64)
    best = table.look_ahead(mind.arrays, mind.town[0], row_of(state), desks, net[0], manner, True, luck)
    return actions(mind, state, desks[0]["plans"][best])


def decide(mind: Mind, state: BridgetownState, rng: Random, sight: Sight) -> Plan:
    """A turn by the network."""
    net = weights()
    if sight.plans > 1:
        return looked_ahead(mind, state, net, manner_by(sight), rng)
    found = turns(mind, state, net)
    return preferred(found, sight.temperature, WORST, rng)


def considered(mind: Mind, state: BridgetownState, width: int) -> list[Plan]:
    """The turns that the network likes best."""
    return [plan for _, plan in turns(mind, state, weights())[:width]]


def go_on(mind: Mind, state: BridgetownState, rng: Random, turns: int) -> list[float]:
    """Everybody goes on with a short look ahead, as a strong player would, to the end of a round at least."""
    game = mind.game
    while state.to_move == CHANCE or (state.to_move >= 0 and (state.using or state.owing)):
        game.apply(state, game.draw(state, rng) if state.to_move == CHANCE else mind.advise(state, rng))
    if state.to_move == OVER:
        return mind.outcome(state)
    desks, luck = desks_for(game.tables, 2), np.array([rng.getrandbits(62) | 1], np.uint64)
    rounds = turns // ((COORDINATORS + TURNS) * state.players)
    table.play_on(
        mind.arrays, mind.town[0], row_of(state), desks, weights()[0], manner_of(*SHORT), rounds, luck
    )
    found: list[float] = desks[0]["shares"][: state.players].tolist()
    return found


def described(mind: Mind, state: BridgetownState) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The features of a state, as `features.py` has them."""
    desk = desks_for(mind.game.tables, 1)[0]
    describe(mind.town[0], row_of(state), desk)
    return desk["things"], HOLDS, desk["seats"]


def outlook(mind: Mind, state: BridgetownState, net: Record) -> list[float]:
    """Everybody's share of the win, without any heat."""
    desk = desks_for(mind.game.tables, 1)[0]
    table.outlook(mind.town[0], row_of(state), desk, net[0])
    found: list[float] = desk["shares"][: state.players].tolist()
    return found
