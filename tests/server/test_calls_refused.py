"""Calls that a server does not make: addresses, receivers, settings and people that it refuses."""

from __future__ import annotations

import asyncio
import ssl
import sys
from pathlib import Path

import pytest

from branchline.core.errors import BranchlineError
from branchline.server.calls.caller import call_settings
from branchline.server.calls.outgoing import Failed, Outgoing
from tests.server.calling import ANNA, settings
from tests.server.house import House, bearer, house
from tests.server.receivers import LetterBox, Phone, Receiver, certificate


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/hook",
        "https://127.0.0.1/hook",
        "https://localhost/hook",
        "https://2130706433/hook",
        "https://0x7f.1/hook",
        "https://[::1]/hook",
        "https://[::ffff:10.0.0.1]/hook",
        "https://[64:ff9b::a00:1]/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://192.168.1.1:8443/",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://[fec0::1]/",
        "https://[3fff::1]/",
        "https://192.88.99.1/",
        "https://192.0.0.8/",
        "https://me:secret@example.org/",
        "https://",
        "gopher://example.org/",
    ],
)
async def test_addresses_inside_private_networks_are_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(Failed) as refused:
        await Outgoing().target(address)
    assert refused.value.final


async def test_the_address_that_was_judged_is_the_one_that_is_called(service: Receiver) -> None:
    """A name that leads into the open at first and inside at the next look: nobody looks twice."""
    port = int(service.base.rpartition(":")[2])
    looks: list[str] = []

    async def rebinding(host: str, _: int) -> list[tuple[int, str]]:
        looks.append(host)
        return [(2, "93.184.215.14" if len(looks) == 1 else "127.0.0.1")]

    async def never() -> None:
        raise AssertionError("nothing may be sent")

    outgoing = Outgoing(resolve=rebinding)
    target = await outgoing.target(f"https://rebind.example:{port}/")
    assert target.found == [(2, "93.184.215.14")]
    with pytest.raises(Failed, match="cannot be found in the open"):
        await outgoing.post(f"https://rebind.example:{port}/", b"{}", {}, never)
    assert len(looks) == 2 and service.came == []


async def test_a_receiver_is_known_by_its_certificate(tmp_path: Path) -> None:
    came: list[bytes] = []

    async def heard(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append(await reader.readuntil(b"\r\n\r\n{}"))
        writer.write(b"HTTP/1.1 204 So\r\n\r\n")
        await writer.drain()
        writer.close()

    async def last() -> None:
        assert came == [], "it is asked before anything is sent"

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(tmp_path))
    server = await asyncio.start_server(heard, "127.0.0.1", 0, ssl=context)
    address = f"https://localhost:{server.sockets[0].getsockname()[1]}/a?b=c"
    outgoing = Outgoing(private=True)
    with pytest.raises(Failed, match="not by a certificate"):
        await outgoing.post(address, b"{}", {}, last)
    assert came == []
    outgoing.tls.load_verify_locations(certificate(tmp_path)[0])
    assert await outgoing.post(address, b"{}", {"x-one": "two"}, last) == 204
    assert came[0].startswith(b"POST /a?b=c HTTP/1.1\r\n") and b"x-one: two\r\n" in came[0]
    outgoing.close()
    server.close()


def test_what_an_operator_types_is_judged() -> None:
    right = ("https://games.example.org/", "smtp://me:secret@mail.example.org", "me@example.org", False)
    assert call_settings(*right).public_url == "https://games.example.org"
    for wrong, said in (
        (("games.example.org", "", "", False), "--public-url is an address"),
        (("", "mail.example.org", "me@example.org", False), "--smtp is an address"),
        (("", "smtp://mail.example.org", "me", False), "--mail-from is a mail address"),
    ):
        with pytest.raises(BranchlineError, match=said):
            call_settings(*wrong)


