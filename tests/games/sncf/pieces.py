"""What the contract's suite cannot know of SNCF: cubes are conserved."""

from __future__ import annotations

from random import Random

from branchline.core.action import Action
from branchline.core.bits import bits, mask_of
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import COLOURS, SncfState


def audit(game: Sncf, state: SncfState) -> None:
    """Per railroad, box, hands and track outside the suburb hold all cubes; derived fields agree."""
    tables = game.tables
    for railroad in range(6):
        held = sum(state.hands[seat * 6 + railroad] for seat in range(state.players))
        laid = (state.track[railroad] & ~tables.suburbs).bit_count()
        assert state.box[railroad] + held + laid == tables.cubes, "a cube was lost or made"
        assert min(state.box[railroad], held) >= 0
        points = sum(tables.points[i] for i in range(tables.size) if state.track[railroad] >> i & 1)
        assert state.value[railroad] == points, "a marker is not the sum of its cities"
        near = tables.around(state.track[railroad])
        assert state.open[railroad] == near & ~state.track[railroad] & ~state.closed & tables.land
    for seat in range(state.players):
        assert sum(state.hands[seat * 6 : seat * 6 + 6]) == state.shares[seat]
    for index in range(tables.size):
        holders = sum(track >> index & 1 for track in state.track)
        assert holders <= (2 if tables.rural >> index & 1 else 1), "too many railroads in a hex"


def wrong_actions(game: Sncf, state: SncfState, rng: Random) -> list[Action]:
    """What a person might try: hexes beside track, cities, suburbs, Paris, any trade, `done`."""
    tables = game.tables
    found: list[Action] = [
        ("done",),
        ("trade", rng.choice(COLOURS), rng.choice(COLOURS), rng.choice((1, 2, 3))),
    ]
    laid = [index for track in state.track for index in bits(track)]
    places = [index for at in laid for index in bits(tables.neighbours[at])] + list(tables.index.values())
    for _ in range(4):
        found.append(("build", rng.choice(COLOURS), tables.ids[rng.choice(places)]))
    for railroad, colour in enumerate(COLOURS):
        refused = state.open[railroad] & state.plan.last & ~state.plan.spare[railroad]
        found += [("build", colour, id) for id in tables.ids_of(refused)]
        walls = [index for pair in tables.blocked for index in pair if state.track[railroad] & mask_of(pair)]
        found += [("build", colour, tables.ids[index]) for index in walls]
    if game.germany:
        found += [("start", rng.choice(COLOURS), tables.ids[rng.choice(places + laid)]) for _ in range(3)]
    return found
