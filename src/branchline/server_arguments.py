"""What the command line asks whoever runs a server, and about its database."""

from __future__ import annotations

import argparse
import os
import re
from typing import Any

SERVE = """examples:
  branchline serve --host 0.0.0.0                                for everyone in your network
  branchline serve --bots mine=my_bot:pick                       your bot stands in the lobby as 'mine'
  branchline serve --bots 'mine=my_bot:pick,other=cmd:node my-bot.mjs'

Bots think in processes of their own. One of yours that fails or is late (BRANCHLINE_BOT_SECONDS) gives its
seat to 'casual', and the log says why.
"""

CARE = {
    "backup": """examples:
  branchline backup tables-monday.db
  branchline backup /mnt/disk/tables.db --database /data/tables.db

PostgreSQL is copied with its own pg_dump.
""",
    "restore": """examples:
  branchline restore tables-monday.db                        where there is no database yet
  branchline restore tables-monday.db --yes                  the old one is kept as tables.db.before-restore
  branchline restore /mnt/disk/tables.db --database /data/tables.db --yes

Stop the server first. PostgreSQL is restored with its own pg_restore.
""",
    "check-database": """examples:
  branchline check-database
  branchline check-database --database postgresql://user@host/branchline

Nothing is changed, and a server may run meanwhile. The exit status is 0 if all is well and 2 if not.
""",
    "migrate": """examples:
  branchline migrate tables.db postgresql://user@host/branchline
  branchline migrate postgresql://user@host/branchline tables.db

Stop the servers first. Everything is moved, read back and compared before any of it is kept.
""",
    "delete": """examples:
  branchline delete --older-than 90                          count them
  branchline delete --older-than 90 --yes                    delete them
""",
}


def count(least: int, what: str) -> type[int]:
    """An argument that is a whole number from `least` on."""

    def read(text: str) -> int:
        if not re.fullmatch("-?[0-9]{1,9}", text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"{what} is a whole number from {least} on, not {text[:20]!r}")
        return int(text)

    return read  # type: ignore[return-value]


def care_commands(commands: Any) -> None:
    """What whoever runs a server does with its database."""
    backup = commands.add_parser("backup", help="copy the server's database, also while it runs")
    backup.add_argument("file", help="the copy; must not be there yet")

    restore = commands.add_parser("restore", help="put a copy in the place of the server's database")
    restore.add_argument("file", help="a copy that 'backup' made; it stays as it is")
    restore.add_argument("--yes", action="store_true", help="replace a database, which is kept beside it")

    check = commands.add_parser("check-database", help="read the server's database and replay every table")

    migrate = commands.add_parser("migrate", help="move everything from one database into another")
    migrate.add_argument(
        "source", metavar="FROM", help="an SQLite file or postgresql://...; it stays as it is"
    )
    migrate.add_argument("target", metavar="TO", help="the other one, which must be empty or not there yet")

    delete = commands.add_parser("delete", help="delete tables at which nothing has happened for long")
    delete.add_argument(
        "--older-than",
        type=count(1, "--older-than"),
        required=True,
        metavar="DAYS",
        help="finished, never begun or untouched for so many days; without --yes they are only counted",
    )
    delete.add_argument("--yes", action="store_true", help="really delete them")
    for command in (backup, restore, check, migrate, delete):
        command.epilog = CARE[command.prog.split()[-1]]
        command.formatter_class = argparse.RawDescriptionHelpFormatter
        if command is not migrate:  # which names both of its databases
            database_argument(command)


def setting(command: argparse.ArgumentParser, flag: str, usual: str | None, help: str, **more: Any) -> None:
    """An argument that can also be set in the environment: --root-path is BRANCHLINE_ROOT_PATH there."""
    name = f"BRANCHLINE_{flag.removeprefix('--').replace('-', '_').upper()}"
    command.add_argument(flag, default=os.environ.get(name, usual), help=help.replace("{name}", name), **more)


def server_arguments(command: argparse.ArgumentParser) -> None:
    setting(
        command, "--host", "127.0.0.1",
        "the address to listen on (default 127.0.0.1; 0.0.0.0: the whole network; {name})",
    )  # fmt: skip
    setting(command, "--port", "8000", "the port (default 8000; {name})", type=count(0, "the port"))
    setting(
        command, "--trusted-proxies", "",
        "proxies whose X-Forwarded-For, -Proto and -Host count, as addresses or networks with commas"
        " (default: nobody's; {name})",
        metavar="LIST",
    )  # fmt: skip
    setting(
        command, "--root-path", "",
        "the path under which a proxy serves us, like /games ({name})", metavar="PATH",
    )  # fmt: skip
    command.epilog, command.formatter_class = SERVE, argparse.RawDescriptionHelpFormatter
    setting(
        command, "--bots", "",
        "bots of your own that people here may play against: mine=package.module:function or"
        " 'mine=cmd:./my-bot' ({name})",
        metavar="NAME=BOT,...",
    )  # fmt: skip
    setting(
        command, "--processes", "1",
        "server processes on that port (default 1; more need PostgreSQL; {name})",
        type=count(1, "the number of processes"),
    )  # fmt: skip
    call_arguments(command)
    command.add_argument("--no-browser", action="store_true", help="do not open the browser")
    database_argument(command)


def call_arguments(command: argparse.ArgumentParser) -> None:
    """How people are called when it is their turn."""
    setting(
        command, "--public-url", "",
        "where people find this server, for the links in calls ({name})", metavar="URL",
    )  # fmt: skip
    setting(
        command, "--smtp", "",
        "the mail server for calls, smtp://user:password@host:587 or smtps://... ({name})", metavar="URL",
    )  # fmt: skip
    setting(command, "--mail-from", "", "who writes these mails ({name})", metavar="ADDRESS")
    command.add_argument(
        "--allow-private-calls",
        action="store_true",
        default=os.environ.get("BRANCHLINE_ALLOW_PRIVATE_CALLS") == "1",
        help="webhooks and push may lead into private networks (BRANCHLINE_ALLOW_PRIVATE_CALLS=1)",
    )


def database_argument(command: argparse.ArgumentParser) -> None:
    setting(
        command, "--database", None,
        "an SQLite file or postgresql://... (default: a file in your data folder; {name})",
    )  # fmt: skip