async def test_a_server_that_cannot_says_so_and_offers_the_rest(served: House) -> None:
    id, tokens = await served.people()
    offers = (await served.ask(id, tokens[0], calls=True)).json()["offers"]
    assert offers["push"] == offers["hook"] == "" and "--smtp" in offers["mail"]
    assert (await served.ask(id, tokens[0], call="mail", to=ANNA)).json()["text"] == offers["mail"]
    inside = (await served.ask(id, tokens[0], call="hook", to="https://127.0.0.1/")).json()
    assert inside["error"] == "bad-message" and "127.0.0.1 cannot be found" in inside["text"]
    nowhere = (await served.ask(id, tokens[0], call="hook", to="https://nowhere.invalid/")).json()["text"]
    assert nowhere.replace("nowhere.invalid", "127.0.0.1") == inside["text"], "nobody learns what is inside"
    zone = (await served.ask(id, tokens[0], call="hook", to="https://127.0.0.1/", zone="Moon/Base")).json()
    assert "Moon/Base" in zone["text"]
    assert (await served.ask(id, None, calls=True)).status_code == 403
    assert (await served.client.get("/calls/nothing?key=x")).status_code == 404


async def test_without_the_extra_there_are_webhooks_and_a_sentence_about_the_rest(
    tmp_path: Path, service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pywebpush", "aiosmtplib"):
        monkeypatch.setitem(sys.modules, name, None)  # as where they are not installed
    async with house(tmp_path / "t.db", settings("smtp://127.0.0.1:1")) as served:
        id, tokens = await served.people()
        found = (await served.ask(id, tokens[0], calls=True)).json()
        assert found["push_key"] == "" and "branchline[notify]" in found["offers"]["push"]
        assert found["offers"]["mail"] == found["offers"]["push"]
        assert not (await served.ask(id, tokens[0], **Phone(service).way())).is_success
        assert (await served.ask(id, tokens[0], call="hook", to=service.base)).is_success
    with pytest.raises(BranchlineError, match="--smtp needs more"):
        call_settings("", "smtp://mail.example.org", "me@example.org", False)


async def test_a_way_belongs_to_its_seat_and_goes_with_its_person(tmp_path: Path, service: Receiver) -> None:
    async with house(tmp_path / "t.db", settings()) as served:
        id, tokens = await served.people()
        made = (await served.ask(id, tokens[0], call="hook", to=service.base, quiet=[0, 1])).json()
        way = made["ways"][0]["way"]
        assert (await served.ask(id, tokens[1], calls=True)).json()["ways"] == []
        for question in ({"uncall": way}, {"ring": way}):
            assert (await served.ask(id, tokens[1], **question)).json()["error"] == "unknown"
        assert (await served.ask(id, tokens[0], ring=way)).is_success and len(service.came) == 1
        again = (await served.ask(id, tokens[0], call="hook", to=service.base, began=True)).json()
        assert [(each["way"], each["began"], each["quiet"]) for each in again["ways"]] == [(way, True, None)]
        link = (await served.ask(id, tokens[0], hand=0)).json()["token"]
        taken = await served.client.post(f"/api/tables/{id}", json={"join": 0, "token": link, "name": "Zoë"})
        mine = bearer(taken.json()["token"])
        found = await served.client.post(f"/api/tables/{id}", json={"calls": True}, headers=mine)
        assert found.json()["ways"] == [], "whoever takes over is not told whom the other had called"


async def test_nobodys_letter_box_is_filled(tmp_path: Path, mailed: tuple[LetterBox, str]) -> None:
    box, smtp = mailed
    async with house(tmp_path / "t.db", settings(smtp)) as served:
        id, tokens = await served.people()
        answers = [await served.ask(id, tokens[0], call="mail", to="ben@example.org") for _ in range(5)]
        assert [each.status_code for each in answers] == [200, 200, 200, 429, 429]
        assert len(box.to("ben@example.org")) == 3
        box.refuse = "554 not from you"
        refused = await served.ask(id, tokens[0], call="mail", to="carla@example.org")
        assert refused.json()["text"].endswith("The mail server has refused it."), (
            "the rest is for its operator"
        )
        box.refuse = ""
        boxes = [f"dora+{n}@example.org" for n in range(4)]
        answers = [await served.ask(id, tokens[1], call="mail", to=each) for each in boxes]
        assert [each.status_code for each in answers] == [200, 200, 200, 429], "it is one letter box"
        for wrong in ("a@b.example, c@d.example", "=?utf-8?q?=76ictim?=@b.example", "a..b@c.example"):
            bad = await served.ask(id, tokens[0], call="mail", to=wrong)
            assert bad.json()["error"] == "bad-message"
