"""Secrets by tokens: a link works once, a takeover is seen by all, and a hidden past is nobody else's."""

from __future__ import annotations

from typing import Any

import httpx

from tests.processes import PATIENCE
from tests.server.house import House

KEY = "a key that nobody guesses"


def browser(served: House) -> httpx.AsyncClient:
    """A client with cookies of its own, as a browser has them."""
    return httpx.AsyncClient(base_url=served.base, timeout=PATIENCE)


async def said(served: House, id: str) -> list[str]:
    """What the table itself has said."""
    chat = (await served.get(f"/api/tables/{id}/log")).json()["chat"]
    return [line["text"] for line in chat if line["seat"] is None]


def hand_of(table: Any, seat: int) -> Any:
    return table["view"]["seats"][seat]["hand"]


async def play(served: House, id: str, token: str) -> None:
    now = await served.table(id, token)
    assert now["choices"], "not their turn"
    done = await served.ask(id, token, do=now["choices"][0], after=now["version"])
    assert done.is_success, done.text


# --- links


async def test_an_invitation_works_once_and_then_shows_nothing(served: House) -> None:
    made = await served.create("me", "friend", "random")
    id, link = made["id"], made["seats"][1]["token"]
    assert (await served.table(id, link))["seat"] is None  # to have it is not to sit
    first = (await served.ask(id, None, join=None, token=link, name="Anna")).json()
    assert first["token"] not in (None, link)
    assert (await served.table(id, first["token"]))["seat"] == 1
    for found in (
        await served.ask(id, None, join=None, token=link, name="Eve"),
        await served.get(f"/api/tables/{id}", link),
        await served.get(f"/api/tables/{id}", link, at=0),
        await served.get(f"/api/tables/{id}/log", link),
        await served.get(f"/api/tables/{id}/record", link),
        await served.ask(id, link, chat="hello"),
    ):
        assert (found.status_code, found.json()["error"]) == (410, "used")
        assert found.json()["values"] == {}
    async with served.listen(id, link) as ear:
        assert (await ear.next("refused"))["error"] == "used"
    assert (await served.table(id))["seats"][1]["name"] == "Anna"


async def test_the_same_cookie_gets_the_same_answer_again(served: House) -> None:
    made = await served.create("me", "friend", "random")
    path, link = f"/api/tables/{made['id']}", made["seats"][1]["token"]
    async with browser(served) as anna, browser(served) as eve:
        await anna.get("/")
        await eve.get("/")
        answers = [
            (await anna.post(path, json={"join": None, "token": link, "name": "Anna"})).json() for _ in "ab"
        ]
        assert answers[0] == answers[1] == {"type": "sat", "seat": 1, "token": None, "key": None}
        assert (await anna.get(path)).json()["seat"] == 1
        stolen = await eve.post(path, json={"join": None, "token": link, "name": "Eve"})
        assert stolen.json()["error"] == "used"


async def test_a_script_gets_its_token_again_by_its_key_also_after_a_restart(served: House) -> None:
    made = await served.create("me", "friend", "anyone")
    id, link = made["id"], made["seats"][1]["token"]
    for question in ({"join": None, "token": link, "name": "Bot"}, {"join": 2, "name": "Other bot"}):
        first = (await served.ask(id, None, **question, key=KEY)).json()
        served.hall.tables.rooms.clear()
        assert (await served.ask(id, None, **question, key=KEY)).json() == first
        assert (await served.table(id, first["token"]))["seat"] == first["seat"]
        for other in ("another key, just as long", "short", None):
            refused = await served.ask(id, None, **{**question, "name": "Eve"}, key=other)
            assert refused.json()["error"] in ("used", "not-yours")


async def test_a_second_device_holds_the_seat_too(served: House) -> None:
    id, tokens = await served.people()
    async with served.listen(id, tokens[0]) as other:
        await other.next("table")
        link = (await served.ask(id, tokens[1], hand=1, device=True)).json()["token"]
        phone = (await served.ask(id, None, join=None, token=link)).json()
        assert (await other.next("said"))["text"] == "Player 2 plays on one more device."
    for token in (tokens[1], phone["token"]):
        mine = await served.table(id, token)
        assert mine["seat"] == 1 and hand_of(mine, 1)
    assert (await served.table(id))["seats"][1]["taken"] is None
    assert (await served.ask(id, None, join=None, token=link)).json()["error"] == "used"
    for stranger in (None, tokens[0], made_host := "x" * 22):
        refused = await served.ask(id, stranger, hand=1, device=True)
        assert refused.json()["error"] == "not-yours", made_host


