"""Tables and seats: create, join, watch, lists, hand over, leave, concede, agree to end, rematch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from branchline import load
from branchline.core.record import write
from branchline.server.hall import Settings
from branchline.server.lobby import card
from branchline.server.seats import hashed, read_seat
from branchline.server.security import Limits
from tests.processes import PATIENCE
from tests.server.house import House, house


def browser(served: House) -> httpx.AsyncClient:
    """A client with cookies of its own, as a browser has them."""
    return httpx.AsyncClient(base_url=served.base, timeout=PATIENCE)


async def test_a_friend_joins_by_a_secret_link_and_the_game_begins(served: House) -> None:
    made = await served.create("me", "friend", "random", listed=False)
    id = made["id"]
    links = {each["seat"]: each["token"] for each in made["seats"]}
    assert set(links) == {0, 1}
    waiting = await served.table(id, links[0])
    assert (waiting["status"], waiting["step"]) == ("waiting", 0)
    early = await served.ask(id, links[0], do=["done"], after=0)
    assert early.json()["error"] == "waiting"
    async with served.listen(id, links[0]) as me:
        await me.next("table")
        sat = await served.ask(id, None, join=None, token=links[1], name="Anna", colour="red")
        assert sat.json() == {"type": "sat", "seat": 1, "token": sat.json()["token"], "key": None}
        begun = await me.next("table")
        while begun["status"] == "waiting":
            begun = await me.next("table")
    assert begun["status"] == "playing" and begun["seats"][1]["name"] == "Anna"
    wrong = await served.ask(id, None, join=None, token="x" * 22)
    assert (wrong.status_code, wrong.json()["error"]) == (403, "not-yours")


async def test_games_rules_and_the_page_itself_come_in_the_language_that_is_asked_for(served: House) -> None:
    games = (await served.get("/api/games", lang="de")).json()["games"]
    words = load("sncf-france", language="de").words.groups
    first = next(each for each in games if each["id"] == "sncf-france")
    assert first["about"] == words["ui"]["about.sncf-france"]
    assert [each["text"] for each in first["options"]] == [
        words["options"][o["name"]] for o in first["options"]
    ]
    asked = {"accept-language": "de-CH,en;q=0.5"}
    page = (await served.client.get("/", headers=asked)).text
    assert '<html lang="de">' in page and "in denen jede Regel gilt" in page
    assert '<html lang="en">' in (await served.client.get("/")).text


async def test_only_hashes_of_tokens_are_stored(served: House) -> None:
    made = await served.create("me", "friend", "anyone")
    seats = [read_seat(body) for _, body in await served.hall.store.read("seats", made["id"])]
    mine, friend = (hashed(each["token"]) for each in made["seats"])
    assert [(seat.holders, seat.link) for seat in seats] == [([mine], ""), ([], friend), ([], "")]
    content = b"".join(path.read_bytes() for path in Path(served.hall.store.path).parent.iterdir())  # type: ignore[attr-defined]
    for each in made["seats"]:
        assert len(each["token"]) == 22
        assert each["token"].encode() not in content


async def test_lists_show_open_tables_and_my_own(served: House) -> None:
    hidden = await served.create("me", "anyone", "random")
    open_table = await served.create("me", "anyone", "random", listed=True)
    async with browser(served) as anna:
        await anna.get("/")  # the page gives the cookie
        assert (await anna.get("/api/mine")).json()["tables"] == []
        (found,) = (await anna.get("/api/tables")).json()["tables"]
        assert (found["id"], found["free"], found["mine"]) == (open_table["id"], [1], [])
        sat = await anna.post(f"/api/tables/{found['id']}", json={"join": 1, "name": "Anna"})
        assert sat.json()["token"] is None  # a browser holds it by its cookie
        (mine,) = (await anna.get("/api/mine")).json()["tables"]
        assert (mine["id"], mine["mine"]) == (open_table["id"], [1])
        table = (await anna.get(f"/api/tables/{found['id']}")).json()
        assert table["seat"] == 1  # by the cookie alone
    taken = await served.ask(open_table["id"], None, join=1)
    assert taken.json()["error"] == "not-yours"
    listed = [each["id"] for each in (await served.get("/api/tables")).json()["tables"]]
    assert hidden["id"] not in listed


async def test_several_seats_at_one_screen_are_seen_by_the_one_to_move(served: House) -> None:
    async with browser(served) as family:
        await family.get("/")
        seats = [{"kind": "me"}, {"kind": "screen"}, {"kind": "screen"}]
        made = (await family.post("/api/tables", json={"game": "sncf-france", "seats": seats})).json()
        seen = set()
        for _ in range(3):
            now = (await family.get(f"/api/tables/{made['id']}")).json()
            assert now["seat"] == now["to_move"]
            seen.add(now["seat"])
            trade = next(each for each in now["choices"] if each[0] == "trade")
            done = await family.post(f"/api/tables/{made['id']}", json={"do": trade, "after": now["version"]})
            assert done.status_code == 200
        assert seen == {0, 1, 2}
        match = (await served.hall.tables.room(made["id"])).match
        free = [seat for seat in seen if match.earliest(seat) is not None]
        assert free == [match.standing[-1].seat], "what another person at this screen did stands"


async def test_who_hands_a_seat_over_has_it_until_somebody_comes(served: House) -> None:
    id, tokens = await served.people()
    handed = (await served.ask(id, tokens[1], hand=1)).json()
    assert (await served.table(id, tokens[1]))["seat"] == 1
    sat = (await served.ask(id, None, join=None, token=handed["token"], name="Ben")).json()
    assert (await served.table(id, tokens[1]))["seat"] is None
    assert (await served.table(id, sat["token"]))["seat"] == 1
    foreign = await served.ask(id, tokens[0], hand=2)
    assert foreign.json()["error"] == "not-yours"


async def test_leaving_lets_a_bot_or_anyone_in(served: House) -> None:
    id, tokens = await served.people(options={"hidden": "open"})
    assert (await served.ask(id, tokens[1], leave=1, bot="random")).is_success
    assert (await served.ask(id, tokens[2], leave=2)).is_success
    seats = (await served.table(id))["seats"]
    assert (seats[1]["kind"], seats[1]["bot"]) == ("bot", "random")
    assert (seats[2]["kind"], seats[2]["joined"]) == ("anyone", False)
    assert (await served.table(id, tokens[1]))["seat"] is None
    assert (await served.ask(id, None, join=2, name="Ben")).json()["seat"] == 2
    unknown = await served.ask(id, tokens[0], leave=0, bot="genius")
    assert unknown.status_code == 400 and "there is no bot" in unknown.json()["text"]


async def test_who_comes_is_welcomed_first_and_the_others_hear_of_it(served: House) -> None:
    id, tokens = await served.people()
    async with served.listen(id, tokens[0]) as first:
        assert json.loads(await first.socket.recv())["type"] == "welcome"
        assert json.loads(await first.socket.recv())["type"] == "table"
        async with served.listen(id) as watcher:
            assert json.loads(await watcher.socket.recv())["present"] == [0]
            assert (await first.next("present")) == {"type": "present", "seats": [0], "watching": 1}
        assert (await first.next("present"))["watching"] == 0


async def test_the_order_of_keys_means_nothing(served: House) -> None:
    made = await served.create("me", "anyone", "random")
    body = '{"name": "Ben", "key": "k", "join": 1}'
    found = await served.client.post(f"/api/tables/{made['id']}", content=body)
    assert found.json()["seat"] == 1


async def test_names_and_colours_change(served: House) -> None:
    id, tokens = await served.people()
    assert (await served.ask(id, tokens[0], name="<b>Zoë</b>", colour="green")).is_success
    seats = (await served.table(id))["seats"]
    assert (seats[0]["name"], seats[0]["colour"]) == ("<b>Zoë</b>", "green")
    for bad in ("", "x" * 25, "a\nb", "\x00"):
        assert (await served.ask(id, tokens[0], name=bad)).json()["error"] == "bad-message"
    assert (await served.ask(id, tokens[0], name="x", seat=1)).json()["error"] == "not-yours"


async def test_everyone_agrees_and_the_game_ends_without_a_result(tmp_path: Path) -> None:
    async with house(tmp_path / "tables.db") as served:
        id, tokens = await served.people()
        for token in tokens[:2]:
            await served.ask(id, token, agree="end")
        assert (await served.table(id))["status"] == "playing"
        await served.ask(id, tokens[1], agree="end", yes=False)
        await served.ask(id, tokens[2], agree="end")
        assert (await served.table(id))["status"] == "playing"
        await served.ask(id, tokens[1], agree="end")
        assert (await served.table(id))["status"] == "ended"
        seat, now = await served.mover(id, tokens)
        refused = await served.ask(id, tokens[seat], do=["done"], after=now["version"])
        assert refused.json()["error"] == "over"
        assert now["choices"] == []
        # secrets stay: an agreed end reveals nothing
        assert now["view"]["seats"][(seat + 1) % 3]["hand"] is None
        assert (await served.get(f"/api/tables/{id}/record")).json()["error"] == "secret"
    async with house(tmp_path / "tables.db") as served:
        assert (await served.table(id))["status"] == "ended"


async def test_a_rematch_moves_everyone_on_and_keeps_their_tokens(served: House) -> None:
    id, tokens = await served.people()
    assert (await served.ask(id, tokens[0], rematch=True)).json()["error"] == "over"
    for token in tokens:
        await served.ask(id, token, agree="end")
    async with served.listen(id, tokens[2]) as ear:
        await ear.next("table")
        first = (await served.ask(id, tokens[0], rematch=True)).json()["id"]
        assert (await ear.next("table"))["rematch"] == first
    assert (await served.ask(id, tokens[1], rematch=True)).json()["id"] == first
    assert (await served.ask(id, None, rematch=True)).json()["error"] == "not-yours"
    again = await served.table(first, tokens[1])
    assert (again["seat"], again["status"]) == (0, "playing")


async def test_a_link_to_a_seat_is_void_in_the_rematch(served: House) -> None:
    id, tokens = await served.people()
    link = (await served.ask(id, tokens[0], hand=0)).json()["token"]
    for token in tokens:
        await served.ask(id, token, agree="end")
    again = (await served.ask(id, tokens[1], rematch=True)).json()["id"]
    taken = await served.ask(again, None, join=None, token=link, name="Zed")
    assert (taken.status_code, taken.json()["error"]) == (403, "not-yours")
    assert (await served.table(again, tokens[0]))["seat"] == 2


async def test_a_rematch_is_one_more_table_of_its_address(tmp_path: Path) -> None:
    async with house(tmp_path / "tables.db", Settings(Limits(tables_an_hour=2))) as served:
        id, tokens = await served.people()
        for expected in (200, 429):
            for token in tokens:
                assert (await served.ask(id, token, agree="end")).is_success
            found = await served.ask(id, tokens[0], rematch=True)
            assert found.status_code == expected, found.text
            id = found.json().get("id", id)
        assert len(await served.hall.store.read("ids")) == 2


UNSEEN = (
    " ",
    "\u200b",
    "\u3164",
    "\u2800",
    "\u00ad",
    "\ufeff",
    "\U000e0041",
    "\x85",
    "\u2028",
    "\u200e",
    "...",
)


async def test_a_name_can_be_seen_and_is_nobody_elses(served: House) -> None:
    made = await served.create("me", "friend", "random")
    id, (mine, link) = made["id"], [seat["token"] for seat in made["seats"]]
    assert (await served.ask(id, mine, name="Anna")).is_success
    taken = ("Anna", "ANNA", "An\u200bna", "\uff21nna", " Anna ", "Player 1")
    bot = (await served.table(id))["seats"][2]["name"]
    for name in (*UNSEEN, *taken, bot):
        refused = await served.ask(id, None, join=None, token=link, name=name)
        assert refused.status_code == 400, (name, refused.text)
    sat = await served.ask(id, None, join=None, token=link, name=" Be\u00adn  B. ")
    assert sat.is_success, sat.text
    assert (await served.table(id))["seats"][1]["name"] == "Ben B."
    for name in (*UNSEEN, *taken, bot):
        refused = await served.ask(id, sat.json()["token"], name=name)
        assert refused.status_code == 400, (name, refused.text)
    assert (await served.ask(id, sat.json()["token"], name="BEN B.")).is_success, "one's own in capitals"


async def test_a_new_table_has_no_name_twice(served: House) -> None:
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "Borsig"}, {"kind": "screen"}, {"kind": "bot"}]
    found = await served.client.post("/api/tables", json={"game": "sncf-france", "seats": seats})
    names = [seat["name"] for seat in (await served.table(found.json()["id"]))["seats"]]
    assert names[0] == "Borsig" and len(set(names)) == 3
    seats[1]["name"] = "borsig"
    refused = await served.client.post("/api/tables", json={"game": "sncf-france", "seats": seats})
    assert refused.status_code == 400 and "another's name" in refused.json()["text"]


async def test_tables_that_cannot_be_are_refused_with_a_sentence(served: House) -> None:
    me: dict[str, Any] = {"kind": "me"}
    good: dict[str, Any] = {"game": "sncf-france", "seats": [me, me, me]}
    for change, error in (
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"seats": [me]}, "for 3 to 6 players, not for 1"),
        ({"seats": [me, me, {"kind": "bot", "bot": "genius"}]}, "there is no bot 'genius'"),
        ({"absent": "genius"}, "there is no bot 'genius'"),
        ({"options": {"hidden": "maybe"}}, "is one of strict, tally, open"),
        ({"options": {"speed": "fast"}}, "has no option 'speed'"),
        ({"board": "{"}, "this is not JSON"),
        ({"record": "hello"}, "begins with 'format 1'"),
        ({"tempo": {"kind": "hours"}}, "Invalid enum value"),
        ({"tempo": {"kind": "days", "days": -1}}, "> 0"),
        ({"tempo": {"kind": "days", "days": 1e-9}}, "at least 0.01 days"),
        ({"tempo": {"kind": "live", "seconds": 0}}, "at least 10 seconds"),
        ({"surprise": 1}, "unknown field"),
    ):
        found = await served.client.post("/api/tables", json={**good, **change})
        assert found.status_code == 400, found.text
        assert error in found.json()["text"], found.json()["text"]
    assert await served.hall.store.read("ids") == []


async def test_a_record_becomes_a_table_to_go_on_from(served: House) -> None:
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
    text = write((await served.hall.tables.room(id)).match.record())
    made = await served.create("me", "me", "me", record=text)
    mine = await served.table(made["id"], made["seats"][seat]["token"])
    before = await served.table(id, tokens[seat])
    assert (mine["view"], mine["choices"], mine["step"]) == (
        before["view"],
        before["choices"],
        before["step"],
    )
    done = await served.ask(
        made["id"], made["seats"][seat]["token"], do=mine["choices"][0], after=mine["version"]
    )
    assert done.is_success
    for lie in (text.replace(text[-9:-1], "00000000"), text.replace("players 3", "players 4")):
        seats = [{"kind": "me"}] * 3
        refused = await served.client.post(
            "/api/tables", json={"game": "sncf-france", "seats": seats, "record": lie}
        )
        assert refused.json()["error"] == "record"


@pytest.mark.parametrize("id", ["x" * 22, "nosuch", "..%2f", "a" * 3000, "é"])
async def test_a_table_that_is_not_there_is_unknown(served: House, id: str) -> None:
    for found in (await served.get(f"/api/tables/{id}"), await served.ask(id, None, chat="hello")):
        assert (found.status_code, found.json()["error"]) == (404, "unknown")


async def test_options_are_offered_with_their_default_first() -> None:
    """As a list: a browser would sort the keys of an object that look like numbers."""
    stall = next(choice for choice in card(load("sncf-france")).options if choice.name == "stall")
    assert [value for value, _ in stall.values] == ["3", "1", "2", "5"]
