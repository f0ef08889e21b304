"""What an action brings to a seat, as points and why, before it is done and in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.games.sncf.rules.state import COLOURS, PENALTY, SHARE_LIMIT, SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.looks import Looks


def ledger(looks: Looks, state: SncfState, events: list[tuple[Any, ...]], seat: int) -> list[tuple[int, str]]:
    """What each city and each trade means for the shares in this seat's own hand."""
    rows: list[tuple[int, str]] = []
    hand = dict(zip(COLOURS, state.hands[seat * 6 : seat * 6 + 6], strict=True))
    value = dict(zip(COLOURS, state.value, strict=True))
    words = looks.game.words
    for event in events:
        if event[0] == "city":
            _, railroad, city, points = event
            text = words.sentence("ui", "ledger.city", railroad, city, points, hand[railroad])
            rows.append((points * hand[railroad], text))
        elif event[0] == "traded" and event[1] == seat:
            _, _, sold, bought, count = event
            gone = words.sentence("ui", "ledger.sold", sold, value[sold], hand[sold])
            rows.append((-value[sold], gone))
            got = words.sentence("ui", "ledger.bought", bought, count, value[bought], hand[bought])
            rows.append((value[bought] * count, got))
            rows.append(_limit(looks, state.shares[seat], count, SHARE_LIMIT[state.players]))
    return rows


def _limit(looks: Looks, shares: int, bought: int, limit: int) -> tuple[int, str]:
    """What the number of shares means after a trade that bought so many for one."""
    words, over = looks.game.words, shares - limit
    if bought > 1 and over > 0:  # score.limit: more of them than before
        return -PENALTY * min(bought - 1, over), words.sentence("ui", "ledger.over", shares, over, limit)
    key = "ledger.within" if bought > 1 else "ledger.same"
    return 0, words.sentence("ui", key, shares, limit, PENALTY)
