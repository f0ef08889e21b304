"""What only String Railway's tests know: nothing is lost, and the table is what the state says."""

from __future__ import annotations

from branchline.core.action import Action
from branchline.games.string_railway.measures import STATIONS
from branchline.games.string_railway.rules import StringRailway
from branchline.games.string_railway.state import PLAY, SHORTS, StringState

SHARE = 0.2  # of the games for each option that others play: ours take long, and have many options


def audit(game: StringRailway, state: StringState) -> None:
    for kind, station in enumerate(STATIONS):
        held = state.deck[kind] + state.bottom[kind] + state.removed[kind]
        held += state.drawn.count(kind) + state.kinds.count(kind)
        if kind:
            assert held == game.deck[kind], f"a {station} was lost or made"
    companies = len(state.score)
    for company in range(companies):
        laid = state.layers.count(company)
        left = state.short[company] + state.long[company]
        assert laid + left <= SHORTS[state.players] + 1, "a string was made"
        assert (state.short[company], state.long[company]) >= (0, 0)
    assert len(state.layers) == len(state.rails)
    assert state.turns >= len(state.rails)
    assert len(state.kinds) == len(state.tiles) == len(state.owners) == len(state.present) == len(state.high)
    assert not state.drawn or state.phase == PLAY


def reveals(game: StringRailway, state: StringState, action: Action) -> bool:
    """Nothing is secret."""
    return False
