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
EFFORT = Effort(rounds=1, worlds=12, most=24)  # a turn takes 15 ms even at a glance
GLANCE = 8  # places of a tile that are looked at where a turn is played on


def compared(
    mind: Mind, state: StringState, rng: Random, width: int, worth: Callable[[StringState], float]
) -> list[tuple[float, Plan]]:
    """So many turns and what the position after each is worth, the best first."""
    found = []
    for plan in whole_turns(mind.game, state, rng, width, QUICK):
        after = state.copy()
        for action in plan:
            mind.game.apply(after, action)
        found.append((worth(after), plan))
    found.sort(key=lambda each: -each[0])
    return found


def turns(
    mind: Mind, state: StringState, rng: Random, width: int, layers: Layers
) -> list[tuple[float, Plan]]:
    """The same by the logarithm of the share that a turn promises."""
    return compared(
        mind, state, rng, width,
        lambda after: log(max(LEAST, outlook_of(mind, after, layers)[state.to_move])),
    )  # fmt: skip


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


def decide(mind: Mind, state: StringState, rng: Random, sight: Sight) -> Plan:
    """A turn by the network: the best of so many plans, or with a temperature one of the good ones."""
    if state.phase != PLAY or mind.game.may_draw(state):
        return (mind.advise(state, rng),)
    return preferred(turns(mind, state, rng, sight.plans, network().layers), sight.temperature, WORST, rng)
