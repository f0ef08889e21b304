"""What a person means by a ride or a swap that is not listed: another way to say the same, or only an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import Action
from branchline.games.bridgetown import trace, why
from branchline.games.bridgetown.state import RACE, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules import Bridgetown


def meant(game: Bridgetown, state: BridgetownState, action: Action) -> Action:
    """The listed action that this one stands for; itself where there is none."""
    said = trace.plain(game, action)
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
    path, _ = trace.split(said)
    length = game.distance(state, mode)
    rides = [ride for ride in game.rides(state, mode) if ride[0] == "ride"]
    if len(path) == 1 < length:
        return best_to(game, state, rides, said)
    spaces = [tables.index[id] for id in path]
    network, here = game.network(state, mode), state.at[state.to_move]
    if len(path) != length or trace.fault(tables, network, here, spaces):
        return None
    end, free, exchanged = trace.outcome(game, state, said)
    if why.exchange_fault(game, state, mode, spaces, sorted(exchanged)):
        return None
    return next(ride for ride in rides if trace.outcome(game, state, ride) == (end, free, exchanged))


def best_to(game: Bridgetown, state: BridgetownState, rides: list[Action], said: Action) -> Action | None:
    """Most flags, then the best position; an old flag is given away only where that was asked for."""
    [end], wanted = trace.split(said)[0], set(trace.split(said)[1] or ())
    best, found = (-1, 0.0), None
    for ride in rides:
        path, exchanged = trace.split(ride)
        if path[-1] != end or set(exchanged or ()) != wanted:
            continue
        after = state.copy()
        game.apply(after, ride)
        flags = trace.outcome(game, state, ride)[1].bit_count()
        worth = flags, game.value(after, state.to_move)
        if worth > best:
            best, found = worth, ride
    return found
