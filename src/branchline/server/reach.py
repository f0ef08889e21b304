"""From where a server can be reached, so that nobody sends a friend a link to the friend's own machine."""

from __future__ import annotations

import socket

from branchline.server.answers import Reach
from branchline.server.proxies import Proxies

EVERYWHERE = ("0.0.0.0", "::", "")


def is_local(host: str) -> bool:
    return host.startswith("127.") or host in ("localhost", "::1")


def lan_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def link(host: str, port: int) -> str:
    """The address to give to others.

    >>> link("127.0.0.1", 8000)
    'http://127.0.0.1:8000/'
    """
    name = lan_address() if host in EVERYWHERE else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def reach(asker: str, host: str, port: int, proxies: Proxies) -> Reach:
    """What somebody at this machine is told of its network; who asks from elsewhere has reached it."""
    near = lan_address()
    if not is_local(asker) or proxies.root or proxies.trusts(asker) or is_local(near):
        return Reach("", False)
    return Reach(link(near, port).rstrip("/"), host in EVERYWHERE or host == near)
