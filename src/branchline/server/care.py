"""Care of the data: copy, restore, check and delete, for whoever runs a server."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path

from branchline.core.errors import BranchlineError
from branchline.core.record import last_state
from branchline.server.clocks import DAY
from branchline.server.metrics import Metrics
from branchline.server.store import Store, Write, copies, is_postgres, store_for
from branchline.server.tables import Tables
from branchline.server.world import World

TOGETHER = 100  # tables that are deleted at once
TRIES = 3  # a table may be played at while it is checked; then it is read again
KINDS = {"over": "finished", "ended": "ended by agreement", "waiting": "never begun", "playing": "untouched"}


def back_up(database: str, target: str) -> int:
    """Copy a database that may be in use."""
    if is_postgres(database):
        raise BranchlineError("a PostgreSQL database is copied with its own pg_dump")
    copies.backup(database, target)
    print(f"Kept in {Path(target)}")
    return 0


def restore(copy: str, database: str, replace: bool) -> int:
    """Put a copy in the database's place."""
    if is_postgres(database):
        raise BranchlineError(
            "a PostgreSQL database is restored with its own pg_restore, or psql for a plain dump"
        )
    kept = copies.restore(copy, database, replace)
    print(
        f"{database} is now what was in {copy}." + (f" What it was before is kept in {kept}." if kept else "")
    )
    return 0


async def check(database: str) -> int:
    """Read everything, replay every game, and say what is wrong."""
    if not is_postgres(database):
        copies.judge(database)
    store = store_for(database)
    await store.open(upgrade=False)
    try:
        tables = Tables(store, World(), Metrics())
        ids = [id for (id,) in await store.read("ids")]
        faults = {id: fault for id in ids if (fault := await fault_of(tables, id))}
        orphans = [id for (id,) in await store.read("orphans")]
    finally:
        await store.close()
    for id, fault in faults.items():
        print(f"branchline: table {id}: {fault}", file=sys.stderr)
    for id in orphans:
        print(f"branchline: table {id} is gone, but not everything of it", file=sys.stderr)
    print(f"{len(ids) - len(faults)} of {len(ids)} tables can be read and replay to their digests.")
    return 2 if faults or orphans else 0


async def fault_of(tables: Tables, id: str) -> str:
    """What is wrong with a table, in a sentence; nothing when all is well."""
    fault = ""
    for _ in range(TRIES):
        try:
            fault = await difference(tables, id)
        except Exception as error:  # whatever it is, the other tables are checked too
            fault = str(error) or type(error).__name__
        if not fault:
            break
    return fault


async def difference(tables: Tables, id: str) -> str:
    """Where a table does not say what its log says; raises where it cannot be read."""
    found = await tables.store.read("table", id)
    if not found:
        return ""  # deleted meanwhile
    status, to_move = found[0][2], found[0][4]
    match = await tables.load(id)
    last_state(match.game, match.record())  # every digest
    if len(match.seats) != match.setup.players:
        return f"it has {len(match.seats)} seats of {match.setup.players}"
    if [row.n for row in match.rows] != list(range(1, len(match.rows) + 1)):
        return "a row of its log is missing"
    if (status, to_move) != (match.status, match.state.to_move):
        return f"lists say {status}, its log says {match.status}"
    return ""


async def delete(database: str, days: int, sure: bool, world: World | None = None) -> int:
    """Delete tables at which nothing has happened for so many days; first say how many they are."""
    store = store_for(database)
    await store.open(upgrade=False)
    try:
        now = (world or World()).now()
        values = (now - days * DAY, now - days * DAY, now)
        old = await store.read("old", *values)
        counts = Counter(KINDS[status] for _, status in old)
        told = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS.values() if counts[kind])
        print(f"Left alone for {days} days: {tables_in(len(old))}" + (f" ({told})." if told else "."))
        orphans = [id for (id,) in await store.read("orphans")]
        if orphans:
            print(f"Deleted before, but not everything of it: {tables_in(len(orphans))}.")
        if (old or orphans) and not sure:
            print("Nothing is deleted yet: say the same with --yes.")
        if old and sure:
            print(f"Deleted: {tables_in(await deleted(store, [id for id, _ in old], values))}.")
        if orphans and sure:
            await asyncio.gather(*(store.save(remains(id)) for id in orphans))
            print(f"Cleared away: the remains of {tables_in(len(orphans))}.")
    finally:
        await store.close()
    return 0


def tables_in(number: int) -> str:
    return "1 table" if number == 1 else f"{number} tables"


async def deleted(store: Store, ids: list[str], values: tuple[float, ...]) -> int:
    """Each table in a transaction of its own, unless somebody has come back to it meanwhile."""
    for first in range(0, len(ids), TOGETHER):
        changes = (
            [Write("delete table", (id, *values)), *remains(id)] for id in ids[first : first + TOGETHER]
        )
        await asyncio.gather(*map(store.save, changes))
    left = {id for (id,) in await store.read("ids")}
    return len([id for id in ids if id not in left])


def remains(id: str) -> list[Write]:
    """Take away what is left of a table that does not stand any more."""
    parts = ("rows", "seats", "holders", "notes", "reviews", "plans", "ways", "calls")
    return [Write(f"delete {part}", (id,)) for part in parts]
