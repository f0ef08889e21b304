"""What the command line asks about bots of one's own."""

from __future__ import annotations

import argparse

from branchline.bots.own import SECONDS
from branchline.core.voice import quoted, say


def seconds(text: str) -> float:
    """An argument that is a time."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= 86_400:
        raise argparse.ArgumentTypeError(say("help.seconds-number", quoted(text[:20])))
    return found


def bot_seconds(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bot-seconds", type=seconds, default=SECONDS, help=say("help.bot-seconds", f"{SECONDS:g}")
    )
