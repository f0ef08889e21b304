"""A review runs beside everything else, is told while it grows, stored once, and never before the end."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
import sys
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from branchline.arena.selfplay import Match, play_match
from branchline.bots.levels import BUDGETS
from branchline.core.languages import LANGUAGES
from branchline.core.record import Record, read, write
from branchline.games import load
from branchline.review.turns import turns_of
from branchline.server.hall import Settings
from branchline.server.reviews import OF_ONE, READ, Reviews
from branchline.server.store import Write
from tests.browser.chrome import at_part, played
from tests.processes import PATIENCE, until
from tests.server.house import GENEROUS, House, house
from tests.server.process import Process
from tests.test_lessons import figures

BOTS = (
    "beginner",
    "casual",
    "strong",
)  # their first game has four mistakes, and its review takes two seconds


@cache
def careless(game_id: str = "sncf-france") -> Record:
    """A whole game with mistakes in it."""
    record = play_match(Match(game_id, BOTS, "review"), 0)
    record.seats = []
    return record


async def over(served: House, game_id: str = "sncf-france") -> tuple[str, list[str]]:
    """A table whose game is over, and its seats' tokens."""
    made = await served.create("me", "me", "me", game=game_id, record=write(careless(game_id)))
    return made["id"], [seat["token"] for seat in made["seats"]]


async def reviewed(served: House, id: str) -> Any:
    """Ask and wait until it is done."""
    async with asyncio.timeout(PATIENCE):
        while (now := (await served.ask(id, None, review=True)).json())["state"] in ("waiting", "working"):
            await asyncio.sleep(0.05)
    assert now["state"] == "done", now
    return (await served.get(f"/api/tables/{id}/review")).json()


@contextlib.asynccontextmanager
async def idle(served: House) -> AsyncIterator[None]:
    """In here the process that reviews works for ever: it says a part and no more."""
    reviews: Reviews = served.hall.reviews
    before = reviews.command
    script = (
        "import sys, time\nbody = b'{\"part\": 0.25}'\n"
        "sys.stdout.buffer.write(len(body).to_bytes(4, 'big') + body)\n"
        "sys.stdout.flush()\ntime.sleep(1000)"
    )
    reviews.command = (sys.executable, "-c", script)
    yield
    reviews.command = before


async def test_a_review_is_told_while_it_grows_and_stored_on_every_database(database: str) -> None:
    async with house(database, Settings(GENEROUS)) as served:
        id, tokens = await over(served)
        missing = await served.get(f"/api/tables/{id}/review")
        assert (missing.status_code, missing.json()["error"]) == (404, "unknown")
        async with served.listen(id) as ear:
            await ear.next("table")
            asked = (await served.ask(id, tokens[0], review=True, key="a")).json()
            assert (asked["type"], asked["state"], asked["key"]) == ("reviewing", "waiting", "a")
            told = [await ear.next("reviewing")]
            while told[-1]["state"] == "working":
                told.append(await ear.next("reviewing"))
        assert told[-1]["state"] == "done"
        parts = [each["part"] for each in told]
        assert parts == sorted(parts) and len(parts) > 10, "whoever looks on sees it grow"
        found = (await served.get(f"/api/tables/{id}/review")).json()
        judge(found, ["Player 1", "Player 2", "Player 3"])
    async with house(database, Settings(GENEROUS)) as served:  # asked again it is answered at once
        served.hall.reviews.command = (sys.executable, "-c", "raise SystemExit(1)")
        again = (await served.ask(id, None, review=True)).json()
        assert again["state"] == "done"
        assert (await served.get(f"/api/tables/{id}/review")).json() == found


def judge(found: Any, people: list[str]) -> None:
    """What a review says is about this game."""
    record = careless()
    assert found["chances"][-1][0] == len(record.rows)
    for _, shares in found["chances"]:
        assert sum(shares) == pytest.approx(1, abs=0.01)
    assert len(found["cost"]) == len(found["luck"]) == 3
    turns = turns_of(load(record.game), record)[0]
    assert found["turns"] == [sum(turn.seat == seat for turn in turns) for seat in range(3)]
    assert found["mistakes"], "careless players make some"
    for mistake in found["mistakes"]:
        assert record.rows[mistake["step"]][0] == mistake["seat"]
        assert mistake["cost"] >= 0.03 and mistake["off"] >= 0
        assert mistake["lines"][0].startswith(f"Step {mistake['step'] + 1}: {people[mistake['seat']]} ")
        assert not re.search("[\ue000-\uf8ff]", " ".join(mistake["lines"]))


