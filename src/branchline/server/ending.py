"""The end of a game as its page tells it: how points grew, where they came from, the turn that brought most.

Made once from the record, when there is nothing left to hide.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from weakref import WeakKeyDictionary

from branchline.core.action import from_text
from branchline.core.game import OVER
from branchline.core.voice import language, say
from branchline.server.ending_answers import BestTurn, Ending, Origin
from branchline.server.live import Room
from branchline.server.match import Match
from branchline.server.refusals import Denied

_MADE: WeakKeyDictionary[Match, dict[str, Ending]] = WeakKeyDictionary()  # by the language


def ending_of(room: Room) -> Ending:
    match = room.match
    if match.state.to_move != OVER:
        raise Denied("secret", say("server.ending-secret"))
    known = _MADE.setdefault(match, {})
    made = known.get(language())
    if made is None or made.version != match.version:
        made = known[language()] = told(match, room.names())
    return made


def told(match: Match, names: list[str]) -> Ending:
    """The whole game once more, and what each action brought to every seat."""
    game, looks = match.game, match.game.looks
    state = game.start(match.setup.players, **match.setup.options)
    points = looks.points(state)
    # while things are laid out and dealt there is nothing to see
    dealt = next((step for step, row in enumerate(match.standing) if row.seat >= 0), 0)
    curve = [(dealt, points)]
    sums: list[dict[tuple[str, str], int]] = [
        defaultdict(int, {(say("server.at-start"), ""): each}) for each in points
    ]
    best: BestTurn | None = None
    turn: tuple[int, int, int] = (-1, 0, 0)  # whose it is, the step before it, and what it has brought
    lines: list[str] = []
    for step, row in enumerate(match.standing, start=1):
        events: list[tuple[Any, ...]] = []
        game.apply(state, from_text(row.body), lambda *event, events=events: events.append(event))
        after = looks.points(state)
        for found, origins in zip(sums, looks.credited(state, events, points), strict=True):
            for gain, rule, place in origins:
                found[rule, place] += gain
        if row.seat >= 0 and row.seat != turn[0]:
            turn, lines = (row.seat, step - 1, 0), []
        seat = turn[0]
        if seat >= 0:
            turn = (seat, turn[1], turn[2] + after[seat] - points[seat])
            lines += [game.words.event(event, names) for event in events]
            if turn[2] > (best.points if best else 0):
                best = BestTurn(seat, turn[1], step, turn[2], list(lines))
        if step <= dealt:
            curve = [(dealt, after)]
        elif after != points or step == len(match.standing):
            curve.append((step, after))
        points = after
    told = [[Origin(rule, place, gain) for (rule, place), gain in found.items() if gain] for found in sums]
    return Ending(match.version, curve, told, best)
