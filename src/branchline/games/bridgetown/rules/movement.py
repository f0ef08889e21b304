"""Follow a ride that somebody wrote: where it leaves the rules of chapter "Movement", what it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import Action
from branchline.games.bridgetown.rules.state import EXCHANGE, BridgetownState
from branchline.games.bridgetown.rules.tables import RAIL, WALK, Tables

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules.game import Bridgetown

Fault = tuple[str, int, int, list[int]]  # the rule, from where, to where, and where one could go instead


def split(ride: Action) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """The spaces of a ride, and the bridges after the word `exchange` if it stands there."""
    if EXCHANGE in ride:
        at = ride.index(EXCHANGE)
        return ride[2:at], ride[at + 1 :]
    return ride[2:], None


def plain(game: Bridgetown, action: Action) -> Action:
    """An action with each bridge by the id that the rules want: its space on a way, its place elsewhere."""
    tables = game.tables
    if action[:1] == ("swap",):
        return (action[0], *[tables.bridge_at.get(word, word) for word in action[1:]])
    if action[:1] not in (("ride",), ("walk",)):
        return action
    at = action.index(EXCHANGE, 2) if EXCHANGE in action[2:] else len(action)
    path = [tables.space_of.get(word, word) for word in action[2:at]]
    return (*action[:2], *path, *[tables.bridge_at.get(word, word) for word in action[at:]])


def outcome(game: Bridgetown, state: BridgetownState, ride: Action) -> tuple[int, int, int]:
    """What a legal ride comes to: its end, the bridges whose flags it takes, and those it exchanges.

    flag.colour, flag.blue, flag.began: what a ride of this colour may take; flag.card, flag.exchange: it
    does at an empty place of the card by itself, else only where that was asked for.
    """
    tables, seat = game.tables, state.to_move
    path, exchanged = split(ride)
    entered = 0
    for id in path:
        entered |= tables.bit_of_id.get(id, 0)
    takes = entered & state.flags[tables.mode[ride[1]]] & ~tables.bridge_bit[state.at[seat]]
    asked = 0
    for id in exchanged or ():
        asked |= 1 << tables.bridge[id]
    return tables.index[path[-1]], takes & ~state.held[seat], asked


def fault(tables: Tables, network: int, here: int, spaces: list[int]) -> Fault | None:
    """The first step that no rule allows, if there is one."""
    before = -1
    for there in spaces:
        steps = tables.steps(network, here, before < 0)
        if network == WALK:
            # move.walker: either deck of an overpass may be named, they are one space
            steps = [deck for step in steps for deck in tables.decks[step]]
        back, left = (tables.merged[there], tables.merged[here]) if network == WALK else (there, here)
        if there not in steps or back == before:
            allowed = [step for step in steps if _space(tables, network, step) != before]
            return rule(tables, network, here, there, back == before), here, there, allowed
        before, here = left, there
    return None


def _space(tables: Tables, network: int, space: int) -> int:
    return tables.merged[space] if network == WALK else space


def rule(tables: Tables, network: int, here: int, there: int, back: bool) -> str:
    """Which rule a step breaks; `back` is a step to the space just left."""
    if there == here:
        return "move.still"
    if network == WALK and there in tables.decks[here]:
        return "move.walker"
    if there == tables.start:
        return "move.start"
    if back:
        return "move.u-turn"
    if network == RAIL and there in tables.joined[here]:
        return "streetcar.rails"
    if there in tables.paths[here] or there in tables.decks[here]:
        return "move.overpass"
    return "move.connected"
