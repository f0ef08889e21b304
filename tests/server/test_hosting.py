"""What a host does with a table that waits, and where a screen that is passed on needs a curtain."""

from __future__ import annotations

import pytest

from tests.server.house import House


async def test_a_bot_in_the_last_free_seat_begins_the_game_and_voids_the_link(served: House) -> None:
    made = await served.create("me", "friend", "me")
    id, host, link = made["id"], made["host"], made["seats"][1]["token"]
    refused = await served.ask(id, made["seats"][0]["token"], fill=1)
    assert refused.json()["error"] == "not-yours" and "Only the host" in refused.json()["text"]
    assert (await served.ask(id, host, fill=0)).json()["text"] == "That seat is not free."
    assert (await served.ask(id, host, fill=9)).json()["text"] == "That seat is not free."
    assert (await served.ask(id, host, fill=1, bot="nobody")).status_code == 400
    assert (await served.table(id))["status"] == "waiting"
    assert (await served.ask(id, host, fill=1, bot="strong")).is_success
    table = await served.table(id)
    assert table["status"] == "playing" and table["step"] > 0
    seat = table["seats"][1]
    assert (seat["kind"], seat["bot"], seat["joined"], seat["name"]) == ("bot", "strong", True, "Brunel")
    late = await served.ask(id, None, join=None, token=link, name="Ben")
    assert late.json()["error"] in ("used", "not-yours")


async def test_a_table_that_waits_is_called_off_by_its_host_alone(served: House) -> None:
    made = await served.create("me", "friend", "anyone", listed=True)
    id, host = made["id"], made["host"]
    assert (await served.ask(id, made["seats"][0]["token"], cancel=True)).json()["error"] == "not-yours"
    async with served.listen(id) as watcher:
        await watcher.next("table")
        assert (await served.ask(id, host, cancel=True)).is_success
        assert (await watcher.next("said"))["text"] == "The host has called this table off."
    assert (await served.table(id))["status"] == "ended"
    assert (await served.client.get("/api/tables")).json()["tables"] == []
    for asked in ({"join": None, "token": made["seats"][1]["token"]}, {"join": 2}):
        late = await served.ask(id, None, name="Ben", **asked)
        assert late.json()["text"] == "This table was called off."
    assert (await served.ask(id, host, fill=1)).json()["error"] == "over"


async def test_a_game_that_has_begun_is_not_called_off(served: House) -> None:
    made = await served.create("me", "me", "me")
    assert (await served.ask(made["id"], made["host"], cancel=True)).json()["error"] == "over"
    assert (await served.table(made["id"]))["status"] == "playing"


@pytest.mark.parametrize(
    ("game", "options", "curtain"),
    [
        ("sncf-france", {}, True),
        ("sncf-france", {"hidden": "open"}, False),
        ("bridgetown", {}, False),
    ],
)
async def test_a_screen_is_passed_on_behind_a_curtain_only_where_something_is_hidden(
    served: House, game: str, options: dict[str, str], curtain: bool
) -> None:
    made = await served.create("me", "screen", "screen", game=game, options=options)
    token = made["seats"][0]["token"]
    assert (await served.table(made["id"], token))["curtain"] is curtain
    assert (await served.table(made["id"], token, at=0))["curtain"] in (curtain, False)
    assert (await served.table(made["id"]))["curtain"] is False  # a watcher sees nothing anyway
