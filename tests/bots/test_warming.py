"""What is compiled by two processes: the second one begins where loading takes long, and is waited for."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from branchline import load
from branchline.bots import compiling
from branchline.core import jit
from branchline.core.mind import Mind


class Slow(Mind[Any]):
    """A mind that compiles until somebody has begun with the other half."""

    def __init__(self, begun: Event) -> None:
        self.begun, self.waited = begun, False

    def warm(self, tell: Callable[[str], None], wait: Callable[[], None] = lambda: None) -> None:
        assert self.begun.wait(60)
        wait()
        self.waited = True

    def warm_aside(self) -> None:
        """In another process."""


def of(mind: Slow) -> Any:
    return SimpleNamespace(id="slow", mind=mind)


def test_half_is_compiled_by_a_second_process_that_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun, done = Event(), tmp_path / "done"
    popen = subprocess.Popen

    def started(*words: Any, **more: Any) -> Any:
        begun.set()
        return popen(*words, **more)

    monkeypatch.setattr(subprocess, "Popen", started)
    monkeypatch.setattr(compiling, "LOADED", 0.01)
    monkeypatch.setattr(compiling, "ASIDE", f"import time; time.sleep(1); open({str(done)!r}, 'w').close()")
    mind = Slow(begun)
    compiling.warm(of(mind), print)
    assert mind.waited
    assert done.exists()


def test_what_is_kept_is_loaded_by_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *words, **more: pytest.fail("a second process"))
    begun = Event()
    begun.set()
    mind = Slow(begun)
    compiling.warm(of(mind), print)
    assert mind.waited


def test_how_much_is_compiled_is_said_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = [SimpleNamespace(signatures=[]) for _ in range(4)]
    monkeypatch.setitem(jit._made, "branchline.games.koplopers", kernels)
    monkeypatch.setattr(compiling, "LOOKS", 0.01)
    said: list[float] = []
    quarter = Event()

    def show(part: float) -> None:
        said.append(part)
        if part == 0.25:
            quarter.set()

    with compiling.watched(load("koplopers"), show):
        kernels[2].signatures.append("ints")
        assert quarter.wait(60)
    assert set(said) <= {0.0, 0.25}


def test_a_person_is_not_told_that_it_takes_a_while_where_it_does_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = load("koplopers")
    made = tmp_path / "made"
    monkeypatch.setattr(compiling, "mark", lambda game: made)
    assert not compiling.is_kept(game)
    made.touch()
    assert compiling.is_kept(game)