async def test_tables_of_a_second_device_are_in_its_list(served: House) -> None:
    async with browser(served) as laptop, browser(served) as phone:
        await laptop.get("/")
        await phone.get("/")
        seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
        made = (await laptop.post("/api/tables", json={"game": "sncf-france", "seats": seats})).json()
        assert made["seats"] == []  # it sits by its cookie
        path = f"/api/tables/{made['id']}"
        link = (await laptop.post(path, json={"hand": 0, "device": True})).json()["token"]
        assert (await phone.post(path, json={"join": None, "token": link})).is_success
        for each in (laptop, phone):
            (found,) = (await each.get("/api/mine")).json()["tables"]
            assert found["mine"] == [0]
        assert (await laptop.post(path, json={"leave": 0, "bot": "random"})).is_success
        for each in (laptop, phone):
            assert (await each.get("/api/mine")).json()["tables"] == []


async def test_who_moves_their_seat_to_a_browser_leaves_no_token_behind(served: House) -> None:
    made = await served.create("me", "random", "random")
    path, token = f"/api/tables/{made['id']}", made["seats"][0]["token"]
    async with browser(served) as anna:
        await anna.get("/")
        assert (await anna.post(path, json={"join": None, "token": token, "name": "Anna"})).is_success
        assert (await anna.get(path)).json()["seat"] == 0
    assert (await served.get(path, token)).json()["error"] == "used"


# --- hidden hands


async def test_the_host_reads_no_hand_by_a_link(served: House) -> None:
    """Neither a bot's nor a friend's: the others must agree, and everyone sees it."""
    made = await served.create("me", "friend", "random")
    id, me, host = made["id"], made["seats"][0]["token"], made["host"]
    early = (await served.ask(id, host, hand=2)).json()["token"]  # made before the game began
    friend = (await served.ask(id, None, join=None, token=made["seats"][1]["token"], name="Ben")).json()
    ben = friend["token"]
    assert (await served.ask(id, host, hand=1)).json()["error"] == "not-yours"
    for refused in (
        await served.ask(id, host, hand=2),
        await served.ask(id, None, join=None, token=early, name="Eve"),
    ):
        assert (refused.status_code, refused.json()["error"]) == (403, "consent")
    assert (await served.ask(id, me, agree="person", seat=2)).is_success
    assert (await served.ask(id, None, join=None, token=early, name="Eve")).json()["error"] == "consent"
    now = await served.table(id)
    assert [(wish["what"], wish["seat"], wish["agreed"]) for wish in now["wishes"]] == [("person", 2, [0])]
    async with served.listen(id) as watcher:
        await watcher.next("table")
        assert (await served.ask(id, ben, agree="person", seat=2)).is_success
        assert "a person may take over the seat of" in (await watcher.next("said"))["text"]
        sat = (await served.ask(id, None, join=None, token=early, name="Eve")).json()
        assert "Eve has taken over the seat of" in (await watcher.next("said"))["text"]
    now = await served.table(id, sat["token"])
    assert (now["seat"], now["seats"][2]["taken"] is not None) == (2, True)
    assert hand_of(now, 2)


async def test_who_takes_a_seat_over_sees_nothing_of_its_past(served: House) -> None:
    id, tokens = await served.people()
    for _ in range(4):
        seat, _ = await served.mover(id, tokens)
        await play(served, id, tokens[seat])
    await served.ask(id, tokens[1], note="they are after red")
    link = (await served.ask(id, tokens[1], hand=1)).json()["token"]
    before = (await served.table(id))["step"]
    ben = (await served.ask(id, None, join=None, token=link, name="Ben")).json()["token"]
    assert "Ben has taken over the seat of Player 2." in await said(served, id)
    for step in range(before):
        past = await served.table(id, ben, at=step, text=1)
        assert past == await served.table(id, at=step, text=1)  # what a spectator sees
    assert hand_of(await served.table(id, ben, at=before), 1)  # and from here on their own hand
    rows = (await served.get(f"/api/tables/{id}/log", ben)).json()["rows"]
    assert all(row["action"][2] == "?" for row in rows if row["action"][0] == "deal")
    async with served.listen(id, ben) as ear:
        assert (await ear.next("welcome"))["note"] == ""
    # nor by taking back what the one before them did
    assert (await served.table(id, ben))["takeback"] is None
    # those who stayed still see all of their own
    assert any(
        row["action"][2] != "?"
        for row in (await served.get(f"/api/tables/{id}/log", tokens[0])).json()["rows"]
        if row["action"][0] == "deal"
    )


