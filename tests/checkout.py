"""A copy of this checkout in which a test may write, and what runs in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns("__pycache__", "pictures", "results", "node_modules", ".*_cache")


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
