"""The `branchline` command: serve, play, replay, check, selfplay, arena, board and more.

Bad input gets one sentence on standard error and exit code 2; nothing is lost and no traceback shown.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from branchline import __version__, examples
from branchline.bot_arguments import bot_seconds
from branchline.bots import BOTS, USUAL, Fault
from branchline.bots.bot import POOL
from branchline.core.errors import BoardError, BranchlineError
from branchline.core.languages import LANGUAGES
from branchline.core.voice import say, speak, speaking
from branchline.games import GAMES
from branchline.parsing import Parser, below, count, share
from branchline.server_arguments import care_commands, server_arguments
from branchline.speech import asked_for


def parser() -> Parser:
    """All that can be typed, in the language that is spoken here."""
    top = Parser("branchline", description=say("help.branchline"))
    below(top, say("help.examples"), examples.of_all())
    top.add_argument(
        "--version", action="version", version=f"branchline {__version__}", help=say("help.argparse-version")
    )
    language_argument(top, None)
    commands = top.add_subparsers(
        dest="command", metavar=say("help.COMMAND"), required=True, parser_class=Parser
    )
    server_arguments(commands.add_parser("serve", help=say("help.serve")))
    play_arguments(commands.add_parser("play", help=say("help.play")))

    rules = commands.add_parser("rules", help=say("help.rules"))
    game_argument(rules)
    rules.add_argument("rule", nargs="?", default="", metavar=say("help.arg-rule"), help=say("help.rule"))

    learn = commands.add_parser("learn", help=say("help.learn"))
    game_argument(learn)

    puzzle = commands.add_parser("puzzle", help=say("help.puzzle"))
    game_argument(puzzle, "help.one-of-today", nargs="?")
    number = say("help.arg-number")
    puzzle.add_argument("number", nargs="?", type=count(1, number), metavar=number, help=say("help.number"))

    replay = commands.add_parser("replay", help=say("help.replay"))
    replay.add_argument("file", metavar=say("help.arg-file"))
    replay.add_argument("--at", type=count(0, "--at"), metavar="N", help=say("help.at"))
    replay.add_argument("--out", metavar=say("help.FILE"), help=say("help.replay-out"))

    review = commands.add_parser("review", help=say("help.review"))
    review.add_argument("file", metavar=say("help.arg-file"))
    review.add_argument("--out", metavar=say("help.FILE"), help=say("help.review-out"))

    check = commands.add_parser("check", help=say("help.check"))
    check.add_argument("files", nargs="+", metavar=say("help.arg-files"))

    selfplay = commands.add_parser("selfplay", help=say("help.selfplay"))
    series_arguments(selfplay, "greedy", 10)
    selfplay.add_argument("--rotate", action="store_true", help=say("help.rotate"))
    selfplay.add_argument("--out", metavar=say("help.DIR"), help=say("help.selfplay-out"))
    selfplay.add_argument("--parquet", metavar=say("help.FILE"), help=say("help.parquet"))
    rules_arguments(selfplay)

    balance = commands.add_parser("balance", help=say("help.balance"))
    below(balance, say("help.examples"), examples.of_balance(), say("help.more-balance"))
    series_arguments(balance, "strong", 200)
    balance.add_argument("--out", metavar=say("help.FILE"), help=say("help.balance-out"))
    rules_arguments(balance)

    arena = commands.add_parser("arena", help=say("help.arena"))
    arena_arguments(arena)
    rules_arguments(arena)

    board = commands.add_parser("board", help=say("help.board"))
    game_argument(board, "help.one-of-check")
    board.add_argument("file", nargs="?", metavar=say("help.arg-file"), help=say("help.board-file"))
    board.add_argument("--board", metavar=say("help.FILE"), help=say("help.board-board"))
    board.add_argument("--out", metavar=say("help.FILE"), help=say("help.board-out"))

    warm = commands.add_parser("warm", help=say("help.warm"))
    warm.add_argument("games", nargs="*", metavar=say("help.GAME"), help=say("help.all-of", list(GAMES)))

    new_game = commands.add_parser("new-game", help=say("help.new-game"))
    below(new_game, say("help.example"), [("new-game night_train", "")], say("help.more-new-game"))
    new_game.add_argument("name", metavar=say("help.NAME"), help=say("help.new-game-name"))

    agents = commands.add_parser("mcp", help=say("help.mcp"))
    below(agents, say("help.examples-mcp"), examples.of_mcp(), say("help.more-mcp"))
    agents.add_argument("--server", metavar="URL", help=say("help.mcp-server"))

    care_commands(commands)
    for command in commands.choices.values():
        # one that is not typed there does not undo the one before the command
        language_argument(command, argparse.SUPPRESS)
    return top


def play_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--terminal", action="store_true", help=say("help.terminal"))
    game_argument(command, nargs="?")
    command.add_argument("--players", type=count(1, say("help.count-players")), help=say("help.players"))
    command.add_argument("--people", help=say("help.people"))
    command.add_argument(
        "--bots", default=USUAL, help=say("help.play-bots", bots=list(BOTS), own=say("help.own"))
    )
    bot_seconds(command)
    command.add_argument("--seats", help=say("help.seats"))
    command.add_argument("--load", metavar=say("help.FILE"), help=say("help.load"))
    command.add_argument("--seed", help=say("help.play-seed"))
    rules_arguments(command)


def series_arguments(command: argparse.ArgumentParser, bot: str, games: int) -> None:
    """Games between bots of one's choice."""
    game_argument(command)
    command.add_argument(
        "--players", type=count(1, say("help.count-players")), help=say("help.series-players")
    )
    command.add_argument(
        "--games", type=count(1, say("help.count-games")), default=games, help=say("help.series-games", games)
    )
    who = {"bots": list(BOTS), "own": say("help.own"), "usual": bot}
    command.add_argument("--bots", default=bot, help=say("help.series-bots", **who))
    bot_seconds(command)
    chance_arguments(command)


