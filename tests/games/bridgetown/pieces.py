"""What only these tests know of the game: flags are conserved."""

from __future__ import annotations

from random import Random

from branchline.core.action import Action
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.bridgetown.rules.state import MODES, BridgetownState


def audit(game: Bridgetown, state: BridgetownState) -> None:
    """Every flag is in the bag, on a bridge or on a card; one flag a bridge and a place."""
    tables = game.tables
    seen = 0
    for colour in range(MODES):
        on_cards = [state.cards[seat * MODES + colour] for seat in range(state.players)]
        blue = state.with_rails and colour == tables.streetcar
        total = tables.blue_flags if blue else tables.per_colour[state.players]
        lying = state.flags[colour]
        assert state.bag[colour] >= 0
        assert state.bag[colour] + lying.bit_count() + sum(map(int.bit_count, on_cards)) == total
        assert not seen & lying, "two flags lie on one bridge"
        seen |= lying
        if blue:
            assert lying in (0, 1 << tables.rail_bridge), "blue lies only on Steel"
    if state.with_rails:
        others = sum(lying for colour, lying in enumerate(state.flags) if colour != tables.streetcar)
        assert not others >> tables.rail_bridge & 1, "only blue lies on Steel"
    for seat in range(state.players):
        card = state.cards[seat * MODES : seat * MODES + MODES]
        assert sum(card) == state.held[seat], "a card has one flag a place"
        assert state.modes[seat].bit_count() + state.specials[seat].bit_count() <= 3
        assert state.specials[seat].bit_count() <= 2


def wrong_actions(game: Bridgetown, state: BridgetownState, rng: Random) -> list[Action]:
    """What a person might try: often against a rule, sometimes only said in another way."""
    tables = game.tables
    modes, spaces, bridges = tables.mode_ids, tables.ids, tables.bridge_ids
    here = state.at[state.to_move]
    own = [id for mode, id in enumerate(modes) if state.modes[state.to_move] >> mode & 1] or modes

    def walk(length: int) -> list[str]:
        """Some way over streets and stairs, straight back and onto the same space included."""
        found, at = [], here
        for _ in range(length):
            at = rng.choice([*tables.joined[at], *tables.paths[at], rng.choice((at, tables.start))])
            found.append(spaces[at])
        return found

    def street(mode: str) -> list[str]:
        """A way of the right length along streets, with or without a turn back."""
        found, before, at = [], -1, here
        for _ in range(game.distance(state, tables.mode[mode])):
            steps = [step for step in tables.roads[at] if step != before] or [here]
            before, at = at, rng.choice(steps)
            found.append(spaces[at])
        return found

    mode = rng.choice(own)
    lying = game.lying(state)
    twins = [(a, b) for a in range(8) for b in range(a) if lying[a] == lying[b] >= 0]
    wanted = [id for bridge, id in enumerate(bridges) if lying[bridge] == tables.mode[mode]] or bridges
    pair = rng.sample(bridges, 2)
    over = [spaces[space] for space in tables.bridge_spaces if tables.distance(here)[space] < 3]
    return [
        ("place", rng.choice([*modes, *tables.special_ids])),
        ("place", rng.choice(tables.special_ids)),
        ("first",),
        ("decline",),
        ("sit",),
        ("double",),
        ("swap", *pair),
        ("swap", *(bridges[bridge] for bridge in rng.choice(twins or [(0, 0)]))),
        ("swap", tables.bridge_ids[tables.rail_bridge], pair[0]),
        ("ride", rng.choice(modes), *street(mode)),
        ("ride", mode, rng.choice(spaces)),
        ("ride", mode, spaces[here]),
        ("ride", mode, *walk(rng.randint(2, 6))),
        ("ride", mode, *walk(game.distance(state, tables.mode[mode]))),
        ("ride", mode, *street(mode)),
        ("ride", mode, *street(mode), "exchange", rng.choice(bridges)),
        ("ride", mode, *street(mode), "exchange", rng.choice(wanted)),
        ("ride", mode, *(over or street(mode))[:1], "exchange", *pair),
        ("walk", mode, rng.choice(spaces)),
        ("walk", mode, spaces[rng.choice(tables.joined[here])]),
        ("stay", mode),
    ]
