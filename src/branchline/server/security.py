"""What keeps strangers out: origins, headers, sizes, rates. Tokens are hashed where they arrive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request

from branchline.core.voice import say
from branchline.server.proxies import Proxies, neighbourhood
from branchline.server.refusals import Denied
from branchline.server.seats import Visitor, derived, hashed

COOKIE = "branchline_me"
YEAR = 365 * 86_400
FRAMES = 10  # of a WebSocket for each question that it may ask: fragments and pings are work too
PICTURE = 14  # questions that a picture counts as, beside itself

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is too much. Rates are for each second, bursts are on top."""

    message: int = 64 * 1024  # bytes of a question
    body: int = 1_400_000  # bytes of a new table with its board or record
    rate: float = 20.0  # questions a second on a connection
    burst: float = 60.0
    address_rate: float = 60.0  # questions a second from an address
    address_burst: float = 300.0
    tables_an_hour: float = 60.0  # new tables from an address
    connections: int = 200  # WebSockets from an address, and twice as many connections of any kind
    sockets: int = 10_000  # connections from everywhere
    head: int = 16 * 1024  # bytes of a request around its body
    url: int = 4 * 1024  # bytes of an address and its query
    patience: float = 30.0  # seconds that a request may take to arrive


class Bucket:
    """Fills by `rate` a second up to `burst`; each question takes one, many frames at once take many."""

    __slots__ = ("at", "left")

    def __init__(self, burst: float, now: float) -> None:
        self.left, self.at = burst, now

    def take(self, now: float, rate: float, burst: float, many: int = 1) -> bool:
        self.left = min(burst, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < many:
            return False
        self.left -= many
        return True


class Gate:
    """Counts what comes from each address."""

    def __init__(self, limits: Limits, proxies: Proxies | None = None) -> None:
        self.limits, self.proxies = limits, proxies or Proxies()
        self._asked: dict[str, Bucket] = {}
        self._made: dict[str, Bucket] = {}
        self._framed: dict[str, Bucket] = {}
        self._open: dict[str, int] = {}
        self._inside: dict[str, int] = {}
        self.sockets = 0

    def question(self, address: str, now: float) -> bool:
        limits = self.limits
        return self._take(self._asked, address, now, limits.address_rate, limits.address_burst)

    def drawing(self, address: str, now: float) -> None:
        """A picture takes so long that it counts as many questions."""
        limits = self.limits
        if not self._take(self._asked, address, now, limits.address_rate, limits.address_burst, PICTURE):
            raise too_many()

    def new_table(self, address: str, now: float) -> None:
        hourly = self.limits.tables_an_hour
        if not self._take(self._made, address, now, hourly / 3600, hourly):
            raise too_many()

    def frames(self, address: str, now: float, many: int) -> bool:
        rate, burst = FRAMES * self.limits.address_rate, FRAMES * self.limits.address_burst
        return self._take(self._framed, address, now, rate, burst, many)

    @staticmethod
    def _take(
        buckets: dict[str, Bucket], address: str, now: float, rate: float, burst: float, many: int = 1
    ) -> bool:
        bucket = buckets.get(address)
        if bucket is None:
            if len(buckets) > 50_000:  # addresses are cheap to come by; forgetting them all is too
                buckets.clear()
            bucket = buckets[address] = Bucket(burst, now)
        return bucket.take(now, rate, burst, many)

    def enter(self, peer: str) -> bool:
        """A place for a connection of any kind; a proxy of ours brings everybody, so it has no limit."""
        address, limits = neighbourhood(peer), self.limits
        crowded = self._inside.get(address, 0) >= 2 * limits.connections and not self.proxies.trusts(peer)
        if crowded or self.sockets >= limits.sockets:
            return False
        self._inside[address] = self._inside.get(address, 0) + 1
        self.sockets += 1
        return True

    def leave(self, peer: str) -> None:
        address = neighbourhood(peer)
        self.sockets -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]

    def connect(self, address: str) -> bool:
        if self._open.get(address, 0) >= self.limits.connections:
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def disconnect(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def too_many() -> Denied:
    return Denied("too-many", say("server.too-much"))


def own_origin(headers: Mapping[str, str]) -> bool:
    """A browser names the page that asks; only our own may. Scripts name none.

    >>> own_origin({"host": "localhost:8000", "origin": "http://localhost:8000"})
    True
    >>> own_origin({"host": "localhost:8000", "origin": "https://evil.example"})
    False
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:
        return False


def address_of(connection: HTTPConnection) -> str:
    """Whom limits count: an address, or in IPv6 the network that one customer gets."""
    return neighbourhood(connection.client.host) if connection.client else "local"


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who asks. From here on only hashes are known."""
    address = address_of(connection)
    cookie = connection.cookies.get(COOKIE)
    given = connection.headers.get("authorization", "")
    token = given[7:] if given[:7].lower() == "bearer " else None
    secret = derived("visitor", cookie or "", token or "") if cookie or token else ""
    scheme = "https" if connection.url.scheme in ("https", "wss") else "http"
    origin = f"{scheme}://{connection.headers.get('host', '')}"
    return Visitor(
        address, hashed(cookie) if cookie else None, hashed(token) if token else None, secret, origin
    )


async def bounded_body(request: Request, limit: int) -> bytes:
    """The body, unless it is larger than that."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > limit:
            raise Denied("too-large", say("server.long-message", limit))
    return bytes(found)
