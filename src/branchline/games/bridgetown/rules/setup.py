"""The state before the first action, and what is drawn: chapter "Set-up"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import Action
from branchline.core.errors import over
from branchline.core.game import CHANCE, OVER, Options
from branchline.games.bridgetown.rules import rounds
from branchline.games.bridgetown.rules.state import DISC, FLAGS, MODES, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules.game import Bridgetown


def setup(game: Bridgetown, players: int, options: Options) -> BridgetownState:
    """The table before the first flag is drawn."""
    tables = game.tables
    with_rails = options["streetcar"] == "rails"
    bag = [tables.per_colour[players]] * MODES  # setup.bag
    flags = [0] * MODES
    if with_rails:  # setup.blue: all blue flags lie aside, and one of them lies on Steel
        bag[tables.streetcar] = tables.blue_flags - 1
        flags[tables.streetcar] = 1 << tables.rail_bridge
    return BridgetownState(
        to_move=CHANCE,
        players=players,
        with_specials=int(options["specials"] == "on"),
        with_rails=int(with_rails),
        by_flags=int(options["ties"] == "break"),
        phase=FLAGS,
        round=1,
        turn=0,
        first=-1,
        moved=0,
        using=0,
        owing=0,
        flags=flags,
        bag=bag,
        at=[tables.start] * players,  # setup.start
        modes=[0] * players,
        specials=[0] * players,
        held=[0] * players,
        cards=[0] * (MODES * players),
    )


def chance(game: Bridgetown, state: BridgetownState) -> list[tuple[Action, int]]:
    """The first player, or the flag of the next empty bridge."""
    if state.to_move == OVER:
        raise over()
    if state.phase == DISC:  # setup.first
        return [(("begin", seat), 1) for seat in range(state.players)]
    # setup.flags, round.refill: from the top of the river down, one flag a bridge
    bridge = game.tables.bridge_ids[rounds.empty_bridge(state)]
    found = []
    for colour, count in enumerate(state.bag):
        if not count or (state.with_rails and colour == game.tables.streetcar):
            continue
        # setup.two: only before the race is a third flag of one colour put back
        if state.first < 0 and state.flags[colour].bit_count() >= game.tables.same_colour:
            continue
        found.append((("flag", bridge, game.tables.colours[colour]), count))
    return found
