"""The `branchline` command: serve, play, replay, check, selfplay, arena, board and more.

Bad input gets one sentence on standard error and exit code 2; nothing is lost and no traceback shown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from branchline import __version__
from branchline.bot_arguments import OWN, bot_seconds
from branchline.bots import BOTS, USUAL, Fault
from branchline.core.errors import BoardError, BranchlineError
from branchline.core.languages import LANGUAGES
from branchline.games import GAMES
from branchline.server_arguments import care_commands, count, server_arguments

EXAMPLES = """examples:
  branchline serve                                    play in the browser
  branchline serve --host 0.0.0.0                     the same for everyone in your network
  branchline play --terminal                          the menu in the terminal
  branchline play sncf-france --players 4 --bots strong
  branchline play bridgetown --bots my_bot:pick       against a bot of your own (docs/write-a-bot.md)
  branchline play koplopers --lang nl                 in Dutch; otherwise in the language of your locale
  branchline rules koplopers build.first --lang fr    a rule, or all rules without its id
  branchline learn sncf-france                        a first game of a few guided turns
  branchline puzzle                                   the puzzle of the day: which turn is best?
  branchline puzzle koplopers 7                       the seventh of a game; the first is the easiest
  branchline play --load saved.txt                    go on with a saved game
  branchline replay saved.txt --at 60                 the position after 60 actions
  branchline review saved.txt                         which turns cost most, what was better, and why
  branchline check records/*.txt                      replay everything, compare digests
  branchline selfplay sncf-germany --games 100 --bots greedy,random,random --out records
  branchline arena sncf-france --bots expert,greedy --games 400 --claim 0.7    is it that strong?
  branchline balance sncf-france --games 200          is it fair, and what is worth how much?
  branchline board sncf-france --out france.svg       the board as a picture
  branchline board check my-board.json                judge a board that you wrote
  branchline warm                                     compile now what bots would wait for later
  branchline new-game night_train                     in a checkout: a small game to make your own of
  branchline backup tables-monday.db                  copy the server's database, also while it runs
  branchline restore tables-monday.db                 put that copy in the database's place
  branchline check-database                           read and replay every table
  branchline migrate tables.db postgresql://host/db   move everything into another database
  branchline delete --older-than 90                   how many tables nobody needs; with --yes they go
"""

ARENA = """examples:
  branchline arena sncf-france --bots expert,greedy,greedy,greedy --games 100
  branchline arena bridgetown --bots strong,casual --players 3 --games 400 --claim 0.53 --out strong.jsonl
  branchline arena --table strong.jsonl                 the table of a file again, nothing is played
  branchline arena --table here.jsonl there.jsonl       games of one set-up from several machines
  branchline arena koplopers --bots expert,greedy --first 200 --games 200 --out there.jsonl
  branchline arena koplopers --bots expert,greedy --ray auto     on a Ray cluster (extra 'cluster')
  branchline arena bridgetown --bots my_bot:pick,casual          your function 'pick' in my_bot.py
  branchline arena bridgetown --bots 'mine=cmd:node my-bot.mjs,casual'    your program, called 'mine'
  branchline arena bridgetown --bots strong,casual,greedy --round-robin --players 3 --games 60 --out folder

The bots move on by a seat from game to game; with fewer names than seats the last one is repeated. A
game depends on its number and the seed alone, so the table is the same for any number of processes.
With --round-robin each bot sits alone among each of the others, and --out is a folder.
With --out every finished game is kept, and the same command goes on after a kill. --claim stops as soon
as the test knows; the exit status is 0 if the claim holds and 1 if it fails.
A bot of your own that answers what is not legal, or too late, ends the series with a sentence that says so.
"""

BALANCE = """examples:
  branchline balance sncf-france                        200 games of four strong bots
  branchline balance bridgetown --players 3 --games 1000 --out portland.html
  branchline balance sncf-germany --board my-board.json --bots casual

Who wins from which seat, how long games are, how they end, how far the first is ahead, and what each place
and each rule brought: a few lines here, all of it with plots in the page. After each game the bots move on by
a seat.
"""

NEW_GAME = """example:
  branchline new-game night_train

Writes src/branchline/games/night_train (one Python file, words, RULES.md), tests/games/night_train and a line
in GAMES: a small game that plays everywhere and passes its tests. docs/add-a-game.md says what to change.
"""

AGENTS = """examples, as an agent's settings name a server of the Model Context Protocol (extra 'agents'):
  branchline mcp                                        tables of its own, against bots, until it ends
  branchline mcp --server https://play.example.org      tables of that server, made there or joined by a link

Where the extra is installed, `branchline serve` has the same tools at /mcp of its address. docs/agents.md.
"""

# by command, what a person types


class Parser(argparse.ArgumentParser):
    """Refuses in one sentence."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].lower() + message[1:]
        self.exit(2, f"branchline: {sentence} (see '{self.prog} --help')\n")


def share(text: str) -> float:
    """An argument that is a part of all wins."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 < found < 1:
        raise argparse.ArgumentTypeError(f"a share is a number between 0 and 1, such as 0.4, not {text!r}")
    return found


def parser() -> Parser:
    top = Parser("branchline", description="Railway board games with every rule enforced.")
    top.epilog, top.formatter_class = EXAMPLES, argparse.RawDescriptionHelpFormatter
    top.add_argument("--version", action="version", version=f"branchline {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)

    serve = commands.add_parser("serve", help="play in the browser: tables for people and bots anywhere")
    serve.epilog = (
        "Where the extra 'agents' is installed, agents find their tools (MCP) at /mcp of this server."
    )
    server_arguments(serve)

    play = commands.add_parser("play", help="play in the terminal; without a game, in the browser")
    play.add_argument("--terminal", action="store_true", help="without a game: a menu here, no browser")
    play.add_argument("game", nargs="?", help=f"one of {', '.join(GAMES)}")
    play.add_argument(
        "--players",
        type=count(1, "the number of players"),
        help="how many seats (default 4, or as many as fit)",
    )
    play.add_argument("--people", default="Player", help="names of the people, from seat 1 on: Anna,Ben")
    play.add_argument(
        "--bots",
        default=USUAL,
        help=f"for the other seats, one name or one each: {', '.join(BOTS)}, or your own: {OWN}",
    )
    bot_seconds(play)
    play.add_argument("--seats", help="everyone in order instead: Anna,strong,Ben,my_bot:pick")
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")
    play.add_argument("--seed", help="make what chance draws repeatable")
    rules_arguments(play)
    language_argument(play)

    rules = commands.add_parser("rules", help="the rules of a game, or one of them by its id")
    rules.add_argument("game", help=f"one of {', '.join(GAMES)}")
    rules.add_argument("rule", nargs="?", default="", help="the id of a rule, such as build.city")
    language_argument(rules)

    learn = commands.add_parser("learn", help="learn a game by playing, in the terminal")
    learn.add_argument("game", help=f"one of {', '.join(GAMES)}")
    language_argument(learn)

    puzzle = commands.add_parser("puzzle", help="find the best turn of a position, in the terminal")
    puzzle.add_argument("game", nargs="?", help=f"one of {', '.join(GAMES)}; none: the puzzle of today")
    puzzle.add_argument("number", nargs="?", type=count(1, "number"), help="from 1, the easiest, on")
    language_argument(puzzle)

    replay = commands.add_parser("replay", help="show a record, step by step or at one position")
    replay.add_argument("file")
    replay.add_argument("--at", type=count(0, "--at"), metavar="N", help="the position after N actions")
    replay.add_argument(
        "--out",
        metavar="FILE",
        help="draw the position into an .svg or .png file, or the whole game into a moving .webp one",
    )

    review = commands.add_parser("review", help="which turns of a finished game cost most, and why")
    review.add_argument("file")
    review.add_argument("--out", metavar="FILE", help="write the record with the better turns as side lines")

    check = commands.add_parser("check", help="replay records and studies and say where one lies")
    check.add_argument("files", nargs="+")

    selfplay = commands.add_parser("selfplay", help="bots against bots")
    series_arguments(selfplay, "greedy", 10)
    selfplay.add_argument("--rotate", action="store_true", help="move the bots on by a seat after every game")
    selfplay.add_argument("--out", metavar="DIR", help="write each record to DIR")
    selfplay.add_argument(
        "--parquet", metavar="FILE", help="write every position of every game to one file (extra 'parquet')"
    )
    rules_arguments(selfplay)

    balance = commands.add_parser("balance", help="is a game fair, and what is worth how much? as a page")
    balance.epilog, balance.formatter_class = BALANCE, argparse.RawDescriptionHelpFormatter
    series_arguments(balance, "strong", 200)
    balance.add_argument("--out", metavar="FILE", help="the page (default GAME-balance.html)")
    rules_arguments(balance)

    arena = commands.add_parser("arena", help="measure how strong bots are")
    arena_arguments(arena)
    rules_arguments(arena)

    board = commands.add_parser("board", help="show a board, or judge a board file")
    board.add_argument("game", help=f"one of {', '.join(GAMES)}, or 'check'")
    board.add_argument("file", nargs="?", help="the board file to judge, or to show instead of ours")
    board.add_argument("--board", metavar="FILE", help="the same, as 'play' takes it")
    board.add_argument("--out", metavar="FILE", help="draw it into an .svg or .png file")

    warm = commands.add_parser("warm", help="compile what the bots need, once on a machine")
    warm.add_argument("games", nargs="*", metavar="GAME", help=f"(all) {', '.join(GAMES)}")

    new_game = commands.add_parser("new-game", help="begin a game of your own, in a checkout")
    new_game.epilog, new_game.formatter_class = NEW_GAME, argparse.RawDescriptionHelpFormatter
    new_game.add_argument("name", metavar="NAME", help="small letters, digits and underscores: night_train")

    agents = commands.add_parser("mcp", help="let an agent play: tools for it, by standard input and output")
    agents.epilog, agents.formatter_class = AGENTS, argparse.RawDescriptionHelpFormatter
    agents.add_argument(
        "--server", metavar="URL", help="at tables of this server; without it, at tables of its own"
    )

    care_commands(commands)
    return top


def series_arguments(command: argparse.ArgumentParser, bot: str, games: int) -> None:
    """Games between bots of one's choice."""
    command.add_argument("game", help=f"one of {', '.join(GAMES)}")
    command.add_argument(
        "--players", type=count(1, "the number of players"), help="how many seats (default: one a bot, or 4)"
    )
    command.add_argument(
        "--games", type=count(1, "the number of games"), default=games, help=f"how many (default {games})"
    )
    command.add_argument(
        "--bots",
        default=bot,
        help=f"one name, or one a seat: {', '.join(BOTS)}, or your own: {OWN} (default {bot})",
    )
    bot_seconds(command)
    command.add_argument("--seed", default="0", help="the same seed gives the same games (default 0)")
    command.add_argument("--processes", type=count(1, "the number of processes"), help="default: one a core")


def arena_arguments(command: argparse.ArgumentParser) -> None:
    command.epilog, command.formatter_class = ARENA, argparse.RawDescriptionHelpFormatter
    command.add_argument("game", nargs="?", help=f"one of {', '.join(GAMES)}")
    command.add_argument(
        "--bots", default="greedy,random", help=f"who plays: {', '.join(BOTS)}, or your own: {OWN}"
    )
    bot_seconds(command)
    command.add_argument(
        "--players", type=count(1, "the number of players"), help="default: one a name, or 4"
    )
    command.add_argument("--games", type=count(1, "the number of games"), default=100, help="default 100")
    command.add_argument(
        "--first", type=count(0, "the number of the first game"), default=0, help="begin with this number"
    )
    command.add_argument("--seed", default="0", help="the same seed gives the same games (default 0)")
    command.add_argument(
        "--claim", type=share, metavar="SHARE", help="does the first bot win at least this share? (0.4)"
    )
    command.add_argument("--out", metavar="FILE", help="keep every game, and go on where this file ends")
    command.add_argument("--records", metavar="DIR", help="write the record of each game to DIR")
    command.add_argument(
        "--round-robin", action="store_true", help="each bot alone among each of the others, in one table"
    )
    command.add_argument("--table", nargs="+", metavar="FILE", help="show the table of files, play nothing")
    command.add_argument("--processes", type=count(1, "the number of processes"), help="default: one a core")
    command.add_argument(
        "--ray", metavar="ADDRESS", help="play on this Ray cluster; 'auto' finds or makes one"
    )


def rules_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--board", metavar="FILE", help="play on this board file")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )


def language_argument(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lang", choices=LANGUAGES, help="the language of the game's words (default: that of the locale)"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = parser().parse_args(arguments)
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
        where = f"{Path(error.filename).name}: " if isinstance(error.filename, str) else ""
        print(f"branchline: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
