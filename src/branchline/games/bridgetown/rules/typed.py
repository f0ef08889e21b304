"""What a person means who begins an action, says it in another way, or names only the end of a ride."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.games.bridgetown.rules import movement, why
from branchline.games.bridgetown.rules.state import RACE, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules.game import Bridgetown


def called(game: Bridgetown, verb: str, place: int) -> dict[str, str]:
    """The ids that may stand in that place after the verb, with their printed names."""
    printed = game.words.groups["printed"]
    called = game.tables.called.get((verb, min(place, 2)), {})
    return {id: printed.get(name, name) for id, name in called.items()}


def meant(game: Bridgetown, state: BridgetownState, action: Action) -> Action:
    """The listed action that this one stands for; itself where there is none."""
    said = movement.plain(game, action)
    if state.phase != RACE or why.malformed(game, said):
        return action
    found: Action | None = said
    if said[0] == "swap":  # swap.two: in either order; listed from the top of the river down
        found = ("swap", *sorted(said[1:], key=lambda id: game.tables.bridge[id]))
    elif said[0] == "ride":
        found = _ride(game, state, said)
    return found if found in game.legal_actions(state) else action


def _ride(game: Bridgetown, state: BridgetownState, said: Action) -> Action | None:
    """move.outcome: the ride that stands for a whole way; move.end: the best one if only an end is named."""
    tables, mode = game.tables, game.tables.mode[said[1]]
    path, _ = movement.split(said)
    length = game.distance(state, mode)
    rides = [ride for ride in game.rides(state, mode) if ride[0] == "ride"]
    if len(path) == 1 < length:
        return best_to(game, state, rides, said)
    spaces = [tables.index[id] for id in path]
    network, here = game.network(state, mode), state.at[state.to_move]
    if len(path) != length or movement.fault(tables, network, here, spaces):
        return None
    end, free, exchanged = movement.outcome(game, state, said)
    if why.exchange_fault(game, state, mode, spaces, list(bits(exchanged))):
        return None
    return next(ride for ride in rides if movement.outcome(game, state, ride) == (end, free, exchanged))


def best_to(game: Bridgetown, state: BridgetownState, rides: list[Action], said: Action) -> Action | None:
    """The ride that takes most flags; an old flag is given away only where that was asked for."""
    [end], wanted = movement.split(said)[0], set(movement.split(said)[1] or ())
    most, found = -1, None
    for ride in rides:
        path, exchanged = movement.split(ride)
        if path[-1] == end and set(exchanged or ()) == wanted:
            flags = movement.outcome(game, state, ride)[1].bit_count()
            if flags > most:
                most, found = flags, ride
    return found


def propose(game: Bridgetown, state: BridgetownState, partial: Action) -> list[Action]:
    """What begins so; and `ride taxi pearl`, which names only an end, is every ride that ends there."""
    size = len(partial)
    legal = game.legal_actions(state)
    found = [action for action in legal if action[:size] == partial]
    if not found and size == 3 and partial[0] == "ride":
        for action in legal:
            if action[:2] == partial[:2] and movement.split(action)[0][-1] == partial[2]:
                found.append(action)
    return found
