"""Whoever is at a table is spoken to in their own language: refusals, events, what the table says, calls."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from branchline import load
from branchline.core.languages import ENGLISH, LANGUAGES
from branchline.core.voice import say, sentences, speaking
from branchline.server.calls.caller import CallSettings
from branchline.server.calls.telling import clock, span
from branchline.server.calls.ways import Wants, encoded, read_way
from branchline.server.forgetting import without
from branchline.server.hall import Settings
from branchline.server.names import shown
from branchline.server.spoken import aloud, later
from branchline.server.store import Row
from tests.processes import until
from tests.server.calling import ANNA, PUBLIC, turn
from tests.server.house import GENEROUS, Ear, House, bearer, house
from tests.server.plans import begin, builds, do, others_turn, trades, until_over
from tests.server.receivers import LetterBox, Phone, receiver

SERVER = Path(__file__).parent.parent.parent / "src" / "branchline" / "server"


def told(language: str, key: str, *places: Any, **values: Any) -> str:
    with speaking(language):
        return say(f"server.{key}", *places, **values)


async def ask(served: House, id: str, token: str, lang: str, /, **question: Any) -> Any:
    found = await served.client.post(
        f"/api/tables/{id}", params={"lang": lang}, json=question, headers=bearer(token)
    )
    return found.json()


async def chat(served: House, id: str, lang: str) -> list[str]:
    return [each["text"] for each in (await served.get(f"/api/tables/{id}/log", lang=lang)).json()["chat"]]


def test_every_sentence_that_the_server_keeps_is_there() -> None:
    source = "\n".join(path.read_text("utf-8") for path in SERVER.rglob("*.py"))
    found = set(re.findall(r'"server\.([\w-]+)"', source))
    assert found and found <= set(sentences(ENGLISH, "server"))


# --- at a table


async def test_two_people_at_one_table_each_read_everything_in_their_own_language(served: House) -> None:
    id, tokens = await served.people(3)
    async with (
        served.listen(f"{id}?lang=fr", tokens[0]) as anne,
        served.listen(f"{id}?lang=de", tokens[1]) as bert,
    ):
        names = {}
        for ear, lang in ((anne, "fr"), (bert, "de")):
            assert (await ear.next("welcome"))["name"] == load("sncf-france", language=lang).name
            names[lang] = [each["name"] for each in (await ear.next("table"))["seats"]]
        assert (names["fr"][0], names["de"][0]) == ("Joueur 1", "Spieler 1")
        seat, now = await served.mover(id, tokens)
        await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])
        for ear, lang in ((anne, "fr"), (bert, "de")):
            seen = await ear.next("table")
            words = load("sncf-france", language=lang).words
            assert seen["lines"] == [words.event(tuple(event), names[lang]) for event in seen["events"]]
        await refused(served, id, anne, bert, now["version"])
        await wished(served, id, tokens, anne, bert)


async def refused(served: House, id: str, anne: Ear, bert: Ear, before: int) -> None:
    version = (await served.table(id))["version"]
    for ear, lang in ((anne, "fr"), (bert, "de")):
        await ear.send(do=["done"], after=before, key="k1")
        answer = await ear.next("refused")
        assert answer["text"] == told(lang, "stale", version, before)
        assert answer["values"]["table"]["seats"][2]["name"] == told(lang, "player", 3)
        await ear.send(fly="away")
        assert told(lang, "message-keys", "")[:20] in (await ear.next("refused"))["text"]


async def wished(served: House, id: str, tokens: list[str], anne: Ear, bert: Ear) -> None:
    """Somebody asks for an end, another says no; then all agree. Those who come later read the same."""
    await anne.send(agree="end", yes=True)
    assert (await bert.next("table"))["wishes"][0]["what"] == "end"
    await bert.send(agree="end", yes=False)
    said = {"fr": "Joueur 2 n’est pas d’accord.", "de": "Spieler 2 stimmt nicht zu."}
    assert (await anne.next("said"))["text"] == said["fr"]
    assert (await bert.next("said"))["text"] == said["de"]
    for token in tokens:
        await served.ask(id, token, agree="end", yes=True)
    assert (await anne.next("said"))["text"] == told("fr", "granted-end")
    assert (await bert.next("said"))["text"] == told("de", "granted-end")
    assert await chat(served, id, "nl") == [
        "Speler 2 vindt het niet goed.",
        told("nl", "granted-end"),
    ]
    over = await ask(served, id, tokens[0], "fr", do=["done"], after=0)
    assert over["text"] == told("fr", "over")


async def test_without_a_choice_the_browser_is_asked_and_one_that_we_do_not_speak_is_none(
    served: House,
) -> None:
    async def text(accept: str, **query: str) -> str:
        found = await served.client.get(
            "/api/tables/no-such-table", params=query, headers={"accept-language": accept}
        )
        return str(found.json()["text"])

    assert await text("sv, fr-CA;q=0.8, de") == told("fr", "no-table")
    assert await text("fr", lang="nl") == told("nl", "no-table")
    assert await text("de-AT", lang="xx") == told("de", "no-table")
    assert await text("sv", lang="xx") == "There is no such table."


async def test_what_an_older_server_has_stored_is_read_as_it_is(served: House) -> None:
    id, _ = await served.people(3)
    match = served.hall.tables.rooms[id].match
    texts = ["Anna does not agree.", '{"key":"server.disagrees" is Anna\'s name.', later("server.over")]
    async with match.lock:
        for text in texts:
            await match.note_row("say", -1, text)
    assert await chat(served, id, "fr") == [*texts[:2], told("fr", "over")]
    wants = encoded(Wants("mail", ANNA)).replace(',"language":"en"', "")
    assert read_way(("id", "table", 0, "owner", 0, wants)).wants.language == ENGLISH


def test_a_name_that_is_taken_away_is_in_no_sentence_that_is_kept() -> None:
    row = Row(3, "say", 1, later("server.asks-back", name="Anna", names=["Ben", "Anna"]), "", "", 0.0)
    hidden = without(row, ["Anna"], 0, 1)
    assert "Anna" not in hidden.body
    with speaking("fr"):
        assert aloud(hidden.body).startswith("Joueur 2 demande") and "Ben et Joueur 2" in aloud(hidden.body)
    renamed = row._replace(body=later("server.renamed", name="Anna", new="Eva"))
    assert without(renamed, ["Anna"], 0, 1).body == ""
    old = row._replace(body="Anna is now called Eva.")
    assert without(old, ["Anna"], 0, 1).body == ""


async def test_nobody_takes_the_usual_name_of_another_in_any_language(served: House) -> None:
    id, tokens = await served.people(3)
    for name in ("Player 2", "joueur 2", "Spieler 2", "Speler 2"):
        answer = await ask(served, id, tokens[0], "fr", name=name)
        assert answer["text"] == told("fr", "name-taken", name)
    assert (await ask(served, id, tokens[0], "fr", name="Joueur 1"))["type"] == "done"
    assert (await served.table(id))["seats"][0]["name"] == "Player 1"
    assert shown("Player 1 of Paris") == "Player 1 of Paris"


# --- queued turns and plans


async def test_a_turn_queued_in_one_language_is_played_whoever_moves_in_another(served: House) -> None:
    id, tokens, me = await others_turn(served)
    made = await until_over(served, id, tokens[me], await begin(served, id, tokens[me]), builds)
    now = (await served.table(id))["version"]
    answer = await ask(served, id, tokens[me], "de", queue=1, after=now)
    assert answer["turn"] == made["turn"]
    for lang in ("fr", "de"):
        listed = await ask(served, id, tokens[me], lang, plans=True)
        words = load("sncf-france", language=lang).words.sentence("events", "built", me, "red", "d7")
        assert listed["plans"][0]["text"].split()[-2:] != [] and listed["queued"]["lines"]
        assert told(lang, "player", me + 1) in listed["plans"][0]["text"], words
    while (await served.table(id))["to_move"] != me:
        seat, seen = await served.mover(id, tokens)
        done = await ask(served, id, tokens[seat], "fr", do=trades(seen["choices"]), after=seen["version"])
        assert done["type"] == "done"
        if (await chat(served, id, "nl"))[1:]:
            break
    name = told("nl", "player", me + 1)
    await until_said(served, id, told("nl", "queued-played", name=name))


async def until_said(served: House, id: str, text: str) -> None:
    for _ in range(200):
        if text in await chat(served, id, "nl"):
            return
    raise AssertionError(text)


async def test_a_queued_turn_that_is_not_played_is_told_in_the_language_of_who_reads(served: House) -> None:
    id, tokens, me = await others_turn(served)
    mine = await until_over(served, id, tokens[me], await begin(served, id, tokens[me]), builds)
    first = mine["turn"][0]
    await ask(served, id, tokens[me], "de", queue=1, after=(await served.table(id))["version"])
    match = served.hall.tables.rooms[id].match
    await do(served, id, tokens, lambda choices: first)  # the one before builds there first
    while (await served.table(id))["to_move"] != me:
        await do(served, id, tokens, builds)
    await until(lambda: match.queued[me].why)
    now = (await served.table(id))["version"]
    for lang in LANGUAGES:
        why = (await ask(served, id, tokens[me], lang, plans=True))["queued"]["why"]
        rule = await ask(served, id, tokens[me], lang, do=first, after=now)
        assert why == told(lang, "unplayed-refused", why=rule["text"])


# --- by processes that serve nobody else


async def test_a_worker_answers_in_the_language_of_who_asks(served: House) -> None:
    id, tokens, _ = await others_turn(served)
    seat = (await served.table(id))["to_move"]
    found = {
        lang: (await ask(served, id, tokens[seat], lang, propose=[]))["actions"] for lang in ("en", "fr")
    }
    brings = next(each for each in found["fr"] if each["ledger"])
    tried = await ask(served, id, tokens[seat], "fr", **{"try": [brings["action"]]})
    assert brings["ledger"] == tried["ledger"]
    assert brings["ledger"] not in [each["ledger"] for each in found["en"]]


# --- calls


async def test_a_call_is_in_the_language_in_which_it_was_asked_for(
    tmp_path: Path, mailed: tuple[LetterBox, str]
) -> None:
    box, smtp = mailed
    calls = CallSettings(smtp, "tables@example.org", PUBLIC, private=True, after=0.1)
    async with receiver() as service, house(tmp_path / "t.db", Settings(GENEROUS, calls=calls)) as served:
        id, tokens = await served.people(3, tempo={"kind": "days", "days": 2})
        phone = Phone(service)
        seat = (await turn(served, id, tokens) + 1) % 3
        await ask(served, id, tokens[seat], "de", call="mail", to=ANNA)
        made = await ask(served, id, tokens[seat], "fr", **phone.way())
        game = {lang: load("sncf-france", language=lang).name for lang in LANGUAGES}
        letter = box.letters.pop()
        assert str(letter["Subject"]) == told("de", "letter-title", game["de"])
        link = re.search(rf"{PUBLIC}(/calls/\S+)", letter.get_content())
        assert link and told("de", "player", seat + 1) in letter.get_content()
        page = await served.client.post(link[1], headers={"accept-language": "nl"})
        assert '<html lang="de">' in page.text and told("de", "thanks-calls", ANNA) in page.text
        while await turn(served, id, tokens) != seat:
            pass
        await until(lambda: service.came and box.letters)
        (push,) = phone.read(made["push_key"])
        assert push["title"] == told("fr", "call-turn", game["fr"])
        assert re.search(r"Vous avez jusqu’au .* \(UTC\)\u00a0: 1 jour 23 heures\.", push["body"])
        mail = box.letters.pop()
        assert str(mail["Subject"]) == told("de", "call-turn", game["de"])
        assert told("de", "mail-since") in mail.get_content() and "1 Tag 23 Stunden." in mail.get_content()


async def test_why_a_call_did_not_arrive_is_read_in_ones_own_language(tmp_path: Path) -> None:
    calls = CallSettings(private=True, after=0.1)
    async with receiver() as service, house(tmp_path / "t.db", Settings(GENEROUS, calls=calls)) as served:
        id, tokens = await served.people(3)
        service.statuses = [500]
        seat = (await turn(served, id, tokens) + 1) % 3
        await served.ask(id, tokens[seat], call="hook", to=service.base)
        while await turn(served, id, tokens) != seat:
            pass
        await until(lambda: service.came)
        for lang in ("fr", "de"):
            trouble = ""
            while not trouble:
                trouble = (await ask(served, id, tokens[seat], lang, calls=True))["ways"][0]["trouble"]
            assert trouble == told(lang, "host-busy", host="127.0.0.1", code=500)
        offers = (await ask(served, id, tokens[seat], "nl", calls=True))["offers"]
        assert offers["mail"] == told("nl", "no-mail-server")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_moment_has_the_names_of_its_day_and_month(language: str) -> None:
    class Clocks:
        def deadline(self, seat: int) -> float:
            return 86_400.0 * 3

    class Room:
        match = type("Match", (), {"clocks": Clocks()})

    room: Any = Room()
    with speaking(language):
        assert len(say("server.weekdays").split()) == 7 and len(say("server.months").split()) == 12
        text = clock(room, 0, Wants("mail", ANNA), 0.0)
        assert say("server.weekdays").split()[6] in text and span(3 * 86_400.0) in text  # a Sunday


async def test_refusals_for_haste_and_for_strangers_are_said_in_their_language(served: House) -> None:
    strange = {"origin": "https://evil.example", "accept-language": "de"}
    found = await served.client.post("/api/tables", headers=strange, json={})
    assert found.json()["text"] == told("de", "not-our-page")
    missing = await served.client.get("/api/nothing", headers={"accept-language": "fr"})
    assert missing.json()["text"] == told("fr", "http-unknown", "GET")


async def test_a_game_that_speaks_english_alone_is_played_on_a_french_page(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, _ = await served.people(3)
    monkeypatch.setattr("branchline.games.languages_of", lambda game_id: [ENGLISH])
    found = await served.client.get(f"/api/tables/{id}/words?lang=fr")
    assert found.is_success and found.json()["names"]["red"] == "Red"
    assert (await served.client.get(f"/api/tables/{id}/words?lang=xx")).status_code == 400
