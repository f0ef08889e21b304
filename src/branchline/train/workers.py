"""Games in as many processes as there are: the kernels are compiled once, before the first of them starts."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any

from branchline.arena.backends import obey
from branchline.core.errors import BranchlineError
from branchline.core.practice import Lesson, Practice, Samples, joined
from branchline.games import GAMES, load

CHUNK, TASKS = 25, 8  # most games of one task, and tasks of a process: fewer games where they are few


def practice_of(game_id: str) -> Practice:
    """How that game is practised."""
    load(game_id)  # or say that there is none
    name = f"branchline.games.{GAMES[game_id]}.mind.practice"
    try:
        found: Any = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise BranchlineError(f"{game_id} cannot be trained: its mind has no practice.py") from None
    practice: Practice = found
    return practice


def play(game_id: str, lesson: Lesson, numbers: range) -> Samples:
    """A task for one worker."""
    return practice_of(game_id).play(load(game_id), lesson, numbers)


class Workers:
    def __init__(self, game_id: str, processes: int) -> None:
        self.game_id, self.processes = game_id, processes
        practice_of(game_id).warm(load(game_id))
        self.pool = None
        if processes > 1:
            self.pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), obey)

    def games(self, lesson: Lesson, count: int, tell: Callable[[int], None]) -> Samples:
        """So many games, in the order of their numbers; `tell` hears how many are done."""
        size = max(1, min(CHUNK, count // (TASKS * self.processes)))
        chunks = [range(first, min(first + size, count)) for first in range(0, count, size)]
        if self.pool is None:
            parts = []
            for chunk in chunks:
                parts.append(play(self.game_id, lesson, chunk))
                tell(len(chunk))
            return joined(parts)
        tasks = [self.pool.submit(play, self.game_id, lesson, chunk) for chunk in chunks]
        for task in tasks:
            task.add_done_callback(lambda done: tell(size))
        return joined([task.result() for task in tasks])

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
