"""Games in this process, in several, or on a Ray cluster: the same samples wherever they are played.

The kernels are compiled once, before the first process starts; a node elsewhere compiles its own.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

from branchline.arena.backends import answer, connect, leave, obey
from branchline.core.errors import BranchlineError
from branchline.core.practice import Lesson, Practice, Samples, joined
from branchline.games import GAMES, load

CHUNK, TASKS = 25, 8  # most games of one task, and tasks of a process: fewer games where they are few

# plays these games of a lesson and gives each part, with its place among them, as soon as it is finished
HandOut = Callable[[Lesson, list[range]], Iterator[tuple[int, Samples]]]


class Workers(NamedTuple):
    """Who plays: so many tasks at a time."""

    width: int
    hand_out: HandOut


def practice_of(game_id: str) -> Practice:
    """How that game is practised."""
    load(game_id)  # or say that there is none
    name = f"branchline.games.{GAMES[game_id]}.mind.practice"
    try:
        found: Any = import_module(name)
    except ModuleNotFoundError as error:
        if not name.startswith(error.name or "?"):
            raise
        raise BranchlineError(f"{game_id} cannot be trained: its mind has no practice.py") from None
    practice: Practice = found
    return practice


def play(game_id: str, lesson: Lesson, numbers: range) -> Samples:
    """A task for one worker."""
    return practice_of(game_id).play(load(game_id), lesson, numbers)


@contextmanager
def workers(game_id: str, processes: int, ray: str | None = None) -> Iterator[Workers]:
    """Those whom the command line asks for; they leave at the end."""
    ways = on_cluster(game_id, ray, processes) if ray is not None else on_machine(game_id, processes)
    with ways as found:  # a cluster that is not there is told before anything is compiled
        practice_of(game_id).warm(load(game_id))
        yield found


@contextmanager
def on_machine(game_id: str, processes: int) -> Iterator[Workers]:
    def here(lesson: Lesson, chunks: list[range]) -> Iterator[tuple[int, Samples]]:
        return ((place, play(game_id, lesson, chunk)) for place, chunk in enumerate(chunks))

    if processes == 1:
        yield Workers(1, here)
        return
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), obey)

    def side_by_side(lesson: Lesson, chunks: list[range]) -> Iterator[tuple[int, Samples]]:
        tasks = {pool.submit(play, game_id, lesson, chunk): place for place, chunk in enumerate(chunks)}
        return ((tasks[task], task.result()) for task in as_completed(tasks))

    try:
        yield Workers(processes, side_by_side)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def on_cluster(game_id: str, address: str, processes: int) -> Iterator[Workers]:
    ray, width = connect(address, processes)
    task_of = ray.remote(play)
    running: dict[Any, int] = {}

    def there(lesson: Lesson, chunks: list[range]) -> Iterator[tuple[int, Samples]]:
        sent = ray.put(lesson)  # once, and not with every task
        running.update({task_of.remote(game_id, sent, chunk): place for place, chunk in enumerate(chunks)})
        while running:
            done, _ = ray.wait(list(running), num_returns=1)
            for task in done:
                yield running.pop(task), answer(ray, task)

    try:
        yield Workers(width, there)
    finally:
        leave(ray, running)


def games(who: Workers, lesson: Lesson, count: int, tell: Callable[[int], None]) -> Samples:
    """So many games, in the order of their numbers; `tell` hears how many more are done."""
    size = max(1, min(CHUNK, count // (TASKS * who.width)))
    chunks = [range(first, min(first + size, count)) for first in range(0, count, size)]
    parts: dict[int, Samples] = {}
    for place, part in who.hand_out(lesson, chunks):
        parts[place] = part
        tell(len(chunks[place]))
    return joined([parts[place] for place in range(len(chunks))])
