"""What a position is worth to a seat: what shares are likely to bring, its own and the others'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.game import OVER
from branchline.games.sncf.mind import weights
from branchline.games.sncf.rules.hidden import known, loose, masked_hands
from branchline.games.sncf.rules.state import PENALTY, SHARE_LIMIT, SncfState
from branchline.games.sncf.rules.tables import VALUES

if TYPE_CHECKING:
    from branchline.games.sncf.mind import Mind
    from branchline.games.sncf.rules.game import Sncf


def prospects(game: Sncf, state: SncfState) -> list[float]:
    """What a share of each railroad is likely to be worth: its value, and cities it may reach soon."""
    tables, crowd = game.tables, weights.CROWD
    free = tables.land & ~state.closed
    kinds = [(tables.kinds[kind] & free, points) for kind, points in VALUES.items()]
    found = []
    for railroad in range(6):
        worth = float(state.value[railroad])
        cubes = state.box[railroad]
        if cubes:
            track = state.track[railroad]
            front = seen = state.open[railroad] if track else state.startable
            for weight in weights.AHEAD[:cubes]:
                ahead = sum(points * (front & cities).bit_count() for cities, points in kinds)
                felt = ahead if ahead < crowd else crowd + (ahead - crowd) * weights.CROWDED
                worth += weight * felt * (1 if track else weights.NOT_BEGUN)
                front = tables.around(front) & free & ~seen
                seen |= front
        found.append(worth)
    return found


def value(mind: Mind, state: SncfState, seat: int) -> float:
    """My likely points less those of the others, of whom the best counts most."""
    return weighed(mind.game, state, seat, expected(mind.game, state))


def value_later(game: Sncf, state: SncfState, seat: int, hands: list[float]) -> float:
    """The same after actions of this seat alone: `hands` is what was expected before them."""
    return weighed(
        game, state, seat, hands[: seat * 6] + state.hands[seat * 6 : seat * 6 + 6] + hands[seat * 6 + 6 :]
    )


def weighed(game: Sncf, state: SncfState, seat: int, hands: list[float]) -> float:
    totals = points(game, state, hands)
    mine = totals.pop(seat)
    best = max(totals)
    if state.to_move == OVER:
        return mine - best + (weights.LEADING if mine > best else -weights.LEADING)
    envy = weights.ENVY
    return mine - envy * best - (1 - envy) * sum(totals) / len(totals) - idle(state) * state.still


def points(game: Sncf, state: SncfState, hands: list[float]) -> list[float]:
    """What each seat is likely to end with, penalties included."""
    worth = list(map(float, state.value)) if state.to_move == OVER else prospects(game, state)
    limit, found = SHARE_LIMIT[state.players], []
    for seat in range(state.players):
        shares = sum(hands[seat * 6 + railroad] * worth[railroad] for railroad in range(6))
        found.append(shares - PENALTY * max(0, state.shares[seat] - limit))
    return found


def idle(state: SncfState) -> float:
    """What one more turn without progress costs: late in a game bots finish it rather than wait."""
    return weights.IDLE + weights.LATE * (1 - min(1.0, sum(state.box) / weights.MANY))


def expected(game: Sncf, state: SncfState) -> list[float]:
    """How many shares each seat is likely to hold, six a seat: proved ones, then an even split."""
    hidden = masked_hands(state)
    if not hidden:
        return list(map(float, state.hands))
    sure = known(state)
    hands = list(map(float, sure))
    room = [state.shares[seat] - sum(sure[seat * 6 : seat * 6 + 6]) for seat in hidden]
    all_room = sum(room) or 1
    for railroad, cubes in enumerate(loose(game, state, sure)):
        for seat, free in zip(hidden, room, strict=True):
            hands[seat * 6 + railroad] += cubes * free / all_room
    return hands
