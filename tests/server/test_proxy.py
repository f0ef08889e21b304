"""Behind a real nginx with TLS and a path of its own; and without trust, nobody's claims count."""

from __future__ import annotations

import json
import re
import ssl
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from branchline.core.errors import BranchlineError
from branchline.server.proxies import Proxies
from tests.processes import PATIENCE
from tests.server import nginx
from tests.server.nginx import Nginx
from tests.server.process import Process, branchline

SEATS = [{"kind": "me"}] * 3
MADE = {"game": "sncf-france", "seats": SEATS}
TRUSTING = {"BRANCHLINE_TRUSTED_PROXIES": "127.0.0.1", "BRANCHLINE_ROOT_PATH": "/games"}


def unchecked() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@pytest.fixture(params=[True, False], ids=["prefix taken off", "prefix left on"])
def fronted(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Process, Nginx]]:
    nginx.found()
    with (
        Process(tmp_path / "t.db", False, "serve", **TRUSTING) as served,
        Nginx(served.port, request.param) as front,
    ):
        yield served, front


def test_pages_play_and_cookies_behind_tls_and_a_path(fronted: tuple[Process, Nginx]) -> None:
    _, front = fronted
    origin = f"https://127.0.0.1:{front.port}"
    with httpx.Client(base_url=front.base, verify=unchecked(), timeout=PATIENCE) as client:
        page = client.get("/")
        cookie = page.headers["set-cookie"]
        assert "; Secure" in cookie and "Path=/games;" in cookie
        (script,) = re.findall(r'src="(/games/static/assets/[^"]+\.js)"', page.text)
        assert client.get(f"{origin}{script}").status_code == 200
        made = client.post("/api/tables", json=MADE, headers={"origin": origin})
        assert made.status_code == 201, made.text
        assert client.get(f"/table/{made.json()['id']}").status_code == 200
        evil = client.post("/api/tables", json=MADE, headers={"origin": "https://evil.example"})
        assert evil.json()["error"] == "origin"
    address = f"wss://127.0.0.1:{front.port}/games/ws/{made.json()['id']}"
    brought = {"cookie": cookie.partition(";")[0]}
    with connect(address, ssl=unchecked(), origin=Origin(origin), additional_headers=brought) as line:
        assert json.loads(line.recv(20))["seats"] == [0, 1, 2]
        assert json.loads(line.recv(20))["type"] == "table"
    evil_page = Origin("https://evil.example")
    with pytest.raises(InvalidStatus), connect(address, ssl=unchecked(), origin=evil_page):
        pass


def test_limits_count_people_and_not_the_proxy(tmp_path: Path) -> None:
    """nginx adds the address that it saw; what a visitor writes before it is theirs, and worth nothing."""
    nginx.found()
    limits = {"BRANCHLINE_TABLES_AN_HOUR": "2", **TRUSTING, "BRANCHLINE_TRUSTED_PROXIES": "127.0.0.0/24"}
    with Process(tmp_path / "t.db", False, "serve", **limits) as served, Nginx(served.port) as front:

        def made(source: str, claim: str) -> int:
            transport = httpx.HTTPTransport(verify=unchecked(), local_address=source)
            with httpx.Client(transport=transport, timeout=PATIENCE) as client:
                headers = {"x-forwarded-for": claim}
                return client.post(f"{front.base}/api/tables", json=MADE, headers=headers).status_code

        assert [made("127.0.1.1", f"192.0.2.{n}") for n in range(3)] == [201, 201, 429]
        assert made("127.0.1.2", "192.0.2.1") == 201, "another visitor has limits of their own"
        deadline = time.monotonic() + PATIENCE
        while addresses(served) != {"127.0.1.1", "127.0.1.2"}:  # an answer is logged after it was sent
            assert time.monotonic() < deadline, addresses(served)
            time.sleep(0.05)


def addresses(served: Process) -> set[str]:
    """Who was answered, as the log has it; its last line may still be on its way."""
    written = served.out().rpartition("\n")[0]
    lines = [json.loads(line) for line in written.splitlines() if line.startswith("{")]
    return {line["address"] for line in lines if line["what"] == "answered"}


def test_without_trust_nobody_speaks_for_others(tmp_path: Path) -> None:
    """Also not from this machine, whom uvicorn would believe."""
    with Process(tmp_path / "t.db", BRANCHLINE_TABLES_AN_HOUR="2") as served:
        codes = []
        for number in range(3):
            headers = {"x-forwarded-for": f"192.0.2.{number}", "x-forwarded-proto": "https"}
            answer = httpx.post(f"{served.base}/api/tables", json=MADE, headers=headers, timeout=PATIENCE)
            codes.append(answer.status_code)
        assert codes == [201, 201, 429]
        claimed = {"x-forwarded-host": "evil.example", "origin": "https://evil.example"}
        refused = httpx.post(f"{served.base}/api/tables", json=MADE, headers=claimed)
        assert refused.json()["error"] == "origin"
        page = httpx.get(f"{served.base}/", headers={"x-forwarded-proto": "https"})
        assert "Secure" not in page.headers["set-cookie"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--trusted-proxies", "everyone"), "an address or a network like 10.0.0.0/8, not 'everyone'"),
        (("--root-path", "games"), "begins with a slash"),
        (("--root-path", '/"><script>'), "letters, digits, dashes and slashes"),
    ],
)
def test_a_wrong_setting_is_one_sentence(tmp_path: Path, arguments: tuple[str, str], sentence: str) -> None:
    done = branchline("serve", "--port", "0", "--database", str(tmp_path / "t.db"), *arguments)
    assert done.returncode == 2 and sentence in done.stderr


def test_of_several_proxies_the_last_stranger_counts() -> None:
    proxies = Proxies("10.0.0.0/8, 2001:db8::/32")

    def seen(peer: str, *claims: str) -> str:
        headers = [(b"x-forwarded-for", claim.encode()) for claim in claims]
        scope = {"type": "http", "scheme": "http", "path": "/", "client": (peer, 1), "headers": headers}
        proxies.see_through(scope)
        return str(scope["client"][0])

    assert seen("10.0.0.1", "192.0.2.66, 192.0.2.7, 10.1.1.1") == "192.0.2.7"
    assert seen("10.0.0.1", "192.0.2.66", "[2001:db8::5]:80, 192.0.2.8:123, 2001:db8::9") == "192.0.2.8"
    assert seen("10.0.0.1") == "10.0.0.1"
    assert seen("192.0.2.1", "192.0.2.7") == "192.0.2.1"
    with pytest.raises(BranchlineError):
        Proxies("10.0.0.0/99")
