"""A masked state as JSON for screens: only what the seat may see, and all that it needs."""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, Any

from branchline.core.bits import bits
from branchline.core.game import OVER, Json
from branchline.games.sncf.rules.hidden import UNKNOWN
from branchline.games.sncf.rules.state import (
    COLOURS,
    ENDINGS,
    MOST_CUBES,
    PENALTY,
    SHARE_LIMIT,
    TALLY,
    SncfState,
)

if TYPE_CHECKING:
    from branchline.games.sncf.looks import Looks
    from branchline.games.sncf.rules.game import Sncf

PHASES = ("suburbs", "deal", "locomotive", "play")


def view(looks: Looks, state: SncfState, seat: int | None) -> Json:
    game = looks.game
    tables = game.tables
    build = None
    if state.building >= 0:
        railroad = state.building
        left = min(MOST_CUBES - state.built, state.box[railroad])
        build = {"railroad": COLOURS[railroad], "built": state.built, "left": left}
    over = state.to_move == OVER
    return {
        "game": game.id,
        "seat": seat,
        "to_move": state.to_move,
        "phase": "over" if over else PHASES[state.phase],
        "players": state.players,
        "locomotive": state.first if state.first >= 0 else None,
        "limit": SHARE_LIMIT[state.players],
        "build": build,
        "still": state.still,
        "still_limit": state.stall * state.players,
        "ended": ENDINGS[state.ended] or None,
        "railroads": [
            {
                "id": colour,
                "box": None if state.box[railroad] == UNKNOWN else state.box[railroad],
                "value": state.value[railroad],
                "track": tables.ids_of(state.track[railroad]),
            }
            for railroad, colour in enumerate(COLOURS)
        ],
        "purple_left": [tables.ids[i] for i in bits(tables.kinds["purple"] & ~state.closed)]
        if game.germany
        else None,
        "seats": [_seat(game, state, other) for other in range(state.players)],
        "scores": [list(score) for score in game.scores(state)] if over else None,
    }


def _seat(game: Sncf, state: SncfState, seat: int) -> dict[str, Any]:
    """One player's strip; `hand`, `points` and `penalty` only where the viewer may know them."""
    hand = state.hands[seat * 6 : seat * 6 + 6]
    over = max(0, state.shares[seat] - SHARE_LIMIT[state.players])
    shown: dict[str, Any] = {
        "shares": state.shares[seat],
        "penalty": PENALTY * over,  # public: it follows from the number of shares
        "hand": None,
        "points": None,
        "tally": None,
    }
    if state.hidden == TALLY:  # hidden.tally
        net = state.net[seat * 6 : seat * 6 + 6]
        shown["tally"] = dict(zip(COLOURS, net, strict=True))
    if hand[0] != UNKNOWN:
        worth = sum(map(mul, hand, state.value))
        shown["hand"] = dict(zip(COLOURS, hand, strict=True))
        shown["points"] = worth - PENALTY * over
    return shown
