"""The player that learned the game, as Python sees it: its weights, its turns, and what it thinks of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import CHANCE, OVER, Action
from branchline.core.mind import Plan, Sight, preferred
from branchline.core.network import as_record
from branchline.games.sncf.mind.kernels import table
from branchline.games.sncf.mind.kernels.belief import MOST_ACTS, PAST_TYPE
from branchline.games.sncf.mind.kernels.desk import CUBE_COUNT, KIND, NET_TYPE, PATH, desk_type
from branchline.games.sncf.mind.kernels.features import EVERYBODY, NOBODY, describe
from branchline.games.sncf.mind.kernels.player import BEGIN, TRADE
from branchline.games.sncf.mind.kernels.playout import lay_out
from branchline.games.sncf.mind.kernels.turns import think
from branchline.games.sncf.mind.outlook import network
from branchline.games.sncf.mind.playout import numbers, sets
from branchline.games.sncf.mind.weights import WORST
from branchline.games.sncf.rules.hidden import cubes_laid, masked_hands
from branchline.games.sncf.rules.state import ACT, COLOURS, DEALT, OPEN, SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.mind import Mind

Record = NDArray[np.void]
WAVERING = 0.03  # the temperature at which games are played on: without any, an open one has one end


@cache
def weights(game_id: str) -> Record:
    return as_record(network(game_id).layers, NET_TYPE)


def manner_by(sight: Sight) -> NDArray[np.float64]:
    """How a level plays, by the names in kernels/table.py."""
    found = np.zeros(table.MANNER)
    found[[table.PLANS, table.WORLDS, table.DEPTH]] = sight.plans, sight.worlds, sight.turns
    found[[table.NOISE, table.BELIEF]] = sight.temperature, sight.belief
    return found


def prepare(mind: Mind) -> None:
    """Compile or load all that `decide` calls; the kernels of one board serve the other."""
    game, rng = mind.game, Random(1)
    state = game.start(game.seats[0])
    while state.to_move == CHANCE:
        game.apply(state, game.draw(state, rng))
    masked = game.mask(state, state.to_move)
    net, manner = weights(game.id), manner_by(Sight(plans=2, worlds=1, turns=1))
    turns(mind, masked, net, manner)
    looked_ahead(mind, masked, net, manner, rng)


def viewer_of(state: SncfState) -> int:
    """Whose hand this state shows."""
    hidden = masked_hands(state)
    if not hidden:
        return EVERYBODY
    seen = [seat for seat in range(state.players) if seat not in hidden]
    return seen[0] if seen else NOBODY


def actions(mind: Mind, turn: NDArray[Any]) -> Plan:
    """A turn of the kernel as what is done; `done` follows where a build does not end by itself."""
    tables, bit = mind.game.tables, mind.board.bit
    row: list[int] = turn.tolist()
    if row[KIND] == TRADE:
        return (("trade", COLOURS[row[1]], COLOURS[row[2]], row[3]),)
    if row[KIND] == BEGIN:
        return (tables.start[row[1]][bit[row[2]]],)
    return tuple(tables.build[row[1]][bit[each]] for each in row[PATH : PATH + row[CUBE_COUNT]])


def whole(mind: Mind, state: SncfState, plan: Plan) -> Plan:
    """The plan with the `done` that it needs."""
    game, after, done = mind.game, state.copy(), list[Action]()
    for action in plan:
        game.apply(after, action)
        done.append(action)
    if after.to_move == state.to_move and after.building >= 0:
        done.append(("done",))
    return tuple(done)


def turns(mind: Mind, state: SncfState, net: Record, manner: NDArray[Any]) -> list[tuple[float, Plan]]:
    """Turns worth a thought and the logarithm of the share that each promises, the best first."""
    room, desks = mind.board.positions(4), np.zeros(1, desk_type(len(mind.board.bit)))
    lay_out(room[0], numbers(mind, state), sets(mind.game.tables, state))
    count = think(room[0], room[1], desks[0], net[0], viewer_of(state), manner, True)
    order = np.argsort(-desks[0]["worth"][:count], kind="stable")
    return [
        (float(desks[0]["worth"][i]), whole(mind, state, actions(mind, desks[0]["turns"][i]))) for i in order
    ]


def looked_ahead(mind: Mind, state: SncfState, net: Record, manner: NDArray[Any], rng: Random) -> Plan:
    """The best of some turns by what follows them in dealt worlds."""
    room, desks = mind.board.positions(table.ROOM), np.zeros(2, desk_type(len(mind.board.bit)))
    now, luck, past = room[table.NOW], np.array([rng.getrandbits(62) | 1], np.uint64), past_of(mind, state)
    lay_out(now, numbers(mind, state), sets(mind.game.tables, state))
    if past["acts"][0]:
        begun = beginning(mind, state)
        lay_out(room[table.BEGUN], numbers(mind, begun), sets(mind.game.tables, begun))
    best = table.look_ahead(now, room, desks, past, net[0], viewer_of(state), manner, True, luck)
    return whole(mind, state, actions(mind, desks[0]["plans"][best]))


def past_of(mind: Mind, state: SncfState) -> Any:
    """What was done since the deal, as the kernel wants it."""
    past = np.zeros(1, PAST_TYPE)[0]
    acts = np.frombuffer(state.past, np.uint8).reshape(-1, ACT).astype(np.int64)[:MOST_ACTS]
    past["acts"][0] = len(acts)
    story, laid = past["story"][: len(acts)], acts[:, 1] < 6
    story[:] = acts
    story[laid, 2] = np.searchsorted(mind.board.bit, 256 * acts[laid, 2] + acts[laid, 3])
    return past


def beginning(mind: Mind, state: SncfState) -> SncfState:
    """What everybody could see when the deal was over, as far as `numbers` and `sets` tell it."""
    game, tables, begun = mind.game, mind.game.tables, state.copy()
    begun.to_move, begun.still, begun.once = state.first, 0, 0
    begun.closed, begun.startable = tables.closed, tables.cities if game.germany else 0
    begun.track, begun.value = [each & tables.suburbs for each in state.track], [0] * 6
    begun.box = [
        state.box[railroad] + cubes_laid(game, state, railroad) + sum(state.net[railroad::6])
        for railroad in range(6)
    ]
    begun.shares = [DEALT[state.players]] * state.players
    begun.net, begun.low = [0] * len(state.net), [0] * len(state.low)
    return begun


def decide(mind: Mind, state: SncfState, rng: Random, sight: Sight) -> Plan:
    """A turn by the network; a build that is under way goes on as `advise` would."""
    if state.building >= 0:
        return (mind.advise(state, rng),)
    net, manner = weights(mind.game.id), manner_by(sight)
    if sight.plans > 1:
        return looked_ahead(mind, state, net, manner, rng)
    found = turns(mind, state, net, manner)
    return preferred(wholly(found), sight.temperature, WORST, rng)


def wholly(found: Sequence[tuple[float, Plan]]) -> list[tuple[float, Plan]]:
    """Without the worse half of trades that differ in nothing but the number of shares: nobody, however
    careless, buys one where they see that two are better."""
    kept, traded = list[tuple[float, Plan]](), set[Action]()
    for worth, plan in found:
        what = plan[0][:3]
        if plan[0][0] != "trade" or what not in traded:
            kept.append((worth, plan))
            traded.add(what)
    return kept


def considered(mind: Mind, state: SncfState, width: int) -> list[Plan]:
    """The turns that the network likes best; a build that is under way goes on in the ways that there are."""
    if state.building >= 0:
        return [(action,) for action in mind.game.legal_actions(state)[:width]]
    found = turns(mind, state, weights(mind.game.id), np.zeros(table.MANNER))
    return [plan for _, plan in found[:width]]


def go_on(mind: Mind, state: SncfState, rng: Random, turns: int) -> list[float]:
    """Everybody goes on as the network alone would, now and then by what is nearly as good."""
    game, players = mind.game, state.players
    while (state.to_move >= 0 and state.building >= 0) or state.to_move == CHANCE:
        game.apply(state, mind.advise(state, rng) if state.to_move >= 0 else game.draw(state, rng))
    if state.to_move == OVER:
        return mind.outcome(state)
    room, desks = mind.board.positions(2), np.zeros(1, desk_type(len(mind.board.bit)))
    manner, luck = np.zeros(table.MANNER), np.array([rng.getrandbits(62) | 1], np.uint64)
    manner[table.NOISE] = WAVERING
    table.play_on(
        room[0], room[1], desks[0], numbers(mind, state), sets(game.tables, state),
        weights(game.id)[0], state.hidden == OPEN, manner, turns, luck,
    )  # fmt: skip
    found: list[float] = desks[0]["shares"][:players].tolist()
    return found


def described(mind: Mind, state: SncfState) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The features of a masked state, as `features.py` has them."""
    now, desk = mind.board.positions(1)[0], np.zeros(1, desk_type(len(mind.board.bit)))[0]
    lay_out(now, numbers(mind, state), sets(mind.game.tables, state))
    describe(now, desk, viewer_of(state))
    return desk["things"], desk["expected"], desk["seats"]


def outlook(mind: Mind, state: SncfState, net: Record) -> list[float]:
    """Everybody's share of the win, by what the state shows."""
    now, desks = mind.board.positions(1)[0], np.zeros(1, desk_type(len(mind.board.bit)))
    table.outlook(
        now, desks[0], numbers(mind, state), sets(mind.game.tables, state), net[0], viewer_of(state)
    )
    found: list[float] = desks[0]["shares"][: state.players].tolist()
    return found
