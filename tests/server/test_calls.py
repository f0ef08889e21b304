"""Called when it is your turn: each turn once, by every way, and never while you look at the table."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx

from branchline.server.calls.caller import LEASE, NOT_OWED, OF_ONE
from branchline.server.calls.owed import owed
from branchline.server.calls.ways import Wants, after_quiet, before_quiet
from branchline.server.store import SEEN, Write, store_for
from tests.processes import PATIENCE, until
from tests.server.calling import ANNA, PUBLIC, come, outbox, settings, settled, taken_back, turn
from tests.server.house import Time, fixed_world, house
from tests.server.receivers import LetterBox, Phone, Receiver, receiver

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
