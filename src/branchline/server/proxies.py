"""Behind a proxy: whom it speaks for, and under which address people find us.

A proxy that is trusted says in X-Forwarded-For, -Proto and -Host who asks and what they typed. From
anybody else these headers are noise: nobody can claim another address, scheme or host.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from starlette.types import Scope

from branchline.core.errors import BranchlineError
from branchline.core.voice import say

SECURE = {"http": "https", "ws": "wss"}


@lru_cache(1000)
def neighbourhood(host: str) -> str:
    """Whom limits count: an address, or the /64 that one customer of IPv6 gets.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3::4"), neighbourhood("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    if ":" not in host:
        return host
    try:
        found = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64))


class Proxies:
    """Who is trusted, and the path under which the proxy serves us (none: at its root)."""

    def __init__(self, trusted: str = "", root: str = "") -> None:
        """`trusted` is a list of addresses and networks with commas, `root` something like /games."""
        self.root = root.rstrip("/")
        if self.root and not self.root.startswith("/"):
            raise BranchlineError(say("server.root-slash", f"/{self.root}", repr(root)))
        if any(letter in "\"'<>&?#;\\ " or not letter.isprintable() for letter in self.root):
            raise BranchlineError(say("server.root-letters", repr(root)))
        self._networks = []
        for each in filter(None, (part.strip() for part in trusted.split(","))):
            try:
                self._networks.append(ipaddress.ip_network(each, strict=False))
            except ValueError:
                raise BranchlineError(say("server.bad-proxy", "10.0.0.0/8", repr(each))) from None
        self.trusts = lru_cache(1000)(self._trusts)

    def _trusts(self, host: str) -> bool:
        if not self._networks:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None) or address
        return any(mapped in network for network in self._networks)

    def see_through(self, scope: Scope) -> None:
        """The request as its sender meant it, written into the scope."""
        if self.root and (scope["path"] + "/").startswith(self.root + "/"):
            scope["path"] = scope["path"][len(self.root) :] or "/"  # a proxy may leave the prefix on
        client = scope.get("client")
        if not client or not self.trusts(client[0]):
            return
        said: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            if name.startswith(b"x-forwarded-"):
                said.setdefault(name[12:], []).extend(value.decode("latin-1").split(","))
        # each proxy adds whom it heard; the last one that is no proxy of ours is who asks
        asker = next(
            (each for each in map(_bare, reversed(said.get(b"for", []))) if not self.trusts(each)), ""
        )
        if asker:
            scope["client"] = (asker, 0)
        if said.get(b"proto", [""])[-1].strip().lower() in ("https", "wss"):
            scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])
        if host := said.get(b"host", [""])[-1].strip():
            kept = [(name, value) for name, value in scope["headers"] if name != b"host"]
            scope["headers"] = [*kept, (b"host", host.encode("latin-1"))]


def _bare(text: str) -> str:
    """An address without port and brackets.

    >>> _bare(" 192.0.2.7:4711"), _bare("[2001:db8::1]:80"), _bare("2001:db8::1")
    ('192.0.2.7', '2001:db8::1', '2001:db8::1')
    """
    text = text.strip()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
