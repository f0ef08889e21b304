"""Called when it is your turn: each turn once, by every way, and never while you look at the table."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import ssl
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from branchline.core.errors import BranchlineError
from branchline.server.calls.caller import LEASE, NOT_OWED, OF_ONE, CallSettings, call_settings
from branchline.server.calls.outgoing import Failed, Outgoing
from branchline.server.calls.owed import owed
from branchline.server.calls.ways import Wants, after_quiet, before_quiet
from branchline.server.hall import Settings
from branchline.server.store import SEEN, Write, store_for
from tests.processes import PATIENCE, until
from tests.server.house import GENEROUS, House, Time, bearer, fixed_world, house
from tests.server.receivers import LetterBox, Phone, Receiver, certificate, letter_box, receiver

PUBLIC = "https://games.example.org"
ANNA = "anna@example.org"


@pytest.fixture
async def service() -> AsyncIterator[Receiver]:
    async with receiver() as found:
        yield found


@pytest.fixture
async def mailed() -> AsyncIterator[tuple[LetterBox, str]]:
    async with letter_box() as found:
        yield found


def settings(smtp: str = "", **more: Any) -> Settings:
    calls = CallSettings(smtp, "Tables <tables@example.org>", PUBLIC, private=True, after=0.1)
    return Settings(GENEROUS, calls=calls, **more)


async def turn(served: House, id: str, tokens: list[str]) -> int:
    """Whoever is to move ends their turn; who is to move then."""
    seat, now = await served.mover(id, tokens)
    while now["to_move"] == seat:
        ends = [each for each in now["choices"] if each == ["done"]]
        action = (ends or now["choices"])[0]
        done = await served.ask(id, tokens[seat], do=action, after=now["version"])
        assert done.is_success, done.text
        now = await served.table(id, tokens[seat])
    return int(now["to_move"])


async def taken_back(served: House, id: str, token: str) -> None:
    now = await served.table(id, token)
    back = await served.ask(id, token, takeback=now["takeback"], after=now["version"])
    assert back.is_success, back.text


def outbox(served: House) -> list[tuple[str, str]]:
    """What, and in which state."""
    store: Any = served.hall.store
    with sqlite3.connect(store.path) as connection:
        found = connection.execute("SELECT what, state FROM calls ORDER BY id").fetchall()
    connection.close()
    return found


async def settled(served: House, wanted: list[tuple[str, str]]) -> None:
    await until(lambda: sorted(outbox(served)) == sorted(wanted))


async def come(service: Receiver, count: int) -> None:
    await until(lambda: len(service.came) == count)


# --- each way


async def test_a_push_message_says_what_the_others_did_and_only_its_browser_can_read_it(
    tmp_path: Path, service: Receiver
) -> None:
    async with house(tmp_path / "t.db", settings()) as served:
        id, tokens = await served.people(3, tempo={"kind": "days", "days": 2})
        phone = Phone(service)
        seat = (await turn(served, id, tokens) + 1) % 3
        made = (await served.ask(id, tokens[seat], **phone.way())).json()
        assert made["offers"]["push"] == "" and made["ways"][0]["confirmed"]
        other = await turn(served, id, tokens)
        while other != seat:
            other = await turn(served, id, tokens)
        await until(lambda: service.came)
        (told,) = phone.read(made["push_key"])
        names = [person["name"] for person in (await served.table(id))["seats"]]
        assert told["title"].startswith("It is your turn: ")
        assert any(names[other - 1] in line for line in told["body"].splitlines())
        assert re.search(r"You have until .*\(UTC\): 1 day 23 hours\.", told["body"])
        assert told["url"] == f"/table/{id}"
        stopped = await served.client.post(told["stop"])
        assert stopped.status_code == 200 and "No more calls" in stopped.text
        assert (await served.ask(id, tokens[seat], calls=True)).json()["ways"] == []


async def test_mail_comes_after_its_address_was_confirmed_and_its_link_opens_the_seat_once(
    tmp_path: Path, mailed: tuple[LetterBox, str]
) -> None:
    box, smtp = mailed
    async with house(tmp_path / "t.db", settings(smtp)) as served:
        id, tokens = await served.people()
        seat = (await served.table(id))["to_move"]
        (way,) = (await served.ask(id, tokens[seat], call="mail", to=ANNA)).json()["ways"]
        assert not way["confirmed"]
        (letter,) = box.to(ANNA)
        link = re.search(rf"{PUBLIC}(/calls/\S+)", letter.get_content())[1]  # type: ignore[index]
        waiting = await served.ask(id, tokens[seat], ring=way["way"])
        assert waiting.json()["error"] == "waiting"
        await served.hall.caller.look()
        assert outbox(served) == [], "it is not written to before it is confirmed"
        page = await served.client.get(link)
        assert "Yes, write to me" in page.text and "set-cookie" not in page.headers
        assert not (await served.ask(id, tokens[seat], calls=True)).json()["ways"][0]["confirmed"]
        assert (await served.client.post(link, headers={"origin": served.base})).status_code == 200
        await until(lambda: len(box.to(ANNA)) == 2)  # the turn that it is, too
        await settled(served, [("turn", "sent")])
        while await turn(served, id, tokens) != seat:
            pass
        await until(lambda: len(box.to(ANNA)) == 3)
        called = box.to(ANNA)[2]
        text = called.get_content()
        assert called["Subject"].startswith("It is your turn") and "Since your last move:" in text
        assert "There is no clock" in text and called["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        token = re.search(rf"{PUBLIC}/table/{id}#call=(\S+)", text)[1]  # type: ignore[index]
        join = {"join": None, "token": token}
        async with httpx.AsyncClient(base_url=served.base, cookies={"branchline_me": "a" * 22}) as other:
            assert (await other.post(f"/api/tables/{id}", json=join)).json()["seat"] == seat
            again = await other.post(f"/api/tables/{id}", json=join)
            assert again.json()["type"] == "sat", "the browser that used it may open it again"
        refused = await served.ask(id, None, **join)
        assert refused.json()["error"] == "used"
        assert f"List-Unsubscribe: <{PUBLIC}/calls/".encode() in box.raw[2], "as programs look for it"
        assert f"\n{PUBLIC}/table/{id}#call={token}\r\n".encode() in box.raw[2]
        stop = called["List-Unsubscribe"].strip("<>").removeprefix(PUBLIC)
        one_click = await served.client.post(stop, content="List-Unsubscribe=One-Click")
        assert one_click.status_code == 200
        assert (await served.ask(id, tokens[seat], calls=True)).json()["ways"] == []


async def test_a_webhook_gets_json_or_discords_form_with_no_secret_link_and_no_mention(
    tmp_path: Path, service: Receiver
) -> None:
    async with house(tmp_path / "t.db", settings()) as served:
        id, tokens = await served.people()
        seat = (await served.table(id))["to_move"]
        await served.ask(id, tokens[(seat + 2) % 3], name="*@everyone*")
        await turn(served, id, tokens)
        for kind in ("hook", "discord"):
            made = await served.ask(id, tokens[seat], call=kind, to=f"{service.base}/{kind}", began=True)
            assert made.is_success, made.text
        await turn(served, id, tokens)  # and now it is the player before them
        await until(lambda: len(service.came) == 2)
        assert await turn(served, id, tokens) == seat
        await settled(served, [(what, "sent") for what in ("turn", "began") for _ in range(2)])
        hooks = {body["event"]: body for body in service.messages() if "event" in body}
        assert set(hooks) == {"turn", "began"} and hooks["turn"]["url"] == f"{PUBLIC}/table/{id}"
        assert any("*@everyone*" in line for line in hooks["turn"]["lines"])
        assert "has begun, and you are next" in hooks["began"]["title"]
        forms = [body for body in service.messages() if "content" in body]
        assert all(
            form["allowed_mentions"] == {"parse": []} and "#" not in form["content"].replace("-#", "")
            for form in forms
        )
        assert any(r"\*\@everyone\*" in form["content"] for form in forms)


# --- once, and never in vain


async def test_who_looks_at_the_table_is_not_called(tmp_path: Path, service: Receiver) -> None:
    async with house(tmp_path / "t.db", settings()) as served:
        id, tokens = await served.people()
        seat = (await served.table(id))["to_move"]
        async with served.listen(id, tokens[seat]) as ear:
            await ear.next("table")
            await served.ask(id, tokens[seat], call="hook", to=service.base)
            await settled(served, [("turn", "void")])
        while await turn(served, id, tokens) != seat:
            pass
        await settled(served, [("turn", "sent")])
        assert len(service.came) == 1


async def test_what_is_taken_back_and_done_again_is_told_once(tmp_path: Path, service: Receiver) -> None:
    async with house(tmp_path / "t.db", settings()) as served:
        id, tokens = await served.people()
        first = (await served.table(id))["to_move"]
        second = await turn(served, id, tokens)
        await served.ask(id, tokens[second], call="hook", to=service.base)
        await settled(served, [("turn", "sent")])
        await taken_back(served, id, tokens[first])
        assert await turn(served, id, tokens) == second
        await served.hall.caller.look()
        await settled(served, [("turn", "sent")])
        assert len(service.came) == 1
        while await turn(served, id, tokens) != second:
            pass
        await until(lambda: len(service.came) == 2)


async def test_a_turn_that_was_taken_away_and_comes_again_is_told(tmp_path: Path, service: Receiver) -> None:
    time = Time()
    async with house(tmp_path / "t.db", settings(world=fixed_world(time=time))) as served:
        id, tokens = await served.people()
        first = (await served.table(id))["to_move"]
        second = await turn(served, id, tokens)
        await served.ask(id, tokens[second], call="hook", to=service.base)
        await settled(served, [("turn", "waiting")])
        await taken_back(served, id, tokens[first])
        time.now += 60
        await settled(served, [("turn", "void")])
        assert await turn(served, id, tokens) == second
        await settled(served, [("turn", "waiting")])
        time.now += 60
        await settled(served, [("turn", "sent")])
        assert len(service.came) == 1


async def test_a_receiver_that_is_busy_is_tried_again_later_and_a_gone_one_never(
    tmp_path: Path, service: Receiver
) -> None:
    time = Time()
    async with house(tmp_path / "t.db", settings(world=fixed_world(time=time))) as served:
        caller = served.hall.caller
        id, tokens = await served.people()
        seat = (await served.table(id))["to_move"]
        service.statuses = [503, 500, 301]
        await served.ask(id, tokens[seat], call="hook", to=service.base)
        for pause, count, state in ((1.0, 1, "waiting"), (30.0, 2, "waiting"), (120.0, 3, "failed")):
            assert len(service.came) == count - 1
            time.now += pause - 0.5
            await caller.take()
            assert len(service.came) == count - 1, "it pauses"
            time.now += 0.6
            await caller.look()
            await caller.take()
            await come(service, count)
            await settled(served, [("turn", state)])
        (way,) = (await served.ask(id, tokens[seat], calls=True)).json()["ways"]
        assert "sends on to another address (301)" in way["trouble"]
        await turn(served, id, tokens)
        service.statuses = [410]
        while await turn(served, id, tokens) != seat:
            pass
        time.now += 1
        await caller.look()
        await caller.take()
        await until(lambda: len(service.came) == 4)
        async with asyncio.timeout(PATIENCE):
            while (await served.ask(id, tokens[seat], calls=True)).json()["ways"]:
                await asyncio.sleep(0.02)


async def test_one_of_several_processes_takes_a_call_and_a_dead_ones_is_taken_over(database: str) -> None:
    store = store_for(database)
    await store.open()
    await store.save([Write("call", ("c", "w", "t", 0, "turn", 3, 5.0, 1.0))])
    await store.save([Write("call", ("c", "w", "t", 0, "turn", 3, 9.0, 1.0))])  # it is there already
    assert [row[0] for row in await store.read("due calls", 6.0, 0.0, 10)] == ["c"]
    claims = [store.save([Write("claim call", (who, 6.0, "c", 6.0, 6.0 - LEASE))]) for who in "abcd"]
    await asyncio.gather(*claims)
    held = [who for who in "abcd" if await store.read("held call", "c", who)]
    assert len(held) == 1
    assert await store.read("due calls", 99.0, 0.0, 10) == []
    late = 7.0 + LEASE
    assert [row[0] for row in await store.read("due calls", 99.0, late - LEASE, 10)] == ["c"]
    await store.save([Write("claim call", ("z", late, "c", late, late - LEASE))])
    await store.save([Write("begin call", (late, "c", held[0]))])  # who was too slow sends nothing
    assert await store.read("held call", "c", "z") == [("claimed",)]
    await store.save([Write("begin call", (late, "c", "z"))])
    assert await store.read("due calls", 1e9, 1e9, 10) == [], "what has begun to be sent is never sent again"
    for why, due in ((NOT_OWED, [12.0]), (SEEN, [])):
        await store.save([Write("call", (why, "w", "t", 0, "turn", 4, 5.0, 1.0))])
        await store.save([Write("void call", (why, why))])
        await store.save([Write("call", (why, "w", "t", 0, "turn", 4, 12.0, 1.0))])
        found = await store.read("due calls", 99.0, 0.0, 10)
        assert [row[6] for row in found if row[0] == why] == due, "owed again, unless its person has seen it"
    await store.close()


async def test_nobody_takes_all_the_places(tmp_path: Path, service: Receiver) -> None:
    """One whose address never answers, with more calls than places: others are called all the same."""
    async with house(tmp_path / "t.db", settings()) as served, receiver() as slow:
        caller, slow.silent = served.hall.caller, True
        id, tokens = await served.people()
        seat = (await served.table(id))["to_move"]
        for n in range(6):
            assert (await served.ask(id, tokens[seat], call="hook", to=f"{slow.base}/{n}")).is_success
        await until(lambda: len(slow.came) == OF_ONE)
        other, theirs = await served.people()
        mine = (await served.table(other))["to_move"]
        await served.ask(
            other, theirs[mine], call="discord", to=service.base.replace("127.0.0.1", "localhost")
        )
        await until(lambda: len(service.came) == 1)
        assert len(slow.came) == OF_ONE and len(caller._under_way) >= OF_ONE


async def test_a_way_goes_with_whoever_asked_for_it_and_with_the_game(
    tmp_path: Path, service: Receiver
) -> None:
    time = Time()
    async with house(tmp_path / "t.db", settings(world=fixed_world(time=time))) as served:
        caller, store = served.hall.caller, served.hall.store
        id, tokens = await served.people()
        seat = (await served.table(id))["to_move"]
        await served.ask(id, tokens[seat], call="hook", to=service.base)
        await settled(served, [("turn", "waiting")])
        match = (await served.hall.tables.room(id)).match
        (way,) = await store.read("ways", id)
        assert way[3] in match.seats[seat].holders
        async with match.lock:
            await match.reseat(seat, "device", holders=["another"])
        time.now += 60
        await settled(served, [])
        assert await store.read("ways", id) == [] and service.came == []
        other = (seat + 1) % 3
        await served.ask(id, tokens[other], call="hook", to=service.base)
        assert len(await store.read("ways", id)) == 1
        match.ended = True
        await caller.look()
        assert await store.read("ways", id) == []
        late = await served.ask(id, tokens[other], call="hook", to=service.base)
        assert late.json()["error"] == "over"


# --- when


async def test_reminders_and_waiting_come_by_the_clock_and_not_at_night(tmp_path: Path) -> None:
    time = Time(1_000_000.0)
    async with house(tmp_path / "t.db", settings(world=fixed_world(time=time))) as served:
        id, tokens = await served.people(3, tempo={"kind": "days", "days": 2})
        seat = await turn(served, id, tokens)
        match = (await served.hall.tables.room(id)).match
        hour, since = 3600.0, match.clocks.since
        found = {
            each.what: each.due for each in owed(match, seat, Wants("hook", "x", waiting=True, remind=6), 20)
        }
        assert found == {"turn": since + 20, "waiting": since + 24 * hour, "remind": since + 42 * hour}
        assert owed(match, (seat + 2) % 3, Wants("hook", "x", began=True), 20) == []
        (began,) = owed(match, (seat + 1) % 3, Wants("hook", "x", began=True), 20)
        assert began.what == "began"
        # 1,000,000 s are 13:46:40; two days later the time runs out in the quiet of this zone
        night = Wants("hook", "x", remind=1, quiet=(12 * 60, 20 * 60), zone="UTC")
        due = {each.what: each.due for each in owed(match, seat, night, 20)}
        assert due["turn"] == 1_000_000 - 13 * hour - 46 * 60 - 40 + 20 * hour
        assert due["remind"] == 1_000_000 + 48 * hour - hour - 46 * 60 - 40 - 60, "before the quiet hours"


def test_quiet_hours_are_those_of_the_time_zone_also_when_clocks_change() -> None:
    # the night in which Paris goes from 02:00 to 03:00: 28 March 2027
    night = Wants("mail", "x", quiet=(22 * 60, 7 * 60), zone="Europe/Paris")
    half_past_one = 1806193800.0  # 2027-03-28 00:30 UTC
    assert after_quiet(night, half_past_one) == half_past_one + 4.5 * 3600  # 07:00 there is 05:00 UTC
    assert before_quiet(night, half_past_one) == half_past_one - 3.5 * 3600 - 60
    noon = half_past_one + 10 * 3600
    assert after_quiet(night, noon) == before_quiet(night, noon) == noon


# --- what is refused


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
