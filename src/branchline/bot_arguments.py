"""What the command line asks about bots of one's own."""

from __future__ import annotations

import argparse
import os

from branchline.bots.own import SECONDS

OWN = "package.module:function or cmd:PROGRAM, also as NAME=..."

SERVE = """examples:
  branchline serve --host 0.0.0.0                                for everyone in your network
  branchline serve --bots mine=my_bot:pick                       your bot stands in the lobby as 'mine'
  branchline serve --bots 'mine=my_bot:pick,other=cmd:node my-bot.mjs'

Bots think in processes of their own. One of yours that fails or is late (BRANCHLINE_BOT_SECONDS) gives its
seat to 'casual', and the log says why.
"""


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


def served_bots(command: argparse.ArgumentParser) -> None:
    """Those that a server offers."""
    command.epilog, command.formatter_class = SERVE, argparse.RawDescriptionHelpFormatter
    command.add_argument(
        "--bots",
        metavar="NAME=BOT,...",
        default=os.environ.get("BRANCHLINE_BOTS", ""),
        help="bots of your own that people here may play against: mine=package.module:function or"
        " 'mine=cmd:./my-bot' (BRANCHLINE_BOTS)",
    )
