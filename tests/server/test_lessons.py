"""A table that is a lesson: stored before it is told, so the same after a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from branchline.core.action import Action, to_text
from branchline.core.languages import LANGUAGES
from branchline.core.study import said
from branchline.games import GAMES
from branchline.games.lessons import has_lesson, study_for
from tests.processes import PATIENCE
from tests.server.house import House, house

LESSONS = [game_id for game_id in GAMES if has_lesson(game_id)]


async def begun(served: House, game_id: str) -> tuple[str, str]:
    """A lesson's table and its learner's token."""
    made = await served.client.post("/api/lessons", json={"game": game_id, "name": "Anna"})
    assert made.status_code == 201, made.text
    return made.json()["id"], made.json()["seats"][0]["token"]


async def learner_to_move(served: House, id: str, token: str) -> Any:
    """The table as soon as the learner decides or all is done."""
    async with asyncio.timeout(PATIENCE):
        table = await served.table(id, token)
        while table["to_move"] not in (table["seat"], -2):
            table = await served.table(id, token, after=table["version"], wait=5)
        return table


def own_rows(game_id: str) -> list[Action]:
    study = study_for(game_id)
    return [action for seat, action, _ in study.line.rows if seat == study.eyes]


async def do(served: House, id: str, token: str, action: Action) -> Any:
    table = await learner_to_move(served, id, token)
    answer = await served.ask(id, token, do=action, after=table["version"])
    assert answer.status_code == 200, (to_text(action), answer.text)
    table = await served.table(id, token)
    return table if table["lesson"]["finished"] else await learner_to_move(served, id, token)


async def test_a_lesson_is_told_in_the_language_of_its_learner(served: House) -> None:
    id, token = await begun(served, "bridgetown")
    await learner_to_move(served, id, token)
    study = study_for("bridgetown")
    first = next(place for place in study.line.places if place.task)
    for language in LANGUAGES:
        told = (await served.table(id, token, lang=language))["lesson"]
        assert (told["title"], told["goal"]) == (dict(study.titles)[language], dict(study.goals)[language])
        assert told["notes"] == said(first.notes, language)
        assert first.task and told["hints"] == said(first.task.hints, language)


@pytest.mark.parametrize("game_id", LESSONS)
async def test_a_lesson_is_played_to_its_end_over_a_restart(tmp_path: Path, game_id: str) -> None:
    rows = own_rows(game_id)
    half = len(rows) // 2
    async with house(tmp_path / "tables.db") as served:
        id, token = await begun(served, game_id)
        table = await learner_to_move(served, id, token)
        assert (table["lesson"]["step"], table["lesson"]["finished"]) == (1, False)
        assert table["lesson"]["goal"] and table["lesson"]["notes"] and table["lesson"]["points"]
        assert [seat["name"] for seat in table["seats"] if not seat["bot"]] == ["Anna"]
        for action in rows[:half]:
            table = await do(served, id, token, action)
        before = table
    async with house(tmp_path / "tables.db") as served:
        table = await learner_to_move(served, id, token)
        assert table["lesson"] == before["lesson"] and table["view"] == before["view"]
        assert 1 < table["lesson"]["step"] < table["lesson"]["steps"]
        for action in rows[half:]:
            table = await do(served, id, token, action)
        async with asyncio.timeout(PATIENCE):
            while (
                not (match := (await served.hall.tables.room(id)).match).lesson
                or match.standing[len(study_for(game_id).line.rows) - 1 :] == []
            ):
                await asyncio.sleep(0.02)  # what others are noted to do last
        stored = [(row.seat, row.body, row.digest) for row in match.standing]
        noted = [(seat, to_text(action), found) for seat, action, found in study_for(game_id).line.rows]
        assert stored[: len(noted)] == noted
        table = await served.table(id, token)
        assert table["lesson"]["finished"] and len(table["lesson"]["notes"]) == 5


async def test_a_wrong_try_is_refused_and_nothing_is_stored(served: House) -> None:
    id, token = await begun(served, "sncf-france")
    table = await learner_to_move(served, id, token)
    wrong = next(each for each in table["choices"] if each[0] == "trade")
    answer = await served.ask(id, token, do=wrong, after=table["version"])
    assert (answer.status_code, answer.json()["error"]) == (422, "lesson")
    assert "not what this step asks for" in answer.json()["text"]
    answer = await served.ask(id, token, do=["build", "red", "o12"], after=table["version"])
    assert (answer.status_code, answer.json()["error"]) == (422, "rule")
    assert await served.table(id, token) == table
    tried = await served.ask(id, token, **{"try": [wrong]})
    assert tried.status_code == 200, "one may look at what anything would bring"


async def test_a_lesson_goes_on_after_another_action_that_fulfils_its_task(served: House) -> None:
    id, token = await begun(served, "sncf-france")
    noted, *_ = own_rows("sncf-france")
    other = ("build", "red", "d7")
    assert other != noted
    table = await do(served, id, token, other)
    assert table["lesson"]["step"] == 2
    answer = await served.ask(id, token, takeback=table["version"] - 1, after=table["version"])
    assert answer.status_code == 200, answer.text
    assert (await served.table(id, token))["lesson"]["step"] == 1
    assert (await do(served, id, token, noted))["lesson"]["step"] == 2


async def test_only_the_learner_hears_the_lesson(served: House) -> None:
    id, token = await begun(served, "sncf-france")
    await learner_to_move(served, id, token)
    assert (await served.table(id))["lesson"] is None
    mine = await served.get("/api/games")
    assert {card["id"]: card["lesson"] for card in mine.json()["games"]} == {
        game_id: has_lesson(game_id) for game_id in GAMES
    }


async def test_a_game_without_a_lesson_is_refused(served: House) -> None:
    answer = await served.client.post("/api/lessons", json={"game": "chess"})
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown")
