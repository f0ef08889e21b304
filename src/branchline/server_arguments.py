"""What the command line asks whoever runs a server, and about its database."""

from __future__ import annotations

import argparse
import os
from typing import Any

from branchline import examples
from branchline.core.voice import say
from branchline.parsing import below, count


def care_commands(commands: Any) -> None:
    """What whoever runs a server does with its database."""
    head, file = say("help.examples"), say("help.arg-file")
    backup = commands.add_parser("backup", help=say("help.backup"))
    backup.add_argument("file", metavar=file, help=say("help.backup-file"))
    below(backup, head, examples.of_backup(), say("help.more-backup"))

    restore = commands.add_parser("restore", help=say("help.restore"))
    restore.add_argument("file", metavar=file, help=say("help.restore-file"))
    restore.add_argument("--yes", action="store_true", help=say("help.restore-yes"))
    below(restore, head, examples.of_restore(), say("help.more-restore"))

    check = commands.add_parser("check-database", help=say("help.check-database"))
    below(check, head, examples.of_check_database(), say("help.more-check-database"))

    migrate = commands.add_parser("migrate", help=say("help.migrate"))
    migrate.add_argument("source", metavar=say("help.FROM"), help=say("help.migrate-source"))
    migrate.add_argument("target", metavar=say("help.TO"), help=say("help.migrate-target"))
    below(migrate, head, examples.of_migrate(), say("help.more-migrate"))

    delete = commands.add_parser("delete", help=say("help.delete"))
    delete.add_argument(
        "--older-than",
        type=count(1, "--older-than"),
        required=True,
        metavar=say("help.DAYS"),
        help=say("help.older-than"),
    )
    delete.add_argument("--yes", action="store_true", help=say("help.delete-yes"))
    below(delete, head, examples.of_delete())
    for command in (backup, restore, check, delete):  # `migrate` names both of its databases
        database_argument(command)


def setting(command: argparse.ArgumentParser, flag: str, usual: str | None, help: str, **more: Any) -> None:
    """An argument that can also be set in the environment: --root-path is BRANCHLINE_ROOT_PATH there.

    `help` is the key of a sentence of ours, which says that name.
    """
    name = environment_name(flag)
    command.add_argument(flag, default=os.environ.get(name, usual), help=say(help, name=name), **more)


def environment_name(flag: str) -> str:
    return f"BRANCHLINE_{flag.removeprefix('--').replace('-', '_').upper()}"


def server_arguments(command: argparse.ArgumentParser) -> None:
    setting(command, "--host", "127.0.0.1", "help.host")
    setting(command, "--port", "8000", "help.port", type=count(0, say("help.count-port")))
    setting(command, "--trusted-proxies", "", "help.trusted-proxies", metavar=say("help.LIST"))
    setting(command, "--root-path", "", "help.root-path", metavar=say("help.PATH"))
    setting(command, "--bots", "", "help.serve-bots", metavar=say("help.NAME-BOT"))
    processes = count(1, say("help.count-processes"))
    setting(command, "--processes", "1", "help.serve-processes", type=processes)
    call_arguments(command)
    command.add_argument("--no-browser", action="store_true", help=say("help.no-browser"))
    database_argument(command)
    below(command, say("help.examples"), examples.of_serve(), say("help.more-serve"))


def call_arguments(command: argparse.ArgumentParser) -> None:
    """How people are called when it is their turn."""
    setting(command, "--public-url", "", "help.public-url", metavar="URL")
    setting(command, "--smtp", "", "help.smtp", metavar="URL")
    setting(command, "--mail-from", "", "help.mail-from", metavar=say("help.ADDRESS"))
    allowed = environment_name("--allow-private-calls")
    command.add_argument(
        "--allow-private-calls",
        action="store_true",
        default=os.environ.get(allowed) == "1",
        help=say("help.allow-private-calls", name=allowed),
    )


def database_argument(command: argparse.ArgumentParser) -> None:
    setting(command, "--database", None, "help.database")
