"""Whole turns worth a thought: other goals for the trains, a card, one more train."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from branchline.core.game import Action
from branchline.core.mind import Plan
from branchline.games.koplopers.mind.advise import Turn, Wishes
from branchline.games.koplopers.mind.likely import likely
from branchline.games.koplopers.rules.state import PLAY, STOPPED, UNITS, KoplopersState, own_trains

if TYPE_CHECKING:
    from branchline.games.koplopers.mind import Mind

GOALS = 4  # stations that each train may make for
LOOKED_AT = 4  # turns that are thought out for each one that is wanted
CARDS = 3  # disruptions that are looked at
HARM = 0.5  # how much of what the others lose counts as the own gain


def plans(mind: Mind, state: KoplopersState, rng: Random, width: int) -> list[Plan]:
    """Turns to the end, the best first by their `lead`."""
    if state.phase != PLAY:
        first = mind.advise(state, rng)
        rest = [action for action in mind.game.legal_actions(state) if action != first]
        return [(action,) for action in [first, *rest][:width]]
    found: dict[object, tuple[float, Plan]] = {}
    for opening, wishes in islice(_ideas(mind, state), LOOKED_AT * width):
        actions, end = carried_out(mind, state, rng, opening, wishes)
        key = (*end.at, *end.aboard, *end.letters, end.repairs, end.to_move)
        if key not in found:
            found[key] = lead(mind, end, state.active), actions
    ways = sorted(found.values(), key=lambda way: -way[0])
    return [actions for _, actions in ways[:width]]


def carried_out(
    mind: Mind, state: KoplopersState, rng: Random, opening: Plan, wishes: Wishes
) -> tuple[Plan, KoplopersState]:
    """The turn that begins so and then goes on by the trains' goals; and the state after it."""
    after = state.copy()
    for action in opening:
        mind.game.apply(after, action)
    return opening + tuple(play_turn(mind, after, rng, wishes)), after


def play_turn(mind: Mind, state: KoplopersState, rng: Random, wishes: Wishes) -> list[Action]:
    """Play a turn to its end, with these goals for the trains; and what was done."""
    game, seat, actions = mind.game, state.to_move, []
    while state.to_move == seat:
        legal = game.legal_actions(state)
        if len(legal) == 1:
            action = legal[0]
        elif state.phase != PLAY or state.must_build:
            action = mind.advise(state, rng)
        else:
            action = Turn(mind, state, legal, wishes).step()
        game.apply(state, action)
        actions.append(action)
    return actions


def lead(mind: Mind, state: KoplopersState, seat: int) -> float:
    """My passengers to come, less a part of the others'."""
    worth = likely(mind, state)
    mine = worth.pop(seat)
    return mine - HARM * sum(worth) / len(worth) - HARM * max(worth)


def _ideas(mind: Mind, state: KoplopersState) -> Iterator[tuple[Plan, Wishes]]:
    """Ways to begin a turn and goals for its trains; the plain plan comes first."""
    yield (), {}
    legal = mind.game.legal_actions(state)
    openings: list[Plan] = [(action,) for action in _cards(mind, state, legal)[:CARDS]]
    openings += [(action,) for action in legal if action[0] == "repair"]
    if state.must_build or len(own_trains(state, state.active)) < UNITS:
        openings += [(action,) for action in legal if action[0] == "build"]
    for opening in openings:
        yield opening, {}
    turn = Turn(mind, state, legal)
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


def _cards(mind: Mind, state: KoplopersState, legal: list[Action]) -> list[Action]:
    """Disruptions, those first that hit the others and not me."""
    tables = mind.game.tables
    found = []
    for action in legal:
        if action[0] == "disrupt":
            station = tables.card_station[tables.card_index[action[1]]]
            harm = _harm(mind, state, station)
            old = state.letters[state.pointer]
            if old >= 0:
                harm -= _harm(mind, state, old)
            found.append((harm, action))
    found.sort(key=lambda each: -each[0])
    return [action for _, action in found]


def _harm(mind: Mind, state: KoplopersState, station: int) -> float:
    tables, total = mind.game.tables, 0.0
    for train, direction in enumerate(state.at):
        if direction < 0:
            continue
        harm = 0.3 * tables.total(state.aboard[train] & tables.bound[station])
        if tables.touch[direction] >> station & 1:
            harm += 50 + 0.2 * state.load[train]
        total += -2 * harm if train // UNITS == state.active else harm
    return total
