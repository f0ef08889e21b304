"""A masked state as JSON for screens: only what the seat may see, and all that it needs."""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING, Any

from branchline.core.bits import bits
from branchline.core.game import OVER, Json
from branchline.games.sncf.rules.game import UP_TO_BOUGHT, UP_TO_ONE
from branchline.games.sncf.rules.hidden import UNKNOWN
from branchline.games.sncf.rules.state import (
    COLOURS,
    ENDINGS,
    MOST_BOUGHT,
    MOST_CUBES,
    PENALTY,
    SHARE_LIMIT,
    TALLY,
    SncfState,
)
from branchline.games.sncf.rules.why import against_trade

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
    over, outside = state.to_move == OVER, ~tables.suburbs
    # start.first-turn, turn.one-action: no trade before the first start and within a build
    trades = None
    if seat == state.to_move and state.building < 0 and state.closed and state.hands[seat * 6] != UNKNOWN:
        hand = bytes(state.hands[seat * 6 : seat * 6 + 6])
        trades = _trades(hand.translate(UP_TO_ONE), bytes(state.box).translate(UP_TO_BOUGHT))
    return {
        "game": game.id,
        "seat": seat,
        "to_move": state.to_move,
        "phase": "over" if over else PHASES[state.phase],
        "players": state.players,
        "locomotive": state.first if state.first >= 0 else None,
        "limit": SHARE_LIMIT[state.players],
        "penalty": PENALTY,
        "cubes": tables.cubes,
        "top": tables.top,
        "build": build,
        "build_limit": MOST_CUBES,
        "last_build": not over and bool(state.closed & tables.goal),  # end.after-turn
        "still": state.still,
        "still_limit": state.stall * state.players,
        "ended": ENDINGS[state.ended] or None,
        "railroads": [
            {
                "id": colour,
                "box": None if box == UNKNOWN else box,
                "value": state.value[railroad],
                # shares in all hands together are public: what is neither track nor in the box
                "held": None if box == UNKNOWN else tables.cubes - box - (track & outside).bit_count(),
                "track": tables.ids_of(track),
                "trade": trades[railroad] if trades else None,
            }
            for railroad, (colour, box, track) in enumerate(zip(COLOURS, state.box, state.track, strict=True))
        ],
        "purple_left": [tables.ids[i] for i in bits(tables.kinds["purple"] & ~state.closed)]
        if game.germany
        else None,
        "seats": [_seat(game, state, other) for other in range(state.players)],
        "scores": [list(score) for score in game.scores(state)] if over else None,
    }


@lru_cache(5000)  # what a hand has none of, and which boxes are nearly empty, stays for a while
def _trades(held: bytes, box: bytes) -> list[Json]:
    """Per railroad the rules that forbid this hand to sell a share of it and to buy some; "" is none."""
    most, fullest = (sorted(range(6), key=each.__getitem__, reverse=True)[:2] for each in (held, box))
    found = []
    for railroad in range(6):  # against the best other side that there is
        sold, bought = most[most[0] == railroad], fullest[fullest[0] == railroad]
        buy = [against_trade(held, box, sold, railroad, 1 + more) for more in range(MOST_BOUGHT)]
        found.append({"sell": against_trade(held, box, railroad, bought, 1), "buy": buy})
    return found


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
