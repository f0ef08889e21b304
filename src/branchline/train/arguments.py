"""What `dev.py train` is asked for. Run as a program it only says what is wrong with that.

torch is large, and not fetched for a training that cannot be.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from branchline.core.errors import BranchlineError
from branchline.files import will_write
from branchline.games import GAMES
from branchline.parsing import Parser, count


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="dev.py train",
        description="Train the bots of a game by self-play.",
        epilog="for example: python3 dev.py train sncf-france --iterations 10 --minutes 60",
    )
    parser.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--iterations", type=count(1, "--iterations"), default=14, help="in all (14)")
    parser.add_argument("--games", type=count(1, "--games"), default=8000, help="of an iteration (8000)")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="begin no iteration that would end later"
    )
    parser.add_argument(
        "--window", type=count(1, "--window"), default=6, help="iterations that are learned from (6)"
    )
    parser.add_argument("--epochs", type=float, default=2.0, help="how often a position is looked at (2)")
    parser.add_argument(
        "--batch",
        type=count(1, "--batch"),
        default=2048,
        help="positions of one step (2048); fewer where games are few",
    )
    parser.add_argument(
        "--processes", type=count(1, "--processes"), default=os.cpu_count() or 1, help="(all cores)"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS",
        help="play on this Ray cluster; 'auto' finds or makes one with so many processes (extra 'cluster')",
    )  # fmt: skip
    parser.add_argument(
        "--threads",
        type=count(1, "--threads"),
        default=1,
        help="of torch on a CPU (1: more are slower on busy cores)",
    )
    parser.add_argument(
        "--calibrate", action="store_true",
        help="learn nothing: fit the heat of the weights in --out to so many games of the levels",
    )  # fmt: skip
    parser.add_argument(
        "--exploit", action="store_true",
        help="go on from the weights of the package against these alone: what can be learned against them?",
    )  # fmt: skip
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--out", type=Path, default=Path("build/train"),
        help="folder of weights, log and plot (build/train); the same command goes on from what is there",
    )  # fmt: skip
    chosen = parser.parse_args(words)
    for name in ("minutes", "epochs"):
        if not getattr(chosen, name) > 0:
            parser.error(f"--{name} is more than 0, not {getattr(chosen, name):g}")
    return chosen


def asked_for(words: list[str]) -> argparse.Namespace:
    """The same, if its folder can be written to."""
    chosen = arguments(words)
    will_write(str(chosen.out), folder=True)
    return chosen


if __name__ == "__main__":
    try:
        asked_for(sys.argv[1:])
    except BranchlineError as error:
        sys.exit(str(error))
