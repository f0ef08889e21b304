"""The checkout that is tested: its own scripts as modules, and a copy of it in which a test may write."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns("__pycache__", "pictures", "results", "node_modules", ".*_cache")


def loaded(script: str) -> ModuleType:
    """A script of the checkout, such as `dev.py`, which no import path leads to."""
    name = Path(script).stem
    if name not in sys.modules:
        spec = spec_from_file_location(name, ROOT / script)
        assert spec and spec.loader
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


class Checkout:
    """The parts that are needed to play, to serve and to test."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("src", "tests", "docs"):
            shutil.copytree(ROOT / folder, root / folder, ignore=LEFT_OUT)
        for name in ("dev.py", "pyproject.toml"):
            shutil.copy(ROOT / name, root / name)
        self.environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}

    def run(self, *words: str, typed: str = "", seconds: float = 300) -> subprocess.CompletedProcess[str]:
        """`python WORDS` in the copy."""
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.root,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds,
        )

    def files(self) -> dict[str, str]:
        """What stands in it, without what Python leaves behind."""
        return {
            path.relative_to(self.root).as_posix(): path.read_text("utf-8", errors="replace")
            for folder in ("src/branchline/games", "tests/games")
            for path in sorted((self.root / folder).rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
        }
