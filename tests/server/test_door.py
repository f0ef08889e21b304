"""What a connection may do before it is a request: heads, addresses, slowness, places, deaf readers."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from branchline.server.serve import SPARE_FILES
from tests.processes import PATIENCE
from tests.server.attack import REAL
from tests.server.process import Process

MEGABYTE = 1 << 20


@contextlib.contextmanager
def dialled(served: Process, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", served.port), 20, (source, 0)) as line:
        yield line


def pour(line: socket.socket, first: bytes, again: bytes, most: int) -> int:
    """Send until hung up on, or until so much was taken."""
    sent = 0
    with contextlib.suppress(ConnectionError, TimeoutError):
        line.sendall(first)
        while sent < most:
            line.sendall(again)
            sent += len(again)
    return sent


def heard(line: socket.socket) -> bytes:
    """Everything until the other side hangs up."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65536):
            found += part
    return found


def hung_up(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"GET /health HTTP/1.1\r\nHost: x\r\n", b"X-Filler: " + b"a" * 1000 + b"\r\n"),
        (b"GET /health HTTP/1.1\r\nHost: x\r\nX-Filler: ", b"a" * 65536),
        (b"GET /health?", b"a" * 65536),
        (
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
            b"a" * 65536,
        ),
        (
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;x=",
            b"a" * 65536,
        ),
    ],
    ids=["many headers", "one header", "address", "trailer", "chunk extension"],
)
def test_a_head_without_end_is_cut_off(tmp_path: Path, first: bytes, again: bytes) -> None:
    with Process(tmp_path / "t.db") as served:
        assert httpx.get(f"{served.base}/health").is_success
        watched = psutil.Process(served.process.pid)
        before = watched.memory_info().rss
        with dialled(served) as line:
            sent = pour(line, first, again, 200 * MEGABYTE)
        assert sent < 20 * MEGABYTE, "what the system's own buffers hold, and no more"
        assert watched.memory_info().rss < before + 20 * MEGABYTE
        assert httpx.get(f"{served.base}/health").is_success


def test_what_is_too_large_is_told(tmp_path: Path) -> None:
    with Process(tmp_path / "t.db") as served:
        for path, headers, status in (
            ("/" + "a" * 5000, {}, 414),
            ("/health", {"X-Filler": "a" * 17_000}, 431),
        ):
            answer = httpx.get(served.base + path, headers=headers)
            assert answer.status_code == status and answer.json()["error"] == "too-large"
            assert "at most" in answer.json()["text"]
        with dialled(served) as line:
            line.sendall(b"this is no HTTP\r\n\r\n")
            assert heard(line).startswith(b"HTTP/1.1 400 ")


def test_a_large_board_still_comes_through_in_pieces(tmp_path: Path) -> None:
    """The limits are for what surrounds a body; a body has its own."""
    body = b'{"game": "sncf-france", "seats": [], "record": "' + b"x" * 800_000 + b'"}'
    with Process(tmp_path / "t.db") as served:
        for pieces in (
            [body],
            [body[at : at + 1000] for at in range(0, len(body), 1000)],
            [body[at : at + 1] for at in range(1000)],
        ):
            answer = httpx.post(f"{served.base}/api/tables", content=iter(pieces), timeout=PATIENCE)
            assert answer.status_code == 400 and answer.json()["error"] == "bad-message"


def test_requests_that_do_not_wait_for_answers_are_hung_up_on(tmp_path: Path) -> None:
    """Nobody who plays sends the next request before the answer, and what waits is memory."""
    request = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    with Process(tmp_path / "t.db") as served:
        with dialled(served) as line:
            line.sendall(request * 12)
            found = b""
            while found.count(b"HTTP/1.1 200 ") < 12:
                found += line.recv(65536)
        watched = psutil.Process(served.process.pid)
        before = watched.memory_info().rss
        with dialled(served) as line:
            reading = threading.Thread(target=heard, args=(line,))
            reading.start()
            sent = pour(line, b"", request * 2000, 6 * MEGABYTE)
            assert watched.memory_info().rss < before + 20 * MEGABYTE
            assert sent < 6 * MEGABYTE
            reading.join()
        with dialled(served) as line:
            line.sendall(request * 100)
            found = heard(line)
        assert b"HTTP/1.1 429 " in found and b"wait for its answer" in found
        assert httpx.get(f"{served.base}/health").is_success


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET /heal", b"GET /health HTTP/1.1\r\nHost: x\r\n", b"POST /api/qr HTTP/1.1\r\nHost: x\r\n"],
    ids=["silent", "address", "head", "another head"],
)
def test_a_request_that_does_not_arrive_is_hung_up_on(tmp_path: Path, begun: bytes) -> None:
    with Process(tmp_path / "t.db", BRANCHLINE_PATIENCE="1") as served, dialled(served) as line:
        line.sendall(begun)
        assert heard(line).startswith(b"HTTP/1.1 408 ")


