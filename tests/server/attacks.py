"""What strangers try: each function is one row of the proof."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket

from websockets.asyncio.client import connect

from tests.server import hostile
from tests.server.attack import Row, Scene, address, attack
from tests.server.house import bearer

SEATS = [{"kind": "me"}] * 3
BLOCK = b"a" * 65536


@attack("hostile boards")
async def hostile_boards(scene: Scene, row: Row) -> None:
    """Five strangers post boards that hang, explode or are wrong everywhere, as fast as they are answered."""
    waiting = list(hostile.boards(scene.count(5, 50)))

    async def post(number: int) -> None:
        async with scene.stranger(number) as client:
            while waiting:
                game_id, board = waiting.pop()
                body = {"game": game_id, "seats": SEATS, "board": board}
                row.tried += 1
                row.heard(await client.post("/api/tables", json=body), scene.bystander.secrets)

    await asyncio.gather(*(post(number) for number in range(1, 6)))
    assert row.refused == row.tried


async def poured(
    scene: Scene, number: int, first: bytes, most: int, block: bytes = BLOCK, then: bytes = b""
) -> int:
    """Bytes that one connection got rid of before it was hung up on; what it is sent it reads.

    `then` is said when `first` has been answered, as by a WebSocket.
    """
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", scene.served.port, local_addr=(address(number), 0)
    )

    async def listen() -> None:
        with contextlib.suppress(OSError):
            while await reader.read(1 << 18):
                pass

    writer.write(first)
    if then:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(then)
    sent, listening = 0, asyncio.create_task(listen())
    with contextlib.suppress(OSError):
        while sent < most and not reader.at_eof():
            writer.write(block)
            sent += len(block)
            await asyncio.wait_for(writer.drain(), 20)
            await asyncio.sleep(0)
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    await listening
    return sent


async def poured_by_ten(
    scene: Scene, row: Row, number: int, first: bytes, block: bytes, then: bytes = b""
) -> None:
    """Ten connections of one address pour 6 MB each, again and again; all are hung up on."""
    taken, most = 0, 6 << 20
    for _ in range(scene.count(2, 20)):
        sent = await asyncio.gather(*(poured(scene, number, first, most, block, then) for _ in range(10)))
        taken = max(taken, *sent)
        row.tried += 10
        row.refused += sum(each < most for each in sent)
    row.note = f"at most {taken / 1e6:.1f} MB of {most / 1e6:.0f} taken"
    assert row.refused == row.tried


@attack("heads without end")
async def heads(scene: Scene, row: Row) -> None:
    """Headers, addresses and trailers of 200 MB each."""
    begun = [
        b"GET /health HTTP/1.1\r\nHost: x\r\nX-Filler: ",
        b"GET /health?",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
    ]
    taken = 0
    for number in range(scene.count(6, 60)):
        sent = await poured(scene, 10 + number % 5, begun[number % 3], 200 << 20)
        taken = max(taken, sent)
        row.tried += 1
        row.refused += sent < 200 << 20
    row.note = f"at most {taken / 1e6:.1f} MB of 200 taken"
    assert row.refused == row.tried


@attack("requests that wait for no answer")
async def pipelined(scene: Scene, row: Row) -> None:
    """The next request before the answer to the last, without end."""
    await poured_by_ten(scene, row, 15, b"", b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 2000)


@attack("bodies in crumbs")
async def crumbs(scene: Scene, row: Row) -> None:
    """A new table, a byte at a time, in chunks."""
    begun = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    await poured_by_ten(scene, row, 16, begun, b"1\r\n{\r\n" * 4000)


UPGRADE = (
    "GET /ws/{id} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@attack("fragments without end")
async def fragments(scene: Scene, row: Row) -> None:
    """A message that goes on and on in empty fragments."""
    upgrade = UPGRADE.format(id=scene.bystander.table).encode()
    await poured_by_ten(scene, row, 17, upgrade, b"\x00\x80\0\0\0\0" * 4000, b"\x01\x81\0\0\0\0{")


@attack("pings without end")
async def pings(scene: Scene, row: Row) -> None:
    upgrade = UPGRADE.format(id=scene.bystander.table).encode()
    await poured_by_ten(scene, row, 18, upgrade, b"\x89\x80\0\0\0\0" * 4000, b"\x89\x80\0\0\0\0")


@attack("comings and goings")
async def comings(scene: Scene, row: Row) -> None:
    """Open a WebSocket at somebody's table and go, as fast as it is let in."""
    upgrade = UPGRADE.format(id=scene.bystander.table).encode()

    async def come() -> None:
        for _ in range(scene.count(60, 600)):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", scene.served.port, local_addr=(address(19), 0)
            )
            writer.write(upgrade)
            with contextlib.suppress(OSError):
                row.refused += b" 101 " not in await reader.readline()
            row.tried += 1
            writer.transport.abort()

    await asyncio.gather(*(come() for _ in range(10)))
    assert row.refused