async def test_the_better_turn_can_be_tried_at_its_step(served: House) -> None:
    id, _ = await over(served)
    found = await reviewed(served, id)
    game = load("sncf-france")
    for mistake in found["mistakes"]:
        asked = {"try": mistake["better"], "at": mistake["step"]}
        tried = (await served.ask(id, None, **asked)).json()
        assert tried["steps"] == len(mistake["better"]) and tried["lines"] and tried["stopped"] != "chance"
        assert set(tried["view"]) == set((await served.table(id))["view"])
    at = found["mistakes"][0]["step"]
    wrong = await served.ask(id, None, **{"try": [["build", "red", "nowhere"]], "at": at})
    assert wrong.status_code in (400, 422) and wrong.json()["text"]
    dealing = await served.ask(id, None, **{"try": [["done"]], "at": 0})
    assert dealing.json()["text"] == "Nobody was to move at that step."
    beyond = await served.ask(id, None, **{"try": [["done"]], "at": 10_000})
    assert beyond.json()["error"] == "unknown"
    cut = read((await served.get(f"/api/tables/{id}/record", at=at)).text)
    assert (len(cut.rows), cut.result) == (at, "unfinished")
    seats = ["casual"] * 3
    seats[found["mistakes"][0]["seat"]] = "me"
    made = await served.create(*seats, record=write(cut))  # try it yourself
    (mine,) = made["seats"]
    now = await served.table(made["id"], mine["token"])
    assert (now["to_move"], now["step"], now["imported"]) == (mine["seat"], at, at)
    assert tuple(found["mistakes"][0]["better"][0]) in game.legal_actions(
        served.hall.tables.rooms[made["id"]].match.state
    )


async def test_during_a_game_there_is_no_review(served: House) -> None:
    made = await served.create("me", "me", "me", record=at_part(careless(), 0.9))
    id, token = made["id"], made["seats"][0]["token"]
    for asker in (token, None):
        for asked in ({"review": True}, {"review": False}, {"try": [["done"]], "at": 5}):
            refused = await served.ask(id, asker, **asked)
            assert (refused.status_code, refused.json()["error"]) == (403, "secret"), asked
        refused = await served.get(f"/api/tables/{id}/review", asker)
        assert (refused.status_code, refused.json()["error"]) == (403, "secret")
        assert "when the game of this table is over" in refused.json()["text"]
        refused = await served.get(f"/api/tables/{id}/record", asker, at=5)
        assert refused.json()["error"] == "secret"
    for seat in made["seats"]:
        await served.ask(id, seat["token"], agree="end")
    ended = await served.ask(id, token, review=True)
    assert (ended.status_code, ended.json()["error"]) == (409, "over")