async def test_leaving_hands_no_hidden_hand_to_whoever_comes(served: House) -> None:
    id, tokens = await served.people()
    assert (await served.ask(id, tokens[2], leave=2)).is_success
    seat = (await served.table(id))["seats"][2]
    assert (seat["kind"], seat["bot"]) == ("bot", "casual")  # not free for anyone
    for stranger in (None, tokens[0], tokens[2]):
        assert (await served.ask(id, stranger, join=2)).json()["error"] == "not-yours"
    assert (await served.ask(id, tokens[0], hand=2)).json()["error"] == "not-yours"
    assert "Player 3 has left; a bot plays on." in await said(served, id)
    # an absent one does not count as agreeing, however long they are away
    assert (await served.ask(id, tokens[0], agree="person", seat=2)).is_success
    assert not (await served.table(id))["seats"][2]["open"]
    # the others agree: then one of them may invite, but none of them may sit there
    for token in tokens[:2]:
        assert (await served.ask(id, token, agree="person", seat=2)).is_success
    assert (await served.table(id))["seats"][2]["open"]
    link = (await served.ask(id, tokens[0], hand=2)).json()["token"]
    rival = await served.ask(id, tokens[1], join=None, token=link)
    assert rival.json()["error"] == "consent" and "play against" in rival.json()["text"]
    assert (await served.ask(id, None, join=None, token=link, name="Cleo")).json()["seat"] == 2


async def test_an_opponent_cannot_use_a_link_to_a_hidden_hand(served: House) -> None:
    id, tokens = await served.people()
    for device in (False, True):
        link = (await served.ask(id, tokens[1], hand=1, device=device)).json()["token"]
        found = await served.ask(id, tokens[0], join=None, token=link)
        assert (found.status_code, found.json()["error"]) == (403, "consent")


# --- imports


async def test_a_table_from_a_record_says_so_to_everyone(served: House) -> None:
    id, tokens = await served.people()
    seat, _ = await served.mover(id, tokens)
    await play(served, id, tokens[seat])
    from branchline.core.record import read, write

    match = (await served.hall.tables.room(id)).match
    text = write(match.record())
    assert "imported" not in text
    made = await served.create("me", "friend", "random", record=text, listed=True)
    steps = len(match.standing)
    for token in (None, made["seats"][0]["token"], made["seats"][1]["token"]):
        assert (await served.table(made["id"], token))["imported"] == steps
        assert (await served.table(made["id"], token, at=1))["imported"] == steps
    assert any("goes on from a record" in line for line in await said(served, made["id"]))
    (found,) = (await served.get("/api/tables")).json()["tables"]
    assert found["imported"]
    # what is written of it later says so too, and so does what is made of that
    record = (await served.hall.tables.room(made["id"])).match.record()
    assert read(write(record)).imported == steps
    assert (await served.table(id))["imported"] == 0


# --- who sees a hand


async def test_a_person_behind_a_bot_is_a_person_to_everyone(served: House) -> None:
    async with browser(served) as anna:
        await anna.get("/")
        seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "screen", "name": "Borsig"}]
        made = (await anna.post("/api/tables", json={"game": "sncf-france", "seats": seats})).json()
        path = f"/api/tables/{made['id']}"
        assert (await anna.post(path, json={"drive": 2, "bot": "casual"})).is_success
        bot = (await served.table((await served.create("me", "me", "casual"))["id"]))["seats"][2]
        seat = (await served.table(made["id"]))["seats"][2]
        assert (seat["bot"], seat["held"]) == ("casual", True)
        assert (bot["bot"], bot["held"]) == ("casual", False)
        assert any("A bot plays for" in text and "Borsig" in text for text in await said(served, made["id"]))


async def test_nobody_sits_down_twice_where_hands_are_hidden_from_others(served: House) -> None:
    async with browser(served) as anna:
        await anna.get("/")
        for kinds, game, ok in (
            (["me", "anyone", "anyone"], "sncf-france", False),
            (["me", "friend", "anyone"], "koplopers", False),
            (["me", "anyone", "anyone"], "bridgetown", True),  # nothing is hidden
            (["me", "anyone", "bot"], "sncf-france", True),  # nobody else is there to mind
        ):
            seats = [{"kind": kind} for kind in kinds]
            made = (await anna.post("/api/tables", json={"game": game, "seats": seats})).json()
            asked: dict[str, Any] = {"join": 1}
            if kinds[1] == "friend":
                asked = {"join": None, "token": made["seats"][-1]["token"]}
            sat = await anna.post(f"/api/tables/{made['id']}", json=asked)
            assert sat.is_success == ok, (kinds, game, sat.text)
            assert ok or sat.json()["error"] == "consent"
