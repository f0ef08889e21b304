"""A game without beauty, or one that is broken, costs itself something and no other game anything."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from branchline import GAMES, load
from branchline.core.errors import BranchlineError
from branchline.core.words import Words
from branchline.games.rules_text import rules_of
from branchline.server import lobby
from branchline.server.hall import Settings
from branchline.server.security import Limits
from tests.server.house import House, house


@pytest.fixture
def ghost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that cannot be loaded at all."""
    monkeypatch.setitem(GAMES, "ghost", "ghost_train")
    lobby.lament.cache_clear()


async def test_a_game_that_cannot_be_loaded_loses_its_place_and_the_log_says_why(
    served: House, ghost: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "branchline.lobby"):
        for _ in range(2):
            listed = (await served.client.get("/api/games")).json()["games"]
            assert {"sncf-france", "sncf-germany"} <= {each["id"] for each in listed}
            assert "ghost" not in {each["id"] for each in listed}
    said = [each for each in caplog.messages if each.startswith("ghost")]
    why = "ModuleNotFoundError: No module named 'branchline.games.ghost_train'"
    assert said == [f"ghost cannot be loaded: {why}; the others are played"]
    await served.create("me", "me", "me")
    answer = await served.client.post(
        "/api/tables", json={"game": "ghost", "seats": [{"kind": "me"}, {"kind": "me"}]}
    )
    assert answer.status_code == 400 and answer.json()["text"] == f"ghost cannot be loaded: {why}"


async def test_a_table_of_a_game_that_is_broken_by_now_is_listed_among_the_others(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await served.create("me", "anyone", "anyone", game="sncf-germany", listed=True)
    await served.create("me", "anyone", "anyone", listed=True)

    def broken(game_id: str) -> Any:
        if game_id == "sncf-germany":
            raise BranchlineError("sncf-germany cannot be loaded")
        return load(game_id)

    monkeypatch.setattr(lobby, "load", broken)
    tables = (await served.client.get("/api/tables")).json()["tables"]
    assert {each["name"] for each in tables} == {"SNCF France", "sncf-germany"}


async def test_a_game_that_says_nothing_about_itself_is_listed_without_it(
    served: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = load("sncf-france")
    monkeypatch.delitem(game.words.groups["ui"], "about.sncf-france")
    lobby.lament.cache_clear()
    with caplog.at_level(logging.ERROR, "branchline.lobby"):
        listed = (await served.client.get("/api/games")).json()["games"]
    assert [each["about"] for each in listed if each["id"] == "sncf-france"] == [""]
    assert any("sncf-france says nothing about itself" in each for each in caplog.messages)


async def test_a_table_without_its_words_plays_on_with_bare_ones(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("sncf-france")
    monkeypatch.setattr(game, "words", Words({}))
    id, tokens = await served.people()
    seat, now = await served.mover(id, tokens)
    answer = await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
    assert answer.status_code == 200
    rows = (await served.get(f"/api/tables/{id}/log", tokens[seat])).json()["rows"]
    assert rows[-1]["lines"] and all(rows[-1]["lines"])
    refused = await served.ask(id, tokens[seat], do=["build", "red", "nosuch"], after=now["version"] + 1)
    assert refused.status_code in (400, 403, 409, 422)


def words_of(svg: str) -> str:
    return " ".join(ElementTree.fromstring(svg).itertext())


async def test_a_table_is_drawn_as_its_viewer_may_see_it(served: House) -> None:
    id, tokens = await served.people()
    now = await served.table(id, tokens[0])
    game = load("sncf-france")
    address = f"/api/tables/{id}/picture"
    mine, theirs = [(await served.get(address, token)).text for token in (tokens[0], None)]
    assert mine == game.looks.picture(now["view"])
    assert theirs == game.looks.picture((await served.table(id))["view"]) != mine
    first = await served.get(address, tokens[0], at=0)
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert first.text == game.looks.picture((await served.table(id, tokens[0], at=0))["view"])
    found = await served.get(address, tokens[0], at=now["step"] + 1)
    assert (found.status_code, found.json()["error"]) == (404, "unknown")


async def test_a_table_is_told_in_words_as_its_viewer_may_know_it(served: House) -> None:
    id, tokens = await served.people()
    now = await served.table(id, tokens[0])
    looks = load("sncf-france").looks
    names = [seat["name"] for seat in now["seats"]]
    mine, theirs = [
        (await served.get(f"/api/tables/{id}/position", token)).json() for token in (tokens[0], None)
    ]
    assert [tuple(part) for part in mine["parts"]] == looks.position(now["view"], names)
    assert (mine["version"], mine["step"]) == (now["version"], now["step"])
    assert [tuple(part) for part in theirs["parts"]] == looks.position(
        (await served.table(id))["view"], names
    )
    assert mine["parts"][1][0] == "Your shares" != theirs["parts"][1][0]
    first = (await served.get(f"/api/tables/{id}/position", tokens[0], at=0)).json()
    assert (first["step"], first["version"]) == (0, 0)
    found = await served.get(f"/api/tables/{id}/position", tokens[0], at=now["step"] + 1)
    assert (found.status_code, found.json()["error"]) == (404, "unknown")


async def test_pictures_are_dear_and_nobody_gets_too_many_of_them(tmp_path: Path) -> None:
    async with house(
        tmp_path / "tables.db", Settings(Limits(address_rate=0.001, address_burst=60))
    ) as served:
        id, tokens = await served.people()
        found = [(await served.get(f"/api/tables/{id}/picture", tokens[0])).status_code for _ in range(5)]
        assert found == [200, 200, 200, 429, 429]
        assert (await served.get(f"/api/tables/{id}", tokens[0])).status_code == 200


async def test_where_drawing_fails_the_text_is_drawn_and_the_log_says_so(
    served: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    id, tokens = await served.people()
    looks: Any = load("sncf-france").looks
    colours: dict[str, str] = {}
    monkeypatch.setattr(looks, "picture", lambda view: colours["a colour"])
    found = await served.get(f"/api/tables/{id}/picture", tokens[0])
    assert found.status_code == 200 and "Paris" in words_of(found.text)
    why = "sncf-france cannot be drawn and is shown as text: KeyError('a colour')"
    assert why in caplog.messages


def test_rules_that_nobody_has_written_down_are_missed_in_a_sentence(ghost: None) -> None:
    with pytest.raises(BranchlineError, match="nobody has written down the rules of ghost"):
        rules_of("ghost")
