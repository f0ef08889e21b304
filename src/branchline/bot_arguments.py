"""What the command line asks about bots of one's own."""

from __future__ import annotations

import argparse

from branchline.bots.own import SECONDS

OWN = "package.module:function or cmd:PROGRAM, also as NAME=..."


def seconds(text: str) -> float:
    """An argument that is a time."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= 86_400:
        raise argparse.ArgumentTypeError(f"seconds are a number above 0, such as 2.5, not {text[:20]!r}")
    return found


def bot_seconds(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bot-seconds",
        type=seconds,
        default=SECONDS,
        help=f"so long a bot of your own may think about an answer (default {SECONDS:g})",
    )
