"""Two games that differ only in what a viewer may not know, as records. Knows no game.

Hidden draws are told by `shown`: where it puts `?`, the viewer does not see the word. The second game
has the same words dealt out in another order; after that both are played alike, and a pair counts as
long as the viewer's masked states are equal.
"""

from __future__ import annotations

from random import Random
from typing import Any

from branchline.core.action import Action
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.core.record import new_record, play_row, write

Viewer = int | None


def hidden(shown: Action) -> list[int]:
    return [place for place, word in enumerate(shown) if word == "?"]


def pair(game: AnyGame, players: int, viewer: Viewer, rng: Random, steps: int) -> tuple[str, str] | None:
    """Two records, or None if this deal cannot be dealt otherwise."""
    states = [game.start(players), game.start(players)]
    records = [new_record(game, players, {}), new_record(game, players, {})]
    first = opening(game, states[0], rng)
    second = dealt_otherwise(game, first, game.start(players), viewer, rng)
    if second is None:
        return None
    for state, record, actions in zip(states, records, (first, second), strict=True):
        for action in actions:
            play_row(game, record, state, action)
    for _ in range(steps):
        alike_actions = next_actions(game, states, viewer, rng)
        if alike_actions is None:
            break
        copies = [state.copy() for state in states]
        for copy, action in zip(copies, alike_actions, strict=True):
            game.apply(copy, action)
        if any(copy.to_move == OVER for copy in copies) or not alike(game, copies, viewer):
            break  # the end, or something that the rules make public
        for state, record, action in zip(states, records, alike_actions, strict=True):
            play_row(game, record, state, action)
    if not alike(game, states, viewer) or states[0] == states[1] or states[0].to_move < 0:
        return None
    return write(records[0]), write(records[1])


def alike(game: AnyGame, states: list[Any], viewer: Viewer) -> bool:
    return bool(game.mask(states[0], viewer) == game.mask(states[1], viewer))


def opening(game: AnyGame, start: Any, rng: Random) -> list[Action]:
    """What chance lays out before the first decision."""
    state, actions = start.copy(), []
    while state.to_move == CHANCE:
        actions.append(game.draw(state, rng))
        game.apply(state, actions[-1])
    return actions


def dealt_otherwise(
    game: AnyGame, actions: list[Action], state: Any, viewer: Viewer, rng: Random
) -> list[Action] | None:
    """The same opening with the hidden words in another order, if the rules allow that."""
    shown, probe = [], state.copy()
    for action in actions:
        shown.append(game.shown(probe, action, viewer))
        game.apply(probe, action)
    words: dict[str, list[Any]] = {}
    for action, seen in zip(actions, shown, strict=True):
        words.setdefault(action[0], []).extend(action[place] for place in hidden(seen))
    for each in words.values():
        rng.shuffle(each)
    found = []
    for seen in shown:
        action = tuple(words[seen[0]].pop() if word == "?" else word for word in seen)
        if action not in game.legal_actions(state):
            return None
        game.apply(state, action)
        found.append(action)
    return found


def next_actions(game: AnyGame, states: list[Any], viewer: Viewer, rng: Random) -> list[Action] | None:
    """One action for each world that looks the same to the viewer."""
    if states[0].to_move != states[1].to_move or states[0].to_move == OVER:
        return None
    if states[0].to_move == CHANCE:
        first = game.draw(states[0], rng)
        look = game.shown(states[0], first, viewer)
        others = [a for a in game.legal_actions(states[1]) if game.shown(states[1], a, viewer) == look]
        return [first, rng.choice(others)] if others else None
    common = [a for a in game.legal_actions(states[0]) if a in set(game.legal_actions(states[1]))]
    if not common:
        return None
    action = rng.choice(common)
    return [action, action]


def pairs(game: AnyGame, players: int, viewer: Viewer, seed: str, steps: int) -> tuple[str, str]:
    """A pair, or AssertionError if the game has no secrets that could differ."""
    for number in range(400):
        found = pair(game, players, viewer, Random(f"{seed}/{number}"), steps)
        if found is not None:
            return found
    raise AssertionError(f"{game.id} has no two games that look alike to {viewer}")
