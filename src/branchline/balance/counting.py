"""Games between bots, counted: who wins from which seat, how long it takes, how it ends, what counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

from branchline.arena.selfplay import Match, broken, play_match
from branchline.core.game import CHANCE
from branchline.core.record import replay
from branchline.games import load

ENDS = ("ends", "last-round")  # the events that say how a game ends

Where = tuple[str, str]  # by which rule, and in which place


@dataclass(frozen=True, slots=True)
class Facts:
    """What is counted of one finished game."""

    turns: int
    ended: str
    points: list[int]  # of each seat, as screens count them
    won: list[float]  # each seat's part of the win
    brought: list[dict[Where, int]]  # points of each seat


@dataclass(slots=True)
class Worth:
    """Of a place or a rule: what it brought, and how often whoever it brought something won."""

    points: int = 0
    games: int = 0  # in which it brought anybody something
    seats: int = 0  # that it brought more than nothing
    wins: float = 0.0  # of these
    rules: set[str] = field(default_factory=set)  # by which a place brought it


@dataclass(slots=True)
class Balance:
    """What is counted of many games."""

    players: int
    games: int = 0
    turns: list[int] = field(default_factory=list)
    ended: Counter[str] = field(default_factory=Counter)
    wins: list[float] = field(default_factory=list)  # of each seat
    points: list[int] = field(default_factory=list)  # of each seat, in sum
    margins: list[int] = field(default_factory=list)  # of the first over the second
    spreads: list[int] = field(default_factory=list)  # of the first over the last
    rules: dict[str, Worth] = field(default_factory=dict)
    places: dict[str, Worth] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wins, self.points = [0.0] * self.players, [0] * self.players

    def add(self, facts: Facts) -> None:
        self.games += 1
        self.turns.append(facts.turns)
        self.ended[facts.ended] += 1
        ordered = sorted(facts.points, reverse=True)
        self.margins.append(ordered[0] - ordered[1] if len(ordered) > 1 else 0)
        self.spreads.append(ordered[0] - ordered[-1])
        for seat in range(self.players):
            self.wins[seat] += facts.won[seat]
            self.points[seat] += facts.points[seat]
        for into, which in ((self.rules, 0), (self.places, 1)):
            credit(into, [by(brought, which) for brought in facts.brought], facts.won)
        for brought in facts.brought:
            for rule, place in brought:
                if place:
                    self.places[place].rules.add(rule)


def by(brought: dict[Where, int], which: int) -> Counter[str]:
    """A seat's points by rule or by place."""
    found: Counter[str] = Counter()
    for where, points in brought.items():
        if where[which]:
            found[where[which]] += points
    return found


def credit(into: dict[str, Worth], seats: list[Counter[str]], won: list[float]) -> None:
    for name in dict.fromkeys(name for seat in seats for name in seat):
        worth = into.setdefault(name, Worth())
        worth.games += 1
        for seat, points in enumerate(each[name] for each in seats):
            worth.points += points
            if points > 0:
                worth.seats += 1
                worth.wins += won[seat]


def facts_of(match: Match, number: int) -> Facts:
    """Play that game and count it."""
    game = load(match.game, match.board)
    record = play_match(match, number)
    brought: list[Counter[Where]] = [Counter() for _ in range(record.players)]
    events: list[tuple[Any, ...]] = []
    ended, before, seat, turns = "", list[int](), CHANCE, 0
    for step, state in replay(game, record, lambda *event: events.append(event)):
        if step:
            for mine, origins in zip(brought, game.looks.credited(state, events, before), strict=True):
                for points, rule, place in origins:
                    mine[rule, place] += points
            mover = record.rows[step - 1][0]
            turns += mover not in (CHANCE, seat)
            seat = mover
        ended = next((game.words.event(each, []) for each in events if each[0] in ENDS), ended)
        events.clear()
        before = game.looks.points(state)
    return Facts(turns, ended, before, game.mind.outcome(state), [dict(each) for each in brought])


def counted(match: Match, games: int, processes: int) -> Iterator[Facts]:
    """The facts of so many games, in order."""
    if processes == 1:
        yield from map(facts_of, repeat(match, games), range(games))
        return
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield from pool.map(facts_of, repeat(match, games), range(games))
        except BrokenProcessPool:
            raise broken(match) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
