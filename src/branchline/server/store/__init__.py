"""Where tables live: one protocol, plain SQL that SQLite and PostgreSQL both understand.

Every statement stands once, with `{}` for each value; a store writes them in its own dialect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from branchline.core.errors import BranchlineError


class Conflict(Exception):
    """Somebody else has stored that row first."""


class Write(NamedTuple):
    """One statement of `WRITES` and its values."""

    statement: str
    values: tuple[Any, ...]


class Row(NamedTuple):
    """One line of a table's log. Rows are only ever added.

    Kinds: `act` (an action; seat -1 is chance), `back` (a takeback to row `body`), `chat`, `say` (the
    table speaks), `seat` (who drives a seat has changed), `end` (an agreed end).
    """

    n: int
    kind: str
    seat: int
    body: str
    digest: str
    key: str
    at: float


class Store(Protocol):
    """A database. `save` returns when everything in it is on the disk, all or nothing."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def save(self, change: Sequence[Write]) -> None: ...

    async def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...


# in the order in which the statements of one change must run
WRITES = {
    "table": "INSERT INTO tables(id, setup, status, listed, to_move, deadline, changed, rematch)"
    " VALUES({}, {}, {}, {}, {}, {}, {}, {})",
    "seat": "INSERT INTO seats(table_id, seat, body, owner, token) VALUES({}, {}, {}, {}, {})"
    " ON CONFLICT(table_id, seat) DO UPDATE SET"
    " body = excluded.body, owner = excluded.owner, token = excluded.token",
    "row": "INSERT INTO rows(table_id, n, kind, seat, body, digest, key, at)"
    " VALUES({}, {}, {}, {}, {}, {}, {}, {})",
    "turn": "UPDATE tables SET status = {}, to_move = {}, deadline = {}, changed = {} WHERE id = {}",
    "rematch": "UPDATE tables SET rematch = {} WHERE id = {}",
    "note": "INSERT INTO notes(table_id, seat, body) VALUES({}, {}, {})"
    " ON CONFLICT(table_id, seat) DO UPDATE SET body = excluded.body",
}

_TABLE = "SELECT t.id, t.setup, t.status, t.listed, t.to_move, t.deadline, t.changed, t.rematch FROM tables t"
READS = {
    "table": _TABLE + " WHERE t.id = {}",
    "seats": "SELECT seat, body, owner, token FROM seats WHERE table_id = {} ORDER BY seat",
    "rows": "SELECT n, kind, seat, body, digest, key, at FROM rows WHERE table_id = {} ORDER BY n",
    "listed": _TABLE + " WHERE t.listed = 1 AND t.status IN ('waiting', 'playing')"
    " ORDER BY t.changed DESC LIMIT {}",
    "owned": _TABLE + " WHERE t.id IN (SELECT table_id FROM seats WHERE owner = {})"
    " ORDER BY t.changed DESC LIMIT {}",
    "due": "SELECT id FROM tables WHERE deadline < {} AND status = 'playing'",
    "note": "SELECT body FROM notes WHERE table_id = {} AND seat = {}",
    # tables that wait for nobody: a bot is to move where somebody plays too, or chance has not begun
    "unattended": "SELECT t.id FROM tables t LEFT JOIN seats s ON s.table_id = t.id AND s.seat = t.to_move"
    " WHERE t.status = 'playing' AND (t.to_move = -1 OR (s.body NOT LIKE '%\"bot\":\"\"%' AND EXISTS"
    ' (SELECT 1 FROM seats p WHERE p.table_id = t.id AND p.body LIKE \'%"bot":""%\')))',
    "ids": "SELECT id FROM tables ORDER BY id",
    "alive": "SELECT 1",
}


def dialect(statements: dict[str, str], place: Any) -> dict[str, str]:
    """Statements with a store's own signs for values: `place(1)` is the first.

    >>> dialect({"note": READS["note"]}, lambda n: f"${n}")["note"]
    'SELECT body FROM notes WHERE table_id = $1 AND seat = $2'
    """
    return {
        name: text.format(*(place(n) for n in range(1, text.count("{}") + 1)))
        for name, text in statements.items()
    }


# each list of statements brings a database from its number to the next; released ones never change
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE tables(id TEXT PRIMARY KEY, setup TEXT NOT NULL, status TEXT NOT NULL,"
        " listed INTEGER NOT NULL, to_move INTEGER NOT NULL, deadline DOUBLE PRECISION,"
        " changed DOUBLE PRECISION NOT NULL, rematch TEXT)",
        "CREATE TABLE seats(table_id TEXT NOT NULL, seat INTEGER NOT NULL, body TEXT NOT NULL,"
        " owner TEXT, token TEXT, PRIMARY KEY(table_id, seat))",
        "CREATE TABLE rows(table_id TEXT NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL,"
        " seat INTEGER NOT NULL, body TEXT NOT NULL, digest TEXT NOT NULL, key TEXT NOT NULL,"
        " at DOUBLE PRECISION NOT NULL, PRIMARY KEY(table_id, n))",
    ),
    (
        "CREATE TABLE notes(table_id TEXT NOT NULL, seat INTEGER NOT NULL, body TEXT NOT NULL,"
        " PRIMARY KEY(table_id, seat))",
        "CREATE INDEX seats_owner ON seats(owner)",
        "CREATE INDEX tables_status ON tables(status, deadline)",
    ),
)


def pending(found: int) -> tuple[tuple[str, ...], ...]:
    """What must run on a database with that number."""
    if found > len(MIGRATIONS):
        raise BranchlineError(
            f"the database has format {found}, this Branchline knows {len(MIGRATIONS)}: use a newer one"
        )
    return MIGRATIONS[found:]


def store_for(database: str) -> Store:
    """SQLite for a path, PostgreSQL for an address that begins with postgresql://."""
    if database.startswith(("postgresql://", "postgres://")):
        from branchline.server.store.postgres import PostgresStore

        return PostgresStore(database)
    from branchline.server.store.sqlite import SqliteStore

    return SqliteStore(database)
