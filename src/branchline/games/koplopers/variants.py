"""Several ways to spend a turn: other goals for the trains, a card, one more train."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import CHANCE, OVER, Action
from branchline.games.koplopers.hints import advise
from branchline.games.koplopers.prospects import likely
from branchline.games.koplopers.state import PLAY, STOPPED, UNITS, KoplopersState, own_trains
from branchline.games.koplopers.timetable import Turn, Wishes

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers

Way = tuple[float, tuple[Action, ...]]  # a turn and how good it looks

GOALS = 4  # stations that each train may make for
LOOKED_AT = 4  # turns that are thought out for each one that is wanted
CARDS = 3  # disruptions that are looked at
HARM = 0.5  # how much of what the others lose counts as the own gain


def turn_plans(game: Koplopers, state: KoplopersState, width: int) -> list[tuple[Action, ...]]:
    """Turns to the end, the best first as `judged`."""
    if state.phase != PLAY:
        first = advise(game, state)
        rest = [action for action in game.legal_actions(state) if action != first]
        return [(action,) for action in [first, *rest][:width]]
    found: dict[object, Way] = {}
    for opening, wishes in islice(_ideas(game, state), LOOKED_AT * width):
        actions, end = carried_out(game, state, opening, wishes)
        key = (*end.at, *end.aboard, *end.letters, end.repairs, end.to_move)
        if key not in found:
            found[key] = judged(game, end, state.active), actions
    ways = sorted(found.values(), key=lambda way: -way[0])
    return [actions for _, actions in ways[:width]]


def carried_out(
    game: Koplopers, state: KoplopersState, opening: tuple[Action, ...], wishes: Wishes
) -> tuple[tuple[Action, ...], KoplopersState]:
    """The turn that begins so and then goes on by the trains' plans; and the state after it."""
    after = state.copy()
    for action in opening:
        game.apply(after, action)
    return opening + tuple(play_turn(game, after, wishes)), after


def play_turn(game: Koplopers, state: KoplopersState, wishes: Wishes) -> list[Action]:
    """Play a turn to its end, with the goals of the trains thought out once; and what was done."""
    seat, actions = state.to_move, []
    while state.to_move == seat:
        legal = game.legal_actions(state)
        if len(legal) == 1:
            action = legal[0]
        elif state.phase != PLAY or state.must_build:
            action = advise(game, state)
        else:
            action = Turn(game, state, legal, wishes).step()
        game.apply(state, action)
        actions.append(action)
    return actions


def played_on(game: Koplopers, state: KoplopersState, rng: Random, turns: int) -> KoplopersState:
    """The state after so many turns, or at the end of the game."""
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        elif state.phase != PLAY:  # somebody has still to answer an offer
            game.apply(state, advise(game, state))
        elif turns <= 0:
            break
        else:
            play_turn(game, state, {})
            turns -= 1
    return state


def judged(game: Koplopers, state: KoplopersState, seat: int) -> float:
    """My passengers to come, less a part of the others'."""
    worth = likely(game, state)
    mine = worth.pop(seat)
    return mine - HARM * sum(worth) / len(worth) - HARM * max(worth)


def _ideas(game: Koplopers, state: KoplopersState) -> Iterator[tuple[tuple[Action, ...], Wishes]]:
    """Ways to begin a turn and goals for its trains; the plain plan comes first."""
    yield (), {}
    legal = game.legal_actions(state)
    openings: list[tuple[Action, ...]] = [(action,) for action in _cards(game, state, legal)[:CARDS]]
    openings += [(action,) for action in legal if action[0] == "repair"]
    if state.must_build or len(own_trains(state, state.active)) < UNITS:
        openings += [(action,) for action in legal if action[0] == "build"]
    for opening in openings:
        yield opening, {}
    turn = Turn(game, state, legal)
    ranked = {train: turn.goals(train)[:GOALS] for train in turn.trains if not state.flags[train] & STOPPED}
    for train, goals in ranked.items():
        for goal in goals:
            yield (), {train: goal}
    cards = openings[:1] if openings and openings[0][0][0] == "disrupt" else []
    trains = list(ranked)
    if len(trains) > 1:
        for one in ranked[trains[0]][:3]:
            for other in ranked[trains[1]][:3]:
                yield (), {trains[0]: one, trains[1]: other}
    for card in cards:
        for train, goals in ranked.items():
            for goal in goals[:2]:
                yield card, {train: goal}


def _cards(game: Koplopers, state: KoplopersState, legal: list[Action]) -> list[Action]:
    """Disruptions, those first that hit the others and not me."""
    tables = game.tables
    found = []
    for action in legal:
        if action[0] == "disrupt":
            station = tables.card_station[tables.card_index[action[1]]]
            harm = _harm(game, state, station)
            old = state.letters[state.pointer]
            if old >= 0:
                harm -= _harm(game, state, old)
            found.append((harm, action))
    found.sort(key=lambda each: -each[0])
    return [action for _, action in found]


def _harm(game: Koplopers, state: KoplopersState, station: int) -> float:
    tables, total = game.tables, 0.0
    for train, direction in enumerate(state.at):
        if direction < 0:
            continue
        harm = 0.3 * tables.total(state.aboard[train] & tables.bound[station])
        if tables.touch[direction] >> station & 1:
            harm += 50 + 0.2 * state.load[train]
        total += -2 * harm if train // UNITS == state.active else harm
    return total
