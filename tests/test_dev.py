"""The two commands, on a machine that has only Python: a fresh clone in an empty folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from branchline.games import GAMES
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


def a_wheel_serves_the_page_without_node(clone: Path, folder: Path) -> None:
    """A wheel carries the built pages, and what the clone has installed to play is all that it needs."""
    uv = shutil.which("uv")  # an environment of its making has no pip
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    wheel_of = (
        [uv, "build", "--quiet", "--wheel", "--out-dir"]
        if uv
        else [*pip, "wheel", "--no-deps", "--wheel-dir"]
    )
    subprocess.run([*wheel_of, str(folder), str(clone)], check=True)
    (wheel,) = folder.glob("branchline-*-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "branchline/static/index.html" in names
    assert not [name for name in names if "node_modules" in name or name.endswith((".ts", ".svelte"))]

    there = folder / "installed"
    install = [uv, "pip", "install", "--quiet"] if uv else [*pip, "install", "--no-compile"]
    subprocess.run([*install, "--no-deps", "--target", str(there), str(wheel)], check=True)
    python = clone / ".venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    bare = {"PATH": str(python.parent), "HOME": str(folder), "BRANCHLINE_PORT": "0", "PYTHONPATH": str(there)}
    where = [str(python), "-c", "import branchline; print(branchline.__file__)"]
    told = subprocess.run(where, env=bare, cwd=folder, capture_output=True, text=True, check=True).stdout
    assert Path(told.strip()) == there / "branchline" / "__init__.py", "what serves is the wheel"
    serve = (python, "-m", "branchline", "serve", "--database", folder / "wheel.db")
    with started(*serve, cwd=folder, env=bare, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        address = re.search(r"(http://\S+)/", process.stdout.readline())
        assert address
        with urlopen(f"{address[1]}/", timeout=PATIENCE) as answer:
            page = answer.read().decode()
        for asset in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
            with urlopen(address[1] + asset, timeout=PATIENCE) as answer:
                assert answer.status == 200
        with urlopen(f"{address[1]}/api/games", timeout=PATIENCE) as answer:
            assert len(json.load(answer)["games"]) == len(GAMES)


def test_the_lock_file_fits_every_platform_and_names_no_registry() -> None:
    text = (ROOT / "frontend" / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in text
    bindings = {name for name in json.loads(text)["packages"] if "@rolldown/binding-" in name}
    for platform in ("darwin-arm64", "darwin-x64", "linux-x64-gnu", "linux-arm64-gnu", "win32-x64-msvc"):
        assert any(name.endswith(platform) for name in bindings), platform


@pytest.mark.prove("fresh")
def test_a_fresh_clone_plays_and_makes_a_wheel(tmp_path: Path, count: Callable[[int, int], int]) -> None:
    """In every run the clone plays, and what people install is made from it; the proof also lets it run all
    its tests. One installation serves for both: it takes half a minute."""
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
    a_wheel_serves_the_page_without_node(clone, tmp_path)
    if count(0, 1):
        tested = dev(clone, "test", seconds=1800)
        assert tested.returncode == 0, tested.stdout[-2000:]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((), 0, "dev.py play"),
        (("fly",), 2, "no task 'fly'"),
        (("prove", "--help"), 2, "all, agents, arena"),
        (("prove", "everything"), 2, "takes the name of a proof"),
        (("check", "mypy", "fly"), 2, "dev.py check takes ruff-format, ruff, mypy, "),
        (("docs", "--fly"), 2, "dev.py docs takes --serve, not '--fly'."),
        (("release", "now"), 2, "dev.py release takes nothing, not 'now'."),
    ],
)
def test_dev_explains_itself(arguments: tuple[str, ...], code: int, says: str) -> None:
    done = dev(ROOT, *arguments)
    assert done.returncode == code
    assert says in done.stdout + done.stderr


def test_what_is_installed_for_the_checks_serves_every_task_that_needs_no_more() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]

    def needs(extra: str) -> set[str]:
        found: set[str] = set()
        for each in extras.get(extra, ()):
            ours = re.match(r"branchline\[(.+)\]", each)
            found |= {each} if not ours else set().union(*map(needs, ours[1].split(",")))
        return found

    dev_py = loaded("dev.py")
    for extra in set(dev_py.EXTRAS.values()):
        assert ("check" in dev_py.stamps(extra)) == (needs(extra) <= needs("check")), extra


def test_of_the_proofs_only_that_of_the_training_takes_torch() -> None:
    extras = loaded("dev.py").extras
    assert extras("prove", ["train"]) == extras("prove", ["all"]) == extras("prove", []) == ["train", "test"]
    assert extras("train", ["sncf-france"]) == ["", "train"]
    assert extras("train", ["--help"]) == extras("train", ["koplopers", "--calibrate"]) == [""]
    assert extras("prove", ["agents"]) == extras("test", ["train"]) == ["test"]


def test_torch_is_not_fetched_for_a_training_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    dev_py = loaded("dev.py")
    installed: list[str] = []
    monkeypatch.setattr(dev_py, "install", installed.append)
    monkeypatch.setattr(dev_py, "PYTHON", Path(sys.executable))
    for wrong in (["nogame"], ["koplopers", "--games", "x"], ["koplopers", "--out", str(ROOT / "dev.py")]):
        assert dev_py.main(["train", *wrong]) == 2
    assert set(installed) == {""}


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
