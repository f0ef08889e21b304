"""The command: starts quickly, says where it is, stops cleanly, keeps everything, backs up."""

from __future__ import annotations

import signal
import sqlite3
import time
from pathlib import Path

import httpx
import psutil
import pytest

from branchline.server.answers import Reach
from branchline.server.proxies import Proxies
from branchline.server.reach import is_local, lan_address, link, reach
from branchline.server.serve import qr
from tests.processes import PATIENCE
from tests.server.process import Process, branchline


def test_start_up_stop_and_backup(tmp_path: Path) -> None:
    begun = time.perf_counter()
    with Process(tmp_path / "new folder" / "tables.db") as served:
        spent = time.perf_counter() - begun
        health = httpx.get(f"{served.base}/health").json()
        assert health["status"] == "ok"
        made = served.create("me", "me", "me")
        copying = ("backup", str(tmp_path / "copy.db"), "--database", served.database)
        assert branchline(*copying).returncode == 0
        again = branchline(*copying)
        assert again.returncode == 2 and "is there already" in again.stderr
        busy = branchline("serve", "--port", str(served.port), "--database", served.database)
        assert busy.returncode == 2 and "cannot listen on 127.0.0.1" in busy.stderr
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(10) == 0
        out = served.out()
    assert f"Branchline is at {served.base}/" in out
    assert "Stopped. Every table is kept." in out
    assert "Traceback" not in out
    assert spent < 6, "the bench measures the real figure; this is far above it on a busy machine"
    with Process(tmp_path / "copy.db") as copy:
        table = httpx.get(f"{copy.base}/api/tables/{made['id']}").json()
        assert table["status"] == "playing"


def test_an_sqlite_file_has_one_server(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    several = branchline("serve", "--port", "0", "--database", str(database), "--processes", "2")
    assert several.returncode == 2 and "2 processes need PostgreSQL" in several.stderr
    assert several.stderr.count("\n") == 1 and not database.exists()
    with Process(database) as served:
        second = branchline("serve", "--port", "0", "--database", str(database))
        assert second.returncode == 2 and "is served already" in second.stderr
        assert second.stderr.count("\n") == 1
        served.kill()  # which leaves the file that was locked, and no lock
    with Process(database) as served:
        assert httpx.get(f"{served.base}/health").is_success
    assert not (tmp_path / "tables.db.lock").exists()


def test_several_processes_share_a_port_and_one_that_ends_is_started_again(postgres: str) -> None:
    with Process(postgres, BRANCHLINE_PROCESSES="2") as served:
        first = children(served)
        assert len(first) == 2
        made = served.create("me", "me", "me")
        for _ in range(10):
            found = httpx.get(f"{served.base}/api/tables/{made['id']}")  # a connection each, to either
            assert found.json()["status"] == "playing"
        figures = httpx.get(f"{served.base}/metrics").text
        assert 'branchline_answers_total{status="201"} 1.0' in figures, "each says the sums of all"
        first[0].kill()
        deadline = time.monotonic() + PATIENCE
        while len(again := children(served)) < 2 or first[0] in again:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert httpx.get(f"{served.base}/health").is_success
        served.process.terminate()
        assert served.process.wait(20) == 0
        assert not any(each.is_running() for each in again)
        assert "Stopped. Every table is kept." in served.out()
        assert "Traceback" not in served.out()


def children(served: Process) -> list[psutil.Process]:
    """The server processes; beside them there is one of Python's own, which looks after what they share."""
    found = psutil.Process(served.process.pid).children()
    return [each for each in found if each.is_running() and "spawn_main" in " ".join(command(each))]


def command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def test_the_environment_says_the_same_as_the_arguments(tmp_path: Path) -> None:
    database = tmp_path / "environment.db"
    with Process(database, by_environment=True) as served:
        assert httpx.get(f"{served.base}/health").is_success
    assert sqlite3.connect(database).execute("PRAGMA user_version").fetchone()[0] >= 1


@pytest.mark.parametrize("task", ["play", "serve"])
def test_play_without_a_game_serves(tmp_path: Path, task: str) -> None:
    with Process(tmp_path / "t.db", by_environment=True, command=task) as served:
        assert httpx.get(f"{served.base}/").text.startswith("<!doctype html>")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "noise.db").write_text("this is no database, whatever its name says\n" * 100)
    done = branchline("serve", "--port", "0", "--database", str(tmp_path / "noise.db"))
    assert done.returncode == 2
    assert "cannot be used as a database" in done.stderr


def test_who_sits_at_the_machine_learns_the_address_for_others(tmp_path: Path) -> None:
    near = lan_address()
    with Process(tmp_path / "here.db") as served:
        told = httpx.get(f"{served.base}/api/reach").json()
        assert told["open"] is False, "it listens on 127.0.0.1 alone"
        wanted = "" if is_local(near) else f"http://{near}:{served.port}"
        assert told["address"] == wanted


def test_nobody_from_elsewhere_is_told_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.reach.lan_address", lambda: "192.168.1.20")
    plain = Proxies()
    assert reach("127.0.0.1", "0.0.0.0", 8000, plain) == Reach("http://192.168.1.20:8000", True)
    assert reach("127.0.0.1", "127.0.0.1", 8000, plain) == Reach("http://192.168.1.20:8000", False)
    assert reach("192.168.1.9", "0.0.0.0", 8000, plain) == Reach("", False)
    assert reach("127.0.0.1", "0.0.0.0", 8000, Proxies("", "/games")) == Reach("", False)


def test_on_a_network_there_is_a_link_and_a_code() -> None:
    assert is_local("127.0.0.1") and not is_local("0.0.0.0")
    assert link("0.0.0.0", 8000).startswith("http://") and "0.0.0.0" not in link("0.0.0.0", 8000)
    code = qr("http://192.168.1.20:8000/")
    assert (len(code.splitlines()) > 10 and "█" in code) or "▀" in code
