"""Seeded games between bots, as records, in as many processes as there are.

Game number i of a seed is drawn from a generator of its own, so that the records do not depend on
the number of processes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, fields
from itertools import repeat
from random import Random
from typing import Any

from branchline.bots import named, player, watched
from branchline.bots.own import Own, add, over, own_among
from branchline.core.errors import BranchlineError
from branchline.core.record import Record, new_record, play_out
from branchline.games import load


@dataclass(frozen=True, slots=True)
class Match:
    """What every game of a series has in common; `board` is the text of a board file, if not ours."""

    game: str
    bots: tuple[str, ...]  # one a seat
    seed: str
    options: dict[str, str] = field(default_factory=dict)
    board: str | None = None
    rotate: bool = False  # game i begins with the i-th bot in the first seat
    records: bool = False  # the arena brings back every action too, and not the scores alone

    def __reduce__(self) -> tuple[Any, ...]:
        """A match that goes to another process takes the bots along that were entered in this one."""
        values = tuple(getattr(self, each.name) for each in fields(self))
        return arrived, (values, own_among(self.bots))


def arrived(values: tuple[Any, ...], own: list[Own]) -> Match:
    add(own)
    return Match(*values)


def seats_for(bots: list[str], players: int) -> tuple[str, ...]:
    """One name for all seats, or one for each."""
    for bot in bots:
        named(bot)
    if len(bots) == 1:
        return tuple(bots * players)
    if len(bots) != players:
        raise BranchlineError(
            f"{len(bots)} bots for {players} seats: give one name for all, or one for each seat"
        )
    return tuple(bots)


def play_match(match: Match, number: int) -> Record:
    """Game number `number` of a series."""
    game = load(match.game, match.board)
    rng = Random(f"{match.seed}/{number}")
    shift = number % len(match.bots) if match.rotate else 0
    seats = match.bots[shift:] + match.bots[:shift]
    bots = [watched(name, f"game {number}", match.options) for name in seats]
    record = new_record(game, len(seats), match.options, [f"bot:{name}" for name in seats])
    state = game.start(len(seats), **match.options)
    play_out(game, state, player(game, bots, rng), record)
    over(bots, game, state)
    return record


def broken(match: Match, numbers: list[int] | None = None) -> BranchlineError:
    """What to say when a process that played has ended: a bot that is a function can do that to it."""
    own = [repr(bot.name) for bot in own_among(match.bots) if not bot.command]
    listed = ", ".join(map(str, numbers or []))
    games = f" {'game' if len(numbers or []) == 1 else 'one of the games'} {listed}" if listed else ""
    by = f" or by a bot in it, {' or '.join(own)} (os._exit?)" if own else ""
    return BranchlineError(f"a process that played{games} was ended from outside{by}")


def play_series(match: Match, games: int, processes: int | None = None) -> Iterator[Record]:
    """All games of a series in order, as they are finished."""
    count = min(processes or os.cpu_count() or 1, games)
    if count <= 1:
        for number in range(games):
            yield play_match(match, number)
        return
    with ProcessPoolExecutor(count) as pool:
        try:
            yield from pool.map(
                play_match, repeat(match, games), range(games), chunksize=max(1, games // (count * 16))
            )
        except BrokenProcessPool:
            raise broken(match) from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # nobody wants the rest any more
            raise
