"""Whole turns worth a thought: builds as paths found by beam search, runs for the goal, starts, trades."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from branchline.core.bits import bits
from branchline.core.game import OVER, Action
from branchline.core.mind import Plan
from branchline.games.sncf.mind.value import expected, value_later
from branchline.games.sncf.rules.state import MOST_BOUGHT, MOST_CUBES, SHARE_LIMIT, SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.mind import Mind
    from branchline.games.sncf.rules.game import Sncf

BEAM = 3  # beginnings of a build that are followed further
ALIKE = 2  # plans of one kind (one railroad's builds, purchases of one colour) before others have their turn
DONE: Action = ("done",)


def plans(mind: Mind, state: SncfState, rng: Random, width: int) -> list[Plan]:
    """The best turns as `value` judges them, but not all of one kind."""
    game, seat = mind.game, state.to_move
    hands = expected(game, state)
    ranked: list[tuple[float, tuple[str, str], Plan]] = []
    legal = game.legal_actions(state)
    builds: dict[str, list[Action]] = {}
    limit = SHARE_LIMIT[state.players]
    single = 0.0  # the same trade for one share, listed just before
    for action in legal:
        if action[0] == "build":
            builds.setdefault(action[1], []).append(action)
        elif action != DONE:
            after = state.copy()
            game.apply(after, action)
            kind = (action[0], action[2] if action[0] == "trade" else action[1])
            worth = value_later(game, after, seat, hands) + rng.random() * 1e-3
            if action[0] == "trade" and action[3] == 2 and after.shares[seat] > limit and worth <= single:
                continue  # a share over the limit that does not pay for its penalty: not even a slip
            single = worth
            ranked.append((worth, kind, (action,)))
    if DONE in legal:
        ranked.append((worth_of(game, state, hands, (DONE,)), ("done", ""), (DONE,)))
    for colour, firsts in builds.items():
        found = beam(game, state, hands, firsts, rng)
        run = run_for_goal(game, state, colour)
        if run and all(plan != run for _, plan in found):
            found.append((worth_of(game, state, hands, run), run))
        ranked += [(worth, ("build", colour), plan) for worth, plan in found]
    ranked.sort(key=lambda each: -each[0])
    return mixed(ranked, width)


def slip(mind: Mind, state: SncfState, rng: Random, width: int) -> Plan:
    """Any plan; but where the last turn changed nothing, one that does, or else what is advised.

    A trade for one share only passes the turn. An expert may want that, for a stall ends the game while
    it leads; players who take them by chance trade away what they could build with, for hundreds of turns.
    """
    found = plans(mind, state, rng, width)
    if not state.still:
        return rng.choice(found)
    moving = [plan for plan in found if plan[0][0] != "trade" or plan[0][3] == MOST_BOUGHT]
    return rng.choice(moving) if moving else (mind.advise(state, rng),)


def mixed(ranked: list[tuple[float, tuple[str, str], Plan]], width: int) -> list[Plan]:
    """The first `width` of them, a few of each kind before more of one."""
    chosen: list[Plan] = []
    later: list[Plan] = []
    count: dict[tuple[str, str], int] = {}
    for _, kind, plan in ranked:
        count[kind] = count.get(kind, 0) + 1
        (chosen if count[kind] <= ALIKE else later).append(plan)
    return (chosen + later)[:width]


def beam(
    game: Sncf, state: SncfState, hands: list[float], firsts: list[Action], rng: Random
) -> list[tuple[float, Plan]]:
    """The best builds of one railroad; each beginning may also be the whole of it."""
    found: list[tuple[float, Plan]] = []
    seat, railroad = state.to_move, game.colour[firsts[0][1]]
    level: list[tuple[float, SncfState, Plan]] = [(0.0, state, ())]
    for _ in range(MOST_CUBES - state.built):
        following: dict[int, tuple[float, SncfState, Plan]] = {}
        for _, before, plan in level:
            for action in game.builds(before, railroad):
                track = before.track[railroad] | 1 << game.tables.index[action[2]]
                if track in following:
                    continue  # the same cubes in another order
                after = before.copy()
                game.apply(after, action)
                worth = value_later(game, after, seat, hands) + rng.random() * 1e-3
                following[track] = (worth, after, (*plan, action))
        level = sorted(following.values(), key=lambda each: -each[0])[:BEAM]
        for worth, after, plan in level:
            if after.to_move == seat and after.building >= 0:
                found.append((worth_of(game, after, hands, (DONE,)), (*plan, DONE)))
            else:
                found.append((worth, plan))
        level = [each for each in level if each[1].to_move == seat and each[1].building >= 0]
        if not level:
            break
    found.sort(key=lambda each: -each[0])
    return found[: 2 * ALIKE]


def worth_of(game: Sncf, state: SncfState, hands: list[float], plan: Plan) -> float:
    """The value once all of this is done."""
    seat, after = state.to_move, state.copy()
    for action in plan:
        game.apply(after, action)
    return value_later(game, after, seat, hands)


def run_for_goal(game: Sncf, state: SncfState, colour: str) -> Plan:
    """A build that ends the game by reaching the goal, where five cubes are enough; else nothing."""
    tables, railroad = game.tables, game.colour[colour]
    if not tables.goal or state.building >= 0:
        return ()
    free = tables.land & ~state.closed
    road = tables.path(state.open[railroad], free, tables.goal)
    if not road or road.bit_count() > min(MOST_CUBES, state.box[railroad]):
        return ()
    after, plan, near = state.copy(), [], road
    while near:
        steps = [i for i in bits(near) if after.open[railroad] >> i & 1]
        if not steps:
            return ()
        action = tables.build[railroad][steps[0]]
        if action not in game.builds(after, railroad):
            return ()  # build.cut-off
        plan.append(action)
        game.apply(after, action)
        near &= ~(1 << steps[0])
    if after.to_move != OVER and after.building >= 0:
        plan.append(DONE)
    return tuple(plan)
