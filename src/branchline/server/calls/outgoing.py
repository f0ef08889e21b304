"""A message to an address that somebody typed: only into the open Internet, and without surprises.

Whoever names an address could name one of the machines around the server, or a name that leads there at
the next look. So the address that is connected to is the one that was judged, there is no second look, and a
redirect is not followed.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from branchline.server.spoken import aloud, later

log = logging.getLogger("branchline.calls")
PATIENCE = 10.0  # seconds until a line stands, and as many for the answer
NAMES = 16  # that are looked up at once
OF_ONE = 2  # of these in one domain, whose servers may never answer
WAITING = 16  # names of one domain that wait for it
HEAD = 16_384  # bytes of an answer that are read
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# not everywhere said to be closed: old site-local ones, for documents, of relays, and a dummy
CLOSED = [ipaddress.ip_network(each) for each in ("fec0::/10", "3fff::/20", "192.88.99.0/24", "192.0.0.0/24")]

Found = list[tuple[int, str]]  # a family and an address
Resolve = Callable[[str, int], Awaitable[Found]]
Last = Callable[[], Awaitable[None]]  # runs before what cannot be undone


class Failed(Exception):
    """It was not delivered, for sure. `final`: another try would not help; `gone`: nor ever.

    `why` is kept for who asked for the call, and said in their language."""

    def __init__(self, why: str, final: bool = False, gone: bool = False) -> None:
        super().__init__(why)
        self.why, self.final, self.gone = why, final or gone, gone

    def __str__(self) -> str:
        return aloud(self.why)


class Unsure(Exception):
    """It may have been delivered or not; `why` as above."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return aloud(self.why)


class Target(NamedTuple):
    """Where a message goes, as it was judged."""

    url: SplitResult
    port: int
    found: Found


