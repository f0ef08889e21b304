"""`dev.py bench [NAME]`: run the benchmarks, print tables, keep the figures as JSON in bench/results."""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import bots, browser, engine, preview, review, rl, server, spread, strings, turns
from bench.peer import HARNESS
from branchline.parsing import Parser

BENCHES = {
    "engine": engine.run,
    "bots": bots.run,
    "turns": turns.run,
    "strings": strings.run,
    "server": server.run,
    "spread": spread.run,
    "browser": browser.run,
    "preview": preview.run,
    "review": review.run,
    "rl": rl.run,
}


def main() -> int:
    parser = Parser("dev.py bench", description=__doc__)
    parser.add_argument("name", nargs="?", choices=BENCHES, help="one benchmark; all of them without a name")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each loop runs (default 3)")
    parser.add_argument(
        "--peer",
        type=Path,
        nargs="?",
        const=HARNESS,
        metavar="FOLDER",
        help="server: beside boardgame.io in one run; FOLDER holds the harness (default ../shared/bench)",
    )
    chosen = parser.parse_args()
    benches: dict[str, Callable[[float], dict[str, Any]]] = {
        **BENCHES,
        "server": lambda seconds: server.run(seconds, chosen.peer),
    }
    for name in [chosen.name] if chosen.name else BENCHES:
        figures = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "when": time.strftime("%Y-%m-%d %H:%M"),
            **benches[name](chosen.seconds),
        }
        target = Path(__file__).parent / "results" / f"{name}.json"
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(figures, indent=1) + "\n")
        print(f"Kept in {target.relative_to(Path.cwd())}")
    return 0


sys.exit(main())
