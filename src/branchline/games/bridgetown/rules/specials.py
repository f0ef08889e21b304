"""The three special actions in the middle of the wheel: chapter "Specials"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.game import Say
from branchline.games.bridgetown.rules.state import BRIDGES, FIRST, SWAP, TURNS, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules.game import Bridgetown


def can_double(game: Bridgetown, state: BridgetownState) -> bool:
    """double.none: some mode must be able to move twice its base speed."""
    tables, seat = game.tables, state.to_move
    return any(
        tables.ways(game.network(state, mode), state.at[seat], 2 * tables.speed[mode])
        for mode in bits(state.modes[seat])
    )


def swaps(game: Bridgetown, state: BridgetownState) -> list[Action]:
    """swap.two, swap.flag, swap.blue, swap.differ: pairs of bridges in the river's order."""
    lying = game.lying(state)
    if state.with_rails:
        lying[game.tables.rail_bridge] = -1
    ids = game.tables.bridge_ids
    return [
        ("swap", ids[one], ids[other])
        for one in range(BRIDGES)
        if lying[one] >= 0
        for other in range(one + 1, BRIDGES)
        if lying[other] >= 0 and lying[other] != lying[one]
    ]


def swap(game: Bridgetown, state: BridgetownState, action: Action, say: Say) -> None:
    """The two flags change places before the first step of the move."""
    bridge, flags = game.tables.bridge, state.flags
    pair = 1 << bridge[action[1]] | 1 << bridge[action[2]]
    for colour, bridges in enumerate(flags):
        if bridges & pair:  # swap.differ: each of the two colours lies on one of the pair
            flags[colour] = bridges ^ pair
    state.using |= SWAP
    say("swapped", state.to_move, action[1], action[2])


def may_sit(state: BridgetownState) -> bool:
    """race.sit: only a holder of First with fewer modes than turns left, who may use it later."""
    seat = state.to_move
    left = TURNS + 1 - state.turn
    # first.own: for the first player himself it has no effect, so there is nothing to wait for
    holds = state.specials[seat] & FIRST and seat != state.first
    return bool(holds) and state.modes[seat].bit_count() < left
