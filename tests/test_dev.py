"""The two commands, on a machine that has only Python: a fresh clone in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def dev(
    folder: Path, *arguments: str, typed: str = "", seconds: int = 600
) -> subprocess.CompletedProcess[str]:
    """`dev.py` without what this run's own environment would lend it."""
    lent = ("VIRTUAL_ENV", "PYTHONPATH", "DEV_VENV", "PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST")
    environment = {name: value for name, value in os.environ.items() if name not in lent}
    return subprocess.run(
        [getattr(sys, "_base_executable", sys.executable), "dev.py", *arguments],
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


@pytest.mark.prove("fresh")
def test_a_fresh_clone_plays_and_tests(tmp_path: Path, count: Callable[[int, int], int]) -> None:
    """In every run the clone plays; the proof lets it run all its tests too."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    played = dev(clone, "play")
    assert played.returncode == 0, played.stderr
    assert "Which game?" in played.stdout
    again = dev(clone, "play")
    assert again.returncode == 0
    assert "Installing" not in again.stderr, "a second run starts at once"
    if count(0, 1):
        tested = dev(clone, "test", seconds=1800)
        assert tested.returncode == 0, tested.stdout[-2000:]


@pytest.mark.parametrize(
    ("arguments", "code", "says"), [((), 0, "dev.py play"), (("fly",), 2, "no task 'fly'")]
)
def test_dev_explains_itself(arguments: tuple[str, ...], code: int, says: str) -> None:
    done = dev(ROOT, *arguments)
    assert done.returncode == code
    assert says in done.stdout + done.stderr


def test_pins_name_versions_and_no_hosts() -> None:
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        name, _, version = line.partition("==")
        assert name and version, line
        assert "://" not in line
