"""A series of numbered games: game number i of a seed is the same wherever and whenever it is played.

Chance has a random source of its own in each game and so has every seat. The bots move on by a seat
with every number, so that after as many games as there are seats everyone has sat everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from branchline.arena.clocks import with_clocks
from branchline.arena.selfplay import Match
from branchline.bots import named, player, watched
from branchline.bots.own import over
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER, AnyGame, winners
from branchline.core.record import new_record, play_out, write
from branchline.games import load


@dataclass(frozen=True, slots=True)
class Result:
    """What is kept of a finished game: who sat where, the scores, and the milliseconds of each turn."""

    number: int
    seats: tuple[str, ...]
    scores: tuple[tuple[int, ...], ...]
    milliseconds: tuple[tuple[int, ...], ...] = ()
    record: str = field(default="", compare=False, repr=False)  # where it is asked for

    def shares(self) -> list[float]:
        """Each seat's part of the win; a shared win counts in parts."""
        best = winners(list(self.scores))
        return [1 / len(best) if seat in best else 0.0 for seat in range(len(self.scores))]


def seated(names: list[str], game: AnyGame, players: int | None) -> tuple[str, ...]:
    """A bot for each seat: with fewer names than seats the last one is repeated."""
    for name in names:
        named(name)
    if players is None:
        fits = len(names) > 1 and len(names) in game.seats
        players = len(names) if fits else min(4, game.seats[-1])
    if players not in game.seats:
        raise BranchlineError(
            f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, not for {players}"
        )
    if len(names) > players:
        raise BranchlineError(f"{len(names)} bots do not fit into {players} seats")
    return tuple(names + names[-1:] * (players - len(names)))


def seats_of(match: Match, number: int) -> tuple[str, ...]:
    """Who sits where in that game."""
    shift = number % len(match.bots)
    return match.bots[-shift:] + match.bots[:-shift] if shift else match.bots


def play_number(match: Match, number: int) -> Result:
    """Play one game of a series."""
    game = load(match.game, match.board)
    seats = seats_of(match, number)
    key = f"{match.seed}/{number}"
    turns: list[list[float]] = [[] for _ in seats]
    rngs = [Random(f"{key}/{seat}") for seat in range(len(seats))]
    asked = [watched(name, f"game {number}", match.options) for name in seats]
    bots = with_clocks(asked, rngs, turns)
    state: Any = game.start(len(seats), **match.options)
    record = new_record(game, len(seats), match.options, [f"bot:{name}" for name in seats])
    play_out(game, state, player(game, bots, Random(key)), record if match.records else None)
    assert state.to_move == OVER
    over(asked, game, state)
    return Result(
        number,
        seats,
        tuple(tuple(score) for score in game.scores(state)),
        tuple(tuple(round(1000 * seconds) for seconds in each) for each in turns),
        write(record) if match.records else "",
    )


def play_numbers(match: Match, numbers: list[int]) -> list[Result]:
    """A task for one worker."""
    return [play_number(match, number) for number in numbers]
