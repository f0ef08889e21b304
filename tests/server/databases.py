"""Databases with tables in them, and the commands that look after them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import httpx

from tests.server.house import bearer
from tests.server.process import Process, branchline


def played(database: Path, tables: int = 1) -> list[str]:
    """Tables in a database, with two moves at each; their ids."""
    with Process(database) as served:
        made = [served.create("me", "me", "me") for _ in range(tables)]
        for each in made * 2:
            path = f"{served.base}/api/tables/{each['id']}"
            to_move = httpx.get(path).json()["to_move"]
            headers = bearer(each["seats"][to_move]["token"])
            now = httpx.get(path, headers=headers).json()
            done = httpx.post(path, json={"do": now["choices"][0], "after": now["version"]}, headers=headers)
            assert done.is_success, done.text
    return [each["id"] for each in made]


def ids(database: Path) -> list[str]:
    connection = sqlite3.connect(database)
    found = [id for (id,) in connection.execute("SELECT id FROM tables")]
    connection.close()
    return found


def run(*arguments: str, database: Path | str) -> tuple[int, str]:
    """A command's exit status and all that it said."""
    done = branchline(*arguments, "--database", str(database))
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr
