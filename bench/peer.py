"""boardgame.io beside our own server in one run: `dev.py bench server --peer`.

Its load generator and its server are ours and lie beside the project (shared/bench, see the README there);
boardgame.io itself comes from npm into bench/results and is never committed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HARNESS = Path(__file__).resolve().parents[2] / "shared" / "bench"
PACKAGES = ("boardgame.io@0.50.2", "node-persist")
STORES = ("bgio-memory", "bgio-flatfile")
WARM = 5  # seconds until Node's compiler has seen enough


def installed(harness: Path) -> Path:
    """The folder with boardgame.io in it; a sentence says what is missing."""
    if not (harness / "run.py").exists():
        sys.exit(f"There is no harness in {harness}; name its folder: dev.py bench server --peer FOLDER")
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            sys.exit(f"The peer runs on Node, and there is no {program} here.")
    folder = Path(__file__).parent / "results" / "peer"
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}')
        if subprocess.run(["npm", "install", "--silent", *PACKAGES], cwd=folder, check=False).returncode:
            sys.exit("boardgame.io could not be installed; the lines above say why.")
    return folder


def measured(harness: Path, rate: float, seconds: float) -> dict[str, dict[str, Any]]:
    """One run of each of its stores: CPU a move, moves a second, latencies."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "figures.json"
        options = {
            "bgio-dir": installed(harness),
            "rate": rate,
            "seconds": seconds,
            "warmup": WARM,
            "repeat": 1,
            "json": out,
        }
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        command = [sys.executable, str(harness / "run.py"), *STORES, *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found: dict[str, list[dict[str, Any]]] = json.loads(out.read_text())
        return {store: runs[0] for store, runs in found.items() if runs}