async def test_a_game_that_no_bot_has_learned_is_refused_in_a_sentence(
    served: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(BUDGETS, "string-railway")  # as a game that is not in the table yet
    game = load("string-railway")
    made = await served.create("me", "me", "me", game=game.id, record=write(played(game.id, 3)))
    refused = await served.ask(made["id"], None, review=True)
    assert (refused.status_code, refused.json()["error"]) == (409, "unlearned")
    assert refused.json()["text"] == f"{game.name} cannot be reviewed yet: its bots have not learned it."


async def test_it_goes_on_without_its_asker_and_is_stopped_by_who_may(served: House) -> None:
    id, tokens = await over(served)
    async with idle(served):
        async with served.listen(id, tokens[1]) as ear:
            await ear.next("table")
            async with served.listen(id, tokens[0]) as asker:
                await asker.send(review=True, key="mine")
            while (told := await ear.next("reviewing"))["part"] < 0.25:
                pass
            assert told["state"] == "working", "who asked is gone"
            again = (await served.ask(id, tokens[2], review=True)).json()
            assert (again["state"], again["part"]) == ("working", 0.25), "a second asker joins the first"
            stranger = await served.ask(id, "x" * 22, review=False)
            assert (stranger.status_code, stranger.json()["error"]) == (403, "not-yours")
            stopped = (await served.ask(id, tokens[1], review=False)).json()
            assert stopped["state"] == "stopped"
            assert (await ear.next("reviewing"))["state"] == "stopped"
        assert (await served.get(f"/api/tables/{id}/review")).status_code == 404
        nothing = (await served.ask(id, tokens[1], review=False)).json()
        assert nothing["state"] == "stopped"
        await served.ask(id, tokens[1], review=True)
        await until(lambda: states(served) == ["working"])  # it can be asked for again
        await served.ask(id, tokens[1], review=False)


async def test_others_wait_in_line_and_one_address_has_a_few(served: House) -> None:
    tables = [await over(served) for _ in range(OF_ONE + 1)]
    async with idle(served):
        for number, (id, _) in enumerate(tables[:OF_ONE]):
            now = (await served.ask(id, None, review=True)).json()
            assert (now["state"], now["ahead"]) == ("waiting", number)
        full = await served.ask(tables[-1][0], None, review=True)
        assert (full.status_code, full.json()["error"]) == (503, "slow")
        await until(lambda: states(served) == ["working", "waiting"])
        async with served.listen(tables[1][0]) as ear:
            await ear.next("table")
            await served.ask(tables[0][0], None, review=False)
            told = await ear.next("reviewing")
            assert (told["state"], told["ahead"]) in (("waiting", 0), ("working", 0))
        await until(lambda: states(served) == ["working"])
        await served.ask(tables[1][0], None, review=False)


def states(served: House) -> list[str]:
    return [job.now.state for job in served.hall.reviews._jobs.values()]


async def test_a_process_that_dies_is_told_and_asked_for_again(served: House) -> None:
    id, _ = await over(served)
    before = served.hall.reviews.command
    served.hall.reviews.command = (sys.executable, "-c", "raise SystemExit(1)")
    async with served.listen(id) as ear:
        await ear.next("table")
        await served.ask(id, None, review=True)
        while (told := await ear.next("reviewing"))["state"] == "working":
            pass
    assert told["state"] == "failed" and told["text"] == "The review stopped; ask for it again."
    served.hall.reviews.command = before
    async with idle(served):
        await served.ask(id, None, review=True)
        await until(lambda: states(served) == ["working"])
        await served.ask(id, None, review=False)


async def test_other_tables_move_on_meanwhile(served: House) -> None:
    id, _ = await over(served)
    other, tokens = await served.people()
    async with idle(served):
        await served.ask(id, None, review=True)
        await until(lambda: states(served) == ["working"])
        for _ in range(6):
            seat, now = await served.mover(other, tokens)
            done = await served.ask(other, tokens[seat], do=now["choices"][0], after=now["version"])
            assert done.status_code == 200, done.text
        assert states(served) == ["working"]
        await served.ask(id, None, review=False)


async def test_a_name_that_is_taken_back_is_in_no_review(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    async with house(database, Settings(GENEROUS)) as served:
        id, tokens = await over(served)
        for seat, token in enumerate(tokens):
            await served.ask(id, token, name=f"Zebulon{seat}")
        found = await reviewed(served, id)
        seats = {mistake["seat"] for mistake in found["mistakes"]}
        assert all(f"Zebulon{seat}" in str(found["mistakes"]) for seat in seats) and seats
        for seat, token in enumerate(tokens):
            await served.ask(id, token, forget=seat)
        assert "Zebulon" not in str((await served.get(f"/api/tables/{id}/review")).json())
    kept = sqlite3.connect(database)
    (body,) = kept.execute("SELECT body FROM reviews").fetchone()
    kept.close()
    assert "Zebulon" not in body and "lines" not in body, "figures and no words"


@pytest.mark.parametrize("made", READ)
async def test_everybody_reads_a_review_in_their_language_however_old_it_is(served: House, made: int) -> None:
    """Figures are stored, and no words; one that was stored with English ones is told anew as well."""
    game = load("sncf-france")
    record = play_match(Match(game.id, ("random",) * 3, "cut"), 0)
    record.seats = []
    turn = turns_of(game, record)[0][4]
    better = next(each for each in game.legal_actions(turn.state) if each != turn.plan[0])
    mistake = {
        "seat": turn.seat, "step": turn.step, "steps": len(turn.plan), "better": [better],
        "cost": 0.1, "off": 0.04, "shares": [0.4, 0.35, 0.25], "played": [0.3, 0.42, 0.28],
    }  # fmt: skip
    if made == 2:
        mistake["lines"] = ["Step 1: what was said in English."]
    body = {"chances": [], "bands": [], "cost": [0.0] * 3, "luck": [0.0] * 3, "mistakes": [mistake]}
    table = (await served.create("me", "me", "me", record=write(record)))["id"]
    text = msgspec.json.encode({"made": made, "review": body}).decode()
    await served.hall.tables.store.save([Write("review", (table, text))])
    told = {
        language: (await served.get(f"/api/tables/{table}/review", lang=language)).json()["mistakes"][0]
        for language in LANGUAGES
    }
    for language, begins, who in (
        ("en", "Step", "Player"), ("fr", "Étape", "Joueur"),
        ("nl", "Stap", "Speler"), ("de", "Schritt", "Spieler"),
    ):  # fmt: skip
        lines = told[language].pop("lines")
        assert lines[0].startswith(f"{begins} {turn.step + 1}") and f"{who} {turn.seat + 1}" in lines[0]
        assert "4" in lines[1] and "± 4 " in lines[1] and not re.search("[\ue000-\uf8ff]", " ".join(lines))
        told[language]["figures"] = [figures(line) for line in lines]
    assert all(each == told["en"] for each in told.values())


def test_a_killed_server_loses_the_work_under_way_and_nothing_else(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with Process(database) as served:
        made = served.create("me", "me", "me", record=write(careless()))
        address = f"/api/tables/{made['id']}"
        assert httpx.post(served.base + address, json={"review": True}).json()["state"] == "waiting"
        served.kill()
    with Process(database) as served:
        assert httpx.get(served.base + address).json()["status"] == "over"
        assert httpx.get(f"{served.base}{address}/review").status_code == 404
        assert httpx.post(served.base + address, json={"review": True}).json()["state"] == "waiting"
        assert httpx.post(served.base + address, json={"review": False}).json()["state"] == "stopped"