def is_open(address: str) -> bool:
    """An address of the open Internet, also where an older one is wrapped in it.

    >>> [is_open(each) for each in ("93.184.215.14", "10.1.2.3", "127.0.0.1", "169.254.169.254")]
    [True, False, False, False]
    >>> [is_open(each) for each in ("2606:4700::1", "::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "fe80::1%1")]
    [True, False, False, False, False]
    >>> [is_open(each) for each in ("fec0::1", "3fff::1", "192.88.99.1", "192.0.0.8")]
    [False, False, False, False]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in NAT64:
            inside = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inside is not None:
            return is_open(str(inside))
    if any(found in each for each in CLOSED):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def domain(address: str) -> str:
    """Whose host it is, as far as its name tells.

    >>> domain("https://a.b.example.org:8443/x"), domain("https://10.0.0.1/"), domain("https://[::1]/")
    ('example.org', '10.0.0.1', '::1')
    """
    host = (urlsplit(address).hostname or "").rstrip(".")
    return host if ":" in host or host.rpartition(".")[2].isdigit() else ".".join(host.split(".")[-2:])


class Outgoing:
    """How this server sends: `private` lets it into its own network, as its operator wants."""

    def __init__(self, private: bool = False, resolve: Resolve | None = None) -> None:
        self.private, self.resolve = private, resolve or self._resolved
        self.tls = ssl.create_default_context()
        # a name that takes for ever to be found keeps nobody else's threads
        self._names = ThreadPoolExecutor(NAMES, "names")
        self._looking: dict[tuple[str, int], asyncio.Task[Found]] = {}
        self._domains: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()

    def close(self) -> None:
        for task in [*self._looking.values()]:
            task.cancel()
        self._names.shutdown(wait=False, cancel_futures=True)

    async def _resolved(self, host: str, port: int) -> Found:
        """The addresses of a name, by the system. Who waits may give up; a thread keeps its place."""
        task = self._looking.get((host, port))
        if task is None:
            owner = domain(f"//{host}") if ":" not in host else host
            if self._waiting[owner] >= WAITING:
                raise OSError("crowded")
            self._waiting[owner] += 1
            task = self._looking[host, port] = asyncio.create_task(self._look_up(host, port, owner))
            task.add_done_callback(partial(self._looked_up, (host, port), owner))
        return await asyncio.shield(task)

    async def _look_up(self, host: str, port: int, owner: str) -> Found:
        look = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        async with self._domains.setdefault(owner, asyncio.Semaphore(OF_ONE)):
            found = await asyncio.get_running_loop().run_in_executor(self._names, look)
        return [(family, str(where[0])) for family, _, _, _, where in found]

    def _looked_up(self, name: tuple[str, int], owner: str, task: asyncio.Task[Found]) -> None:
        if not task.cancelled():
            task.exception()  # nobody may be left to hear it
        del self._looking[name]
        self._waiting -= Counter([owner])
        if not self._waiting[owner]:
            self._domains.pop(owner, None)

    async def target(self, address: str) -> Target:
        """Where an address leads now, or Failed with what is wrong with it."""
        try:
            url = urlsplit(address)
            port = url.port or (443 if url.scheme == "https" else 80)
        except ValueError:
            raise Failed(later("server.no-address"), True) from None
        if url.scheme not in (("https", "http") if self.private else ("https",)) or not url.hostname:
            raise Failed(later("server.address-begins"), True)
        if url.username is not None or url.password is not None:
            raise Failed(later("server.address-password"), True)
        if not address.isascii() or not address.isprintable() or " " in address:
            raise Failed(later("server.address-letters"), True)
        try:
            found = await asyncio.wait_for(self.resolve(url.hostname, port), PATIENCE / 2)
        except (OSError, UnicodeError, TimeoutError):
            found = []
        # one sentence for both: which names there are inside is nobody's business
        if not found or (not self.private and not all(is_open(where) for _, where in found)):
            raise Failed(self.nowhere(url), bool(found))
        return Target(url, port, found)

    async def post(self, address: str, body: bytes, headers: dict[str, str], last: Last) -> int:
        """Post a message; the status of the answer. Failed before it was sent, Unsure after."""
        target = await self.target(address)
        reader, writer = await self._connected(target)
        try:
            peer = writer.get_extra_info("peername")
            if not self.private and not is_open(str(peer[0])):
                raise Failed(self.nowhere(target.url), True)
            await last()
            writer.write(request(target.url, body, headers))
            try:
                return await asyncio.wait_for(status(reader, writer), PATIENCE)
            except (OSError, TimeoutError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
                log.info("a call was not confirmed", extra={"error": type(error).__name__})
                raise Unsure(later("server.host-unsure", host=target.url.hostname)) from None
        finally:
            writer.close()
            with contextlib.suppress(OSError, TimeoutError, ssl.SSLError):
                await asyncio.wait_for(writer.wait_closed(), 1)

    async def _connected(self, target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A line to the first of its addresses that answers, and to no other."""
        name = target.url.hostname
        secure = {"ssl": self.tls, "server_hostname": name} if target.url.scheme == "https" else {}
        for family, where in target.found:
            try:
                opening = asyncio.open_connection(where, target.port, family=family, **secure)  # type: ignore[arg-type]
                return await asyncio.wait_for(opening, PATIENCE / 2 / len(target.found))
            except (OSError, TimeoutError) as error:
                log.info("a call found no line", extra={"error": type(error).__name__})
        raise Failed(later("server.host-silent", host=name))

    def nowhere(self, url: SplitResult) -> str:
        return later("server.host-unknown" if self.private else "server.host-closed", host=url.hostname)


def request(url: SplitResult, body: bytes, headers: dict[str, str]) -> bytes:
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    host = url.netloc.rpartition("@")[2]
    lines = [f"POST {path} HTTP/1.1", f"host: {host}", "connection: close", "user-agent: Branchline"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines.append(f"content-length: {len(body)}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


async def status(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    """What an HTTP answer begins with; the rest is not read."""
    await writer.drain()
    line = await reader.readuntil(b"\r\n")
    version, number = line[:HEAD].split()[:2]
    if not version.startswith(b"HTTP/1."):
        raise ValueError("no HTTP")
    return int(number)


def judged(host: str, code: int) -> None:
    """Pass where a message was taken, or Failed by what the answer means."""
    if 200 <= code < 300:
        return
    if code in (404, 410):
        raise Failed(later("server.host-gone", host=host, code=code), gone=True)
    if 300 <= code < 400:
        raise Failed(later("server.host-elsewhere", host=host, code=code), True)
    if code in (408, 425, 429) or code >= 500:
        raise Failed(later("server.host-busy", host=host, code=code))
    raise Failed(later("server.host-refused", host=host, code=code), True)