def chance_arguments(command: argparse.ArgumentParser) -> None:
    """The same games again, and how many at once."""
    command.add_argument("--seed", default="0", help=say("help.seed"))
    command.add_argument(
        "--processes", type=count(1, say("help.count-processes")), help=say("help.processes")
    )


def arena_arguments(command: argparse.ArgumentParser) -> None:
    more = say("help.more-arena-seats"), say("help.more-arena-claim")
    below(command, say("help.examples"), examples.of_arena(), *more)
    game_argument(command, nargs="?")
    who = say("help.arena-bots", bots=list(BOTS), pool=list(POOL), own=say("help.own"))
    command.add_argument("--bots", default="greedy,random", help=who)
    bot_seconds(command)
    command.add_argument(
        "--players", type=count(1, say("help.count-players")), help=say("help.arena-players")
    )
    command.add_argument(
        "--games", type=count(1, say("help.count-games")), default=100, help=say("help.default", 100)
    )
    command.add_argument("--first", type=count(0, say("help.count-first")), default=0, help=say("help.first"))
    command.add_argument("--claim", type=share, metavar=say("help.SHARE"), help=say("help.claim"))
    command.add_argument("--out", metavar=say("help.FILE"), help=say("help.arena-out"))
    command.add_argument("--records", metavar=say("help.DIR"), help=say("help.arena-records"))
    command.add_argument("--round-robin", action="store_true", help=say("help.round-robin"))
    command.add_argument("--table", nargs="+", metavar=say("help.FILE"), help=say("help.arena-table"))
    command.add_argument("--ray", metavar=say("help.ADDRESS"), help=say("help.ray"))
    chance_arguments(command)


def game_argument(
    command: argparse.ArgumentParser, key: str = "help.one-of", nargs: str | None = None
) -> None:
    command.add_argument("game", nargs=nargs, metavar=say("help.arg-game"), help=say(key, list(GAMES)))


def rules_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--board", metavar=say("help.FILE"), help=say("help.board-play"))
    command.add_argument(
        "--option", action="append", default=[], metavar=say("help.NAME-VALUE"), help=say("help.option")
    )


def language_argument(command: argparse.ArgumentParser, default: str | None) -> None:
    command.add_argument("--lang", choices=LANGUAGES, default=default, help=say("help.lang"))


def main(arguments: Sequence[str] | None = None) -> int:
    typed = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # one that lacks a letter of ours shows another sign for it
            stream.reconfigure(errors="replace")
    with speaking(asked_for(typed, os.environ)):  # already known when the help is made
        chosen = parser().parse_args(typed)
        if chosen.lang:
            speak(chosen.lang)
        return obey(chosen)


def obey(chosen: argparse.Namespace) -> int:
    """Do what was typed, and say in a sentence why that cannot be done."""
    try:
        from branchline import commands

        return int(getattr(commands, chosen.command.replace("-", "_"))(chosen))
    except BoardError as error:
        print(error, file=sys.stderr)
        return 2
    except BranchlineError as error:
        print(f"branchline: {error}", file=sys.stderr)
        for line in error.wrote.splitlines()[:-1] if isinstance(error, Fault) else []:
            print(f"  | {line}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read our output has seen enough
        return 0
    except OSError as error:
        from branchline.files import why_not

        where = f"{Path(error.filename).name}: " if isinstance(error.filename, str) else ""
        print(f"branchline: {where}{why_not(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
