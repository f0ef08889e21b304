"""The two commands, on a machine that has only Python: a fresh clone in an empty folder."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.checkout import ROOT, loaded
from tests.processes import PATIENCE, started

PYTHON = getattr(sys, "_base_executable", sys.executable)


def bare(**more: str) -> dict[str, str]:
    """The environment without what this run's own would lend."""
    lent = ("VIRTUAL_ENV", "PYTHONPATH", "DEV_VENV", "PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST")
    return {name: value for name, value in os.environ.items() if name not in lent} | more


def dev(folder: Path, *arguments: str, seconds: int = 2 * PATIENCE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PYTHON, "dev.py", *arguments],
        cwd=folder,
        env=bare(),
        input="",
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def serves(folder: Path, how: signal.Signals) -> None:
    """`dev.py play` says where it is, somebody is there, and nobody is once it was ended."""
    environment = bare(BRANCHLINE_PORT="0", BRANCHLINE_DATABASE=str(folder / "tables.db"))
    with started(
        PYTHON, "dev.py", "play", cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        line = process.stdout.readline()
        address = re.search(r"Branchline is at (http://\S+/)", line)
        assert address, line
        for path in ("health", ""):  # the server is well, and its page was built
            with urlopen(address[1] + path, timeout=PATIENCE) as answer:
                assert answer.status == 200
        process.send_signal(how)  # to that process alone: who ends dev.py ends the server
        assert process.wait(PATIENCE) == 0
        with pytest.raises(URLError):
            urlopen(address[1], timeout=PATIENCE)


@pytest.mark.prove("fresh")
def test_a_fresh_clone_plays_and_tests(tmp_path: Path, count: Callable[[int, int], int]) -> None:
    """In every run the clone plays; the proof lets it run all its tests too."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    played = dev(clone, "play", "--terminal")
    assert played.returncode == 0, played.stderr
    assert "Which game?" in played.stdout
    again = dev(clone, "play", "--terminal")
    assert again.returncode == 0
    assert "Installing" not in again.stderr, "a second run starts at once"
    for how in (signal.SIGINT, signal.SIGTERM):
        serves(clone, how)
    if count(0, 1):
        tested = dev(clone, "test", seconds=1800)
        assert tested.returncode == 0, tested.stdout[-2000:]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((), 0, "dev.py play"),
        (("fly",), 2, "no task 'fly'"),
        (("check", "mypy", "fly"), 2, "dev.py check takes ruff-format, ruff, mypy, "),
        (("docs", "--fly"), 2, "dev.py docs takes --serve, not '--fly'."),
        (("release", "now"), 2, "dev.py release takes nothing, not 'now'."),
    ],
)
def test_dev_explains_itself(arguments: tuple[str, ...], code: int, says: str) -> None:
    done = dev(ROOT, *arguments)
    assert done.returncode == code
    assert says in done.stdout + done.stderr


def test_a_release_needs_its_version_in_the_changelog_a_new_tag_and_a_clean_tree() -> None:
    unfit = loaded("dev.py").unfit
    assert unfit("1.2.0", "# Changes\n\n## 1.2.0, 2027-01-31\n\n## 1.1.0, 2026-12-24\n", "v1.1.0", "") == []
    faults = unfit("1.1.0", "# Changes\n\n## 1.2.0, not released\n", "v1.0.0\nv1.1.0", " M dev.py")
    assert [fault.split(";")[0] for fault in faults] == [
        "CHANGELOG.md begins with '1.2.0, not released'",
        "there is a tag v1.1.0 already",
        "there are changes that are not committed",
    ]


def test_the_hooks_before_a_commit_are_the_steps_of_check() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    steps = [step for line in re.findall(r"dev\.py check (.+)", hooks) for step in line.split()]
    assert steps == list(loaded("dev.py").CHECKS)
    assert set(re.findall(r"repo: (\S+)", hooks)) == {"local"}


def test_what_is_built_is_listed_once() -> None:
    listed = loaded("frontend/inputs.py").inputs(ROOT)
    names = {path.relative_to(ROOT).as_posix() for path in listed}
    wanted = {"pyproject.toml", "hatch_build.py", "frontend/index.html", "frontend/package-lock.json"}
    assert wanted | {"frontend/vite.config.ts", "frontend/tsconfig.json", "frontend/src/App.svelte"} <= names
    assert not [name for name in names if name.endswith(".test.ts") or "node_modules" in name]


def test_pins_name_versions_and_no_hosts() -> None:
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        name, _, version = line.partition("==")
        assert name and version, line
        assert "://" not in line
