"""What the contract's suite cannot know of SNCF: cubes are conserved, and when boxes lie open."""

from __future__ import annotations

from branchline.core.action import Action
from branchline.games.sncf.rules import Sncf
from branchline.games.sncf.state import DEAL, DEALT, SncfState


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


def reveals(game: Sncf, state: SncfState, action: Action) -> bool:
    """The last cube of the deal: after it the boxes are filled and lie open."""
    return state.phase == DEAL and sum(state.shares) + 1 == DEALT[state.players] * state.players
