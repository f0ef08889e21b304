"""A server in a process of its own, as people run it, for tests that end it without warning."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Self

import httpx

from tests.processes import PATIENCE

LIMITS = {
    f"BRANCHLINE_{name}": "1000000"
    for name in ("RATE", "BURST", "ADDRESS_RATE", "ADDRESS_BURST", "TABLES_AN_HOUR", "CONNECTIONS")
}


class Process:
    """`branchline serve` on a free port."""

    def __init__(
        self,
        database: Path | str,
        by_environment: bool = False,
        command: str = "serve",
        folder: str = "",
        **environment: str,
    ) -> None:
        self.database, self.port, self.folder = str(database), 0, folder
        settings = {"BRANCHLINE_PORT": "0", "BRANCHLINE_DATABASE": self.database}
        self.environment = {**os.environ, **LIMITS, **(settings if by_environment else {}), **environment}
        self.arguments = (
            [command] if by_environment else [command, "--port", "0", "--database", self.database]
        )
        self._folder = tempfile.TemporaryDirectory()
        self._printed = Path(self._folder.name) / "out"

    def __enter__(self) -> Self:
        # opened for itself and for appending: reading must not move the place where it writes
        with self._printed.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "branchline", *self.arguments],
                stdout=out,
                stderr=subprocess.STDOUT,
                env=self.environment,
                cwd=self.folder or None,
            )
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(r"Branchline is at (http://127\.0\.0\.1:(\d+))/", self.out())):
            assert self.process.poll() is None and time.monotonic() < deadline, self.out()
            time.sleep(0.02)
        self.base, self.port = found[1], int(found[2])
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)
        self._folder.cleanup()

    def kill(self) -> None:
        """kill -9: no warning, nothing is tidied up."""
        self.process.kill()
        self.process.wait()

    def out(self) -> str:
        """Everything that it has printed so far."""
        return self._printed.read_text("utf-8", errors="replace")

    def create(self, *kinds: str, game: str = "sncf-france", **more: Any) -> Any:
        seats = [
            {"kind": kind} if kind in ("me", "friend", "anyone") else {"kind": "bot", "bot": kind}
            for kind in kinds
        ]
        found = httpx.post(
            f"{self.base}/api/tables", json={"game": game, "seats": seats, **more}, timeout=PATIENCE
        )
        assert found.status_code == 201, found.text
        return found.json()


def branchline(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    command = [sys.executable, "-m", "branchline", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
