"""How fast a table talks: what its people say, and what it says because of them."""

from __future__ import annotations

from branchline.core.voice import say
from branchline.server.match import Match
from branchline.server.refusals import Denied

# so many lines of one seat, and of a whole table, while one draws breath
BREATH, PACE_OF_ONE, PACE = 10.0, 5, 20


def paced(match: Match, seat: int) -> None:
    """Denied where that seat, or the whole table, has been heard of too often a moment ago."""
    now = match.world.now()
    lately = [row for row in match.rows[-2 * PACE :] if row.kind in ("chat", "say")][-PACE:]
    lately = [row for row in lately if abs(now - row.at) < BREATH]
    if sum(row.seat == seat for row in lately) >= PACE_OF_ONE or len(lately) == PACE:
        raise Denied("too-many", say("server.not-so-fast", PACE_OF_ONE, f"{BREATH:g}"))
