"""The player that learned the game: whole turns, and what the network thinks of the position after each."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import CHANCE, OVER
from branchline.core.mind import Effort, Plan, Sight, preferred
from branchline.core.network import Layers
from branchline.games.string_railway.laying.finder import QUICK
from branchline.games.string_railway.mind.advise import somewhere
from branchline.games.string_railway.mind.likely import COARSE
from branchline.games.string_railway.mind.outlook import network, outlook_of
from branchline.games.string_railway.mind.plans import strings, whole_turns
from branchline.games.string_railway.mind.ratings import rated_places
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import PLAY, StringState
from branchline.games.string_railway.rules.tables import STATIONS

if TYPE_CHECKING:
    from branchline.games.string_railway.mind import Mind

WORST = 1.0  # how much less the logarithm of a turn's promise may be for somebody careless
LEAST = 1e-9  # a share that has a logarithm
LAST = 3  # as many turns are compared when a company lays its last string: a point less is not made up for
ENOUGH = 576  # turns then, unless more are compared anyhow; few points are left lying by so many
EFFORT = Effort(rounds=1, worlds=12, most=24)  # a turn takes 15 ms even at a glance
GLANCE = 8  # places of a tile that are looked at where a turn is played on
CARELESS = 1.0  # so many points less make a beginner take something e times less often
SHORT_OF = 4.0  # and so many less, never


def compared(
    mind: Mind, state: StringState, rng: Random, width: int, worth: Callable[[StringState], float]
) -> list[tuple[float, Plan]]:
    """So many turns and what the position after each is worth, the best first."""
    game = mind.game
    game.positions.of(state).for_all(COARSE)  # from which those after each turn are made
    plans, worths = whole_turns(game, state, rng, width, QUICK), {}
    # those with the same places come together: they share a table
    for places in dict.fromkeys(plan[:-1] for plan in plans):
        placed = state.copy()
        for action in places:
            game.apply(placed, action)
            game.positions.of(placed).for_all(COARSE)
        for plan in plans:
            if plan[:-1] == places:
                after = placed.copy()
                game.apply(after, plan[-1])
                worths[plan] = worth(after)
    return sorted(((worths[plan], plan) for plan in plans), key=lambda each: -each[0])


def turns(
    mind: Mind, state: StringState, rng: Random, width: int, layers: Layers
) -> list[tuple[float, Plan]]:
    """The same by the logarithm of the share that a turn promises."""
    seat, company = state.to_move, state.company
    last = state.short[company] + state.long[company] == 1
    wide = max(width, min(LAST * width, ENOUGH)) if last else width
    return compared(mind, state, rng, wide, lambda after: promised(mind, after, seat, layers))


def promised(mind: Mind, after: StringState, seat: int, layers: Layers) -> float:
    """The logarithm of a seat's share of the win; who has lost still goes by points."""
    share = outlook_of(mind, after, layers)[seat]
    if share or after.to_move != OVER:
        return log(max(LEAST, share))
    points = [score[0] for score in mind.game.scores(after)]
    return log(LEAST) + points[seat] - max(points)


def considered(mind: Mind, state: StringState, rng: Random, width: int) -> list[Plan]:
    """The turns that the network likes best."""
    if state.phase != PLAY or mind.game.may_draw(state):
        return mind.plans(state, rng, width)
    return [plan for _, plan in turns(mind, state, rng, width, network().layers)]


def go_on(mind: Mind, state: StringState, rng: Random, turns: int) -> list[float]:
    """This world (it is used up) played on by who takes the best at a glance: good turns take too long."""
    game = mind.game
    while state.to_move != OVER and turns > 0:
        if state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        elif state.phase != PLAY or game.may_draw(state):
            game.apply(state, mind.advise(state, rng))
        else:
            glance(game, state, rng)
            turns -= 1
    return mind.outlook(state)


def glance(game: StringRailway, state: StringState, rng: Random) -> None:
    """A whole turn: each tile where the next string gains most by it, then the best string."""
    seat = state.to_move
    while state.to_move == seat and state.drawn:
        found = rated_places(game, state, rng, GLANCE, (), QUICK)
        if found:
            _, kind, place = found[0]
            game.apply(state, ("place", STATIONS[kind], place[:2], place[2]))
        else:
            game.apply(state, somewhere(game, state))
    if state.to_move == seat:
        game.apply(state, max(strings(game, state, QUICK, 1))[1])


def slip(mind: Mind, state: StringState, rng: Random, width: int) -> Plan:
    """What a beginner sees: a tile goes somewhere near, then a string is laid that brings much at once.

    One of so many places, and of so many strings of each length, without a thought of what comes later.
    """
    game, company, ways = mind.game, state.company, list[tuple[float, Plan]]()
    if state.phase != PLAY or game.may_draw(state):
        return (mind.advise(state, rng),)
    if state.drawn:
        for worth, kind, at in rated_places(game, state, rng, width, (), QUICK):
            ways.append((worth, (("place", STATIONS[kind], at[:2], at[2]),)))
        return preferred(ways, CARELESS, SHORT_OF, rng) if ways else (somewhere(game, state),)
    position = game.positions.of(state)
    for name in state.left(company):
        for each in position.best(company, game.length(state, name), width, QUICK):
            ways.append((each.verdict.score, (("lay", name, each.points),)))
    if not ways:
        return (("forfeit", state.left(company)[0]),)
    return preferred(sorted(ways, reverse=True), CARELESS, SHORT_OF, rng)


def decide(mind: Mind, state: StringState, rng: Random, sight: Sight) -> Plan:
    """A turn by the network: the best of so many plans, or with a temperature one of the good ones."""
    if state.phase != PLAY or mind.game.may_draw(state):
        return (mind.advise(state, rng),)
    return preferred(turns(mind, state, rng, sight.plans, network().layers), sight.temperature, WORST, rng)