def test_drops_of_a_body_do_not_keep_a_connection(tmp_path: Path) -> None:
    with Process(tmp_path / "t.db", BRANCHLINE_PATIENCE="1") as served, dialled(served) as line:
        line.sendall(b"POST /api/qr HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
        begun = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < begun + 20:
                line.sendall(b"a")
                time.sleep(0.1)
        assert time.monotonic() < begun + 15


def test_whoever_does_not_read_the_answers_is_hung_up_on(tmp_path: Path) -> None:
    with Process(tmp_path / "t.db", BRANCHLINE_PATIENCE="1") as served:
        watched = psutil.Process(served.process.pid)
        with dialled(served) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(b"GET /api/games/bridgetown/board HTTP/1.1\r\nHost: x\r\n\r\n" * 16)
            deadline = time.monotonic() + PATIENCE
            port = line.getsockname()[1]
            while any(each.raddr[1:] == (port,) for each in watched.net_connections("tcp")):
                assert time.monotonic() < deadline, "the connection is still there"
                time.sleep(0.1)
        assert httpx.get(f"{served.base}/health").is_success


def test_an_address_has_so_many_connections_and_others_theirs(tmp_path: Path) -> None:
    with Process(tmp_path / "t.db", BRANCHLINE_CONNECTIONS="20") as served, contextlib.ExitStack() as lines:
        for _ in range(40):
            lines.enter_context(dialled(served, "127.0.0.2"))
        refused = lines.enter_context(dialled(served, "127.0.0.2"))
        refused.settimeout(20)
        assert hung_up(refused)
        assert httpx.get(f"{served.base}/health").is_success


def test_half_open_connections_take_all_places_only_for_a_while(tmp_path: Path) -> None:
    settings = {"BRANCHLINE_SOCKETS": "50", "BRANCHLINE_PATIENCE": "2"}
    with Process(tmp_path / "t.db", False, "serve", **settings) as served, contextlib.ExitStack() as lines:
        with httpx.Client(base_url=served.base) as kept:
            assert kept.get("/health").is_success
            for _ in range(200):
                with contextlib.suppress(ConnectionError):
                    lines.enter_context(dialled(served))
            assert kept.get("/health").is_success, "who is inside is served"
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(httpx.TransportError):
                assert httpx.get(f"{served.base}/health").is_success
                break
            assert time.monotonic() < deadline, "the places did not become free"
            time.sleep(0.1)
        assert "Traceback" not in served.out()


def test_places_are_fewer_than_files() -> None:
    """Connections are files: a server that ran out of them could not even open its database."""
    asked = "from branchline.server.serve import *; print(settings_from({}).limits.sockets, most_files())"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    sockets, files = map(int, found.stdout.split())
    assert 0 < sockets <= files - SPARE_FILES


def masked(kind: int, data: bytes = b"", last: bool = True) -> bytes:
    """A frame as a browser sends it, with a mask of zeros."""
    return bytes((kind | last << 7, 0x80 | len(data))) + bytes(4) + data


@contextlib.contextmanager
def upgraded(served: Process, id: str, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A WebSocket, by hand."""
    with dialled(served, source) as line:
        line.sendall(
            f"GET /ws/{id} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert line.recv(12) == b"HTTP/1.1 101"
        yield line


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (masked(1, b"{", last=False), masked(0, last=False)),
        (b"", masked(9)),
        (b"", masked(10)),
        (b"", masked(1, b"{}")),
    ],
    ids=["fragments", "pings", "pongs", "messages"],
)
def test_a_flood_of_frames_is_hung_up_on(tmp_path: Path, first: bytes, again: bytes) -> None:
    """They cost as much as questions and are none, so they have a rate of their own."""
    with Process(tmp_path / "t.db", False, "serve", **REAL) as served:
        id = served.create("me", "me", "me")["id"]
        with upgraded(served, id) as line:
            for _ in range(100):
                line.sendall(masked(9, b"slowly"))
            found = b""
            while found.count(b"slowly") < 100:
                found += line.recv(65536)
            reading = threading.Thread(target=heard, args=(line,))
            reading.start()
            sent = pour(line, first, again * 4000, 10 * MEGABYTE)
            reading.join()
        assert sent < 10 * MEGABYTE
        assert httpx.get(f"{served.base}/health").is_success
        assert "Traceback" not in served.out()


def test_an_address_has_so_many_frames(tmp_path: Path) -> None:
    """However many connections they come on."""
    settings = {**REAL, "BRANCHLINE_ADDRESS_RATE": "1", "BRANCHLINE_ADDRESS_BURST": "40"}
    with Process(tmp_path / "t.db", False, "serve", **settings) as served, contextlib.ExitStack() as lines:
        id = served.create("me", "me", "me")["id"]
        for _ in range(2):
            line = lines.enter_context(upgraded(served, id, "127.0.0.2"))
            line.sendall(masked(9, b"again") * 300)
        assert b"\x88\x02\x03\xf0" in heard(line), "closed with 1008"
        other = lines.enter_context(upgraded(served, id, "127.0.0.3"))
        other.sendall(masked(9, b"again") * 300)
        found = b""
        while found.count(b"again") < 300:
            found += other.recv(65536)


def test_a_body_in_absurdly_many_pieces_is_refused(tmp_path: Path) -> None:
    with Process(tmp_path / "t.db") as served, dialled(served) as line:
        begun = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        line.sendall(begun + b"1\r\n{\r\n" * 5000)
        assert heard(line).startswith(b"HTTP/1.1 413 ")
