"""The player that learned the game, as Python sees it: its weights, its turns, and what it thinks of them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.action import Action
from branchline.core.game import CHANCE
from branchline.core.mind import Plan, Sight, preferred
from branchline.core.network import as_record
from branchline.games.koplopers.mind.kernels import table
from branchline.games.koplopers.mind.kernels.desk import (
    BOARD,
    BUILD,
    DISRUPT,
    DONE,
    DRIVE,
    NET_TYPE,
    REPAIR,
    VERB,
    VERBS,
    WHAT,
    WHERE,
    desks_for,
)
from branchline.games.koplopers.mind.kernels.features import describe
from branchline.games.koplopers.mind.kernels.position import SEATS, row_of
from branchline.games.koplopers.mind.kernels.turns import think
from branchline.games.koplopers.mind.outlook import network
from branchline.games.koplopers.mind.weights import WORST
from branchline.games.koplopers.rules.state import LETTERS, PLAY, TRAINS, UNITS, KoplopersState

if TYPE_CHECKING:
    from branchline.games.koplopers.mind import Mind

Record = NDArray[np.void]
HOLDS = np.repeat(np.eye(SEATS), UNITS, 1)  # a seat holds its trains
TRIED, WORLDS = 6, 3  # plans and worlds of a turn without the network
STEP = 0.1  # how much less each plan promises there than the one before
MIXED = 0.5  # how many of the players of a look ahead play by the network, the others like the greedy one


@cache
def weights() -> Record:
    return as_record(network().layers, NET_TYPE)


def manner_by(sight: Sight) -> NDArray[np.float64]:
    """How a level plays, by the names in kernels/table.py."""
    found = np.zeros(table.MANNER)
    found[[table.PLANS, table.WORLDS, table.TURNS]] = sight.plans, sight.worlds, sight.turns
    found[[table.TEMPERATURE, table.MIXED]] = sight.temperature, MIXED
    return found


def prepare(mind: Mind, net: Record) -> None:
    """Compile or load all that `decide` calls."""
    game, rng = mind.game, Random(1)
    state = game.start(game.seats[0])
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    turns(mind, state, net)
    looked_ahead(mind, state, net, manner_by(Sight(plans=2, worlds=1, turns=2)), rng)


def is_for(mind: Mind, state: KoplopersState) -> bool:
    """Is this a turn that the network has learned? Not in the advanced game, and not in the middle of an
    exchange; and a board may be too large for the kernels.
    """
    return state.phase == PLAY and not state.advanced and mind.railway is not None


def action(mind: Mind, state: KoplopersState, step: list[int]) -> Action:
    """A step of the kernel as what is done."""
    game, tables, verb, what = mind.game, mind.game.tables, step[VERB], step[WHAT]
    if verb == BUILD:
        return game.builds[what]
    if verb == DRIVE:
        way = game.routes[0].way_to(state.at[what], step[WHERE], 0, state.disrupted)
        return ("drive", TRAINS[what], *way)
    if verb == BOARD:
        return game.boardings[what][step[WHERE]]
    if verb == DISRUPT:
        return ("disrupt", tables.cards[what])
    if verb == REPAIR:
        return ("repair", LETTERS[what])
    return ("done",) if verb == DONE else (VERBS[verb], TRAINS[what])


def actions(mind: Mind, state: KoplopersState, desk: Any, number: int, rng: Random) -> Plan:
    """A turn of the kernel as what is done. One that leaves a duty undone ends before it says that it is
    over: then the game's advice is asked for.
    """
    count = int(desk["turn_count"][number]) - int(desk["loosely"][number])
    after, done = state.copy(), list[Action]()
    for step in desk["turns"][number][:count].tolist():
        done.append(action(mind, after, step))
        mind.game.apply(after, done[-1])
    return tuple(done) or (mind.advise(state, rng),)


def turns(
    mind: Mind, state: KoplopersState, net: Record, rng: Random | None = None
) -> list[tuple[float, Plan]]:
    """All turns and the logarithm of the share that each promises, the best first."""
    desk, rng = desks_for(1)[0], rng or Random(0)
    count = think(mind.railway[0], row_of(state), desk, net[0], True)
    order = np.argsort(-desk["worth"][:count], kind="stable").tolist()
    return [(float(desk["worth"][i]), actions(mind, state, desk, i, rng)) for i in order]


def looked_ahead(
    mind: Mind, state: KoplopersState, net: Record, manner: NDArray[np.float64], rng: Random
) -> Plan:
    """The best of some turns by how the game goes on after them."""
    desks, luck = desks_for(2), np.array([rng.getrandbits(62) | 1], np.uint64)
    best = table.look_ahead(mind.railway[0], row_of(state), desks, net[0], manner, True, luck)
    return actions(mind, state, desks[0], int(best), rng)


def decide(mind: Mind, state: KoplopersState, rng: Random, sight: Sight) -> Plan:
    """A turn by the network."""
    if state.phase != PLAY:
        return (mind.advise(state, rng),)
    if not is_for(mind, state):
        return without_network(mind, state, rng, sight)
    net = weights()
    if sight.plans > 1:
        return looked_ahead(mind, state, net, manner_by(sight), rng)
    return preferred(turns(mind, state, net, rng), sight.temperature, WORST, rng)


def without_network(mind: Mind, state: KoplopersState, rng: Random, sight: Sight) -> Plan:
    """As good a turn where the network is of no use: plans in the game's own order, or tried out if the level
    looks ahead.
    """
    plans = mind.plans(state, rng, max(sight.plans, 1) if not sight.temperature else TRIED)
    if sight.temperature:
        ranked = [(-STEP * number, plan) for number, plan in enumerate(plans)]
        return preferred(ranked, sight.temperature, WORST, rng)
    if len(plans) == 1:
        return plans[0]
    totals = [0.0] * len(plans)
    for _ in range(WORLDS):
        world, luck = mind.game.guess(state, state.to_move, rng), rng.getrandbits(64)
        for number, plan in enumerate(plans):
            after = world.copy()
            for action in plan:
                mind.game.apply(after, action)
            totals[number] += mind.playout(after, Random(luck), state.players)[state.to_move]
    return plans[totals.index(max(totals))]


def considered(mind: Mind, state: KoplopersState, rng: Random, width: int) -> list[Plan]:
    """The turns that the network likes best."""
    if not is_for(mind, state):
        return mind.plans(state, rng, width)
    return [plan for _, plan in turns(mind, state, weights(), rng)[:width]]


def go_on(mind: Mind, state: KoplopersState, rng: Random, turns: int) -> list[float]:
    """Everybody goes on as the network alone would."""
    while state.to_move >= 0 and state.phase != PLAY:
        mind.game.apply(state, mind.advise(state, rng))
    if state.to_move >= 0 and not is_for(mind, state):
        return mind.playout(state, rng, turns)
    desks, luck = desks_for(1), np.array([rng.getrandbits(62) | 1], np.uint64)
    table.play_on(mind.railway[0], row_of(state), desks, weights()[0], turns, luck)
    found: list[float] = desks[0]["shares"][: state.players].tolist()
    return found


def described(mind: Mind, state: KoplopersState) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The features of a state, as `features.py` has them."""
    desk = desks_for(1)[0]
    describe(mind.railway[0], row_of(state), desk)
    return desk["things"], HOLDS, desk["seats"]


def outlook(mind: Mind, state: KoplopersState, net: Record) -> list[float]:
    """Everybody's share of the win, without any heat."""
    desk = desks_for(1)[0]
    table.outlook(mind.railway[0], row_of(state), desk, net[0])
    found: list[float] = desk["shares"][: state.players].tolist()
    return found