@attack("half-open connections")
async def half_open(scene: Scene, row: Row) -> None:
    """Connections that say nothing, or a word now and then, from several addresses, kept for a while."""
    lines = []
    for number in range(scene.count(300, 2000)):
        row.tried += 1
        line = socket.socket()
        line.setblocking(False)
        line.bind((address(20 + number % 4), 0))
        with contextlib.suppress(OSError):
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", scene.served.port))
            line.send(b"GET /health HTTP/1.1\r\nX: " if number % 2 else b"")
        lines.append(line)
    for _ in range(scene.count(3, 40)):
        await asyncio.sleep(1)
        for line in lines:
            with contextlib.suppress(OSError):
                line.send(b"a")
    for line in lines:
        with contextlib.suppress(OSError):
            row.refused += line.recv(1) is not None  # hung up on, or told so
        line.close()


@attack("deaf readers")
async def deaf(scene: Scene, row: Row) -> None:
    """Ask for much and never read it."""
    writers = []
    for number in range(scene.count(20, 200)):
        row.tried += 1
        _, writer = await asyncio.open_connection(
            "127.0.0.1", scene.served.port, local_addr=(address(30 + number % 4), 0), limit=1
        )
        writer.write(b"GET /api/games/bridgetown/board HTTP/1.1\r\nHost: x\r\n\r\n" * 16)
        writers.append(writer)
    await asyncio.sleep(scene.count(2, 10))
    for writer in writers:
        writer.transport.abort()


@attack("tables of experts")
async def experts(scene: Scene, row: Row) -> None:
    """One stranger opens tables of three experts and looks on at all of them."""
    async with scene.stranger(40) as client, contextlib.AsyncExitStack() as lines:
        for _ in range(scene.count(12, 59)):
            body = {"game": "sncf-france", "seats": [{"kind": "bot", "bot": "expert"}] * 3}
            answer = await client.post("/api/tables", json=body)
            row.tried += 1
            row.heard(answer, scene.bystander.secrets)
            made = answer.json()
            await lines.enter_async_context(
                connect(
                    f"{scene.base.replace('http', 'ws')}/ws/{made['id']}",
                    additional_headers=bearer(made["host"]),
                    compression=None,
                    local_addr=(address(40), 0),
                )
            )
        asked = len(scene.bystander.row.bots)
        async with asyncio.timeout(600):
            while len(scene.bystander.row.bots) < asked + scene.count(3, 20):
                await asyncio.sleep(0.1)
        figures = (await client.get("/metrics")).text.splitlines()
    waiting = next(line for line in figures if line.startswith("branchline_waiting "))
    row.note = f"{float(waiting.split()[1]):.0f} questions waited"


@attack("claims of other addresses")
async def claims(scene: Scene, row: Row) -> None:
    """Each table with another X-Forwarded-For; only sixty an hour are made."""
    made = 0
    async with scene.stranger(50) as client:
        for number in range(scene.count(80, 300)):
            headers = {"x-forwarded-for": f"192.0.2.{number % 256}", "x-forwarded-proto": "https"}
            body = {"game": "sncf-france", "seats": SEATS}
            answer = await client.post("/api/tables", json=body, headers=headers)
            row.tried += 1
            row.heard(answer, scene.bystander.secrets)
            made += answer.status_code == 201
    row.note = f"{made} made"
    assert made <= 61


@attack("questions of strangers")
async def questions(scene: Scene, row: Row) -> None:
    """Every verb at somebody else's table, as fast as it goes, with tokens that are none."""
    asked = [
        {"do": ["build", "red", "d7"], "after": 1},
        {"try": [["build", "red", "d7"]]},
        {"propose": []},
        {"typed": "x " * 99},
        {"takeback": 0, "after": 1},
        {"chat": "hello"},
        {"note": "mine"},
        {"name": "Eve", "seat": 0},
        {"join": 0},
        {"join": None, "token": "guessed" * 3},
        {"hand": 0},
        {"leave": 0},
        {"drive": 0, "bot": "random"},
        {"concede": 0},
        {"agree": "end"},
        {"agree": "person", "seat": 1},
        {"mute": 0},
        {"forget": 0},
        {"rematch": True},
    ]
    async with scene.stranger(60) as client:
        for number in range(scene.count(150, 3000)):
            body = json.dumps(asked[number % len(asked)])
            headers = bearer(f"guess{number:017}")
            answer = await client.post(f"/api/tables/{scene.bystander.table}", content=body, headers=headers)
            row.tried += 1
            row.heard(answer, scene.bystander.secrets)
    assert row.refused == row.tried
