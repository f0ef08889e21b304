"""Lines that one could type, as `--help` shows them below the arguments of a command."""

from __future__ import annotations

from branchline.core.voice import say

Lines = list[tuple[str, str]]  # what to type, and what that does
RULE = "build.first"


def of_all() -> Lines:
    """Below the list of all commands."""
    return [
        ("serve", say("help.example-serve")),
        ("serve --host 0.0.0.0", say("help.example-serve-network")),
        ("play --terminal", say("help.example-menu")),
        ("play sncf-france --players 4 --bots strong", ""),
        ("play bridgetown --bots my_bot:pick", say("help.example-own-bot")),
        ("play koplopers --lang nl", say("help.example-lang")),
        (f"rules koplopers {RULE} --lang fr", say("help.example-rules")),
        ("learn sncf-france", say("help.example-learn")),
        ("puzzle", say("help.example-today")),
        ("puzzle koplopers 7", say("help.example-puzzle")),
        ("play --load saved.txt", say("help.load")),
        ("replay saved.txt --at 60", say("help.example-at")),
        ("review saved.txt", say("help.example-review")),
        ("check records/*.txt", say("help.example-check")),
        ("selfplay sncf-germany --games 100 --bots greedy,random,random --out records", ""),
        ("arena sncf-france --bots expert,greedy --games 400 --claim 0.7", say("help.example-arena")),
        ("balance sncf-france --games 200", say("help.example-balance")),
        ("board sncf-france --out france.svg", say("help.example-board")),
        ("board check my-board.json", say("help.example-board-check")),
        ("warm", say("help.example-warm")),
        ("new-game night_train", say("help.example-new-game")),
        ("backup tables-monday.db", say("help.backup")),
        ("restore tables-monday.db", say("help.example-restore")),
        ("check-database", say("help.example-check-database")),
        ("migrate tables.db postgresql://host/db", say("help.example-migrate")),
        ("delete --older-than 90", say("help.example-delete")),
    ]


def of_arena() -> Lines:
    return [
        ("arena sncf-france --bots expert,greedy,greedy,greedy --games 100", ""),
        (
            "arena bridgetown --bots strong,casual --players 3 --games 400 --claim 0.53 --out strong.jsonl",
            "",
        ),
        ("arena --table strong.jsonl", say("help.example-table")),
        ("arena --table here.jsonl there.jsonl", say("help.example-tables")),
        ("arena koplopers --bots expert,greedy --first 200 --games 200 --out there.jsonl", ""),
        ("arena koplopers --bots expert,greedy --ray auto", say("help.example-ray")),
        ("arena bridgetown --bots my_bot:pick,casual", say("help.example-pick")),
        ("arena bridgetown --bots 'mine=cmd:node my-bot.mjs,casual'", say("help.example-cmd")),
        (
            "arena bridgetown --bots strong,casual,greedy --round-robin --players 3 --games 60 --out folder",
            "",
        ),
    ]


def of_balance() -> Lines:
    return [
        ("balance sncf-france", say("help.example-four-strong")),
        ("balance bridgetown --players 3 --games 1000 --out portland.html", ""),
        ("balance sncf-germany --board my-board.json --bots casual", ""),
    ]


def of_mcp() -> Lines:
    return [
        ("mcp", say("help.example-mcp")),
        ("mcp --server https://play.example.org", say("help.example-mcp-server")),
    ]


def of_serve() -> Lines:
    return [
        ("serve --host 0.0.0.0", say("help.example-network")),
        ("serve --bots mine=my_bot:pick", say("help.example-mine")),
        ("serve --bots 'mine=my_bot:pick,other=cmd:node my-bot.mjs'", ""),
    ]


def of_backup() -> Lines:
    return [
        ("backup tables-monday.db", ""),
        ("backup /mnt/disk/tables.db --database /data/tables.db", ""),
    ]


def of_restore() -> Lines:
    return [
        ("restore tables-monday.db", say("help.example-restore-new")),
        ("restore tables-monday.db --yes", say("help.example-restore-old")),
        ("restore /mnt/disk/tables.db --database /data/tables.db --yes", ""),
    ]


def of_check_database() -> Lines:
    return [
        ("check-database", ""),
        ("check-database --database postgresql://user@host/branchline", ""),
    ]


def of_migrate() -> Lines:
    return [
        ("migrate tables.db postgresql://user@host/branchline", ""),
        ("migrate postgresql://user@host/branchline tables.db", ""),
    ]


def of_delete() -> Lines:
    return [
        ("delete --older-than 90", say("help.example-count")),
        ("delete --older-than 90 --yes", say("help.example-delete-yes")),
    ]
