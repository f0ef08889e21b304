"""Where games are played: in this process, in several, or on a Ray cluster. The results are the same.

A task is a few games that take about a second together, so that little is lost by a kill or an early stop.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from branchline.arena.carrying import functions_of, play_there
from branchline.arena.selfplay import Match, broken
from branchline.arena.series import Result, play_numbers
from branchline.core.errors import BranchlineError

TASK_SECONDS = 1.0
LARGEST_TASK = 64  # games


class BackEnd(Protocol):
    """Plays tasks; `width` of them at a time."""

    width: int

    def submit(self, match: Match, numbers: list[int]) -> None: ...

    def running(self) -> int: ...

    def finished(self) -> list[Result]:
        """Wait for a task and give its games."""

    def close(self) -> None:
        """Leave at once, whatever is still being played."""


def play_all(back_end: BackEnd, match: Match, numbers: Iterable[int]) -> Iterator[Result]:
    """The games of these numbers as they are finished, begun in their order."""
    waiting = deque(numbers)
    size = 1
    try:
        while waiting or back_end.running():
            while waiting and back_end.running() < 2 * back_end.width:
                fair = max(1, len(waiting) // (2 * back_end.width))
                task = [waiting.popleft() for _ in range(min(size, fair, len(waiting)))]
                back_end.submit(match, task)
            done = back_end.finished()
            yield from done
            spent = sum(sum(map(sum, each.milliseconds)) for each in done) / 1000 / len(done)
            size = max(1, min(LARGEST_TASK, int(TASK_SECONDS / max(spent, 0.001))))
    finally:
        back_end.close()


class Here:
    """This process, one game after the other."""

    width = 1

    def __init__(self) -> None:
        self.tasks: deque[tuple[Match, int]] = deque()

    def submit(self, match: Match, numbers: list[int]) -> None:
        self.tasks.extend((match, number) for number in numbers)

    def running(self) -> int:
        return len(self.tasks)

    def finished(self) -> list[Result]:
        match, number = self.tasks.popleft()
        return play_numbers(match, [number])

    def close(self) -> None:
        self.tasks.clear()


class Processes:
    """A pool of processes on this machine."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.before = set(multiprocessing.active_children())
        self.pool = ProcessPoolExecutor(width, multiprocessing.get_context("spawn"), obey)
        self.tasks: dict[Future[list[Result]], tuple[Match, list[int]]] = {}  # as they were begun

    def submit(self, match: Match, numbers: list[int]) -> None:
        self.tasks[self.pool.submit(play_numbers, match, numbers)] = match, numbers

    def running(self) -> int:
        return len(self.tasks)

    def finished(self) -> list[Result]:
        done = wait(self.tasks, return_when=FIRST_COMPLETED).done
        begun = list(self.tasks.values())[: self.width]
        try:
            return [result for task in done for result in task.result()]
        except BrokenProcessPool:
            match, games = begun[0][0], sorted(number for _, numbers in begun for number in numbers)
            raise BranchlineError(f"{broken(match, games)}; the same command goes on where it was") from None
        finally:
            for task in done:
                del self.tasks[task]

    def close(self) -> None:
        idle = not self.tasks
        workers = set(multiprocessing.active_children()) - self.before
        self.pool.shutdown(wait=idle, cancel_futures=True)
        if not idle:
            for worker in workers:
                worker.terminate()


def obey() -> None:
    """In a worker: Ctrl-C is the parent's to handle, and nobody plays on once the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def leave() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=leave, daemon=True).start()


class Cluster:
    """Nodes with Ray."""

    def __init__(self, address: str, processes: int | None) -> None:
        self.ray, self.width = connect(address, processes)
        self.play = self.ray.remote(play_there)
        self.tasks: list[Any] = []

    def submit(self, match: Match, numbers: list[int]) -> None:
        functions = functions_of(match, self.ray.cloudpickle)
        self.tasks.append(self.play.remote(match, numbers, str(Path.cwd()), functions))

    def running(self) -> int:
        return len(self.tasks)

    def finished(self) -> list[Result]:
        done, self.tasks = self.ray.wait(self.tasks, num_returns=1)
        return [result for task in done for result in answer(self.ray, task)]

    def close(self) -> None:
        leave(self.ray, self.tasks)


def connect(address: str, processes: int | None) -> tuple[Any, int]:
    """Ray, with the cluster that runs at that address, and how many tasks it does at a time.

    `auto` is the cluster that runs here, or a new one on this machine with so many processes.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are about Ray's own future
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise BranchlineError(
                "--ray needs the extra 'cluster': pip install 'branchline[cluster]'"
            ) from None
        reachable(address)
        try:
            ray.init(address=address, **quiet)
        except (ConnectionError, ValueError):
            if address != "auto":
                raise BranchlineError(f"there is no Ray cluster at {address}") from None
            cores = processes or os.cpu_count() or 1
            ray.init(address="local", num_cpus=cores, include_dashboard=False, **quiet)
    return ray, max(1, int(ray.cluster_resources().get("CPU", 1)))


def answer(ray: Any, task: Any) -> Any:
    """What a finished task found; a fault with a sentence of ours is raised as if it had happened here."""
    try:
        return ray.get(task)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, BranchlineError):
            raise error.cause from None
        raise


def leave(ray: Any, tasks: Iterable[Any]) -> None:
    """Go at once, whatever is still being played."""
    for task in tasks:
        ray.cancel(task, force=True)
    ray.shutdown()


def reachable(address: str) -> None:
    """Raise if nobody listens at host:port; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, ValueError, OverflowError):
        raise BranchlineError(f"there is no Ray cluster at {address}") from None


def chosen(ray: str | None, processes: int | None, games: int) -> BackEnd:
    """The back end that the command line asks for."""
    if ray is not None:
        return Cluster(ray, processes)
    width = min(processes or os.cpu_count() or 1, max(1, games))
    return Here() if width == 1 else Processes(width)
