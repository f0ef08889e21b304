"""For bots and previews: what shares are likely to be worth, and which move that suggests."""

from __future__ import annotations

from math import exp
from random import Random
from typing import TYPE_CHECKING, Any

from branchline.core.game import OVER, Action
from branchline.games.sncf.hidden import expected
from branchline.games.sncf.state import COLOURS, PENALTY, SHARE_LIMIT, SncfState

if TYPE_CHECKING:
    from branchline.games.sncf.rules import Sncf

# how much a point counts that lies 1, 2, 3, 4 cubes ahead of a railroad's track
AHEAD = (0.5, 0.34, 0.22, 0.14)
IDLE, LATE = 1.0, 3.0  # what a turn costs that neither places a cube nor changes a number of shares
MANY = 100  # cubes in the boxes: with fewer of them a game is late, and waiting costs more
MARGIN = 12.0  # so many points more make a win e times as likely
LEADING = 60.0  # worth of an end of the game to whoever seems to lead it


def prospects(game: Sncf, state: SncfState) -> list[float]:
    """What a share of each railroad is likely to be worth: its value, and cities it may reach soon."""
    tables = game.tables
    free = tables.land & ~state.closed
    kinds = [(tables.kinds[kind] & free, points) for kind, points in _POINTS]
    found = []
    for railroad in range(6):
        worth = float(state.value[railroad])
        cubes = state.box[railroad]
        if cubes:
            track = state.track[railroad]
            front = seen = state.open[railroad] if track else state.startable
            for weight in AHEAD[:cubes]:
                ahead = sum(points * (front & cities).bit_count() for cities, points in kinds)
                # a crowd of cities at one distance is worth less than their sum: one turn, five cubes
                worth += weight * (ahead if ahead < 4 else 4 + (ahead - 4) * 0.4) * (1 if track else 0.3)
                front = tables.around(front) & free & ~seen
                seen |= front
        found.append(worth)
    return found


_POINTS = (("yellow", 1), ("purple", 2), ("red", 3), ("blue", 4), ("white", 8))


def value(game: Sncf, state: SncfState, seat: int) -> float:
    """My likely points less those of the others, of whom the best counts most."""
    return weighed(game, state, seat, expected(game, state, seat))


def value_later(game: Sncf, state: SncfState, seat: int, hands: list[float]) -> float:
    """The same after actions of this seat alone: `hands` is what was expected before them."""
    return weighed(
        game, state, seat, hands[: seat * 6] + state.hands[seat * 6 : seat * 6 + 6] + hands[seat * 6 + 6 :]
    )


def weighed(game: Sncf, state: SncfState, seat: int, hands: list[float]) -> float:
    worth = list(map(float, state.value)) if state.to_move == OVER else prospects(game, state)
    limit = SHARE_LIMIT[state.players]
    totals = []
    for other in range(state.players):
        points = sum(hands[other * 6 + railroad] * worth[railroad] for railroad in range(6))
        totals.append(points - PENALTY * max(0, state.shares[other] - limit))
    mine = totals.pop(seat)
    best = max(totals)
    if state.to_move == OVER:
        return mine - best + (LEADING if mine > best else -LEADING)
    return mine - 0.5 * best - 0.5 * sum(totals) / len(totals) - idle(state) * state.still


def idle(state: SncfState) -> float:
    """What one more turn without progress costs: late in a game bots finish it rather than wait."""
    return IDLE + LATE * (1 - min(1.0, sum(state.box) / MANY))


def outlook(game: Sncf, state: SncfState) -> list[float]:
    """Who is likely to win a game that is not over: a point counts the less, the more are to come."""
    worth, hands = prospects(game, state), expected(game, state, None)
    totals = []
    for seat in range(state.players):
        points = sum(hands[seat * 6 + railroad] * worth[railroad] for railroad in range(6))
        totals.append(points - PENALTY * max(0, state.shares[seat] - SHARE_LIMIT[state.players]))
    best = max(totals)
    shares = [exp((each - best) / MARGIN) for each in totals]
    total = sum(shares)
    return [share / total for share in shares]


def advise(game: Sncf, state: SncfState, rng: Random) -> Action:
    """The action with the best value; a build goes on while a further cube gains something."""
    seat = state.to_move
    best, found = float("-inf"), None
    hands = expected(game, state, seat)
    for action in game.legal_actions(state):
        after = state.copy()
        game.apply(after, action)
        worth = value_later(game, after, seat, hands) + rng.random() * 1e-3
        if worth > best:
            best, found = worth, action
    assert found is not None
    return found


def ledger(game: Sncf, state: SncfState, events: list[tuple[Any, ...]], seat: int) -> list[tuple[int, str]]:
    """What each city and each trade means for the shares in this seat's own hand."""
    rows: list[tuple[int, str]] = []
    hand = dict(zip(COLOURS, state.hands[seat * 6 : seat * 6 + 6], strict=True))
    value = dict(zip(COLOURS, state.value, strict=True))
    words = game.words
    for event in events:
        if event[0] == "city":
            _, railroad, city, points = event
            text = words.sentence("ui", "ledger.city", railroad, city, points, hand[railroad])
            rows.append((points * hand[railroad], text))
        elif event[0] == "traded" and event[1] == seat:
            _, _, sold, bought, count = event
            rows.append((-value[sold], words.sentence("ui", "ledger.sold", sold)))
            rows.append((value[bought] * count, words.sentence("ui", "ledger.bought", bought, count)))
            over = state.shares[seat] - SHARE_LIMIT[state.players]
            if over > 0 and count == 2:
                rows.append((-PENALTY, words.sentence("ui", "ledger.limit", SHARE_LIMIT[state.players])))
    return rows
